"""How many samples a difference needs, and the smallest difference that a corpus can show.

Of the two-sided paired test: n = ((t_confidence + t_power) * deviation / difference)^2, with the quantiles of Student's
t on n - 1 degrees of freedom; the deviation is that of one cluster's linear part of the difference.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

from errata.errors import UsageError
from errata.stats.distributions import t_quantile
from errata.stats.spread import deviation
from errata.stats.sums import difference, of_formula

if TYPE_CHECKING:
    from errata.metrics.base import Columns, Formula
    from errata.stats.sums import Codes

__all__ = ["paired_deviation", "samples_needed", "single_deviation", "smallest_difference"]

POWER = 0.8
LARGE = 10_000  # degrees of freedom from which Student's t is the normal distribution to four digits


def paired_deviation(
    formula: Formula,
    first: Columns,
    second: Columns,
    *,
    clusters: Codes | None = None,
    average: str = "micro",
    empty: str = "count",
) -> float:
    """The deviation of the difference by cluster: its standard error times the root of the number of clusters."""
    ours, theirs = (of_formula(formula, side, clusters=clusters, empty=empty, average=average)
                    for side in (first, second))  # fmt: skip
    sums = difference(ours, theirs)
    return deviation(sums) * math.sqrt(len(sums.rows))


def single_deviation(
    formula: Formula,
    columns: Columns,
    *,
    clusters: Codes | None = None,
    average: str = "micro",
    empty: str = "count",
    correlation: float = 0.5,
) -> float:
    """The same where only one system has run: the other is taken to vary as much, correlated as given."""
    if not -1 <= correlation < 1:
        raise UsageError(f"The correlation is {correlation}. Give a number from -1 to below 1, such as 0.5.")
    sums = of_formula(formula, columns, clusters=clusters, empty=empty, average=average)
    return deviation(sums) * math.sqrt(len(sums.rows) * 2 * (1 - correlation))


def samples_needed(difference: float, deviation: float, *, power: float = POWER, confidence: float = 0.95) -> int:
    """The clusters that show a difference of this size with this probability."""
    if not difference or not math.isfinite(difference):
        raise UsageError(f"The difference is {difference}. Give the size of the smallest difference that matters.")
    if not math.isfinite(deviation):
        raise UsageError("The spread of these samples is not known: there are fewer than two, or none has a value.")
    low, high = 1, 2
    while smallest_difference(high, deviation, power=power, confidence=confidence) > abs(difference):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        enough = smallest_difference(middle, deviation, power=power, confidence=confidence) <= abs(difference)
        low, high = (low, middle) if enough else (middle, high)
    return high


def smallest_difference(clusters: int, deviation: float, *, power: float = POWER, confidence: float = 0.95) -> float:
    """The difference that this many clusters show with this probability."""
    if clusters < 2:
        raise UsageError(f"{clusters} cluster(s) cannot show any difference.")
    for name, share in (("power", power), ("confidence", confidence)):
        if not 0 < share < 1:
            raise UsageError(f"The {name} is {share}. Give a share between 0 and 1.")
    freedom = clusters - 1
    reach = _quantile((1 + confidence) / 2, freedom) + _quantile(power, freedom)
    return max(0.0, reach) * deviation / math.sqrt(clusters)


def _quantile(share: float, freedom: int) -> float:
    return t_quantile(share, freedom) if freedom < LARGE else NormalDist().inv_cdf(share)
