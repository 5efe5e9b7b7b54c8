"""Scoring layouts: two sides of objects to a result, and to a run directory where one is asked for."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from errata.corpus.directory import RunDirectory
from errata.corpus.judged import interval, with_intervals
from errata.corpus.layout_detections import detections_of, has_scores, with_precision_intervals
from errata.corpus.layout_extras import Scene, extras_of
from errata.corpus.layout_overlay import draw_pages
from errata.corpus.layout_pairing import Paired, lined_up, of_labels, pages_of
from errata.corpus.layout_rows import LayoutRows, count_rows, group_at, measure_of
from errata.corpus.layout_settings import PROFILE, LayoutSettings, settle_layout
from errata.corpus.layout_sides import LayoutReading, Side, read_sides
from errata.corpus.layout_sums import codes_of, parts_of, summaries
from errata.errors import UnknownNameError
from errata.io.decode import digest_of
from errata.io.names import printable
from errata.model import Layout
from errata.report.result import Group, Result, Score, Tally
from errata.stats.average import Summary
from errata.stats.interval import Resampling
from errata.stats.table import Records
from errata.version import __version__

__all__ = ["Facts", "evaluate_layout", "layout", "pair_layouts"]

Facts = Mapping[str, Mapping[str, str]]  # of documents: fact -> document id -> value

LISTED = 1000  # problems that a result document holds; a run lists all of them in problems.jsonl
ABSENT = "(none)"
OWN_FACTS = ("document", "page", "class")


def layout(
    reference: Side,
    hypothesis: Side,
    *,
    iou: Sequence[float] | float = (0.5,),
    labels: Sequence[str] | None = None,
    matching: str = "greedy",
    shapes: str = "boxes",
    unmatched: str = "error",
    schema: str = "either",
    formats: Sequence[str] | str = (),
    outside: str = "error",
    category_offset: int = 0,
    classes: str | Path | None = None,
    by: Sequence[str] | str = (),
    weights: Mapping[str, float] | None = None,
    facts: Facts | None = None,
    average_precision: bool = False,
    errors: bool = False,
    calibration: bool = False,
    differences: bool = False,
    overlay: str | Path | None = None,
    images: str | Path | None = None,
    intervals: bool = True,
    cluster: str | None = None,
    confidence: float = 0.95,
    method: str = "auto",
    seed: int = 0,
    out: str | Path | None = None,
    overwrite: bool = False,
) -> Result:
    """Score a detector's objects against the reference: precision, recall, F1, mean IoU, coverage and purity.

    Sides are `Layout` values, or files of the evaluation schema 1.3, of COCO, Label Studio, YOLO, Pascal VOC or PAGE:
    each is told by its look unless `formats` names one for both sides or one for each. `outside` decides about boxes
    that reach over their page (error, clip), `category_offset` is added to the category ids of COCO results, and
    `classes` is the file of class names of YOLO.

    `iou` holds the thresholds from which a pair may match, `labels` the classes (all of them by default), `matching`
    how objects find partners (greedy, coco, optimal), `shapes` what overlaps (boxes, polygons). `by` names the facts to
    group by: document, page, or one of `facts` (fact -> document id -> value). `weights` gives classes a weight in a
    mean over classes. `unmatched` decides about documents that only one side has (error, count, drop).

    On request the result holds COCO's `average_precision`, the kinds of `errors` and what their repair would gain,
    what scores are worth (`calibration`), and the `differences` of the matchings page by page. Intervals of the
    headline and of average precision come from resampling documents, or pages with `cluster` "page"; `intervals=False`
    leaves them out.
    `overlay` is a folder for one SVG a page, drawn on the page images below `images`. `out` keeps the run in a
    directory.
    """
    asked = {
        "average_precision": average_precision,
        "errors": errors,
        "calibration": calibration,
        "differences": differences,
    }
    settings = settle_layout(
        iou, labels=labels, matching=matching, unmatched=unmatched, schema=schema, by=by, weights=weights,
        shapes=shapes, extras=[name for name, wanted in asked.items() if wanted],
    )  # fmt: skip
    formats = [formats] if isinstance(formats, str) else formats
    reading = LayoutReading(formats, outside, category_offset, str(classes) if classes else None, schema)
    ours, theirs = read_sides(reference, hypothesis, reading)
    known = {**ours.facts, **theirs.facts, **(facts or {})}
    for name in settings.by:
        if name not in (*OWN_FACTS, *known):
            raise UnknownNameError("fact of the documents", name, [*OWN_FACTS, *known])
    how = Resampling(confidence, method, seed=seed)
    paired = pair_layouts(ours, theirs, settings)
    run = RunDirectory(Path(out)) if out is not None else None
    if run:
        run.begin(settings, _Described(ours, theirs), overwrite=overwrite)
    result = evaluate_layout(paired, settings, known)
    detected = cache(lambda: detections_of(paired, settings))
    result = replace(result, scored=lambda: Records.from_arrow(detected().table))
    if intervals:
        result = with_intervals(result, how, cluster)
        if average_precision:
            result = with_precision_intervals(result, detected, known, how, cluster)
    if overlay is not None:
        draw_pages(paired, settings, Path(overlay), Path(images) if images is not None else None)
    if run:
        with run.guarded():
            run.add_part(0, result.samples, {})
            if average_precision and has_scores(paired.hypothesis):
                run.add_detections(detected().table)
            run.finish(result, paired.problems)
    return result


def pair_layouts(reference: Layout, hypothesis: Layout, settings: LayoutSettings) -> Paired:
    """The objects of the classes that are asked for, under the policy for unmatched documents."""
    declared = tuple(dict.fromkeys((*reference.labels, *hypothesis.labels)))
    for label in settings.weights:
        if label not in (settings.labels or declared):
            raise UnknownNameError("class to weigh", label, settings.labels or declared)
    sides = [of_labels(side, settings.labels, declared) for side in (reference, hypothesis)]
    return lined_up(sides[0], sides[1], settings.unmatched)


def evaluate_layout(paired: Paired, settings: LayoutSettings, facts: Facts) -> Result:
    """The result of two sides that line up."""
    rows = count_rows(paired.reference, paired.hypothesis, settings)
    known = rows.facts(facts)
    scored = _Scored(rows, settings)
    classes = tuple(dict.fromkeys((*paired.reference.labels, *paired.hypothesis.labels)))
    groups = {"class": scored.groups(list(rows.classes), classes)}
    groups |= {fact: scored.groups(_labels(known[fact], fact, rows)) for fact in settings.by if fact != "class"}
    table = rows.table(settings, known)
    return Result(
        errata=__version__,
        profile=PROFILE,
        signature=settings.signature,
        tally=_tally(rows, settings, paired),
        scores=scored.groups(["all"] * len(rows), ("all",))["all"].scores,
        headline=settings.headline,
        groups=groups,
        settings=settings.to_dict(),
        problems=tuple(asdict(problem) for problem in paired.problems[:LISTED]),
        layout=_objects(paired, settings, groups["class"]) | _extras(paired, settings, rows),
        parts=lambda columns: [table if columns is None else table.select(columns)],
        judge=interval,
    )


class _Scored:
    """Rows that can be averaged in groups, per document within each group."""

    def __init__(self, rows: LayoutRows, settings: LayoutSettings) -> None:
        self._rows, self._metrics = rows, settings.metrics
        self._documents = codes_of(list(rows.documents))[1]
        self._counts = {group_at(threshold).counter.name: columns for threshold, columns in rows.counts.items()}

    def groups(self, labels: list[str], known: Sequence[str] | None = None) -> dict[str, Group]:
        """The scores of the rows of each label; `known` names the labels and their order."""
        names, codes = codes_of(labels, known)
        parts = parts_of(codes, len(names), self._documents)
        sums = {counter: parts.sums(columns) for counter, columns in self._counts.items()}
        found = {
            name: summaries(metric.formula, sums[metric.counter.name], parts) for name, metric in self._metrics.items()
        }
        sizes = Counter(codes.tolist())
        return {
            label: Group(sizes[place], {name: self._score(name, found[name][place]) for name in found})
            for place, label in enumerate(names)
        }

    def _score(self, name: str, summary: Summary) -> Score:
        metric = self._metrics[name]
        return Score(name, metric.title, metric.better, metric.scale, "micro", **asdict(summary))


class _Described:
    """Both sides as the manifest of a run names them: equal if and only if the objects are."""

    size = None

    def __init__(self, reference: Layout, hypothesis: Layout) -> None:
        sides = {"reference": reference, "hypothesis": hypothesis}
        self.description = {"kind": "layout", **{name: _described(side) for name, side in sides.items()}}


def _extras(paired: Paired, settings: LayoutSettings, rows: LayoutRows) -> dict[str, Any]:
    sides = paired.reference, paired.hypothesis
    measure = measure_of(*sides, settings) if settings.extras else None
    return extras_of(Scene(*sides, settings, measure, rows.matches[settings.thresholds[0]]))


def _labels(values: Sequence[str | None], fact: str, rows: LayoutRows) -> list[str]:
    """The group of each row; pages of one name in two documents are two groups."""
    if fact != "page":
        return [value or ABSENT for value in values]
    pages = set(zip(rows.documents, rows.pages, strict=True))
    if len(pages) == len(set(rows.pages)):
        return list(rows.pages)
    return [f"{document}/{page}" for document, page in zip(rows.documents, rows.pages, strict=True)]


def _tally(rows: LayoutRows, settings: LayoutSettings, paired: Paired) -> Tally:
    counts = rows.counts[settings.thresholds[0]]
    empty = [int((counts[side] == 0).sum()) for side in ("reference", "hypothesis")]
    missing = len(paired.only_reference) if settings.unmatched == "count" else 0
    return Tally(len(rows), empty[0], empty[1], missing, paired.left_out)


def _objects(paired: Paired, settings: LayoutSettings, classes: Mapping[str, Group]) -> dict[str, Any]:
    """What was compared: documents, pages, objects and classes, and the mean over weighted classes."""
    ours, theirs = paired.reference, paired.hypothesis
    documents = {*ours.documents, *theirs.documents}
    lost = {*paired.only_reference, *paired.only_hypothesis} if settings.unmatched == "drop" else set()
    found: dict[str, Any] = {
        "documents": len(documents - lost),
        "pages": len({page for side in (ours, theirs) for page in pages_of(side) if page[0] not in lost}),
        "reference_objects": len(ours.boxes),
        "hypothesis_objects": len(theirs.boxes),
        "classes": list(classes),
        "only_reference": list(paired.only_reference),
        "only_hypothesis": list(paired.only_hypothesis),
    }
    if warnings := [
        f"{printable(str(side.description['path']))}: {sentence}"
        for side in (ours, theirs)
        for sentence in side.description.get("warnings", ())
    ]:
        found["warnings"] = warnings
    if settings.weights:
        found["weighted"] = {
            name: _weighted([(settings.weights.get(label, 1.0), group[name].value) for label, group in classes.items()])
            for name, metric in settings.metrics.items()
            if metric.scale == "rate"
        }
    return found


def _weighted(parts: list[tuple[float, float]]) -> float | None:
    """The weighted mean of the values that there are."""
    known = [(weight, value) for weight, value in parts if value == value]
    total = math.fsum(weight for weight, _ in known)
    return math.fsum(weight * value for weight, value in known) / total if total else None


def _described(side: Layout) -> dict[str, Any]:
    path = side.description.get("path")
    if path and Path(path).is_file():
        return {"name": str(path), "digest": digest_of([path])}
    arrays = (side.object_page, side.object_label, side.boxes, side.page_document)
    digest = hashlib.blake2b(b"".join(array.tobytes() for array in arrays), digest_size=32)
    digest.update(json.dumps([side.labels, side.documents, side.pages]).encode())
    return {"name": str(path or "memory"), "digest": digest.hexdigest()}
