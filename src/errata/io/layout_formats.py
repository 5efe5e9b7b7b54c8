"""The formats of layout objects by their names: how each is told, read and written."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from errata.errors import InputError, Problem, UnknownNameError, UsageError
from errata.io.coco import read_coco, read_coco_results
from errata.io.decode import open_regular, unreadable
from errata.io.labelstudio import read_labelstudio
from errata.io.layout_write import write_coco, write_coco_results, write_snapshot, write_voc, write_yolo
from errata.io.names import near_path, printable
from errata.io.page_regions import read_page_regions
from errata.io.snapshot import read_snapshot
from errata.io.voc import read_voc
from errata.io.yolo import read_yolo
from errata.model import Layout

__all__ = [
    "LAYOUT_FORMATS",
    "LayoutFormat",
    "Reading",
    "Writing",
    "format_named",
    "read_layout",
    "sniffed",
    "write_layout",
]

HEAD = 1 << 16
TAIL = 1 << 12


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader may need besides the file; each takes what concerns it."""

    outside: str = "error"
    beside: Layout | None = None
    category_offset: int = 0
    classes: str | None = None


@dataclass(frozen=True, slots=True)
class Writing:
    """What a writer may need besides the objects."""

    size: tuple[int, int] | None = None  # of pages whose size in pixels is not known


class Writer(Protocol):
    """Writes a layout, and says in sentences what the format could not hold."""

    def __call__(self, layout: Layout, path: str, size: tuple[int, int] | None) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Head:
    """What is looked at to tell a format: the kind of path, and the first and last bytes of the (first) file."""

    folder: bool
    suffix: str
    start: str
    end: str = ""


@dataclass(frozen=True, slots=True)
class LayoutFormat:
    """One format: what it is called, how it is told, read and, where that makes sense, written."""

    name: str
    title: str
    sniff: Callable[[Head], bool]
    read: Callable[[str, Reading], Layout]
    write: Writer | None = None


def _has(*keys: str, opening: str = "{") -> Callable[[Head], bool]:
    pattern = re.compile("|".join(f'"{key}"\\s*:' for key in keys))

    def sniff(head: Head) -> bool:
        return head.start.lstrip("\ufeff \t\r\n").startswith(opening) and bool(pattern.search(head.start + head.end))

    return sniff


def _results(head: Head) -> bool:
    text = head.start.strip("\ufeff \t\r\n")
    return _has("image_id", "category_id", opening="[")(head) or re.sub(r"\s", "", text) == "[]"


def _any_studio(head: Head) -> bool:
    keys = ("annotations", "predictions", "rectanglelabels", "polygonlabels", "original_width", "annotation_id")
    return _has(*keys, opening="[")(head) and not _results(head)


def _root(name: str) -> Callable[[Head], bool]:
    pattern = re.compile(rf"<(?:\w+:)?{name}(?:[\s>]|$)")
    return lambda head: bool(pattern.search(head.start))


_ALL = (
    LayoutFormat(
        "snapshot", "Unified evaluation schema 1.3 (JSON)", _has("label_map", "coordinate_system"),
        lambda path, reading: read_snapshot(path), write_snapshot,
    ),
    LayoutFormat(
        "coco", "COCO dataset (JSON)", _has("images", "categories", "image_id"),
        lambda path, reading: read_coco(path, outside=reading.outside), write_coco,
    ),
    LayoutFormat(
        "coco-results", "COCO results (JSON list), for a dataset", _results,
        lambda path, reading: read_coco_results(
            path, reading.beside, outside=reading.outside, category_offset=reading.category_offset
        ),
        write_coco_results,
    ),
    LayoutFormat(
        "labelstudio", "Label Studio export (JSON, JSON_MIN)", _any_studio,
        lambda path, reading: read_labelstudio(path, outside=reading.outside),
    ),
    LayoutFormat(
        "yolo", "YOLO text (folder)", lambda head: head.suffix == ".txt",
        lambda path, reading: read_yolo(path, outside=reading.outside, classes=reading.classes), write_yolo,
    ),
    LayoutFormat(
        "voc", "Pascal VOC (folder of XML)", _root("annotation"),
        lambda path, reading: read_voc(path, outside=reading.outside), write_voc,
    ),
    LayoutFormat(
        "page", "Regions of PAGE XML (folder)", _root("PcGts"),
        lambda path, reading: read_page_regions(path, outside=reading.outside),
    ),
)  # fmt: skip
LAYOUT_FORMATS: Mapping[str, LayoutFormat] = MappingProxyType({form.name: form for form in _ALL})


def read_layout(path: str | Path, form: str | None = None, reading: Reading | None = None) -> Layout:
    """The objects of a file or folder in the format of this name, or in the one that it looks like."""
    name = os.fspath(path)
    if not os.path.lexists(name):
        problem = Problem(printable(name), "there is no such file or folder", near_path(name))
        raise InputError("The input is not there.", [problem])
    return (sniffed(name) if form is None else format_named(form)).read(name, reading or Reading())


def write_layout(layout: Layout, path: str | Path, form: str, writing: Writing | None = None) -> tuple[str, ...]:
    """Write objects in the format of this name; the sentences say what it could not hold."""
    chosen = format_named(form)
    if chosen.write is None:
        known = ", ".join(form.name for form in _ALL if form.write)
        raise UsageError(f"Layouts are not written as {form}. They are written as: {known}.")
    return chosen.write(layout, os.fspath(path), (writing or Writing()).size)


def sniffed(path: str) -> LayoutFormat:
    """The format that a path looks like."""
    head = _head(path)
    for form in _ALL:
        if form.sniff(head):
            return form
    begins = head.start[:40]
    what = f"begins {begins!r}, which no format of layouts does" if begins else "holds nothing"
    if head.folder and not head.suffix:
        what = "holds neither .xml nor .txt files"
    raise InputError(
        f"{printable(path)} is in no known format.",
        [Problem(printable(path), what)],
        f"Known: {', '.join(LAYOUT_FORMATS)}. Name one with --from where the guess is wrong.",
    )


def format_named(name: str) -> LayoutFormat:
    """The format of this name."""
    if name not in LAYOUT_FORMATS:
        raise UnknownNameError("format of layouts", name, LAYOUT_FORMATS)
    return LAYOUT_FORMATS[name]


def _head(path: str) -> Head:
    folder = Path(path).is_dir()
    file = _first_file(path) if folder else path
    if file is None:
        return Head(folder, "", "")
    try:
        with open_regular(file) as stream:
            start = stream.read(HEAD)
            stream.seek(max(len(start), os.fstat(stream.fileno()).st_size - TAIL))
            end = stream.read(TAIL)
    except OSError as error:
        raise InputError("The input cannot be read.", [unreadable(file, error)]) from None
    return Head(folder, Path(file).suffix.lower(), start.decode("utf-8", "replace"), end.decode("utf-8", "replace"))


def _first_file(path: str) -> str | None:
    """The first XML file of a folder, else the first text file, in the order of names."""
    found: dict[str, str] = {}
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            found.setdefault(Path(name).suffix.lower(), f"{folder}/{name}")
        if ".xml" in found:
            break
    return found.get(".xml") or found.get(".txt")
