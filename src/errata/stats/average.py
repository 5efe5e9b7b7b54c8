"""Averages and spread of any metric over a table of counts.

Micro is the formula on the summed row; macro, median and the rest are over the samples that have a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.metrics.base import Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Mask, Values


@dataclass(frozen=True, slots=True)
class Averaging:
    """What a profile says of undefined values and of order statistics.

    `empty` is the policy for edits against an empty reference; `empty_micro` replaces the corpus value where all
    references are empty; `median` is "middle" or "upper"; `percentile` is "linear" or "floor" (the sorted value at
    floor(n q)).
    """

    empty: str = "count"
    empty_micro: float | None = None
    median: str = "middle"
    percentile: str = "linear"


@dataclass(frozen=True, slots=True)
class Summary:
    """One metric over some samples; NaN where there is nothing to average."""

    micro: float
    macro: float
    median: float
    std: float
    p95: float
    min: float
    max: float
    undefined: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Some rows of a table: a mask, or None for all of them."""

    label: str
    mask: Mask | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """How often each value of a metric occurs among some samples, and their summed row: spreads add.

    Everything here is a count, so a summary is the same to the last bit for any order and any split of the samples.
    """

    values: Values  # ascending, each once; a sample without a value is in `samples` alone
    numbers: NDArray[np.int64]
    samples: int
    undefined: int
    totals: Mapping[str, int]

    @classmethod
    def of(
        cls,
        formula: Formula,
        columns: Columns,
        averaging: Averaging,
        mask: Mask | None = None,
        *,
        values: Values | None = None,
        sums: Mapping[str, int] | None = None,
    ) -> Spread:
        """The spread of the rows of a mask, or of all; `values` and `sums` of the columns where they are known."""
        import numpy as np

        values = formula.values(columns, averaging.empty) if values is None else values
        undefined = formula.undefined(columns)
        left_out = _skips(formula, averaging) and undefined.any()
        summed = _both(~undefined if left_out else None, mask)
        totals = sums if sums and summed is None else {name: _sum(column, summed) for name, column in columns.items()}
        if mask is not None:
            values, undefined = values[mask], undefined[mask]
        ordered = np.sort(values)  # in vector registers: faster than to hash, whatever the values
        known = ordered[: np.searchsorted(ordered, np.nan)]  # NaN comes last
        last = _last(known)
        return cls(known[last], np.diff(last, prepend=-1), len(values), int(undefined.sum()), totals)

    @classmethod
    def merged(cls, spreads: Iterable[Spread]) -> Spread:
        """The spread of all samples together."""
        import numpy as np

        parts = list(spreads)
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return cls(np.empty(0), np.empty(0, np.int64), 0, 0, {})
        values, numbers = (np.concatenate([getattr(part, name) for part in parts]) for name in ("values", "numbers"))
        order = np.argsort(values)
        values = values[order]
        last = _last(values)
        numbers = np.diff(np.cumsum(numbers[order])[last], prepend=0)
        samples, undefined = sum(part.samples for part in parts), sum(part.undefined for part in parts)
        totals = {name: sum(part.totals[name] for part in parts) for name in parts[0].totals}
        return cls(values[last], numbers, samples, undefined, totals)

    def summary(self, formula: Formula, averaging: Averaging) -> Summary:
        """The numbers of a report."""
        import numpy as np

        summed = self.samples - self.undefined if _skips(formula, averaging) else self.samples
        micro = _micro(formula, averaging, self.totals) if summed else float("nan")
        if not len(self.values):
            return Summary(micro, *(float("nan"),) * 6, self.undefined)
        values, numbers, size = self.values, self.numbers, int(self.numbers.sum())
        with np.errstate(invalid="ignore"):
            median, p95 = _order_statistics(values, np.cumsum(numbers), averaging)
            macro = float((values * numbers).sum() / size)
            std = float(np.sqrt(((values - macro) ** 2 * numbers).sum() / size))
        return Summary(micro, macro, median, std, p95, float(values[0]), float(values[-1]), self.undefined)


def summarise(
    formula: Formula, shards: Iterable[Columns], averaging: Averaging, selections: Sequence[Selection]
) -> list[Summary]:
    """One summary for each selection of the rows that the shards hold, in order."""
    found: list[list[Spread]] = [[] for _ in selections]
    start = 0
    for columns in shards:
        stop = start + len(next(iter(columns.values())))
        for spreads, selection in zip(found, selections, strict=True):
            mask = None if selection.mask is None else selection.mask[start:stop]
            spreads.append(Spread.of(formula, columns, averaging, mask))
        start = stop
    return [Spread.merged(spreads).summary(formula, averaging) for spreads in found]


def _last(ordered: Values) -> NDArray[np.intp]:
    """The place of the last of equal values."""
    import numpy as np

    return np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)[: len(ordered)])


def _skips(formula: Formula, averaging: Averaging) -> bool:
    """Whether undefined samples stay out of the corpus value, too."""
    return averaging.empty == "skip" and formula.policed


def _micro(formula: Formula, averaging: Averaging, total: Mapping[str, int]) -> float:
    import numpy as np

    row = {name: np.array([count]) for name, count in total.items()}
    if averaging.empty_micro is not None and formula.undefined(row)[0]:
        return averaging.empty_micro
    return float(formula.values(row, averaging.empty)[0])


def _order_statistics(values: Values, ends: NDArray[np.int64], averaging: Averaging) -> tuple[float, float]:
    """Median and 95th percentile; `ends` says how many samples have a value or a smaller one."""
    size = int(ends[-1])

    def at(place: int) -> float:
        return float(values[int(ends.searchsorted(place, side="right"))])

    upper = at(size // 2)
    median = upper if size % 2 or averaging.median == "upper" else (at(size // 2 - 1) + upper) / 2
    p95 = at(min(int(size * 0.95), size - 1)) if averaging.percentile == "floor" else _quantile(at, size, 0.95)
    return median, p95


def _quantile(at: Callable[[int], float], size: int, share: float) -> float:
    """Linear interpolation in the floating-point steps of `numpy.quantile`; a place of its own needs no neighbour."""
    place = share * (size - 1)
    below, part = int(place), place % 1
    if not part:
        return at(below)
    low, high = at(below), at(below + 1)
    rise = high - low
    return high - rise * (1 - part) if part >= 0.5 else low + rise * part


def _sum(column: NDArray[np.int64], mask: Mask | None) -> int:
    return int((column if mask is None else column[mask]).sum())


def _both(first: Mask | None, second: Mask | None) -> Mask | None:
    if first is None or second is None:
        return second if first is None else first
    return first & second
