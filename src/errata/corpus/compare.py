"""Comparing runs on the same samples: differences with intervals, tests, corrections for many of them, and ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.corpus.counted import EXACT, averaging_of, cluster_of
from errata.corpus.pairs import Paired, paired
from errata.corpus.run import load_run
from errata.errors import UsageError
from errata.report.comparison import Compared, Comparison, Pair, Place, System, Test
from errata.report.result import Result
from errata.stats.clusters import codes_of
from errata.stats.correction import benjamini_hochberg, holm
from errata.stats.effects import Effects, Wins, effects, recommend, wins
from errata.stats.interval import Interval
from errata.stats.paired import Difference, PairedTest, difference, mcnemar, paired_t, permutation, wilcoxon
from errata.stats.ranking import rank_table
from errata.version import __version__

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.stats.clusters import Codes

__all__ = ["Choices", "compare", "loaded"]

RESAMPLES = 2000
PERMUTATIONS = 10_000
UNTESTED = float("nan")


@dataclass(frozen=True, slots=True)
class Choices:
    """How differences are judged."""

    cluster: str | None = None
    confidence: float = 0.95
    method: str = "auto"
    resamples: int = RESAMPLES
    permutations: int = PERMUTATIONS
    seed: int = 0


def compare(
    *runs: str | Path | Result | Mapping[str, Result],
    metrics: Sequence[str] | str | None = None,
    unmatched: str = "error",
    cluster: str | None = None,
    confidence: float = 0.95,
    method: str = "auto",
    resamples: int = RESAMPLES,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> Comparison:
    """Compare two or more runs (directories, or results with their samples) on the samples that all of them have.

    Samples are paired by id; `unmatched` "drop" leaves out those that a run lacks. Differences are later run - earlier
    run. `metrics` are the headline of the first run unless given ("all": every one). Samples that share the fact
    `cluster` (document, where samples have it) are resampled and permuted together.
    """
    results = loaded(runs)
    chosen = list(next(iter(results.values()))) if metrics == "all" else metrics
    names = [chosen] if isinstance(chosen, str) else chosen
    fact = cluster_of(results.values(), cluster)
    choices = Choices(fact, confidence, method, resamples, permutations, seed)
    facts = [fact] if fact else []
    return compared(paired(results, names, unmatched=unmatched, facts=facts), choices)


def loaded(runs: Sequence[str | Path | Result | Mapping[str, Result]]) -> dict[str, Result]:
    """Results by the shortest names that tell them apart."""
    results: dict[str, Result] = {}
    paths = [Path(run) for run in runs if isinstance(run, (str, Path))]
    for number, run in enumerate(runs):
        if isinstance(run, (str, Path)):
            found = {_name(Path(run), paths): load_run(run)}
        else:
            found = {f"run {number + 1}": run} if isinstance(run, Result) else dict(run)
        for name, result in found.items():
            if name in results:
                raise UsageError(f"The run {name} was given twice. A run compared with itself shows no difference.")
            results[name] = result
    return results


def compared(found: Paired, choices: Choices) -> Comparison:
    """The comparison of runs that are paired already."""
    clusters = codes_of(found.rows[0].facts[choices.cluster]) if choices.cluster else None
    pairs = [
        _pair(found, first, second, clusters, choices) for first, second in combinations(range(len(found.names)), 2)
    ]
    first = found.results[0]
    return Comparison(
        errata=__version__,
        signature=first.signature,
        confidence=choices.confidence,
        cluster=choices.cluster,
        samples=len(found),
        systems=tuple(System(name, found.samples[name], found.unpaired[name]) for name in found.names),
        pairs=tuple(_corrected(pairs, 1 - choices.confidence)),
        rankings=_rankings(found, clusters, choices) if len(found.names) > 2 else {},
    )


def _pair(found: Paired, first: int, second: int, clusters: Codes | None, choices: Choices) -> Pair:
    metrics = {name: _compared(found, name, (first, second), clusters, choices) for name in found.metrics}
    wrong = [found.rows[place].counts.get(EXACT) for place in (first, second)]
    names = found.names[first], found.names[second]
    if wrong[0] is None or wrong[1] is None:
        return Pair(*names, metrics)
    ours, theirs = wrong[0] == 0, wrong[1] == 0
    test = _test(mcnemar(ours, theirs))
    return Pair(*names, metrics, int((ours & ~theirs).sum()), int((theirs & ~ours).sum()), test)


def _compared(found: Paired, name: str, sides: tuple[int, int], clusters: Codes | None, choices: Choices) -> Compared:
    import numpy as np

    result, of = found.results[0], found.metrics[name]
    score, empty = result[name], averaging_of(result).empty
    ours, theirs = (found.rows[place].columns(of) for place in sides)
    options: dict[str, Any] = {
        "clusters": clusters, "average": score.aggregation, "empty": empty, "seed": choices.seed,
    }  # fmt: skip
    values = [of.formula.values(columns, empty) for columns in (ours, theirs)]
    known = np.isfinite(values[0]) & np.isfinite(values[1])
    if score.aggregation == "macro" and any(np.isinf(side).any() for side in values):
        gap, swaps = _infinite(values, len(found))
    else:
        gap = difference(
            of.formula,
            ours,
            theirs,
            confidence=choices.confidence,
            method=choices.method,
            resamples=choices.resamples,
            **options,
        )
        swaps = permutation(of.formula, ours, theirs, resamples=choices.permutations, **options)
    judged = _judged(values[0][known], values[1][known], score.better, clusters is not None, score.aggregation)
    tests = {test.name: test for test in (*judged.tests, swaps)}
    best = tests.get(judged.recommended, swaps)
    return Compared(
        name, score.title, score.better, score.scale, score.aggregation, gap.first, gap.second, gap.difference,
        _bounds(gap.interval.within(*of.gaps)), gap.interval.method, gap.interval.clusters, gap.interval.warning,
        judged.wins.wins, judged.wins.ties, judged.wins.losses, int((~known).sum()), tuple(map(_test, tests.values())),
        judged.effects, best.name, judged.reasons, best.p_value,
    )  # fmt: skip


def _infinite(values: Sequence[NDArray[np.float64]], samples: int) -> tuple[Difference, PairedTest]:
    """What can be said of means that a sample makes infinite: the means, and that there is no test of them."""
    import numpy as np

    first, second = (float(np.mean(side[~np.isnan(side)])) for side in values)
    why = "a sample is infinite, so the mean is and has no interval"
    nothing = Interval(UNTESTED, UNTESTED, "none", samples, warning=why)
    return Difference(first, second, UNTESTED, nothing), PairedTest("permutation", UNTESTED, UNTESTED, 0, why)


@dataclass(frozen=True, slots=True)
class Judged:
    """What the samples' own values say of two systems."""

    tests: tuple[PairedTest, ...]
    effects: Mapping[str, float]
    wins: Wins
    recommended: str
    reasons: tuple[str, ...]


