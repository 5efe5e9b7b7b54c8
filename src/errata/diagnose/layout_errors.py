"""Why each layout object was not matched: every false positive and every missed reference has exactly one kind.

After TIDE (Bolya, Foley, Hays and Hoffman 2020): duplicate, wrong class, badly localised, both, background, missed;
and of documents (after Clausner, Pletschacher and Antonacopoulos 2011): merged, split, over-cropped, under-cropped.
The kinds are asked in the order of `KINDS`, and the first that holds counts. T is the threshold of the matching.

    duplicate        the same class, IoU >= T: the reference has its match already
    merged           a hypothesis mostly holds two references of its class, or one beside the one that it matches
    split            a hypothesis is one of two or more separate pieces that lie mostly in one reference of its class
    wrong class      IoU >= T with a reference of another class
    over-cropped     it holds nearly all of a reference of its class, and too much around it: low purity
    under-cropped    it lies nearly whole within a reference of its class, and leaves too much out: low coverage
    badly localised  the same class, IoU from the background's bound to T
    both             another class, IoU from the background's bound to T
    background       nothing of that is true of a hypothesis
    missed           nothing of that is true of a reference
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.diagnose.pieces import separate_pieces
from errata.errors import UsageError
from errata.kernels.matching import Matches, Objects, places
from errata.kernels.matching_scored import Measure, measured_boxes
from errata.kernels.neighbours import touching

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

__all__ = ["KINDS", "MATCHED", "Bounds", "LayoutErrors", "layout_errors"]

KINDS = (
    "duplicate", "merged", "split", "wrong class", "over-cropped", "under-cropped", "badly localised", "both",
    "background", "missed",
)  # fmt: skip
MATCHED = -1
DUPLICATE, MERGED, SPLIT, WRONG, OVER, UNDER, LOCALISED, BOTH, BACKGROUND, MISSED = range(len(KINDS))


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where one kind of error ends and the next begins, in shares of area."""

    match: float = 0.5  # the IoU from which a pair matches
    background: float = 0.1  # the IoU below which two boxes have nothing to do with each other
    inside: float = 0.9  # the share of a box that counts as nearly all of it
    mostly: float = 0.5  # the share of a box that counts as most of it

    def __post_init__(self) -> None:
        if not 0.0 < self.background <= self.match <= 1.0:
            raise UsageError(
                f"The background ends above 0 and at most at the threshold, {self.match}, not at {self.background}."
            )
        if not 0.0 < self.mostly <= self.inside <= 1.0:
            raise UsageError(f"Most of a box ({self.mostly}) is above 0 and at most nearly all of it ({self.inside}).")


