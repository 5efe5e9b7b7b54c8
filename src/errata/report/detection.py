"""The tables of a layout result: detection and spatial metrics of each class, as section 10 of the specification says.

Groups follow where they were asked for. The same rows make the CSV: one for each threshold, and class or group.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from errata.report.grids import Column, Grid, interval, resampled
from errata.report.numbers import UNICODE, Signs, count, number
from errata.report.result import Group, Result, Score, finite
from errata.report.visible import label

__all__ = ["COLUMNS", "all_of", "records", "tally"]

DETECTION = ("precision", "recall", "f1")
SPATIAL = ("mean_iou", "mean_coverage", "mean_purity")
MEANS = ("IoU", "coverage", "purity")  # as a table with that title heads them
LISTED_GROUPS = 40
COLUMNS = ("iou", "group", "value", "reference", "hypothesis", "tp", "fp", "fn", *DETECTION, *SPATIAL)
ALL = "all (micro)"

Holder = Group | Result


def tally(result: Result) -> str:
    """What was compared."""
    seen = result.layout or {}
    left = result.tally.skipped
    parts = [
        _many(seen["documents"], "document"),
        _many(seen["pages"], "page"),
        f"{_many(seen['reference_objects'], 'object')} in the reference",
        f"{seen['hypothesis_objects']:,} in the hypothesis",
        *([f"{left:,} left out"] if left else []),
    ]
    return ", ".join(parts)


def all_of(result: Result, *, signs: Signs = UNICODE) -> Iterator[Grid]:
    """Detection at every threshold, spatial accuracy, and a table for each fact that was asked for."""
    for threshold in result.settings["iou"]:
        yield _detection(result, threshold, signs)
    for threshold in result.settings["iou"]:
        yield _spatial(result, threshold, signs)
    for fact, groups in result.groups.items():
        if fact in result.settings["by"]:
            yield _grouped(result, fact, groups, signs)


def records(result: Result) -> Iterator[tuple[object, ...]]:
    """The rows of COLUMNS: the corpus, the mean over documents, every class, and every group that was asked for."""
    for threshold in result.settings["iou"]:
        yield (threshold, "all", "", *_cells(result, threshold))
        means = [finite(_at(result, name, threshold).macro) for name in (*DETECTION, *SPATIAL)]
        yield (threshold, "all", "mean of documents", *[None] * 5, *means)
        if "weighted" in (result.layout or {}):
            weighted = (result.layout or {})["weighted"]
            means = [weighted[f"{name}@{threshold:g}"] for name in (*DETECTION, *SPATIAL)]
            yield (threshold, "all", "weighted classes", *[None] * 5, *means)
        for fact, groups in result.groups.items():
            for name, group in groups.items():
                yield (threshold, fact, name, *_cells(group, threshold))


def _cells(holder: Holder, threshold: float) -> list[float | None]:
    matched, surplus, missed = (int(_at(holder, name, threshold).micro) for name in ("tp", "fp", "fn"))
    shares = [finite(_at(holder, name, threshold).micro) for name in (*DETECTION, *SPATIAL)]
    return [matched + missed, matched + surplus, matched, surplus, missed, *shares]


def _detection(result: Result, threshold: float, signs: Signs) -> Grid:
    counts = ("ref", "hyp", "TP", "FP", "FN")
    rows = [(label(name), *_objects(group, threshold)) for name, group in result.groups["class"].items()]
    rows.append((ALL, *_objects(result, threshold)))
    blank = ("",) * len(counts)
    holders: list[Holder] = [*result.groups["class"].values(), result]
    cells = [(*row, *_shares(holder, DETECTION, threshold, signs)) for row, holder in zip(rows, holders, strict=True)]
    cells += [(name, *blank, *values) for name, values in _means(result, DETECTION, threshold, signs)]
    columns = (Column("class", "name"), *(Column(name) for name in (*counts, *DETECTION)))
    note = _note(result, DETECTION, threshold)
    return Grid(f"Detection, IoU {_at_least(signs)} {threshold:g}", columns, tuple(cells), note)


def _spatial(result: Result, threshold: float, signs: Signs) -> Grid:
    rows: list[tuple[str, ...]] = []
    holders: list[tuple[str, Holder]] = [*result.groups["class"].items(), (ALL, result)]
    for name, holder in holders:
        matched = count(_at(holder, "tp", threshold).micro)
        rows.append((label(name), matched, *_shares(holder, SPATIAL, threshold, signs)))
    rows += [(name, "", *values) for name, values in _means(result, SPATIAL, threshold, signs)]
    columns = (Column("class", "name"), *(Column(name) for name in ("matched", *MEANS)))
    title = f"Spatial accuracy, means over matched objects, IoU {_at_least(signs)} {threshold:g}"
    return Grid(title, columns, tuple(rows), _note(result, SPATIAL, threshold))


def _note(result: Result, names: Sequence[str], threshold: float) -> str:
    """How sure the table is, and the documents that have no value for the mean over documents."""
    lines = [resampled(result)] if threshold == result.settings["iou"][0] and names == DETECTION else []
    what = dict(zip(names, names, strict=True)) if names == DETECTION else {SPATIAL[0]: "a match"}
    missing = {name: _at(result, name, threshold).undefined for name in what}
    without = ", ".join(f"{number:,} without {what[name]}" for name, number in missing.items() if number)
    lines += [f"not in the mean of documents: {without}"] if without else []
    return "\n".join(filter(None, lines))


def _grouped(result: Result, fact: str, groups: Mapping[str, Group], signs: Signs) -> Grid:
    threshold = result.settings["iou"][0]
    listed, note = list(groups.items()), ""
    if len(listed) > LISTED_GROUPS:
        listed.sort(key=lambda item: -sum(_at(item[1], name, threshold).micro for name in ("fp", "fn")))
        listed = listed[:LISTED_GROUPS]
        note = f"the {LISTED_GROUPS} with the most errors of {len(groups):,}; --format csv or json has all of them"
    names = ("TP", "FP", "FN", *DETECTION, *MEANS)
    rows = [
        (label(name, 28), *_objects(group, threshold)[2:], *_shares(group, (*DETECTION, *SPATIAL), threshold, signs))
        for name, group in listed
    ]
    cells = tuple(tuple(cell.removesuffix(" %") for cell in row) for row in rows)
    columns = (Column(fact, "name"), *(Column(name) for name in names))
    return Grid(f"By {fact}, IoU {_at_least(signs)} {threshold:g}: micro, rates in %", columns, cells, note)


def _means(
    result: Result, names: Sequence[str], threshold: float, signs: Signs
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What follows the micro row: its interval, and the means over documents and over weighted classes."""
    scores = [_at(result, name, threshold) for name in names]
    if any(score.interval for score in scores):
        yield "interval", tuple(interval(score, signs) for score in scores)
    yield "mean of documents", tuple(number(score.macro, score.scale, signs) for score in scores)
    weighted = (result.layout or {}).get("weighted")
    if weighted:
        values = [weighted[score.name] for score in scores]
        shown = (number(float("nan") if value is None else value, "rate", signs) for value in values)
        yield "weighted classes", tuple(shown)


def _objects(holder: Holder, threshold: float) -> tuple[str, ...]:
    return tuple(count(value or 0) for value in _cells(holder, threshold)[:5])


def _shares(holder: Holder, names: Sequence[str], threshold: float, signs: Signs) -> tuple[str, ...]:
    scores = [_at(holder, name, threshold) for name in names]
    return tuple(number(score.micro, score.scale, signs) for score in scores)


def _at(holder: Holder, name: str, threshold: float) -> Score:
    return holder[f"{name}@{threshold:g}"]


def _at_least(signs: Signs) -> str:
    return "≥" if signs.more == "…" else ">="


def _many(number_of: int, noun: str) -> str:
    return f"{number_of:,} {noun}{'' if number_of == 1 else 's'}"
