"""COCO masks as rings: polygons of several parts, and pixels in runs, plain or packed into a text.

The pixels of a mask become rectangles that lie side by side: their union is the mask exactly. Runs go down the columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from errata.io.layout_builder import number
from errata.model import Outline

__all__ = ["rings"]

PIXELS = 1 << 31  # of a mask; a larger one is no mask of a page


def rings(given: Any, size: tuple[int, int]) -> tuple[Outline, ...] | None:
    """The rings of a `segmentation` in shares of a page of this size; None where it cannot be read."""
    if not given:
        return ()
    if isinstance(given, dict):
        return _of_pixels(given)
    if not isinstance(given, list) or not all(isinstance(ring, list) for ring in given):
        return None
    found = [_of_corners(ring, size) for ring in given]
    return None if None in found else tuple(ring for ring in found if ring is not None)


def _of_corners(ring: Sequence[Any], size: tuple[int, int]) -> Outline | None:
    values = [found for value in ring if (found := number(value)) is not None]
    if len(values) != len(ring) or len(values) < 6 or len(values) % 2:
        return None
    wide, high = size
    return tuple((left / wide, top / high) for left, top in zip(values[::2], values[1::2], strict=True))


def _of_pixels(given: dict[str, Any]) -> tuple[Outline, ...] | None:
    size, counts = given.get("size"), given.get("counts")
    if not (isinstance(size, list) and len(size) == 2 and all(type(side) is int and side > 0 for side in size)):
        return None
    high, wide = size
    runs = _unpacked(counts) if isinstance(counts, str) else counts
    if not isinstance(runs, list) or not all(type(run) is int and run >= 0 for run in runs):
        return None
    if sum(runs) != high * wide or high * wide > PIXELS:
        return None
    return tuple(
        (
            (left / wide, top / high),
            (right / wide, top / high),
            (right / wide, bottom / high),
            (left / wide, bottom / high),
        )
        for left, top, right, bottom in _rectangles(runs, high)
    )


def _rectangles(runs: Sequence[int], high: int) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, right and bottom of rectangles that make up the pixels of every second run."""
    growing: dict[tuple[int, int], int] = {}  # top and bottom of a rectangle that may grow, and its left side
    before = -1
    for column, spans in _columns(runs, high):
        if column > before + 1:
            yield from ((left, top, before + 1, bottom) for (top, bottom), left in growing.items())
            growing = {}
        yield from ((left, *span[:1], column, *span[1:]) for span, left in growing.items() if span not in spans)
        growing = {span: growing.get(span, column) for span in spans}
        before = column
    yield from ((left, top, before + 1, bottom) for (top, bottom), left in growing.items())


def _columns(runs: Sequence[int], high: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Each column that has pixels: its number, and from where to where they stand."""
    place, column, spans = 0, -1, list[tuple[int, int]]()
    for turn, run in enumerate(runs):
        end = place + run
        while turn % 2 and place < end:
            at, top = divmod(place, high)
            if at != column:
                if spans:
                    yield column, spans
                column, spans = at, []
            bottom = min(high, top + end - place)
            spans.append((top, bottom))
            place += bottom - top
        place = end
    if spans:
        yield column, spans


def _unpacked(text: str) -> list[int] | None:
    """The runs of a packed text: five bits a sign; from the fourth on, what is added to the run before the last."""
    runs: list[int] = []
    value, shift = 0, 0
    for sign in text:
        code = ord(sign) - 48
        if not 0 <= code < 64:
            return None
        value |= (code & 0x1F) << shift
        shift += 5
        if not code & 0x20:
            if code & 0x10:
                value -= 1 << shift
            runs.append(value + runs[-2] if len(runs) > 2 else value)
            value, shift = 0, 0
    return runs if not shift else None
