"""The page of the profile ocrd: every row of its worked examples is computed again."""

from fractions import Fraction

import pytest
from test_profile_pages import INPUTS, code, computed, inputs, named, printed, tables

from errata.corpus.score import score
from errata.profiles.registry import PROFILES

HEADER, ROWS = tables("ocrd")[0]


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_worked_example_gives_what_the_page_says(row):
    assert computed("ocrd", *inputs(row)) == pytest.approx(printed(row[3]), abs=1e-12)


def test_every_metric_of_the_profile_that_is_no_count_has_a_worked_example():
    assert [*INPUTS, "`ocrd`", "why"] == HEADER
    assert {code(row[2]) for row in ROWS} == {"cer", "wer", "bag_error"}
    assert {name for name in PROFILES["ocrd"].metrics if not name.startswith("char_")} == {"cer", "wer", "bag_error"}


def test_the_rates_of_a_corpus_are_the_mean_of_its_pages_and_never_exceed_one():
    result = score(["ab", "abc", ""], ["abcd", "abc", "xyz"], profile="ocrd")
    assert result["cer"].value == result["cer"].macro == pytest.approx((2 / 4 + 0 + 1) / 3)
    assert result["cer"].micro == pytest.approx(Fraction(2 + 3, 2 + 3 + 2 + 3))
    assert result["wer"].max == 1


def test_an_empty_page_is_wrong_where_the_other_side_has_text_and_right_where_it_has_none():
    for reference, hypothesis, value in (("", "", 0), ("", "a b", 1), ("a b", "", 1)):
        result = score([reference], [hypothesis], profile="ocrd")
        assert [result[name].value for name in ("cer", "wer", "bag_error")] == [value] * 3


def test_the_counts_are_those_of_grapheme_clusters():
    result = score(["\u0721\u073f\u0722"], ["\u0721\u0722"], profile="ocrd")
    counts = {name: result[f"char_{name}"].value for name in ("hits", "substitutions", "deletions", "insertions")}
    assert counts == {"hits": 1, "substitutions": 1, "deletions": 0, "insertions": 0}
