"""Intervals of any metric, by resampling clusters of samples: documents rather than lines where they are known."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from errata.errors import InputError, LengthMismatchError, Problem, UnknownNameError, UsageError
from errata.stats import bounds
from errata.stats.resample import drawn, resampled
from errata.stats.sums import Sums, blocked, of_formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Formula
    from errata.stats.sums import Codes

METHODS = ("auto", "studentised", "bca", "percentile", "poisson")
FEW = 30  # clusters below which no method keeps its promise
MANY = 400  # clusters from which BCa is as good as it gets, without the variance of every draw
RESAMPLES = 2000
DIGITS = 9  # of a bound: what comes after them is noise of the draws, and of the machine


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

    def within(self, low: float, high: float) -> Interval:
        """The same, cut at the range that the number can have."""
        return replace(self, low=min(max(self.low, low), high), high=max(min(self.high, high), low))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: their confidence, the method, the number of draws and the seed of the draws."""

    confidence: float = 0.95
    method: str = "auto"
    resamples: int = RESAMPLES
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            raise UsageError(f"The confidence is {self.confidence}. Give a share between 0 and 1, such as 0.95.")
        if self.method not in METHODS:
            raise UnknownNameError("method of intervals", self.method, METHODS)
        if self.resamples < 100:
            raise UsageError(f"{self.resamples} resamples are too few for an interval. Give at least 100.")
        if self.seed < 0:
            raise UsageError(f"The seed is {self.seed}. Give a whole number from 0 on.")


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
    return intervals_of([sums], Resampling(confidence, method, resamples, seed))[0]


def intervals_of(many: Sequence[Sums], how: Resampling, clusters: int | None = None) -> list[Interval]:
    """The intervals of many functions of sums over the same clusters, all from the same draws.

    `clusters` is their number where it is not that of the rows: of blocks of clusters, or of the smaller of two groups.
    """
    import numpy as np

    sizes = {len(sums.rows) for sums in many}
    if len(sizes) > 1:
        raise LengthMismatchError(**{f"clusters of number {at}": len(sums.rows) for at, sums in enumerate(many)})
    size = sizes.pop() if sizes else 0
    known = size if clusters is None else clusters
    method = how.method if how.method != "auto" else ("studentised" if known < MANY else "bca")
    many = [blocked(sums) for sums in many]
    if min(size, known) < 2:
        return [too_few(method, known, how.confidence) for _ in many]
    with np.errstate(invalid="ignore", divide="ignore"):  # a draw may have no value, and then has no say
        tables = [bounds.wanted(sums, method) for sums in many]
        draws = drawn(tables, how.resamples, how.seed, poisson=method == "poisson")
        return [
            told(*bounds.of_draws(sums, table, method, how.confidence), known, how.confidence)
            for sums, table in zip(many, draws, strict=True)
        ]


def too_few(method: str, clusters: int, confidence: float) -> Interval:
    """No interval, because there is nothing to resample."""
    return Interval(*bounds.NOTHING, method, clusters, confidence, f"{clusters} cluster(s): too few to resample")


def bootstrap_ci(
    values: Iterable[float], confidence: float = 0.95, resamples: int = 10_000, seed: int = 0
) -> tuple[float, float]:
    """The percentile interval of the mean of values, as (low, high); warns below 30 of them.

    With few values the true confidence is well below the nominal one: `Result.interval` does better.
    """
    import numpy as np

    how = Resampling(confidence, "percentile", resamples, seed)
    numbers = np.array(list(values), dtype=np.float64)
    _refuse_bad(numbers)
    if len(numbers) < FEW:
        message = f"only {len(numbers)} values: a nominal {confidence:.0%} percentile interval covers less than that"
        warnings.warn(message, stacklevel=2)
    means = resampled(numbers[:, None], how.resamples, how.seed)[:, 0] / len(numbers)
    low, high = bounds.percentile(means, confidence)
    return low, high


def told(found: bounds.Bounds, method: str, clusters: int, confidence: float) -> Interval:
    """The bounds as an interval, with what makes them doubtful or void."""
    low, high = map(_rounded, found)
    warning = None
    if low != low or high != high:
        low, high = bounds.NOTHING
        warning = "the metric has no finite value in enough of the draws"
    elif low == high:
        warning = f"all {clusters} clusters agree: nothing is known of others"
    elif clusters < FEW:
        warning = f"only {clusters} clusters: the true confidence is below {confidence:.0%}"
    return Interval(low, high, method, clusters, confidence, warning)


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


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
