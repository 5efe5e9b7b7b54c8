"""Whether a gap between two groups is one of the groups, or of what they are made of (Simpson 1951).

Both groups are weighted to the mix of all samples (direct standardisation) over the strata that both have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.errors import LengthMismatchError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Formula, Mask

__all__ = ["Adjusted", "mix_adjusted"]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The gap, second - first, if both groups had the mix of all samples; NaN where they share no stratum.

    `shared` is the share of all samples that lies in strata of both groups: the less, the less the gap says.
    """

    first: float
    second: float
    gap: float
    shared: float


def mix_adjusted(
    formula: Formula,
    columns: Columns,
    labels: Sequence[Any],
    strata: Sequence[Any],
    groups: tuple[str, str],
    *,
    empty: str = "count",
) -> Adjusted:
    """The corpus numbers of two groups (labels as text) on equal mixes of strata, and their gap."""
    import numpy as np

    size = len(next(iter(columns.values())))
    if not len(labels) == len(strata) == size:
        raise LengthMismatchError(labels=len(labels), strata=len(strata), samples=size)
    names, codes = np.unique(np.array([str(one) for one in strata], dtype=object).astype(str), return_inverse=True)
    of_label = np.array([str(one) for one in labels], dtype=object)
    counts = np.stack([np.bincount(codes[of_label == group], minlength=len(names)) for group in groups])
    both = (counts > 0).all(axis=0)
    everything = np.bincount(codes, minlength=len(names))
    if not both.any():
        return Adjusted(float("nan"), float("nan"), float("nan"), 0.0)
    wanted = np.where(both, everything, 0)
    first, second = (
        _weighted(formula, columns, of_label == group, codes, wanted / np.maximum(counts[place], 1), empty)
        for place, group in enumerate(groups)
    )
    return Adjusted(first, second, second - first, float(wanted.sum() / size))


def _weighted(
    formula: Formula, columns: Columns, mask: Mask, codes: NDArray[np.int64], factors: NDArray[np.float64], empty: str
) -> float:
    """The formula on sums in which every sample counts as often as its stratum asks for."""
    import numpy as np

    weights = factors[codes[mask]]
    sums: Any = {name: np.array([float((column[mask] * weights).sum())]) for name, column in columns.items()}
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(formula.values(sums, empty)[0])
