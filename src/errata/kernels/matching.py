"""Which hypothesis object is which reference object: greedy one to one, within a page and a class.

Candidates are the pairs whose IoU reaches the threshold. The pair with the highest IoU is taken first; ties fall to
the earlier hypothesis object, then to the earlier reference object. Scores play no part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from errata.kernels.boxes import overlap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["Matches", "Objects", "greedy", "groups", "match"]


class Objects(Protocol):
    """Objects in columns, their pages, documents and classes by number: `errata.model.Layout` is one."""

    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def documents(self) -> tuple[str, ...]: ...
    @property
    def pages(self) -> tuple[str, ...]: ...
    @property
    def page_document(self) -> Integers: ...
    @property
    def object_page(self) -> Integers: ...
    @property
    def object_label(self) -> Integers: ...
    @property
    def boxes(self) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Matches:
    """Matched pairs by object number, in the order of the reference objects, and how well each pair overlaps."""

    reference: Integers
    hypothesis: Integers
    iou: Floats
    coverage: Floats
    purity: Floats

    def __len__(self) -> int:
        return len(self.reference)


def greedy(reference: Objects, hypothesis: Objects, threshold: float) -> Matches:
    """Match the objects of two sides per document, page and class."""
    ours, theirs = groups(reference, hypothesis)
    return match(ours, reference.boxes, theirs, hypothesis.boxes, threshold)


def groups(reference: Objects, hypothesis: Objects, *, by_document: bool = True) -> tuple[Integers, Integers]:
    """One number for each object of either side, equal where document, page and class are the same by name.

    Without `by_document` the page's own id decides, whatever document it is in.
    """
    labels = _numbers(hypothesis.labels, reference.labels)
    keys = (_page_keys(side) if by_document else side.pages for side in (hypothesis, reference))
    pages = _numbers(*keys)
    width = len(set(reference.labels) | set(hypothesis.labels))
    ours, theirs = pages[: len(reference.pages)], pages[len(reference.pages) :]
    kinds, other_kinds = labels[: len(reference.labels)], labels[len(reference.labels) :]
    return (
        ours[reference.object_page] * width + kinds[reference.object_label],
        theirs[hypothesis.object_page] * width + other_kinds[hypothesis.object_label],
    )


def match(
    reference_groups: Integers,
    reference: Floats,
    hypothesis_groups: Integers,
    hypothesis: Floats,
    threshold: float,
) -> Matches:
    """Match boxes of the same group."""
    import numpy as np

    pairs = _candidates(reference_groups, reference, hypothesis_groups, hypothesis, threshold)
    ours, theirs = pairs
    found = overlap(reference[ours], hypothesis[theirs])
    order = np.lexsort((ours, theirs, -found.iou))
    taken, used = bytearray(len(reference)), bytearray(len(hypothesis))
    kept = []
    for place, one, other in zip(order.tolist(), ours[order].tolist(), theirs[order].tolist(), strict=True):
        if not (taken[one] or used[other]):
            taken[one] = used[other] = 1
            kept.append(place)
    chosen = np.array(kept, dtype=np.int64)
    chosen = chosen[np.argsort(ours[chosen])]
    return Matches(ours[chosen], theirs[chosen], *(values[chosen] for values in found))


def _candidates(
    reference_groups: Integers, reference: Floats, hypothesis_groups: Integers, hypothesis: Floats, threshold: float
) -> tuple[Integers, Integers]:
    import numpy as np

    order = np.argsort(reference_groups, kind="stable")
    ordered = reference_groups[order]
    first = np.searchsorted(ordered, hypothesis_groups, "left")
    counts = np.searchsorted(ordered, hypothesis_groups, "right") - first
    theirs = np.repeat(np.arange(len(hypothesis)), counts)
    within = np.arange(len(theirs)) - np.repeat(np.cumsum(counts) - counts, counts)
    ours = order[np.repeat(first, counts) + within]
    kept = overlap(reference[ours], hypothesis[theirs]).iou >= threshold
    return ours[kept], theirs[kept]


def _page_keys(side: Objects) -> list[tuple[str, str]]:
    return [
        (side.documents[document], page) for document, page in zip(side.page_document.tolist(), side.pages, strict=True)
    ]


def _numbers(added: Sequence[object], known: Sequence[object]) -> Integers:
    """A number for each name of both lists, the known ones first; equal names have equal numbers."""
    import numpy as np

    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in (*known, *added)], dtype=np.int64)
