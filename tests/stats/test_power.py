"""Samples needed, and the smallest difference that can be shown, against simulation and the noncentral t."""

import math

import numpy as np
import pytest
from scipy import stats

from errata.errors import UsageError
from errata.metrics.registry import METRICS
from errata.stats.power import paired_deviation, samples_needed, single_deviation, smallest_difference

CER = METRICS["cer"].formula


def counts(edits):
    edits = np.array(edits, dtype=np.int64)
    lengths = np.full(len(edits), 100)
    return {"distance": edits, "reference": lengths, "hypothesis": lengths, "longer": lengths}


@pytest.mark.parametrize("effect", [0.05, 0.2, 0.5, 1.0])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_the_t_test_has_the_power_that_was_asked_for(effect, power):
    """Exactly, by the noncentral t; one sample fewer would be too few, to a sample or two."""
    needed = samples_needed(effect, 1.0, power=power)

    def exact(size):
        critical, shift = stats.t.ppf(0.975, size - 1), effect * math.sqrt(size)
        return stats.nct.sf(critical, size - 1, shift) + stats.nct.cdf(-critical, size - 1, shift)

    assert exact(needed) >= power - 0.005
    assert exact(max(2, needed - 3)) < power + 0.01


def test_large_corpora_need_what_the_normal_distribution_says():
    assert samples_needed(0.001, 0.1) == pytest.approx(((1.959964 + 0.841621) * 100) ** 2, rel=1e-3)


def test_the_smallest_difference_is_the_one_that_needs_so_many():
    for clusters in (2, 5, 37, 1000):
        smallest = smallest_difference(clusters, 0.04)
        assert samples_needed(smallest * (1 + 1e-9), 0.04) == clusters
        assert samples_needed(smallest * 0.98, 0.04) > clusters


def test_the_deviation_of_pairs_is_that_of_their_differences():
    first, second = [5, 9, 1, 7, 3, 2], [4, 4, 1, 9, 0, 2]
    gaps = (np.array(second) - first) / 100
    assert paired_deviation(CER, counts(first), counts(second)) == pytest.approx(gaps.std(ddof=1))


def test_one_system_stands_for_two_that_correlate():
    values = np.array([5, 9, 1, 7, 3, 2]) / 100
    for correlation in (-1, 0, 0.5, 0.9):
        found = single_deviation(CER, counts([5, 9, 1, 7, 3, 2]), correlation=correlation)
        assert found == pytest.approx(values.std(ddof=1) * math.sqrt(2 * (1 - correlation)))


def test_clusters_count_once():
    edits, clusters = np.repeat([5, 9, 1, 7], 3), np.repeat(np.arange(4), 3)
    apart, together = (single_deviation(CER, counts(edits), clusters=c) for c in (None, clusters))
    assert together == pytest.approx(np.std([5, 9, 1, 7], ddof=1) / 100)
    assert apart < together


def test_without_spread_two_samples_are_enough():
    assert samples_needed(0.01, 0.0) == 2


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: samples_needed(0, 0.1), "difference is 0"),
        (lambda: samples_needed(math.inf, 0.1), "difference is inf"),
        (lambda: samples_needed(0.1, math.nan), "spread of these samples is not known"),
        (lambda: samples_needed(0.1, 0.1, power=1), "power is 1"),
        (lambda: samples_needed(0.1, 0.1, confidence=95), "confidence is 95"),
        (lambda: smallest_difference(1, 0.1), "cannot show any"),
        (lambda: single_deviation(CER, counts([1, 2]), correlation=1), "correlation is 1"),
    ],
)
def test_what_cannot_be_reached_is_refused(call, words):
    with pytest.raises(UsageError, match=words):
        call()
