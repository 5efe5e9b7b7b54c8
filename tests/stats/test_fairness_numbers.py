"""Fairness worked by hand: gaps, spread, bands, inequality, and what becomes of tiny groups."""

import math

import numpy as np
import pytest

from errata.errors import LengthMismatchError, UsageError
from errata.metrics.registry import METRICS
from errata.stats.fairness import fairness, gini, parity, shrink, theil
from errata.stats.ranking import rank_table

CER, F1 = METRICS["cer"].formula, METRICS["char_f1"].formula


def counts(edits, length=100):
    edits = np.array(edits, dtype=np.int64)
    lengths = np.full(len(edits), length)
    return {"distance": edits, "reference": lengths, "hypothesis": lengths, "longer": lengths}


def groups(**edits):
    """Groups of samples of a hundred characters, with these edits."""
    labels = [label for label, wrong in edits.items() for _ in wrong]
    return counts([number for wrong in edits.values() for number in wrong]), labels


class TestGaps:
    def test_delta_sigma_and_mean_are_over_groups_of_any_size(self):
        found = fairness(CER, *groups(en=[1, 3], de=[5], ar=[6, 10, 11]))
        # corpus numbers 2 %, 5 % and 9 %
        assert found.delta == pytest.approx(0.07)
        assert found.mean == pytest.approx(16 / 300)
        assert found.sigma == pytest.approx(
            math.sqrt(((2 - 16 / 3) ** 2 + (5 - 16 / 3) ** 2 + (9 - 16 / 3) ** 2) / 3) / 100
        )
        assert (found.best, found.worst, found.band) == ("en", "ar", "moderate")
        assert [(group.label, group.samples) for group in found.groups] == [("ar", 3), ("de", 1), ("en", 2)]

    def test_better_means_higher_for_shares(self):
        matched = {"matched": np.array([9, 5]), "reference": np.array([10, 10]), "hypothesis": np.array([10, 10])}
        found = fairness(F1, matched, ["a", "b"], better="higher")
        assert (found.best, found.worst) == ("a", "b")
        assert found.delta == pytest.approx(0.4)

    def test_groups_of_documents_that_are_all_apart_are_two_samples(self):
        """The variance of a gap between independent groups is the sum of theirs: Welch's."""
        generator = np.random.default_rng(0)
        first, second = generator.poisson(4, 300), generator.poisson(9, 300)
        found = fairness(CER, *groups(a=first, b=second)).gap
        error = math.sqrt(first.var(ddof=1) / 300 + second.var(ddof=1) / 300) / 100
        assert found.high - found.low == pytest.approx(2 * 1.96 * error, rel=0.06)

    def test_a_document_with_lines_of_both_groups_is_resampled_as_one(self):
        """Each document adds the same to both groups: the gap is certain, though neither number is."""
        hard = np.random.default_rng(1).integers(0, 30, 50)
        columns, labels = groups(print=hard, hand=hard + 5)
        together = fairness(CER, columns, labels, clusters=np.tile(np.arange(50), 2)).gap
        apart = fairness(CER, columns, labels).gap
        assert tuple(together) == pytest.approx((0.05, 0.05))
        assert apart.high - apart.low > 0.03

    def test_a_group_of_one_document_has_no_interval_and_neither_has_its_gap(self):
        found = fairness(CER, *groups(a=[1, 2, 1, 3], b=[9]))
        assert math.isnan(found.gap.low)
        assert "1 cluster(s)" in found.gap.warning
        assert found.delta == pytest.approx(0.0725)

    def test_the_smaller_group_says_how_little_is_known(self):
        found = fairness(CER, *groups(a=list(range(60)), b=[50, 70, 60, 80, 40]))
        assert "only 5 clusters" in found.gap.warning

    def test_one_group_is_nothing_to_compare(self):
        with pytest.raises(UsageError, match="1 group"):
            fairness(CER, *groups(a=[1, 2]))
        with pytest.raises(LengthMismatchError):
            fairness(CER, counts([1, 2]), ["a"])

    def test_samples_without_the_fact_are_a_group(self):
        found = fairness(CER, counts([1, 2, 3]), ["a", None, ""])
        assert [group.label for group in found.groups] == ["(none)", "a"]


@pytest.mark.parametrize(
    ("delta", "band"),
    [(0, "excellent"), (0.0199, "excellent"), (0.02, "good"), (0.0499, "good"), (0.05, "moderate"), (0.10, "moderate"),
     (0.1001, "significant")],
)  # fmt: skip
def test_bands_are_the_documents(delta, band):
    assert parity(delta) == band


