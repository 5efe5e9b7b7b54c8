"""A stopwatch: what it measures, what it leaves out, and what it says of it."""

import asyncio
import math

import numpy as np
import pytest

from errata.errors import UnknownNameError, UsageError
from errata.meters import LatencyMeter
from errata.meters.latency import percentile


class Clock:
    """A clock that shows the given seconds, one a look."""

    def __init__(self, *seconds):
        self.seconds = iter(seconds)

    def __call__(self):
        return int(next(self.seconds) * 1_000_000_000)


def filled(*milliseconds, **options):
    meter = LatencyMeter(**options)
    for time in milliseconds:
        meter.add(time)
    return meter


def test_a_block_takes_the_time_between_its_two_looks_at_the_clock():
    meter = LatencyMeter(clock=Clock(1, 1.25, 2, 2.75))
    for key in ("a", "b"):
        with meter.measure(key):
            pass
    assert meter.times == [250.0, 750.0]
    assert meter.mean() == 500.0
    assert meter.std() == 250.0


def test_a_decorated_function_is_measured_and_stays_itself():
    meter = LatencyMeter(clock=Clock(0, 1, 1, 3))

    @meter
    def twice(number):
        """Double it."""
        return 2 * number

    assert (twice(2), twice(3)) == (4, 6)
    assert meter.times == [1000.0, 2000.0]
    assert (twice.__name__, twice.__doc__) == ("twice", "Double it.")


def test_an_asynchronous_function_is_measured_until_it_is_done():
    looks = []

    def clock():
        looks.append("look")
        return len(looks) * 1_000_000

    meter = LatencyMeter(clock=clock)

    @meter
    async def read():
        looks.append("work")
        await asyncio.sleep(0)
        looks.append("work")

    asyncio.run(read())
    assert meter.times == [3.0]


def test_start_and_stop_measure_too_and_stop_alone_is_refused():
    meter = LatencyMeter(clock=Clock(1, 1.5))
    meter.start()
    assert meter.stop() == 500.0
    with pytest.raises(UsageError, match="call start"):
        meter.stop()


def test_the_warm_up_is_in_no_number():
    meter = filled(900.0, 800.0, 1.0, 3.0, warmup=2)
    assert (meter.count, meter.mean(), meter.percentile(100)) == (2, 2.0, 3.0)
    assert meter.summary()["warmup"] == 2
    assert filled(5.0, warmup=3).summary() | {"count": 0, "warmup": 1} == filled(5.0, warmup=3).summary()


def test_a_call_that_raises_is_counted_and_not_measured():
    meter = LatencyMeter()
    with pytest.raises(ZeroDivisionError), meter.measure():
        _ = 1 / 0
    assert (meter.count, meter.failed) == (0, 1)


def test_a_device_is_waited_for_before_each_look():
    order = []
    meter = LatencyMeter(synchronize=lambda: order.append("wait"), clock=lambda: order.append("look") or 0)
    with meter.measure():
        order.append("work")
    assert order == ["wait", "look", "work", "wait", "look"]


@pytest.mark.parametrize("percent", [0, 25, 50, 90, 99, 100])
def test_percentiles_interpolate_as_numpy_does(percent):
    values = [3.5, 1.25, 9.75, 2.0, 2.0, 7.125]
    assert percentile(values, percent) == pytest.approx(np.percentile(values, percent), rel=1e-12)


def test_percentiles_by_floor_take_the_sorted_value_at_n_q():
    assert filled(*range(1, 21), percentiles="floor").percentile(95) == 20
    assert filled(*range(1, 21)).percentile(95) == pytest.approx(19.05)


def test_without_a_measurement_there_is_no_number():
    meter = LatencyMeter()
    assert all(math.isnan(value) for value in (meter.mean(), meter.std(), meter.percentile(50)))
    assert meter.summary() == {
        "count": 0, "warmup": 0, "failed": 0, "mean_ms": None, "std_ms": None, "p50_ms": None, "p90_ms": None,
        "p99_ms": None,
    }  # fmt: skip


@pytest.mark.parametrize("bad", [math.nan, math.inf, -1.0])
def test_a_time_that_is_none_is_refused(bad):
    with pytest.raises(UsageError, match="finite number of milliseconds"):
        LatencyMeter().add(bad)


def test_options_that_mean_nothing_are_refused():
    with pytest.raises(UsageError, match="-1"):
        LatencyMeter(warmup=-1)
    with pytest.raises(UnknownNameError, match="linear"):
        LatencyMeter(percentiles="linar")
    with pytest.raises(UsageError, match="between 0 and 100"):
        filled(1.0).percentile(101)


def test_records_hold_every_measurement_by_the_key_of_its_sample():
    meter = LatencyMeter()
    for key, time in (("b", 2.0), ("a", 1.0), ("b", 1.0)):
        meter.add(time, key)
    records = meter.records()
    assert records.bags == (("a", ((1_000_000,),)), ("b", ((1_000_000,), (2_000_000,))))
    assert (records.fields, records.kinds) == (("nanoseconds",), ("int",))
