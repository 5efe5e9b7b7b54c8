"""The fairness block of a result: how far the groups of a fact are apart."""

import math

import pytest

import errata
from errata.corpus.fairness import MOST
from errata.report.sheet import strict_json

PER = {"en": 1.8, "de": 2.1, "ar": 4.2, "ka": 3.5}  # CER in percent, from the document's own diagram (002)


def lines(per=PER, size=1000):
    """One sample of a thousand characters for each tenth of a percent of a language's CER, ten for each."""
    references, hypotheses, languages = [], [], []
    for language, percent in per.items():
        for number in range(10):
            wrong = round(percent * size / 100) + (1 if number % 2 else -1)
            references.append("a" * size)
            hypotheses.append("b" * wrong + "a" * (size - wrong))
            languages.append(language)
    return references, hypotheses, {"language": languages}


@pytest.fixture(scope="module")
def result():
    references, hypotheses, facts = lines()
    return errata.score(references, hypotheses, facts=facts, by="language", metrics=["cer", "char_hits"])


def test_delta_and_sigma_are_those_of_the_documents_example(result):
    block = result.fairness["language"]["cer"]
    assert block["delta"] == pytest.approx(0.024)
    assert block["sigma"] == pytest.approx(0.009874208829)
    assert block["mean"] == pytest.approx(0.029)
    assert (block["best"], block["worst"], block["parity"]) == ("en", "ar", "good")


def test_every_group_has_its_numbers_with_an_interval(result):
    for label, group in result.fairness["language"]["cer"]["groups"].items():
        assert group["micro"] == result.groups["language"][label]["cer"].micro
        assert group["macro"] == pytest.approx(result.groups["language"][label]["cer"].macro)
        assert group["interval"][0] < group["micro"] < group["interval"][1]
        assert group["samples"] == 10


def test_only_rates_of_the_headline_are_compared(result):
    assert list(result.fairness["language"]) == ["cer"]


def test_the_gap_has_an_interval_around_it(result):
    low, high = result.fairness["language"]["cer"]["gap"]
    assert low < 0.024 < high


def test_two_facts_adjust_each_other():
    facts = {"language": ["de", "de", "de", "ko", "ko", "ko"], "kind": ["p", "p", "h", "p", "h", "h"]}
    wrong = [2, 2, 20, 2, 20, 20]
    references = ["a" * 100] * 6
    hypotheses = ["b" * number + "a" * (100 - number) for number in wrong]
    found = errata.score(references, hypotheses, facts=facts, by=["language", "kind"], metrics=["cer"]).fairness
    block = found["language"]["cer"]
    assert block["delta"] == pytest.approx(0.06)
    assert block["adjusted"]["kind"]["gap"] == pytest.approx(0)
    assert found["kind"]["cer"]["adjusted"]["language"]["gap"] == pytest.approx(0.18)


def test_facts_of_one_group_or_of_very_many_have_no_block():
    size = MOST + 1
    facts = {"same": ["x"] * size, "each": [str(number) for number in range(size)]}
    found = errata.score(["ab"] * size, ["ax"] * size, facts=facts, by=["same", "each"], metrics=["cer"])
    assert found.fairness == {}
    assert set(found.groups) == {"same", "each"}


def test_groups_without_a_value_are_no_groups_to_compare():
    found = errata.score(["a b c d", "a"], ["a b c d", "a"], facts={"f": ["x", "y"]}, by="f",
                         metrics=["trigram_overlap"])  # fmt: skip
    assert found.fairness == {}


def test_without_intervals_there_is_no_block():
    references, hypotheses, facts = lines({"en": 1, "de": 2})
    assert errata.score(references, hypotheses, facts=facts, by="language", intervals=False).fairness == {}


def test_tiny_groups_have_bounds_that_a_rate_can_reach():
    facts = {"f": ["x", "x", "y", "y"]}
    found = errata.score(
        ["a", "b", "c", "d"], ["a", "x", "x", "x"], facts=facts, by="f", metrics=["perfect_match_rate"]
    )
    block = found.fairness["f"]["perfect_match_rate"]
    assert all(-1 <= bound <= 1 for bound in block["gap"] if bound is not None)
    assert all(0 <= bound <= 1 for g in block["groups"].values() for bound in g["interval"] if bound is not None)


def test_the_block_is_kept_by_the_document_and_by_a_run(result, tmp_path):
    again = type(result).from_dict(result.to_dict())
    assert again.fairness == result.fairness
    assert strict_json(result.to_dict()) == result.to_json()
    table = tmp_path / "pairs.jsonl"
    table.write_text(
        "".join(f'{{"id": "{n}", "reference": "abcd", "hypothesis": "{h}", "f": "{n % 2}"}}\n'
                for n, h in enumerate(["abcd", "abcx", "abcd", "axcx", "abcd", "abxx"])), "utf-8")  # fmt: skip
    run = errata.score_corpus(table, tmp_path / "run", by="f", metrics=["cer"])
    assert run.fairness["f"]["cer"]["delta"] == pytest.approx(5 / 12)
    assert errata.load_run(tmp_path / "run").fairness == run.fairness


def test_words_say_who_is_served_worst_and_whether_the_mix_explains_it(result):
    text = result.explain()
    assert "cer is best for en and worst for ar: Delta is 2.40 points" in text
    assert "calls good parity" in text
    assert not math.isnan(result["cer"].micro)
