"""Every recorded case of the four systems, on the functions of `errata.compat`."""

import io
import json
import math
from dataclasses import asdict

import pytest
from recorded import NUMBERS, cases

from errata.compat import biblicus, line_metrics, ocr_handbook, thulium
from errata.kernels import edits
from errata.text.tokenize import lines

FILES = {
    "000-line-metrics.jsonl": 172,
    "001-ocr-handbook.jsonl": 193,
    "002-thulium.jsonl": 159,
    "004-biblicus.jsonl": 159,
}
CASES = [case for file in FILES for case in cases(file)]

TOLERANCE = 1e-12
SPREAD = {"cer_std", "cer_median", "cer_p95"}  # by numpy, whose last digits differ between releases
SPREAD_TOLERANCE = 1e-9
RAISED = {"AssertionError": AssertionError, "ValueError": ValueError}
MASKED = {"<TS>", "<PATH>", "<SECONDS>"}


def handbook_metrics(reference, hypothesis):
    return {
        "edit_distance": ocr_handbook.edit_distance(reference, hypothesis),
        "cer": ocr_handbook.compute_cer(reference, hypothesis),
        "wer": ocr_handbook.compute_wer(reference, hypothesis),
        "ned": ocr_handbook.compute_ned(reference, hypothesis),
        "bleu": ocr_handbook.compute_bleu(reference, hypothesis),
        "char_f1": ocr_handbook.compute_char_f1(reference, hypothesis),
    }


def thulium_metrics(reference, hypothesis):
    return {
        "cer": thulium.cer(reference, hypothesis),
        "wer": thulium.wer(reference, hypothesis),
        "ser": thulium.ser(reference, hypothesis),
        "edit_distance": thulium.edit_distance(reference, hypothesis),
        "edit_operations": edit_operations(reference, hypothesis),
    }


def edit_operations(reference, hypothesis):
    counts = thulium.get_edit_operations(reference, hypothesis)
    return {**asdict(counts), "total_errors": counts.total_errors, "total_reference": counts.total_reference}


def biblicus_metrics(ground_truth, extracted):
    without = biblicus.calculate_character_accuracy_without_editdistance(ground_truth, extracted)
    return {
        "word_metrics": biblicus.calculate_word_metrics(ground_truth, extracted),
        "character_accuracy": biblicus.calculate_character_accuracy(ground_truth, extracted),
        "character_accuracy_without_editdistance": without,
        "order_metrics": biblicus.calculate_word_order_metrics(ground_truth, extracted),
        "bigram_overlap": biblicus.calculate_ngram_overlap(ground_truth, extracted),
        "trigram_overlap": biblicus.calculate_ngram_overlap(ground_truth, extracted, 3),
    }


def evaluation_csv(samples):
    file = io.StringIO(newline="")
    line_metrics.write_csv(
        [line_metrics.evaluate_prediction(row["gt"], row["pred"], row["id"]) for row in samples], file
    )
    return file.getvalue()


def evaluator(references, hypotheses):
    filled = ocr_handbook.OCRMetricEvaluator()
    filled.add_batch(references, hypotheses)
    return filled


def printed_report(references, hypotheses):
    filled = evaluator(references, hypotheses)
    with pytest.MonkeyPatch.context() as patch:
        out = io.StringIO()
        patch.setattr("sys.stdout", out)
        filled.print_report()
    return out.getvalue()


def sorted_ngrams(tokens, n):
    return sorted([list(ngram), count] for ngram, count in ocr_handbook.compute_ngrams(tokens, n).items())


def benchmark(documents, tmp_path):
    """The documents that have a ground truth, in a report, as its two files."""
    results = [
        biblicus.OCREvaluationResult.of(row["document_id"], row["ground_truth"], row["extracted"])
        for row in documents
        if row["ground_truth"] is not None
    ]
    report = biblicus.BenchmarkReport.of(results, corpus_path="corpus", processing_time_seconds=0.5)
    report.to_json(tmp_path / "new" / "report.json")
    report.to_csv(tmp_path / "new" / "report.csv")
    return {
        "report": json.loads((tmp_path / "new" / "report.json").read_text("ascii")),
        "csv": (tmp_path / "new" / "report.csv").read_bytes().decode("utf-8"),
    }


