"""Confidences of the lines and words of a page, held against what is right and wrong in them.

A line is compared with the text it was matched with in the best order of lines. A word is right if all of it matches
and the reference's word does not go on at either end; what another word without a space between was read for does not
count as going on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from errata.diagnose.flexible import Flexible, Match, Part
from errata.kernels.edits import MATCH, alignment
from errata.kernels.wavewalk import SUBSTITUTION
from errata.model import Line

__all__ = ["SureLine", "SureWord", "sure_lines", "sure_words"]

Tokens = Any


class SureLine(NamedTuple):
    """How sure the reader was of a line, the errors in it, and its tokens."""

    confidence: float
    errors: int
    size: int

    @property
    def right(self) -> float:
        """The share of it that is right."""
        return max(0.0, 1 - self.errors / self.size) if self.size else 1.0


class SureWord(NamedTuple):
    """How sure the reader was of a word, and whether it is right."""

    confidence: float
    right: bool


def sure_lines(lines: Sequence[Line], free: Flexible, tokens: Callable[[str], Tokens]) -> Iterator[SureLine]:
    """Every line with text whose confidence is known, or those of its words, whose mean it then has."""
    wrong, matched = defaultdict[int, int](int), defaultdict[int, int](int)
    for match in free.matches:
        wrong[match.hypothesis.line] += match.edits
        matched[match.hypothesis.line] += match.hypothesis.size
    for number, line in enumerate(lines):
        known = [word.confidence for word in line.words if word.confidence is not None]
        confidence = line.confidence if line.confidence is not None or not known else sum(known) / len(known)
        if confidence is not None and line.text:
            size = len(tokens(line.text))
            yield SureLine(confidence, wrong[number] + size - matched[number], size)


def sure_words(
    lines: Sequence[Line], reference: Sequence[str], free: Flexible, tokens: Callable[[str], Tokens]
) -> Iterator[SureWord]:
    """Every word whose confidence is known, of lines whose text is that of their words."""
    matches: dict[int, list[Match]] = defaultdict(list)
    for match in free.matches:
        matches[match.hypothesis.line].append(match)
    for number, line in enumerate(lines):
        if all(word.confidence is None for word in line.words):
            continue
        whole = tokens(line.text)
        places = list(_places(whole, [tokens(word.text) for word in line.words]))
        right = [
            stretch
            for match in matches[number]
            for stretch in _right(tokens(reference[match.reference.line]), whole, match.reference, match.hypothesis)
        ]
        for word, place in zip(line.words, places, strict=False):  # no places where words are not the text
            if word.confidence is not None:
                yield SureWord(word.confidence, any(_holds(stretch, place) for stretch in right))


class Stretch(NamedTuple):
    """Tokens of a line that match, and whether a word may end before the first and after the last."""

    start: int
    stop: int
    open_start: bool
    open_stop: bool


def _right(ours: Tokens, theirs: Tokens, mine: Part, yours: Part) -> Iterator[Stretch]:
    blocks = alignment(ours[mine.start : mine.stop], theirs[yours.start : yours.stop])
    for number, block in enumerate(blocks):
        if block.kind != MATCH:
            continue
        row, row_stop = mine.start + block.reference_start, mine.start + block.reference_stop
        start, stop = yours.start + block.hypothesis_start, yours.start + block.hypothesis_stop
        before, after = (blocks[place].kind if 0 <= place < len(blocks) else "" for place in (number - 1, number + 1))
        yield Stretch(
            start,
            stop,
            row == 0 or _blank(ours[row - 1]) or (before == SUBSTITUTION and not _blank(theirs[start - 1])),
            row_stop == len(ours) or _blank(ours[row_stop]) or (after == SUBSTITUTION and not _blank(theirs[stop])),
        )


def _holds(stretch: Stretch, place: tuple[int, int]) -> bool:
    start, stop = place
    begins = start > stretch.start or (start == stretch.start and stretch.open_start)
    ends = stop < stretch.stop or (stop == stretch.stop and stretch.open_stop)
    return begins and ends


def _places(whole: Tokens, words: Sequence[Tokens]) -> Iterator[tuple[int, int]]:
    """Where the words stand in their line; none from the first one on that does not follow those before it."""
    place = 0
    for word in words:
        while place < len(whole) and _blank(whole[place]):
            place += 1
        if not len(word) or whole[place : place + len(word)] != word:
            return
        yield place, place + len(word)
        place += len(word)


def _blank(token: str | int) -> bool:
    return token in b" \t\n\r" if isinstance(token, int) else token.isspace()
