"""Reads YOLO text: one file a page, one object a line, in shares of the page.

`class x y width height [confidence]` with the centre of the box, or `class x1 y1 x2 y2 x3 y3 ... [confidence]` with
the corners of a polygon. Classes are numbers from 0; their names stand in classes.txt, obj.names or data.yaml of the
folder or the one above it.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

from errata.errors import InputError, Problem
from errata.io.decode import read_text
from errata.io.layout_builder import LayoutBuilder, page_id_of, shown
from errata.io.layout_files import page_files
from errata.io.names import printable
from errata.model import Layout, Outline

__all__ = ["CLASS_FILES", "read_yolo", "yolo_classes"]

CLASS_FILES = ("classes.txt", "obj.names", "data.yaml", "data.yml", "dataset.yaml")
NAMES_LIST = re.compile(r"^names:\s*\[(.*?)\]", re.MULTILINE | re.DOTALL)
NAMES_BLOCK = re.compile(r"^names:[ \t]*\n((?:[ \t]+\S.*\n?|-.*\n?)+)", re.MULTILINE)


def read_yolo(path: str, *, outside: str = "error", classes: str | None = None) -> Layout:
    """The pages of a folder; `classes` names the file of class names where it is not in its usual place."""
    builder = LayoutBuilder(path, "yolo", outside)
    names = yolo_classes(path, classes)
    for name in names:
        builder.label(name)
    if len(builder.labels) < len(names):
        builder.problem("", f"two classes have the same name: {shown(names)}")
    used: set[int] = set()
    for stem, file in page_files(path, ".txt", "YOLO"):
        if Path(file).name not in CLASS_FILES:
            builder.path = file
            _page(builder, stem, file, names, used)
    builder.path = path
    if not names:
        ordered = sorted(used)
        builder.warnings.append("no class names were found (classes.txt, obj.names, data.yaml): classes are numbers")
        builder.rename({f"{key}": place for place, key in enumerate(ordered)})
    return builder.layout()


def yolo_classes(path: str, file: str | None = None) -> tuple[str, ...]:
    """The names of the classes in order; none where there is no file of them."""
    folder = Path(path) if Path(path).is_dir() else Path(path).parent
    candidates = [Path(file)] if file else [place / name for place in (folder, folder.parent) for name in CLASS_FILES]
    for candidate in candidates:
        if file or candidate.is_file():
            text = read_text(str(candidate), "utf-8")
            if isinstance(text, Problem):
                raise InputError("The names of the classes cannot be read.", [text])
            found = _yaml_names(text) if candidate.suffix in (".yaml", ".yml") else text.splitlines()
            names = tuple(name.strip() for name in found)
            while names and not names[-1]:
                names = names[:-1]
            if not names or not all(names):
                where = printable(str(candidate))
                raise InputError("The names of the classes cannot be read.", [Problem(where, "holds no name a class")])
            return names
    return ()


def _yaml_names(text: str) -> list[str]:
    """The entry `names` of a data.yaml, as list or by number; nothing else of YAML is read."""
    if found := NAMES_LIST.search(text):
        return [name.strip().strip("'\"") for name in found[1].split(",")]
    block = NAMES_BLOCK.search(text)
    rows = block[1].splitlines() if block else []
    return [re.sub(r"^\s*(?:-|\d+\s*:)\s*", "", row).strip().strip("'\"") for row in rows if row.strip()]


def _page(builder: LayoutBuilder, stem: str, file: str, names: tuple[str, ...], used: set[int]) -> None:
    text = read_text(file, "utf-8")
    if isinstance(text, Problem):
        builder.problem("", text.what, text.hint)
        return
    page = builder.page(page_id_of(stem))
    if page is None:
        builder.problem("", f"the page {shown(stem)} was there before")
        return
    for place, line in enumerate(text.split("\n"), 1):
        if line.strip():
            _object(builder, page, f":{place}", line.split(), names, used)


def _object(
    builder: LayoutBuilder, page: int, where: str, fields: list[str], names: tuple[str, ...], used: set[int]
) -> None:
    values = [_value(field) for field in fields]
    if len(fields) < 5 or not all(map(math.isfinite, values)):
        what = "class, x, y, width and height are numbers" if len(fields) >= 5 else f"has {len(fields)} fields, not 5"
        builder.problem(where, f"{shown(' '.join(fields))}: {what}")
        return
    label = int(values[0]) if values[0] == int(values[0]) else -1
    if label < 0 or (names and label >= len(names)):
        known = f"classes are 0 to {len(names) - 1}" if names else "classes are numbers from 0"
        builder.problem(where, f"the class {fields[0]} is not known: {known}")
        return
    used.add(label)
    score = math.nan
    outline: Outline = ()
    if len(fields) <= 6:
        x, y, width, height = values[1:5]
        box = x - width / 2, y - height / 2, x + width / 2, y + height / 2
        score = values[5] if len(fields) == 6 else math.nan
    else:
        score = values[-1] if len(fields) % 2 == 0 else math.nan
        numbers = values[1:-1] if len(fields) % 2 == 0 else values[1:]
        outline = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        box = min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])
    number = label if names else builder.label(f"{label}")
    builder.add(
        where, page, number, box, score=score, outlines=[outline] if outline else [], evidence=" ".join(fields[1:])
    )


def _value(field: str) -> float:
    try:
        return float(field)
    except ValueError:
        return math.nan
