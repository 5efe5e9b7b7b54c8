"""The `-code` profiles against the recorded cases of their systems, and every profile against every other."""

from itertools import combinations

import pytest
from recorded import FOLDER, NUMBERS, cases, of

from errata.corpus.score import score
from errata.profiles.registry import PROFILES
from errata.report import csv

LINES, HANDBOOK, THULIUM, _, BIBLICUS = sorted(path.name for path in FOLDER.iterdir())

# The columns of a profile's samples, and where the same value stands in a recorded case.
SAMPLES = {
    "lines-code": (LINES, "evaluate_prediction", ("gt", "pred"), {
        "wer": "wer",
        "cer": "cer",
        "wer_norm": "wer_whitespace_normalized",
        "cer_norm": "cer_whitespace_normalized",
        "line_accuracy": "line_accuracy",
        "line_accuracy_norm": "line_accuracy_whitespace_normalized",
        "reverse_line_accuracy": "line_accuracy_reverse",
        "reverse_line_accuracy_norm": "line_accuracy_whitespace_normalized_reverse",
        "exact_line_precision": "exact_line_precision",
        "exact_line_recall": "exact_line_recall",
        "exact_line_f1": "exact_line_f1",
        "exact_line_precision_norm": "exact_line_precision_norm",
        "exact_line_recall_norm": "exact_line_recall_norm",
        "exact_line_f1_norm": "exact_line_f1_norm",
        "original_length.reference": "len_gt",
        "original_length.hypothesis": "len_pred",
    }),
    "handbook-code": (HANDBOOK, "all_metrics", ("reference", "hypothesis"), {
        "cer": "cer",
        "wer": "wer",
        "ned": "ned",
        "bleu": "bleu",
        "char_precision": "char_f1.precision",
        "char_recall": "char_f1.recall",
        "char_f1": "char_f1.f1",
        "characters_distance.distance": "edit_distance",
    }),
    "thulium-code": (THULIUM, "all_metrics", ("reference", "hypothesis"), {
        "cer": "cer",
        "wer": "wer",
        "ser": "ser",
        "char_hits": "edit_operations.matches",
        "char_substitutions": "edit_operations.substitutions",
        "char_deletions": "edit_operations.deletions",
        "char_insertions": "edit_operations.insertions",
        "characters_distance.distance": "edit_distance",
        "characters_distance.reference": "edit_operations.total_reference",
    }),
    "biblicus-code": (BIBLICUS, "all_metrics", ("ground_truth", "extracted"), {
        "word_precision": "word_metrics.precision",
        "word_recall": "word_metrics.recall",
        "word_f1": "word_metrics.f1_score",
        "character_accuracy": "character_accuracy",
        "wer": "order_metrics.word_error_rate",
        "word_ned": "order_metrics.normalized_edit_distance",
        "sequence_accuracy": "order_metrics.sequence_accuracy",
        "lcs_ratio": "order_metrics.lcs_ratio",
        "bigram_overlap": "bigram_overlap",
        "trigram_overlap": "trigram_overlap",
        "terms_distinct.matched": "word_metrics.true_positives",
        "terms_order.reference": "word_metrics.word_count_gt",
        "terms_order.hypothesis": "word_metrics.word_count_ocr",
    }),
}  # fmt: skip

# What a -code profile shows besides: 1 minus or a kind of a recorded value, or counts that a recorded value adds up.
DERIVED = {
    "nacc", "perfect_match_rate", "char_hits", "char_substitutions", "char_deletions", "char_insertions",
    "word_hits", "word_substitutions", "word_deletions", "word_insertions",
}  # fmt: skip

# Profiles that show the same metrics on any pair of texts, and where they differ all the same.
ALIKE = {
    ("standard", "lines"): "the first number, the order of columns, and which metrics are shown",
    ("handbook", "handbook-code"): "F1 by character, which only the document names",
    ("thulium", "thulium-code"): "p95, and the corpus value where every reference is empty",
}


def recorded_value(case, path):
    value = case.expected
    for key in path.split("."):
        value = value[key]
    return NUMBERS.get(value, value) if isinstance(value, str) else value


def recorded_pairs():
    """Every pair of texts in any recorded case, each once."""
    names = [("gt", "pred"), ("ref", "hyp"), ("reference", "hypothesis"), ("ground_truth", "extracted"), ("s1", "s2")]
    rows = [case.input for path in sorted(FOLDER.iterdir()) for case in cases(path.name)]
    rows += [row for case in list(rows) for kind in ("samples", "documents") for row in case.get(kind, ())]
    pairs = [(row[ours], row[theirs]) for row in rows for ours, theirs in names if ours in row and theirs in row]
    pairs += [
        pair for row in rows if "references" in row for pair in zip(row["references"], row["hypotheses"], strict=False)
    ]
    return list(dict.fromkeys((ours, theirs) for ours, theirs in pairs if isinstance(ours, str)))


def scored(pairs, profile, metrics=None):
    references, hypotheses = zip(*pairs, strict=True)
    return score(references, hypotheses, profile=profile, metrics=metrics)


@pytest.mark.parametrize("profile", SAMPLES)
def test_a_code_profile_gives_every_recorded_value_of_its_system(profile):
    file, function, (ours, theirs), columns = SAMPLES[profile]
    rows = of(file, function)
    metrics = [*PROFILES[profile].metrics, *(["word_ned"] if "word_ned" in columns else [])]
    table = scored([(row.input[ours], row.input[theirs]) for row in rows], profile, metrics).samples
    assert len(rows) > 100
    for column, path in columns.items():
        expected = [recorded_value(row, path) for row in rows]
        assert table.column(column).to_pylist() == pytest.approx(expected, abs=1e-12, rel=0), column


