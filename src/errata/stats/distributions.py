"""Tails of the distributions that tests need, without another library: binomial, Student's t.

Both are the regularised incomplete beta function, by Lentz's continued fraction.
"""

from __future__ import annotations

import math

TINY = 1e-300
EXACT = 1e-15


def beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x > (a + 1) / (a + b + 2):
        return 1.0 - front * _fraction(1 - x, b, a) / b
    return front * _fraction(x, a, b) / a


def t_above(value: float, freedom: float) -> float:
    """The probability that Student's t is above a value."""
    half = beta_share(freedom / (freedom + value * value), freedom / 2, 0.5) / 2
    return half if value >= 0 else 1 - half


def t_quantile(share: float, freedom: float) -> float:
    """The value that Student's t stays below with this probability."""
    if share < 0.5:
        return -t_quantile(1 - share, freedom)
    low, high = 0.0, 2.0
    while t_above(high, freedom) > 1 - share:
        high *= 2
    while high - low > 1e-12 * max(high, 1):
        middle = (low + high) / 2
        low, high = (middle, high) if t_above(middle, freedom) > 1 - share else (low, middle)
    return (low + high) / 2


def binomial_upto(count: int, trials: int, share: float = 0.5) -> float:
    """The probability of at most `count` successes."""
    if count < 0:
        return 0.0
    return 1.0 if count >= trials else beta_share(1 - share, trials - count, count + 1)


def binomial_at(count: int, trials: int, share: float = 0.5) -> float:
    """The probability of exactly `count` successes, for a share strictly between 0 and 1."""
    ways = math.lgamma(trials + 1) - math.lgamma(count + 1) - math.lgamma(trials - count + 1)
    return math.exp(ways + count * math.log(share) + (trials - count) * math.log1p(-share))


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, 10_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 / _nonzero(1 + step * d), _nonzero(1 + step / c)
            result *= d * c
        if abs(d * c - 1) < EXACT:
            break
    return result


def _nonzero(value: float) -> float:
    return value if abs(value) > TINY else TINY
