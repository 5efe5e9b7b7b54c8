"""Two systems on the same samples: is one better, by how much, and how sure is that.

The first system is A, the second B; every difference is B - A. p-values are two-sided.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from errata.errors import InputError, LengthMismatchError, Problem, UsageError
from errata.stats.distributions import binomial_at, binomial_upto, t_above
from errata.stats.interval import RESAMPLES, Interval, interval_of
from errata.stats.sums import blocked, of_formula
from errata.stats.sums import difference as difference_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Formula
    from errata.stats.sums import Codes, Floats

    Values = Sequence[float] | NDArray[np.float64]
    Outcomes = Sequence[bool] | NDArray[np.bool_]

FEW_DISCORDANT = 25  # discordant pairs below which McNemar's test is exact
EXACT_RANKS = 50  # differences up to which Wilcoxon's test is exact
CELLS = 1 << 21  # swaps in memory at once


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A test's statistic and p-value, on how many pairs, and how it was done; NaN where there is nothing to test."""

    name: str
    statistic: float
    p_value: float
    pairs: int
    method: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The number of both systems, the difference B - A, and its interval."""

    first: float
    second: float
    difference: float
    interval: Interval


def paired_t(first: Values, second: Values) -> PairedTest:
    """Student's paired t-test of the mean difference; for differences that are about normal, or many."""
    gaps = gaps_of(first, second)
    size = len(gaps)
    spread = spread_of(gaps)
    if not spread:
        return PairedTest(
            "paired t", math.nan, 1.0 if size and not gaps.any() else math.nan, size, "no spread to judge by"
        )
    statistic = float(gaps.mean()) / (spread / math.sqrt(size))
    return PairedTest("paired t", statistic, min(1.0, 2 * t_above(abs(statistic), size - 1)), size, f"t, df={size - 1}")


def wilcoxon(first: Values, second: Values) -> PairedTest:
    """Wilcoxon's signed-rank test; equal pairs are left out, as he did. The statistic is the smaller rank sum.

    Exact up to 50 differences, tied ones by their mean ranks; else normal with the correction for ties, as in scipy.
    """
    import numpy as np

    gaps = gaps_of(first, second)
    gaps = gaps[gaps != 0]
    size = len(gaps)
    if not size:
        return PairedTest("Wilcoxon signed-rank", 0.0, 1.0, 0, "no pair differs")
    ranks, ties = ranked(np.abs(gaps))
    above = float(ranks[gaps > 0].sum())
    statistic = min(above, size * (size + 1) / 2 - above)
    if size <= EXACT_RANKS:
        return PairedTest("Wilcoxon signed-rank", statistic, rank_tail(statistic, ranks), size, "exact")
    variance = size * (size + 1) * (2 * size + 1) / 24 - ties / 48
    score = (statistic - size * (size + 1) / 4) / math.sqrt(variance)
    return PairedTest(
        "Wilcoxon signed-rank", statistic, min(1.0, 2 * NormalDist().cdf(score)), size, "normal, ties corrected"
    )


def mcnemar(first: Outcomes, second: Outcomes) -> PairedTest:
    """McNemar's test of two yes-or-no outcomes: exact for few discordant pairs, mid-p (Fagerland 2013) for more."""
    import numpy as np

    ours, theirs = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    if len(ours) != len(theirs):
        raise LengthMismatchError(first=len(ours), second=len(theirs))
    only_first, only_second = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    fewer, discordant = min(only_first, only_second), only_first + only_second
    if not discordant:
        return PairedTest("McNemar", 0.0, 1.0, 0, "no pair is discordant")
    exact = min(1.0, 2 * binomial_upto(fewer, discordant))
    if discordant < FEW_DISCORDANT:
        return PairedTest("McNemar", float(fewer), exact, discordant, "exact binomial")
    at = binomial_at(fewer, discordant)
    middle = 1 - at / 2 if 2 * fewer == discordant else 2 * binomial_upto(fewer, discordant) - at
    return PairedTest("McNemar", float(fewer), min(1.0, middle), discordant, "mid-p binomial")


