"""Tables for `str.translate` that fill themselves with what the texts at hand need."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

__all__ = ["CharMap", "run_lengths"]

LIMIT = 1 << 16  # entries kept: every character of any real corpus, but never all of Unicode

Target = int | str | None


class CharMap(dict[int, Target]):
    """A mapping from a code point to what replaces it (None: nothing), computed when first asked for."""

    __slots__ = ("compute",)

    def __init__(self, compute: Callable[[int], Target]) -> None:
        super().__init__()
        self.compute = compute

    def __missing__(self, point: int) -> Target:
        """Compute the replacement and keep it, up to LIMIT of them."""
        target = self.compute(point)
        if len(self) < LIMIT:
            self[point] = target
        return target


def run_lengths(code: str) -> Callable[[int], int]:
    """Decode a table of unicode_tables.py into a function from a code point to its class letter's code."""
    starts, letters, position = [], [], 0
    for letter, length in re.findall("([A-Z])([0-9a-z]*)", code):
        starts.append(position)
        letters.append(ord(letter))
        position += int(length or "1", 36)
    return lambda point: letters[bisect_right(starts, point) - 1]
