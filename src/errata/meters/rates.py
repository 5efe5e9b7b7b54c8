"""What meters measure as formulas over their records: intervals, groups and tests read them like any metric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan

from errata.errors import InputError, Problem
from errata.metrics.base import Empty, Formula, Ratio
from errata.stats.interval import Interval
from errata.stats.interval import interval as interval_of
from errata.stats.paired import Difference, PairedTest, difference, permutation
from errata.stats.table import Counts, Records

__all__ = ["LATENCY", "MEMORY", "PER_MINUTE", "Faster", "compare", "interval"]

UNDEFINED = Empty(nan)
LATENCY = Ratio("nanoseconds", "1000000 records", UNDEFINED)  # milliseconds a call
MEMORY = Ratio("resident_bytes", "records", UNDEFINED)  # bytes at the peak of a block
PER_MINUTE: Mapping[str, Formula] = {
    thing: Ratio(f"60000000000 {thing}", "nanoseconds", UNDEFINED) for thing in ("samples", "lines", "pages")
}


@dataclass(frozen=True, slots=True)
class Faster:
    """Two systems measured on the same samples: second - first with its interval, and the permutation test of it."""

    difference: Difference
    test: PairedTest


def interval(records: Records, rate: Formula, confidence: float = 0.95) -> Interval:
    """The interval of a rate; measurements of one key are resampled together."""
    return interval_of(rate, records.counts().columns, confidence=confidence)


def compare(first: Records, second: Records, rate: Formula = LATENCY, confidence: float = 0.95) -> Faster:
    """Compare two meters that measured the same samples: pass their ids as `key` to `measure`."""
    ours, theirs = first.counts(), second.counts()
    _refuse_unpaired(ours, theirs)
    gap = difference(rate, ours.columns, theirs.columns, confidence=confidence)
    return Faster(gap, permutation(rate, ours.columns, theirs.columns))


def _refuse_unpaired(ours: Counts, theirs: Counts) -> None:
    unpaired = sorted(set(ours.keys) ^ set(theirs.keys))
    if unpaired:
        problems = [Problem(f"sample {key!r}", "was measured by one of the meters only") for key in unpaired]
        raise InputError("The meters did not measure the same samples.", problems,
                         "Measure both systems on the same samples, with their ids as keys.")  # fmt: skip
