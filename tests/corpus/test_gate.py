"""The gate: what passes, what fails, and what is refused."""

import json
import math
import re
from xml.etree import ElementTree

import pytest

import errata
from errata.corpus.gate import gate
from errata.errors import InputError, UnknownNameError, UsageError
from errata.report.sheet import render

LINES = [f"line {number:02} of the page" for number in range(40)]


def scored(wrong, **options):
    """Forty lines, each with so many characters replaced."""
    return errata.score(LINES, ["#" * wrong(at) + text[wrong(at) :] for at, text in enumerate(LINES)], **options)


GOOD, FAIR, BAD = scored(lambda at: at % 2), scored(lambda at: 1 + at % 2), scored(lambda at: 4 + at % 3)


def outcomes(verdict):
    return {check.key: check.outcome for check in verdict.checks}


def test_a_check_fails_only_if_its_whole_interval_is_beyond_the_limit():
    value = FAIR["cer"].micro
    low, high = gate(FAIR, maximum={"cer": 1}).checks[0].interval
    assert low < value < high
    for limit, outcome in ((high + 0.001, "passed"), ((low + value) / 2, "unsure"), (low - 0.001, "failed")):
        verdict = gate(FAIR, maximum={"cer": limit})
        assert outcomes(verdict) == {"cer": outcome}
        assert verdict.passed is (outcome != "failed")


def test_strict_checks_look_at_the_value():
    value = FAIR["cer"].micro
    assert gate(FAIR, maximum={"cer": value}, strict=True)
    assert not gate(FAIR, maximum={"cer": value - 1e-9}, strict=True)
    assert outcomes(gate(FAIR, maximum={"cer": value - 1e-9}, strict=True)) == {"cer": "failed"}


def test_the_lower_end_of_an_interval_does_not_matter_to_a_minimum():
    value = BAD["word_f1"].micro
    low, high = gate(BAD, minimum={"word_f1": 0}).checks[0].interval
    assert outcomes(gate(BAD, minimum={"word_f1": value})) == {"word_f1": "unsure"}
    assert outcomes(gate(BAD, minimum={"word_f1": high + 0.001})) == {"word_f1": "failed"}
    assert outcomes(gate(BAD, minimum={"word_f1": low - 0.001})) == {"word_f1": "passed"}


def test_a_metric_is_micro_unless_it_says_macro():
    long = errata.score(["a" * 100, "bb"], ["a" * 100, "xx"])
    micro, macro = gate(long, maximum={"cer": 1, "cer.macro": 1}, strict=True).checks
    assert (micro.value, macro.value) == (2 / 102, 0.5)


def test_numbers_of_samples_can_be_limited():
    verdict = gate(errata.score(["a", ""], ["a", ""]), maximum={"missing": 0, "empty_references": 0})
    assert outcomes(verdict) == {"missing": "passed", "empty_references": "failed"}
    assert verdict.checks[1].message == "empty_references is 1"


def test_a_baseline_is_compared_pair_by_pair():
    assert outcomes(gate(BAD, baseline=GOOD, margins={"cer": 0.002})) == {"cer": "failed"}
    assert outcomes(gate(GOOD, baseline=BAD, margins={"cer": 0.002})) == {"cer": "passed"}
    check = gate(BAD, baseline=GOOD, margins={"cer": 0.002}).checks[0]
    assert check.value == pytest.approx(BAD["cer"].micro - GOOD["cer"].micro)
    assert (check.before, check.now) == (GOOD["cer"].micro, BAD["cer"].micro)


def test_worse_means_lower_where_higher_is_better():
    check = gate(BAD, baseline=GOOD, margins={"char_f1": 0.01}).checks[0]
    assert check.value == pytest.approx(GOOD["char_f1"].micro - BAD["char_f1"].micro)
    assert check.outcome == "failed"
    assert check.interval[0] < check.value < check.interval[1]


def test_a_baseline_without_margins_checks_the_headline():
    verdict = gate(GOOD, baseline=FAIR)
    assert [check.metric for check in verdict.checks] == list(GOOD.headline)
    assert verdict.passed


def test_targets_are_on_macro_averages_and_show_their_bands():
    verdict = gate(GOOD, targets="forms")
    assert [(check.key, check.bound, check.purpose) for check in verdict.checks] == [
        ("word_f1.macro", 0.75, "production"),
        ("word_recall.macro", 0.7, "minimum"),
    ]
    assert {check.band for check in verdict.checks} <= {"excellent", "good", "acceptable", "poor"}
    assert all(check.value == GOOD[check.metric].macro for check in verdict.checks)


