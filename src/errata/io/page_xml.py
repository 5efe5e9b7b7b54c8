"""PAGE XML, 2010 to 2019: text at the level asked for, in the reading order that the file states.

By default the text of a line is that of its glyphs, of its words or its own: the lowest level at which all of it is
there. Where a level above says something else, the page carries a warning, and the lower one counts. Where it says the
same in another order, the order above counts, because editors write glyphs, words and lines in any order.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem
from errata.io.format import Format, Wish
from errata.io.geometry import FURTHEST, Notes, around, confidence_of, number_of, pixels, points
from errata.io.names import printable
from errata.io.page_order import in_file_order, in_reading_order, sorted_lines
from errata.io.page_write import write_page
from errata.io.xml_tree import parse_file
from errata.model import Line, Outline, Page, Region, Word


def read_page(path: str | Path, *, level: str = "auto", places: bool = True) -> Page:
    """The page of a PAGE file; without `places` it has no words and no coordinates, and is read faster."""
    return read_pages(Path(path), Wish(level, places))[0]


def read_pages(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The page of a PAGE file, which holds exactly one."""
    name = printable(str(path))
    reader = _Reader(wish)
    root, lines = parse_file(path, "TextLine", reader.line_alone)
    if root.tag.rpartition("}")[2] != "PcGts":
        problem = Problem(name, f"its root element is <{root.tag.rpartition('}')[2]}>, not <PcGts>")
        raise InputError(f"{name} is not a PAGE file.", [problem])
    return (reader.page(root, name, lines),)


