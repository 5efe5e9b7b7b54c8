"""Lines in their place, counted from the top and from the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest


def positions(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, int, int]:
    """Equal lines counted from the start, from the end, and the longer side's number of lines.

    Missing lines are empty strings; a reference without lines has no line that could be right.
    """
    longer = max(len(reference), len(hypothesis))
    if not reference:
        return 0, 0, longer
    if len(reference) == len(hypothesis):
        equal = sum(map(str.__eq__, reference, hypothesis))
        return equal, equal, longer
    return _equal(reference, hypothesis), _equal(reference[::-1], hypothesis[::-1]), longer


def exact(reference: str, hypothesis: str) -> tuple[int, int]:
    """Whether the two texts differ, and one sample."""
    return int(reference != hypothesis), 1


def _equal(reference: Sequence[str], hypothesis: Sequence[str]) -> int:
    return sum(ours == theirs for ours, theirs in zip_longest(reference, hypothesis, fillvalue=""))


def length(reference: str, hypothesis: str) -> tuple[int, int, int, int]:
    """Both lengths in code points, and whether either text holds nothing but whitespace."""
    return (
        len(reference),
        len(hypothesis),
        int(not reference or reference.isspace()),
        int(not hypothesis or hypothesis.isspace()),
    )
