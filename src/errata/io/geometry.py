"""Coordinates as files write them: points, boxes, confidences; what is broken is noted and left out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from errata.model import Box, Outline

FURTHEST = 1e7  # pixels; a coordinate beyond is a mistake, not a place


class Notes:
    """What was odd about a file: a sentence for each kind of finding, with its number and the first case."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self._count: Counter[str] = Counter()

    def add(self, kind: str, case: str) -> None:
        """Note one finding of a kind."""
        self._first.setdefault(kind, case)
        self._count[kind] += 1

    def sentences(self) -> tuple[str, ...]:
        """The notes, each kind once."""
        return tuple(
            f"{kind}: {case}" if self._count[kind] == 1 else f"{kind}: {self._count[kind]} times, first {case}"
            for kind, case in self._first.items()
        )


def number_of(text: str | None) -> float | None:
    """The finite number that a text is, or None."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def points(text: str) -> Outline | None:
    """The corners in "x,y x,y", or in "x y x y"; None where it is something else."""
    try:
        numbers = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        return None
    if len(numbers) < 2 or len(numbers) % 2 or not all(-FURTHEST < number < FURTHEST for number in numbers):
        return None
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def around(outline: Outline) -> Box | None:
    """The box around corners."""
    if not outline:
        return None
    across, down = zip(*outline, strict=True)
    return min(across), min(down), max(across), max(down)


def box_of(values: Sequence[str | None], *, sizes: bool) -> Box | None:
    """The box of four numbers: left, top, and right, bottom or (`sizes`) width, height; None where it is broken."""
    try:
        left, top, right, bottom = (float(value) for value in values if value is not None)
    except ValueError:
        return None
    if sizes:
        right, bottom = left + right, top + bottom
    if not all(-FURTHEST < number < FURTHEST for number in (left, top, right, bottom)):
        return None
    return (left, top, right, bottom) if left <= right and top <= bottom else None


def confidence_of(text: str, scale: float = 1.0) -> float | None:
    """A confidence between 0 and 1, None where it is none."""
    try:
        value = float(text) / scale
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= 1 else None


def pixels(text: str | None) -> int | None:
    """The size of a page in whole pixels, None where the file does not say it."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return round(value) if 0 < value < FURTHEST else None
