"""Every document format by its name, and one door to read a document of any of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from errata.errors import InputError, Problem, UnknownNameError
from errata.io.alto import ALTO
from errata.io.decode import known_encoding, unreadable
from errata.io.engine_documents import LABEL, TESSERACT
from errata.io.format import LEVELS, Format, Wish
from errata.io.hocr import HOCR
from errata.io.json_document import JSON
from errata.io.limited import opened
from errata.io.list_documents import COLUMNS, TRN
from errata.io.names import near_path, printable
from errata.io.page_xml import PAGE
from errata.io.plain_document import TEXT
from errata.model import Page

HEAD = 1 << 15  # bytes that tell a format


class Reading(NamedTuple):
    """How documents are read; without a format it is told from each file."""

    format: str | None = None
    level: str = "auto"
    encoding: str = "utf-8"


FORMATS: dict[str, Format] = {}


def register(format: Format) -> None:  # noqa: A002
    """Add a format; those that come first are asked first whether a file is theirs."""
    FORMATS[format.name] = format


register(PAGE)
register(ALTO)
register(HOCR)
register(JSON)
register(TESSERACT)
register(LABEL)
register(COLUMNS)
register(TRN)
register(TEXT)


def read_document(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    level: str = "auto",
    places: bool = True,
    encoding: str = "utf-8",
) -> tuple[Page, ...]:
    """The pages of a document; its format is told from its first bytes and its name, unless it is given.

    Without `places` pages have no words and no coordinates, and are read faster.
    """
    if level not in LEVELS:
        raise UnknownNameError("text level", level, LEVELS)
    chosen = format_named(format) if format else sniffed(path)
    return chosen.read(Path(path), Wish(level, places, known_encoding(encoding)))


def format_named(name: str) -> Format:
    """The format of this name."""
    if name not in FORMATS:
        raise UnknownNameError("document format", name, FORMATS)
    return FORMATS[name]


def sniffed(path: str | Path) -> Format:
    """The format of a file, by its first bytes and its name."""
    name = printable(os.fspath(path))
    try:
        with opened(path) as (stream, _):
            head = stream.read(HEAD)
    except OSError as error:
        hint = near_path(os.fspath(path)) if isinstance(error, FileNotFoundError) else ""
        problem = unreadable(os.fspath(path), error)
        raise InputError(f"{name} cannot be read.", [Problem(problem.where, problem.what, hint)]) from None
    if b"\0" in head[:4]:  # UTF-16 and UTF-32
        head = head.replace(b"\0", b"").lstrip(b"\xff\xfe")
    for known in FORMATS.values():
        if known.sniff(head, name):
            return known
    if not head.strip(b"\xef\xbb\xbf \t\r\n"):
        raise InputError(f"{name} is empty.", [Problem(name, "holds no text at all")])
    problem = Problem(name, f"starts with {head[:24]!r}", f"name its format with --format-in: {', '.join(FORMATS)}")
    raise InputError(f"The format of {name} is not known.", [problem])
