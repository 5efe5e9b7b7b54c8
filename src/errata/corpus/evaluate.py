"""From counts to the result: every formula over the whole table and over each group of samples."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from errata.corpus.columns import Key, key_of
from errata.corpus.extras import Extras
from errata.corpus.fairness import fairness_of
from errata.corpus.intervals import Table, clusters_of, described, fact_of, headline
from errata.corpus.judged import interval
from errata.corpus.settings import Settings
from errata.errors import Problem
from errata.metrics.plan import SIZES
from errata.report.result import Group as ScoredGroup
from errata.report.result import Result, Score, Tally
from errata.stats.average import Selection, Summary, summarise
from errata.stats.groups import by_fact
from errata.version import __version__

if TYPE_CHECKING:
    from errata.metrics.base import Metric
    from errata.report.result import Parts

LISTED = 1000  # problems that a result document holds; a run lists all of them in problems.jsonl

MANY = 100_000  # samples from which metrics are summarised on several threads


def evaluate(
    settings: Settings,
    table: Table,
    extras: Extras,
    missing: int = 0,
    problems: Sequence[Problem] = (),
    parts: Parts | None = None,
) -> Result:
    """The result of these counts under these settings."""
    selections = {fact: by_fact(table.fact(fact)) for fact in settings.by}
    flat = [Selection("all"), *(selection for labels in selections.values() for selection in labels)]
    summaries = _summaries(settings, table, flat)
    groups, start = {}, 1
    for fact, labels in selections.items():
        groups[fact] = {
            selection.label: ScoredGroup(_members(selection), _scores(settings, summaries, start + number))
            for number, selection in enumerate(labels)
        }
        start += len(labels)
    scores, intervals = _with_intervals(settings, table, _scores(settings, summaries, 0))
    return Result(
        errata=__version__,
        profile=settings.profile.name,
        signature=settings.signature,
        tally=_tally(table, missing, len(problems)),
        scores=scores,
        headline=settings.headline,
        groups=groups,
        intervals=intervals,
        fairness=fairness_of(settings, table, settings.resampling) if settings.resampling and table.size else {},
        settings=settings.to_dict(),
        ladder=tuple(extras.ladder_document()),
        worst=tuple(extras.worst_document()),
        per_class=extras.classes_document(),
        errors=extras.errors_document(),
        problems=tuple(asdict(problem) for problem in problems[:LISTED]),
        parts=parts,
        judge=interval,
    )


def _summaries(settings: Settings, table: Table, selections: Sequence[Selection]) -> dict[str, list[Summary]]:
    averaging, (_, *groups) = settings.profile.averaging, selections

    def work(key: Key) -> list[Summary]:
        group, formula = key
        whole = table.spread(key, averaging).summary(formula, averaging)
        return [whole, *(summarise(formula, table.shards(group), averaging, groups) if groups else ())]

    keys = {name: key_of(metric, settings.view) for name, metric in settings.metrics.items()}
    different = list(dict.fromkeys(keys.values()))
    with ThreadPoolExecutor(os.cpu_count() if table.size > MANY else 1) as pool:  # sorting and sums release the lock
        found = dict(zip(different, pool.map(work, different), strict=True))
    return {name: found[key] for name, key in keys.items()}


def _with_intervals(
    settings: Settings, table: Table, scores: dict[str, Score]
) -> tuple[dict[str, Score], dict[str, Any] | None]:
    """The scores with the intervals of the headline, and what these have in common."""
    how = settings.resampling
    if how is None or not table.size:
        return scores, None
    fact = fact_of(table, settings.cluster)
    found = headline(settings, table, how, clusters_of(table, fact))
    bounded = {
        name: replace(scores[name], interval=(one.low, one.high)) for name, one in found.items() if one.low < one.high
    }
    return scores | bounded, described(found, how, fact, settings.profile.aggregation)


def _scores(settings: Settings, summaries: Mapping[str, list[Summary]], number: int) -> dict[str, Score]:
    return {name: _score(settings, name, metric, summaries[name][number]) for name, metric in settings.metrics.items()}


def _score(settings: Settings, name: str, metric: Metric, summary: Summary) -> Score:
    aggregation = settings.profile.aggregation
    numbers = {field: getattr(summary, field) for field in Summary.__slots__}
    score = Score(name, metric.title, metric.better, metric.scale, aggregation, **numbers)
    bands = [band for band in settings.profile.bands if band.metric == name]
    if not bands or score.value != score.value:  # NaN has no band
        return score
    return replace(score, band=bands[0].label(score.value))


def _tally(table: Table, missing: int, skipped: int) -> Tally:
    references = hypotheses = 0
    for columns in table.shards(SIZES):
        references += int(columns["reference_empty"].sum())
        hypotheses += int(columns["hypothesis_empty"].sum())
    return Tally(table.size, references, hypotheses, missing, skipped)


def _members(selection: Selection) -> int:
    return 0 if selection.mask is None else int(selection.mask.sum())
