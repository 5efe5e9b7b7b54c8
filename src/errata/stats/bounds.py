"""From draws to bounds. Percentile: Efron 1979; BCa: Efron 1987; studentised: Hall 1988, symmetric ones too."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

from errata.stats.distributions import t_quantile
from errata.stats.spread import deviation, deviations, moments

if TYPE_CHECKING:
    from errata.stats.sums import Floats, Sums

Bounds = tuple[float, float]
NOTHING = float("nan"), float("nan")
CALM = 0.25  # of the standard error: what that of a draw is at least
LEAST = 0.4  # of a tail: studentised draws of fewer than ten clusters have no end that could be read further out


def wanted(sums: Sums, method: str) -> Floats:
    """The columns whose sums in each draw a method needs."""
    return moments(sums.rows) if method == "studentised" else sums.rows


def of_draws(sums: Sums, table: Floats, method: str, confidence: float) -> tuple[Bounds, str]:
    """The bounds from the sums of the wanted columns in each draw, and the method that found them.

    Where many draws have no spread, as where few clusters have any error, nothing can be studentised: BCa does it.
    """
    width = sums.rows.shape[1]
    values = sums.function(table[:, :width])
    if method == "studentised":
        found = studentised(sums, values, deviations(sums, table[:, :width], table[:, width:]), confidence)
        if found is not None:
            return found, method
        method = "bca"
    return (bca(sums, values, confidence) if method == "bca" else percentile(values, confidence)), method


def percentile(values: Floats, confidence: float) -> Bounds:
    """The quantiles of the draws."""
    return _quantiles(values, *_tails(confidence))


def shifted(estimate: float, values: Floats, clusters: int, confidence: float) -> Bounds:
    """The quantiles of the draws less twice their bias, as far out as Student's t is (Hesterberg 2015).

    What draws have on average more than the estimate, the estimate has more than the truth. The bounds hold the
    estimate in any case.
    """
    import numpy as np

    known = values[np.isfinite(values)]
    tail = NormalDist().cdf(t_quantile(_tails(confidence)[0], clusters - 1))
    bounds = _quantiles(values, tail, 1 - tail)
    if bounds[0] != bounds[0] or estimate != estimate:
        return NOTHING
    bias = 2 * (float(known.mean()) - estimate)
    return min(bounds[0] - bias, estimate), max(bounds[1] - bias, estimate)


def bca(sums: Sums, values: Floats, confidence: float) -> Bounds:
    """The quantiles of the draws, corrected for bias and for a spread that grows with the value."""
    import numpy as np

    estimate, known = sums.total(), values[np.isfinite(values)]
    below = (np.mean(known < estimate) + np.mean(known <= estimate)) / 2 if len(known) else 0.0
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


def studentised(sums: Sums, values: Floats, spreads: Floats, confidence: float) -> Bounds | None:
    """The estimate less its standard error times the quantiles of (draw - estimate) / standard error of the draw.

    The quantiles are not taken at the tails of the confidence but as far out as Student's t is wider than the normal
    distribution: a draw of few clusters holds still fewer different ones (after Hesterberg 2015). A draw that misses
    the few clusters that vary has hardly any error of its own: it is taken to have a quarter of the corpus'. The bounds
    of symmetric sums lie equally far on both sides, at a quantile of the sizes of these ratios (Hall 1988).
    """
    import numpy as np

    estimate, spread = sums.total(), deviation(sums)
    if not spread:
        return estimate, estimate
    least = _tails(confidence)[0]
    tail = max(NormalDist().cdf(t_quantile(least, len(sums.rows) - 1)), LEAST * least)
    if (spreads == 0).mean() > tail / 2:
        return None
    ratios = (values - estimate) / np.maximum(spreads, CALM * spread)
    if sums.symmetric:
        _, reach = _quantiles(np.abs(ratios), 0.0, 1 - 2 * tail)
        return estimate - reach * spread, estimate + reach * spread
    low, high = _quantiles(ratios, tail, 1 - tail)
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
