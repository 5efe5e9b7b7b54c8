"""hOCR: lines, words, boxes and confidences, by the class names of Tesseract, OCRopus, kraken, Scribe and others.

White space is what HTML makes of it: runs are one space, and words are joined by one; a <br> ends a line where a
block has no lines. Of alternatives (<ins>, <del>) the inserted one is read, the choices that Tesseract lists are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem
from errata.io.decode import unreadable
from errata.io.format import Format, Wish
from errata.io.geometry import Notes, around, box_of, confidence_of, pixels, points
from errata.io.hocr_tree import HTML, tree
from errata.io.hocr_write import write_hocr
from errata.io.limited import content, opened
from errata.io.names import printable
from errata.model import Box, Line, Outline, Page, Region, Word

LINES = frozenset({"ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"})
WORDS = frozenset({"ocrx_word", "ocr_word"})
BLOCKS = frozenset(
    {
        "ocr_par",
        "ocr_carea",
        "ocrx_block",
        "ocr_page",
        "ocr_column",
        "ocr_float",
        "ocr_pageno",
        "ocr_title",
        "ocr_author",
    }
    | {"ocr_abstract", "ocr_part", "ocr_chapter", "ocr_section", "ocr_subsection", "ocr_subsubsection", "ocr_linear"}
    | {"ocr_blockquote", "ocr_display", "ocr_dropcap", "ocr_glyphs"}
)
PICTURES = frozenset(
    {"ocr_photo", "ocr_image", "ocr_linedrawing", "ocr_separator", "ocr_table", "ocr_math", "ocr_chem"}
)
BREAK = "\ufdd0"  # stands for a <br> while a file is read: no character of any text
CHOICES = ("lstm_choices", "timestep")  # how ids of elements begin that hold what Tesseract might have read
SPACES = re.compile(rf"[ \t\r\n\f{BREAK}]+")
PROPERTY = re.compile(r"""([a-z_]+)\s*((?:"[^"]*"|'[^']*'|[^;"'])*)""")


def read_hocr(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The pages of an hOCR file."""
    name = printable(str(path))
    try:
        with opened(path) as (stream, _):
            data = content(stream, name)
    except OSError as error:
        raise InputError(f"{name} cannot be read.", [unreadable(str(path), error)]) from None
    reader = _Reader(wish)
    root = tree(data, str(path), reader.notes)
    _settle(root)
    pages = [element for element in root.iter() if _has(element, frozenset({"ocr_page"}))]
    found = [reader.page(page, Path(name).name, number) for number, page in enumerate(pages or [root], 1)]
    if not pages and not found[0].lines:
        problem = Problem(name, "no element has the class ocr_page, ocr_line or ocrx_word")
        raise InputError(f"{name} is not an hOCR file.", [problem])
    notes = reader.notes.sentences()
    return tuple(replace(page, warnings=notes if page is found[0] else ()) for page in found)


class _Reader:
    """Reads one file; notes what was odd."""

    def __init__(self, wish: Wish) -> None:
        self.notes, self._wish = Notes(), wish

    def page(self, element: Any, name: str, number: int) -> Page:
        """A page; lines that follow each other in the same block are a region."""
        title = _properties(element)
        image = title.get("image", title.get("file", "")).strip("\"' ") or None
        box = self._box(title, "page")
        leaves = list(_leaves(element))
        self._compare(element, leaves)
        known = image if image not in (None, "unknown") else None
        return Page(
            id=known or element.get("id") or (name if number == 1 else f"{name}#{number}"),
            regions=tuple(self._regions(element, leaves)),
            width=pixels(str(box[2])) if box else None,
            height=pixels(str(box[3])) if box else None,
            image=known,
        )

    def _regions(self, page: Any, leaves: Sequence[Any]) -> Iterator[Region]:
        block, lines = None, list[Line]()
        for element in leaves:
            alone = _has(element, BLOCKS) and not _has(element, LINES | WORDS)
            around_it = element if alone else _block(element, page)
            if lines and around_it is not block:
                yield self._region(block, page, lines)
                lines = []
            block = around_it
            if _has(element, PICTURES):
                title = _properties(element)
                yield Region(
                    element.get("id") or "", _class(element, PICTURES), (), self._box(title, element.get("id"))
                )
            elif alone:
                lines += _divided(element)
            else:
                lines.append(self._line(element))
        if lines:
            yield self._region(block, page, lines)

    def _compare(self, page: Any, leaves: Sequence[Any]) -> None:
        """Note text that stands in no line, word or paragraph."""
        read = {leaf for leaf in leaves if _has(leaf, LINES | WORDS | BLOCKS)}
        if sum(map(_length, read)) == _length(page):
            return
        for element in page.iter():
            if isinstance(element.tag, str) and read.isdisjoint([element, *element.iterancestors()]):
                for text in filter(None, (element.text, *(child.tail for child in element))):
                    if said := text.strip():
                        self.notes.add("text outside of lines, words and paragraphs is not read", repr(said[:40]))

    def _region(self, element: Any, page: Any, lines: list[Line]) -> Region:
        if element is page or element is None:
            return Region("", "ocr_page", tuple(lines))
        title = _properties(element) if self._wish.places else {}
        key = element.get("id") or ""
        return Region(key, _class(element, BLOCKS), tuple(lines), self._box(title, key), self._outline(title, key))

    def _line(self, element: Any) -> Line:
        key = element.get("id") or ""
        words = [inner for inner in element.iter() if _has(inner, WORDS) and not _holds(inner, WORDS)]
        texts = [_text(word) for word in words]
        whole = _text(element)
        text = " ".join(filter(None, texts)) if words else whole
        if "".join(text.split()) != "".join(whole.split()):
            self.notes.add("a line has text outside of its words, which is read with it", f"{key!r}: {whole[:40]!r}")
            text = whole
        if not self._wish.places:
            return Line(key, text)
        title = _properties(element)
        outline = self._outline(title, key)
        box = self._box(title, key) or around(outline)
        found = tuple(self._word(word, text) for word, text in zip(words, texts, strict=True) if text)
        return Line(key, text, box, outline, self._sure(title, key), found)

    def _word(self, element: Any, text: str) -> Word:
        title, key = _properties(element), element.get("id") or ""
        return Word(key, text, self._box(title, key), self._sure(title, key))

    def _box(self, title: dict[str, str], key: str | None) -> Box | None:
        if "bbox" not in title:
            return None
        numbers = title["bbox"].split()
        found = box_of(numbers, sizes=False) if len(numbers) == 4 else None
        if found is None:
            self.notes.add("coordinates are broken", f"bbox {title['bbox'][:40]} of {key!r}")
        return found

    def _outline(self, title: dict[str, str], key: str) -> Outline:
        if "poly" not in title:
            return ()
        found = points(title["poly"])
        if found is None:
            self.notes.add("coordinates are broken", f"poly {title['poly'][:40]} of {key!r}")
        return found or ()

    def _sure(self, title: dict[str, str], key: str) -> float | None:
        if "x_wconf" not in title:
            return None
        value = confidence_of(title["x_wconf"], 100)
        if value is None:
            self.notes.add("a word confidence (x_wconf) is not between 0 and 100", f"{title['x_wconf']!r} of {key!r}")
        return value


def _settle(root: Any) -> None:
    """Mark line breaks, and empty what is not part of the text."""
    for element in list(root.iter("{*}br")):
        element.tail = BREAK + (element.tail or "")
    choices = (element for element in root.iter("{*}span") if (element.get("id") or "").startswith(CHOICES))
    for element in [*root.iter("{*}del"), *choices]:
        tail = element.tail
        element.clear()
        element.tail = tail


def _divided(element: Any) -> Iterator[Line]:
    """The lines of a block that has no elements for them."""
    key = element.get("id") or ""
    texts = [SPACES.sub(" ", part).strip(" ") for part in "".join(element.itertext()).split(BREAK)]
    texts = [text for text in texts if text]
    for number, text in enumerate(texts, 1):
        yield Line(f"{key}:{number}" if key and len(texts) > 1 else key, text)


def _length(element: Any) -> int:
    return len("".join("".join(element.itertext()).split()).replace(BREAK, ""))


def _leaves(page: Any) -> Iterator[Any]:
    """The lines and pictures of a page, and words and paragraphs that have no line around or inside them."""
    for child in page:
        names = _classes(child)
        if (
            (names & LINES and not _holds(child, LINES))
            or names & WORDS
            or (names & BLOCKS and not _holds(child, LINES | WORDS | BLOCKS) and _text(child))
        ):
            yield child
        else:
            if names & PICTURES:
                yield child
            yield from _leaves(child)


def _block(element: Any, page: Any) -> Any:
    """The nearest element around that is a block."""
    for outer in element.iterancestors():
        if outer is page or _has(outer, BLOCKS):
            return outer
    return page


def _classes(element: Any) -> frozenset[str]:
    return frozenset((element.get("class") or "").split()) if isinstance(element.tag, str) else frozenset()


def _has(element: Any, names: frozenset[str]) -> bool:
    return not names.isdisjoint(_classes(element))


def _holds(element: Any, names: frozenset[str]) -> bool:
    """Whether an element has one of these classes inside it."""
    return any(_has(inner, names) for inner in element.iterdescendants())


def _class(element: Any, names: frozenset[str]) -> str:
    return min(_classes(element) & names)


def _text(element: Any) -> str:
    return SPACES.sub(" ", "".join(element.itertext())).strip(" ")


def _properties(element: Any) -> dict[str, str]:
    """What the title of an element says: bbox, x_wconf, image ..."""
    found: dict[str, str] = {}
    for match in PROPERTY.finditer(element.get("title") or ""):
        found.setdefault(match[1], match[2].strip())
    return found


def _is_hocr(head: bytes, name: str) -> bool:
    return HTML.search(head) is not None or name.lower().endswith((".hocr", ".hocr.gz"))


HOCR = Format("hocr", "hOCR", (".hocr", ".hocr.html", ".html", ".xhtml"), _is_hocr, read_hocr, write_hocr)
