"""The edits of an alignment, each in one class.

Neighbouring edits, without a match between them, are looked at together first (`rn` read as `m`, a mark lost from its
letter, a word broken at a line's end), then one by one. The order of the tests is the order of this file.
Every test treats both sides alike, so exchanging reference and hypothesis exchanges nothing but the two kinds of runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from errata.diagnose.classes import HYPHENS, is_mark, same_folded, single, substitution
from errata.diagnose.confusable import look_alike
from errata.diagnose.moved import LINE_ENDS, moved
from errata.kernels.edits import MATCH, Block
from errata.kernels.wavewalk import DELETION, INSERTION, SUBSTITUTION

__all__ = ["RUN", "Edit", "classified"]

RUN = 8  # tokens lost or added in a row that are a run wherever they stand
SHORT = 32  # tokens on a side up to which neighbouring edits are compared as one text
PERIOD = 256  # tokens of the longest unit that is looked for as a repetition

Texts = Sequence[str]


class Edit(NamedTuple):
    """Neighbouring edits of one kind and class, and the tokens that they cover."""

    label: str
    kind: str
    reference_start: int
    reference_stop: int
    hypothesis_start: int
    hypothesis_stop: int

    @property
    def size(self) -> int:
        """The number of edits."""
        return max(self.reference_stop - self.reference_start, self.hypothesis_stop - self.hypothesis_start)


def classified(ours: Texts, theirs: Texts, blocks: Sequence[Block]) -> list[Edit]:
    """Every edit of this alignment in its class, from left to right."""
    found: list[Edit] = []
    hunk: list[Block] = []
    before = 0  # matches before the hunk
    for block in blocks:
        if block.kind != MATCH:
            hunk.append(block)
            continue
        size = block.reference_stop - block.reference_start
        if hunk:
            found += _hunk(ours, theirs, hunk, (before, size))
            hunk = []
        before = size
    if hunk:
        found += _hunk(ours, theirs, hunk, (before, 0))
    return moved(ours, theirs, found, blocks)


def _hunk(ours: Texts, theirs: Texts, blocks: list[Block], matches: tuple[int, int]) -> Iterator[Edit]:
    """The edits between two matches of these sizes."""
    first, last = blocks[0], blocks[-1]
    start, stop = first.reference_start, last.reference_stop
    begin, end = first.hypothesis_start, last.hypothesis_stop
    if stop - start == 1 == end - begin and ours[start] not in HYPHENS and theirs[begin] not in HYPHENS:
        return iter([Edit(substitution(ours[start], theirs[begin]), SUBSTITUTION, start, stop, begin, end)])
    if stop - start <= SHORT and end - begin <= SHORT:
        label = _together(ours, theirs, (start, stop), (begin, end))
        if label:
            return (_edit(label, block) for block in blocks)
    return _one_by_one(ours, theirs, blocks, matches if len(blocks) == 1 else (0, 0))


def _together(ours: Texts, theirs: Texts, span: tuple[int, int], other: tuple[int, int]) -> str:
    """The class of neighbouring edits as a whole, or nothing."""
    mine, yours = "".join(ours[slice(*span)]), "".join(theirs[slice(*other)])
    if _broken_word(mine, yours, _ends_line(ours, span[1]) and _ends_line(theirs, other[1])):
        return "hyphenation"
    spaceless = "".join(mine.split()), "".join(yours.split())
    if spaceless[0] == spaceless[1]:
        return "whitespace"
    if (is_mark(mine[:1]) if mine else False) or (is_mark(yours[:1]) if yours else False):
        mine, yours = _letter_before(ours, span[0]) + mine, _letter_before(theirs, other[0]) + yours
    if not (mine and yours):
        return ""
    if folded := same_folded(mine, yours):
        return folded
    if look_alike(mine, yours):
        return "confusable"
    return "order" if len(mine) == len(yours) and sorted(mine) == sorted(yours) else ""


def _broken_word(mine: str, yours: str, at_end: bool) -> bool:
    """Whether two texts differ by the hyphen of a broken word, and stand at the end of a line or break one."""
    both = mine + yours
    if not HYPHENS.intersection(both):
        return False
    bare = ["".join(char for char in text if char not in HYPHENS and not char.isspace()) for text in (mine, yours)]
    return bare[0] == bare[1] and (at_end or "\n" in both or bool(HYPHENS.intersection(both) - {"-"}))


def _ends_line(tokens: Texts, place: int) -> bool:
    return place >= len(tokens) or tokens[place] in LINE_ENDS


def _letter_before(tokens: Texts, start: int) -> str:
    """The text from the letter that a mark at `start` stands on up to the mark."""
    place = start
    while place > 0 and start - place < SHORT:
        place -= 1
        if not is_mark(tokens[place]):
            break
    return "".join(tokens[place:start])


def _one_by_one(ours: Texts, theirs: Texts, blocks: list[Block], matches: tuple[int, int]) -> Iterator[Edit]:
    for block in blocks:
        row, column = block.reference_start, block.hypothesis_start
        if block.kind == SUBSTITUTION:
            for step in range(block.reference_stop - row):
                label = substitution(ours[row + step], theirs[column + step])
                yield Edit(label, SUBSTITUTION, row + step, row + step + 1, column + step, column + step + 1)
        elif block.kind == DELETION:
            label, shift = _run(ours, (row, block.reference_stop), "deletion_run", matches)
            if label:
                yield _edit(label, block, shift)
                continue
            for place in range(row, block.reference_stop):
                yield Edit(single(ours[place]), DELETION, place, place + 1, column, column)
        else:
            label, shift = _run(theirs, (column, block.hypothesis_stop), "insertion_run", matches)
            if label:
                yield _edit(label, block, shift)
                continue
            for place in range(column, block.hypothesis_stop):
                yield Edit(single(theirs[place]), INSERTION, row, row, place, place + 1)


def _run(tokens: Texts, span: tuple[int, int], label: str, matches: tuple[int, int]) -> tuple[str, int]:
    """The class of tokens that only one side has, as a whole (a repetition, a run, nothing), and where words begin.

    In `a b c` against `a c` it is all the same whether `b ` or ` b` is lost: a run may be shifted over the matches
    beside it as long as it reads the same, and is, to where it covers whole words.
    """
    start, stop = span
    size = stop - start
    if size == 1 and not tokens[start][0].isalpha():
        return "", 0
    run = tokens[start:stop]
    if any(token[0].isalpha() for token in run):
        if _repeats(tokens, start, stop):
            return "repetition", 0
    elif size >= RUN and _repeats(tokens, start, stop):
        return ("whitespace" if all(map(str.isspace, run)) else "repetition"), 0
    if size > 1 and any(token[0].isalnum() for token in run):
        for shift in _shifts(tokens, start, stop, matches):
            if _edge(tokens, start + shift) and _edge(tokens, stop + shift):
                return label, shift
    return (label, 0) if size >= RUN else ("", 0)


def _shifts(tokens: Texts, start: int, stop: int, matches: tuple[int, int]) -> Iterator[int]:
    """By how many tokens a run can be shifted without becoming another."""
    yield 0
    for shift in range(min(matches[0], SHORT)):
        if tokens[start - 1 - shift] != tokens[stop - 1 - shift]:
            break
        yield -1 - shift
    for shift in range(min(matches[1], SHORT)):
        if tokens[start + shift] != tokens[stop + shift]:
            break
        yield shift + 1


def _repeats(tokens: Texts, start: int, stop: int) -> bool:
    """Whether the run says again what stands beside it, or is itself a loop of at least two rounds."""
    run, size = tokens[start:stop], stop - start
    for period in range(1, min(size, PERIOD) + 1):
        if start >= period and tokens[start - period] == run[0] and tokens[start - period : stop - period] == run:
            return True
        after = stop + period
        if after <= len(tokens) and tokens[after - 1] == run[-1] and tokens[start + period : after] == run:
            return True
        if size >= max(RUN, 2 * period) and run[period] == run[0] and run[period:] == run[:-period]:
            return True
    return False


def _edge(tokens: Texts, place: int) -> bool:
    """Whether a word can begin or end between the tokens before and at this place."""
    return place in (0, len(tokens)) or tokens[place - 1].isspace() or tokens[place].isspace()


def _edit(label: str, block: Block, shift: int = 0) -> Edit:
    return Edit(label, block.kind, block.reference_start + shift, block.reference_stop + shift,
                block.hypothesis_start + shift, block.hypothesis_stop + shift)  # fmt: skip
