"""How much one cluster moves a number: its linear part, from the gradient of the function of sums.

For a ratio this is the textbook variance of a ratio estimator; for every other formula the gradient is numerical.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

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
    import numpy as np

    clusters = len(sums.rows)
    if clusters < 2:
        return math.nan
    with np.errstate(invalid="ignore", divide="ignore"):
        return math.sqrt(float((pulls(sums) ** 2).sum()) * clusters / (clusters - 1))


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
        variance: Floats = np.maximum((both * spread).sum(axis=1), 0.0) * size / (size - 1)
    return np.sqrt(variance)
