"""What a layout result holds on request: average precision, classes of errors, confidence, differences of matchings.

Each is a plain document: numbers, null where there is none, and the reason beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from errata.corpus.layout_settings import LayoutSettings
from errata.diagnose.layout_errors import KINDS, Bounds, LayoutErrors, layout_errors
from errata.diagnose.layout_repairs import repairs
from errata.errors import UsageError
from errata.kernels.matching import Matches
from errata.kernels.matching_scored import MATCHINGS, Measure, matcher
from errata.metrics.coco import average_precisions
from errata.metrics.scored import Point, best_point, calibration, curve
from errata.report.result import finite

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.model import Layout

    Numbers = NDArray[np.int64]

__all__ = ["Scene", "errors_of", "extras_of"]

STEPS = 20  # thresholds of the sweep: 0, 0.05 ... 0.95
LISTED = 1000  # pages that a result document holds
NO_SCORES = "{} of {} objects of the hypothesis have no score"


@dataclass(frozen=True, slots=True)
class Scene:
    """Both sides, how they are measured, and their matches at the first threshold."""

    reference: Layout
    hypothesis: Layout
    settings: LayoutSettings
    measure: Measure | None
    matches: Matches

    @property
    def threshold(self) -> float:
        """The threshold of the matches."""
        return self.settings.thresholds[0]

    def kinds(self, side: Layout, labels: Sequence[str]) -> Numbers:
        """The class of each object as a number among these."""
        import numpy as np

        known = {label: place for place, label in enumerate(labels)}
        return np.array([known[label] for label in side.labels] or [0], np.int64)[side.object_label]


def extras_of(scene: Scene) -> dict[str, Any]:
    """The parts that the settings ask for, by name."""
    return {name: EXTRAS[name](scene) for name in scene.settings.extras}


def errors_of(scene: Scene) -> LayoutErrors:
    """The kind of every object that was not matched."""
    bounds = Bounds(match=scene.threshold, background=min(Bounds().background, scene.threshold))
    return layout_errors(scene.reference, scene.hypothesis, scene.matches, bounds, scene.measure)


def _average_precision(scene: Scene) -> dict[str, Any]:
    found = average_precisions(scene.reference, scene.hypothesis, scene.measure)
    classes = [
        {name: _number(value) for name, value in asdict(one).items()}
        | {"curve": [precision for _, precision in found.curve(one.label)]}
        for one in found.classes
    ]
    means = {name: finite(getattr(found, name)) for name in ("ap", "ap50", "ap75", "ar")}
    return {**means, "classes": classes, "reason": found.reason or None}


def _errors(scene: Scene) -> dict[str, Any]:
    found = errors_of(scene)
    rows = repairs(found, scene.reference, scene.hypothesis, scene.matches, scene.hypothesis.scores)
    tables = found.hypothesis_counts.tolist(), found.reference_counts.tolist()
    return {
        "iou": scene.threshold,
        "kinds": [{name: _number(value) for name, value in asdict(row).items()} for row in rows],
        "classes": {
            label: {
                kind: {"false_positives": tables[0][row][column], "false_negatives": tables[1][row][column]}
                for column, kind in enumerate(KINDS)
            }
            for row, label in enumerate(found.labels)
        },
    }


def _calibration(scene: Scene) -> dict[str, Any]:
    """By the matching by score, under which a higher threshold takes detections away and changes no other match."""
    import numpy as np

    scores = scene.hypothesis.scores
    base: dict[str, Any] = {"iou": scene.threshold, "matching": "coco", "reason": None}
    unscored = int(np.isnan(scores).sum())
    if unscored or not len(scores):
        return base | {"reason": NO_SCORES.format(unscored, len(scores)) if unscored else "there is no detection"}
    pairs = matcher("coco", scene.measure)(scene.reference, scene.hypothesis, scene.threshold)
    hits = np.zeros(len(scores), bool)
    hits[pairs.hypothesis] = True
    labels = tuple(dict.fromkeys((*scene.reference.labels, *scene.hypothesis.labels)))
    ours, theirs = (scene.kinds(side, labels) for side in (scene.reference, scene.hypothesis))
    positives = np.bincount(ours, minlength=len(labels)).tolist()
    points = curve(scores, hits, len(ours))
    by_class = {
        label: _point(best_point(curve(scores[theirs == place], hits[theirs == place], positives[place])))
        for place, label in enumerate(labels)
    }
    return base | {
        "best": _point(best_point(points)),
        "best_of_classes": by_class,
        "sweep": [_point(_kept(points, step / STEPS, len(ours))) for step in range(STEPS)],
        **_calibrated(scores, hits),
    }


def _calibrated(scores: NDArray[np.float64], hits: NDArray[np.bool_]) -> dict[str, Any]:
    try:
        found = calibration(scores, hits)
    except UsageError as error:  # scores that are no shares
        return {"ece": None, "mce": None, "bins": [], "calibration_reason": str(error)}
    return {"ece": found.ece, "mce": found.mce, "bins": [asdict(one) for one in found.bins], "calibration_reason": None}


def _kept(points: Sequence[Point], threshold: float, positives: int) -> Point:
    """What keeping every detection from this score on gives, asked at a round number."""
    last = next((point for point in reversed(points) if point.threshold >= threshold), None)
    if last is None:
        return Point(threshold, 0, 0, positives, float("nan"), 0.0 if positives else float("nan"), 0.0)
    return Point(threshold, *(getattr(last, name) for name in Point.__slots__[1:]))


def _point(point: Point | None) -> dict[str, Any] | None:
    return {name: _number(value) for name, value in asdict(point).items()} if point else None


def _differences(scene: Scene) -> dict[str, Any]:
    """Every matching beside the others: what each finds in all, and the pages on which they pair other objects."""
    sides = scene.reference, scene.hypothesis
    found = {name: matcher(name, scene.measure)(*sides, scene.threshold) for name in MATCHINGS}
    pairs = {
        name: set(zip(one.reference.tolist(), one.hypothesis.tolist(), strict=True)) for name, one in found.items()
    }
    everywhere = set.intersection(*pairs.values())
    pages: dict[tuple[str, str], dict[str, list[list[str]]]] = {}
    for name, chosen in pairs.items():
        for ours, theirs in sorted(chosen - everywhere):
            page = pages.setdefault(_page_of(scene.reference, ours), {known: [] for known in MATCHINGS})
            page[name].append([scene.reference.object_ids[ours], scene.hypothesis.object_ids[theirs]])
    return {
        "iou": scene.threshold,
        "matchings": {
            name: {"matched": len(one), "iou": float(one.iou.sum())} for name, one in found.items()
        },
        "differing_pages": len(pages),
        "pages": [
            {"document": document, "page": page, "pairs": pages[document, page]}
            for document, page in sorted(pages)[:LISTED]
        ],
    }  # fmt: skip


def _page_of(side: Layout, place: int) -> tuple[str, str]:
    page = int(side.object_page[place])
    return side.documents[int(side.page_document[page])], side.pages[page]


def _number(value: Any) -> Any:
    return finite(value) if isinstance(value, float) else value


EXTRAS: Mapping[str, Callable[[Scene], dict[str, Any]]] = {
    "average_precision": _average_precision,
    "errors": _errors,
    "calibration": _calibration,
    "differences": _differences,
}