def permutation(
    formula: Formula,
    first: Columns,
    second: Columns,
    *,
    clusters: Codes | None = None,
    average: str = "micro",
    empty: str = "count",
    resamples: int = 10_000,
    seed: int = 0,
) -> PairedTest:
    """Which share of all ways to swap A and B within clusters gives at least this difference of the corpus metric.

    All ways where there are no more than `resamples` of them, else that many drawn at random, and the one seen. A way
    that leaves no difference to tell counts as one that gives it.
    """
    import numpy as np

    ours, theirs = (blocked(of_formula(formula, side, clusters=clusters, empty=empty, average=average))
                    for side in (first, second))  # fmt: skip
    sums = difference_of(ours, theirs)
    size = len(ours.rows)
    observed = sums.total()
    if not size or observed != observed:
        return PairedTest("permutation", math.nan, math.nan, size, "nothing to permute")
    swap = np.hstack([theirs.rows - ours.rows, ours.rows - theirs.rows])
    base = sums.rows.sum(axis=0)
    least = abs(observed) * (1 - 1e-9) - 1e-15
    exact = 2**size <= resamples
    as_far = 0
    with np.errstate(invalid="ignore", divide="ignore"):
        for swapped in _every_swap(size) if exact else _swaps(size, resamples, seed):
            as_far += int((~(np.abs(sums.function(base + swapped @ swap)) < least)).sum())
    if exact:
        return PairedTest("permutation", observed, as_far / 2**size, size, f"all {2**size} swaps")
    return PairedTest("permutation", observed, (as_far + 1) / (resamples + 1), size, f"{resamples} random swaps")


def difference(
    formula: Formula,
    first: Columns,
    second: Columns,
    *,
    clusters: Codes | None = None,
    average: str = "micro",
    empty: str = "count",
    confidence: float = 0.95,
    method: str = "auto",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Difference:
    """The difference B - A of a corpus metric with its interval: both systems are resampled on the same clusters."""
    ours, theirs = (of_formula(formula, side, clusters=clusters, empty=empty, average=average)
                    for side in (first, second))  # fmt: skip
    sums = difference_of(ours, theirs)
    found = interval_of(sums, confidence=confidence, method=method, resamples=resamples, seed=seed)
    return Difference(ours.total(), theirs.total(), sums.total(), found)


def ranked(values: Floats) -> tuple[Floats, float]:
    """Ranks from 1, ties sharing their mean rank, and the sum of t^3 - t over groups of t ties."""
    import numpy as np

    _, inverse, sizes = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(sizes)
    ranks = (last - (sizes - 1) / 2)[inverse]
    return ranks, float((sizes.astype(np.float64) ** 3 - sizes).sum())


def _every_swap(size: int) -> Iterator[Floats]:
    """All ways to swap so many clusters: 1 where one is swapped."""
    import numpy as np

    yield ((np.arange(2**size)[:, None] >> np.arange(size)) & 1).astype(np.float64)


def _swaps(size: int, number: int, seed: int) -> Iterator[Floats]:
    """Random ways, some at a time, from the one stream that NumPy promises never to change."""
    import numpy as np

    at_once = max(1, CELLS // size)
    for part, start in enumerate(range(0, number, at_once)):
        cells = min(at_once, number - start) * size
        raw = np.random.SFC64([seed, part]).random_raw((cells + 63) // 64).astype("<u8")
        yield np.unpackbits(raw.view(np.uint8), count=cells).reshape(-1, size).astype(np.float64)


def rank_tail(statistic: float, ranks: Floats) -> float:
    """Twice the share of all choices of signs whose rank sum is at most the statistic; ranks may be halves."""
    import numpy as np

    doubled = np.rint(2 * ranks).astype(np.int64)
    shares = np.zeros(int(doubled.sum()) + 1)
    shares[0] = 1.0
    for rank in doubled.tolist():
        added = shares.copy()
        added[rank:] += shares[:-rank]
        shares = added / 2
    return min(1.0, 2 * float(shares[: round(2 * statistic) + 1].sum()))


def spread_of(gaps: Floats) -> float:
    """The standard deviation of differences; 0 where they are equal but for the noise of their last digits."""
    import numpy as np

    spread = float(gaps.std(ddof=1)) if len(gaps) > 1 else 0.0
    return spread if spread > 1e-14 * float(np.abs(gaps).max()) else 0.0


def gaps_of(first: Values, second: Values) -> Floats:
    """The differences B - A; refused where a pair has none."""
    import numpy as np

    ours, theirs = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if ours.shape != theirs.shape or ours.ndim != 1:
        raise LengthMismatchError(first=ours.size, second=theirs.size)
    if not ours.size:
        raise UsageError("There are no pairs to compare.")
    bad = [
        Problem(f"pair {place}", f"holds {ours[place]} and {theirs[place]}")
        for place in np.flatnonzero(~np.isfinite(ours - theirs)).tolist()
    ]
    if bad:
        raise InputError(f"{len(bad)} of {ours.size} pairs have no finite difference.", bad, "Leave them out first.")
    gaps: Any = theirs - ours
    return gaps  # type: ignore[no-any-return]
