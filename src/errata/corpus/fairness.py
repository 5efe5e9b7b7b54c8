"""How evenly a system serves the groups of a fact: the block of a result that every report shows."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from errata.corpus.intervals import Table, fact_of
from errata.corpus.settings import Settings
from errata.errors import UsageError
from errata.metrics.plan import Group, group_of
from errata.report.result import finite
from errata.stats.clusters import codes_of
from errata.stats.fairness import Fairness, GroupScore, fairness
from errata.stats.groups import ABSENT
from errata.stats.interval import Resampling
from errata.stats.mix import mix_adjusted

if TYPE_CHECKING:
    from errata.metrics.base import Columns, Metric
    from errata.stats.clusters import Codes

__all__ = ["MOST", "fairness_of"]

MOST = 40  # groups of a fact that are compared; with more, a fact names samples rather than groups


def fairness_of(settings: Settings, table: Table, how: Resampling) -> dict[str, Any]:
    """For each fact to group by, and each rate of the headline: how far its groups are apart, as JSON values."""
    facts = {fact: [_label(value) for value in table.fact(fact)] for fact in settings.by}
    facts = {fact: labels for fact, labels in facts.items() if 2 <= len(set(labels)) <= MOST}
    if not facts:
        return {}
    cluster = fact_of(table, settings.cluster)
    clusters = codes_of(table.fact(cluster)) if cluster else None
    found: dict[str, Any] = {fact: {} for fact in facts}
    for name in settings.headline:
        metric = settings.metrics[name]
        if metric.scale != "rate" or metric.better == "neither":
            continue
        columns = _whole(table, group_of(metric, settings.view))
        for fact in facts:
            block = _block(metric, columns, fact, facts, clusters, (settings.profile.empty, how))
            if block:
                found[fact][name] = block
    return {fact: metrics for fact, metrics in found.items() if metrics}


def _block(
    metric: Metric,
    columns: Columns,
    fact: str,
    facts: dict[str, list[str]],
    clusters: Codes | None,
    options: tuple[str, Resampling],
) -> dict[str, Any] | None:
    empty, how = options
    try:
        found = fairness(
            metric.formula, columns, facts[fact], better=metric.better, clusters=clusters, empty=empty,
            confidence=how.confidence, resamples=how.resamples, seed=how.seed,
        )  # fmt: skip
    except UsageError:  # fewer than two groups have a value
        return None
    pair = found.best, found.worst
    adjusted = {
        other: {name: finite(value) for name, value in asdict(
            mix_adjusted(metric.formula, columns, facts[fact], labels, pair, empty=empty)).items()}
        for other, labels in facts.items()
        if other != fact
    }  # fmt: skip
    return _document(found, metric.range) | ({"adjusted": adjusted} if adjusted else {})


def _document(found: Fairness, span: tuple[float, float]) -> dict[str, Any]:
    gap = found.gap.within(span[0] - span[1], span[1] - span[0])
    numbers = {name: finite(getattr(found, name)) for name in ("delta", "sigma", "mean", "theil", "gini")}
    return {
        **numbers,
        "parity": found.band,
        "best": found.best,
        "worst": found.worst,
        "gap": [finite(gap.low), finite(gap.high)],
        "groups": {group.label: _group(group, span) for group in found.groups},
    }


def _group(group: GroupScore, span: tuple[float, float]) -> dict[str, Any]:
    interval = group.interval.within(*span)
    return {
        "samples": group.samples,
        "clusters": group.clusters,
        "micro": finite(group.micro),
        "macro": finite(group.macro),
        "interval": [finite(interval.low), finite(interval.high)],
        "shrunk": finite(group.shrunk),
    }


def _whole(table: Table, group: Group) -> Columns:
    import numpy as np

    shards = list(table.shards(group))
    return {name: np.concatenate([shard[name] for shard in shards]) for name in group.counter.fields}


def _label(value: Any) -> str:
    return ABSENT if value is None or value == "" else str(value)
