"""How much one cluster moves a number: its linear part, from the gradient of the function of sums.

For a ratio this is the textbook variance of a ratio estimator; for every other formula the gradient is numerical.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errata.stats.sums import Floats, Sums

STEP = 1e-5  # of the largest sum: where a formula is smooth, its error is far below that of any estimate
NOISE = 1e-9  # of what the fields add to a number: a spread below it is one of floating-point arithmetic
CANCELLED = 1e-7  # the same in a draw, whose variance is a difference of sums: the root of a rounding error
OWN = 1e-3  # of a sum itself, where that is less: the logarithm of a small count bends within a larger step


def gradient(totals: Floats, sums: Sums) -> Floats:
    """The derivative of the function by each field, at each row of totals (draws x fields)."""
    import numpy as np

    sizes = np.abs(totals)
    steps = STEP * np.maximum(sizes.max(axis=1, keepdims=True), 1e-300)
    steps = np.where(sizes > 0, np.minimum(steps, OWN * sizes), steps)
    slopes = []
    for field in range(totals.shape[1]):
        moved = np.zeros(totals.shape)
        moved[:, field] = steps[:, field]
        above, below = sums.function(totals + moved), sums.function(totals - moved)
        slopes.append((above - below) / (2 * steps[:, field]))
    return np.stack(slopes, axis=1)


def deviation(sums: Sums) -> float:
    """The standard deviation of the number from one corpus to the next of as many clusters.

    It is exactly 0 where clusters agree but for the noise of the gradient.
    """
    import numpy as np

    rows, clusters = sums.rows, len(sums.rows)
    if clusters < 2:
        return math.nan
    totals = rows.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        slope = gradient(totals[None], sums)[0]
        pulls = (rows - rows.mean(axis=0)) @ slope  # what each cluster adds to the number, linearly
        spread = math.sqrt(float((pulls**2).sum()) * clusters / (clusters - 1))
    return 0.0 if spread <= NOISE * float(np.abs(slope * totals).sum()) else spread


def moments(rows: Floats) -> Floats:
    """The rows with the products of their centred fields: what the variance in a draw is made of."""
    import numpy as np

    centred = rows - rows.mean(axis=0)
    first, second = np.triu_indices(rows.shape[1])
    return np.hstack([rows, centred[:, first] * centred[:, second]])


def deviations(sums: Sums, totals: Floats, products: Floats) -> Floats:
    """The standard deviation of the number in each draw, from its sums of rows and of products."""
    import numpy as np

    size, width = sums.rows.shape
    first, second = np.triu_indices(width)
    slope = gradient(totals, sums)
    shift = (totals - sums.rows.sum(axis=0)) / size
    spread = products - size * shift[:, first] * shift[:, second]
    with np.errstate(over="ignore", invalid="ignore"):  # at a jump of the formula the gradient has no bound
        both = np.where(first == second, 1.0, 2.0) * slope[:, first] * slope[:, second]
        variance = np.maximum((both * spread).sum(axis=1), 0.0) * size / (size - 1)
        found: Floats = np.sqrt(variance)
        scale = np.abs(slope) @ np.abs(sums.rows.sum(axis=0))
        return np.where(found <= CANCELLED * scale, 0.0, found)
