"""What repairing one kind of layout error would gain: F1, and where every hypothesis has a score, AP.

Repairing a kind means: its false positives go, and its missed references are found. For AP (after TIDE) the false
positive that a missed reference of the same kind touches becomes its hit, with its own score; a missed reference
without such a partner has no score to be found with, and leaves the count of references.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.diagnose.layout_errors import LayoutErrors
from errata.kernels.matching import Matches, Objects
from errata.metrics.scored import average_precision

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Repair", "repairs"]


@dataclass(frozen=True, slots=True)
class Repair:
    """One kind of error: how often it occurs on each side, and what it costs; NaN where a score is undefined."""

    kind: str
    false_positives: int
    false_negatives: int
    f1: float
    f1_gain: float
    ap: float
    ap_gain: float


def repairs(
    errors: LayoutErrors, reference: Objects, hypothesis: Objects, matches: Matches, scores: NDArray[np.float64]
) -> list[Repair]:
    """One row a kind, in the order of the kinds; F1 is micro, AP the mean over the classes of the reference.

    AP is at the threshold of the matching; it is that of COCO where the matching is by score.
    """
    import numpy as np

    hits = len(matches)
    false, missed = int(errors.hypothesis_counts.sum()), int(errors.reference_counts.sum())
    scored = not np.isnan(scores).any() and len(scores) > 0
    numbers = {label: place for place, label in enumerate(errors.labels)}
    labels = [
        np.array([numbers[name] for name in side.labels], np.int64)[side.object_label]
        if len(side.object_label) else np.zeros(0, np.int64)
        for side in (reference, hypothesis)
    ]  # fmt: skip
    base_f1, nan = _f1(hits, false, missed), float("nan")
    base_ap = _ap(errors, labels, matches, scores, None) if scored else nan
    rows = []
    for place, (kind, (false_ones, missed_ones)) in enumerate(errors.totals.items()):
        f1 = _f1(hits + missed_ones, false - false_ones, missed - missed_ones)
        ap = _ap(errors, labels, matches, scores, place) if scored else nan
        rows.append(Repair(kind, false_ones, missed_ones, f1, f1 - base_f1, ap, ap - base_ap))
    return rows


def _f1(hits: int, false: int, missed: int) -> float:
    both = 2 * hits + false + missed
    return 2 * hits / both if both else float("nan")


def _ap(
    errors: LayoutErrors,
    labels: list[NDArray[np.int64]],
    matches: Matches,
    scores: NDArray[np.float64],
    kind: int | None,
) -> float:
    """AP after the repair of a kind, or as it is."""
    import numpy as np

    ours, theirs = labels
    hit = np.zeros(len(theirs), bool)
    hit[matches.hypothesis] = True
    kept, counted, label = np.ones(len(theirs), bool), np.ones(len(ours), bool), theirs.copy()
    if kind is not None:
        kept[errors.hypothesis == kind] = False
        counted[errors.reference == kind] = False
        one, other = errors.repair
        mended = errors.reference[one] == kind
        one, other = one[mended], other[mended]
        kept[other], counted[one], hit[other], label[other] = True, True, True, ours[one]
    values = []
    for number in range(len(errors.labels)):
        chosen = kept & (label == number)
        positives = int((counted & (ours == number)).sum())
        if positives:
            values.append(average_precision(scores[chosen], hit[chosen], positives))
    return float(np.mean(values)) if values else float("nan")
