"""From draws to bounds. Percentile: Efron 1979; BCa: Efron 1987; studentised: Hall 1988."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

from errata.stats.spread import deviation, deviations, moments

if TYPE_CHECKING:
    from errata.stats.sums import Floats, Sums

Bounds = tuple[float, float]
NOTHING = float("nan"), float("nan")


def wanted(sums: Sums, method: str) -> Floats:
    """The columns whose sums in each draw a method needs."""
    return moments(sums.rows) if method == "studentised" else sums.rows


def of_draws(sums: Sums, table: Floats, method: str, confidence: float) -> Bounds:
    """The bounds from the sums of the wanted columns in each draw."""
    width = sums.rows.shape[1]
    values = sums.function(table[:, :width])
    if method == "studentised":
        return studentised(sums, values, deviations(sums, table[:, :width], table[:, width:]), confidence)
    return bca(sums, values, confidence) if method == "bca" else percentile(values, confidence)


def percentile(values: Floats, confidence: float) -> Bounds:
    """The quantiles of the draws."""
    return _quantiles(values, *_tails(confidence))


def bca(sums: Sums, values: Floats, confidence: float) -> Bounds:
    """The quantiles of the draws, corrected for bias and for a spread that grows with the value."""
    import numpy as np

    estimate = sums.total()
    below = (np.mean(values < estimate) + np.mean(values <= estimate)) / 2
    if not 0 < below < 1:
        return percentile(values, confidence)
    normal = NormalDist()
    bias = normal.inv_cdf(float(below))
    left = sums.function(sums.rows.sum(axis=0) - sums.rows)
    pulls = left.mean() - left
    spread = float((pulls**2).sum())
    acceleration = float((pulls**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    shifted = []
    for tail in _tails(confidence):
        distance = bias + normal.inv_cdf(tail)
        shifted.append(normal.cdf(bias + distance / (1 - acceleration * distance)))
    return _quantiles(values, *shifted)


def studentised(sums: Sums, values: Floats, spreads: Floats, confidence: float) -> Bounds:
    """The estimate less its standard error times the quantiles of (draw - estimate) / standard error of the draw."""
    estimate, spread = sums.total(), deviation(sums)
    if not spread > 0:
        return estimate, estimate
    low, high = _quantiles((values - estimate) / spreads, *_tails(confidence))
    return estimate - high * spread, estimate - low * spread


def _quantiles(values: Floats, low: float, high: float) -> Bounds:
    import numpy as np

    known = values[np.isfinite(values)]
    if len(known) < len(values) / 2:
        return NOTHING
    found = np.quantile(known, (low, high))
    return float(found[0]), float(found[1])


def _tails(confidence: float) -> Bounds:
    return (1 - confidence) / 2, (1 + confidence) / 2
