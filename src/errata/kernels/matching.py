"""Which hypothesis object is which reference object: greedy one to one, within a page and a class.

Candidates are the pairs whose IoU reaches the threshold. The pair with the highest IoU is taken first; ties fall to
the earlier hypothesis object, then to the earlier reference object. Scores play no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from errata.kernels import native
from errata.kernels.boxes import Overlap, overlap
from errata.kernels.neighbours import pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["Matches", "Objects", "Places", "count", "greedy", "match", "match_at", "places"]


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


@dataclass(frozen=True, slots=True)
class Places:
    """Where the objects of two sides stand: a group is a class on a page of a document, by name on both sides.

    Groups are numbered page by page and class by class; pages are sorted by document and id.
    """

    pages: tuple[tuple[str, str], ...]  # document and page
    labels: tuple[str, ...]
    reference: Integers  # the group of each object
    hypothesis: Integers


def greedy(reference: Objects, hypothesis: Objects, threshold: float) -> Matches:
    """Match the objects of two sides per document, page and class."""
    where = places(reference, hypothesis)
    return match(where.reference, reference.boxes, where.hypothesis, hypothesis.boxes, threshold)


def places(reference: Objects, hypothesis: Objects, *, by_document: bool = True) -> Places:
    """The groups of both sides; without `by_document` the id of a page decides, whatever document it is in."""
    keys = [_page_keys(side, by_document=by_document) for side in (reference, hypothesis)]
    pages = tuple(sorted({*keys[0], *keys[1]}))
    labels = tuple(dict.fromkeys((*reference.labels, *hypothesis.labels)))
    numbers, kinds = _numbers(pages), _numbers(labels)
    groups = [
        _taken(numbers, names)[side.object_page] * len(labels) + _taken(kinds, side.labels)[side.object_label]
        for side, names in zip((reference, hypothesis), keys, strict=True)
    ]
    return Places(pages, labels, groups[0], groups[1])


def match(
    reference_groups: Integers, reference: Floats, hypothesis_groups: Integers, hypothesis: Floats, threshold: float
) -> Matches:
    """Match boxes of the same group."""
    return match_at(reference_groups, reference, hypothesis_groups, hypothesis, [threshold])[0]


def match_at(
    reference_groups: Integers,
    reference: Floats,
    hypothesis_groups: Integers,
    hypothesis: Floats,
    thresholds: Sequence[float],
) -> list[Matches]:
    """Match boxes of the same group, at each threshold anew."""
    import numpy as np

    if quick := native.match_boxes(reference_groups, reference, hypothesis_groups, hypothesis, thresholds):
        return [Matches(*columns) for columns in quick]
    least = min(thresholds)
    ours, theirs, found = _candidates(reference_groups, reference, hypothesis_groups, hypothesis, least)
    order = np.lexsort((ours, theirs, -found.iou))
    ours, theirs, found = ours[order], theirs[order], Overlap(*(values[order] for values in found))
    sizes = len(reference), len(hypothesis)
    return [_best_first(ours, theirs, found, threshold, sizes) for threshold in thresholds]


def _best_first(ours: Integers, theirs: Integers, found: Overlap, threshold: float, sizes: tuple[int, int]) -> Matches:
    """The candidates that are still free when their turn comes."""
    import numpy as np

    end = int(np.searchsorted(-found.iou, -threshold, "right"))  # they stand best first
    taken, used = bytearray(sizes[0]), bytearray(sizes[1])
    kept = []
    for place, (one, other) in enumerate(zip(ours[:end].tolist(), theirs[:end].tolist(), strict=True)):
        if not (taken[one] or used[other]):
            taken[one] = used[other] = 1
            kept.append(place)
    chosen = np.array(kept, dtype=np.int64)
    chosen = chosen[np.argsort(ours[chosen])]
    return Matches(ours[chosen], theirs[chosen], *(values[chosen] for values in found))


def count(reference: Floats, hypothesis: Floats, *, threshold: float) -> tuple[Any, ...]:
    """The row of one group: objects of both sides, matches, and the sums of IoU, coverage and purity over them."""
    import numpy as np

    one, other = (np.zeros(len(boxes), dtype=np.int64) for boxes in (reference, hypothesis))
    pairs = match(one, reference, other, hypothesis, threshold)
    sums = (float(values.sum()) for values in (pairs.iou, pairs.coverage, pairs.purity))
    return len(reference), len(hypothesis), len(pairs), *sums


def _candidates(
    reference_groups: Integers, reference: Floats, hypothesis_groups: Integers, hypothesis: Floats, threshold: float
) -> tuple[Integers, Integers, Overlap]:
    """The pairs of a group that reach the threshold; from 0 on also those that share nothing."""
    import numpy as np

    sides = reference_groups, reference, hypothesis_groups, hypothesis
    none = np.zeros(0, np.int64)
    kept = [(none, none, overlap(reference[none], hypothesis[none]))]
    for ours, theirs in pieces(*sides) if threshold > 0.0 else [_all_pairs(reference_groups, hypothesis_groups)]:
        found = overlap(reference[ours], hypothesis[theirs])
        good = found.iou >= threshold
        kept.append((ours[good], theirs[good], Overlap(*(values[good] for values in found))))
    columns = [
        np.concatenate(parts) for parts in zip(*((one, other, *found) for one, other, found in kept), strict=True)
    ]
    return columns[0], columns[1], Overlap(*columns[2:])


def _all_pairs(reference_groups: Integers, hypothesis_groups: Integers) -> tuple[Integers, Integers]:
    import numpy as np

    order = np.argsort(reference_groups, kind="stable")
    ordered = reference_groups[order]
    first = np.searchsorted(ordered, hypothesis_groups, "left")
    counts = np.searchsorted(ordered, hypothesis_groups, "right") - first
    theirs = np.repeat(np.arange(len(hypothesis_groups)), counts)
    within = np.arange(len(theirs)) - np.repeat(np.cumsum(counts) - counts, counts)
    return order[np.repeat(first, counts) + within], theirs


def _page_keys(side: Objects, *, by_document: bool) -> list[tuple[str, str]]:
    documents = side.documents if by_document else [""] * len(side.documents)
    return [(documents[document], page) for document, page in zip(side.page_document.tolist(), side.pages, strict=True)]


def _numbers(names: Iterable[Any]) -> dict[Any, int]:
    return {name: number for number, name in enumerate(names)}


def _taken(numbers: dict[Any, int], names: Sequence[Any]) -> Integers:
    import numpy as np

    return np.array([numbers[name] for name in names], dtype=np.int64)
