"""Effect sizes, win counts, and the test that is recommended."""

import math

import numpy as np
import pytest
from scipy import stats

from errata.errors import UnknownNameError
from errata.stats.effects import Effects, Wins, effects, recommend, shape, wins


def test_effect_sizes_worked_by_hand():
    # differences 1, 2, 3, -2: mean 1, variance (0 + 1 + 4 + 9) / 3
    found = effects([0, 0, 0, 0], [1, 2, 3, -2])
    assert found.cohen_d == pytest.approx(1 / math.sqrt(14 / 3))
    assert found.hedges_g == pytest.approx(found.cohen_d * (1 - 3 / (4 * 3 - 1)))
    assert found.rank_biserial == pytest.approx((1 + 2.5 + 4 - 2.5) / 10)


def test_hedges_correction_is_near_the_exact_one_by_the_gamma_function():
    """Hedges 1981: J = gamma(m / 2) / (sqrt(m / 2) gamma((m - 1) / 2)) on m degrees of freedom."""
    gaps = np.random.default_rng(0).normal(1, 2, 12)
    found = effects(np.zeros(12), gaps)
    exact = math.gamma(11 / 2) / (math.sqrt(11 / 2) * math.gamma(10 / 2))
    assert found.hedges_g == pytest.approx(found.cohen_d * exact, rel=1e-3)
    assert found.cohen_d == pytest.approx(stats.ttest_1samp(gaps, 0).statistic / math.sqrt(12))


def test_rank_biserial_is_the_share_of_ranks_in_favour_less_that_against():
    gaps = np.random.default_rng(1).normal(0.3, 1, 30)
    above = stats.wilcoxon(gaps, alternative="greater").statistic  # the rank sum of positive differences
    assert effects(np.zeros(30), gaps).rank_biserial == pytest.approx(2 * above / (30 * 31 / 2) - 1)


@pytest.mark.parametrize("shift", [0.2, 1.0])
def test_without_spread_there_is_no_effect_size_but_a_direction(shift):
    found = effects([0.1] * 5, [0.1 + shift] * 5)
    assert math.isnan(found.cohen_d)
    assert math.isnan(found.hedges_g)
    assert found.rank_biserial == 1


def test_equal_systems_have_no_effect():
    found = effects([1, 2], [1, 2])
    assert math.isnan(found.cohen_d)
    assert found.rank_biserial == 0
    assert set(Effects.__slots__) == {"cohen_d", "hedges_g", "rank_biserial"}


def test_wins_follow_the_direction():
    assert wins([0.1, 0.2, 0.3, 0.3], [0.0, 0.2, 0.4, 0.1]) == Wins(wins=2, ties=1, losses=1)
    assert wins([0.1, 0.2, 0.3, 0.3], [0.0, 0.2, 0.4, 0.1], better="higher") == Wins(wins=1, ties=1, losses=2)
    with pytest.raises(UnknownNameError, match="direction"):
        wins([0], [1], better="faster")


NORMAL = np.random.default_rng(5).normal(0.01, 0.02, 200)
SKEWED = np.random.default_rng(5).gamma(0.5, 0.05, 200)


@pytest.mark.parametrize(
    ("second", "options", "test", "words"),
    [
        (NORMAL, {"clustered": True}, "permutation", "not independent"),
        (np.arange(200) % 2, {}, "McNemar", "100 of 200 pairs differ"),
        (NORMAL, {"corpus": True}, "permutation", "corpus number"),
        (NORMAL * (np.arange(200) < 90), {}, "permutation", "110 of 200 pairs are equal"),
        (NORMAL, {}, "paired t", "look normal"),
        (SKEWED, {}, "Wilcoxon signed-rank", "not normal"),
        (NORMAL[:20], {}, "Wilcoxon signed-rank", "20 pairs are too few"),
    ],
)
def test_the_recommended_test_has_its_reason(second, options, test, words):
    found = recommend(np.zeros(len(second)), second, **{"corpus": False, **options})
    assert found.test == test
    assert words in str(found)


def test_shape_is_scipys_skewness_and_kurtosis():
    assert shape(SKEWED) == pytest.approx((stats.skew(SKEWED), stats.kurtosis(SKEWED)))
    assert shape(np.full(5, 0.3)) == (0, 0)
