"""Lines matched by where they stand: each piece of the hypothesis goes to the line of the reference that it lies on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from errata.model import Box, Line, Page

__all__ = ["Placed", "placed"]

COVERED = 0.5  # share of a piece that must lie on a line


@dataclass(frozen=True, slots=True)
class Placed:
    """For each line of the reference the text that lies on it, and its lines by number; texts that lie on none."""

    texts: tuple[str | None, ...]  # None where nothing lies on the line
    lines: tuple[tuple[int, ...], ...]
    astray: tuple[str, ...]


def placed(reference: Page, hypothesis: Page) -> Placed | None:
    """The hypothesis by the lines of the reference, or None where either side has a line with text but no box.

    A piece is a word where all words of its line have boxes, else the line. It goes to the line that covers most of
    it, at least half. Sizes of the two pages may differ; coordinates are then scaled.
    """
    ours, theirs = reference.lines, hypothesis.lines
    if not (_has_boxes(ours) and _has_boxes(theirs)):
        return None
    across, down = _scale(reference.width, hypothesis.width), _scale(reference.height, hypothesis.height)
    found: list[list[tuple[int, str]]] = [[] for _ in ours]
    astray = []
    for number, line in enumerate(theirs):
        for text, box in _pieces(line):
            left, top, right, bottom = box
            scaled = left * across, top * down, right * across, bottom * down
            place = _best(scaled, ours)
            if place is None:
                astray.append(text)
            else:
                found[place].append((number, text))
    return Placed(
        tuple(" ".join(text for _, text in pieces) if pieces else None for pieces in found),
        tuple(tuple(dict.fromkeys(number for number, _ in pieces)) for pieces in found),
        tuple(astray),
    )


def _has_boxes(lines: Sequence[Line]) -> bool:
    return all(line.box is not None for line in lines if line.text)


def _pieces(line: Line) -> Iterator[tuple[str, Box]]:
    """The words of a line if they are its text and have boxes, else the line."""
    whole = [(word.text, word.box) for word in line.words if word.box is not None]
    if whole and " ".join(text for text, _ in whole).split() == line.text.split():
        yield from whole
    elif line.text and line.box is not None:
        yield line.text, line.box


def _best(box: Box, lines: Sequence[Line]) -> int | None:
    area = (box[2] - box[0]) * (box[3] - box[1])
    best, place = COVERED * area, None
    for number, line in enumerate(lines):
        if line.box is None:
            continue
        left, top, right, bottom = line.box
        width = min(right, box[2]) - max(left, box[0])
        height = min(bottom, box[3]) - max(top, box[1])
        if width > 0 < height and width * height > best:
            best, place = width * height, number
    return place


def _scale(ours: int | None, theirs: int | None) -> float:
    return ours / theirs if ours and theirs else 1.0
