"""Layouts from one format to another: written beside the target first, so that no half of one is ever there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from errata.errors import InputError, Problem, RunError, UsageError
from errata.io.layout_formats import LAYOUT_FORMATS, Reading, Writing, read_layout, write_layout
from errata.io.names import printable

__all__ = ["WRITTEN", "convert_layout"]

WRITTEN = tuple(name for name, form in LAYOUT_FORMATS.items() if form.write)
FOLDERS = {"yolo": ".txt", "voc": ".xml"}  # formats that are a folder, and what their pages end in


def convert_layout(
    source: str,
    target: str,
    to: str,
    *,
    form: str | None = None,
    reading: Reading | None = None,
    writing: Writing | None = None,
    overwrite: bool = False,
) -> list[str]:
    """Write the layout `source` as `to`; sentences say what was odd about it, and what the new file does not hold."""
    if os.path.lexists(target) and not overwrite:
        raise RunError(f"{printable(target)} is there already. Pass --overwrite to replace it.")
    if os.path.lexists(target) and Path(target).is_dir() != (to in FOLDERS):
        raise UsageError(
            f"{to} is written as a {'folder' if to in FOLDERS else 'file'}, and {printable(target)} is not."
        )
    layout = read_layout(source, form, reading)
    lost: tuple[str, ...] = ()

    def write(path: str) -> None:
        nonlocal lost
        lost = write_layout(layout, path, to, writing)

    _put(write, Path(target), to)
    return [*layout.description.get("warnings", ()), *lost]


def _put(write: Callable[[str], None], target: Path, to: str) -> None:
    """Write into a folder beside the target, and then move what is whole into its place."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".errata-") as beside:
            new = Path(beside) / (target.name or "layout")
            write(str(new))
            if to in FOLDERS:
                _merge(new, target, FOLDERS[to])
            else:
                new.replace(target)
    except OSError as error:
        raise RunError(f"{printable(str(target))} cannot be written: {error.strerror or error}.") from None


def _merge(new: Path, target: Path, suffix: str) -> None:
    """Move the files of a folder into another one, which must hold no other pages: they would become part of it."""
    files = [path.relative_to(new) for path in sorted(new.rglob("*")) if path.is_file()]
    others = [path.relative_to(target) for path in sorted(target.rglob(f"*{suffix}"))] if target.is_dir() else []
    strange = [path for path in others if path not in set(files)]
    if strange:
        problems = [Problem(printable(str(path)), "is none of the pages that would be written") for path in strange]
        raise InputError(f"{printable(str(target))} holds other pages.", problems, "Write into a new folder.")
    for path in files:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (new / path).replace(target / path)
