"""How evenly a system serves groups: languages, scripts, writers, any fact.

Delta and Sigma are those of Thulium's document: the largest gap, and the population's standard deviation over groups.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.errors import LengthMismatchError, UsageError
from errata.stats.groups import by_fact
from errata.stats.interval import RESAMPLES, Interval, Resampling, intervals_of
from errata.stats.spread import deviation
from errata.stats.sums import Sums, of_formula

if TYPE_CHECKING:
    from errata.metrics.base import Columns, Formula
    from errata.stats.sums import Codes, Floats

PARITY: tuple[tuple[str, float], ...] = (("excellent", 0.02), ("good", 0.05), ("moderate", 0.10))
BEYOND = "significant"


@dataclass(frozen=True, slots=True)
class GroupScore:
    """One group: its numbers, the interval of the corpus number, and that number drawn towards all where it is tiny."""

    label: str
    samples: int
    clusters: int
    micro: float
    macro: float
    interval: Interval
    shrunk: float


@dataclass(frozen=True, slots=True)
class Fairness:
    """The groups of one fact, and how far apart they are. NaN where fewer than two groups have a value."""

    groups: tuple[GroupScore, ...]
    delta: float
    sigma: float
    mean: float
    band: str
    best: str
    worst: str
    gap: Interval
    theil: float
    gini: float


def fairness(
    formula: Formula,
    columns: Columns,
    labels: Sequence[Any],
    *,
    better: str = "lower",
    clusters: Codes | None = None,
    empty: str = "count",
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Fairness:
    """The groups of samples that share a label, compared by their corpus numbers."""
    size = len(next(iter(columns.values())))
    if len(labels) != size:
        raise LengthMismatchError(labels=len(labels), samples=size)
    how = Resampling(confidence, "auto", resamples, seed)
    parts = {selection.label: _part(formula, columns, selection.mask, clusters, empty) for selection in by_fact(labels)}
    drawn = shrink(*zip(*((p.micro.total(), deviation(p.micro), len(p.owners)) for p in parts.values()), strict=True))
    groups = tuple(
        GroupScore(
            label, part.samples, len(part.owners), part.micro.total(), part.macro.total(),
            intervals_of([part.micro], how)[0], shrunk,
        )
        for (label, part), shrunk in zip(parts.items(), drawn, strict=True)
    )  # fmt: skip
    known = sorted((g for g in groups if math.isfinite(g.micro)), key=lambda g: g.micro, reverse=better == "higher")
    if len(known) < 2:
        raise UsageError(f"{len(known)} group(s) have a value: there is nothing to compare.")
    best, worst = known[0], known[-1]
    values = [group.micro for group in known]
    delta, mean = max(values) - min(values), math.fsum(values) / len(values)
    sigma = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
    gap = intervals_of([_apart(parts[best.label], parts[worst.label])], how, min(best.clusters, worst.clusters))[0]
    return Fairness(
        groups, delta, sigma, mean, parity(delta), best.label, worst.label, gap, theil(values), gini(values)
    )


def parity(delta: float) -> str:
    """The document's word for a gap: up to 2, 5 and 10 percentage points."""
    for label, bound in PARITY:
        if delta < bound or (label == "moderate" and delta <= bound):
            return label
    return BEYOND


def theil(values: Iterable[float]) -> float:
    """Theil's index of inequality: 0 where all groups are equal, ln(n) where one has everything."""
    shares = _shares(values)
    return math.fsum(share * math.log(share * len(shares)) for share in shares if share)


def gini(values: Iterable[float]) -> float:
    """Gini's coefficient: 0 where all groups are equal, 1 - 1/n where one has everything."""
    shares = sorted(_shares(values))
    size = len(shares)
    return math.fsum((2 * (rank + 1) - size - 1) * share for rank, share in enumerate(shares)) / size


def shrink(values: Sequence[float], errors: Sequence[float], sizes: Sequence[int]) -> list[float]:
    """Values drawn towards their common mean, the more the larger their standard error (empirical Bayes).

    The variance between groups is DerSimonian and Laird's (1986). A group without a standard error, because it is a
    single cluster or all of its clusters agree, is taken to vary as the clusters of all groups do.
    """
    pooled = _pooled(errors, sizes)
    if not pooled > 0 or sum(map(math.isfinite, values)) < 2:
        return list(values)
    known = [error if error > 0 else pooled / math.sqrt(size) for error, size in zip(errors, sizes, strict=True)]
    used = [(v, 1 / e**2) for v, e in zip(values, known, strict=True) if math.isfinite(v)]
    total = math.fsum(w for _, w in used)
    centre = math.fsum(v * w for v, w in used) / total
    spread = math.fsum(w * (v - centre) ** 2 for v, w in used) - (len(used) - 1)
    room = total - math.fsum(w * w for _, w in used) / total
    between = max(0.0, spread / room) if room > 0 else 0.0
    weights = [(v, 1 / (between + 1 / w)) for v, w in used]
    centre = math.fsum(v * w for v, w in weights) / math.fsum(w for _, w in weights)
    return [centre + (v - centre) * between / (between + e**2) for v, e in zip(values, known, strict=True)]


def _pooled(errors: Sequence[float], sizes: Sequence[int]) -> float:
    """The deviation of one cluster within its group, from the standard errors of all groups; NaN where none has one."""
    known = [(error, size) for error, size in zip(errors, sizes, strict=True) if math.isfinite(error) and size > 1]
    freedom = sum(size - 1 for _, size in known)
    return math.sqrt(math.fsum((size - 1) * size * e**2 for e, size in known) / freedom) if freedom else math.nan


def _shares(values: Iterable[float]) -> list[float]:
    numbers = list(values)
    if not numbers or any(not math.isfinite(value) or value < 0 for value in numbers):
        raise UsageError("Inequality is defined for finite numbers that are not negative.")
    total = math.fsum(numbers)
    return [value / total if total else 1 / len(numbers) for value in numbers]


@dataclass(frozen=True, slots=True)
class _Part:
    """The sums of one group, and which cluster of all samples each row is."""

    samples: int
    owners: Codes
    micro: Sums
    macro: Sums


def _part(formula: Formula, columns: Columns, mask: Any, clusters: Codes | None, empty: str) -> _Part:
    import numpy as np

    chosen = {name: column[mask] for name, column in columns.items()}
    every = np.arange(len(mask)) if clusters is None else clusters
    owners, codes = np.unique(every[mask], return_inverse=True)
    micro, macro = (of_formula(formula, chosen, clusters=codes, empty=empty, average=a) for a in ("micro", "macro"))
    return _Part(int(mask.sum()), owners, micro, macro)


def _apart(first: _Part, second: _Part) -> Sums:
    """The number of the second less that of the first; a cluster that has samples in both is resampled as one.

    The last two columns count the clusters of each: a draw without one of the groups has no gap.
    """
    import numpy as np

    every, places = np.unique(np.concatenate([first.owners, second.owners]), return_inverse=True)
    cut = first.micro.rows.shape[1]
    stop = cut + second.micro.rows.shape[1]
    rows = np.zeros((len(every), stop + 2))
    rows[places[: len(first.owners)], :cut] = first.micro.rows
    rows[places[len(first.owners) :], cut:stop] = second.micro.rows
    rows[places[: len(first.owners)], stop] = 1
    rows[places[len(first.owners) :], stop + 1] = 1

    def function(sums: Floats) -> Floats:
        gap = second.micro.function(sums[:, cut:stop]) - first.micro.function(sums[:, :cut])
        return np.where((sums[:, stop:] > 0).all(axis=1), gap, np.nan)

    return Sums(rows, function)
