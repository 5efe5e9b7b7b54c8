"""The best one to one choice among weighted pairs: most pairs first, then the highest total weight.

Each connected component is solved alone by shortest augmenting paths (Kuhn 1955, Munkres 1957, with potentials as in
Jonker and Volgenant 1987), so the cost grows with the cube of the largest component and not of the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["assign", "components"]

BONUS = 4.0  # times the size of a component: what a further pair is worth, more than all weights together


def assign(ours: Integers, theirs: Integers, weights: Floats) -> list[int]:
    """The places of the chosen pairs; weights are 0 to 1, and a pair may be given once."""
    import numpy as np

    chosen: list[int] = []
    one, other, weight = ours.tolist(), theirs.tolist(), weights.tolist()
    for places in components(one, other):
        rows = {key: row for row, key in enumerate(dict.fromkeys(one[place] for place in places))}
        columns = {key: column for column, key in enumerate(dict.fromkeys(other[place] for place in places))}
        if min(len(rows), len(columns)) == 1:  # all pairs share a member: only one can be chosen
            chosen.append(max(places, key=lambda place: (weight[place], -place)))
            continue
        size = max(len(rows), len(columns))
        bonus = BONUS * size
        cost = np.zeros((size, size))
        at: dict[tuple[int, int], int] = {}
        for place in places:
            row, column = rows[one[place]], columns[other[place]]
            cost[row, column] = -bonus - weight[place]
            at[row, column] = place
        chosen += [at[pair] for pair in enumerate(_cheapest(cost)) if pair in at]
    return chosen


def components(ours: Iterable[int], theirs: Iterable[int]) -> list[list[int]]:
    """The places of pairs that hang together through shared members, in the order of the first pair."""
    parent: dict[int, int] = {}

    def root(member: int) -> int:
        while parent.setdefault(member, member) != member:
            parent[member] = parent[parent[member]]
            member = parent[member]
        return member

    members = [(one, ~other) for one, other in zip(ours, theirs, strict=True)]  # ~: the other side's own numbers
    for one, other in members:
        parent[root(other)] = root(one)
    found: dict[int, list[int]] = defaultdict(list)
    for place, (one, _) in enumerate(members):
        found[root(one)].append(place)
    return list(found.values())


def _cheapest(cost: Floats) -> list[int]:
    """The column of each row of a square matrix with the least total cost."""
    import numpy as np

    size = len(cost)
    padded = np.zeros((size + 1, size + 1))  # rows and columns count from 1; column 0 is the start of a path
    padded[1:, 1:] = cost
    over_rows, over_columns = np.zeros(size + 1), np.zeros(size + 1)
    owner, way = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    for row in range(1, size + 1):
        owner[0], column = row, 0
        least, free = np.full(size + 1, np.inf), np.ones(size + 1, bool)
        while owner[column]:
            free[column] = False
            reduced = padded[owner[column]] - over_rows[owner[column]] - over_columns
            nearer = free & (reduced < least)
            least[nearer], way[nearer] = reduced[nearer], column
            best = int(np.argmin(np.where(free, least, np.inf)))
            step = least[best]
            over_rows[owner[~free]] += step
            over_columns[~free] -= step
            least[free] -= step
            column = best
        while column:
            owner[column], column = owner[way[column]], int(way[column])
    found = np.empty(size, np.int64)
    found[owner[1:] - 1] = np.arange(size)
    return [int(column) for column in found]
