"""What is resampled: rows of sums, one a cluster, and the function that turns any sum of rows into numbers.

The corpus value, the mean over samples, a difference of two systems and a gap between two groups all have this form;
whatever resamples rows needs to know nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.errors import LengthMismatchError, UnknownNameError, UsageError
from errata.stats.clusters import codes_of, each

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Formula
    from errata.stats.clusters import Codes as Codes

    Floats = NDArray[np.float64]

__all__ = ["Sums", "blocked", "by_cluster", "codes_of", "difference", "of_formula", "of_shards"]

FINE = 2.0**30  # per-sample values are rounded to this grid, so that their sums are exact in any order


@dataclass(frozen=True, slots=True)
class Sums:
    """Rows of sums (clusters x fields) and the function from sums of them (draws x fields) to one number a draw.

    `symmetric`: its errors lean to neither side, as those of a difference of two systems on the same clusters.
    """

    rows: Floats
    function: Callable[[Floats], Floats]
    symmetric: bool = False

    def total(self) -> float:
        """The function of all rows together."""
        import numpy as np

        with np.errstate(invalid="ignore", divide="ignore"):
            return float(self.function(self.rows.sum(axis=0)[None])[0])


def of_formula(
    formula: Formula, columns: Columns, *, clusters: Codes | None = None, empty: str = "count", average: str = "micro"
) -> Sums:
    """The sums behind a metric: its counts for micro, its values and their number for macro."""
    import numpy as np

    samples = len(next(iter(columns.values())))
    if clusters is None:
        return of_shards(formula, [columns], np.arange(samples), samples, empty=empty, average=average)
    if len(clusters) != samples:
        raise LengthMismatchError(clusters=len(clusters), samples=samples)
    rows = int(clusters.max(initial=-1)) + 1
    return of_shards(formula, [columns], clusters, rows, empty=empty, average=average)


def of_shards(
    formula: Formula, shards: Iterable[Columns], codes: Codes, rows: int, *, empty: str, average: str
) -> Sums:
    """The same in one pass over parts of a table; `codes` says to which of the rows each sample adds."""
    if average not in ("micro", "macro"):
        raise UnknownNameError("average", average, ("micro", "macro"))
    table: Floats | None = None
    names: tuple[str, ...] = ()
    start = 0
    for columns in shards:
        names, parts = (_counted if average == "micro" else _valued)(formula, columns, empty)
        stop = start + len(parts[0])
        added = by_cluster(parts, codes[start:stop], rows)
        table = added if table is None else table + added
        start = stop
    if table is None:
        raise UsageError("There are no samples to resample.")
    return Sums(table, _function(formula, names, empty))


def difference(first: Sums, second: Sums) -> Sums:
    """What the second has more than the first, on the same clusters."""
    import numpy as np

    if len(first.rows) != len(second.rows):
        raise LengthMismatchError(first=len(first.rows), second=len(second.rows))
    width = first.rows.shape[1]

    def function(sums: Floats) -> Floats:
        return second.function(sums[:, width:]) - first.function(sums[:, :width])

    return Sums(np.hstack([first.rows, second.rows]), function, symmetric=True)


def by_cluster(parts: Sequence[Any], codes: Codes, rows: int) -> Floats:
    """The parts as columns of a matrix, summed by code."""
    import numpy as np

    return np.stack([np.bincount(codes, weights=part, minlength=rows) for part in parts], axis=1)


def blocked(sums: Sums) -> Sums:
    """The same sums with their rows put into blocks where there are very many of them."""
    found = each(len(sums.rows))
    if found.rows == len(sums.rows):
        return sums
    return Sums(by_cluster(list(sums.rows.T), found.codes, found.rows), sums.function, sums.symmetric)


def _counted(formula: Formula, columns: Columns, empty: str) -> tuple[tuple[str, ...], list[Any]]:
    names = fields_of(formula, columns, empty)
    if empty == "skip" and formula.policed:
        kept = ~formula.undefined(columns)
        return names, [columns[name] * kept for name in names]
    return names, [columns[name] for name in names]


def _valued(formula: Formula, columns: Columns, empty: str) -> tuple[tuple[str, ...], list[Any]]:
    import numpy as np

    values = formula.values(columns, empty)
    known = ~np.isnan(values)
    finite = np.where(np.isinf(values), np.nan, values)  # an infinite value leaves nothing to resample
    return (), [np.round(np.where(known, finite, 0.0) * FINE), known]


def _function(formula: Formula, names: tuple[str, ...], empty: str) -> Callable[[Floats], Floats]:
    import numpy as np

    def micro(sums: Floats) -> Floats:
        return formula.values({name: sums[:, place] for place, name in enumerate(names)}, empty)  # type: ignore[misc]

    def macro(sums: Floats) -> Floats:
        return np.asarray(sums[:, 0] / FINE / sums[:, 1])

    return micro if names else macro


class _Watched(Mapping[str, Any]):
    """Columns that remember which of them were read."""

    def __init__(self, columns: Columns) -> None:
        self.columns, self.read = columns, dict[str, None]()

    def __getitem__(self, name: str) -> Any:
        self.read[name] = None
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


def fields_of(formula: Formula, columns: Columns, empty: str) -> tuple[str, ...]:
    """The fields that a formula reads, in a fixed order."""
    import numpy as np

    watched = _Watched({name: np.zeros(1, np.int64) for name in columns})
    formula.values(watched, empty)
    formula.undefined(watched)
    return tuple(name for name in columns if name in watched.read)
