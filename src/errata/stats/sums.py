"""What is resampled: rows of sums, one a cluster, and the function that turns any sum of rows into numbers.

The corpus value, the mean over samples, a difference of two systems and a gap between two groups all have this form;
whatever resamples rows needs to know nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.errors import LengthMismatchError, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Formula

    Floats = NDArray[np.float64]
    Codes = NDArray[np.int64]

FINE = 2.0**30  # per-sample values are rounded to this grid, so that their sums are exact in any order


@dataclass(frozen=True, slots=True)
class Sums:
    """Rows of sums (clusters x fields) and the function from sums of them (draws x fields) to one number a draw."""

    rows: Floats
    function: Callable[[Floats], Floats]

    def total(self) -> float:
        """The function of all rows together."""
        return float(self.function(self.rows.sum(axis=0)[None])[0])


def of_formula(
    formula: Formula, columns: Columns, *, clusters: Codes | None = None, empty: str = "count", average: str = "micro"
) -> Sums:
    """The sums behind a metric: its counts for micro, its values and their number for macro."""
    if average not in ("micro", "macro"):
        raise UsageError(f"Unknown average {average!r}. Known: macro, micro.")
    names, parts = (_counted if average == "micro" else _valued)(formula, columns, empty)
    if clusters is not None and len(clusters) != len(parts[0]):
        raise LengthMismatchError(clusters=len(clusters), samples=len(parts[0]))
    return Sums(by_cluster(parts, clusters), _function(formula, names, empty))


def difference(first: Sums, second: Sums) -> Sums:
    """What the second has more than the first, on the same clusters."""
    import numpy as np

    if len(first.rows) != len(second.rows):
        raise LengthMismatchError(first=len(first.rows), second=len(second.rows))
    width = first.rows.shape[1]

    def function(sums: Floats) -> Floats:
        return second.function(sums[:, width:]) - first.function(sums[:, :width])

    return Sums(np.hstack([first.rows, second.rows]), function)


def codes_of(labels: Iterable[Any]) -> Codes:
    """The number of each label among the sorted labels; null and empty labels are clusters of one sample each."""
    import numpy as np

    values = list(labels)
    known = sorted({str(value) for value in values if not _absent(value)})
    place = {label: number for number, label in enumerate(known)}
    alone = iter(range(len(place), len(place) + len(values)))
    return np.array([next(alone) if _absent(value) else place[str(value)] for value in values], dtype=np.int64)


def by_cluster(parts: Sequence[Any], clusters: Codes | None) -> Floats:
    """The parts as columns of a matrix, summed by cluster."""
    import numpy as np

    if clusters is None:
        return np.stack([np.asarray(part, dtype=np.float64) for part in parts], axis=1)
    size = int(clusters.max(initial=-1)) + 1
    return np.stack([np.bincount(clusters, weights=part, minlength=size) for part in parts], axis=1)


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
    with np.errstate(invalid="ignore"):
        return (), [np.round(np.where(known, values, 0.0) * FINE), known]


def _function(formula: Formula, names: tuple[str, ...], empty: str) -> Callable[[Floats], Floats]:
    import numpy as np

    def micro(sums: Floats) -> Floats:
        return formula.values({name: sums[:, place] for place, name in enumerate(names)}, empty)  # type: ignore[misc]

    def macro(sums: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
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


def _absent(value: Any) -> bool:
    return value is None or value == "" or value != value
