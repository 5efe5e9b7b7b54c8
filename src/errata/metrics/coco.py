"""COCO average precision and recall of scored layouts, through hotcoco: 101 points, T = .50:.05:.95, all detections.

Classes and pages are those of both sides, matched by name. A class without a reference object has no AP and stays
outside the means, as in COCO; where COCO writes -1 stands NaN here, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.errors import UsageError
from errata.kernels.matching import Objects, Places, places
from errata.kernels.matching_scored import Measure, ScoredObjects, hits_by_score
from errata.metrics.scored import ranked_precision

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["THRESHOLDS", "AveragePrecision", "ClassPrecision", "average_precisions"]

THRESHOLDS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))
NAN = float("nan")
NO_SCORES = "{} of {} hypothesis objects have no score: AP ranks by score, and is undefined without"
NO_REFERENCE = "there is no reference object: AP and AR have nothing to find"


@dataclass(frozen=True, slots=True)
class ClassPrecision:
    """One class: its objects on both sides, and its averages; NaN where they are undefined."""

    label: str
    references: int
    hypotheses: int
    ap: float
    ap50: float
    ap75: float
    ar: float


@dataclass(frozen=True, slots=True)
class AveragePrecision:
    """Means over the classes with reference objects, each class, and precision by threshold, recall and class."""

    ap: float
    ap50: float
    ap75: float
    ar: float
    classes: tuple[ClassPrecision, ...]
    recalls: tuple[float, ...]
    precision: NDArray[np.float64] | None
    reason: str = ""  # why there is no number, where there is none

    def curve(self, label: str, threshold: float = 0.5) -> list[tuple[float, float]]:
        """Recall and interpolated precision of a class at one threshold; nothing where they are undefined."""
        import numpy as np

        known = [found.label for found in self.classes]
        if label not in known or threshold not in THRESHOLDS:
            raise UsageError(
                f"There are curves of the classes {known} at the thresholds {list(THRESHOLDS)}, "
                f"not of {label!r} at {threshold}."
            )
        if self.precision is None:
            return []
        values = self.precision[THRESHOLDS.index(threshold), :, known.index(label)]
        if np.isnan(values).all():
            return []
        return list(zip(self.recalls, values.tolist(), strict=True))


def average_precisions(
    reference: ScoredObjects, hypothesis: ScoredObjects, measure: Measure | None = None
) -> AveragePrecision:
    """The averages of a scored side; scores of the reference play no part.

    Objects overlap as their boxes do, or as `measure` says; hotcoco knows boxes only, so the rest is counted here.
    """
    import numpy as np

    where = places(reference, hypothesis)
    labels = where.labels
    numbers = [group % max(len(labels), 1) for group in (where.reference, where.hypothesis)]
    counts = [np.bincount(side, minlength=len(labels)).tolist() for side in numbers]
    unscored = int(np.isnan(hypothesis.scores).sum())
    reason = NO_SCORES.format(unscored, len(hypothesis.scores)) if unscored else ""
    reason = reason or ("" if len(reference.boxes) else NO_REFERENCE)
    precision, recall = None, None
    if not reason:
        by_measure = _measured(reference, hypothesis, measure, numbers) if measure else None
        precision, recall = by_measure or _evaluated(reference, hypothesis, where)
    rows = tuple(
        _class(label, counts[0][place], counts[1][place], precision, recall, place)
        for place, label in enumerate(labels)
    )
    means = {name: _mean([getattr(row, name) for row in rows]) for name in ("ap", "ap50", "ap75", "ar")}
    recalls = tuple(round(step / 100, 2) for step in range(101))
    return AveragePrecision(**means, classes=rows, recalls=recalls, precision=precision, reason=reason)


def hotcoco() -> Any:
    """The package behind the averages, or an error that names the extra."""
    try:
        import hotcoco as found
    except ImportError:
        raise UsageError(
            "Average precision needs hotcoco, which is not installed. Install it with: pip install 'errata[coco]'"
        ) from None
    return found


def _evaluated(
    reference: Objects, hypothesis: ScoredObjects, where: Places
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Precision (threshold, recall, class) and recall (threshold, class); NaN where COCO has -1."""
    import numpy as np

    package = hotcoco()
    ours, theirs, classes = where.reference, where.hypothesis, len(where.labels)
    used, place = np.unique(np.concatenate([ours, theirs]) // classes, return_inverse=True)
    pages = place[: len(ours)] + 1, place[len(ours) :] + 1
    images = [{"id": number, "width": 1, "height": 1} for number in range(1, len(used) + 1)]
    categories = [{"id": number, "name": str(number)} for number in range(1, classes + 1)]
    truth = package.COCO.from_arrays(images, categories, pages[0], ours % classes + 1, _sized(reference.boxes))
    columns = [pages[1], _sized(hypothesis.boxes), hypothesis.scores, theirs % classes + 1]
    found = truth.load_res(np.column_stack(columns).astype(np.float64).reshape(-1, 7))
    evaluator = package.COCOeval(truth, found, "bbox")
    most = int(np.bincount(pages[1], minlength=1).max()) if len(theirs) else 1
    evaluator.params.max_dets = [max(most, 1)]
    evaluator.params.area_rng, evaluator.params.area_rng_lbl = [[0.0, 1e10]], ["all"]
    evaluator.evaluate()
    evaluator.accumulate()
    precision, recall = (np.asarray(evaluator.eval[name], np.float64)[..., 0, 0] for name in ("precision", "recall"))
    return np.where(precision < 0, np.nan, precision), np.where(recall < 0, np.nan, recall)


def _measured(
    reference: ScoredObjects, hypothesis: ScoredObjects, measure: Measure, numbers: Sequence[NDArray[np.int64]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The same from the matching by score: COCO's own, at each threshold and class."""
    import numpy as np

    classes = len({*reference.labels, *hypothesis.labels})
    precision = np.full((len(THRESHOLDS), 101, classes), np.nan)
    recall = np.full((len(THRESHOLDS), classes), np.nan)
    for place, hits in enumerate(hits_by_score(reference, hypothesis, THRESHOLDS, measure).T):
        for number in range(classes):
            chosen, positives = numbers[1] == number, int((numbers[0] == number).sum())
            if positives:
                precision[place, :, number] = ranked_precision(hypothesis.scores[chosen], hits[chosen], positives)
                recall[place, number] = hits[chosen].sum() / positives
    return precision, recall


def _sized(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Left, top, width and height."""
    import numpy as np

    return np.hstack([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]])


def _class(label: str, references: int, hypotheses: int, precision: Any, recall: Any, place: int) -> ClassPrecision:
    if precision is None or references == 0:
        return ClassPrecision(label, references, hypotheses, NAN, NAN, NAN, NAN)
    ap = precision[:, :, place].mean(axis=1)
    ap50, ap75 = (float(ap[THRESHOLDS.index(threshold)]) for threshold in (0.5, 0.75))
    return ClassPrecision(label, references, hypotheses, float(ap.mean()), ap50, ap75, float(recall[:, place].mean()))


def _mean(values: Sequence[float]) -> float:
    defined = [value for value in values if value == value]
    return sum(defined) / len(defined) if defined else NAN
