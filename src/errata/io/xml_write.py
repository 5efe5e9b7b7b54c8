"""Pages as XML: the helpers that the writers of PAGE, ALTO and hOCR share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from errata.errors import InputError, Problem
from errata.io.names import printable
from errata.model import Box, Line, Outline, Page, Word

UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def checked(text: str) -> str:
    """The text, unless it holds a character that XML has no way to write."""
    found = UNWRITABLE.search(text)
    if found:
        problem = Problem(printable(text[:40]), f"holds U+{ord(found[0]):04X}, which XML cannot hold", "write jsonl")
        raise InputError("A text cannot be written as XML.", [problem])
    return text


def content(text: str) -> str:
    """Text between tags."""
    return escape(checked(text), {"\r": "&#13;"})


def attributes(**values: object) -> str:
    """Attributes with a space before each; None is left out."""
    return "".join(
        f" {name.rstrip('_')}={quoteattr(checked(number(value) if isinstance(value, float) else str(value)))}"
        for name, value in values.items()
        if value is not None
    )


def number(value: float) -> str:
    """A number as short as it reads back the same."""
    return str(int(value)) if value == int(value) else repr(value)


def corners(outline: Outline, box: Box | None) -> str | None:
    """The points of an outline, or of the box where there is no outline."""
    if not outline and box is not None:
        left, top, right, bottom = box
        outline = ((left, top), (right, top), (right, bottom), (left, bottom))
    return " ".join(f"{number(x)},{number(y)}" for x, y in outline) or None


def words_of(line: Line) -> Sequence[Word]:
    """The words of a line, if they say what the line says; else its text cut at the spaces."""
    if " ".join(word.text for word in line.words) == line.text:
        return line.words
    return [Word("", part) for part in line.text.split(" ") if part]


def only_page(pages: Sequence[Page], title: str) -> Page:
    """The one page that a file of this format holds."""
    if len(pages) != 1:
        problem = Problem("", f"there are {len(pages)} pages, and a file of {title} holds one")
        raise InputError(f"The pages do not fit into one file of {title}.", [problem], "Write alto, hocr or jsonl.")
    return pages[0]
