"""Averages and spread of any metric over a table of counts.

Micro is the formula on the summed row; macro, median and the rest are over the samples that have a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.metrics.base import Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Mask, Values

SPREAD = ("macro", "median", "std", "p95", "min", "max")


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


def summarise(
    formula: Formula, shards: Iterable[Columns], averaging: Averaging, selections: Sequence[Selection]
) -> list[Summary]:
    """One summary for each selection of the rows that the shards hold, in order."""
    import numpy as np

    values, undefined, totals, start = [], [], [dict[str, int]() for _ in selections], 0
    for columns in shards:
        values.append(formula.values(columns, averaging.empty))
        undefined.append(formula.undefined(columns))
        size = len(values[-1])
        kept = ~undefined[-1] if averaging.empty == "skip" and formula.policed else None
        for total, selection in zip(totals, selections, strict=True):
            mask = _both(kept, None if selection.mask is None else selection.mask[start : start + size])
            _add(total, columns, mask)
        start += size
    if not values:
        return [Summary(*(float("nan"),) * 7, 0) for _ in selections]
    everything, nothing = np.concatenate(values), np.concatenate(undefined)
    return [
        _summary(formula, averaging, total, *_select(selection, everything, nothing))
        for total, selection in zip(totals, selections, strict=True)
    ]


def _summary(
    formula: Formula, averaging: Averaging, total: Mapping[str, int], values: Values, undefined: Mask
) -> Summary:
    import numpy as np

    micro = _micro(formula, averaging, total) if len(values) else float("nan")
    missing = np.isnan(values)
    if missing.any():
        values = values[~missing]
    if not len(values):
        return Summary(micro, *(float("nan"),) * 6, int(undefined.sum()))
    ordered = np.sort(values)  # in vector registers: faster than to select two places, whatever the values
    with np.errstate(invalid="ignore"):
        median, p95 = _order_statistics(ordered, averaging)
        macro, std = float(values.mean()), float(values.std())
    return Summary(micro, macro, median, std, p95, float(ordered[0]), float(ordered[-1]), int(undefined.sum()))


def _micro(formula: Formula, averaging: Averaging, total: Mapping[str, int]) -> float:
    import numpy as np

    row = {name: np.array([count]) for name, count in total.items()}
    if averaging.empty_micro is not None and formula.undefined(row)[0]:
        return averaging.empty_micro
    return float(formula.values(row, averaging.empty)[0])


def _order_statistics(ordered: Values, averaging: Averaging) -> tuple[float, float]:
    size = len(ordered)
    median = ordered[size // 2] if averaging.median == "upper" else _quantile(ordered, 0.5)
    p95 = ordered[min(int(size * 0.95), size - 1)] if averaging.percentile == "floor" else _quantile(ordered, 0.95)
    return float(median), float(p95)


def _quantile(ordered: Values, share: float) -> float:
    """Linear interpolation in the floating-point steps of `numpy.quantile`; a place of its own needs no neighbour."""
    place = share * (len(ordered) - 1)
    below, part = int(place), place % 1
    if not part:
        return float(ordered[below])
    low, high = ordered[below], ordered[below + 1]
    rise = high - low
    return float(high - rise * (1 - part) if part >= 0.5 else low + rise * part)


def _add(total: dict[str, int], columns: Columns, mask: Mask | None) -> None:
    for name, column in columns.items():
        total[name] = total.get(name, 0) + int((column if mask is None else column[mask]).sum())


def _both(first: Mask | None, second: Mask | None) -> Mask | None:
    if first is None or second is None:
        return second if first is None else first
    return first & second


def _select(selection: Selection, values: Values, undefined: Mask) -> tuple[Values, NDArray[np.bool_]]:
    return (values, undefined) if selection.mask is None else (values[selection.mask], undefined[selection.mask])
