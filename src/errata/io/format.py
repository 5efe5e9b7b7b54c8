"""What a document format is to the rest of the house: how it is told, read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from errata.model import Page

LEVELS = ("auto", "region", "line", "word", "glyph")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a caller wants of a document: the level that its text is taken from, and whether words and places matter."""

    level: str = "auto"
    places: bool = True
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class Format:
    """A document format: `sniff` sees the first bytes and the name of a file, `write` gives the file's bytes."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes, str], bool]
    read: Callable[[Path, Wish], tuple[Page, ...]]
    write: Callable[[Sequence[Page]], bytes] | None = None
