"""How evenly a system serves groups: languages, scripts, writers, any fact.

Delta and Sigma are those of Thulium's document: the largest gap, and the population's standard deviation over groups.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.errors import LengthMismatchError, UsageError
from errata.stats.clusters import codes_of
from errata.stats.groups import by_fact
from errata.stats.interval import RESAMPLES, Interval, interval_of
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
    chosen = {"confidence": confidence, "resamples": resamples, "seed": seed}
    parts = {selection.label: _part(formula, columns, selection.mask, clusters, empty) for selection in by_fact(labels)}
    rows = [(label, samples, micro, macro) for label, (samples, micro, macro) in parts.items()]
    drawn = shrink([micro.total() for _, _, micro, _ in rows], [deviation(micro) for _, _, micro, _ in rows])
    groups = tuple(
        GroupScore(label, samples, len(micro.rows), micro.total(), macro.total(), interval_of(micro, **chosen), shrunk)  # type: ignore[arg-type]
        for (label, samples, micro, macro), shrunk in zip(rows, drawn, strict=True)
    )
    known = sorted((g for g in groups if math.isfinite(g.micro)), key=lambda g: g.micro, reverse=better == "higher")
    if len(known) < 2:
        raise UsageError(f"{len(known)} group(s) have a value: there is nothing to compare.")
    best, worst = known[0], known[-1]
    values = [group.micro for group in known]
    delta, mean = max(values) - min(values), math.fsum(values) / len(values)
    sigma = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
    gap = interval_of(_apart(parts[best.label][1], parts[worst.label][1]), **chosen)  # type: ignore[arg-type]
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


def shrink(values: Sequence[float], errors: Sequence[float]) -> list[float]:
    """Values drawn towards their common mean, the more the larger their standard error (empirical Bayes).

    The variance between groups is DerSimonian and Laird's (1986). A group without a standard error, because it is a
    single cluster, is taken to vary as much as the least certain other.
    """
    finite = [error for value, error in zip(values, errors, strict=True) if math.isfinite(value) and error > 0]
    if len(finite) < 2:
        return list(values)
    largest = max(finite)
    known = [error if error > 0 else largest for error in errors]
    used = [(v, 1 / e**2) for v, e in zip(values, known, strict=True) if math.isfinite(v)]
    total = math.fsum(w for _, w in used)
    centre = math.fsum(v * w for v, w in used) / total
    spread = math.fsum(w * (v - centre) ** 2 for v, w in used) - (len(used) - 1)
    room = total - math.fsum(w * w for _, w in used) / total
    between = max(0.0, spread / room) if room > 0 else 0.0
    weights = [(v, 1 / (between + 1 / w)) for v, w in used]
    centre = math.fsum(v * w for v, w in weights) / math.fsum(w for _, w in weights)
    return [centre + (v - centre) * between / (between + e**2) for v, e in zip(values, known, strict=True)]


def _shares(values: Iterable[float]) -> list[float]:
    numbers = list(values)
    if not numbers or any(not math.isfinite(value) or value < 0 for value in numbers):
        raise UsageError("Inequality is defined for finite numbers that are not negative.")
    total = math.fsum(numbers)
    return [value / total if total else 1 / len(numbers) for value in numbers]


def _part(formula: Formula, columns: Columns, mask: Any, clusters: Codes | None, empty: str) -> tuple[int, Sums, Sums]:
    chosen = {name: column[mask] for name, column in columns.items()}
    codes = None if clusters is None else codes_of(clusters[mask].tolist())
    micro, macro = (of_formula(formula, chosen, clusters=codes, empty=empty, average=a) for a in ("micro", "macro"))
    return int(mask.sum()), micro, macro


def _apart(first: Sums, second: Sums) -> Sums:
    """The number of the second less that of the first, where no cluster belongs to both."""
    import numpy as np

    width = first.rows.shape[1]
    rows = np.zeros((len(first.rows) + len(second.rows), width + second.rows.shape[1]))
    rows[: len(first.rows), :width], rows[len(first.rows) :, width:] = first.rows, second.rows

    def function(sums: Floats) -> Floats:
        return second.function(sums[:, width:]) - first.function(sums[:, :width])

    return Sums(rows, function)
