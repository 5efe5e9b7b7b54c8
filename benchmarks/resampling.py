"""Resampling: the intervals of many metrics from the same draws, beside scipy called for each of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import bootstrap

from benchmarks.table import Row, best
from errata.stats.interval import Resampling, intervals_of
from errata.stats.sums import Sums

DOCUMENTS, METRICS, DRAWS = 2000, 30, 10_000


def rows() -> list[Row]:
    """30 BCa intervals of ratios of counts; scipy is timed on two of them, which is what it takes for each."""
    generator = np.random.default_rng(0)
    lengths = generator.integers(500, 3000, (METRICS, DOCUMENTS))
    edits = generator.binomial(lengths, generator.beta(1, 15, (METRICS, DOCUMENTS)))
    many = [Sums(np.stack(pair, axis=1).astype(np.float64), ratio) for pair in zip(edits, lengths, strict=True)]
    ours = best(lambda: intervals_of(many, Resampling(method="bca", resamples=DRAWS)), 3)
    theirs = best(lambda: [_scipy(edits[metric], lengths[metric]) for metric in range(2)], 2) / 2 * METRICS
    what = f"{DRAWS:,} BCa resamples of {DOCUMENTS:,} documents for {METRICS} metrics"
    return [Row(what, ours, "scipy.stats.bootstrap for each metric", theirs, 10, faster=True)]


def ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The micro average of a rate."""
    return sums[:, 0] / sums[:, 1]


def _scipy(edits: NDArray[np.int64], lengths: NDArray[np.int64]) -> Any:
    def statistic(edits: Any, lengths: Any, axis: int = -1) -> Any:
        return edits.sum(axis=axis) / lengths.sum(axis=axis)

    return bootstrap((edits, lengths), statistic, paired=True, vectorized=True, n_resamples=DRAWS, method="BCa", rng=0)
