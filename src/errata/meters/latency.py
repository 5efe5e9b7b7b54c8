"""How long one call takes: a stopwatch around calls, its mean, spread and percentiles."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from time import perf_counter_ns
from typing import Any, TypeVar, cast

from errata.errors import UnknownNameError, UsageError
from errata.meters.rates import LATENCY, interval
from errata.meters.table import records_of
from errata.stats.quantiles import quantile_interval
from errata.stats.table import Records

__all__ = ["PERCENTILES", "LatencyMeter", "percentile"]

Function = TypeVar("Function", bound=Callable[..., Any])

MILLI = 1_000_000  # nanoseconds in a millisecond
SHOWN = (50, 90, 99)


def _linear(ordered: Sequence[float], share: float) -> float:
    place = (len(ordered) - 1) * share
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _floor(ordered: Sequence[float], share: float) -> float:
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


PERCENTILES: Mapping[str, Callable[[Sequence[float], float], float]] = {"linear": _linear, "floor": _floor}


def percentile(values: Sequence[float], percent: float, method: str = "linear") -> float:
    """A percentile of some values, NaN of none: interpolated, or the sorted value at floor(n q) (`floor`)."""
    if method not in PERCENTILES:
        raise UnknownNameError("kind of percentile", method, PERCENTILES)
    if not 0 <= percent <= 100:
        raise UsageError(f"A percentile lies between 0 and 100, not at {percent:g}. The 95th is percentile(95).")
    return PERCENTILES[method](sorted(values), percent / 100) if values else math.nan


class LatencyMeter:
    """Measures calls: `with meter.measure():`, `@meter`, or `meter.start()` and `meter.stop()`.

    The first `warmup` measurements are kept apart: they pay for loading and compiling. A call that raises is counted
    in `failed` and gives no measurement. `synchronize` is called before the clock is read, for devices that work on
    after a call has returned (`torch.cuda.synchronize`). Times are milliseconds.
    """

    def __init__(
        self,
        *,
        warmup: int = 0,
        percentiles: str = "linear",
        synchronize: Callable[[], object] | None = None,
        clock: Callable[[], int] = perf_counter_ns,
    ) -> None:
        if warmup < 0:
            raise UsageError(f"warmup is the number of first measurements to keep apart; it cannot be {warmup}.")
        if percentiles not in PERCENTILES:
            raise UnknownNameError("kind of percentile", percentiles, PERCENTILES)
        self.warmup, self.failed = warmup, 0
        self._percentiles, self._synchronize, self._clock = percentiles, synchronize, clock
        self._taken: list[tuple[str, int]] = []
        self._started: int | None = None

    def start(self) -> None:
        """Start the clock."""
        self._started = self._now()

    def stop(self, key: str | None = None) -> float:
        """Stop the clock, keep the measurement, and return it."""
        if self._started is None:
            raise UsageError("The meter was stopped before it was started: call start() first, or use measure().")
        elapsed, self._started = self._now() - self._started, None
        return self.add(elapsed / MILLI, key)

    @contextmanager
    def measure(self, key: str | None = None) -> Iterator[None]:
        """Measure a block; `key` is the id of the sample that it reads."""
        begun = self._now()
        try:
            yield
        except BaseException:
            self.failed += 1
            raise
        self._keep(self._now() - begun, key)

    def __call__(self, function: Function) -> Function:
        """Measure every call of a function, or every await of an asynchronous one."""
        if inspect.iscoroutinefunction(function):

            @wraps(function)
            async def awaited(*arguments: Any, **options: Any) -> Any:
                with self.measure():
                    return await function(*arguments, **options)

            return cast("Function", awaited)

        @wraps(function)
        def called(*arguments: Any, **options: Any) -> Any:
            with self.measure():
                return function(*arguments, **options)

        return cast("Function", called)

    def add(self, milliseconds: float, key: str | None = None) -> float:
        """Keep a time that was measured elsewhere."""
        if not (math.isfinite(milliseconds) and milliseconds >= 0):
            raise UsageError(f"A latency is a finite number of milliseconds, at least 0, not {milliseconds}.")
        self._keep(round(milliseconds * MILLI), key)
        return milliseconds

    @property
    def times(self) -> list[float]:
        """The measurements after the warm-up, in order."""
        return [elapsed / MILLI for _, elapsed in self._measured]

    @property
    def count(self) -> int:
        """The number of measurements after the warm-up."""
        return len(self._measured)

    def mean(self) -> float:
        """The mean; NaN without a measurement."""
        return math.fsum(self.times) / self.count if self.count else math.nan

    def std(self) -> float:
        """The standard deviation of the population; NaN without a measurement."""
        mean = self.mean()
        return math.sqrt(math.fsum((time - mean) ** 2 for time in self.times) / self.count) if self.count else math.nan

    def percentile(self, percent: float) -> float:
        """A percentile of the measurements, such as 50, 90 or 99; NaN without a measurement."""
        return percentile(self.times, percent, self._percentiles)

    def interval(self, percent: float | None = None, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the mean, resampled by sample, or of a percentile, by the order of the measurements."""
        if percent is not None:
            return quantile_interval(self.times, percent / 100, confidence)
        low, high = interval(self.records(), LATENCY, confidence)
        return low, high

    def summary(self) -> dict[str, float | None]:
        """Count, warm-up, failures, mean, standard deviation and percentiles; null where there is nothing measured."""
        numbers = {"mean_ms": self.mean(), "std_ms": self.std()}
        numbers |= {f"p{percent}_ms": self.percentile(percent) for percent in SHOWN}
        counts = {"count": self.count, "warmup": min(self.warmup, len(self._taken)), "failed": self.failed}
        return counts | {name: None if math.isnan(value) else value for name, value in numbers.items()}

    def records(self) -> Records:
        """The measurements as a table: a record of nanoseconds for each call, by the key of its sample."""
        return records_of({"nanoseconds": "int"}, ((key, (elapsed,)) for key, elapsed in self._measured))

    @property
    def _measured(self) -> list[tuple[str, int]]:
        return self._taken[self.warmup :]

    def _keep(self, nanoseconds: int, key: str | None) -> None:
        self._taken.append((str(len(self._taken)) if key is None else key, nanoseconds))

    def _now(self) -> int:
        if self._synchronize:
            self._synchronize()
        return self._clock()