HANDLERS = {
    "000": {
        "exact_line_prf": line_metrics.exact_line_prf,
        "exact_line_prf_from_text": line_metrics.exact_line_prf_from_text,
        "evaluate_prediction": line_metrics.evaluate_prediction,
        "normalize_whitespace": line_metrics.normalize_whitespace,
        "evaluation_csv": evaluation_csv,
        "_split_lines": lambda s: list(lines(s)),
        "_lev": lambda a, b: edits.distance(a, b),
    },
    "001": {
        "all_metrics": handbook_metrics,
        "edit_distance_with_ops": ocr_handbook.edit_distance_with_ops,
        "compute_bleu": ocr_handbook.compute_bleu,
        "compute_ngrams": sorted_ngrams,
        "compute_micro_macro_f1": ocr_handbook.compute_micro_macro_f1,
        "OCRMetricEvaluator.add_batch": evaluator,
        "OCRMetricEvaluator.compute_report": lambda **texts: evaluator(**texts).compute_report(),
        "OCRMetricEvaluator.print_report": printed_report,
    },
    "002": {
        "all_metrics": thulium_metrics,
        "cer": thulium.cer,
        "wer": thulium.wer,
        "edit_distance": thulium.edit_distance,
        "cer_wer_batch": thulium.cer_wer_batch,
        "get_edit_operations": edit_operations,
        "precision_recall_f1": thulium.precision_recall_f1,
        "LatencyMeter.summary": lambda times_ms: thulium.LatencyMeter(times_ms).summary(),
        "throughput": thulium.throughput,
        "fairness": thulium.fairness,
    },
    "004": {
        "all_metrics": biblicus_metrics,
        "normalize_words": biblicus.normalize_words,
        "calculate_ngram_overlap": biblicus.calculate_ngram_overlap,
        "OCRBenchmark.evaluate_extraction": benchmark,
    },
}


def test_no_recorded_case_has_vanished():
    assert {file: len(cases(file)) for file in FILES} == FILES


def test_every_recorded_function_is_run():
    functions = {(case.file[:3], case.function) for case in CASES}
    handled = {(system, name) for system, handlers in HANDLERS.items() for name in handlers}
    assert functions == handled


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_recorded_case_gives_the_recorded_value(case, tmp_path):
    handler = HANDLERS[case.file[:3]][case.function]
    arguments = case.input | ({"tmp_path": tmp_path} if handler is benchmark else {})
    if isinstance(case.expected, dict) and "raises" in case.expected:
        with pytest.raises(RAISED[case.expected["raises"]]) as caught:
            handler(**arguments)
        assert str(caught.value) == case.expected["message"]
    else:
        assert_same(handler(**arguments), case.expected)


def assert_same(found, expected, name=""):
    """Strings, integers and the order of keys exactly; floats within the tolerance; masked values not at all."""
    if isinstance(expected, str) and expected in MASKED:
        assert found is not None
    elif isinstance(expected, str) and expected in NUMBERS and isinstance(found, float):
        assert found == NUMBERS[expected] or (math.isnan(found) and math.isnan(NUMBERS[expected])), name
    elif isinstance(expected, dict):
        assert list(found) == list(expected), name
        for key, value in expected.items():
            assert_same(found[key], value, f"{name}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), name
        for number, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
            assert_same(ours, theirs, f"{name}[{number}]")
    elif isinstance(expected, float):
        tolerance = SPREAD_TOLERANCE if name.strip(".") in SPREAD else TOLERANCE
        assert isinstance(found, float), name
        assert abs(found - expected) <= tolerance, name
    else:
        assert type(found) is type(expected), name
        assert found == expected, name


def test_the_comparison_notices_a_changed_digit_and_a_changed_order():
    with pytest.raises(AssertionError):
        assert_same({"cer": 0.25 + 1e-11}, {"cer": 0.25})
    with pytest.raises(AssertionError):
        assert_same({"b": 1, "a": 2}, {"a": 2, "b": 1})
    with pytest.raises(AssertionError):
        assert_same(1.0, 1)
    with pytest.raises(AssertionError):
        assert_same(1.0, "nan")
