"""The files of a folder that holds one page each, and what a reader takes as their names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from errata.errors import InputError, Problem
from errata.io.names import printable

__all__ = ["page_files"]


def page_files(path: str, suffix: str, kind: str) -> Iterator[tuple[str, str]]:
    """Each file of this suffix below a folder, or the one file: page id (the relative path without it) and path."""
    if not Path(path).is_dir():
        yield Path(path).stem, path
        return
    found = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [f"{folder}/{name}" for name in files if name.lower().endswith(suffix) and not name.startswith(".")]
    if not found:
        raise InputError(
            f"{printable(path)} holds no page ({kind}).", [Problem(printable(path), f"no file ends in {suffix}")]
        )
    for name in sorted(found):
        yield os.path.relpath(name, path)[: -len(suffix)].replace(os.sep, "/"), name
