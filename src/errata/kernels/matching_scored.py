"""Further ways to match objects one to one: by score as COCO does, with the best total, and by other shapes.

`coco`: hypothesis objects choose in the order of their scores (ties: file order), each the free reference object
with the highest IoU that reaches the threshold (ties: the later one, as in pycocotools). Without a score: last.
`optimal`: as many pairs as possible, and of all such choices one with the highest total IoU. It is exact: objects
that reach the threshold with one another form small components, and each is solved alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from errata.kernels.assignment import assign
from errata.kernels.boxes import Overlap, overlap
from errata.kernels.matching import Matches, Objects, greedy, places
from errata.kernels.neighbours import touching

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]

__all__ = ["MATCHINGS", "Measure", "ScoredObjects", "hits_by_score", "matcher", "measured_boxes"]

Measure = Callable[["Integers", "Integers"], Overlap]  # reference and hypothesis objects by number, pair by pair


class ScoredObjects(Objects, Protocol):
    """Objects with a score each; NaN where an object has none."""

    @property
    def scores(self) -> Floats: ...


class Candidates(NamedTuple):
    """Pairs of the same page and class that reach the threshold."""

    ours: Integers
    theirs: Integers
    found: Overlap
    scores: Floats  # of every hypothesis object


Matcher = Callable[[ScoredObjects, ScoredObjects, float], Matches]
Choice = Callable[[Candidates], list[int]]


def matcher(name: str, measure: Measure | None = None) -> Matcher:
    """The matching of this name, by the overlap of boxes or by another measure."""
    if name == "greedy" and measure is None:
        return greedy
    choice = CHOICES[name]

    def matched(reference: ScoredObjects, hypothesis: ScoredObjects, threshold: float) -> Matches:
        pairs = _candidates(reference, hypothesis, threshold, measure or measured_boxes(reference, hypothesis))
        return _matches(pairs, choice(pairs))

    return matched


def hits_by_score(
    reference: ScoredObjects, hypothesis: ScoredObjects, thresholds: Sequence[float], measure: Measure | None = None
) -> Mask:
    """Whether each hypothesis object has a partner (objects x thresholds) in the matching by score, as COCO counts."""
    import numpy as np

    known = _candidates(reference, hypothesis, min(thresholds), measure or measured_boxes(reference, hypothesis))
    hits = np.zeros((len(hypothesis.scores), len(thresholds)), bool)
    for column, threshold in enumerate(thresholds):
        pairs = _reaching(known, threshold)
        hits[pairs.theirs[_by_score(pairs)], column] = True
    return hits


def measured_boxes(reference: Objects, hypothesis: Objects) -> Measure:
    """How the boxes of two sides overlap."""
    return lambda ours, theirs: overlap(reference.boxes[ours], hypothesis.boxes[theirs])


def _candidates(reference: Objects, hypothesis: ScoredObjects, threshold: float, measure: Measure) -> Candidates:
    where = places(reference, hypothesis)
    ours, theirs = touching(where.reference, reference.boxes, where.hypothesis, hypothesis.boxes)
    return _reaching(Candidates(ours, theirs, measure(ours, theirs), hypothesis.scores), threshold)


def _reaching(pairs: Candidates, threshold: float) -> Candidates:
    kept = pairs.found.iou >= threshold
    overlaps = Overlap(*(values[kept] for values in pairs.found))
    return Candidates(pairs.ours[kept], pairs.theirs[kept], overlaps, pairs.scores)


def _best_first(pairs: Candidates) -> list[int]:
    import numpy as np

    return _taken(pairs, np.lexsort((pairs.ours, pairs.theirs, -pairs.found.iou)).tolist())


def _by_score(pairs: Candidates) -> list[int]:
    import numpy as np

    scores = pairs.scores
    ranked = np.empty(len(scores), np.int64)
    ranked[np.argsort(np.where(np.isnan(scores), np.inf, -scores), kind="stable")] = np.arange(len(scores))
    return _taken(pairs, np.lexsort((-pairs.ours, -pairs.found.iou, ranked[pairs.theirs])).tolist())


def _best_total(pairs: Candidates) -> list[int]:
    return assign(pairs.ours, pairs.theirs, pairs.found.iou)


def _taken(pairs: Candidates, order: Sequence[int]) -> list[int]:
    """The pairs that are still free when their turn comes."""
    ours, theirs = pairs.ours.tolist(), pairs.theirs.tolist()
    taken: set[int] = set()
    used: set[int] = set()
    kept = []
    for place in order:
        if ours[place] not in taken and theirs[place] not in used:
            taken.add(ours[place])
            used.add(theirs[place])
            kept.append(place)
    return kept


def _matches(pairs: Candidates, kept: list[int]) -> Matches:
    import numpy as np

    chosen = np.array(kept, dtype=np.int64)
    chosen = chosen[np.argsort(pairs.ours[chosen])]
    return Matches(pairs.ours[chosen], pairs.theirs[chosen], *(values[chosen] for values in pairs.found))


CHOICES: Mapping[str, Choice] = MappingProxyType({"greedy": _best_first, "coco": _by_score, "optimal": _best_total})
MATCHINGS: Mapping[str, Matcher] = MappingProxyType({name: matcher(name) for name in CHOICES})
