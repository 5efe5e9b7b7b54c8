"""What a result says of itself in words, on results whose numbers are set by hand."""

from dataclasses import replace

import pytest
from example_results import SETTINGS, named, score

import errata
from errata.report.result import Result, Tally
from errata.report.words import explained


def result(words="whitespace", tally=None, **values):
    """A result of these macro averages; a pair is micro and macro."""
    scores = []
    for name, value in values.items():
        micro, macro = value if isinstance(value, tuple) else (value, value)
        better = "lower" if name in ("cer", "cer_norm", "wer", "ser") else "higher"
        scores.append(score(name, name.title(), micro, macro, macro, 0.1, macro, 0, 1, 0, better=better))
    return Result("0", "standard", "s", tally or Tally(10, 0, 0), named(*scores), tuple(values),
                  settings={**SETTINGS, "words": words})  # fmt: skip


def said(*args, **values):
    return "\n".join(explained(result(*args, **values)))


def test_rates_are_told_by_the_hundred():
    assert said(cer=0.0568) == "cer 5.68 %: for every 100 characters of the references there are about 5.7 edits."
    assert "there are no edits" in said(wer=0.0)
    assert "about 32 edits" in said(wer=0.316)


def test_errors_of_spaces_alone_are_told_from_a_tenth_on():
    assert "25% of the character errors are spaces" in said(cer=0.04, cer_norm=0.03)
    assert "spaces" not in said(cer=0.04, cer_norm=0.0397)


def test_averages_that_are_far_apart_are_told_in_either_direction():
    assert "short samples are read worse than long ones" in said(cer=(0.05, 0.2))
    assert "the long samples are read worse" in said(cer=(0.2, 0.05))
    assert "average" not in said(cer=(0.05, 0.06))


@pytest.mark.parametrize(
    ("value", "band"), [(0.75, "excellent"), (0.74, "good"), (0.65, "good"), (0.5, "acceptable"), (0.499, "poor")]
)
def test_bands_are_those_of_the_document(value, band):
    assert f"word_f1 {value:.2%} {band}.".replace("%", " %") in said(word_f1=value)


def test_wer_has_a_band_only_on_the_documents_words():
    assert "wer 40.00 % good" in said("biblicus", wer=0.4)
    assert "good" not in said(wer=0.4)
    assert "counts case and punctuation" in said(wer=0.4, word_f1=0.9)


@pytest.mark.parametrize(
    ("precision", "recall", "word"),
    [(0.9, 0.6, "Conservative"), (0.384, 0.810, "Aggressive"), (0.79, 0.78, "Balanced")],
)
def test_precision_and_recall_are_a_trade_off(precision, recall, word):
    assert word in said(word_precision=precision, word_recall=recall)


@pytest.mark.parametrize(
    ("f1", "wer", "words"),
    [
        (0.8, 0.9, "Good F1, poor wer: the words are found, but in the wrong order"),
        (0.8, 0.2, "Good F1, good wer: the right words in the right order"),
        (0.3, 0.2, "Poor F1, good wer: few words are found, but in order"),
    ],
)
def test_patterns_of_words_found_and_words_in_order(f1, wer, words):
    assert words in said("biblicus", word_f1=f1, wer=wer)
    assert words.replace("wer", "lcs_ratio") in said(word_f1=f1, lcs_ratio=1 - wer)


def test_samples_that_were_missing_or_skipped_are_told():
    text = said(cer=0.1, tally=Tally(10, 0, 0, missing=1, skipped=2))
    assert "1 sample without a hypothesis" in text
    assert "2 samples left out" in text


def test_a_result_without_values_says_nothing_wrong():
    nothing = float("nan")
    assert said(cer=nothing, word_precision=nothing, word_recall=nothing, word_f1=nothing, wer=nothing) == ""
    assert "cer" not in said(cer=float("inf"))


def test_a_result_explains_itself():
    found = errata.score(["abcd"], ["abcx"])
    assert found.explain().startswith("cer 25.00 %: for every 100 characters")
    assert replace(found, scores={}, headline=()).explain() == ""
