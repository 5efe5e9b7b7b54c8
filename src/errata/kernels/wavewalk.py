"""The ruled walk back over furthest-reaching waves: for few edits (Ukkonen 1985).

Wave k holds, for each diagonal (row - column), the furthest row that k edits reach. The values of the Levenshtein table
never fall along a diagonal, so "the cell costs k at most" and "wave k reaches the cell's row on its diagonal" are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

SUBSTITUTION, DELETION, INSERTION = "substitution", "deletion", "insertion"

Edit = tuple[str, int, int]  # kind, and the cell (row, column) that the walk leaves by it

NOWHERE = -2  # on diagonals that a wave does not hold: one step further is still before the first row


def walk(rows: Sequence[object], columns: Sequence[object], cost: int, deletion_first: bool) -> Iterator[Edit]:
    """Yield the edits from the end until one side is used up; what remains are the indels of the other side.

    `cost` is the exact distance. A row used up alone is a deletion, a column used up alone an insertion.
    """
    row, column, remaining = len(rows), len(columns), cost
    ours: list[object] = [*rows, None]  # the guards differ from every token and stop a run of matches at both ends
    theirs: list[object] = [*columns, ""]
    waves, origins = _waves(ours, theirs, row - column, cost)
    while True:
        while ours[row - 1] == theirs[column - 1]:
            row -= 1
            column -= 1
        if not (row and column):
            return
        remaining -= 1
        wave = waves[remaining]
        at = row - column - origins[remaining]
        if wave[at] >= row - 1:
            yield SUBSTITUTION, row, column
            row -= 1
            column -= 1
        elif (wave[at - 1] >= row - 1) if deletion_first else (wave[at + 1] < row):
            yield DELETION, row, column
            row -= 1
        else:
            yield INSERTION, row, column
            column -= 1


def _waves(ours: list[object], theirs: list[object], corner: int, cost: int) -> tuple[list[list[int]], list[int]]:
    """Waves 0 to cost - 1, each with two diagonals of padding on either side, and the first diagonal of each.

    A wave holds the diagonals that so many edits can reach, and from which the rest of the cost can reach the corner.
    So no bounds need be checked: where a diagonal has come to the last row or column, the wave with one edit more
    has left it, and only holds indels from it towards the corner.
    """
    row = 0
    while ours[row] == theirs[row]:
        row += 1
    wave, origin = [NOWHERE, NOWHERE, row, NOWHERE, NOWHERE], -2
    waves, origins = [wave], [origin]
    for edits in range(1, cost):
        rest = cost - edits
        diagonal = -edits if edits + corner <= rest else corner - rest
        highest = edits if edits - corner <= rest else corner + rest
        at = diagonal - origin
        left, here = wave[at - 1], wave[at]
        reached = [NOWHERE, NOWHERE]
        origins.append(diagonal - 2)
        for right in wave[at + 1 : highest - origin + 2]:
            row = here + 1
            if left >= row:
                row = left + 1
            if right > row:
                row = right
            while ours[row] == theirs[row - diagonal]:
                row += 1
            reached.append(row)
            left, here = here, right
            diagonal += 1
        reached += (NOWHERE, NOWHERE)
        wave, origin = reached, origins[edits]
        waves.append(wave)
    return waves, origins
