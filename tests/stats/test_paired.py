"""Tests of two systems: equal to scipy and statsmodels where these have them, and to every possibility written out."""

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_statsmodels
from statsmodels.stats.multitest import multipletests

from errata.errors import InputError, LengthMismatchError, UsageError
from errata.metrics.registry import METRICS
from errata.stats.correction import benjamini_hochberg, holm
from errata.stats.paired import difference, mcnemar, paired_t, permutation, wilcoxon

CER = METRICS["cer"].formula
# scipy's own example of wilcoxon: the heights of cross- and self-fertilised corn plants (Darwin 1876)
CORN = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]


def counts(edits, lengths=None):
    """The columns of a character error rate."""
    edits = np.array(edits, dtype=np.int64)
    lengths = np.full(len(edits), 20, np.int64) if lengths is None else np.array(lengths, dtype=np.int64)
    return {"distance": edits, "reference": lengths, "hypothesis": lengths, "longer": lengths}


def some(size, seed=0):
    generator = np.random.default_rng(seed)
    return generator.gamma(2, 0.02, size), generator.gamma(2, 0.021, size)


class TestPairedT:
    @pytest.mark.parametrize("size", [2, 3, 10, 100, 3000])
    def test_it_is_that_of_scipy(self, size):
        ours, theirs = some(size)
        found, wanted = paired_t(ours, theirs), stats.ttest_rel(theirs, ours)
        assert found.statistic == pytest.approx(wanted.statistic, rel=1e-10)
        assert found.p_value == pytest.approx(wanted.pvalue, rel=1e-9)
        assert found.pairs == size

    def test_scipys_own_example(self):
        zeros = [0] * len(CORN)
        assert paired_t(zeros, CORN).p_value == pytest.approx(stats.ttest_rel(CORN, zeros).pvalue, rel=1e-12)

    def test_without_spread_nothing_can_be_judged(self):
        assert paired_t([1, 2, 3], [1, 2, 3]).p_value == 1
        assert math.isnan(paired_t([1, 2, 3], [2, 3, 4]).p_value)
        assert math.isnan(paired_t([0.1] * 5, [0.3] * 5).p_value)
        assert math.isnan(paired_t([1], [2]).p_value)
        assert paired_t([1], [1]).p_value == 1


class TestWilcoxon:
    def test_scipys_own_example(self):
        found = wilcoxon([0] * len(CORN), CORN)
        assert (found.statistic, found.p_value, found.method) == (24, 0.041259765625, "exact")

    @pytest.mark.parametrize("size", [1, 2, 5, 20, 50])
    def test_up_to_50_differences_it_is_exact_as_in_scipy(self, size):
        ours, theirs = some(size, seed=size)
        wanted = stats.wilcoxon(theirs, ours, method="exact")
        found = wilcoxon(ours, theirs)
        assert (found.statistic, found.method) == (wanted.statistic, "exact")
        assert found.p_value == pytest.approx(wanted.pvalue, rel=1e-10)

    @pytest.mark.parametrize("values", [[1, 1, -2], [3, -1, 1, 2, 2], [1, 1, 1, 1, -1, 2, 0, 0, 5], [2, 2, 2, -2]])
    def test_ties_are_as_exact_as_all_signs_written_out(self, values):
        moved = np.array([value for value in values if value])
        ranks = stats.rankdata(np.abs(moved))
        seen = min(ranks[moved > 0].sum(), ranks[moved < 0].sum())
        sums = [sum(r for r, sign in zip(ranks, signs, strict=True) if sign)
                for signs in product((0, 1), repeat=len(moved))]  # fmt: skip
        expected = min(1, 2 * sum(total <= seen for total in sums) / len(sums))
        found = wilcoxon([0] * len(values), values)
        assert found.p_value == pytest.approx(expected, abs=1e-15)
        assert found.pairs == len(moved)

    @pytest.mark.parametrize("digits", [2, 6])
    def test_above_50_it_is_normal_with_ties_corrected_as_in_scipy(self, digits):
        ours, theirs = (np.round(side, digits) for side in some(400))
        wanted = stats.wilcoxon(theirs, ours, method="asymptotic")
        found = wilcoxon(ours, theirs)
        assert found.statistic == wanted.statistic
        assert found.p_value == pytest.approx(wanted.pvalue, rel=1e-9)
        assert found.method == "normal, ties corrected"

    def test_equal_systems_have_nothing_to_rank(self):
        assert wilcoxon([1, 2], [1, 2]).p_value == 1


