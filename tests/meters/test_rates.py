"""Meters and statistics: what a meter measures has intervals, groups and tests like any metric."""

import math

import numpy as np
import pytest
from scipy import stats

from errata.errors import InputError, UnknownNameError, UsageError
from errata.meters import LATENCY, MEMORY, LatencyMeter, MemoryMeter, ThroughputMeter, compare, interval
from errata.stats.fairness import fairness
from errata.stats.quantiles import quantile_interval

TIMES = np.random.default_rng(0).gamma(4, 10, 80)


def meter(times, keys=None):
    found = LatencyMeter()
    for place, time in enumerate(times):
        found.add(time, None if keys is None else keys[place])
    return found


def test_records_are_counted_by_key():
    found = meter([1.5, 2.5, 8.0], ["a", "a", "b"]).records().counts()
    assert found.keys == ("a", "b")
    assert found.fields == ("nanoseconds", "records")
    assert found.rows.tolist() == [[4_000_000, 2], [8_000_000, 1]]


def test_the_mean_latency_has_an_interval_about_students():
    low, high = meter(TIMES).interval()
    error = 1.99 * TIMES.std(ddof=1) / math.sqrt(80)
    assert low < TIMES.mean() < high
    assert high - low == pytest.approx(2 * error, rel=0.15)


def test_calls_for_one_sample_are_resampled_together():
    keys = [str(place // 10) for place in range(80)]
    slow = np.repeat(np.arange(1.0, 9.0), 10)
    apart, together = meter(slow).interval(), meter(slow, keys).interval()
    assert together[1] - together[0] > 2 * (apart[1] - apart[0])


@pytest.mark.parametrize("percent", [10, 50, 90])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_percentiles_have_the_interval_of_scipys_quantile_test(percent, confidence):
    wanted = stats.quantile_test(TIMES, p=percent / 100).confidence_interval(confidence)
    assert meter(TIMES).interval(percent, confidence) == pytest.approx(tuple(wanted), abs=1e-6)


def test_too_few_calls_have_no_upper_bound_of_the_99th_percentile():
    assert quantile_interval(range(367), 0.99)[1] == math.inf
    assert quantile_interval(range(368), 0.99)[1] == 367
    assert quantile_interval([], 0.5) == (-math.inf, math.inf)
    with pytest.raises(UsageError, match="quantile is 1"):
        meter(TIMES).interval(100)


def test_pages_a_minute_have_an_interval():
    found = ThroughputMeter()
    for time in TIMES:
        found.add(time, pages=1, lines=30)
    low, high = found.interval("pages")
    assert low < found.rate("pages") < high
    assert found.interval("lines") == pytest.approx((30 * low, 30 * high))
    with pytest.raises(UnknownNameError, match="pages"):
        found.interval("page")


def test_two_meters_are_compared_on_the_same_samples():
    keys = [f"page-{place}" for place in range(80)]
    found = compare(meter(TIMES, keys).records(), meter(TIMES + 5, keys).records())
    assert found.difference.difference == pytest.approx(5)
    assert tuple(found.difference.interval) == pytest.approx((5, 5), abs=0.01)
    assert found.test.p_value < 0.001
    with pytest.raises(InputError, match="sample 'page-79'"):
        compare(meter(TIMES, keys).records(), meter(TIMES[:79], keys).records())


def test_groups_of_samples_are_compared_by_their_latency():
    counts = meter(np.concatenate([TIMES, TIMES + 20])).records().counts()
    labels = ["short" if int(key) < 80 else "long" for key in counts.keys]
    found = fairness(LATENCY, counts.columns, labels)
    assert (found.best, found.worst) == ("short", "long")
    assert found.delta == pytest.approx(20)
    assert found.gap.low < 20 < found.gap.high


def test_peaks_of_memory_have_a_mean_with_an_interval():
    measured = MemoryMeter(every=0.01)
    for _ in range(3):
        with measured.measure():
            pass
    found = interval(measured.records(), MEMORY)
    assert 0 < found.low <= found.high
    assert "3 clusters" in found.warning


def test_one_call_has_no_interval():
    assert math.isnan(meter([3.0]).interval()[0])