class TestInequality:
    def test_equal_groups_have_none(self):
        assert theil([0.2, 0.2, 0.2]) == pytest.approx(0)
        assert gini([0.2, 0.2, 0.2]) == pytest.approx(0)
        assert theil([0, 0]) == gini([0, 0]) == 0

    def test_all_for_one_is_the_most(self):
        assert theil([0, 0, 0, 1]) == pytest.approx(math.log(4))
        assert gini([0, 0, 0, 1]) == pytest.approx(1 - 1 / 4)

    def test_worked_by_hand(self):
        # shares 1/4 and 3/4: Theil is 1/4 ln(1/2) + 3/4 ln(3/2); Gini is |3/4 - 1/4| / 2
        assert theil([1, 3]) == pytest.approx(0.25 * math.log(0.5) + 0.75 * math.log(1.5))
        assert gini([3, 1]) == pytest.approx(0.25)

    def test_gini_is_the_mean_difference_of_all_pairs(self):
        values = [0.03, 0.1, 0.02, 0.07, 0.4]
        pairs = sum(abs(a - b) for a in values for b in values)
        assert gini(values) == pytest.approx(pairs / (2 * len(values) * sum(values)))

    @pytest.mark.parametrize("values", [[], [-1, 2], [math.nan, 1], [math.inf]])
    def test_it_is_defined_for_amounts_only(self, values):
        with pytest.raises(UsageError, match="finite numbers"):
            gini(values)


class TestShrinkage:
    def test_worked_by_hand(self):
        """DerSimonian and Laird: equal errors e, so the variance between is the sample variance - e^2."""
        values, error = [0.02, 0.05, 0.11], 0.02
        between = np.var(values, ddof=1) - error**2
        expected = [0.06 + (value - 0.06) * between / (between + error**2) for value in values]
        assert shrink(values, [error] * 3, [50] * 3) == pytest.approx(expected)

    def test_groups_that_differ_by_chance_alone_all_become_the_mean(self):
        assert shrink([0.04, 0.05, 0.06], [0.02] * 3, [9] * 3) == pytest.approx([0.05] * 3)

    def test_the_less_is_known_the_more_is_drawn(self):
        sure, unsure, _ = shrink([0.02, 0.10, 0.03], [0.001, 0.05, 0.001], [100, 3, 100])
        assert sure == pytest.approx(0.02, abs=1e-3)
        assert 0.02 < unsure < 0.06

    def test_a_group_without_an_error_varies_as_clusters_do(self):
        """A hundred perfect pages are hardly drawn, a single page is."""
        perfect, single, *_ = shrink([0.0, 0.2, 0.05, 0.09], [0.0, math.nan, 0.004, 0.004], [100, 1, 100, 100])
        assert perfect < 0.01
        assert single < 0.17

    def test_where_no_error_is_known_nothing_is_drawn(self):
        assert shrink([0.1, 0.2], [math.nan, math.nan], [1, 1]) == [0.1, 0.2]
        assert shrink([0.1, 0.2], [0.0, 0.0], [5, 5]) == [0.1, 0.2]

    def test_a_group_without_a_value_stays_without(self):
        found = shrink([0.1, math.nan, 0.3], [0.01, math.nan, 0.01], [9, 3, 9])
        assert math.isnan(found[1])
        assert 0.1 < found[0] < 0.2


class TestRanks:
    def table(self, **systems):
        return rank_table(CER, {name: counts(wrong) for name, wrong in systems.items()}, resamples=2000)

    def test_systems_are_ordered_with_the_places_they_may_hold(self):
        base = np.random.default_rng(0).poisson(8, 60)
        found = self.table(bad=base + 9, good=base, same=base + np.arange(60) % 2 - (np.arange(60) % 2)[::-1])
        assert [one.name for one in found.systems] == ["good", "same", "bad"]
        assert [(one.rank, one.best_rank, one.worst_rank) for one in found.systems] == [(1, 1, 2), (2, 1, 2), (3, 3, 3)]
        assert [one.groups for one in found.systems] == ["a", "a", "b"]

    def test_neighbours_overlap_where_only_the_ends_are_apart(self):
        base = 10 + np.random.default_rng(3).poisson(8, 30)
        found = self.table(a=base, b=base + 1 + np.tile([8, -8], 15), c=base + 2)
        letters = {one.name: one.groups for one in found.systems}
        assert letters == {"a": "a", "b": "ab", "c": "b"}

    def test_p_values_are_those_of_the_permutation_test_after_holm(self):
        base = np.random.default_rng(1).poisson(8, 10)
        found = self.table(x=base + 1, y=base, z=base + 5)
        assert set(found.p_values) == {("y", "x"), ("y", "z"), ("x", "z")}
        assert found.p_values["y", "z"] == 3 * 2 / 2**10

    def test_higher_is_better_turns_the_order_and_equal_systems_share_a_letter(self):
        systems = {"low": counts([1] * 9), "high": counts([5] * 9), "also": counts([5] * 9)}
        found = rank_table(CER, systems, better="higher", resamples=999)
        assert [one.name for one in found.systems] == ["also", "high", "low"]
        assert [one.groups for one in found.systems] == ["a", "a", "b"]

    def test_one_system_has_no_rank(self):
        with pytest.raises(UsageError, match="nothing to rank"):
            self.table(only=[1, 2])
