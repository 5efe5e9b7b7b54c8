"""How far confidences can be trusted: calibration error, reliability, and how much review a target costs.

Numbers in, numbers out. A confidence is between 0 and 1; whether what it stood for was right is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Bin", "expected_calibration_error", "reliability", "review"]


@dataclass(frozen=True, slots=True)
class Bin:
    """The cases whose confidence lies between two bounds; means are NaN where there is none."""

    low: float
    high: float
    cases: int
    confidence: float  # their mean confidence
    accuracy: float  # the share that was right


def reliability(confidences: ArrayLike, right: ArrayLike, bins: int = 10) -> list[Bin]:
    """Bins of equal width; a bound belongs to the bin below it, 0 to the first."""
    import numpy as np

    sure, truth = np.asarray(confidences, dtype=np.float64), np.asarray(right, dtype=np.float64)
    places = np.clip(np.ceil(sure * bins).astype(np.int64) - 1, 0, bins - 1)
    cases = np.bincount(places, minlength=bins)
    with np.errstate(invalid="ignore"):
        means = _sums(places, sure, bins) / cases
        shares = _sums(places, truth, bins) / cases
    return [
        Bin(number / bins, (number + 1) / bins, int(cases[number]), float(means[number]), float(shares[number]))
        for number in range(bins)
    ]


def expected_calibration_error(table: Sequence[Bin]) -> float:
    """The mean distance of confidence and accuracy over the bins, by their cases (Naeini et al. 2015); NaN of none."""
    cases = sum(one.cases for one in table)
    if not cases:
        return float("nan")
    return sum(one.cases * abs(one.confidence - one.accuracy) for one in table if one.cases) / cases


def review(
    confidences: ArrayLike, errors: ArrayLike, sizes: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The error rate that is left when the least sure cases are corrected first, one by one.

    Two arrays, from nothing reviewed to everything: the share of cases reviewed, and the errors left over all sizes.
    Equal confidences are reviewed in the order given.
    """
    import numpy as np

    first = np.argsort(np.asarray(confidences, dtype=np.float64), kind="stable")
    wrong = np.asarray(errors, dtype=np.float64)[first]
    total = max(float(np.sum(sizes)), 1.0)
    left = np.concatenate(([wrong.sum()], wrong.sum() - np.cumsum(wrong)))
    return np.linspace(0.0, 1.0, len(wrong) + 1), left / total


def _sums(places: NDArray[np.int64], values: NDArray[np.float64], bins: int) -> NDArray[np.float64]:
    import numpy as np

    return np.bincount(places, weights=values, minlength=bins).astype(np.float64)
