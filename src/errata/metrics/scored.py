"""Formulas on scored detections: average precision, precision and recall by threshold, the best F1, calibration.

A detection is a score and whether it is a hit; `positives` is the number of reference objects. Detections are ranked
by score, equal scores in the order given. Every function returns NaN, not a number, where there is nothing to divide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]
    Integers = NDArray[np.int64]

__all__ = [
    "Bin", "Calibration", "Point", "Ranking", "average_precision", "best_point", "calibration", "curve",
    "ranked_precision", "weighted_averages",
]  # fmt: skip

POINTS = 101  # recalls at which COCO reads precision
BINS = 10


@dataclass(frozen=True, slots=True)
class Point:
    """What keeping every detection from this score on gives."""

    threshold: float
    true_positives: int
    false_positives: int
    false_negatives: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Bin:
    """The detections of a range of scores: their mean score, and the share of hits."""

    low: float
    high: float
    count: int
    score: float
    hits: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far scores are from shares of hits: the mean over detections (ECE), and the largest gap of a bin (MCE)."""

    ece: float
    mce: float
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Detections from the highest score on, ready to be counted as often as the cluster of each is drawn."""

    clusters: Integers  # of each detection
    hits: tuple[Integers, ...]  # the ranks of the hits, at each threshold
    positives: Floats  # the number of reference objects in each cluster


def average_precision(scores: Floats, hits: Mask, positives: int) -> float:
    """The mean of the interpolated precision at 101 recalls, as COCO computes it; NaN without a reference object."""
    return float(ranked_precision(scores, hits, positives).mean()) if positives else float("nan")


def ranked_precision(scores: Floats, hits: Mask, positives: int) -> Floats:
    """The interpolated precision at 101 recalls, of one reference object or more."""
    import numpy as np

    order = np.argsort(-scores, kind="stable")
    found = np.cumsum(hits[order])
    precision = found / np.arange(1, len(found) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    at = np.searchsorted(found / positives, np.linspace(0.0, 1.0, POINTS), "left")
    values: Floats = np.append(precision, 0.0)[np.minimum(at, len(precision))]
    return values


def weighted_averages(ranking: Ranking, weights: Floats) -> tuple[Floats, Floats]:
    """Average precision and recall at each threshold, with each cluster there as often as its weight says.

    The same as ranking every detection that often: copies of one have the same score and follow one another, and the
    interpolated precision of the last copy of a hit is that of the others.
    """
    import numpy as np

    averages, recalls = (np.full(len(ranking.hits), np.nan) for _ in range(2))
    positives = ranking.positives @ weights
    if not positives:
        return averages, recalls
    drawn = weights[ranking.clusters]
    kept, steps = np.cumsum(drawn), np.linspace(0.0, 1.0, POINTS)
    for place, ranks in enumerate(ranking.hits):
        found = np.cumsum(drawn[ranks])
        precision = found / np.maximum(kept[ranks], 1)
        precision = np.maximum.accumulate(precision[::-1])[::-1]
        at = np.searchsorted(found / positives, steps, "left")
        averages[place] = np.append(precision, 0.0)[np.minimum(at, len(precision))].mean()
        recalls[place] = found[-1] / positives if len(found) else 0.0
    return averages, recalls


def curve(scores: Floats, hits: Mask, positives: int) -> list[Point]:
    """One point for each score that occurs, from the highest: what keeping all from it on gives."""
    import numpy as np

    order = np.argsort(-scores, kind="stable")
    ordered, found = scores[order], np.cumsum(hits[order])
    last = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) if len(ordered) else np.zeros(0, np.int64)
    return [_point(float(ordered[place]), int(found[place]), place + 1, positives) for place in last.tolist()]


def best_point(points: list[Point]) -> Point | None:
    """The point with the highest F1, of equal ones that with the highest threshold; None where F1 is undefined."""
    defined = [point for point in points if point.f1 == point.f1]
    return max(defined, key=lambda point: (point.f1, point.threshold), default=None)


def calibration(scores: Floats, hits: Mask, bins: int = BINS) -> Calibration:
    """Bins of equal width; scores lie between 0 and 1, and one on an edge belongs to the bin above it."""
    import numpy as np

    if bins < 1:
        raise UsageError(f"Calibration takes at least 1 bin, not {bins}.")
    outside = scores[~((scores >= 0.0) & (scores <= 1.0))]
    if len(outside):
        raise UsageError(
            f"Calibration compares scores with shares of hits, and {len(outside)} of {len(scores)} scores are not "
            f"between 0 and 1, for example {float(outside[0])!r}."
        )
    if not len(scores):
        return Calibration(float("nan"), float("nan"), ())
    place = np.minimum((scores * bins).astype(np.int64), bins - 1)
    counts = np.bincount(place, minlength=bins)
    some = np.maximum(counts, 1)
    mean, share = (np.bincount(place, weights=values, minlength=bins) / some for values in (scores, hits))
    gaps = np.abs(mean - share)
    rows = [
        Bin(number / bins, (number + 1) / bins, int(counts[number]), float(mean[number]), float(share[number]))
        for number in np.flatnonzero(counts).tolist()
    ]
    return Calibration(float((gaps * counts).sum() / len(scores)), float(gaps[counts > 0].max()), tuple(rows))


def _point(threshold: float, found: int, kept: int, positives: int) -> Point:
    nan = float("nan")
    both = kept + positives
    return Point(
        threshold, found, kept - found, positives - found,
        found / kept if kept else nan, found / positives if positives else nan, 2 * found / both if both else nan,
    )  # fmt: skip
