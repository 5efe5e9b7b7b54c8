"""Many systems on the same samples: their order, and which of them cannot be told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from errata.errors import UsageError
from errata.stats.correction import holm
from errata.stats.interval import RESAMPLES, Interval, interval
from errata.stats.paired import permutation

if TYPE_CHECKING:
    from errata.metrics.base import Columns, Formula
    from errata.stats.sums import Codes


@dataclass(frozen=True, slots=True)
class Ranked:
    """One system: its number, its place, the places it may hold, and the letters of the groups it belongs to.

    Systems that share a letter cannot be told apart. `best_rank` counts the systems that are surely better.
    """

    name: str
    value: float
    interval: Interval
    rank: int
    best_rank: int
    worst_rank: int
    groups: str


@dataclass(frozen=True, slots=True)
class RankTable:
    """The systems from best to worst, and the corrected p-value of every pair."""

    systems: tuple[Ranked, ...]
    p_values: Mapping[tuple[str, str], float]


def rank_table(
    formula: Formula,
    systems: Mapping[str, Columns],
    *,
    better: str = "lower",
    clusters: Codes | None = None,
    average: str = "micro",
    empty: str = "count",
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> RankTable:
    """Rank systems by a corpus metric; pairs are told apart by permutation tests with Holm's correction."""
    if len(systems) < 2:
        raise UsageError(f"{len(systems)} system(s): there is nothing to rank.")
    options = {"clusters": clusters, "average": average, "empty": empty, "resamples": resamples, "seed": seed}
    found = {name: interval(formula, columns, confidence=confidence, **options) for name, columns in systems.items()}  # type: ignore[arg-type]
    values = {name: _value(formula, columns, clusters, average, empty) for name, columns in systems.items()}
    sign = 1 if better == "lower" else -1
    order = sorted(systems, key=lambda name: (values[name] != values[name], sign * values[name], name))
    pairs = list(combinations(order, 2))
    tests = [permutation(formula, systems[a], systems[b], **options).p_value for a, b in pairs]  # type: ignore[arg-type]
    p_values = dict(zip(pairs, holm(tests), strict=True))
    apart = {pair for pair, p in p_values.items() if p < 1 - confidence}
    letters = _letters(order, apart)
    table = tuple(
        Ranked(
            name, values[name], found[name], place + 1,
            1 + sum((other, name) in apart for other in order),
            len(order) - sum((name, other) in apart for other in order),
            "".join(letter for letter, members in letters if name in members),
        )
        for place, name in enumerate(order)
    )  # fmt: skip
    return RankTable(table, p_values)


def _letters(order: list[str], apart: set[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """The largest sets of systems of which no two are apart, from best to worst (insert and absorb, Piepho 2004)."""
    sets = [list(order)]
    for better, worse in sorted(apart, key=lambda pair: (order.index(pair[0]), order.index(pair[1]))):
        split = [part for members in sets for part in _split(members, better, worse)]
        sets = [part for place, part in enumerate(split) if not _absorbed(part, place, split)]
    sets.sort(key=lambda members: [order.index(name) for name in members])
    return [(_letter(place), members) for place, members in enumerate(sets)]


def _split(members: list[str], better: str, worse: str) -> list[list[str]]:
    if better not in members or worse not in members:
        return [members]
    return [[name for name in members if name != left_out] for left_out in (worse, better)]


def _absorbed(part: list[str], place: int, sets: list[list[str]]) -> bool:
    return any(
        set(part) < set(other) or (set(part) == set(other) and other_place < place)
        for other_place, other in enumerate(sets)
        if other_place != place
    )


def _letter(place: int) -> str:
    return chr(ord("a") + place) if place < 26 else _letter(place // 26 - 1) + chr(ord("a") + place % 26)


def _value(formula: Formula, columns: Columns, clusters: Codes | None, average: str, empty: str) -> float:
    from errata.stats.sums import of_formula

    return of_formula(formula, columns, clusters=clusters, empty=empty, average=average).total()
