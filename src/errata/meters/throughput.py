"""How much is read in a second or a minute: samples, lines, pages."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter_ns

from errata.errors import UnknownNameError, UsageError
from errata.meters.rates import PER_MINUTE, interval
from errata.meters.table import records_of
from errata.stats.table import Records

__all__ = ["PERIODS", "THINGS", "ThroughputMeter", "throughput"]

SECOND = 1_000_000_000  # nanoseconds
PERIODS: Mapping[str, int] = {"second": 1, "minute": 60, "hour": 3600}
THINGS = ("samples", "lines", "pages")


def throughput(number: float, seconds: float, per: str = "second") -> float:
    """How many of something are done in a second, a minute or an hour; NaN where no time passed."""
    if per not in PERIODS:
        raise UnknownNameError("period", per, PERIODS)
    if number < 0 or seconds < 0:
        raise UsageError(f"A throughput needs a number and seconds of at least 0, not {number:g} and {seconds:g}.")
    return number / seconds * PERIODS[per] if seconds else math.nan


@dataclass(frozen=True, slots=True)
class Work:
    """What was done in one piece of time."""

    key: str
    nanoseconds: int
    samples: int
    lines: int
    pages: int


class ThroughputMeter:
    """Counts samples, lines and pages over the time that reading them takes: `with meter.measure(pages=1, lines=40):`.

    The first `warmup` pieces of work are kept apart. A piece that raises is counted in `failed` and gives nothing.
    """

    def __init__(self, *, warmup: int = 0, clock: Callable[[], int] = perf_counter_ns) -> None:
        if warmup < 0:
            raise UsageError(f"warmup is the number of first measurements to keep apart; it cannot be {warmup}.")
        self.warmup, self.failed = warmup, 0
        self._clock = clock
        self._done: list[Work] = []

    @contextmanager
    def measure(self, key: str | None = None, *, samples: int = 1, lines: int = 0, pages: int = 0) -> Iterator[None]:
        """Measure a block that reads this much; `key` is the id of the sample."""
        begun = self._clock()
        try:
            yield
        except BaseException:
            self.failed += 1
            raise
        self.add((self._clock() - begun) / SECOND, key, samples=samples, lines=lines, pages=pages)

    def add(self, seconds: float, key: str | None = None, *, samples: int = 1, lines: int = 0, pages: int = 0) -> None:
        """Keep a piece of work that was measured elsewhere."""
        if not math.isfinite(seconds) or min(seconds, samples, lines, pages) < 0:
            raise UsageError(
                f"Work is counted in numbers of at least 0, not {seconds} s, {samples} samples, {lines} lines and"
                f" {pages} pages."
            )
        name = str(len(self._done)) if key is None else key
        self._done.append(Work(name, round(seconds * SECOND), samples, lines, pages))

    @property
    def seconds(self) -> float:
        """The time of all work after the warm-up."""
        return sum(work.nanoseconds for work in self._measured) / SECOND

    def rate(self, thing: str = "samples", per: str = "minute") -> float:
        """Samples, lines or pages a second, minute or hour; NaN where no time was measured."""
        if thing not in THINGS:
            raise UnknownNameError("thing to count", thing, THINGS)
        return throughput(sum(getattr(work, thing) for work in self._measured), self.seconds, per)

    def interval(self, thing: str = "samples", confidence: float = 0.95) -> tuple[float, float]:
        """The interval of samples, lines or pages a minute, resampled by sample."""
        if thing not in THINGS:
            raise UnknownNameError("thing to count", thing, THINGS)
        low, high = interval(self.records(), PER_MINUTE[thing], confidence)
        return low, high

    def summary(self) -> dict[str, float | None]:
        """What was read in which time, and each of it a minute; null where no time was measured."""
        totals: dict[str, float | None] = {
            thing: sum(getattr(work, thing) for work in self._measured) for thing in THINGS
        }
        rates = {f"{thing}_per_minute": self.rate(thing) for thing in THINGS}
        return totals | {"seconds": self.seconds, "failed": self.failed} | {
            name: None if math.isnan(value) else value for name, value in rates.items()
        }  # fmt: skip

    def records(self) -> Records:
        """The work as a table: a record of nanoseconds, samples, lines and pages for each piece, by its key."""
        fields = dict.fromkeys(("nanoseconds", *THINGS), "int")
        rows = ((work.key, (work.nanoseconds, work.samples, work.lines, work.pages)) for work in self._measured)
        return records_of(fields, rows)

    @property
    def _measured(self) -> list[Work]:
        return self._done[self.warmup :]
