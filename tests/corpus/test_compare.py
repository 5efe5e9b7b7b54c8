"""Runs compared: paired by id, refused where they do not compare, and judged by the tests of the stats room."""

import json
import math

import pytest
from scipy import stats

import errata
from errata.corpus.compare import compare, loaded
from errata.corpus.counted import counted, rows_of
from errata.errors import InputError, RunError, UnknownNameError, UsageError

REFERENCES = ["the cat sat", "on the mat", "and purred", "all day", "in the sun", "until noon", "then it slept"]


def scored(hypotheses, ids=None, **options):
    return errata.score(REFERENCES[: len(hypotheses)], hypotheses, ids=ids, **options)


def spoilt(*edits):
    """The references, each with so many characters replaced at its start."""
    return ["#" * number + text[number:] for number, text in zip(edits, REFERENCES, strict=False)]


A, B = scored(spoilt(3, 2, 1, 2, 4, 0, 5)), scored(spoilt(1, 1, 0, 2, 1, 1, 0))


def test_a_difference_is_second_minus_first_on_the_corpus_number():
    one = compare(A, B, metrics="cer")["cer"]
    characters = sum(map(len, REFERENCES))
    assert one.first == 17 / characters
    assert one.second == 6 / characters
    assert one.difference == pytest.approx(-11 / characters, abs=1e-15)
    assert (one.wins, one.ties, one.losses) == (5, 1, 1)
    assert one.interval[0] < one.difference < one.interval[1] + 1e-12


def test_wins_follow_the_direction_of_the_metric():
    one = compare(A, B, metrics=["char_f1"])["char_f1"]
    assert one.difference > 0
    assert one.wins > one.losses


def test_samples_are_paired_by_id_and_not_by_place():
    ids = list("abcdefg")
    ours = scored(spoilt(3, 2, 1, 2, 4, 0, 5), ids)
    order = [3, 0, 6, 1, 5, 2, 4]
    theirs = spoilt(1, 1, 0, 2, 1, 1, 0)
    shuffled = errata.score([REFERENCES[at] for at in order], [theirs[at] for at in order], [ids[at] for at in order])
    assert compare(ours, shuffled).pairs == compare(ours, scored(theirs, ids)).pairs


def test_tests_are_those_of_scipy_on_the_samples_own_values():
    one = compare(A, B, metrics="cer")["cer"]
    values = [[row["cer"] for row in result.samples.to_pylist()] for result in (A, B)]
    assert one.test("paired t").p == pytest.approx(stats.ttest_rel(*values).pvalue, rel=1e-9)
    every = stats.PermutationMethod(n_resamples=math.inf)  # two of the differences are 0 and left out, some are tied
    assert one.test("Wilcoxon signed-rank").p == pytest.approx(stats.wilcoxon(*values, method=every).pvalue, rel=1e-9)
    assert one.test("permutation").method == "all 128 swaps"


def test_exactly_right_texts_are_counted_for_mcnemar():
    pair = compare(A, B, metrics="cer").pairs[0]
    assert (pair.only_first, pair.only_second) == (1, 2)
    assert pair.exact.p == 1.0


def test_p_values_are_corrected_over_all_metrics_and_pairs():
    found = compare(A, B, scored(spoilt(0, 0, 0, 0, 0, 0, 0)), metrics=["cer", "wer"])
    every = [one for pair in found.pairs for one in pair.metrics.values()]
    assert len(every) == 6
    ordered = sorted(every, key=lambda one: one.p)
    assert ordered[0].holm == pytest.approx(6 * ordered[0].p)
    assert all(one.p <= one.benjamini_hochberg <= one.holm <= 1 for one in every)
    assert {one.verdict for one in every} <= {"better", "worse", "undecided"}


def test_a_clear_difference_is_told_as_better_and_as_worse():
    many = [f"line {number} of a long text" for number in range(40)]
    good = errata.score(many, [*many[:-1], "line 40"])
    bad = errata.score(many, [text.replace("line", "iine").replace("text", "tevt") for text in many])
    assert compare(bad, good, metrics="cer")["cer"].verdict == "better"
    assert compare(good, bad, metrics="cer")["cer"].verdict == "worse"


