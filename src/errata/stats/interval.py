"""Intervals of any metric, by resampling clusters of samples: documents rather than lines where they are known.

Percentile: Efron 1979. BCa: Efron 1987. Studentised: Hall 1988, with the linearised variance of the statistic.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING

from errata.errors import InputError, Problem, UnknownNameError, UsageError
from errata.stats.resample import resampled
from errata.stats.spread import deviation, studentised_draws
from errata.stats.sums import Sums, of_formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Formula
    from errata.stats.sums import Codes, Floats

METHODS = ("auto", "studentised", "bca", "percentile")
FEW = 30  # clusters below which every interval is too narrow or too wide, and says so
MANY = 100  # clusters from which BCa is used
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Interval:
    """Two bounds, how they were found, and what to know of them; NaN where there is no interval."""

    low: float
    high: float
    method: str
    clusters: int
    confidence: float = 0.95
    warning: str | None = None

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def interval(
    formula: Formula,
    columns: Columns,
    *,
    clusters: Codes | None = None,
    confidence: float = 0.95,
    method: str = "auto",
    resamples: int = RESAMPLES,
    seed: int = 0,
    empty: str = "count",
    average: str = "micro",
) -> Interval:
    """The interval of a metric over samples, resampled by cluster (`codes_of` numbers them) or one by one."""
    sums = of_formula(formula, columns, clusters=clusters, empty=empty, average=average)
    return interval_of(sums, confidence=confidence, method=method, resamples=resamples, seed=seed)


def interval_of(
    sums: Sums, *, confidence: float = 0.95, method: str = "auto", resamples: int = RESAMPLES, seed: int = 0
) -> Interval:
    """The interval of a function of sums."""
    check(confidence, method, resamples)
    clusters = len(sums.rows)
    chosen = method if method != "auto" else ("studentised" if clusters < MANY else "bca")
    nothing = Interval(float("nan"), float("nan"), chosen, clusters, confidence)
    if clusters < 2:
        return _with(nothing, f"{clusters} cluster(s): nothing can be resampled")
    low, high = {"percentile": _percentile, "bca": _bca, "studentised": _studentised}[chosen](
        sums, confidence, resamples, seed
    )
    if low != low or high != high:
        return _with(nothing, "the metric has no finite value in enough of the draws")
    found = Interval(low, high, chosen, clusters, confidence)
    if low == high:
        return _with(found, f"all {clusters} clusters agree: the interval says nothing of what was not seen")
    if clusters < FEW:
        return _with(found, f"only {clusters} clusters: the true confidence is below {confidence:.0%}")
    return found


def bootstrap_ci(
    values: Iterable[float], confidence: float = 0.95, resamples: int = 10_000, seed: int = 0
) -> tuple[float, float]:
    """The percentile interval of the mean of values, as (low, high); warns below 30 of them.

    With few values the true confidence is well below the nominal one: `Result.interval` does better.
    """
    import numpy as np

    check(confidence, "percentile", resamples)
    numbers = np.array(list(values), dtype=np.float64)
    _refuse_bad(numbers)
    if len(numbers) < FEW:
        message = f"only {len(numbers)} values: a nominal {confidence:.0%} percentile interval covers less than that"
        warnings.warn(message, stacklevel=2)
    means = np.sort(resampled(numbers[:, None], resamples, seed)[:, 0] / len(numbers))
    low, high = np.quantile(means, _tails(confidence))
    return float(low), float(high)


def check(confidence: float, method: str, resamples: int) -> None:
    """Refuse a confidence outside (0, 1), an unknown method and too few resamples."""
    if not 0 < confidence < 1:
        raise UsageError(f"The confidence is {confidence}. Give a share between 0 and 1, such as 0.95.")
    if method not in METHODS:
        raise UnknownNameError("method of intervals", method, METHODS)
    if resamples < 100:
        raise UsageError(f"{resamples} resamples are too few for an interval. Give at least 100.")


def _percentile(sums: Sums, confidence: float, resamples: int, seed: int) -> tuple[float, float]:
    return _quantiles(sums.function(resampled(sums.rows, resamples, seed)), *_tails(confidence))


def _bca(sums: Sums, confidence: float, resamples: int, seed: int) -> tuple[float, float]:
    import numpy as np

    values = sums.function(resampled(sums.rows, resamples, seed))
    estimate = sums.total()
    below = (np.mean(values < estimate) + np.mean(values <= estimate)) / 2
    if not 0 < below < 1:
        return _quantiles(values, *_tails(confidence))
    normal = NormalDist()
    bias = normal.inv_cdf(float(below))
    left = sums.function(sums.rows.sum(axis=0) - sums.rows)
    pulls = left.mean() - left
    spread = float((pulls**2).sum())
    acceleration = float((pulls**3).sum()) / (6 * spread**1.5) if spread else 0.0
    shifted = []
    for tail in _tails(confidence):
        distance = bias + normal.inv_cdf(tail)
        shifted.append(normal.cdf(bias + distance / (1 - acceleration * distance)))
    return _quantiles(values, *shifted)


def _studentised(sums: Sums, confidence: float, resamples: int, seed: int) -> tuple[float, float]:
    import numpy as np

    estimate, spread = sums.total(), deviation(sums)
    if not spread:
        return estimate, estimate
    values, spreads = studentised_draws(sums, resamples, seed)
    with np.errstate(invalid="ignore", divide="ignore"):
        pivots = (values - estimate) / spreads
    low, high = _quantiles(pivots, *_tails(confidence))
    return estimate - high * spread, estimate - low * spread


def _quantiles(values: Floats, low: float, high: float) -> tuple[float, float]:
    import numpy as np

    known = values[np.isfinite(values)]
    if len(known) < len(values) / 2:
        return float("nan"), float("nan")
    found = np.quantile(known, (low, high))
    return float(found[0]), float(found[1])


def _tails(confidence: float) -> tuple[float, float]:
    return (1 - confidence) / 2, (1 + confidence) / 2


def _with(found: Interval, warning: str) -> Interval:
    return replace(found, warning=warning)


def _refuse_bad(numbers: NDArray[np.float64]) -> None:
    import numpy as np

    if numbers.ndim != 1 or not len(numbers):
        raise UsageError("There are no values to resample. Pass a list of numbers, one a sample.")
    bad = [
        Problem(f"value {place}", f"is {numbers[place]}, not a finite number")
        for place in np.flatnonzero(~np.isfinite(numbers)).tolist()
    ]
    if bad:
        raise InputError(f"{len(bad)} of {len(numbers)} values cannot be resampled.", bad, "Leave them out first.")