def outcomes(only_first, only_second, both=3, neither=4):
    first = [True] * only_first + [False] * only_second + [True] * both + [False] * neither
    second = [False] * only_first + [True] * only_second + [True] * both + [False] * neither
    return first, second


class TestMcNemar:
    @pytest.mark.parametrize("table", [(0, 1), (3, 3), (1, 5), (10, 2), (12, 12), (0, 24)])
    def test_few_discordant_pairs_are_exact_as_in_statsmodels(self, table):
        found = mcnemar(*outcomes(*table))
        wanted = mcnemar_of_statsmodels([[3, table[0]], [table[1], 4]], exact=True)
        assert (found.statistic, found.pairs) == (wanted.statistic, sum(table))
        assert found.p_value == pytest.approx(wanted.pvalue, rel=1e-10)
        assert found.method == "exact binomial"

    @pytest.mark.parametrize("table", [(10, 15), (0, 25), (20, 20), (60, 41)])
    def test_more_are_mid_p_counted_by_hand(self, table):
        pairs, fewer = sum(table), min(table)
        at = [math.comb(pairs, count) / 2**pairs for count in range(pairs + 1)]
        far = [abs(count - pairs / 2) for count in range(pairs + 1)]
        beyond = sum(p for p, distance in zip(at, far, strict=True) if distance > far[fewer])
        same = sum(p for p, distance in zip(at, far, strict=True) if distance == far[fewer])
        found = mcnemar(*outcomes(*table))
        assert found.p_value == pytest.approx(beyond + same / 2, rel=1e-10)
        assert found.method == "mid-p binomial"

    def test_the_worked_example_of_fagerland(self):
        """Airway hyper-responsiveness before and after transplantation: 1 and 7 discordant pairs (Fagerland 2013)."""
        assert mcnemar(*outcomes(1, 7)).p_value == pytest.approx(0.0703125)

    def test_no_discordant_pair_shows_nothing(self):
        assert mcnemar([True, False], [True, False]).p_value == 1
        with pytest.raises(LengthMismatchError):
            mcnemar([True], [True, False])