def test_a_band_of_wer_is_given_only_on_the_documents_words():
    assert gate(GOOD, maximum={"wer": 1}).checks[0].band is None
    assert gate(scored(lambda at: 0, profile="biblicus"), maximum={"wer": 1}).checks[0].band == "excellent"


def test_one_sample_is_judged_by_its_value():
    one = errata.score(["abcd"], ["abcx"])
    assert outcomes(gate(one, maximum={"cer": 0.2})) == {"cer": "failed"}
    check = gate(one, maximum={"cer": 0.3}).checks[0]
    assert (check.outcome, check.interval) == ("passed", (0.25, 0.25))
    assert "too few" in check.warning


def test_samples_that_all_agree_have_an_interval_of_no_width():
    check = gate(scored(lambda at: 2), maximum={"cer": 0.2}).checks[0]
    assert check.interval == pytest.approx((check.value, check.value))


def test_documents_can_be_resampled_whole():
    facts = {"sheet": [str(at // 10) for at in range(40)]}
    check = gate(scored(lambda at: at // 10, facts=facts), maximum={"cer": 1}, cluster="sheet").checks[0]
    apart = gate(scored(lambda at: at // 10, facts=facts), maximum={"cer": 1}).checks[0]
    assert check.interval[1] - check.interval[0] > apart.interval[1] - apart.interval[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "nothing to check"),
        ({"maximum": {"cerr": 1}}, "Did you mean cer"),
        ({"maximum": {"cer.median": 1}}, "macro, micro"),
        ({"maximum": {"word_f1": 1}}, "Use --min"),
        ({"minimum": {"cer": 1}}, "Use --max"),
        ({"maximum": {"cer": math.nan}}, "finite"),
        ({"margins": {"cer": 0.1}}, "against a baseline"),
        ({"baseline": GOOD, "margins": {"cer": -0.1}}, "0 or more"),
        ({"baseline": GOOD, "margins": {"cer": math.nan}}, "0 or more"),
        ({"baseline": GOOD, "margins": {"nothing": 0}}, "nothing"),
        ({"targets": "novels"}, "forms"),
        ({"targets": "handwriting"}, "names no targets"),
        ({"maximum": {"cer": 1}, "confidence": 1.5}, "between 0 and 1"),
        ({"maximum": {"cer": 1}, "cluster": "page"}, "fact of this run"),
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_refused(options, words):
    with pytest.raises(UsageError, match=words):
        gate(FAIR, **options)


def test_a_metric_without_a_value_is_refused():
    short = errata.score(["a b", "c d"], ["a b", "c d"], metrics=["trigram_overlap"])
    with pytest.raises(UsageError, match="no micro value"):
        gate(short, minimum={"trigram_overlap": 0.5})


def test_targets_that_a_run_cannot_meet_are_named():
    with pytest.raises(UsageError, match="lacks: word_f1, word_recall"):
        gate(errata.score(["a"], ["a"], metrics=["cer"]), targets="forms")


def test_a_baseline_of_other_conventions_or_other_samples_is_refused():
    with pytest.raises(InputError, match="empty: 'count' in run 1, 'one' in run 2"):
        gate(GOOD, baseline=scored(lambda at: 0, empty="one"))
    with pytest.raises(InputError, match="no sample in common"):
        gate(GOOD, baseline=errata.score(["a"], ["a"], ids=["x"]))
    with pytest.raises(UnknownNameError, match="wer"):
        gate(GOOD, baseline=scored(lambda at: 0, metrics=["cer"]), margins={"wer": 0})


def test_every_format_tells_the_same():
    verdict = gate(BAD, maximum={"cer": 0.05, "missing": 0}, baseline=GOOD, margins={"cer": 0.002})
    document = json.loads("".join(render(verdict, "json")))
    assert document["passed"] is False
    assert [check["outcome"] for check in document["checks"]] == ["failed", "passed", "failed"]
    rows = "".join(render(verdict, "csv")).splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["failed", "passed", "failed"]
    page = "".join(render(verdict, "markdown"))
    assert "failed 2 of 3 checks" in page
    suite = ElementTree.fromstring("".join(verdict.junit()).partition("\n")[2])
    assert suite.attrib["failures"] == "2"
    assert [len(case.findall("failure")) for case in suite.iter("testcase")] == [1, 0, 1]
    assert re.search(r"cer is \S+ %, interval", suite.find(".//failure").attrib["message"])


def test_junit_holds_names_that_xml_cannot():
    from dataclasses import replace

    named = replace(gate(GOOD, maximum={"cer": 1}), run='a<b>&"\x07')
    suite = ElementTree.fromstring("".join(named.junit()).partition("\n")[2])
    assert suite.find(".//testcase").attrib["classname"] == 'a<b>&"\ufffd'
