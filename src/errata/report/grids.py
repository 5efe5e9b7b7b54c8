"""The tables of a result as plain cells, which each renderer lays out in its own way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from errata.report.numbers import UNICODE, Signs, count, number, share
from errata.report.result import Group, Result, Score
from errata.report.visible import label

__all__ = [
    "FEW_CLUSTERS",
    "Column",
    "Grid",
    "all_of",
    "bounds",
    "classes",
    "groups",
    "interval",
    "ladder",
    "notes",
    "scores",
    "tally",
]

LISTED_PROBLEMS = 5
LISTED_CLASSES = 10
LISTED_GROUPS = 40
FEW_CLUSTERS = 30  # below this many, no method keeps its promise: benchmarks/calibration.md
BAR = 20  # cells of a full bar
NORMALISED = ", whitespace normalised"


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column and how its cells stand."""

    head: str
    kind: str = "number"  # number: right-aligned and never wrapped; name; text: may wrap or be left out; bar
    least: int = 12  # the width below which a text is left out


@dataclass(frozen=True, slots=True)
class Grid:
    """A titled table of printable cells."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def tally(result: Result) -> str:
    """How many samples there were, and everything about them that a reader of the scores should know."""
    if result.layout:
        from errata.report import detection  # its tables are made of the grids of this module

        return detection.tally(result)
    seen = result.tally
    parts = (
        (seen.empty_references, "empty reference", "empty references"),
        (seen.empty_hypotheses, "empty hypothesis", "empty hypotheses"),
        (seen.missing, "missing hypothesis", "missing hypotheses"),
        (seen.skipped, "skipped", "skipped"),
    )
    found = [f"{value:,} {one if value == 1 else many}" for value, one, many in parts if value]
    plural = "sample" if seen.samples == 1 else "samples"
    return ", ".join([f"{seen.samples:,} {plural}", *(found or ["none empty, missing or skipped"])])


def notes(result: Result) -> list[str]:
    """What could not be scored, one line for each of the first problems."""
    lines = []
    for problem in result.problems[:LISTED_PROBLEMS]:
        hint = f" ({problem['hint']})" if problem.get("hint") else ""
        lines.append(f"skipped: {label(problem['where'])}: {label(problem['what'])}{label(hint)}")
    left = result.tally.skipped - len(lines)
    return (
        [*lines, f"… and {left:,} more: problems.jsonl of the run directory (--out) lists all"]
        if lines and left > 0
        else lines
    )


def scores(result: Result, *, all_metrics: bool = False, signs: Signs = UNICODE) -> Grid:
    """The headline metrics, or all of them: the profile's average, the other, the spread, what is undefined."""
    names = tuple(result.scores) if all_metrics else tuple(result.headline)
    shown = [result.scores[name] for name in names]
    first = str(result.settings["aggregation"])
    columns = [
        (Column("metric", "name"), [score.name for score in shown]),
        (Column("", "text"), _titles(shown)),
        (Column("", "name"), [signs.direction(score.better) for score in shown]),
    ]
    numbers = [
        (Column(name), [number(getattr(score, name), score.scale, signs) for score in shown])
        for name in (first, "macro" if first == "micro" else "micro", "median", "p95")
    ]
    if any(score.interval for score in shown):
        numbers.insert(1, (Column("interval"), [interval(score, signs) for score in shown]))
    columns += numbers
    if any(score.undefined for score in shown):
        columns.append((Column("undef."), [count(score.undefined) if score.undefined else "" for score in shown]))
    if any(score.band for score in shown):
        columns.append((Column("band", "name"), [score.band or "" for score in shown]))
    rows = zip(*(cells for _, cells in columns), strict=True)
    notes = [f"{signs.lower} lower is better   {signs.higher} higher is better" if len(signs.lower) == 1 else ""]
    notes += [resampled(result)]
    return Grid("", tuple(column for column, _ in columns), tuple(rows), "\n".join(filter(None, notes)))


def resampled(result: Result) -> str:
    """How the intervals came about, and when to distrust them; nothing where none were made."""
    made = result.intervals
    if not made:
        return ""
    number, fact = made["clusters"], made["cluster"]
    things = f"{number:,} sample{'s' * (number != 1)}" if fact is None else f"{number:,} clusters by {fact}"
    if not any(score.interval for score in result.scores.values()):
        return f"no intervals: {things}, {'too few' if number < 3 else 'all alike or without a finite value'}"
    few = " (few: rough)" if number < FEW_CLUSTERS else ""
    share = f"{made['confidence'] * 100:.4g} %"
    return f"{share} intervals of {made['of']}: {made['method']} bootstrap, {things}{few}"


