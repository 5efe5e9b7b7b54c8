"""How much one cluster moves a number: its linear part, from the gradient of the function of sums.

For a ratio this is the textbook variance of a ratio estimator; for every other formula the gradient is numerical.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from errata.stats.resample import weights

if TYPE_CHECKING:
    from errata.stats.sums import Floats, Sums

STEP = 1e-5  # of the largest sum: where a formula is smooth, its error is far below that of any estimate


def gradient(totals: Floats, sums: Sums) -> Floats:
    """The derivative of the function by each field, at each row of totals (draws x fields)."""
    import numpy as np

    step = STEP * np.maximum(np.abs(totals).max(axis=1, keepdims=True), 1e-300)
    slopes = []
    for field in range(totals.shape[1]):
        moved = np.zeros(totals.shape[1])
        moved[field] = 1.0
        above, below = sums.function(totals + step * moved), sums.function(totals - step * moved)
        slopes.append((above - below) / (2 * step[:, 0]))
    return np.stack(slopes, axis=1)


def pulls(sums: Sums) -> Floats:
    """What each cluster adds to the number, linearly; they sum to 0, and their squares to about its variance."""
    rows = sums.rows
    slope = gradient(rows.sum(axis=0)[None], sums)[0]
    result: Floats = (rows - rows.mean(axis=0)) @ slope
    return result


def deviation(sums: Sums) -> float:
    """The standard deviation of the number from one corpus to the next of as many clusters."""
    clusters = len(sums.rows)
    if clusters < 2:
        return float("nan")
    return math.sqrt(float((pulls(sums) ** 2).sum()) * clusters / (clusters - 1))


def studentised_draws(sums: Sums, draws: int, seed: int) -> tuple[Floats, Floats]:
    """The number in each draw with its own standard deviation there."""
    import numpy as np

    rows = sums.rows
    size, width = rows.shape
    centred = rows - rows.mean(axis=0)
    first, second = np.triu_indices(width)
    moments = np.hstack([rows, centred[:, first] * centred[:, second]])
    values, deviations = [], []
    for block in weights(size, draws, seed):
        drawn = block @ moments
        totals, squares = drawn[:, :width], drawn[:, width:]
        slope = gradient(totals, sums)
        shift = (totals - rows.sum(axis=0)) / size
        spread = squares - size * shift[:, first] * shift[:, second]
        both = np.where(first == second, 1.0, 2.0) * slope[:, first] * slope[:, second]
        variance = (both * spread).sum(axis=1) * size / (size - 1)
        values.append(sums.function(totals))
        deviations.append(np.sqrt(np.maximum(variance, 0.0)))
    return np.concatenate(values), np.concatenate(deviations)