def _judged(
    ours: NDArray[np.float64], theirs: NDArray[np.float64], better: str, clustered: bool, average: str
) -> Judged:
    if not len(ours):
        nothing = dict.fromkeys(Effects.__slots__, UNTESTED)
        return Judged((), nothing, Wins(0, 0, 0), "permutation", ("no sample has a value in both runs",))
    advice = recommend(ours, theirs, clustered=clustered, corpus=average == "micro")
    sizes = effects(ours, theirs)
    tests = [paired_t(ours, theirs), wilcoxon(ours, theirs)]
    if set(ours.tolist()) | set(theirs.tolist()) <= {0.0, 1.0}:
        tests.append(mcnemar(ours == 1, theirs == 1))
    won = wins(ours, theirs, better) if better != "neither" else Wins(0, 0, 0)
    return Judged(
        tuple(tests), {name: getattr(sizes, name) for name in Effects.__slots__}, won, advice.test, advice.reasons
    )


def _corrected(pairs: Sequence[Pair], alpha: float) -> Iterator[Pair]:
    """The pairs with p-values that hold for all metrics of all pairs together, and what they say."""
    values = [compared.p for pair in pairs for compared in pair.metrics.values()]
    adjusted = iter(zip(holm(values), benjamini_hochberg(values), strict=True))
    for pair in pairs:
        metrics = {}
        for name, one in pair.metrics.items():
            family, false = next(adjusted)
            metrics[name] = replace(one, holm=family, benjamini_hochberg=false, verdict=_verdict(one, family < alpha))
        yield replace(pair, metrics=metrics)


def _verdict(compared: Compared, shown: bool) -> str:
    """What the test shows, if the direction that it looks at (ranks: of most samples) is that of the difference."""
    ranks = compared.effects["rank_biserial"] if compared.recommended == "Wilcoxon signed-rank" else None
    if not shown or (ranks is not None and ranks * compared.difference < 0):
        return "undecided"
    if compared.better == "neither":
        return "different"
    return "better" if (compared.difference < 0) == (compared.better == "lower") else "worse"


def _rankings(found: Paired, clusters: Codes | None, choices: Choices) -> dict[str, tuple[Place, ...]]:
    rankings = {}
    for name, of in found.metrics.items():
        score = found.results[0][name]
        if score.better == "neither":
            continue
        table = rank_table(
            of.formula, {system: rows.columns(of) for system, rows in zip(found.names, found.rows, strict=True)},
            better=score.better, clusters=clusters, average=score.aggregation, confidence=choices.confidence,
            empty=averaging_of(found.results[0]).empty, resamples=choices.permutations, seed=choices.seed,
        )  # fmt: skip
        rankings[name] = tuple(
            Place(
                one.name,
                one.value,
                _bounds(one.interval.within(*of.range)),
                one.rank,
                one.best_rank,
                one.worst_rank,
                one.groups,
            )
            for one in table.systems
        )
    return rankings


def _bounds(interval: Interval) -> tuple[float, float]:
    return interval.low, interval.high


def _test(test: PairedTest) -> Test:
    return Test(test.name, float(test.statistic), float(test.p_value), test.pairs, test.method)


def _name(path: Path, paths: Sequence[Path]) -> str:
    """The last parts of a path that no other path ends in."""
    others = [other for other in paths if other != path]
    for length in range(1, len(path.parts) + 1):
        tail = path.parts[-length:]
        if all(other.parts[-length:] != tail for other in others):
            return "/".join(tail)
    return str(path)
