"""Which boxes that lie in one thing are separate pieces of it, and not the same piece over again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errata.kernels.boxes import areas
from errata.kernels.neighbours import touching

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["separate_pieces"]


def separate_pieces(wholes: NDArray[np.int64], boxes: NDArray[np.float64], mostly: float) -> NDArray[np.bool_]:
    """For each piece, whether its whole has another one that shares less than `mostly` of the smaller of both."""
    import numpy as np

    if not len(wholes):
        return np.zeros(0, bool)
    one, other = touching(wholes, boxes, wholes, boxes)
    low = np.maximum(boxes[one, :2], boxes[other, :2])
    high = np.minimum(boxes[one, 2:], boxes[other, 2:])
    area = areas(boxes)
    same = (high - low).prod(axis=1) >= mostly * np.minimum(area[one], area[other])  # a piece is the same as itself
    twins = np.bincount(one[same], minlength=len(wholes))
    _, place, counts = np.unique(wholes, return_inverse=True, return_counts=True)
    separate: NDArray[np.bool_] = counts[place] > twins
    return separate