def all_of(result: Result, *, all_metrics: bool = False, signs: Signs = UNICODE) -> Iterator[Grid]:
    """Every table that the result has something for, in reading order."""
    from errata.report import fair  # which makes grids itself

    if result.layout:
        from errata.report import detection, detection_extras

        yield from detection.all_of(result, signs=signs)
        yield from detection_extras.all_of(result, signs=signs)
        return
    yield scores(result, all_metrics=all_metrics, signs=signs)
    yield from groups(result, signs)
    yield from fair.grids(result, signs)
    yield from filter(None, (ladder(result, signs), classes(result, signs)))


def groups(result: Result, signs: Signs = UNICODE) -> list[Grid]:
    """One table for each fact: its values as rows, the headline metrics as columns."""
    return [_group(result, fact, labels, signs) for fact, labels in result.groups.items()]


def ladder(result: Result, signs: Signs = UNICODE) -> Grid | None:
    """CER after each step, and the share of the first CER that the step explains."""
    if not result.ladder:
        return None
    rows = [
        (
            rung["step"] if place == 0 else f"+ {rung['step']}",
            share(rung["cer"]),
            count(rung["edits"]),
            share(rung["explains"]) if place else "",
            signs.bar(rung["explains"], BAR) if place else "",
        )
        for place, rung in enumerate(result.ladder)
    ]
    columns = (Column("step", "name"), Column("cer"), Column("edits"), Column("explains"), Column("", "bar"))
    return Grid("Ladder: CER after one more step on both sides", columns, tuple(rows))


def classes(result: Result, signs: Signs = UNICODE) -> Grid | None:
    """The characters that cost most: missed in the reference or added in the hypothesis."""
    if not result.per_class:
        return None
    rows = result.per_class["classes"]
    costly = [row for row in sorted(rows, key=lambda row: -_wrong(row)) if _wrong(row)][:LISTED_CLASSES]
    cells = [
        (
            label(row["class"], exact=True),
            *(share(row[name]) for name in ("f1", "precision", "recall")),
            count(row["reference"] - row["matched"]),
            count(row["hypothesis"] - row["matched"]),
        )
        for row in costly
    ]
    mean = result.per_class["macro_f1"]
    note = f"macro F1 over {len(rows):,} characters: {number(float('nan') if mean is None else mean, 'rate', signs)}"
    heads = [Column(head) for head in ("f1", "precision", "recall", "missed", "added")]
    return Grid("Worst characters", (Column("character", "name"), *heads), tuple(cells), note)


def _group(result: Result, fact: str, labels: Mapping[str, Group], signs: Signs) -> Grid:
    names = list(result.headline)
    listed = list(labels.items())
    note = ""
    if len(listed) > LISTED_GROUPS:
        listed = _worst_groups(listed, names[0])
        note = f"the {LISTED_GROUPS} worst of {len(labels):,} by {names[0]}; --format json has all of them"
    rows = [(label(name, 28), count(group.samples), *_values(group, names, signs)) for name, group in listed]
    rows.append(("all", count(result.tally.samples), *_values(result, names, signs)))
    average = result.settings["aggregation"]
    columns = (Column(fact, "name"), Column("samples"), *(Column(name) for name in names))
    return Grid(f"By {fact}: {average} averages, rates in %", columns, tuple(rows), note)


def _values(group: Group | Result, names: Sequence[str], signs: Signs) -> list[str]:
    return [number(group[name].value, group[name].scale, signs).removesuffix(" %") for name in names]


def _worst_groups(listed: Sequence[tuple[str, Group]], metric: str) -> list[tuple[str, Group]]:
    sign = 1 if listed[0][1][metric].better == "higher" else -1
    known = [item for item in listed if item[1][metric].value == item[1][metric].value]
    return sorted(known, key=lambda item: sign * item[1][metric].value)[:LISTED_GROUPS]


def _titles(shown: Sequence[Score]) -> list[str]:
    """Titles; below its raw form a normalised metric says only how it differs."""
    titles, before = [], ""
    for score in shown:
        titles.append("  spaces normalised" if score.title == before + NORMALISED else score.title)
        before = score.title
    return titles


def interval(score: Score, signs: Signs) -> str:
    """Both ends of the interval of a score; nothing where it has none."""
    if score.interval is None:
        return ""
    return bounds(*score.interval, score.scale, signs)


def bounds(low: float, high: float, scale: str, signs: Signs) -> str:
    """Both ends of an interval."""
    low_shown, high_shown = (number(bound, scale, signs) for bound in (low, high))
    return f"{low_shown.removesuffix(' %')}{signs.between}{high_shown.removesuffix(' %')}"


def _wrong(row: Mapping[str, Any]) -> int:
    return int(row["reference"] + row["hypothesis"] - 2 * row["matched"])
