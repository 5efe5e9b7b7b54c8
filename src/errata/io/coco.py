"""Reads COCO: a dataset of images, categories and annotations, or the list of results that refers to one.

Boxes are left, top, width and height in pixels and become shares of the page. A result list has neither classes nor
sizes: the dataset that it was made for must be given beside it. Ids may start at 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from errata.errors import InputError, Problem
from errata.io.coco_masks import rings
from errata.io.layout_builder import LayoutBuilder, number, page_id_of, shown
from errata.io.names import printable
from errata.io.record import json_type
from errata.model import Layout

__all__ = ["read_coco", "read_coco_results"]

PARTS = ("images", "categories", "annotations")


@dataclass(frozen=True, slots=True)
class _Known:
    """What ids of images and categories stand for: page and class by number, and sizes in pixels."""

    pages: Mapping[Any, int]
    sizes: Mapping[int, tuple[int, int]]
    labels: Mapping[Any, int]


def read_coco(path: str, *, outside: str = "error") -> Layout:
    """The dataset of a file; annotations may have a score."""
    builder = LayoutBuilder(path, "coco", outside)
    document = builder.json()
    if not isinstance(document, dict):
        builder.problem("", f"a COCO dataset is an object, not {json_type(document)}")
        document = {part: [] for part in PARTS}
    for part in PARTS:
        if not isinstance(document.get(part), list):
            what = f"is {json_type(document[part])}" if part in document else "is missing"
            builder.problem(f" $.{part}", f"{what}: a COCO dataset has a list of {part}")
            document = {**document, part: []}
    pages, sizes = _images(builder, document["images"])
    labels = _categories(builder, document["categories"])
    known = _Known(pages, sizes, labels)
    for place, entry in enumerate(document["annotations"]):
        _annotation(builder, known, entry, f" $.annotations[{place}]")
    return builder.layout(image_ids=tuple(pages), category_ids=tuple(labels))


def read_coco_results(path: str, beside: Layout | None, *, outside: str = "error", category_offset: int = 0) -> Layout:
    """The list of results of a file, for the dataset beside it; `category_offset` is added to every category id."""
    if beside is None or "image_ids" not in beside.description:
        raise InputError(
            f"{printable(path)} is a list of COCO results, which names pages and classes only by number.",
            [Problem(printable(path), "needs the COCO dataset that the results were made for")],
            "Give the dataset as the reference, or with --beside DATASET where a file is read alone.",
        )
    builder = LayoutBuilder(path, "coco-results", outside)
    document = builder.json()
    if not isinstance(document, list):
        builder.problem("", f"a list of COCO results is an array, not {json_type(document)}")
        document = []
    for name in beside.labels:
        builder.label(name)
    for place, name in enumerate(beside.pages):
        owner = beside.documents[int(beside.page_document[place])]
        size, index = beside.sizes.get(place), int(beside.page_index[place])
        builder.page(name, document=owner, index=index, size=size, image=beside.images.get(place))
    pages = {key: place for place, key in enumerate(beside.description["image_ids"])}
    labels = {key: place for place, key in enumerate(beside.description["category_ids"])}
    if category_offset:
        labels = {key - category_offset: place for key, place in labels.items()}
    known = _Known(pages, beside.sizes, labels)
    for place, entry in enumerate(document):
        _annotation(builder, known, entry, f" $[{place}]", scored=True)
    if builder.found and (hint := _offset_hint(document, labels)):
        builder.problem("", hint)
    return builder.layout(image_ids=tuple(pages), category_ids=tuple(labels))


def _images(builder: LayoutBuilder, entries: Sequence[Any]) -> tuple[dict[Any, int], dict[int, tuple[int, int]]]:
    pages: dict[Any, int] = {}
    sizes: dict[int, tuple[int, int]] = {}
    for place, entry in enumerate(entries):
        where = f" $.images[{place}]"
        key = _id(builder, entry, where, pages, "an image")
        if key is None:
            continue
        size = builder.size(entry.get("width"), entry.get("height"), where)
        file = entry.get("file_name")
        name = page_id_of(file) if isinstance(file, str) and file else str(key)
        owner = next((entry[key] for key in ("doc_id", "doc_name") if isinstance(entry.get(key), str)), None)
        index = next((entry[key] for key in ("page_index", "page_no") if type(entry.get(key)) is int), 0)
        page = builder.page(name, document=owner, index=index, size=size, image=file if isinstance(file, str) else None)
        if page is None:
            builder.problem(where, f"the page {shown(name)} was there before", "names of images are unique in a file")
            continue
        pages[key] = page
        if size:
            sizes[page] = size
    return pages, sizes


def _categories(builder: LayoutBuilder, entries: Sequence[Any]) -> dict[Any, int]:
    labels: dict[Any, int] = {}
    for place, entry in enumerate(entries):
        where = f" $.categories[{place}]"
        key = _id(builder, entry, where, labels, "a category")
        if key is None:
            continue
        name = entry.get("name")
        if not isinstance(name, str) or not name:
            builder.problem(where, f"has the name {shown(name)}: a category has a name")
        elif name in builder.labels:
            builder.problem(where, f"the name {shown(name)} is that of another category", "give each its own name")
        else:
            labels[key] = builder.label(name)
    return labels


def _id(builder: LayoutBuilder, entry: Any, where: str, known: Mapping[Any, int], kind: str) -> Any:
    """The id of an entry; None, and a problem, where it has none of its own."""
    if not isinstance(entry, dict):
        builder.problem(where, f"{kind} is an object, not {json_type(entry)}")
        return None
    key = entry.get("id")
    if type(key) not in (int, str):
        builder.problem(where, f"has the id {shown(key)}: {kind} has a number as its id")
    elif key in known:
        builder.problem(where, f"the id {shown(key)} was used before", "ids are unique in a file")
    else:
        return key
    return None


def _annotation(builder: LayoutBuilder, known: _Known, entry: Any, where: str, *, scored: bool = False) -> None:
    if not isinstance(entry, dict):
        builder.problem(where, f"an object is expected, not {json_type(entry)}")
        return
    image, category = entry.get("image_id"), entry.get("category_id")
    page = known.pages.get(image) if type(image) in (int, str) else None
    label = known.labels.get(category) if type(category) in (int, str) else None
    if page is None:
        builder.problem(where, f"image_id {shown(image)} is not the id of an image")
    if label is None:
        builder.problem(where, f"category_id {shown(category)} is not the id of a category")
    box, score = _box(builder, entry, where), _score(builder, entry, where, scored)
    if page is None or label is None or box is None or score is None or page not in known.sizes:
        return
    if entry.get("iscrowd"):
        builder.crowds += 1
        return
    wide, high = known.sizes[page]
    left, top, width, height = box
    shares = left / wide, top / high, (left + width) / wide, (top + height) / high
    outlines = rings(entry.get("segmentation"), (wide, high))
    if outlines is None:
        what = f"segmentation is {shown(entry['segmentation'])}: it is a list of polygons, or a mask of pixels in runs"
        builder.problem(where, what)
        return
    key = str(entry["id"]) if not scored and type(entry.get("id")) in (int, str) else None
    builder.add(where, page, label, shares, name=key, score=score, outlines=outlines, evidence=entry["bbox"])


def _box(builder: LayoutBuilder, entry: Mapping[str, Any], where: str) -> tuple[float, float, float, float] | None:
    given = entry.get("bbox")
    sides = [number(side) for side in given] if isinstance(given, list) else []
    if len(sides) != 4 or None in sides:
        builder.problem(where, f"bbox is {shown(given)}: a box is four finite numbers, [left, top, width, height]")
        return None
    left, top, width, height = (side for side in sides if side is not None)
    return left, top, width, height


def _score(builder: LayoutBuilder, entry: Mapping[str, Any], where: str, scored: bool) -> float | None:
    given = entry.get("score")
    if given is None and not scored:
        return math.nan
    score = number(given)
    if score is None:
        builder.problem(where, f"score is {shown(given)}: a result has a finite number as its score")
    return score


def _offset_hint(entries: Sequence[Any], labels: Mapping[Any, int]) -> str:
    """What to do where every category id would be known if it were one more or one less."""
    given = {entry.get("category_id") for entry in entries if isinstance(entry, dict)}
    numbers = {key for key in given if type(key) is int}
    if not given or numbers != given or numbers <= labels.keys():
        return ""
    for step in (1, -1):
        if {key + step for key in numbers} <= labels.keys():
            return f"every category_id is known after adding {step}: pass --category-offset {step} if that is meant"
    return ""
