"""Confusions of words: what stands between two spaces that both sides have, where it differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errata.kernels.edits import MATCH, Block

__all__ = ["between_spaces", "word_by_word"]

GROUPED = 4  # words on a side up to which neighbouring words are one confusion

Texts = Sequence[str]
Spans = tuple[int, int, int, int]  # start and stop in the reference, then in the hypothesis


def between_spaces(ours: Texts, blocks: Sequence[Block]) -> Iterator[Spans]:
    """The stretches of an alignment of characters that have an edit, from matched space to matched space.

    So a word that was split is one confusion with its parts, and two that were joined are one with the whole.
    """
    begin: tuple[int, int] | None = None
    matched: Block | None = None
    for block in blocks:
        if block.kind != MATCH:
            if begin is None:
                begin = _after_last_space(ours, matched)
            continue
        if begin is not None:
            for row in range(block.reference_start, block.reference_stop):
                if ours[row].isspace():
                    yield begin[0], row, begin[1], block.hypothesis_start + row - block.reference_start
                    begin = None
                    break
        matched = block
    if begin is not None:
        yield begin[0], blocks[-1].reference_stop, begin[1], blocks[-1].hypothesis_stop


def word_by_word(blocks: Sequence[Block]) -> Iterator[Spans]:
    """The stretches of an alignment of words: each word with its own, or a few that were split or joined together."""
    first: Block | None = None
    last: Block | None = None
    for block in [*blocks, None]:
        if block is not None and block.kind != MATCH:
            first, last = first or block, block
        elif first and last:
            yield from _paired(first.reference_start, last.reference_stop, first.hypothesis_start, last.hypothesis_stop)
            first = last = None


def _paired(start: int, stop: int, begin: int, end: int) -> Iterator[Spans]:
    rows, columns = stop - start, end - begin
    if rows != columns and rows and columns and max(rows, columns) <= GROUPED:
        yield start, stop, begin, end
        return
    paired = min(rows, columns)
    for step in range(paired):
        yield start + step, start + step + 1, begin + step, begin + step + 1
    for row in range(start + paired, stop):
        yield row, row + 1, end, end
    for column in range(begin + paired, end):
        yield stop, stop, column, column + 1


def _after_last_space(ours: Texts, matched: Block | None) -> tuple[int, int]:
    """Where the word begins that goes on after this match."""
    if matched is None:
        return 0, 0
    row = matched.reference_stop
    while row > matched.reference_start and not ours[row - 1].isspace():
        row -= 1
    return row, matched.hypothesis_start + row - matched.reference_start
