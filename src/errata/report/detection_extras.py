"""The tables of what a layout result holds on request: average precision, errors, confidence, differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from errata.report.grids import FEW_CLUSTERS, Column, Grid, bounds
from errata.report.numbers import UNICODE, Signs, count, number
from errata.report.result import Result
from errata.report.visible import label

__all__ = ["all_of"]

LISTED_PAGES = 20
AVERAGES = ("ap", "ap50", "ap75", "ar")
POINT = ("precision", "recall", "f1")
COUNTS = ("true_positives", "false_positives", "false_negatives")


def all_of(result: Result, *, signs: Signs = UNICODE) -> Iterator[Grid]:
    """The tables of each part that the result holds."""
    for name, grids in PARTS.items():
        found = (result.layout or {}).get(name)
        if found:
            yield from grids(found, signs)


def _average_precision(found: Mapping[str, Any], signs: Signs) -> Iterator[Grid]:
    rows = [
        (label(one["label"]), count(one["references"]), count(one["hypotheses"]), *_rates(one, AVERAGES, signs))
        for one in found["classes"]
    ]
    rows.append(("mean of classes", "", "", *_rates(found, AVERAGES, signs)))
    columns = (Column("class", "name"), *(Column(name) for name in ("ref", "hyp", "AP", "AP50", "AP75", "AR")))
    note = f"no value: {found['reason']}" if found["reason"] else ""
    title = "Average precision and recall as COCO defines them, IoU .50:.05:.95"
    yield Grid(title, columns, tuple(rows), note)
    if found.get("intervals") and not found["reason"]:
        yield _intervals(found["intervals"], signs)


def _intervals(made: Mapping[str, Any], signs: Signs) -> Grid:
    title = f"Average precision: {made['confidence'] * 100:g} % intervals"
    if made["reason"]:
        return Grid(title, (), (), f"no intervals: {made['reason']}")
    rows = [(label(name), *_bounds(one, signs)) for name, one in made["classes"].items()]
    rows.append(("mean of classes", *_bounds(made, signs)))
    columns = (Column("class", "name"), *map(Column, ("AP", "AP50", "AP75", "AR")))
    things = f"{made['clusters']:,} clusters by {made['cluster']}"
    few = " (few: rough)" if made["clusters"] < FEW_CLUSTERS else ""
    return Grid(title, columns, tuple(rows), f"{made['method']} bootstrap, {things}{few}")


def _bounds(one: Mapping[str, Any], signs: Signs) -> Iterator[str]:
    for name in AVERAGES:
        found = one[name]
        yield bounds(found[0], found[1], "rate", signs) if found else signs.none


def _errors(found: Mapping[str, Any], signs: Signs) -> Iterator[Grid]:
    rows = [
        (one["kind"], count(one["false_positives"]), count(one["false_negatives"]), *_gains(one, signs))
        for one in found["kinds"]
    ]
    totals = [sum(one[name] for one in found["kinds"]) for name in ("false_positives", "false_negatives")]
    rows.append(("all", *map(count, totals), "", ""))
    columns = (Column("kind", "name"), *(Column(name) for name in ("FP", "FN", "F1 gain", "AP gain")))
    note = "gain: what repairing this kind alone would add, in percentage points"
    yield Grid(f"Errors by kind, IoU {_at_least(signs)} {found['iou']:g}", columns, tuple(rows), note)


def _gains(one: Mapping[str, Any], signs: Signs) -> Iterator[str]:
    for name in ("f1_gain", "ap_gain"):
        yield number(_value(one[name]), "rate", signs).removesuffix(" %")


def _calibration(found: Mapping[str, Any], signs: Signs) -> Iterator[Grid]:
    title = f"Confidence: matching by score, IoU {_at_least(signs)} {found['iou']:g}"
    if found["reason"]:
        yield Grid(title, (), (), f"no value: {found['reason']}")
        return
    heads = ("score", "TP", "FP", "FN", *POINT)
    best = [(label(name), *_point(point, signs)) for name, point in found["best_of_classes"].items() if point]
    if found["best"]:
        best.append(("all (micro)", *_point(found["best"], signs)))
    columns = (Column("class", "name"), *map(Column, heads))
    yield Grid(f"{title}: the threshold with the best F1", columns, tuple(best))
    swept = tuple(_point(point, signs) for point in found["sweep"][::2])
    yield Grid("Keeping the detections from a score on", tuple(map(Column, heads)), swept)
    if found["calibration_reason"]:
        yield Grid("Calibration", (), (), f"no value: {found['calibration_reason']}")
        return
    bins = tuple(
        (f"{one['low']:.1f}{signs.between}{one['high']:.1f}", count(one["count"]), f"{one['score']:.3f}",
         number(one["hits"], "rate", signs))
        for one in found["bins"]
    )  # fmt: skip
    note = f"expected calibration error {found['ece']:.4f}, largest gap of a bin {found['mce']:.4f}"
    columns = (Column("scores", "name"), *map(Column, ("detections", "mean score", "share of hits")))
    yield Grid("Calibration: is a score the share of hits?", columns, bins, note)


def _point(point: Mapping[str, Any], signs: Signs) -> tuple[str, ...]:
    counts = (count(point[name]) for name in COUNTS)
    return f"{point['threshold']:.2f}", *counts, *_rates(point, POINT, signs)


def _differences(found: Mapping[str, Any], signs: Signs) -> Iterator[Grid]:
    rows = [
        (name, count(one["matched"]), number(_mean(one), "rate", signs)) for name, one in found["matchings"].items()
    ]
    pages = found["differing_pages"]
    note = f"they pair other objects on {pages:,} page{'' if pages == 1 else 's'}"
    columns = (Column("matching", "name"), Column("matched"), Column("mean IoU"))
    yield Grid(f"Matchings, IoU {_at_least(signs)} {found['iou']:g}", columns, tuple(rows), note)
    if not pages:
        return
    names = list(found["matchings"])
    listed = [
        (label(f"{one['document']} {one['page']}" if one["document"] not in one["page"] else one["page"], 40),
         *(_pairs(one["pairs"][name]) for name in names))
        for one in found["pages"][:LISTED_PAGES]
    ]  # fmt: skip
    more = f"the first {LISTED_PAGES} of {pages:,}; --format json has more" if pages > LISTED_PAGES else ""
    heads = (Column("page", "name"), *(Column(name, "text", 16) for name in names))
    yield Grid("Pages where they differ: pairs that not all of them make", heads, tuple(listed), more)


def _pairs(pairs: Sequence[Sequence[str]]) -> str:
    return ", ".join(f"{label(ours)} = {label(theirs)}" for ours, theirs in pairs)


def _mean(one: Mapping[str, Any]) -> float:
    return float(one["iou"] / one["matched"]) if one["matched"] else float("nan")


def _rates(holder: Mapping[str, Any], names: Sequence[str], signs: Signs) -> tuple[str, ...]:
    return tuple(number(_value(holder[name]), "rate", signs) for name in names)


def _value(value: float | None) -> float:
    return float("nan") if value is None else value


def _at_least(signs: Signs) -> str:
    return "≥" if signs.more == "…" else ">="


PARTS: Mapping[str, Callable[[Mapping[str, Any], Signs], Iterator[Grid]]] = {
    "average_precision": _average_precision,
    "errors": _errors,
    "calibration": _calibration,
    "differences": _differences,
}
