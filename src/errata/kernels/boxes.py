"""How two boxes overlap: IoU, coverage (the share of the reference) and purity (the share of the hypothesis)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Overlap", "areas", "overlap"]


class Overlap(NamedTuple):
    """One value for each pair of boxes; all are 0 where the boxes share no area."""

    iou: Floats
    coverage: Floats
    purity: Floats


def areas(boxes: Floats) -> Floats:
    """The area of each box (left, top, right, bottom); 0 where a side has no positive length."""
    import numpy as np

    sides = np.maximum(boxes[..., 2:] - boxes[..., :2], 0.0)
    area: Floats = sides[..., 0] * sides[..., 1]
    return area


def overlap(reference: Floats, hypothesis: Floats) -> Overlap:
    """Each reference box with the hypothesis box of the same place; arrays broadcast.

    With I the shared area, G the reference's and P the hypothesis's: I / (P + G - I), I / G and I / P, in this order
    of operations, because a last bit decides whether a pair reaches a threshold.
    """
    import numpy as np

    low = np.maximum(reference[..., :2], hypothesis[..., :2])
    high = np.minimum(reference[..., 2:], hypothesis[..., 2:])
    sides = np.maximum(high - low, 0.0)
    shared = sides[..., 0] * sides[..., 1]
    ours, theirs = areas(reference), areas(hypothesis)
    some = shared > 0.0
    none = np.zeros_like(shared)
    return Overlap(
        np.divide(shared, theirs + ours - shared, out=none.copy(), where=some),
        np.divide(shared, ours, out=none.copy(), where=some),
        np.divide(shared, theirs, out=none, where=some),
    )
