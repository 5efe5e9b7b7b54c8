"""Intervals of the headline of a result: what is resampled, from which counts, for all samples and for each group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from errata.metrics.plan import Group, group_of
from errata.stats.clusters import Clusters, each, sharing
from errata.stats.interval import Interval, Resampling, intervals_of
from errata.stats.sums import of_shards

if TYPE_CHECKING:
    from errata.corpus.columns import Key
    from errata.corpus.settings import Settings
    from errata.metrics.base import Columns
    from errata.stats.average import Averaging, Spread
    from errata.stats.sums import Sums

__all__ = ["DOCUMENT", "clusters_of", "described", "headline"]

DOCUMENT = "document"  # the fact whose samples are resampled together where no other is named


class Table(Protocol):
    """Counts in row order, and the facts of their samples."""

    @property
    def size(self) -> int: ...
    @property
    def facts(self) -> Sequence[str]: ...
    def shards(self, group: Group) -> Iterable[Columns]: ...
    def spread(self, key: Key, averaging: Averaging) -> Spread: ...
    def fact(self, name: str) -> Sequence[Any]: ...


def fact_of(table: Table, cluster: str | None) -> str | None:
    """The fact that makes clusters: the one that is named, else the document where samples have one."""
    return cluster or (DOCUMENT if DOCUMENT in table.facts else None)


def clusters_of(table: Table, fact: str | None) -> Clusters:
    """The clusters of a table by a fact, or its samples one by one."""
    return each(table.size) if fact is None else sharing(table.fact(fact))


def headline(settings: Settings, table: Table, how: Resampling, clusters: Clusters) -> dict[str, Interval]:
    """The interval of each headline metric, in the average that the profile puts first."""
    profile, view, metrics = settings.profile, settings.view, settings.metrics
    known: dict[tuple[Group, int], Sums] = {}
    keys = {}
    for name in settings.headline:
        formula, group = metrics[name].formula, group_of(metrics[name], view)
        keys[name] = (group, id(formula))  # a metric and its normalised form may share both
        if keys[name] not in known:
            known[keys[name]] = of_shards(
                formula, table.shards(group), clusters.codes, clusters.rows,
                empty=profile.empty, average=profile.aggregation,
            )  # fmt: skip
    found = dict(zip(known, intervals_of(list(known.values()), how, clusters.number), strict=True))
    return {name: found[key].within(*metrics[name].range) for name, key in keys.items()}


def described(found: Mapping[str, Interval], how: Resampling, fact: str | None, average: str) -> dict[str, Any]:
    """What the intervals of a result have in common, as its document says it."""
    first = next(iter(found.values()))
    return {
        "confidence": how.confidence,
        "of": average,
        "method": first.method,
        "cluster": fact,
        "clusters": first.clusters,
        "resamples": how.resamples,
        "seed": how.seed,
    }
