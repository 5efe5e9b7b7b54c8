"""How sure the numbers of a finished result are: behind `Result.interval`, and the headline of layouts."""

from __future__ import annotations

from dataclasses import replace

from errata.corpus.counted import Counted, Rows, averaging_of, cluster_of, counted, is_layout, rows_of
from errata.corpus.intervals import described
from errata.errors import UnknownNameError, UsageError
from errata.report.result import Result
from errata.stats.clusters import codes_of
from errata.stats.interval import Interval, Resampling, intervals_of
from errata.stats.sums import Sums, of_formula

__all__ = ["AVERAGES", "interval", "refuse_average", "with_intervals"]

AVERAGES = ("micro", "macro")


def interval(
    result: Result, metric: str, how: Resampling, *, cluster: str | None = None, average: str | None = None
) -> Interval:
    """The interval of one number of a result, from the counts of its samples."""
    score = result[metric]
    cluster, average = cluster_of([result], cluster), average or score.aggregation
    if average not in AVERAGES:
        raise UnknownNameError(f"average of {metric}", average, AVERAGES)
    of = counted(result)[metric]
    rows = rows_of(result, {metric: of}, facts=[cluster] if cluster else [])
    found = intervals_of([_sums(result, rows, of, average, cluster)], how)[0]
    return found.within(*of.range)


def with_intervals(result: Result, how: Resampling, cluster: str | None = None) -> Result:
    """The result with the intervals of its headline."""
    cluster = cluster_of([result], cluster)
    known = counted(result)
    of = {name: known[name] for name in result.headline}
    rows = rows_of(result, of, facts=[cluster] if cluster else [])
    if not rows.ids:
        return result
    sums = [_sums(result, rows, one, result[name].aggregation, cluster) for name, one in of.items()]
    found = {name: one.within(*of[name].range) for name, one in zip(of, intervals_of(sums, how), strict=True)}
    bounded = {
        name: replace(result[name], interval=(one.low, one.high)) for name, one in found.items() if one.low < one.high
    }
    average = result[next(iter(of))].aggregation
    return replace(result, scores={**result.scores, **bounded}, intervals=described(found, how, cluster, average))


def refuse_average(result: Result, average: str, cluster: str | None) -> None:
    """The mean over the documents of a layout cannot be had from pages."""
    if average == "macro" and cluster == "page" and is_layout(result):
        raise UsageError("A macro average of layouts is over documents, so pages cannot be resampled for it.")


def _sums(result: Result, rows: Rows, of: Counted, average: str, cluster: str | None) -> Sums:
    refuse_average(result, average, cluster)
    clusters = codes_of(rows.facts[cluster]) if cluster else None
    empty = averaging_of(result).empty
    return of_formula(of.formula, rows.columns(of), clusters=clusters, empty=empty, average=average)
