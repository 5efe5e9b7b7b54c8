"""The tails of distributions, against scipy."""

import pytest
from scipy import stats

from errata.stats.distributions import beta_share, binomial_at, binomial_upto, t_above, t_quantile


@pytest.mark.parametrize("freedom", [1, 2, 7, 29, 1000, 100_000])
@pytest.mark.parametrize("value", [-3.0, -0.2, 0.0, 0.5, 2.0, 12.0])
def test_the_tail_of_students_t(value, freedom):
    assert t_above(value, freedom) == pytest.approx(stats.t.sf(value, freedom), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("freedom", [1, 4, 29, 5000])
@pytest.mark.parametrize("share", [0.001, 0.2, 0.5, 0.8, 0.975, 0.9999])
def test_the_quantile_of_students_t(share, freedom):
    assert t_quantile(share, freedom) == pytest.approx(stats.t.ppf(share, freedom), rel=1e-8, abs=1e-10)


@pytest.mark.parametrize(("trials", "share"), [(1, 0.5), (10, 0.5), (1000, 0.5), (37, 0.1)])
def test_the_binomial_distribution(trials, share):
    for count in range(-1, trials + 1, max(1, trials // 7)):
        assert binomial_upto(count, trials, share) == pytest.approx(stats.binom.cdf(count, trials, share), rel=1e-9)
        if count >= 0:
            assert binomial_at(count, trials, share) == pytest.approx(stats.binom.pmf(count, trials, share), rel=1e-9)


def test_the_ends_of_the_incomplete_beta_function():
    assert beta_share(0, 2, 3) == 0
    assert beta_share(1, 2, 3) == 1
    assert beta_share(0.3, 2, 3) == pytest.approx(stats.beta.cdf(0.3, 2, 3), rel=1e-12)
