"""Writes layouts: the unified schema 1.3, COCO, YOLO text and Pascal VOC; each says what it could not hold."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem, RunError
from errata.io.names import printable
from errata.model import Layout

__all__ = ["write_coco", "write_coco_results", "write_snapshot", "write_voc", "write_yolo"]

Size = tuple[int, int]


def write_snapshot(layout: Layout, path: str, size: Size | None = None) -> tuple[str, ...]:
    """A file of the schema 1.3 (its revision of May 2026): a prediction where every object has a score."""
    scores = layout.scores.tolist()
    scored = bool(scores) and not any(math.isnan(score) for score in scores)
    if scores and not scored and not all(math.isnan(score) for score in scores):
        raise _refused(path, "some objects have a score and some have none: a file of the schema holds one kind")
    scored = scored or layout.description.get("type") == "prediction"
    pages: list[dict[str, Any]] = [
        {"page_id": name, "doc_id": layout.documents[document], "page_index": index, "objects": []}
        for name, document, index in zip(
            layout.pages, layout.page_document.tolist(), layout.page_index.tolist(), strict=True
        )
    ]
    for place, page, label, box in _objects(layout):
        entry = {"id": layout.object_ids[place], "label": layout.labels[label], "bbox": box}
        pages[page]["objects"].append(entry | {"score": scores[place] if scored else None})
    names = [(key, layout.document_names.get(key, key)) for key in layout.documents]
    info = {
        "schema_version": "1.3",
        "type": "prediction" if scored else "ground_truth",
        "run_id": "converted" if scored else None,
        "model": {"name": str(layout.description.get("model") or f"converted from {layout.description.get('format')}")},
        "coordinate_system": {"type": "normalized_xyxy", "range": [0.0, 1.0], "origin": "top_left"},
    }
    document = {
        "label_map": {str(number): name for number, name in enumerate(layout.labels, 1)},
        "info": info,
        "documents": [{"doc_id": key, "doc_name": name, "doc_path": name} for key, name in names],
        "predictions": pages,
    }
    _save(path, document)
    lost = [
        (bool(layout.outlines or layout.parts), "outlines: only boxes are kept"),
        (bool(layout.sizes), "sizes of pages in pixels"),
    ]
    return _lost("The schema 1.3", [what for there, what in lost if there])


def write_coco(layout: Layout, path: str, size: Size | None = None) -> tuple[str, ...]:
    """A COCO dataset; ids are numbered from 1."""
    sizes = _sizes(layout, path, size)
    images = [
        {"id": place, "file_name": layout.images.get(place - 1, name), "width": wide, "height": high}
        | {"doc_id": layout.documents[document], "page_index": index}
        for place, (name, document, index, (wide, high)) in enumerate(
            zip(layout.pages, layout.page_document.tolist(), layout.page_index.tolist(), sizes, strict=True), 1
        )
    ]
    scores = layout.scores.tolist()
    annotations = []
    for place, page, label, box in _objects(layout):
        wide, high = sizes[page]
        pixels = _pixels(box, sizes[page])
        outlines = layout.parts.get(place, (layout.outlines[place],) if place in layout.outlines else ())
        rings = [[side for left, top in ring for side in (left * wide, top * high)] for ring in outlines]
        entry = {"id": place + 1, "image_id": page + 1, "category_id": label + 1, "bbox": pixels}
        entry |= {"area": pixels[2] * pixels[3], "iscrowd": 0, "segmentation": rings}
        annotations.append(entry if math.isnan(scores[place]) else entry | {"score": scores[place]})
    categories = [{"id": number, "name": name} for number, name in enumerate(layout.labels, 1)]
    _save(path, {"images": images, "categories": categories, "annotations": annotations})
    return _lost("COCO", [] if _numbered(layout) else ["ids of objects: they are numbered anew"])


def write_coco_results(layout: Layout, path: str, size: Size | None = None) -> tuple[str, ...]:
    """A list of COCO results; its ids are those of the dataset it was read for, else numbers from 1."""
    sizes = _sizes(layout, path, size)
    images = layout.description.get("image_ids", range(1, len(layout.pages) + 1))
    categories = layout.description.get("category_ids", range(1, len(layout.labels) + 1))
    scores = layout.scores.tolist()
    if any(map(math.isnan, scores)):
        raise _refused(path, "an object has no score: a result has one")
    rows = [
        {"image_id": images[page], "category_id": categories[label], "bbox": _pixels(box, sizes[page])}
        | {"score": scores[place]}
        for place, page, label, box in _objects(layout)
    ]
    _save(path, rows)
    return _lost("A list of COCO results", ["names of pages and classes: it refers to a dataset by number"])


def write_yolo(layout: Layout, path: str, size: Size | None = None) -> tuple[str, ...]:
    """A folder with a text file a page and classes.txt."""
    lines: list[list[str]] = [[] for _ in layout.pages]
    scores = layout.scores.tolist()
    for place, page, label, (left, top, right, bottom) in _objects(layout):
        outline = layout.outlines.get(place)
        middle = ((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)
        values = [side for corner in outline for side in corner] if outline else middle
        rest = [] if math.isnan(scores[place]) else [scores[place]]
        lines[page].append(" ".join([str(label), *map(repr, [*values, *rest])]))
    folder = Path(path)
    _write(folder / "classes.txt", "".join(f"{name}\n" for name in layout.labels))
    for name, rows in zip(_file_names(layout, path), lines, strict=True):
        _write(folder / f"{name}.txt", "".join(f"{row}\n" for row in rows))
    parts = ["outlines of several parts: their boxes are kept"] * bool(layout.parts)
    return _lost("YOLO text", ["ids of objects, documents, and sizes of pages", *parts])


def write_voc(layout: Layout, path: str, size: Size | None = None) -> tuple[str, ...]:
    """A folder with an XML file a page; a score is written as <score>."""
    from xml.sax.saxutils import escape

    sizes = _sizes(layout, path, size)
    bodies: list[list[str]] = [[] for _ in layout.pages]
    scores = layout.scores.tolist()
    for place, page, label, (left, top, right, bottom) in _objects(layout):
        wide, high = sizes[page]
        corners = zip(
            ("xmin", "ymin", "xmax", "ymax"), (left * wide, top * high, right * wide, bottom * high), strict=True
        )
        box = "".join(f"<{corner}>{value!r}</{corner}>" for corner, value in corners)
        score = "" if math.isnan(scores[place]) else f"<score>{scores[place]!r}</score>"
        name = escape(layout.labels[label])
        bodies[page].append(f"  <object><name>{name}</name>{score}<bndbox>{box}</bndbox></object>\n")
    for place, (name, body) in enumerate(zip(_file_names(layout, path), bodies, strict=True)):
        wide, high = sizes[place]
        head = f"  <filename>{escape(layout.images.get(place, name))}</filename>\n"
        head += f"  <size><width>{wide}</width><height>{high}</height><depth>3</depth></size>\n"
        _write(Path(path) / f"{name}.xml", f"<annotation>\n{head}{''.join(body)}</annotation>\n")
    empty = set(range(len(layout.labels))) - set(layout.object_label.tolist())
    lost = ["ids of objects and documents"] + ["outlines: only boxes are kept"] * bool(layout.outlines or layout.parts)
    return _lost("Pascal VOC", [*lost, *["classes without an object"] * bool(empty)])


def _objects(layout: Layout) -> Iterator[tuple[int, int, int, list[float]]]:
    """Each object: its place, page and class by number, and its box."""
    pages, labels = layout.object_page.tolist(), layout.object_label.tolist()
    return zip(range(len(pages)), pages, labels, layout.boxes.tolist(), strict=True)


def _pixels(box: list[float], size: Size) -> list[float]:
    left, top, right, bottom = box
    wide, high = size
    return [left * wide, top * high, (right - left) * wide, (bottom - top) * high]


def _sizes(layout: Layout, path: str, size: Size | None) -> list[Size]:
    unknown = [name for place, name in enumerate(layout.pages) if place not in layout.sizes]
    if unknown and size is None:
        hint = "Pass --page-size WIDTHxHEIGHT for the pages whose size is not known."
        problems = [Problem(printable(name), "the size of the page in pixels is not known") for name in unknown]
        raise InputError(f"{printable(Path(path).name)} cannot be written: its boxes are in pixels.", problems, hint)
    given = size or (0, 0)
    return [layout.sizes.get(place, given) for place in range(len(layout.pages))]


def _file_names(layout: Layout, path: str) -> Iterable[str]:
    """The id of each page as a relative path that stays below the folder."""
    taken: set[str] = set()
    for name in layout.pages:
        parts = Path(name).parts
        if not parts or Path(name).is_absolute() or ".." in parts or any(ord(sign) < 32 for sign in name):
            raise _refused(path, f"the page id {name!r} cannot be the name of a file")
        if name in taken or f"{name}.txt" == "classes.txt":
            raise _refused(path, f"the page id {name!r} is used by two pages, or is that of the list of classes")
        taken.add(name)
    return layout.pages


def _numbered(layout: Layout) -> bool:
    return list(layout.object_ids) == [str(number) for number in range(1, len(layout.object_ids) + 1)]


def _lost(form: str, parts: list[str]) -> tuple[str, ...]:
    return tuple(f"{form} does not hold {part}" for part in parts)


def _refused(path: str, what: str) -> InputError:
    name = printable(Path(path).name)  # the path may be that of a folder beside the target
    return InputError(f"{name} cannot be written.", [Problem(name, what)])


def _save(path: str, document: Any) -> None:
    _write(Path(path), json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise RunError(f"Cannot write {printable(str(path))}: {error.strerror or error}.") from error
