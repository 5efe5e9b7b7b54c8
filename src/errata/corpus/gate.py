"""The gate: whether a run keeps its limits, and whether it is worse than a baseline, by intervals or by values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.corpus.compare import RESAMPLES, loaded
from errata.corpus.counted import averaging_of, cluster_of, counted, rows_of
from errata.corpus.judged import AVERAGES, refuse_average
from errata.corpus.pairs import Paired, paired
from errata.errors import UnknownNameError, UsageError
from errata.profiles.targets import GUIDES, guide_named, quality
from errata.report.gate import Check, Verdict
from errata.report.result import Result, Score
from errata.stats.clusters import codes_of
from errata.stats.interval import Interval, interval
from errata.stats.paired import difference
from errata.version import __version__

if TYPE_CHECKING:
    from errata.stats.clusters import Codes

__all__ = ["TALLY", "gate"]

TALLY = ("missing", "skipped", "empty_references", "empty_hypotheses")  # what can be limited besides metrics


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound for one average of a metric."""

    metric: str
    average: str
    bound: float
    rule: str  # at most, at least
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """How checks are decided."""

    strict: bool
    cluster: str | None
    options: Mapping[str, Any]  # confidence, method, resamples, seed


def gate(
    run: str | Path | Result,
    *,
    maximum: Mapping[str, float] | None = None,
    minimum: Mapping[str, float] | None = None,
    targets: str | None = None,
    baseline: str | Path | Result | None = None,
    margins: Mapping[str, float] | None = None,
    strict: bool = False,
    unmatched: str = "error",
    cluster: str | None = None,
    confidence: float = 0.95,
    method: str = "auto",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Verdict:
    """Check a run against limits, the targets of a kind of documents, and a baseline.

    `maximum` and `minimum` map a metric to its limit: "cer" is its micro average, "cer.macro" its macro average;
    "missing" and "skipped" limit samples. A check fails only if the whole interval lies beyond the limit, with `strict`
    if the value does. Against `baseline`, a metric may be worse by its margin (0 where none is given; the headline
    metrics where there are no margins).
    """
    results = loaded([run] if baseline is None else [run, baseline])
    name, result = next(iter(results.items()))
    limits = [*_limits(result, maximum or {}, minimum or {}), *_targets(result, targets)]
    if margins and baseline is None:
        raise UsageError("A margin is against a baseline. Pass --baseline RUN as well, or limit the metric with --max.")
    if not limits and baseline is None:
        raise UsageError("There is nothing to check. Pass --max, --min, --targets or --baseline.")
    how = {"confidence": confidence, "method": method, "resamples": resamples, "seed": seed}
    judge = Judge(strict, cluster_of(results.values(), cluster), how)
    checks = [*_against_limits(result, limits, judge)]
    if baseline is not None:
        checks += _against_baseline(results, margins or {}, unmatched, judge)
    return Verdict(__version__, name, result.signature, len(result), tuple(checks), confidence, strict, judge.cluster,
                   targets, None if baseline is None else list(results)[-1])  # fmt: skip


def _limits(result: Result, maximum: Mapping[str, float], minimum: Mapping[str, float]) -> Iterator[Limit]:
    for rule, bounds, wrong in (("at most", maximum, "higher"), ("at least", minimum, "lower")):
        for key, bound in bounds.items():
            if not math.isfinite(bound):
                raise UsageError(f"The limit of {key} is {bound}. Give a finite number, such as 0.05 or 5%.")
            metric, average = _split(result, key)
            if metric not in TALLY and result[metric].better == wrong:
                other = {"at most": "--min", "at least": "--max"}[rule]
                raise UsageError(
                    f"{metric} is better when {wrong}, so it cannot be limited {rule}. Use {other} instead."
                )
            yield Limit(metric, average, bound, rule)


def _targets(result: Result, name: str | None) -> Iterator[Limit]:
    wanted = guide_named(name).targets if name else ()
    if name and not wanted:
        known = ", ".join(guide.name for guide in GUIDES.values() if guide.targets)
        raise UsageError(f"The guide {name!r} names no targets. Those of {known} do.")
    absent = [target.metric for target in wanted if target.metric not in result]
    if absent:
        raise UsageError(
            f"The targets of {name} are for metrics that this run lacks: {', '.join(absent)}. Score with"
            " --profile biblicus, or with the standard profile."
        )
    for target in wanted:
        yield Limit(target.metric, "macro", target.at_least, "at least", target.purpose)


def _split(result: Result, key: str) -> tuple[str, str]:
    metric, average = key, ""
    if key not in result and "." in key:  # names of layouts hold a dot of their own: recall@0.5
        head, _, tail = key.rpartition(".")
        metric, average = (head, tail) if head in result or not tail.isdecimal() else (key, "")
    if metric in TALLY and not average:
        return metric, "count"
    if metric not in result:
        raise UnknownNameError("metric of this run", metric, [*result, *TALLY])
    if average and average not in AVERAGES:
        raise UnknownNameError(f"average of {metric}", average, AVERAGES)
    return metric, average or "micro"


def _against_limits(result: Result, limits: list[Limit], judge: Judge) -> Iterator[Check]:
    of = counted(result)
    used = {limit.metric: of[limit.metric] for limit in limits if limit.metric not in TALLY}
    rows = rows_of(result, used, facts=[judge.cluster] if judge.cluster else []) if used else None
    clusters = codes_of(rows.facts[judge.cluster]) if rows and judge.cluster else None
    for limit in limits:
        if limit.metric in TALLY or rows is None:
            value = getattr(result.tally, limit.metric)
            outcome = "failed" if _beyond(value, limit) else "passed"
            yield Check(limit.metric, "count", "count", limit.rule, limit.bound, value, (value, value), outcome)
            continue
        refuse_average(result, limit.average, judge.cluster)
        columns = rows.columns(used[limit.metric])
        found = interval(
            used[limit.metric].formula, columns, clusters=clusters, empty=averaging_of(result).empty,
            average=limit.average, **judge.options,
        )  # fmt: skip
        yield _limited(result, limit, found.within(*used[limit.metric].range), judge)


def _limited(result: Result, limit: Limit, found: Interval, judge: Judge) -> Check:
    score = result[limit.metric]
    value = _valued(score, limit.average)
    bounds = _bounds(found, value)
    # the end of the interval that is nearest to the good side decides failure, the other one certainty
    good, bad = bounds if limit.rule == "at most" else bounds[::-1]
    outcome = _outcome(_beyond(value if judge.strict else good, limit), _beyond(bad, limit), judge)
    return Check(
        limit.metric, limit.average, score.scale, limit.rule, limit.bound, value, bounds, outcome,
        quality(limit.metric, score.macro, str(result.settings.get("words"))), limit.purpose, found.warning,
    )  # fmt: skip


def _against_baseline(
    results: Mapping[str, Result], margins: Mapping[str, float], unmatched: str, judge: Judge
) -> Iterator[Check]:
    (_, result), (_, other) = results.items()
    wanted = {}
    for key, margin in margins.items():
        if not margin >= 0 or math.isinf(margin):
            raise UsageError(f"The margin of {key} is {margin}. A margin is how much worse is allowed: 0 or more.")
        wanted[_split(result, key)] = margin
    if not margins:
        wanted = {(name, result[name].aggregation): 0.0 for name in result.headline if name in other}
    facts = [judge.cluster] if judge.cluster else []
    found = paired(results, [metric for metric, _ in wanted], unmatched=unmatched, facts=facts)
    clusters = codes_of(found.rows[0].facts[judge.cluster]) if judge.cluster else None
    for (metric, average), margin in wanted.items():
        refuse_average(result, average, judge.cluster)
        yield _compared(found, metric, average, margin, clusters, judge)


def _compared(found: Paired, metric: str, average: str, margin: float, clusters: Codes | None, judge: Judge) -> Check:
    score, of = found.results[0][metric], found.metrics[metric]
    if score.better == "neither":
        raise UsageError(
            f"{metric} is neither better when lower nor when higher, so it cannot be worse than a baseline."
        )
    now, before = (rows.columns(of) for rows in found.rows)
    empty = averaging_of(found.results[0]).empty
    gap = difference(of.formula, before, now, clusters=clusters, average=average, empty=empty, **judge.options)
    if not math.isfinite(gap.difference):
        raise UsageError(f"{metric} has no finite value in both runs, so there is nothing to check.")
    bounds = _bounds(gap.interval.within(*of.gaps), gap.difference)
    if score.better == "lower":
        worse, least, most = gap.difference, *bounds
    else:
        worse, least, most = -gap.difference, -bounds[1], -bounds[0]
    outcome = _outcome((worse if judge.strict else least) > margin, most > margin, judge)
    return Check(
        metric, average, score.scale, "worse than the baseline by at most", margin, worse, (least, most), outcome,
        None, "", gap.interval.warning, gap.second, gap.first,
    )  # fmt: skip


def _outcome(failed: bool, unsure: bool, judge: Judge) -> str:
    if failed:
        return "failed"
    return "unsure" if unsure and not judge.strict else "passed"


def _beyond(value: float, limit: Limit) -> bool:
    return value > limit.bound if limit.rule == "at most" else value < limit.bound


def _valued(score: Score, average: str) -> float:
    value: float = getattr(score, average)
    if value != value:
        raise UsageError(f"{score.name} has no {average} value, because no sample has one: there is nothing to check.")
    return value


def _bounds(found: Interval, value: float) -> tuple[float, float]:
    """The interval; the value alone where nothing could be resampled, so that it is judged by itself."""
    return (value, value) if found.low != found.low else (found.low, found.high)