@pytest.mark.parametrize("profile", SAMPLES)
def test_every_metric_of_a_code_profile_is_compared_or_derived(profile):
    assert set(PROFILES[profile].metrics) <= SAMPLES[profile][3].keys() | DERIVED


def test_handbook_counts_its_operations_as_recorded():
    rows = of(HANDBOOK, "edit_distance_with_ops")
    table = scored([(row.input["s1"], row.input["s2"]) for row in rows], "handbook-code").samples
    for name, verb in (("hits", "MATCH"), ("substitutions", "SUB"), ("deletions", "DEL"), ("insertions", "INS")):
        counts = [sum(step.startswith(verb) for step in row.expected[1]) for row in rows]
        assert table.column(f"char_{name}").to_pylist() == counts


def test_handbook_code_summarises_as_its_report_does():
    names = {
        "avg_cer": ("cer", "macro"), "avg_wer": ("wer", "macro"), "avg_ned": ("ned", "macro"),
        "avg_bleu": ("bleu", "macro"), "avg_char_f1": ("char_f1", "macro"), "cer_std": ("cer", "std"),
        "perfect_match_rate": ("perfect_match_rate", "macro"), "cer_median": ("cer", "median"),
        "cer_p95": ("cer", "p95"), "cer_max": ("cer", "max"),
    }  # fmt: skip
    rows = [row for row in of(HANDBOOK, "OCRMetricEvaluator.compute_report") if row.expected]
    assert len(rows) == 4
    for row in rows:
        result = score(row.input["references"], row.input["hypotheses"], profile="handbook-code")
        for key, (metric, number) in names.items():
            assert getattr(result[metric], number) == pytest.approx(recorded_value(row, key), abs=1e-9, nan_ok=True)


def test_handbook_code_averages_character_f1_over_samples():
    for row in of(HANDBOOK, "compute_micro_macro_f1"):
        pairs = list(zip(row.input["references"], row.input["hypotheses"], strict=False))
        result = scored(pairs, "handbook-code")["char_f1"]
        assert result.micro == pytest.approx(row.expected["micro_f1"], abs=1e-12)
        assert result.macro == pytest.approx(row.expected["macro_f1"], abs=1e-12)


def test_thulium_code_sums_a_batch_as_recorded():
    for row in of(THULIUM, "cer_wer_batch"):
        result = score(row.input["references"], row.input["hypotheses"], profile="thulium-code")
        assert [result["cer"].micro, result["wer"].micro] == pytest.approx(row.expected, abs=1e-12)


def test_lines_code_averages_as_the_last_row_of_the_csv():
    rows = [row for row in of(LINES, "evaluation_csv") if row.input["samples"]]
    assert len(rows) == 3
    for row in rows:
        average = row.expected.rstrip("\r\n").split("\r\n")[-1].split(",")
        result = scored([(sample["gt"], sample["pred"]) for sample in row.input["samples"]], "lines-code")
        assert average[:3] == [PROFILES["lines-code"].csv_average[-1], "", ""]
        assert [result[name].value for name in result] == pytest.approx(list(map(float, average[3:])), abs=1e-12)


def test_biblicus_code_averages_as_its_report_does():
    names = {
        "precision": "word_precision", "recall": "word_recall", "f1": "word_f1", "word_error_rate": "wer",
        "sequence_accuracy": "sequence_accuracy", "lcs_ratio": "lcs_ratio", "bigram_overlap": "bigram_overlap",
        "trigram_overlap": "trigram_overlap",
    }  # fmt: skip
    rows = [row for row in of(BIBLICUS, "OCRBenchmark.evaluate_extraction") if "report" in row.expected]
    assert len(rows) == 3
    for row in rows:
        report = row.expected["report"]
        result = scored([(text["ground_truth"], text["extracted"]) for text in row.input["documents"]], "biblicus-code")
        for key, metric in names.items():
            assert result[metric].macro == pytest.approx(report[f"avg_{key}"], abs=1e-12)
            if f"median_{key}" in report:
                assert result[metric].median == pytest.approx(report[f"median_{key}"], abs=1e-12)
        assert (result["word_f1"].min, result["word_f1"].max) == pytest.approx((report["min_f1"], report["max_f1"]))


def test_no_two_profiles_agree_on_everything_recorded_unless_they_should():
    pairs = recorded_pairs()
    tables = {name: scored(pairs, name).samples for name in PROFILES}
    alike = {(one, other) for one, other in combinations(PROFILES, 2) if _agree(tables[one], tables[other], one, other)}
    assert alike == set(ALIKE)


def _agree(ours, theirs, one, other):
    shared = set(PROFILES[one].metrics) & set(PROFILES[other].metrics)
    assert shared, "every profile measures words"
    return all(ours.column(name).equals(theirs.column(name)) for name in shared)


@pytest.mark.parametrize("row", of(LINES, "evaluation_csv"), ids=lambda row: f"{len(row.input['samples'])} samples")
def test_lines_code_writes_the_csv_that_was_recorded(row):
    samples = row.input["samples"]
    result = score(
        [sample["gt"] for sample in samples], [sample["pred"] for sample in samples],
        ids=[sample["id"] for sample in samples], profile="lines-code",
    )  # fmt: skip
    written, expected = ("".join(csv.render(result)), row.expected)
    assert written.count("\r\n") == expected.count("\r\n") == written.count("\n")
    for ours, theirs in zip(written.split("\r\n"), expected.split("\r\n"), strict=True):
        for cell, recorded in zip(ours.split(","), theirs.split(","), strict=True):
            assert cell == recorded or float(cell) == pytest.approx(float(recorded), abs=1e-12, rel=0)
