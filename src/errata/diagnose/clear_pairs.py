"""Lines that clearly belong together, found by the short stretches they share instead of by trying every pair."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from rapidfuzz.distance import Levenshtein

__all__ = ["clear_pairs"]

GRAMS = (4, 10)  # tokens of a stretch: short ones for short lines, long ones for texts that repeat themselves
COMMON = 16  # lines of a side in which a stretch may stand and still tell them apart
TRIED = 3  # lines of the other side that a line is compared with: those it shares most stretches with
LONGER = 10  # the part of a line by which another may be longer: a tenth, so that one that holds two lines is neither
ALIKE = 0.4  # edits per token of the longer line up to which two lines are the same line

Tokens = Any  # anything that slices and that rapidfuzz takes


def clear_pairs(ours: Sequence[Tokens], theirs: Sequence[Tokens]) -> list[tuple[int, int]]:
    """Pairs of lines by number, each line in one pair at most: equal lines in their order, then the most alike first.

    Both sides are treated alike: exchanging them exchanges the numbers of each pair.
    """
    equal = list(_equal(ours, theirs))
    rows = sorted(set(range(len(ours))).difference(row for row, _ in equal))
    columns = sorted(set(range(len(theirs))).difference(column for _, column in equal))
    found = []
    for row, column in _sharing([ours[row] for row in rows], [theirs[column] for column in columns]):
        mine, yours = ours[rows[row]], theirs[columns[column]]
        longer = max(len(mine), len(yours))
        if abs(len(mine) - len(yours)) > max(1, longer // LONGER):
            continue
        edits = Levenshtein.distance(mine, yours, score_cutoff=int(ALIKE * longer))
        if edits <= ALIKE * longer:
            found.append((edits / longer, rows[row] + columns[column], rows[row], columns[column]))
    taken_rows, taken_columns = set[int](), set[int]()
    for _, _, row, column in sorted(found):
        if row not in taken_rows and column not in taken_columns:
            taken_rows.add(row)
            taken_columns.add(column)
            equal.append((row, column))
    return sorted(equal)


def _equal(ours: Sequence[Tokens], theirs: Sequence[Tokens]) -> Iterator[tuple[int, int]]:
    waiting: dict[Any, list[int]] = defaultdict(list)
    for column in reversed(range(len(theirs))):
        waiting[_key(theirs[column])].append(column)
    for row, line in enumerate(ours):
        if len(line) and (columns := waiting.get(_key(line))):
            yield row, columns.pop()


def _sharing(ours: Sequence[Tokens], theirs: Sequence[Tokens]) -> set[tuple[int, int]]:
    """For each line of either side those of the other that share most stretches with it."""
    mine, yours = _by_gram(ours), _by_gram(theirs)
    votes = Counter[tuple[int, int]]()
    for gram in mine.keys() & yours.keys():
        if len(mine[gram]) <= COMMON >= len(yours[gram]):
            votes.update((row, column) for row in mine[gram] for column in yours[gram])
    best: dict[tuple[int, int], list[tuple[int, int, int, int]]] = defaultdict(list)
    for (row, column), shared in votes.items():
        best[0, row].append((-shared, row + column, row, column))
        best[1, column].append((-shared, row + column, row, column))
    return {place[2:] for places in best.values() for place in sorted(places)[:TRIED]}


def _by_gram(lines: Sequence[Tokens]) -> dict[Any, list[int]]:
    """The numbers of the lines that hold a stretch, each once."""
    found: dict[Any, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for gram in {_key(line[start : start + size]) for size in GRAMS for start in range(len(line) - size + 1)}:
            found[gram].append(number)
    return found


def _key(tokens: Tokens) -> Any:
    return tuple(tokens) if isinstance(tokens, list) else tokens
