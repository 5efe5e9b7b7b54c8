"""What each metric gives where its formula divides by nothing, case by case."""

import math

import pytest

import errata

WORDS = "a b c d"
RATES = ("cer", "wer", "cer_norm", "wer_norm")
SHARES = [f"{kind}_{name}" for kind in ("char", "word", "bag", "exact_line") for name in ("precision", "recall", "f1")]

# metric, reference, hypothesis, value of the sample, whether it counts as undefined
CASES = [
    *((name, "", "", 0.0, False) for name in (*RATES, "mer", "wil", "ned", "ser")),
    *((name, "", "", 1.0, False) for name in ("wip", "nacc", "character_accuracy", "perfect_match_rate")),
    *((name, "", "", 0.0, True) for name in SHARES),
    *((name, "", "", 1.0, False) for name in ("line_accuracy", "reverse_line_accuracy")),
    *((name, "", "", 1.0, False) for name in ("sequence_accuracy", "lcs_ratio")),
    *((name, "", "", 0.0, False) for name in ("bleu", "bleu_smoothed")),
    ("cer", "", WORDS, 7.0, True),
    ("wer", "", WORDS, 4.0, True),
    ("wer", " \n", WORDS, 4.0, True),
    ("mer", "", WORDS, 1.0, False),
    ("wil", "", WORDS, 1.0, False),
    ("wip", "", WORDS, 0.0, False),
    ("mer", WORDS, "", 1.0, False),
    ("wil", WORDS, "", 1.0, False),
    ("wip", WORDS, "", 0.0, False),
    ("ned", "", WORDS, 1.0, False),
    ("char_precision", WORDS, "", 0.0, True),
    ("char_recall", WORDS, "", 0.0, False),
    ("char_f1", WORDS, "", 0.0, False),
    ("word_precision", "", WORDS, 0.0, False),
    ("word_recall", "", WORDS, 0.0, True),
    ("line_accuracy", "", WORDS, 0.0, False),
    ("line_accuracy", WORDS, "", 0.0, False),
    ("line_accuracy", "a\n\nb", "", 1 / 3, False),  # the blank line equals the missing one
    ("line_accuracy", "", "a\n\nb", 0.0, False),
    ("sequence_accuracy", "", WORDS, 0.0, True),
    ("lcs_ratio", "-", WORDS, 0.0, True),
    ("bigram_overlap", "a", WORDS, None, True),
    ("bigram_overlap", "a b", "", 0.0, False),
    ("trigram_overlap", "a b", WORDS, None, True),
    ("bleu", "", WORDS, 0.0, False),
    ("bleu", WORDS, "", 0.0, False),
    ("bleu", WORDS, "x y z", 0.0, False),
    ("bleu", "a b c", "a b c", 0.0, False),  # no run of four words
    ("bleu", "a b c d", "a b c d e f", (4 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** (1 / 4), False),  # too long is no penalty
    ("bleu_smoothed", WORDS, "x y z", 0.0, False),
]


@pytest.mark.parametrize(("name", "reference", "hypothesis", "value", "undefined"), CASES)
def test_a_sample_without_something_to_divide_by(name, reference, hypothesis, value, undefined):
    result = errata.score([reference], [hypothesis], metrics=[name], intervals=False)
    assert result.samples[name].to_pylist() == [value if value is None else pytest.approx(value, abs=1e-15)]
    assert result[name].undefined == int(undefined)
    assert getattr(errata, name)(reference, hypothesis) == pytest.approx(
        math.nan if value is None else value, nan_ok=True
    )


@pytest.mark.parametrize(
    ("policy", "sample", "micro", "macro"),
    [
        ("count", 3.0, (1 + 3) / 4, (1 / 4 + 3) / 2),
        ("one", 1.0, (1 + 3) / 4, (1 / 4 + 1) / 2),
        ("inf", math.inf, (1 + 3) / 4, math.inf),
        ("nan", None, (1 + 3) / 4, 1 / 4),  # out of macro, and still in micro
        ("skip", None, 1 / 4, 1 / 4),  # out of both
    ],
)
def test_the_policy_decides_about_text_against_an_empty_reference(policy, sample, micro, macro):
    result = errata.score(["abcd", "", ""], ["abcx", "xyz", ""], metrics=["cer"], empty=policy, intervals=False)
    values = result.samples["cer"].to_pylist()
    assert values == [1 / 4, sample, 0.0]
    assert result["cer"].undefined == 1
    both = errata.score(["abcd", ""], ["abcx", "xyz"], metrics=["cer"], empty=policy, intervals=False)["cer"]
    assert (both.micro, both.macro) == (micro, macro)
    assert both.median == macro
    document = errata.score(["abcd", ""], ["abcx", "xyz"], metrics=["cer"], empty=policy).to_dict()["metrics"]["cer"]
    assert document["macro"] == (None if policy == "inf" else macro)
    assert ("reason" in document) == (policy == "inf")


@pytest.mark.parametrize("policy", ["count", "one", "inf", "nan", "skip"])
def test_a_corpus_of_empty_references_has_a_micro_average_by_its_edits(policy):
    cer = errata.score(["", ""], ["ab", "c"], metrics=["cer"], empty=policy, intervals=False)["cer"]
    expected = {"count": 3.0, "one": 1.0, "inf": math.inf, "nan": math.nan, "skip": math.nan}[policy]
    assert cer.micro == pytest.approx(expected, nan_ok=True)
    assert cer.undefined == 2


def test_errata_counts_empty_and_missing_texts_apart():
    result = errata.score(["", " \t", "a", "b"], ["", "x", "", "b"], intervals=False)
    assert (result.tally.samples, result.tally.empty_references, result.tally.empty_hypotheses) == (4, 2, 2)
    assert (result.tally.missing, result.tally.skipped) == (0, 0)
