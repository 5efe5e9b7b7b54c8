"""How a comparison is shown: the page of tables, and the rows of its CSV."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from errata.report.grids import Column, Grid
from errata.report.numbers import UNICODE, Signs, number
from errata.report.sheet import Sheet, on_plain_console
from errata.report.visible import label

if TYPE_CHECKING:
    from errata.report.comparison import Compared, Comparison, Pair

__all__ = ["gap", "p_value", "plain", "rows", "sheet"]

LISTED = 5  # unpaired ids that the page names
SHORT = {"paired t": "t", "Wilcoxon signed-rank": "Wilcoxon", "permutation": "permutation", "McNemar": "McNemar"}
HEAD = (
    "first", "second", "metric", "average", "first_value", "second_value", "difference", "low", "high", "wins", "ties",
    "losses", "undefined", "t_p", "wilcoxon_p", "permutation_p", "mcnemar_p", "test", "p", "holm",
    "benjamini_hochberg", "cohen_d", "hedges_g", "rank_biserial", "verdict",
)  # fmt: skip
TESTS = ("paired t", "Wilcoxon signed-rank", "permutation", "McNemar")


def sheet(comparison: Comparison, signs: Signs = UNICODE) -> Sheet:
    """Every pair with its differences and tests, the ranks of more than two systems, and how to read them."""
    samples = f"{comparison.samples:,} paired {'sample' if comparison.samples == 1 else 'samples'}"
    names = " and ".join(label(system.name) for system in comparison.systems)
    grids: list[Grid] = []
    for pair in comparison.pairs:
        grids += [_differences(pair, comparison.confidence, signs), _tests(pair, signs), _effects(pair, signs)]
    ranks = [_ranks(comparison, name, signs) for name in comparison.rankings]
    return Sheet(
        f"{names}: {samples}",
        [*_unpaired(comparison), *comparison.warnings],
        [*ranks, *grids],
        [*_words(comparison), comparison.signature],
    )


def rows(comparison: Comparison) -> Iterator[Sequence[Any]]:
    """The header, and a row for each pair and metric."""
    yield HEAD
    for pair in comparison.pairs:
        for one in pair.metrics.values():
            p_values = {test.name: test.p for test in one.tests}
            yield (
                pair.first, pair.second, one.metric, one.average, one.first, one.second, one.difference, *one.interval,
                one.wins, one.ties, one.losses, one.undefined, *(p_values.get(name) for name in TESTS),
                one.recommended, one.p, one.holm, one.benjamini_hochberg, *one.effects.values(), one.verdict,
            )  # fmt: skip


def plain(comparison: Comparison) -> str:
    """The page as text without colour, in signs that standard output can show."""
    return on_plain_console(comparison, getattr(sys.stdout, "encoding", None))


def p_value(value: float, signs: Signs = UNICODE) -> str:
    """A p-value with three decimals, or that it is smaller."""
    if value != value:
        return signs.none
    return "<0.001" if value < 0.0005 else f"{value:.3f}"


def gap(value: float, scale: str, signs: Signs = UNICODE) -> str:
    """A difference with its sign: of rates in percentage points."""
    if abs(value) == float("inf") or value != value:
        return number(value, scale, signs)
    return f"{value * 100:+.2f}" if scale == "rate" else f"{value:+,.2f}"


def _differences(pair: Pair, confidence: float, signs: Signs) -> Grid:
    cells = [
        (
            f"{one.metric} {signs.direction(one.better)}".rstrip(),
            number(one.first, one.scale, signs),
            number(one.second, one.scale, signs),
            gap(one.difference, one.scale, signs),
            f"{gap(one.interval[0], one.scale, signs)} {signs.between} {gap(one.interval[1], one.scale, signs)}",
            one.verdict,
        )
        for one in pair.metrics.values()
    ]
    first, second = label(pair.first, 20), label(pair.second, 20)
    columns = (
        Column("metric", "name"), Column(first), Column(second), Column("difference"),
        Column(f"{confidence:.0%} interval"), Column(f"{second} is", "name"),
    )  # fmt: skip
    note = f"difference: {second} - {first}, of rates in percentage points"
    return Grid(f"{second} against {first}", columns, tuple(cells), note)


def _tests(pair: Pair, signs: Signs) -> Grid:
    names = [name for name in TESTS if any(test.name == name for one in pair.metrics.values() for test in one.tests)]
    cells = []
    for one in pair.metrics.values():
        p_values = {test.name: test.p for test in one.tests}
        cells.append((
            one.metric,
            *(p_value(p_values[name], signs) if name in p_values else "" for name in names),
            SHORT[one.recommended], p_value(one.holm, signs), p_value(one.benjamini_hochberg, signs),
        ))  # fmt: skip
    columns = (
        Column("metric", "name"), *(Column(SHORT[name]) for name in names), Column("read", "name"), Column("Holm"),
        Column("BH"),
    )  # fmt: skip
    note = "Holm and BH: the p-value to read, corrected for all metrics and pairs"
    return Grid("p-values", columns, tuple(cells), note)


def _effects(pair: Pair, signs: Signs) -> Grid:
    cells = [
        (
            one.metric, *map(str, (one.wins, one.ties, one.losses)),
            *(_size(one, name, signs) for name in ("cohen_d", "hedges_g", "rank_biserial")),
        )
        for one in pair.metrics.values()
    ]  # fmt: skip
    heads = ("wins", "ties", "losses", "Cohen's d", "Hedges' g", "rank-biserial")
    title = f"Effect sizes, and on how many samples {label(pair.second, 20)} wins"
    return Grid(title, (Column("metric", "name"), *map(Column, heads)), tuple(cells), _exact(pair))


def _exact(pair: Pair) -> str:
    if not pair.exact:
        return ""
    found = p_value(pair.exact.p)
    return (
        f"exactly right only in {label(pair.first, 20)}: {pair.only_first}, only in {label(pair.second, 20)}:"
        f" {pair.only_second}; McNemar p {'' if found.startswith('<') else '= '}{found} ({pair.exact.method})"
    )


def _ranks(comparison: Comparison, name: str, signs: Signs) -> Grid:
    one = comparison[name]
    cells = [
        (
            str(place.rank),
            label(place.name, 28),
            number(place.value, one.scale, signs),
            _bounds(place.interval, one.scale, signs),
            place.groups,
            str(place.best_rank)
            if place.best_rank == place.worst_rank
            else f"{place.best_rank}{signs.between}{place.worst_rank}",
        )
        for place in comparison.rankings[name]
    ]
    columns = (
        Column("rank"), Column("run", "name"), Column(name), Column(f"{comparison.confidence:.0%} interval"),
        Column("groups", "name"), Column("may rank"),
    )  # fmt: skip
    return Grid(f"Ranks by {name}", columns, tuple(cells), "runs that share a letter cannot be told apart")


def _bounds(interval: tuple[float, float], scale: str, signs: Signs) -> str:
    low, high = (number(bound, scale, signs) for bound in interval)
    return f"{low.removesuffix(' %')} {signs.between} {high}"


def _size(one: Compared, name: str, signs: Signs) -> str:
    value = one.effects[name]
    return signs.none if value != value else f"{value:+.2f}"


def _unpaired(comparison: Comparison) -> Iterator[str]:
    for system in comparison.systems:
        if system.unpaired:
            named = ", ".join(label(key) for key in system.unpaired[:LISTED])
            more = f" and {len(system.unpaired) - LISTED:,} more" if len(system.unpaired) > LISTED else ""
            yield f"only in {label(system.name)}, left out: {len(system.unpaired):,} ({named}{more})"


def _words(comparison: Comparison) -> Iterator[str]:
    """Why each test is the one to read, said once for the metrics that share a reason; and what to beware of."""
    reasons: dict[tuple[str, str], list[str]] = {}
    warnings: dict[str, list[str]] = {}
    for pair in comparison.pairs:
        for one in pair.metrics.values():
            told = reasons.setdefault((one.recommended, "; ".join(one.reasons)), [])
            told += [one.metric] if one.metric not in told else []
            if one.warning:
                warned = warnings.setdefault(one.warning, [])
                warned += [one.metric] if one.metric not in warned else []
    for (test, why), metrics in reasons.items():
        yield f"read {test} for {', '.join(metrics)}: {why}"
    for warning, metrics in warnings.items():
        yield f"beware ({', '.join(metrics)}): {warning}"
