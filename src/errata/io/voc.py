"""Reads Pascal VOC: one XML file a page, boxes as corners in pixels.

Corners are taken as they stand: xmin / width to xmax / width. A file's page is its relative path without .xml.
"""

from __future__ import annotations

import math
from typing import Any

from errata.errors import Problem
from errata.io.layout_builder import LayoutBuilder, shown
from errata.io.layout_files import page_files
from errata.io.xml_file import read_xml
from errata.model import Layout

__all__ = ["read_voc"]

CORNERS = ("xmin", "ymin", "xmax", "ymax")
SCORES = ("score", "confidence")


def read_voc(path: str, *, outside: str = "error") -> Layout:
    """The pages of a folder, or of one file."""
    builder = LayoutBuilder(path, "voc", outside)
    for stem, file in page_files(path, ".xml", "Pascal VOC"):
        builder.path = file
        _page(builder, stem, file)
    builder.path = path
    return builder.layout()


def _page(builder: LayoutBuilder, stem: str, file: str) -> None:
    root = read_xml(file)
    if isinstance(root, Problem):
        builder.problem(root.where.removeprefix(file), root.what, root.hint)
        return
    if root.tag != "annotation":
        builder.problem("", f"the root is <{root.tag}>: Pascal VOC begins with <annotation>")
        return
    size = builder.size(_number(root.find("size/width")), _number(root.find("size/height")), " size")
    image = root.findtext("filename")
    page = builder.page(stem, size=size, image=image or None)
    if page is None:
        builder.problem("", f"the page {shown(stem)} was there before")
        return
    for place, node in enumerate(root.iterfind("object"), 1):
        where = f":{node.sourceline} object {place}"
        name = (node.findtext("name") or "").strip()
        if not name:
            builder.problem(where, "has no name: an object is of a class")
        elif size:
            _object(builder, node, where, page, builder.label(name), size)


def _object(builder: LayoutBuilder, node: Any, where: str, page: int, label: int, size: tuple[int, int]) -> None:
    corners = [_number(node.find(f"bndbox/{corner}")) for corner in CORNERS]
    if not all(isinstance(corner, float) and math.isfinite(corner) for corner in corners):
        evidence = {corner: node.findtext(f"bndbox/{corner}") for corner in CORNERS}
        builder.problem(where, f"{shown(evidence)}: the corners of a box are four finite numbers")
        return
    left, top, right, bottom = corners
    wide, high = size
    given = next((node.find(name) for name in SCORES if node.find(name) is not None), None)
    score = _number(given) if given is not None else math.nan
    if given is not None and not (isinstance(score, float) and math.isfinite(score)):
        builder.problem(where, f"{given.tag} is {shown(given.text)}: a score is a finite number")
        return
    box = left / wide, top / high, right / wide, bottom / high
    builder.add(where, page, label, box, score=score, evidence=corners)


def _number(node: Any) -> Any:
    """The number of an element; its text where that is none, and None where there is nothing."""
    text = node.text if node is not None else None
    try:
        return None if text is None else float(text)
    except ValueError:
        return text
