"""Layouts to measure on: references, what a detector makes of them, and both as files of two formats."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

CLASSES = ("Figure", "Table", "Text", "Title", "List", "Caption", "Formula", "Footnote", "Header", "Footer", "Code")
DIFFERENT = 2000  # pages; larger corpora hold them again under other names
PER_PAGE = 13.5
CELLS = [(0.02 + 0.24 * column, 0.02 + 0.16 * row) for row in range(6) for column in range(4)]
SYSTEM = {"type": "normalized_xyxy", "range": [0.0, 1.0], "origin": "top_left"}
WIDTH, HEIGHT = 1000, 1414
ROLES = ("ground_truth", "prediction")

Object = tuple[int, list[float], float]  # class, box, score
Page = tuple[list[Object], list[Object]]


@dataclass(frozen=True, slots=True)
class Files:
    """Both sides, as files of the evaluation schema and as those of COCO."""

    reference: str
    hypothesis: str
    dataset: str
    results: str


def pages(number: int, classes: int) -> Iterable[Page]:
    """Pages of a grid: references, and detections that are moved, missing, doubled, mislabelled and invented."""
    source = random.Random(f"{classes}")
    known = [_page(classes, source) for _ in range(min(number, DIFFERENT))]
    return islice(cycle(known), number)


def write(folder: Path, number: int, classes: int) -> Files:
    """The files of a corpus."""
    made = Files(*(str(folder / f"{name}.json") for name in ("reference", "hypothesis", "dataset", "results")))
    for side, path in enumerate((made.reference, made.hypothesis)):
        _write_snapshot(Path(path), number, classes, side)
    annotations = ([*_annotations(page[0], place)] for place, page in enumerate(pages(number, classes), 1))
    results = [one for place, page in enumerate(pages(number, classes), 1) for one in _annotations(page[1], place)]
    references = []
    for place, one in enumerate((one for page in annotations for one in page), 1):
        area = one["bbox"][2] * one["bbox"][3]
        references.append({"id": place, **one, "area": area, "iscrowd": 0})
    size = {"width": WIDTH, "height": HEIGHT}
    dataset = {
        "images": [{"id": place, **size, "file_name": f"{place}.png"} for place in range(1, number + 1)],
        "categories": [{"id": place, "name": name} for place, name in enumerate(CLASSES[:classes], 1)],
        "annotations": references,
    }
    for path, document in ((made.dataset, dataset), (made.results, results)):
        Path(path).write_text(json.dumps(document), "utf-8")
    return made


def write_snapshots(folder: Path, number: int, classes: int) -> tuple[str, str]:
    """Both files of the evaluation schema alone."""
    paths = [folder / f"{role}.json" for role in ROLES]
    for side, path in enumerate(paths):
        _write_snapshot(path, number, classes, side)
    return str(paths[0]), str(paths[1])


def _page(classes: int, source: random.Random) -> Page:
    references: list[Object] = []
    found: list[Object] = []
    size = min(len(CELLS), max(1, round(source.gauss(PER_PAGE, 3))))
    for left, top in source.sample(CELLS, size):
        box = left, top, 0.08 + 0.14 * source.random(), 0.05 + 0.09 * source.random()
        kind = source.randrange(classes)
        references.append((kind, _corners(*box), 1.0))
        draw = source.random()
        for _ in range((draw > 0.1) + (draw > 0.92)):
            moved = [value + source.gauss(0, 0.006) for value in box]
            said = source.randrange(classes) if draw > 0.88 else kind
            found.append((said, _corners(*moved), round(source.random(), 4)))
    for _ in range(source.randrange(4)):
        left, top, wide, high = (source.random() for _ in range(4))
        invented = _corners(0.7 * left, 0.7 * top, 0.05 + 0.2 * wide, 0.05 + 0.2 * high)
        found.append((source.randrange(classes), invented, round(source.random() / 2, 4)))
    return references, found


def _corners(left: float, top: float, wide: float, high: float) -> list[float]:
    left, top = max(left, 0.0), max(top, 0.0)
    return [round(value, 6) for value in (left, top, min(left + wide, 1.0), min(top + high, 1.0))]


def _annotations(objects: Iterable[Object], page: int) -> Iterator[dict[str, Any]]:
    for kind, (left, top, right, bottom), score in objects:
        box = left * WIDTH, top * HEIGHT, (right - left) * WIDTH, (bottom - top) * HEIGHT
        yield {"image_id": page, "category_id": kind + 1, "bbox": [round(side, 3) for side in box], "score": score}


def _write_snapshot(path: Path, number: int, classes: int, side: int) -> None:
    """Ten pages a document; every member that detectors write."""
    head = {
        "label_map": {str(place): name for place, name in enumerate(CLASSES[:classes], 1)},
        "info": {
            "schema_version": "1.3",
            "type": ROLES[side],
            "created_at": "2026-05-19T00:00:00",
            "run_id": "run" if side else None,
            "model": {"name": ROLES[side], "version": None, "notes": None},
            "coordinate_system": SYSTEM,
        },
        "documents": [
            {"doc_id": f"doc-{place:05}", "doc_name": f"doc-{place:05}.pdf", "doc_path": f"pdf/doc-{place:05}.pdf"}
            for place in range((number + 9) // 10)
        ],
    }
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps(head)[:-1] + ', "predictions": [')
        for place, page in enumerate(pages(number, classes)):
            file.write(f"{', ' if place else ''}{json.dumps(_snapshot_page(place, page[side], side))}")
        file.write("]}")


def _snapshot_page(place: int, objects: Iterable[Object], side: int) -> dict[str, Any]:
    document = f"doc-{place // 10:05}"
    name = f"{document}::p{place % 10:03}"
    return {
        "page_id": name,
        "doc_id": document,
        "page_index": place % 10,
        "objects": [
            {"id": f"{name}:{number}", "label": CLASSES[kind], "bbox": box, "score": score if side else None}
            for number, (kind, box, score) in enumerate(objects)
        ],
    }
