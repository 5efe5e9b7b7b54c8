"""Intervals of numbers that are no function of sums, such as those of ranks: from how often each cluster is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from errata.stats import bounds
from errata.stats.interval import Interval, Resampling, told, too_few
from errata.stats.resample import weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.stats.clusters import Clusters

    Floats = NDArray[np.float64]

__all__ = ["DRAWS", "METHOD", "intervals_of_weights"]

METHOD = "shifted percentile"
DRAWS = 400  # at most: every draw goes through all records


def intervals_of_weights(function: Callable[[Floats], Floats], clusters: Clusters, how: Resampling) -> list[Interval]:
    """The interval of each number that `function` makes of the weights of all clusters.

    The draws are those of the same clusters and seed in every other interval. The bounds are percentiles less the bias
    of the draws, whatever method `how` names: the others need sums, or every cluster left out in turn. Numbers of
    ranks are biased upwards, and draws twice as much, so that plain percentiles lie too high.
    """
    import numpy as np

    size, confidence = clusters.rows, how.confidence
    estimates = function(np.ones(size))
    if size < 2:
        return [too_few(METHOD, clusters.number, confidence) for _ in estimates]
    draws = min(how.resamples, DRAWS)
    values = np.array([function(row) for block in weights(size, draws, how.seed) for row in block])
    return [
        told(bounds.shifted(estimate, column, size, confidence), METHOD, clusters.number, confidence)
        for estimate, column in zip(estimates.tolist(), values.T, strict=True)
    ]