def test_three_runs_are_ranked_with_groups():
    perfect = scored(list(REFERENCES))
    ranks = compare({"a": A, "b": B, "perfect": perfect}, metrics="cer").rankings["cer"]
    assert [(place.name, place.rank) for place in ranks] == [("perfect", 1), ("b", 2), ("a", 3)]
    assert all(place.groups for place in ranks)
    assert compare(A, B).rankings == {}


def test_a_recommendation_has_its_reason():
    found = compare(A, B, metrics=["cer", "ser"])
    assert (found["cer"].recommended, found["ser"].recommended) == ("permutation", "McNemar")
    assert "corpus number" in found["cer"].reasons[0]
    assert "yes or no" in found["ser"].reasons[0]


def test_clusters_are_resampled_and_permuted_whole():
    facts = {"document": ["x", "x", "x", "y", "y", "z", "z"]}
    ours = scored(spoilt(3, 2, 1, 2, 4, 0, 5), facts=facts)
    theirs = scored(spoilt(1, 1, 0, 2, 1, 1, 0), facts=facts)
    one = compare(ours, theirs, metrics="cer", cluster="document")["cer"]
    assert one.clusters == 3
    assert one.test("permutation").method == "all 8 swaps"
    with pytest.raises(UnknownNameError, match="Did you mean document"):
        compare(ours, theirs, cluster="documents")


def test_the_same_runs_give_the_same_document():
    assert compare(A, B).to_json() == compare(A, B).to_json()
    assert compare(A, B, seed=1)["cer"].interval != compare(A, B)["cer"].interval


def test_a_test_of_ranks_that_looks_the_other_way_decides_nothing():
    """B is a little better on most samples and far worse on a few: ranks and the mean difference disagree."""
    size = 60
    first = ["ab" * 20 for _ in range(size)]
    ours = [text[:-1] + "#" for text in first]
    theirs = [text if at < 50 else "#" * 40 for at, text in enumerate(first)]
    one = compare(errata.score(first, ours, profile="handbook"), errata.score(first, theirs, profile="handbook"),
                  metrics=["cer"])["cer"]  # fmt: skip
    assert one.recommended == "Wilcoxon signed-rank"
    assert one.difference > 0 > one.effects["rank_biserial"]
    assert one.holm < 0.05
    assert one.verdict == "undecided"


class TestRefusals:
    def test_other_conventions_are_named_field_by_field(self):
        other = scored(spoilt(1, 1, 0, 2, 1, 1, 0), empty="one", normalize=["casefold"])
        with pytest.raises(InputError) as caught:
            compare(A, other)
        assert {problem.where for problem in caught.value.problems} == {"steps", "empty"}
        assert "'casefold' in run 2" in str(caught.value)

    def test_samples_of_one_run_alone_are_listed_or_left_out(self):
        shorter = scored(spoilt(1, 1, 0, 2, 1))
        with pytest.raises(InputError, match="5 are in all of them") as caught:
            compare(A, shorter)
        assert [problem.where for problem in caught.value.problems] == ["5", "6"]
        found = compare(A, shorter, unmatched="drop")
        assert found.samples == 5
        assert [system.unpaired for system in found.systems] == [("5", "6"), ()]

    def test_nothing_in_common_is_refused_with_examples(self):
        with pytest.raises(InputError, match="no sample in common") as caught:
            compare(A, scored(REFERENCES[:2], ["x", "y"]), unmatched="drop")
        assert "'x', 'y'" in str(caught.value)

    def test_other_references_under_the_same_ids_are_found_by_their_length(self):
        changed = errata.score([*REFERENCES[:6], "then it slept on"], REFERENCES)
        with pytest.raises(InputError, match="other references") as caught:
            compare(A, changed)
        assert str(caught.value.problems[0]) == "6: its reference has 13 characters in run 1, 16 in run 2"

    def test_a_run_that_is_none_says_so(self, tmp_path):
        with pytest.raises(RunError, match="not a run directory"):
            compare(tmp_path / "a", A)

    def test_one_run_or_the_same_twice_is_no_comparison(self, tmp_path):
        with pytest.raises(UsageError, match="two runs or more"):
            compare(A)
        with pytest.raises(UsageError, match="given twice"):
            loaded([{"a": A}, {"a": B}])

    def test_unknown_metrics_policies_and_confidences_are_refused(self):
        for options, word in (
            ({"metrics": ["cerr"]}, "cer"),
            ({"unmatched": "count"}, "drop"),
            ({"confidence": 95.0}, "between 0 and 1"),
            ({"resamples": 10}, "too few"),
        ):
            with pytest.raises(UsageError, match=word):
                compare(A, B, **options)


