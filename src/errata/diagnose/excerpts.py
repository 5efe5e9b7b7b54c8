"""Excerpts of a sample around an edit, with the numbers of the lines that it stands in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Any

__all__ = ["Example", "Excerpts", "example_document"]

AROUND = 12  # characters of an excerpt beside the edit
LONG = 60  # characters of it at most between them

Example = tuple[str, str, str, int | None, int | None]
# the sample's id, an excerpt of either side, and the line that it begins in by number, where either side has several


class Excerpts:
    """Excerpts of one pair of texts."""

    def __init__(
        self,
        key: str,
        ours: Sequence[str],
        theirs: Sequence[str],
        *,
        around: int = AROUND,
        joiner: str = "",
        numbered: bool = True,
    ) -> None:
        """`numbered` is for texts whose line breaks are those of the input."""
        self.key = key
        self._ours, self._theirs = ours, theirs
        self._around, self._joiner, self.numbered = around, joiner, numbered

    @cached_property
    def _ends(self) -> tuple[list[int], list[int]]:
        """Where lines end, on both sides."""
        if not self.numbered or ("\n" not in self._ours and "\n" not in self._theirs):
            return [], []
        ours, theirs = (
            [place for place, token in enumerate(side) if token in ("\n", "\r\n")]
            for side in (self._ours, self._theirs)
        )
        return ours, theirs

    def at(self, row: int, row_stop: int, column: int, column_stop: int) -> Example:
        """The excerpts around these tokens."""
        around, join, ends = self._around, self._joiner.join, self._ends
        row_stop, column_stop = min(row_stop, row + LONG), min(column_stop, column + LONG)
        lines = (bisect_left(ends[0], row) + 1, bisect_left(ends[1], column) + 1) if any(ends) else (None, None)
        return (
            self.key,
            join(self._ours[max(0, row - around) : row_stop + around]),
            join(self._theirs[max(0, column - around) : column_stop + around]),
            *lines,
        )


def example_document(example: Example) -> dict[str, Any]:
    """An example as the document of errors has it."""
    key, reference, hypothesis, *lines = example
    found: dict[str, Any] = {"id": key, "reference": reference, "hypothesis": hypothesis}
    return found if lines == [None, None] else found | {"lines": lines}
