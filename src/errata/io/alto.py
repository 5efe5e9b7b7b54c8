"""ALTO, 2 to 4: strings joined by single spaces, a hyphen at the end of a line as the file has it.

A word that the line end divides stands as its two parts (CONTENT and HYP), as it is on paper; the whole word of
SUBS_CONTENT is kept beside the parts and is not part of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem
from errata.io.alto_order import Order
from errata.io.alto_write import write_alto
from errata.io.format import Format, Wish
from errata.io.geometry import Notes, around, box_of, confidence_of, pixels, points
from errata.io.names import printable
from errata.io.xml_tree import parse_file
from errata.model import Box, Line, Outline, Page, Region, Word

PLACE = ("HPOS", "VPOS", "WIDTH", "HEIGHT")
BLOCKS = ("TextBlock", "Illustration", "GraphicalElement", "TextLine")


def read_alto(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The pages of an ALTO file."""
    name = printable(str(path))
    reader = _Reader(wish)
    root, lines = parse_file(path, "TextLine", reader.line)
    if root.tag.rpartition("}")[2].lower() != "alto":
        problem = Problem(name, f"its root element is <{root.tag.rpartition('}')[2]}>, not <alto>")
        raise InputError(f"{name} is not an ALTO file.", [problem])
    elements = list(root.iter("{*}Page"))
    if not elements:
        raise InputError(f"{name} has no page.", [Problem(name, "there is no <Page> inside <Layout>")])
    reader.begin(root, lines)
    pages = [reader.page(page, Path(name).name, number) for number, page in enumerate(elements, 1)]
    reader.end()
    notes = reader.notes.sentences()
    return tuple(replace(page, warnings=notes if page is pages[0] else ()) for page in pages)


class _Reader:
    """Reads one file; notes what was odd."""

    def __init__(self, wish: Wish) -> None:
        self.notes = Notes()
        self._wish, self._space, self._string = wish, "", ""
        self._lines: list[Line] | None = None
        self._image: str | None = None
        self._order = Order((), self.notes)

    def begin(self, root: Any, lines: list[Line] | None) -> None:
        """Take what the file says of all its pages; `lines` were read before, and their elements are empty."""
        self._learn(root)
        self._lines = lines
        unit = next(root.iter("{*}MeasurementUnit"), None)
        if unit is not None and (unit.text or "").strip() not in ("", "pixel"):
            self.notes.add("places are not in pixels", f"the unit is {(unit.text or '').strip()!r}")
        image = next(root.iter("{*}fileName"), None)
        self._image = (image.text or "").strip() or None if image is not None else None
        refs = (element.get("REF") for order in root.iter("{*}ReadingOrder") for element in order.iter("{*}ElementRef"))
        self._order = Order([ref for ref in refs if ref], self.notes)

    def page(self, element: Any, name: str, number: int) -> Page:
        """A page with its blocks in the order that the file states, else as they stand."""
        blocks = list(self._blocks(element))
        regions = [self.region(block) for block in self._order.sorted(blocks, f"{self._space}TextLine")]
        image = self._image
        return Page(
            id=(image or name) + (f"#{number}" if number > 1 else ""),
            regions=tuple(regions),
            width=pixels(element.get("WIDTH")),
            height=pixels(element.get("HEIGHT")),
            image=image,
        )

    def end(self) -> None:
        """Note what the reading order names and no page has."""
        self._order.end()

    def region(self, element: Any) -> Region:
        """A block with its lines, or a line that stands in no block."""
        text_line = f"{self._space}TextLine"
        inside = [element] if element.tag == text_line else self._order.lines(list(element.iterchildren(text_line)))
        lines = tuple(self._line(line) for line in inside)
        box, outline = self._place(element)
        kind = element.get("TYPE") or element.tag.rpartition("}")[2]
        return Region(element.get("ID") or "", kind, lines, box, outline)

    def line(self, element: Any) -> Line:
        """A line with its words."""
        if not self._string:
            self._learn(element)
        key, places = element.get("ID") or "", self._wish.places
        text, words = "", list[Word]()
        for child in element.iterchildren(self._string, self._hyphen):
            content = child.get("CONTENT")
            if child.tag == self._hyphen:
                text += content or ""
                if words and content:
                    words[-1] = replace(words[-1], text=words[-1].text + content)
                continue
            if content is None:
                self.notes.add("a String has no CONTENT", f"line {key!r}")
                content = ""
            confidence = child.get("WC")
            sure = None if confidence is None else self._sure(confidence, child)
            text += f" {content}" if text and content else content
            if places:
                words.append(
                    Word(child.get("ID") or "", content, self._place(child)[0], sure, child.get("SUBS_CONTENT"))
                )
        if not places:
            return Line(key, text)
        box, outline = self._place(element)
        return Line(key, text, box, outline, None, tuple(words))

    def _blocks(self, element: Any) -> Iterator[Any]:
        for child in element:
            name = child.tag.rpartition("}")[2]
            if name in BLOCKS:
                yield child
            elif name not in ("Shape", "ReadingOrder"):
                yield from self._blocks(child)

    def _place(self, element: Any) -> tuple[Box | None, Outline]:
        if not self._wish.places:
            return None, ()
        outline: Outline = ()
        shape = next(element.iterchildren(f"{self._space}Shape"), None)
        polygon = None if shape is None else next(shape.iterchildren(f"{self._space}Polygon"), None)
        if polygon is not None:
            found = points(polygon.get("POINTS") or "")
            if found is None:
                self.notes.add("coordinates are broken", f"the polygon of {element.get('ID')!r}")
            outline = found or ()
        values = [element.get(name) for name in PLACE]
        if None in values:
            return around(outline), outline
        box = box_of(values, sizes=True)
        if box is None:
            self.notes.add("coordinates are broken", f"{', '.join(map(str, values))} of {element.get('ID')!r}")
        return box or around(outline), outline

    def _sure(self, text: str, element: Any) -> float | None:
        value = confidence_of(text)
        if value is None:
            where = element.get("ID") or element.get("CONTENT")
            self.notes.add("a word confidence (WC) is not between 0 and 1", f"{text!r} of {where!r}")
        return value

    def _line(self, element: Any) -> Line:
        return self.line(element) if self._lines is None else self._lines[int(element.get("n"))]

    def _learn(self, element: Any) -> None:
        space = element.tag.rpartition("}")[0]
        self._space = space + "}" * bool(space)
        self._string, self._hyphen = f"{self._space}String", f"{self._space}HYP"


def _is_alto(head: bytes, name: str) -> bool:
    return b"<alto" in head or b":alto" in head


ALTO = Format("alto", "ALTO XML, 2 to 4", (".alto.xml", ".alto", ".xml"), _is_alto, read_alto, write_alto)
