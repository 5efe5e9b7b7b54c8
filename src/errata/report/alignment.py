"""An alignment as people read it: matches plain, what is gone struck out, what is new underlined.

Without colour an edit reads `[-old-]{+new+}`. Right-to-left runs are isolated, so that edits keep their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.report.operations import Operation, operations
from errata.report.screen import has_colour, printable
from errata.report.visible import is_mark, isolated, reads_right_to_left, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = ["Piece", "excerpt", "marks", "pieces", "shortened", "text_for"]

Piece = tuple[str, str]  # style and text

STYLES = {"match": "", "gap": "dim", "old": "red strike", "new": "green underline"}
MARKS = {"old": ("[-", "-]"), "new": ("{+", "+}")}
GAP = " … "
CONTEXT = 20  # characters beside each edit of an excerpt
JOINERS = "\u200c\u200d"
RIGHT_TO_LEFT_MARK = "\u200f"  # a line that begins with it runs from right to left


def marks(parts: Iterable[Piece]) -> str:
    """The pieces with marks instead of colours."""
    return "".join(text.join(MARKS.get(style, ("", ""))) for style, text in parts)


def text_for(console: Console, parts: Iterable[Piece]) -> Text:
    """The pieces as this console can show them: in colours or with marks, with or without Unicode signs."""
    from rich.text import Text

    shown = [(style, printable(text, console)) for style, text in parts]
    if has_colour(console):
        return Text.assemble(*((text, STYLES[style]) for style, text in shown))
    return Text(marks(shown))


def pieces(edits: Iterable[Operation], *, joiner: str = "", context: int | None = None) -> Iterator[Piece]:
    """Styles and printable texts in order; of a long match only `context` characters beside each edit."""
    items = list(edits)
    start = (
        RIGHT_TO_LEFT_MARK if any(reads_right_to_left(item.reference or item.hypothesis) for item in items[:1]) else ""
    )
    if start:
        yield "match", start
    for number, item in enumerate(items):
        if number and joiner:
            yield "match", joiner
        if item.kind == "match":
            ends = number == 0, number == len(items) - 1
            yield from ((style, _lines(text, start)) for style, text in _match(item.hypothesis, context, *ends))
            continue
        if item.reference:
            yield "old", _edited(item.reference, joiner)
        if item.hypothesis:
            yield "new", _edited(item.hypothesis, joiner)


def excerpt(row: Mapping[str, Any]) -> Iterator[Piece]:
    """The edits of a worst sample with a little context; its size where it was too long to align."""
    reference, hypothesis = row["reference"], row["hypothesis"]
    if "alignment" in row:
        return pieces(operations(row["alignment"], reference, hypothesis), context=CONTEXT)
    return iter([("gap", f"{len(reference):,} and {len(hypothesis):,} characters: too long to align")])


def shortened(parts: Iterable[Piece], limit: int) -> Iterator[Piece]:
    """The pieces up to `limit` characters on one line."""
    left = limit
    for style, text in parts:
        shown = text.replace("\n", "⏎")
        if len(shown) > left:
            yield style, shown[: _whole(shown, left)]
            yield "gap", GAP
            return
        yield style, shown
        left -= len(shown)


def _match(text: str, context: int | None, first: bool, last: bool) -> Sequence[Piece]:
    if context is None or len(text) <= (2 - first - last) * context + len(GAP):
        return [("match", text)]
    end = 0 if first else _whole(text, context)
    start = len(text) if last else max(end, _whole(text, len(text) - context))
    return [piece for piece in (("match", text[:end]), ("gap", GAP), ("match", text[start:])) if piece[1]]


def _whole(text: str, cut: int) -> int:
    """The first place from `cut` on that parts no mark from its letter."""
    while 0 < cut < len(text) and (is_mark(text[cut]) or text[cut] in JOINERS or text[cut - 1] in JOINERS):
        cut += 1
    return cut


def _edited(text: str, joiner: str) -> str:
    """Everything named; what only joins tokens was in neither text and is no sign of anything."""
    tokens = text.split(joiner) if joiner else [text]
    return isolated(joiner.join(visible(token, exact=True) for token in tokens), text)


def _lines(text: str, start: str) -> str:
    """The lines of a match, each isolated by itself, because a paragraph's end ends every isolate."""
    return f"\n{start}".join(isolated(visible(line), line) for line in text.split("\n"))
