"""What two programs write besides the standards: PaddleOCR's label.txt and Tesseract's TSV."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem
from errata.io.document_text import lines_of
from errata.io.format import Format, Wish
from errata.io.geometry import Notes, around, box_of, confidence_of, pixels, points
from errata.io.names import printable
from errata.io.record import json_type
from errata.io.strict_json import value_of
from errata.model import Line, Outline, Page, Region, Word

LABELS = re.compile(rb"^\xef\xbb\xbf?[^\t\r\n]+\t\s*\[\s*[\]{]|^[^\t\r\n]+\t\s*\[\s*[\]{]")
COLUMNS = (
    "level",
    "page_num",
    "block_num",
    "par_num",
    "line_num",
    "word_num",
    "left",
    "top",
    "width",
    "height",
    "conf",
    "text",
)
HEADER = "\t".join(COLUMNS)
ROWS = ("1", "2", "3", "4", "5")  # page, block, paragraph, line, word
UNREADABLE = "###"


def read_labels(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The images of a PaddleOCR label file: path, tab, a JSON list of texts with their corners."""
    name = printable(str(path))
    pages, notes = [], Notes()
    for line in lines_of(path, wish):
        image, _, listed = line.text.partition("\t")
        try:
            lines = tuple(_label(item, wish, notes) for item in _items(value_of(listed)))
        except (ValueError, TypeError, KeyError) as error:
            what = f"is no path, tab and JSON list of texts: {_why(error)}"
            raise InputError(f"{name} cannot be read.", [Problem(f"{name}:{line.number}", what)]) from None
        pages.append(Page(image, (Region("", "text", lines),), image=image))
    if not pages:
        raise InputError(f"{name} has no page.", [Problem(name, "has no line")])
    return (replace(pages[0], warnings=notes.sentences()), *pages[1:])


def _why(error: Exception) -> str:
    return f"a text has no {error.args[0]!r}" if isinstance(error, KeyError) else str(error)


def _items(found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise TypeError(f"it is {json_type(found)}, not an array")
    for item in found:
        if not isinstance(item, dict):
            raise TypeError(f"a text is {json_type(item)}, not an object")
    return found


def _label(item: Any, wish: Wish, notes: Notes) -> Line:
    text = item["transcription"]
    if not isinstance(text, str):
        raise TypeError(f"a transcription is {json_type(text)}, not a string")
    text.encode()
    if text == UNREADABLE:
        notes.add("a text is ###, which stands for what cannot be read", f"{UNREADABLE!r}")
    if not wish.places:
        return Line("", text)
    outline: Outline = ()
    if item.get("points") is not None:
        found = points(" ".join(f"{x},{y}" for x, y in item["points"]))
        if found is None:
            notes.add("coordinates are broken", str(item["points"])[:40])
        outline = found or ()
    return Line("", text, around(outline), outline)


def read_tesseract(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The pages of Tesseract's TSV: words of paragraphs in blocks, with boxes and confidences."""
    name = printable(str(path))
    rows = lines_of(path, wish)
    header = next(rows, None)
    if header is None or header.text.split("\t") != list(COLUMNS):
        raise InputError(f"{name} is no TSV of Tesseract.", [Problem(name, f"its header is not {HEADER!r}")])
    notes = Notes()
    built: dict[str, _Page] = {}
    for row in rows:
        cells = dict(zip(COLUMNS, row.text.split("\t", len(COLUMNS) - 1), strict=False))
        if len(cells) < len(COLUMNS) - 1:  # the text of what is no word may be missing with its tab
            what = f"has {len(cells)} cells, the header has {len(COLUMNS)}"
            raise InputError(f"{name} cannot be read.", [Problem(f"{name}:{row.number}", what)])
        if cells["level"] not in ROWS:
            what = f"its level is {cells['level'][:20]!r}, not one of {', '.join(ROWS)}"
            raise InputError(f"{name} cannot be read.", [Problem(f"{name}:{row.number}", what)])
        built.setdefault(cells["page_num"], _Page(cells["page_num"])).add(cells, wish, notes)
    if not built:
        raise InputError(f"{name} has no page.", [Problem(name, "has no row under its header")])
    pages = [page.done() for page in built.values()]
    return (replace(pages[0], warnings=notes.sentences()), *pages[1:])


class _Page:
    """A page while its rows are read."""

    def __init__(self, number: str) -> None:
        self._number = number
        self._size: tuple[int | None, int | None] = (None, None)
        self._places: dict[tuple[str, ...], Any] = {}
        self._words: dict[tuple[str, ...], dict[tuple[str, ...], list[Word]]] = {}

    def add(self, cells: dict[str, str], wish: Wish, notes: Notes) -> None:
        """Take one row."""
        block = tuple(cells[name] for name in COLUMNS[1:4])
        key = (*block, cells["line_num"])
        level = cells["level"]
        if level == "1":
            self._size = pixels(cells["width"]), pixels(cells["height"])
        box = box_of([cells[name] for name in ("left", "top", "width", "height")], sizes=True) if wish.places else None
        if wish.places and box is None:
            notes.add("coordinates are broken", f"the {level} of line {'.'.join(key)}")
        if level in ("3", "4"):
            self._places[block if level == "3" else key] = box
        if level == "5":
            confidence = confidence_of(cells["conf"], 100)
            if confidence is None:
                notes.add("a word confidence is not between 0 and 100", repr(cells["conf"]))
            word = Word("", cells.get("text", ""), box, confidence)
            self._words.setdefault(block, {}).setdefault(key, []).append(word)

    def done(self) -> Page:
        """The page."""
        regions = tuple(
            Region(
                ".".join(block),
                "paragraph",
                tuple(self._line(*held) for held in lines.items()),
                self._places.get(block),
            )
            for block, lines in self._words.items()
        )
        return Page(f"page {self._number}", regions, *self._size)

    def _line(self, key: tuple[str, ...], words: list[Word]) -> Line:
        text = " ".join(word.text for word in words if word.text.strip())
        box = self._places.get(key)
        return Line(".".join(key), text, box, words=tuple(words) if words[0].box else ())


def _is_labels(head: bytes, name: str) -> bool:
    return LABELS.match(head) is not None


def _is_tesseract(head: bytes, name: str) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").startswith(HEADER.encode())


LABEL = Format("paddle", "PaddleOCR's label.txt", (".txt",), _is_labels, read_labels)
TESSERACT = Format("tesseract", "Tesseract's TSV", (".tsv",), _is_tesseract, read_tesseract)
