"""Two further ways to match objects one to one: as COCO does, by score, and with the best total.

`by_score`: hypothesis objects choose in the order of their scores (ties: file order), each the free reference object
with the highest IoU that reaches the threshold (ties: the later one, as in pycocotools). Without a score: last.
`optimal`: as many pairs as possible, and of all such choices one with the highest total IoU. It is exact: objects
that reach the threshold with one another form small components, and each is solved alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from errata.kernels.assignment import assign
from errata.kernels.boxes import overlap
from errata.kernels.matching import Matches, match
from errata.kernels.neighbours import touching

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["MATCHINGS", "by_score", "optimal"]


def by_score(
    reference_groups: Integers,
    reference: Floats,
    hypothesis_groups: Integers,
    hypothesis: Floats,
    threshold: float,
    scores: Floats,
) -> Matches:
    """Match boxes of the same group in the order of the scores."""
    import numpy as np

    ours, theirs, iou = _candidates(reference_groups, reference, hypothesis_groups, hypothesis, threshold)
    ranked = np.empty(len(hypothesis), np.int64)
    ranked[np.argsort(np.where(np.isnan(scores), np.inf, -scores), kind="stable")] = np.arange(len(hypothesis))
    order = np.lexsort((-ours, -iou, ranked[theirs]))
    taken, used = bytearray(len(reference)), bytearray(len(hypothesis))
    kept = []
    for place, one, other in zip(order.tolist(), ours[order].tolist(), theirs[order].tolist(), strict=True):
        if not (taken[one] or used[other]):
            taken[one] = used[other] = 1
            kept.append(place)
    return _matches(ours, theirs, kept, reference, hypothesis)


def optimal(
    reference_groups: Integers,
    reference: Floats,
    hypothesis_groups: Integers,
    hypothesis: Floats,
    threshold: float,
    scores: Floats,
) -> Matches:
    """Match boxes of the same group with the most pairs and, of those, the highest total IoU."""
    ours, theirs, iou = _candidates(reference_groups, reference, hypothesis_groups, hypothesis, threshold)
    kept = assign(ours, theirs, iou)
    return _matches(ours, theirs, kept, reference, hypothesis)


def _greedy(
    reference_groups: Integers,
    reference: Floats,
    hypothesis_groups: Integers,
    hypothesis: Floats,
    threshold: float,
    scores: Floats,
) -> Matches:
    return match(reference_groups, reference, hypothesis_groups, hypothesis, threshold)


Matching = Callable[["Integers", "Floats", "Integers", "Floats", float, "Floats"], Matches]
MATCHINGS: Mapping[str, Matching] = MappingProxyType({"greedy": _greedy, "coco": by_score, "optimal": optimal})


def _candidates(
    reference_groups: Integers, reference: Floats, hypothesis_groups: Integers, hypothesis: Floats, threshold: float
) -> tuple[Integers, Integers, Floats]:
    """Pairs of the same group that reach the threshold, and their IoU."""
    ours, theirs = touching(reference_groups, reference, hypothesis_groups, hypothesis)
    iou = overlap(reference[ours], hypothesis[theirs]).iou
    kept = iou >= threshold
    return ours[kept], theirs[kept], iou[kept]


def _matches(ours: Integers, theirs: Integers, kept: list[int], reference: Floats, hypothesis: Floats) -> Matches:
    import numpy as np

    chosen = np.array(kept, dtype=np.int64)
    chosen = chosen[np.argsort(ours[chosen])]
    one, other = ours[chosen], theirs[chosen]
    return Matches(one, other, *overlap(reference[one], hypothesis[other]))