class TestHardInput:
    def test_one_sample_has_a_difference_and_no_interval(self):
        one = compare(errata.score(["abcd"], ["abxx"]), errata.score(["abcd"], ["abcx"]), metrics="cer")["cer"]
        assert one.difference == -0.25
        assert math.isnan(one.interval[0])
        assert "too few" in one.warning
        assert one.verdict == "undecided"

    def test_equal_runs_differ_in_nothing(self):
        one = compare({"a": A}, {"b": scored(spoilt(3, 2, 1, 2, 4, 0, 5))}, metrics="cer")["cer"]
        assert (one.difference, one.interval, one.p, one.ties) == (0, (0, 0), 1, 7)

    def test_infinite_samples_are_left_out_of_tests_and_counted(self):
        options = {"profile": "handbook", "metrics": ["cer"]}
        ours = errata.score(["", "abcd", "ab"], ["x", "abxx", "ab"], **options)
        theirs = errata.score(["", "abcd", "ab"], ["y", "abcx", "xb"], **options)
        found = compare(ours, theirs)
        assert found["cer"].undefined == 1
        assert json.loads(found.to_json())["pairs"][0]["metrics"]["cer"]["first"] is None

    def test_metrics_without_any_value_are_told(self):
        ours, theirs = (
            errata.score(["a b", "c d"], [text, text], metrics=["trigram_overlap"]) for text in ("a b", "c")
        )
        one = compare(ours, theirs)["trigram_overlap"]
        assert (one.undefined, one.verdict, one.reasons) == (2, "undecided", ("no sample has a value in both runs",))


def test_the_counts_of_every_metric_are_found_and_give_its_number():
    for profile in errata.PROFILES:
        result = scored(spoilt(3, 2, 1, 2, 4, 0, 5), profile=profile)
        found = counted(result)
        assert list(found) == list(result)
        rows = rows_of(result, found)
        for name, of in found.items():
            sums = {field: column.sum(keepdims=True) for field, column in rows.columns(of).items()}
            assert of.formula.values(sums, result.settings["empty"])[0] == pytest.approx(result[name].micro), name


def test_run_directories_compare_as_results_do(tmp_path):
    table = tmp_path / "pairs.csv"
    names = []
    for name, hypotheses in (("a", spoilt(3, 2, 1)), ("b", spoilt(0, 1, 1))):
        rows = "".join(f"{number},{REFERENCES[number]},{text}\n" for number, text in enumerate(hypotheses))
        table.write_text(f"id,reference,hypothesis\n{rows}", "utf-8")
        errata.score_corpus(table, tmp_path / "runs" / name)
        names.append(tmp_path / "runs" / name)
    found = compare(*names)
    assert [system.name for system in found.systems] == ["a", "b"]
    assert (
        found.pairs[0].metrics == compare({"a": scored(spoilt(3, 2, 1)), "b": scored(spoilt(0, 1, 1))}).pairs[0].metrics
    )


def test_names_of_runs_are_as_short_as_they_can_be_told_apart(tmp_path):
    for folder in ("one/run", "two/run", "other"):
        errata.score_corpus(_pairs(tmp_path), tmp_path / folder, metrics=["cer"])
    paths = [tmp_path / folder for folder in ("one/run", "two/run", "other")]
    assert list(loaded(paths)) == ["one/run", "two/run", "other"]


def _pairs(folder):
    path = folder / "pairs.jsonl"
    path.write_text('{"id": "1", "reference": "ab", "hypothesis": "ax"}\n', "utf-8")
    return path
