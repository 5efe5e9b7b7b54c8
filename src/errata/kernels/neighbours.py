"""Which boxes of two sides share area: all pairs of a small group, a grid of rows for a large one.

Memory grows with the pairs that are kept, not with the product of both sides: a page of a million boxes is searched in
pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Pairs = tuple[Integers, Integers]

__all__ = ["pieces", "touching"]

SMALL = 1 << 12  # pairs of a group up to which each is looked at
PIECE = 1 << 20  # pairs that are looked at in one piece
LEVELS = 10  # the finest rows are 2 ** -10 of a page high
APART = 4.0  # between the keys of two rows of a grid, so that no search runs into the next
SLACK = 1e-6  # what a key may lose to rounding; every pair that is found is looked at exactly


def touching(reference_groups: Integers, reference: Floats, hypothesis_groups: Integers, hypothesis: Floats) -> Pairs:
    """Pairs of the same group that share area, by number, in the order of the hypothesis and then of the reference."""
    import numpy as np

    found = [np.stack(pairs) for pairs in pieces(reference_groups, reference, hypothesis_groups, hypothesis)]
    one, other = np.concatenate([np.zeros((2, 0), np.int64), *found], axis=1)
    order = np.lexsort((one, other))
    return one[order], other[order]


def pieces(
    reference_groups: Integers, reference: Floats, hypothesis_groups: Integers, hypothesis: Floats
) -> Iterator[Pairs]:
    """The same pairs, some at a time and in no order: for those who keep only some of them."""
    import numpy as np

    known, numbered = np.unique(np.concatenate([reference_groups, hypothesis_groups]), return_inverse=True)
    ours, theirs = numbered[: len(reference)], numbered[len(reference) :]
    counts = [np.bincount(side, minlength=len(known)) for side in (ours, theirs)]
    large = counts[0] * counts[1] > SMALL
    for pairs in (_all(ours, theirs, large), _in_grid(ours, reference, theirs, hypothesis, large)):
        for one, other in pairs:
            low = np.maximum(reference[one, :2], hypothesis[other, :2])
            high = np.minimum(reference[one, 2:], hypothesis[other, 2:])
            shared = (high > low).all(axis=1)
            yield one[shared], other[shared]


def _all(ours: Integers, theirs: Integers, large: NDArray[np.bool_]) -> Iterator[Pairs]:
    """Every pair of the small groups."""
    import numpy as np

    order = np.argsort(ours, kind="stable")
    ordered, asking = ours[order], np.flatnonzero(~large[theirs])
    first = np.searchsorted(ordered, theirs[asking], "left")
    yield from _pieces(order, asking, first, np.searchsorted(ordered, theirs[asking], "right"))


def _in_grid(
    ours: Integers, reference: Floats, theirs: Integers, hypothesis: Floats, large: NDArray[np.bool_]
) -> Iterator[Pairs]:
    """Pairs of the large groups that lie near each other, for each size of reference boxes apart."""
    import numpy as np

    sides = (reference[:, 2:] - reference[:, :2]).max(axis=1) if len(reference) else np.zeros(0)
    levels = np.clip(np.floor(-np.log2(np.maximum(sides, 2.0**-LEVELS))), 0, LEVELS).astype(np.int64)
    levels[~large[ours]] = -1
    for level in np.unique(levels[levels >= 0]).tolist():
        kept = np.flatnonzero(levels == level)
        asking = np.flatnonzero(np.isin(theirs, ours[kept]) & large[theirs])
        yield from _in_rows(kept, ours, reference, asking, theirs, hypothesis, 2.0**-level)


def _in_rows(
    kept: Integers,
    ours: Integers,
    reference: Floats,
    asking: Integers,
    theirs: Integers,
    hypothesis: Floats,
    high: float,
) -> Iterator[Pairs]:
    """Pairs where the reference box is no larger than `high`, which is the height of a row."""
    import numpy as np

    width = int(np.ceil(max(reference[:, 3].max(), hypothesis[:, 3].max(), 1.0) / high)) + 3
    keys = ours[kept] * width + np.floor(reference[kept, 1] / high).astype(np.int64) + 1
    rows, place = np.unique(keys, return_inverse=True)
    composite = place * APART + reference[kept, 0]
    order = np.argsort(composite, kind="stable")
    composite, kept = composite[order], kept[order]
    top = np.floor(np.maximum(hypothesis[asking, 1] - high, -high) / high).astype(np.int64)
    bottom = np.floor(hypothesis[asking, 3] / high).astype(np.int64)
    for begin, end in _cuts(bottom - top + 1):
        spans = bottom[begin:end] - top[begin:end] + 1
        asked = np.repeat(asking[begin:end], spans)
        within = np.arange(len(asked)) - np.repeat(np.cumsum(spans) - spans, spans)
        wanted = theirs[asked] * width + np.repeat(top[begin:end], spans) + within + 1
        at = np.minimum(np.searchsorted(rows, wanted), len(rows) - 1)
        there = rows[at] == wanted
        asked, at = asked[there], at[there]
        first = np.searchsorted(composite, at * APART + np.maximum(hypothesis[asked, 0] - high, -1.0) - SLACK, "left")
        last = np.searchsorted(composite, at * APART + np.minimum(hypothesis[asked, 2], 2.0) + SLACK, "right")
        yield from _pieces(kept, asked, first, last)


def _pieces(order: Integers, asking: Integers, first: Integers, last: Integers) -> Iterator[Pairs]:
    """The pairs that ranges of an order give, some at a time."""
    import numpy as np

    counts = last - first
    for begin, end in _cuts(counts):
        some = counts[begin:end]
        within = np.arange(int(some.sum())) - np.repeat(np.cumsum(some) - some, some)
        yield order[np.repeat(first[begin:end], some) + within], np.repeat(asking[begin:end], some)


def _cuts(counts: Integers) -> Iterator[tuple[int, int]]:
    """Ranges of places whose counts sum up to a piece, or are of one place."""
    import numpy as np

    total = np.cumsum(counts)
    begin = 0
    while begin < len(counts):
        before = int(total[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, before + PIECE, "right")))
        yield begin, end
        begin = end
