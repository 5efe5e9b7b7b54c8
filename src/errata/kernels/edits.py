"""Levenshtein distance, its ruled split into substitutions, deletions and insertions, and the ruled alignment.

The number of edits is unique, their split is not. The rule walks the Levenshtein table back from its end and takes a
match where the tokens are equal; else a substitution if one is optimal; else, by the tie order, a deletion or an
insertion if one is optimal; else the other. It gives one alignment, and every backend gives the same.

Tokens are characters (str), bytes, or strings (list or tuple). In lists, `split` and `alignment` compare the strings
themselves; `distance` and `lcs` leave them to rapidfuzz, which compares 64-bit hashes, keyed anew in every process: two
different strings count as equal with a chance of 2**-64. Telling them apart for certain would double the time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from rapidfuzz.distance import LCSseq, Levenshtein, Postfix, Prefix

from errata.errors import UnknownNameError
from errata.kernels import bitwalk, wavewalk
from errata.kernels.wavewalk import DELETION, INSERTION, SUBSTITUTION, Edit

MATCH = "match"
TIE_ORDERS = ("sub_del_ins", "sub_ins_del")

Tokens = str | bytes | Sequence[str]
Hashed = Sequence[Hashable]
Exact = str | bytes | list[int]

HINTED = 320  # tokens of the shorter side from which a guess of the distance saves more than it costs
WAVE_CELLS = 4  # up to so many cells a token, waves are faster than bit vectors
WAVE_TOKENS = 1 << 19  # on both sides together; beyond, bit vectors keep the memory bounded

_levenshtein = Levenshtein.distance
_MIRRORED = {SUBSTITUTION: SUBSTITUTION, DELETION: INSERTION, INSERTION: DELETION}


class Block(NamedTuple):
    """A run of one operation, with the tokens that it covers on either side."""

    kind: str  # match, substitution, deletion or insertion
    reference_start: int
    reference_stop: int
    hypothesis_start: int
    hypothesis_stop: int


def distance(reference: Tokens, hypothesis: Tokens) -> int:
    """Unit-cost Levenshtein distance."""
    if not isinstance(reference, (str, bytes)):
        return _measured(*_hashable(reference, hypothesis))
    return _measured(reference, hypothesis)


def lcs(reference: Tokens, hypothesis: Tokens) -> int:
    """Length of the longest common subsequence."""
    return LCSseq.similarity(*_hashable(reference, hypothesis))


def split(reference: Tokens, hypothesis: Tokens, order: str = "sub_del_ins") -> tuple[int, int, int, int]:
    """Hits, substitutions, deletions and insertions of the ruled walk back."""
    deletion_first = _deletion_first(order)
    size, longer = len(reference), len(reference) - len(hypothesis)
    if reference == hypothesis:
        return size, 0, 0, 0
    ours, theirs, _ = _trimmed(*_exact(reference, hypothesis))
    cost = _measured(ours, theirs)
    substitutions = cost - abs(longer)  # up to 1: all are substitutions; above, some may be pairs of indels
    if substitutions > 1:
        substitutions = sum(kind == SUBSTITUTION for kind, _, _ in _edits(ours, theirs, cost, deletion_first))
    deletions = (cost - substitutions + longer) // 2
    return size - substitutions - deletions, substitutions, deletions, deletions - longer


def alignment(reference: Tokens, hypothesis: Tokens, order: str = "sub_del_ins") -> list[Block]:
    """The operations of the ruled walk back in reading order, runs of one kind in one block."""
    deletion_first = _deletion_first(order)
    ours, theirs = _exact(reference, hypothesis)
    middle_ours, middle_theirs, start = _trimmed(ours, theirs)
    row, column = start + len(middle_ours), start + len(middle_theirs)
    cost = _measured(middle_ours, middle_theirs)
    edits: list[Edit] = []
    if cost > abs(row - column):
        walked = _edits(middle_ours, middle_theirs, cost, deletion_first)
        edits = [(kind, start + row, start + column) for kind, row, column in walked]
        kind, row, column = edits[-1]
        row, column = row - (kind != INSERTION), column - (kind != DELETION)
    while row != column:  # only matches and the longer side's indels are left
        if row and column and ours[row - 1] == theirs[column - 1]:
            row, column = row - 1, column - 1
        elif row > column:
            edits.append((DELETION, row, column))
            row -= 1
        else:
            edits.append((INSERTION, row, column))
            column -= 1
    return _blocks(edits, len(ours), len(theirs))


def _blocks(edits: list[Edit], rows: int, columns: int) -> list[Block]:
    """Blocks from the edits of a walk back; what lies between them matches."""
    starts: list[Edit] = []
    row = column = 0
    for kind, row_after, column_after in reversed(edits):
        row_before, column_before = row_after - (kind != INSERTION), column_after - (kind != DELETION)
        if row < row_before and column < column_before:
            starts.append((MATCH, row, column))
        if not starts or starts[-1][0] != kind:
            starts.append((kind, row_before, column_before))
        row, column = row_after, column_after
    if row < rows:
        starts.append((MATCH, row, column))
    stops = [*starts[1:], ("", rows, columns)]
    return [
        Block(kind, row, row_stop, column, column_stop)
        for (kind, row, column), (_, row_stop, column_stop) in zip(starts, stops, strict=False)
    ]


def _edits(ours: Exact, theirs: Exact, cost: int, deletion_first: bool) -> Iterator[Edit]:
    """The ruled walk back over two texts without common ends, until one side is used up."""
    longer, shortest = len(ours) - len(theirs), min(len(ours), len(theirs))
    cells = (cost - longer) * (cost + longer) // 2
    if cells <= WAVE_CELLS * shortest and len(ours) + len(theirs) <= WAVE_TOKENS:
        return wavewalk.walk(ours, theirs, cost, deletion_first)
    if longer >= 0:
        return bitwalk.walk(ours, theirs, cost, deletion_first)
    mirrored = bitwalk.walk(theirs, ours, cost, not deletion_first)
    return ((_MIRRORED[kind], row, column) for kind, column, row in mirrored)


def _measured(ours: Hashed, theirs: Hashed) -> int:
    """The distance; for long texts with a guess of it, because rapidfuzz then computes a narrow band only."""
    rows, columns = len(ours), len(theirs)
    if rows < HINTED or columns < HINTED:
        return _levenshtein(ours, theirs)
    sample = min(max(64, min(rows, columns) // 32), 1024)
    errors = _levenshtein(ours[:sample], theirs[:sample]) + _levenshtein(ours[-sample:], theirs[-sample:])
    guess = errors * min(rows, columns) // (2 * sample)
    # A guess too small costs a second run, one too large only the wider band: so a quarter is added.
    return _levenshtein(ours, theirs, score_hint=abs(rows - columns) + guess + guess // 4 + 8)


def _trimmed(ours: Exact, theirs: Exact) -> tuple[Exact, Exact, int]:
    """Both texts without their common end and then their common start, and the length of that start.

    The walk takes the common end as matches. In the common start, only matches and the indels of one side are left to
    it: the counts stay the same without it, the positions do not.
    """
    end = Postfix.similarity(ours, theirs)
    ours, theirs = ours[: len(ours) - end], theirs[: len(theirs) - end]
    start = Prefix.similarity(ours, theirs)
    return ours[start:], theirs[start:], start


def _hashable(reference: Tokens, hypothesis: Tokens) -> tuple[Hashed, Hashed]:
    """Tokens that rapidfuzz can tell apart by their hashes: an empty string and "\\0" have the same."""
    if isinstance(reference, (str, bytes)) or (all(reference) and all(hypothesis)):
        return reference, hypothesis
    return _exact(reference, hypothesis)


def _exact(reference: Tokens, hypothesis: Tokens) -> tuple[Exact, Exact]:
    """Strings of a list as numbers, equal where the strings are; texts as they are."""
    if isinstance(reference, str) and isinstance(hypothesis, str):
        return reference, hypothesis
    if isinstance(reference, bytes) and isinstance(hypothesis, bytes):
        return reference, hypothesis
    numbers: dict[object, int] = {}
    ours = list(map(numbers.setdefault, reference, count()))
    return ours, list(map(numbers.setdefault, hypothesis, count(len(ours))))


def _deletion_first(order: str) -> bool:
    if order not in TIE_ORDERS:
        raise UnknownNameError("tie order", order, TIE_ORDERS)
    return order == TIE_ORDERS[0]
