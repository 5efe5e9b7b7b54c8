"""Reads exports of Label Studio, JSON and JSON_MIN: rectangles and polygons in per cent of the image.

Of a task the latest annotation that was not cancelled counts. Where no task of a file has an annotation, the latest
predictions count, with their scores. Rotated shapes are refused: their boxes would not be what was drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from errata.io.layout_builder import LayoutBuilder, number, page_id_of, shown
from errata.io.record import json_type
from errata.model import Layout, Outline

__all__ = ["read_labelstudio"]

UPLOAD = re.compile(r"(?:^|/)data/upload/(?:\d+/)?(?:[0-9a-f]{8}-)?")  # what Label Studio puts before a file's name
LABELS = ("rectanglelabels", "polygonlabels", "labels")
UNREAD = ("brushlabels", "ellipselabels", "keypointlabels", "brush", "ellipse", "keypoint")
TIMES = ("updated_at", "created_at")
GEOMETRY = ("x", "y", "width", "height", "points", "id")


def read_labelstudio(path: str, *, outside: str = "error") -> Layout:
    """The shapes of the tasks of a file."""
    builder = LayoutBuilder(path, "labelstudio", outside)
    document = builder.json()
    tasks = document if isinstance(document, list) else [document]
    tasks = [(place, task) for place, task in enumerate(tasks) if _is_object(builder, task, f" $[{place}]")]
    if any("annotations" in task or "predictions" in task for _, task in tasks):
        _full(builder, tasks)
    else:
        _minimal(builder, tasks)
    return builder.layout()


def _full(builder: LayoutBuilder, tasks: list[tuple[int, dict[str, Any]]]) -> None:
    predicted = not any(_valid(task.get("annotations")) for _, task in tasks)
    unlabelled = 0
    for place, task in tasks:
        where = f" $[{place}]"
        data = task.get("data")
        name = _image(data) if isinstance(data, dict) else None
        chosen = _latest(_valid(task.get("predictions" if predicted else "annotations")))
        if name is None:
            builder.problem(f"{where}.data", "names no image", "the page is known by the name of its image")
        elif chosen is None:
            unlabelled += 1
        else:
            kind = "predictions" if predicted else "annotations"
            score = number(chosen.get("score"))
            _shapes(
                builder, where, name, data or {}, chosen.get("result"), f"{kind}.result", score if predicted else None
            )
    if unlabelled:
        builder.warnings.append(
            f"{unlabelled} task{'' if unlabelled == 1 else 's'} without an annotation that stands: left out"
        )


def _minimal(builder: LayoutBuilder, tasks: list[tuple[int, dict[str, Any]]]) -> None:
    """Tasks without their envelope; one that was annotated several times stands there as often."""
    latest: dict[str, tuple[int, dict[str, Any]]] = {}
    for place, task in tasks:
        name = _image(task)
        if name is None:
            builder.problem(f" $[{place}]", "names no image", "the page is known by the name of its image")
        elif name not in latest or _time(task) >= _time(latest[name][1]):
            latest[name] = place, task
    for name, (place, task) in latest.items():
        lists = [value for value in task.values() if isinstance(value, list)]
        entries = [entry for value in lists for entry in value if isinstance(entry, dict) and "x" in entry]
        points = [entry for value in lists for entry in value if isinstance(entry, dict) and "points" in entry]
        shapes = [{"value": entry, **entry} for entry in _merged([*entries, *points])]
        _shapes(builder, f" $[{place}]", name, task, shapes, "label", None)


def _merged(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One entry a shape: templates for transcription export each box once bare and once with its label."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for place, entry in enumerate(entries):
        key = tuple(str(entry.get(part)) for part in GEOMETRY)
        twin = found.get(key)
        if twin is not None and bool(_label(twin)) == bool(_label(entry)):
            key = (*key, str(place))
        found[key] = {**found.get(key, {}), **entry}
    return list(found.values())


def _shapes(
    builder: LayoutBuilder,
    where: str,
    name: str,
    data: Mapping[str, Any],
    result: Any,
    part: str,
    score: float | None,
) -> None:
    if not isinstance(result, list):
        builder.problem(f"{where}.{part}", f"a list of shapes is expected, not {json_type(result)}")
        return
    entries = [entry for entry in result if isinstance(entry, dict)]
    labels = {entry["id"]: label for entry in entries if "id" in entry and (label := _label(entry.get("value")))}
    first = next((entry for entry in entries if "original_width" in entry), None)
    size = builder.size(first["original_width"], first.get("original_height"), where) if first else None
    document = next((data[key] for key in ("doc_id", "document") if isinstance(data.get(key), str)), None)
    index = data.get("page_index")
    page = builder.page(name, document=document, index=index if type(index) is int else 0, size=size)
    if page is None:
        builder.problem(where, f"the page {shown(name)} was there before", "each image may stand in one task")
        return
    for place, entry in enumerate(result):
        spot = f"{where}.{part}[{place}]"
        if (
            not _is_object(builder, entry, spot)
            or not isinstance(entry.get("value"), dict)
            or _unread(builder, entry, spot)
        ):
            continue
        value = entry["value"]
        if not ("width" in value or "points" in value):
            continue  # a choice, a text or a label of a shape that stands beside it
        label = _label(value) or labels.get(entry.get("id"))
        if label is None:
            builder.problem(spot, "the shape has no label")
        elif not _rotated(builder, entry, spot):
            own = number(entry.get("score"))
            _shape(builder, spot, page, label, value, own if own is not None else score)


def _shape(
    builder: LayoutBuilder, where: str, page: int, label: str, value: Mapping[str, Any], score: float | None
) -> None:
    outline: Outline = ()
    if "points" in value:
        points = value["points"] if isinstance(value["points"], list) else []
        pairs = [[number(part) for part in point] for point in points if isinstance(point, list)]
        if len(pairs) < 3 or len(pairs) != len(points) or any(len(pair) != 2 or None in pair for pair in pairs):
            builder.problem(where, f"points is {shown(value['points'])}: at least three pairs of numbers, in per cent")
            return
        outline = tuple(((left or 0.0) / 100.0, (top or 0.0) / 100.0) for left, top in pairs)
        box = (
            min(x for x, _ in outline),
            min(y for _, y in outline),
            max(x for x, _ in outline),
            max(y for _, y in outline),
        )
    else:
        sides = [number(value.get(part)) for part in ("x", "y", "width", "height")]
        if None in sides:
            evidence = {part: value.get(part) for part in ("x", "y", "width", "height")}
            builder.problem(where, f"{shown(evidence)}: x, y, width and height are numbers, in per cent")
            return
        left, top, width, height = (side / 100.0 for side in sides if side is not None)
        box = left, top, left + width, top + height
    evidence = {part: value.get(part) for part in ("x", "y", "width", "height", "points") if part in value}
    builder.add(
        where, page, builder.label(label), box,
        score=math.nan if score is None else score, outlines=[outline] if outline else [], evidence=evidence,
    )  # fmt: skip


def _rotated(builder: LayoutBuilder, entry: Mapping[str, Any], where: str) -> bool:
    for name, given in (("rotation", entry["value"].get("rotation")), ("image_rotation", entry.get("image_rotation"))):
        if given not in (None, 0):
            what = f"has the {name} {shown(given)}: rotated shapes are not read"
            builder.problem(where, what, "draw it upright, or as a polygon")
            return True
    return False


def _unread(builder: LayoutBuilder, entry: Mapping[str, Any], where: str) -> bool:
    if entry.get("type") in UNREAD:
        builder.problem(where, f"is of the type {shown(entry['type'])}: rectangles and polygons are read")
        return True
    return False


def _label(value: Any) -> str | None:
    """The first label of a shape."""
    if not isinstance(value, dict):
        return None
    for part in LABELS:
        given = value.get(part)
        if isinstance(given, list) and given and isinstance(given[0], str) and given[0]:
            return given[0]
    return None


def _image(data: Mapping[str, Any]) -> str | None:
    """The id of the page: as given, else by the first value that names an image."""
    given = data.get("page_id")
    if isinstance(given, str) and given:
        return given
    for key in sorted(data, key=lambda name: name not in ("image", "ocr", "img", "url")):
        if isinstance(data[key], str) and (key == "image" or page_id_of(data[key].partition("?")[0]) != data[key]):
            text = data[key].partition("?")[2] if "?d=" in data[key] else data[key].partition("?")[0]
            name = UPLOAD.sub("", text.removeprefix("d=")) or None
            return page_id_of(name.rpartition("/")[2]) if name else None
    return None


def _valid(given: Any) -> list[dict[str, Any]]:
    entries = given if isinstance(given, list) else []
    return [entry for entry in entries if isinstance(entry, dict) and not entry.get("was_cancelled")]


def _latest(entries: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The entry that was changed last; of equal ones the last in the file."""
    best = None
    for entry in entries:
        if best is None or _time(entry) >= _time(best):
            best = entry
    return best


def _time(entry: Mapping[str, Any]) -> str:
    return next((entry[key] for key in TIMES if isinstance(entry.get(key), str)), "")


def _is_object(builder: LayoutBuilder, value: Any, where: str) -> bool:
    if isinstance(value, dict):
        return True
    builder.problem(where, f"an object is expected, not {json_type(value)}")
    return False
