"""What users of the four systems rely on and no recorded case shows."""

import csv
import io
import subprocess
import sys
from types import SimpleNamespace

import pytest
from recorded import of

from errata.compat import biblicus, line_metrics, ocr_handbook, thulium


def test_the_modules_are_reached_after_importing_the_package():
    code = "import errata; print(errata.compat.thulium.ser('a', 'b'), dir(errata.compat))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1.0 ['biblicus', 'line_metrics', 'ocr_handbook', 'snapshot', 'thulium']\n"


def test_importing_compat_loads_no_system_and_no_kernel():
    code = "import errata.compat, sys; print([name for name in sys.modules if name.startswith('errata')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['errata.version', 'errata', 'errata.compat']\n"


def test_compat_knows_no_other_system():
    from errata import compat

    with pytest.raises(AttributeError, match="has no attribute 'tesseract'"):
        _ = compat.tesseract


@pytest.mark.parametrize("module", [biblicus, line_metrics, ocr_handbook, thulium])
def test_the_public_names_exist_and_say_what_they_are(module):
    for name in module.__all__:
        assert getattr(module, name).__doc__


@pytest.mark.parametrize(
    ("function", "key"),
    [
        (line_metrics.wer, "wer"),
        (line_metrics.cer, "cer"),
        (line_metrics.wer_norm, "wer_whitespace_normalized"),
        (line_metrics.cer_norm, "cer_whitespace_normalized"),
        (line_metrics.line_accuracy, "line_accuracy"),
        (line_metrics.line_accuracy_norm, "line_accuracy_whitespace_normalized"),
        (line_metrics.reverse_line_accuracy, "line_accuracy_reverse"),
        (line_metrics.reverse_line_accuracy_norm, "line_accuracy_whitespace_normalized_reverse"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_line_metrics_one_by_one_give_what_the_whole_evaluation_gives(function, key):
    rows = of("000-line-metrics.jsonl", "evaluate_prediction")
    found = [function(ref=row.input["gt"], hyp=row.input["pred"]) for row in rows]
    assert found == pytest.approx([row.expected[key] for row in rows], abs=1e-12)


def test_exact_lines_can_be_normalised():
    assert line_metrics.exact_line_prf_from_text("a  b", "a b")["exact_line_f1"] == 0.0
    assert line_metrics.exact_line_prf_from_text("a  b", "a b", normalize=True)["exact_line_f1"] == 1.0


def test_the_csv_quotes_an_id_with_a_comma_and_ends_with_a_blank_and_an_average_row():
    file = io.StringIO(newline="")
    line_metrics.write_csv([line_metrics.evaluate_prediction("x", "y", "a,b")], file)
    rows = list(csv.reader(io.StringIO(file.getvalue(), newline="")))
    assert [len(row) for row in rows] == [17, 17, 0, 17]
    assert (rows[1][0], rows[3][:4]) == ("a,b", ["macro_avg", "", "", "1.0"])


def test_the_average_row_has_the_digits_of_adding_from_left_to_right():
    tenths = [{**line_metrics.evaluate_prediction("x", "x", str(row)), "wer": 0.1} for row in range(10)]
    file = io.StringIO(newline="")
    line_metrics.write_csv(tenths, file)
    assert file.getvalue().split("macro_avg,,,")[1].split(",")[0] == "0.09999999999999999"


def test_the_handbook_prints_its_title_and_fails_without_samples(capsys):
    with pytest.raises(KeyError, match="num_samples"):
        ocr_handbook.OCRMetricEvaluator().print_report()
    assert capsys.readouterr().out == f"{'=' * 60}\nOCR 평가 리포트\n{'=' * 60}\n"


def test_the_handbook_keeps_and_returns_each_result():
    evaluator = ocr_handbook.OCRMetricEvaluator()
    (first,) = evaluator.add_batch(["보험금"], ["보험굼"])
    second = evaluator.add_sample("a b", "a b")
    assert evaluator.results == [first, second]
    assert (first.edit_dist, first.cer, first.wer, first.bleu) == (1, 1 / 3, 1.0, 0.0)
    assert ocr_handbook.OCRMetricResult("a", "b").cer == 0.0


def test_handbook_ngrams_are_tuples_for_every_order():
    assert ocr_handbook.compute_ngrams(["a", "b", "a"], 1) == {("a",): 2, ("b",): 1}
    assert ocr_handbook.compute_ngrams(["a", "b", "a", "b"], 2) == {("a", "b"): 2, ("b", "a"): 1}
    assert ocr_handbook.compute_ngrams([], 1) == {}


def test_handbook_f1_of_no_samples_is_zero():
    assert ocr_handbook.compute_micro_macro_f1([], []) == {"micro_f1": 0.0, "macro_f1": 0.0}


def test_the_systems_break_ties_in_different_orders():
    _, steps = ocr_handbook.edit_distance_with_ops("aba", "bcab")
    kinds = [step.split()[0] for step in steps]
    operations = thulium.get_edit_operations("aba", "bcab")
    assert (kinds.count("SUB"), kinds.count("DEL"), kinds.count("INS")) == (2, 0, 1)
    assert (operations.substitutions, operations.deletions, operations.insertions) == (0, 1, 2)


def test_thulium_operations_are_read_by_attribute_and_by_name():
    operations = thulium.get_edit_operations("kitten", "sitting")
    for name in ("substitutions", "deletions", "insertions", "matches", "total_errors", "total_reference"):
        assert operations[name] == getattr(operations, name)
    assert operations == thulium.EditOperations(substitutions=2, deletions=0, insertions=1, matches=4)
    with pytest.raises(KeyError, match="wrong"):
        _ = operations["wrong"]


def test_thulium_refuses_lists_of_different_lengths():
    with pytest.raises(ValueError, match="2 references and 1 hypotheses"):
        thulium.cer_wer_batch(["a", "b"], ["a"])


def test_thulium_shares_of_nothing_are_zero():
    assert thulium.precision_recall_f1(0, 0, 0) == (0.0, 0.0, 0.0)


class Corpus:
    """A Biblicus corpus in a folder, which knows the image of one document."""

    def __init__(self, root):
        self.root, self.meta_dir = root, root / "metadata"

    def get_item(self, item_id):
        return {"b": SimpleNamespace(relpath="b--scan.png")}[item_id]

    def write(self, folder, **texts):
        folder.mkdir(parents=True)
        for name, text in texts.items():
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")


@pytest.fixture
def corpus(tmp_path):
    made = Corpus(tmp_path)
    made.write(tmp_path / "extracted" / "pipeline" / "run-1" / "text", a="hello world", b="naïve text", c="no truth")
    made.write(made.meta_dir / "funsd_ground_truth", a="hello world", b="naïve test", d="never extracted")
    return made


def test_the_benchmark_reads_the_folders_of_a_corpus(corpus, capsys):
    report = biblicus.OCRBenchmark(corpus).evaluate_extraction("run-1", pipeline_config={"extractor_id": "ocr"})
    assert [row["document_id"] for row in report.per_document_results] == ["a", "b"]
    assert [row["image_path"] for row in report.per_document_results] == ["unknown", "b--scan.png"]
    assert (report.total_documents, report.avg_precision, report.median_f1) == (2, 0.75, 1.0)
    assert (report.corpus_path, report.pipeline_configuration) == (str(corpus.root), {"extractor_id": "ocr"})
    assert report.processing_time_seconds > 0
    assert capsys.readouterr().out == "⚠️  Ground truth not found for c..., skipping\n"


def test_the_benchmark_takes_another_folder_of_ground_truth(corpus):
    corpus.write(corpus.root / "other", c="no truth")
    report = biblicus.OCRBenchmark(corpus).evaluate_extraction("run-1", ground_truth_dir=corpus.root / "other")
    assert (report.total_documents, report.avg_f1) == (1, 1.0)


def test_the_benchmark_names_the_folder_that_is_missing(corpus):
    benchmark = biblicus.OCRBenchmark(corpus)
    (corpus.root / "extracted" / "pipeline" / "no-text").mkdir()
    (corpus.root / "extracted" / "pipeline" / "empty" / "text").mkdir(parents=True)
    with pytest.raises(FileNotFoundError, match=r"Ground truth directory not found: .*absent"):
        benchmark.evaluate_extraction("run-1", corpus.root / "absent")
    with pytest.raises(FileNotFoundError, match=r"Snapshot not found: .*run-2"):
        benchmark.evaluate_extraction("run-2")
    with pytest.raises(FileNotFoundError, match=r"Text directory not found: .*text"):
        benchmark.evaluate_extraction("no-text")
    with pytest.raises(ValueError, match=r"No text files found in: .*text"):
        benchmark.evaluate_extraction("empty")


def test_a_benchmark_without_any_truth_is_refused(corpus):
    corpus.write(corpus.root / "none")
    with pytest.raises(ValueError, match="No documents were evaluated successfully"):
        biblicus.OCRBenchmark(corpus).evaluate_extraction("run-1", corpus.root / "none")


def test_a_report_without_documents_writes_no_csv(tmp_path):
    report = biblicus.BenchmarkReport.of([biblicus.OCREvaluationResult.of("a", "one", "one")])
    report.per_document_results = []
    report.to_csv(tmp_path / "report.csv")
    assert not (tmp_path / "report.csv").exists()