@dataclass(frozen=True, slots=True)
class LayoutErrors:
    """The kind of every object by number, -1 where it is matched; `repair` pairs what one repair would bring together.

    `counts` holds a row a class (in the order of `labels`) and a column a kind, for both sides.
    """

    labels: tuple[str, ...]
    reference: Integers
    hypothesis: Integers
    reference_counts: Integers
    hypothesis_counts: Integers
    repair: tuple[Integers, Integers]  # missed references and false positives of the same kind, one to one

    @property
    def totals(self) -> dict[str, tuple[int, int]]:
        """Of each kind: false positives and missed references."""
        false, missed = self.hypothesis_counts.sum(axis=0).tolist(), self.reference_counts.sum(axis=0).tolist()
        return {kind: (false[place], missed[place]) for place, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Boxes of a page that touch: who, how much, and whether they are of the same class."""

    ours: Integers
    theirs: Integers
    iou: Floats
    coverage: Floats
    purity: Floats
    same: Mask


def layout_errors(
    reference: Objects, hypothesis: Objects, matches: Matches, bounds: Bounds, measure: Measure | None = None
) -> LayoutErrors:
    """The kind of every object that the matching left over; the bound `match` is the threshold of the matching.

    `measure` is how objects overlap, as the matching measured it: by default their boxes.
    """
    import numpy as np

    where = places(reference, hypothesis)
    ours, theirs, labels = where.reference, where.hypothesis, where.labels
    kinds = ours % max(len(labels), 1), theirs % max(len(labels), 1)
    one, other = touching(ours // max(len(labels), 1), reference.boxes, theirs // max(len(labels), 1), hypothesis.boxes)
    found = (measure or measured_boxes(reference, hypothesis))(one, other)
    pairs = _Pairs(one, other, *found, kinds[0][one] == kinds[1][other])
    partner = np.full(len(ours), -1), np.full(len(theirs), -1)
    partner[0][matches.reference], partner[1][matches.hypothesis] = matches.hypothesis, matches.reference
    of_reference = _missed_references(pairs, hypothesis.boxes, partner, bounds)
    of_hypothesis = _false_positives(pairs, hypothesis.boxes, partner, bounds)
    shape = len(labels), len(KINDS)
    return LayoutErrors(
        labels,
        of_reference,
        of_hypothesis,
        _table(kinds[0], of_reference, shape),
        _table(kinds[1], of_hypothesis, shape),
        _repairs(pairs, of_reference, of_hypothesis),
    )


def _false_positives(pairs: _Pairs, boxes: Floats, partner: tuple[Integers, Integers], bounds: Bounds) -> Integers:
    import numpy as np

    size = len(partner[1])
    same = pairs.same
    held = np.bincount(pairs.theirs[same & (pairs.coverage >= bounds.mostly)], minlength=size) > 1
    matched = partner[0][pairs.ours] == pairs.theirs
    pieces = same & (((partner[1][pairs.theirs] < 0) & (pairs.purity >= bounds.mostly)) | matched)
    split = np.zeros(size, bool)
    split[pairs.theirs[pieces][separate_pieces(pairs.ours[pieces], boxes[pairs.theirs[pieces]], bounds.mostly)]] = True
    return _first(
        partner[1] >= 0,
        {
            DUPLICATE: _any(pairs.theirs, same & (pairs.iou >= bounds.match), size),
            MERGED: held,
            SPLIT: split,
            **_ordinary(pairs, pairs.theirs, np.ones(len(same), bool), size, bounds),
        },
        BACKGROUND,
    )


def _missed_references(pairs: _Pairs, boxes: Floats, partner: tuple[Integers, Integers], bounds: Bounds) -> Integers:
    import numpy as np

    size = len(partner[0])
    free = partner[1][pairs.theirs] < 0
    held = pairs.same & ((pairs.coverage >= bounds.mostly) | (pairs.iou >= bounds.match))
    several = np.bincount(pairs.theirs[held], minlength=len(partner[1])) > 1
    taken = (partner[1][pairs.theirs] >= 0) & (partner[1][pairs.theirs] != pairs.ours)
    pieces = pairs.same & free & (pairs.purity >= bounds.mostly)
    split = np.zeros(size, bool)
    split[pairs.ours[pieces][separate_pieces(pairs.ours[pieces], boxes[pairs.theirs[pieces]], bounds.mostly)]] = True
    return _first(
        partner[0] >= 0,
        {
            MERGED: _any(pairs.ours, held & (several[pairs.theirs] | taken), size),
            SPLIT: split,
            **_ordinary(pairs, pairs.ours, free, size, bounds),
        },
        MISSED,
    )


def _ordinary(pairs: _Pairs, place: Integers, asked: Mask, size: int, bounds: Bounds) -> dict[int, Mask]:
    """The kinds that one pair alone decides; only the pairs that are asked count."""
    same, other = pairs.same & asked, ~pairs.same & asked
    return {
        WRONG: _any(place, other & (pairs.iou >= bounds.match), size),
        OVER: _any(place, same & (pairs.coverage >= bounds.inside), size),
        UNDER: _any(place, same & (pairs.purity >= bounds.inside), size),
        LOCALISED: _any(place, same & (pairs.iou >= bounds.background), size),
        BOTH: _any(place, other & (pairs.iou >= bounds.background), size),
    }


def _first(matched: Mask, holds: dict[int, Mask], rest: int) -> Integers:
    """For each object the first kind that holds, or the rest; -1 where it is matched."""
    import numpy as np

    found = np.full(len(matched), rest, dtype=np.int64)
    for kind in sorted(holds, reverse=True):
        found[holds[kind]] = kind
    found[matched] = MATCHED
    return found


def _any(places: Integers, holds: Mask, size: int) -> Mask:
    import numpy as np

    found = np.zeros(size, bool)
    found[places[holds]] = True
    return found


def _table(labels: Integers, kinds: Integers, shape: tuple[int, int]) -> Integers:
    import numpy as np

    left = kinds != MATCHED
    counts = np.bincount(labels[left] * shape[1] + kinds[left], minlength=shape[0] * shape[1])
    return counts.reshape(shape).astype(np.int64)


def _repairs(pairs: _Pairs, reference: Integers, hypothesis: Integers) -> tuple[Integers, Integers]:
    """A false positive and a missed reference of the same kind that touch, the nearest first, one to one."""
    import numpy as np

    kinds = reference[pairs.ours], hypothesis[pairs.theirs]
    joined = np.flatnonzero((kinds[0] == kinds[1]) & (kinds[0] != MATCHED))
    order = joined[np.lexsort((pairs.ours[joined], pairs.theirs[joined], -pairs.iou[joined]))]
    taken: set[int] = set()
    used: set[int] = set()
    kept = []
    for place, one, other in zip(order.tolist(), pairs.ours[order].tolist(), pairs.theirs[order].tolist(), strict=True):
        if one not in taken and other not in used:
            taken.add(one)
            used.add(other)
            kept.append(place)
    chosen = np.array(kept, dtype=np.int64)
    return pairs.ours[chosen], pairs.theirs[chosen]
