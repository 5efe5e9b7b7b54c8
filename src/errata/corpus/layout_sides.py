"""The two sides of a layout evaluation: files of any layout format, or layouts that are in memory already."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from errata.errors import InputError, UsageError
from errata.io.layout_formats import LayoutFormat, Reading, format_named, read_layout, sniffed
from errata.io.snapshot import read_pair, read_snapshot
from errata.io.snapshot_rules import ROLES
from errata.model import Layout

__all__ = ["LayoutReading", "Side", "read_sides"]

Side = str | Path | Layout
SNAPSHOT = "snapshot"


@dataclass(frozen=True, slots=True)
class LayoutReading:
    """How files become layouts: formats (one for both sides, or one each; none: each is told by its look), the policy
    for boxes that reach over their page, what to add to category ids of COCO results, and the class names of YOLO."""

    formats: Sequence[str] = ()
    outside: str = "error"
    category_offset: int = 0
    classes: str | None = None
    schema: str = "either"


def read_sides(reference: Side, hypothesis: Side, reading: LayoutReading) -> tuple[Layout, Layout]:
    """Both sides; two files of the evaluation schema are also held against each other."""
    forms = [
        None if isinstance(side, Layout) else _format(os.fspath(side), name)
        for side, name in zip((reference, hypothesis), _named(reading.formats), strict=True)
    ]
    if [form and form.name for form in forms] == [SNAPSHOT] * 2:
        return read_pair(str(reference), str(hypothesis), revision=reading.schema)
    ours = _read(reference, forms[0], reading, ROLES[0], None)
    return ours, _read(hypothesis, forms[1], reading, ROLES[1], ours)


def _named(formats: Sequence[str]) -> list[str | None]:
    if len(formats) > len(ROLES):
        raise UsageError(f"There are two sides, and {len(formats)} formats were named: {', '.join(formats)}.")
    both = [formats[0], formats[-1]] if formats else [None, None]
    return [format_named(name).name if name else None for name in both]


def _format(path: str, name: str | None) -> LayoutFormat:
    """The format of this name, or of this look; a file that looks like nothing is held to the evaluation schema."""
    if name:
        return format_named(name)
    try:
        return sniffed(path)
    except InputError:
        if Path(path).is_dir():
            raise
        return format_named(SNAPSHOT)


def _read(side: Side, form: LayoutFormat | None, reading: LayoutReading, role: str, beside: Layout | None) -> Layout:
    if isinstance(side, Layout):
        return side
    assert form is not None
    if form.name == SNAPSHOT:
        return read_snapshot(side, role=role, revision=reading.schema)
    return read_layout(side, form.name, Reading(reading.outside, beside, reading.category_offset, reading.classes))
