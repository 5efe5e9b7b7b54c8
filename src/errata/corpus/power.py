"""How many samples a difference needs, and the smallest difference that a corpus can show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.corpus.compare import loaded
from errata.corpus.counted import Counted, averaging_of, cluster_of, counted, rows_of
from errata.corpus.pairs import paired
from errata.errors import UnknownNameError, UsageError
from errata.report.power import Needed, Power
from errata.report.result import Result
from errata.stats.clusters import codes_of
from errata.stats.power import POWER, paired_deviation, samples_needed, single_deviation, smallest_difference
from errata.version import __version__

if TYPE_CHECKING:
    from errata.metrics.base import Columns

__all__ = ["CORRELATION", "power"]

CORRELATION = 0.5  # of two systems' errors on one sample, where only one of them has run


def power(
    run: str | Path | Result,
    second: str | Path | Result | None = None,
    *,
    difference: float,
    metrics: Sequence[str] | None = None,
    cluster: str | None = None,
    power: float = POWER,
    confidence: float = 0.95,
    correlation: float = CORRELATION,
    unmatched: str = "error",
) -> Power:
    """The samples that a paired comparison needs to show a difference, for each metric of a run.

    With a second run on the same samples, how much differences vary is measured; with one, the other system is taken to
    vary as much, its errors correlated as given. Samples that share the fact `cluster` (document, where they have
    it) count as one.
    """
    if not (math.isfinite(difference) and difference > 0):
        raise UsageError(
            f"The difference is {difference}. Give the smallest one that matters, above 0: 0.005 is half a point."
        )
    results = loaded([run] if second is None else [run, second])
    result = next(iter(results.values()))
    cluster = cluster_of(results.values(), cluster)
    facts = [cluster] if cluster else []
    if second is None:
        of = _chosen(result, metrics)
        rows = [rows_of(result, of, facts=facts)]
    else:
        found = paired(results, metrics, unmatched=unmatched, facts=facts)
        of, rows = dict(found.metrics), list(found.rows)
    clusters = codes_of(rows[0].facts[cluster]) if cluster else None
    size = len(rows[0].ids) if clusters is None else int(clusters.max(initial=-1)) + 1
    needed = []
    for name, one in of.items():
        score = result[name]
        options: dict[str, Any] = {
            "clusters": clusters, "average": score.aggregation, "empty": averaging_of(result).empty,
        }  # fmt: skip
        spread = _deviation(one, [side.columns(one) for side in rows], correlation, options)
        reach: dict[str, Any] = {"power": power, "confidence": confidence}
        known = math.isfinite(spread) and size > 1
        needed.append(
            Needed(
                name, score.title, score.scale, score.aggregation, score.value, spread,
                samples_needed(difference, spread, **reach) if known else None,
                smallest_difference(size, spread, **reach) if known else math.nan,
            )
        )  # fmt: skip
    if all(one.samples is None for one in needed):
        raise UsageError("The spread of these samples is not known: there are fewer than two, or none has a value.")
    return Power(__version__, result.signature, tuple(results), size, cluster, difference, power, confidence,
                 None if second is not None else correlation, tuple(needed))  # fmt: skip


def _chosen(result: Result, metrics: Sequence[str] | None) -> dict[str, Counted]:
    names = list(metrics or result.headline)
    for name in names:
        if name not in result:
            raise UnknownNameError("metric of this run", name, result)
    of = counted(result)
    return {name: of[name] for name in names}


def _deviation(of: Counted, sides: Sequence[Columns], correlation: float, options: dict[str, Any]) -> float:
    if len(sides) == 1:
        return single_deviation(of.formula, sides[0], correlation=correlation, **options)
    return paired_deviation(of.formula, sides[0], sides[1], **options)
