"""The interval of a quantile of single values, from their order alone (Thompson 1936)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from errata.errors import UsageError
from errata.stats.distributions import binomial_upto

__all__ = ["quantile_interval"]


def quantile_interval(values: Sequence[float], share: float, confidence: float = 0.95) -> tuple[float, float]:
    """Two of the values that hold the quantile between them with at least this confidence, whatever its distribution.

    A bound is infinite where there are too few values for one: the 99th percentile needs 368 to have an upper bound.
    """
    for name, given in (("quantile", share), ("confidence", confidence)):
        if not 0 < given < 1:
            raise UsageError(f"The {name} is {given}. Give a share between 0 and 1.")
    ordered, tail = sorted(values), (1 - confidence) / 2
    ranks = range(1, len(ordered) + 1)

    def below(rank: int) -> float:
        return binomial_upto(rank - 1, len(ordered), share)

    low, high = bisect_right(ranks, tail, key=below), bisect_left(ranks, 1 - tail, key=below)
    return ordered[low - 1] if low else -math.inf, ordered[high] if high < len(ordered) else math.inf
