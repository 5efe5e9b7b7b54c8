"""Two systems on the same samples: is one better, by how much, and how sure is that.

The first system is A, the second B; every difference is B - A. p-values are two-sided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
EXACT_RANKS = 50  # differences without ties up to which Wilcoxon's test is exact


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
    import numpy as np

    gaps = _gaps(first, second)
    size = len(gaps)
    spread = float(gaps.std(ddof=1)) if size > 1 else 0.0
    if size < 2 or spread <= 1e-14 * float(np.abs(gaps).max()):
        return PairedTest(
            "paired t", math.nan, 1.0 if size and not gaps.any() else math.nan, size, "no spread to judge by"
        )
    statistic = float(gaps.mean()) / (spread / math.sqrt(size))
    return PairedTest("paired t", statistic, min(1.0, 2 * t_above(abs(statistic), size - 1)), size, f"t, df={size - 1}")


def wilcoxon(first: Values, second: Values) -> PairedTest:
    """Wilcoxon's signed-rank test; equal pairs are left out, as he did. The statistic is the smaller rank sum.

    Exact up to 50 differences without ties; else normal with the correction for ties, as scipy has it.
    """
    import numpy as np

    gaps = _gaps(first, second)
    gaps = gaps[gaps != 0]
    size = len(gaps)
    if not size:
        return PairedTest("Wilcoxon signed-rank", 0.0, 1.0, 0, "no pair differs")
    ranks, ties = ranked(np.abs(gaps))
    above = float(ranks[gaps > 0].sum())
    statistic = min(above, size * (size + 1) / 2 - above)
    if size <= EXACT_RANKS and not ties:
        return PairedTest("Wilcoxon signed-rank", statistic, _rank_tail(int(statistic), size), size, "exact")
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
    middle = 1 - at if 2 * fewer == discordant else 2 * binomial_upto(fewer, discordant) - at
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

    All ways where there are no more than `resamples` of them, else that many drawn at random, and the one seen.
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
    if 2.0**size <= resamples:
        every = (np.arange(2**size)[:, None] >> np.arange(size)) & 1
        values = sums.function(base + every @ swap)
        return PairedTest(
            "permutation", observed, float(np.mean(np.abs(values) >= least)), size, f"all {2**size} swaps"
        )
    as_far, done = 1, 0
    generator = np.random.default_rng(seed)
    while done < resamples:
        rows = min(resamples - done, max(1, (1 << 21) // size))
        swapped = generator.integers(0, 2, size=(rows, size), dtype=np.uint8).astype(np.float64)
        as_far += int((np.abs(sums.function(base + swapped @ swap)) >= least).sum())
        done += rows
    return PairedTest("permutation", observed, as_far / (resamples + 1), size, f"{resamples} random swaps")


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


def _rank_tail(statistic: int, size: int) -> float:
    """Twice the share of all sign choices whose rank sum is at most the statistic."""
    ways = [1] + [0] * (size * (size + 1) // 2)
    for rank in range(1, size + 1):
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    return min(1.0, 2 * sum(ways[: statistic + 1]) / float(2**size))


def _gaps(first: Values, second: Values) -> Floats:
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