class TestPermutation:
    def test_small_cases_equal_every_swap_written_out(self):
        first, second, lengths = [1, 0, 4, 2, 7], [0, 2, 1, 0, 3], [10, 20, 15, 30, 12]
        found = permutation(CER, counts(first, lengths), counts(second, lengths))
        seen = abs(sum(first) - sum(second))
        gaps = [abs(sum(sign * (a - b) for sign, a, b in zip(signs, first, second, strict=True)))
                for signs in product((1, -1), repeat=5)]  # fmt: skip
        assert found.p_value == sum(gap >= seen for gap in gaps) / 32
        assert found.method == "all 32 swaps"
        assert found.statistic == pytest.approx((sum(second) - sum(first)) / sum(lengths))

    def test_macro_averages_equal_scipys_sign_flips(self):
        first, second = counts([1, 0, 4, 2, 7, 3]), counts([0, 2, 1, 0, 3, 3])
        gaps = (second["distance"] - first["distance"]) / 20
        wanted = stats.permutation_test(
            (gaps,), np.mean, permutation_type="samples", n_resamples=math.inf, vectorized=True
        )
        assert permutation(CER, first, second, average="macro").p_value == wanted.pvalue

    def test_clusters_are_swapped_whole(self):
        clusters = np.array([0, 0, 1, 1, 2, 2])
        first, second = counts([1, 2, 3, 1, 0, 2]), counts([0, 0, 1, 1, 0, 1])
        gaps = np.array([3, 2, 1])
        sums = [abs((gaps * signs).sum()) for signs in product((1, -1), repeat=3)]
        found = permutation(CER, first, second, clusters=clusters)
        assert found.p_value == sum(total >= 6 for total in sums) / 8
        assert (found.pairs, found.method) == (3, "all 8 swaps")

    def test_random_swaps_come_near_to_the_exact_value_and_are_never_0(self):
        generator = np.random.default_rng(4)
        first, second = counts(generator.poisson(3, 16)), counts(generator.poisson(2, 16))
        exact = permutation(CER, first, second, resamples=2**16).p_value
        near = permutation(CER, first, second, resamples=20_000)
        assert near.p_value == pytest.approx(exact, abs=4 * math.sqrt(exact / 20_000))
        assert near.method == "20000 random swaps"
        sure = permutation(CER, counts([9] * 40), counts([0] * 40), resamples=999)
        assert sure.p_value == 1 / 1000

    @pytest.mark.parametrize("size", [1100, 9000])
    def test_large_corpora_are_permuted_too(self, size):
        edits = np.arange(size) % 5
        found = permutation(CER, counts(edits), counts(edits[::-1]), resamples=200)
        assert 0 < found.p_value <= 1

    def test_the_seed_decides_and_the_stream_stays(self):
        generator = np.random.default_rng(1)
        first, second = counts(generator.poisson(3, 60)), counts(generator.poisson(2.6, 60))
        assert permutation(CER, first, second).p_value == permutation(CER, first, second).p_value
        assert permutation(CER, first, second).p_value != permutation(CER, first, second, seed=1).p_value

    def test_equal_systems_are_not_told_apart(self):
        assert permutation(CER, counts([1, 2, 3]), counts([1, 2, 3])).p_value == 1

    def test_without_a_value_there_is_nothing_to_permute(self):
        first = counts([1, 2], [0, 0])
        assert math.isnan(permutation(CER, first, first, empty="nan").p_value)


class TestDifference:
    def test_both_systems_are_resampled_on_the_same_clusters(self):
        """Where B is A with one edit less in each sample, nothing is uncertain, however much A varies."""
        edits = [3, 9, 1, 17, 4, 12, 8, 2]
        found = difference(CER, counts(edits), counts([edit - 1 for edit in edits]))
        assert found.difference == pytest.approx(-1 / 20)
        assert tuple(found.interval) == pytest.approx((-0.05, -0.05))

    def test_the_clusters_of_both_are_of_one_number(self):
        with pytest.raises(LengthMismatchError):
            difference(CER, counts([1, 2]), counts([1, 2, 3]))


class TestCorrections:
    VALUES = (0.01, 0.04, 0.03, 0.005, 0.5, 0.04, 1.0, 0.0)

    def test_they_are_those_of_statsmodels(self):
        assert holm(self.VALUES) == pytest.approx(multipletests(self.VALUES, method="holm")[1].tolist())
        assert benjamini_hochberg(self.VALUES) == pytest.approx(multipletests(self.VALUES, method="fdr_bh")[1].tolist())

    def test_scipys_example_of_false_discovery_control(self):
        values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 1.0]
        assert benjamini_hochberg(values) == pytest.approx(stats.false_discovery_control(values).tolist())

    def test_what_was_not_tested_stays_out(self):
        found = holm([0.01, math.nan, 0.04])
        assert (found[0], found[2]) == (0.02, 0.04)
        assert math.isnan(found[1])
        assert holm([]) == benjamini_hochberg([]) == []

    def test_a_number_that_is_no_p_value_is_refused(self):
        with pytest.raises(UsageError, match="between 0 and 1"):
            holm([0.1, 1.5])


class TestBadPairs:
    @pytest.mark.parametrize("test", [paired_t, wilcoxon])
    def test_they_are_named_or_refused(self, test):
        with pytest.raises(InputError, match="pair 1: holds nan and 2"):
            test([1.0, math.nan, math.inf], [1.0, 2.0, 3.0])
        with pytest.raises(LengthMismatchError):
            test([1.0], [1.0, 2.0])
        with pytest.raises(UsageError, match="no pairs"):
            test([], [])