class _Reader:
    """Reads one file; knows the names of its elements in their namespace, and notes what was odd."""

    def __init__(self, wish: Wish) -> None:
        self.notes = Notes()
        self._wish, self._text_line = wish, ""
        self._lines: list[Line] | None = None
        self._texts: dict[Any, Any] = {}
        self._glyphs = False

    def page(self, root: Any, name: str, lines: list[Line] | None) -> Page:
        """The page with its regions in reading order; `lines` were read before, and their elements are empty."""
        self._learn(root)
        self._gather(root)
        self._lines = lines
        pages = list(root.iterchildren("{*}Page"))
        if len(pages) != 1:
            what = f"there are {len(pages)} <Page> elements" if pages else "there is no <Page>"
            raise InputError(f"{name} holds no single page.", [Problem(name, f"{what} inside <PcGts>, not one")])
        page = pages[0]
        order = next(page.iterchildren("{*}ReadingOrder"), None)
        elements = in_file_order(page, self.notes) if order is None else in_reading_order(page, order, self.notes)
        return Page(
            id=page.get("imageFilename") or name.rpartition("/")[2],
            regions=tuple(self.region(element) for element in elements),
            width=pixels(page.get("imageWidth")),
            height=pixels(page.get("imageHeight")),
            image=page.get("imageFilename"),
            warnings=self.notes.sentences(),
        )

    def region(self, element: Any) -> Region:
        """A region with its own lines; regions inside it come after it, as regions of the page."""
        key, level = element.get("id") or "", self._wish.level
        lines = tuple(self._line(line) for line in sorted_lines(element, self._text_line))
        own = self._text(element)
        if own and (level == "region" or not any(line.text for line in lines)):
            lines = divided(own, key, lines)
        elif own and level == "auto":
            lines = self._as_the_region_has_them(key, own, lines)
        outline = self._outline(element) if self._wish.places else ()
        kind = element.get("type") or element.tag.rpartition("}")[2]
        return Region(key, kind, lines, around(outline), outline)

    def line(self, element: Any) -> Line:
        """A line with its words, its text taken from the level that was asked for."""
        key, level = element.get("id") or "", self._wish.level
        own = self._text(element)
        if not (self._wish.places or self._glyphs) and own == self._joined(element):
            return Line(key, own)
        words = list(element.iterchildren(self._word)) if level != "line" or self._wish.places or not own else []
        texts = [self._word_text(word) for word in words] if self._glyphs else self._plain_texts(words)
        text = own
        if words and (level != "line" or not own):
            text = self._choose(key, own, texts)
        if not self._wish.places:
            return Line(key, text)
        outline = self._outline(element)
        placed = tuple(map(self._placed, words, texts))
        return Line(key, text, around(outline), outline, self._confidence(element), placed)

    def _joined(self, element: Any) -> str | None:
        """The words of a line as one text, where each has a text: most lines need no closer look."""
        find = self._texts.get
        try:
            return " ".join([find(word).text for word in element.iterchildren(self._word)])  # type: ignore[union-attr]
        except (AttributeError, TypeError):  # a word without a text
            return None

    def line_alone(self, element: Any) -> Line:
        """A line while the tree around it is still growing."""
        if not self._text_line:
            self._learn(element)
        self._gather(element)
        return self.line(element)

    def _as_the_region_has_them(self, key: str, own: str, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        texts = [line.text for line in lines]
        if own.split() == "\n".join(texts).split():
            return lines
        order = rearranged(own.splitlines(), texts)
        if order is None:
            self._differ("lines", key, own, " / ".join(texts))
            return lines
        self.notes.add("the lines of a region stand in another order than its text, which counts", repr(key))
        return tuple(lines[place] for place in order)

    def _choose(self, key: str, own: str, texts: list[str]) -> str:
        """The text of a line: that of its words, or its own where words lack it."""
        said = " ".join(filter(None, texts))
        if not said or own == said:
            return own
        if not own or self._wish.level in ("word", "glyph"):
            return said
        if own.split() == said.split():
            return own
        if sorted(own.split()) == sorted(said.split()):
            self.notes.add("the words of a line stand in another order than its text, which counts", repr(key))
            return own
        self._differ("words", key, own, said)
        return said if all(texts) else own

    def _word_text(self, element: Any) -> str:
        own = self._text(element)
        if own and self._wish.level not in ("auto", "glyph"):
            return own
        glyphs = [self._text(glyph) for glyph in element.iterchildren(self._glyph)]
        said = "".join(glyphs)
        if not said or own == said:
            return own
        if not own or self._wish.level == "glyph":
            return said
        if sorted(own) == sorted(said):
            self.notes.add(
                "the glyphs of a word stand in another order than its text, which counts", repr(element.get("id"))
            )
            return own
        self._differ("glyphs", element.get("id") or "", own, said)
        return said if all(glyphs) else own

    def _placed(self, element: Any, text: str) -> Word:
        return Word(element.get("id") or "", text, around(self._outline(element)), self._confidence(element))

    def _gather(self, top: Any) -> None:
        """Find the text of every element in one pass; of several alternatives the one with the lowest index."""
        found: dict[Any, Any] = {}
        several: dict[Any, list[Any]] = {}
        for text in top.iter(self._unicode):
            owner = text.getparent().getparent()
            first = found.setdefault(owner, text)
            if first is not text:
                several.setdefault(owner, [first]).append(text)
        self._glyphs = False
        for element in top.iter(self._plain, self._glyph):
            if element.tag == self._plain:
                found.setdefault(element.getparent().getparent(), element)
            else:
                self._glyphs = True
        for owner, texts in several.items():
            found[owner] = min(texts, key=self._rank)
        self._texts = found

    def _text(self, element: Any) -> str:
        """The text that an element has of its own."""
        found = self._texts.get(element)
        return "" if found is None else found.text or ""

    def _plain_texts(self, elements: list[Any]) -> list[str]:
        """The texts that elements have of their own: the short way, where no word is made of glyphs."""
        find = self._texts.get
        return ["" if (found := find(element)) is None else found.text or "" for element in elements]

    def _rank(self, text: Any) -> float:
        said = text.getparent().get("index")
        index = number_of(said)
        if index is None and said is not None:
            self.notes.add("an index of TextEquiv is no number", repr(said))
        return FURTHEST if index is None else index  # after those that have one; min keeps the first of several without

    def _confidence(self, element: Any) -> float | None:
        text = self._texts.get(element)
        confidence = None if text is None else text.getparent().get("conf")
        return None if confidence is None else self._sure(element, confidence)

    def _sure(self, element: Any, text: str) -> float | None:
        value = confidence_of(text)
        if value is None:
            self.notes.add("a confidence is not between 0 and 1", f"{text!r} of {element.get('id')!r}")
        return value

    def _outline(self, element: Any) -> Outline:
        coordinates = next(element.iterchildren(self._coords), None)
        if coordinates is None:
            return ()
        text = coordinates.get("points")
        if text is None:  # before 2013
            corners = (f"{point.get('x')},{point.get('y')}" for point in coordinates.iterchildren(self._point))
            text = " ".join(corners)
        found = points(text)
        if found is None:
            self.notes.add("coordinates are broken", f"{text[:40]!r} of {element.get('id')!r}")
        return found or ()

    def _differ(self, level: str, key: str, own: str, said: str) -> None:
        case = f"{key!r} has {_short(own)}, they have {_short(said)}"
        self.notes.add(f"a text differs from that of its {level}, which counts (--level)", case)

    def _line(self, element: Any) -> Line:
        return self.line(element) if self._lines is None else self._lines[int(element.get("n"))]

    def _learn(self, element: Any) -> None:
        space = element.tag.rpartition("}")[0]
        space += "}" * bool(space)
        self._text_line, self._word, self._glyph = f"{space}TextLine", f"{space}Word", f"{space}Glyph"
        self._equiv, self._unicode, self._plain = f"{space}TextEquiv", f"{space}Unicode", f"{space}PlainText"
        self._coords, self._point = f"{space}Coords", f"{space}Point"


def divided(text: str, key: str, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The text of a region in lines; where the region has as many, they keep their ids and places."""
    texts = text.splitlines()
    if len(texts) == len(lines):
        return tuple(replace(line, text=text, words=()) for line, text in zip(lines, texts, strict=True))
    return tuple(Line(f"{key}:{number}", text) for number, text in enumerate(texts, 1))


def rearranged(texts: list[str], parts: list[str]) -> list[int] | None:
    """The places of `parts` in the order of `texts`, if both are the same but for order and blanks; else None."""
    places: dict[str, list[int]] = {}
    for place, part in enumerate(parts):
        places.setdefault(" ".join(part.split()), []).append(place)
    found = [held.pop(0) if (held := places.get(" ".join(text.split()))) else -1 for text in texts]
    left = sorted(place for held in places.values() for place in held)
    return None if -1 in found or any(parts[place].strip() for place in left) else found + left


def _short(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:30]}…")


def _is_page(head: bytes, name: str) -> bool:
    return b"PcGts" in head


PAGE = Format("page", "PAGE XML, 2010 to 2019", (".page.xml", ".xml"), _is_page, read_pages, write_page)
