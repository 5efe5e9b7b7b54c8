"""The published evaluator of data snapshots (003): `evaluate`, its report, and the summary that it prints.

Nothing is validated: boxes are forced into [0, 1], pages are matched by `page_id` alone, labels that were not asked for
are left out, and what is undefined is NaN, also in the report file. `errata.layout` keeps the specification.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.io.snapshot_layout import layout_of
from errata.kernels.matching import Matches, match, places

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.model import Layout

__all__ = ["evaluate", "format_documents", "format_summary", "iou_coverage_purity"]

LABELS = ("Figure", "Table")
HEAD = ("|     Category     |     Metric     | Score |", "|:----------------:|:--------------:|:-----:|")
PRINTED = (
    ("Detection       ", "Precision     ", "precision"),
    ("                ", "Recall        ", "recall"),
    ("Spatial accuracy", "IoU           ", "mean_iou"),
    ("                ", "Area precision", "mean_area_precision"),
    ("                ", "Area recall   ", "mean_area_recall"),
)


def evaluate(
    gt_json_path: str | Path,
    pred_json_path: str | Path,
    iou_thresholds: Sequence[float] = (0.5, 0.75),
    labels: Sequence[str] = LABELS,
    output_path: str | Path | None = None,
) -> dict[str, Any]:
    """The report on a ground truth and a prediction file, also written to `output_path` if one is given."""
    gt, pred = (json.loads(Path(path).read_text("utf-8")) for path in (gt_json_path, pred_json_path))
    report = _report(gt, pred, list(iou_thresholds), list(labels), paths=(str(gt_json_path), str(pred_json_path)))
    if output_path is not None:
        path = Path(output_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report, indent=2), "utf-8")
    return report


def iou_coverage_purity(pred: Sequence[float], gt: Sequence[float]) -> dict[str, float]:
    """IoU, coverage (of the ground truth), purity (of the prediction) and shared area of two boxes."""
    shared = max(0.0, min(pred[2], gt[2]) - max(pred[0], gt[0])) * max(0.0, min(pred[3], gt[3]) - max(pred[1], gt[1]))
    if shared <= 0:
        return {"iou": 0.0, "coverage": 0.0, "purity": 0.0, "intersection": shared}
    ours, theirs = (max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1]) for box in (gt, pred))
    union = theirs + ours - shared
    return {"iou": shared / union, "coverage": shared / ours, "purity": shared / theirs, "intersection": shared}


def format_documents(report: Mapping[str, Any]) -> str:
    """Which documents are in one of the files only, as the evaluator's command prints it."""
    mismatch = report["documents_mismatch"]
    if not any(mismatch.values()):
        return "[OK] documents are consistent: same doc_id set in GT and predictions.\n"
    lines = ["[WARN] documents differ between GT and predictions."]
    for key, side in (("only_gt", "GT"), ("only_pred", "predictions")):
        if mismatch[key]:
            lines.append(f"  Only in {side} ({len(mismatch[key])}): {', '.join(mismatch[key])}")
    return "\n".join(lines) + "\n"


def format_summary(report: Mapping[str, Any], iou_threshold: float = 0.5) -> str:
    """Precision, recall and spatial means of each class at one threshold, as the evaluator's command prints them."""
    classes = report["metrics"][str(iou_threshold)]["per_class"]
    lines = ["", "Summary metrics"]
    for label, scores in classes.items():
        lines += [f"### {label} (IoU={iou_threshold})", *HEAD]
        lines += [f"| {category} | {name} | {scores[key]:.3f} |" for category, name, key in PRINTED]
    lines += [f"{label} count: {scores['tp'] + scores['fn']}" for label, scores in classes.items()]
    return "\n".join(lines) + "\n"


def _report(
    gt: Mapping[str, Any],
    pred: Mapping[str, Any],
    thresholds: list[float],
    labels: list[str],
    *,
    paths: tuple[str, str],
) -> dict[str, Any]:
    names = [{entry["doc_id"] for entry in side.get("documents", [])} for side in (gt, pred)]
    reference, hypothesis = (layout_of(_checked(side), clamp=True) for side in (gt, pred))
    return {
        "info": {
            "schema_version": gt.get("info", {}).get("schema_version"),
            "gt_path": paths[0],
            "pred_path": paths[1],
        },
        "label_map": {key: label for key, label in gt.get("label_map", {}).items() if label in labels},
        "thresholds": thresholds,
        "documents_mismatch": {
            "only_gt": sorted(names[0] - names[1]),
            "only_pred": sorted(names[1] - names[0]),
        },
        "metrics": {str(threshold): _metrics(reference, hypothesis, threshold, labels) for threshold in thresholds},
    }


def _checked(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document, its boxes checked as far as the evaluator does: lists of four."""
    for page in document.get("predictions", []):
        for thing in page.get("objects", []):
            if not isinstance(thing["bbox"], list) or len(thing["bbox"]) != 4:
                raise ValueError(f"Invalid bbox: {thing['bbox']!r}")
    return document


def _metrics(reference: Layout, hypothesis: Layout, threshold: float, labels: list[str]) -> dict[str, Any]:
    import numpy as np

    found = places(reference, hypothesis, by_document=False)
    pairs = match(found.reference, reference.boxes, found.hypothesis, hypothesis.boxes, threshold)
    per_class = {label: _sums(reference, hypothesis, pairs, label) for label in labels}
    micro = np.sum(list(per_class.values()), axis=0) if per_class else np.zeros(6)
    return {"micro": _scores(micro), "per_class": {label: _scores(sums) for label, sums in per_class.items()}}


def _sums(reference: Layout, hypothesis: Layout, pairs: Matches, label: str) -> NDArray[np.float64]:
    """Reference objects, predictions and matches of a class, and what its matches sum up to."""
    import numpy as np

    ours, theirs = (
        side.object_label == (side.labels.index(label) if label in side.labels else -1)
        for side in (reference, hypothesis)
    )
    matched = ours[pairs.reference]
    means = [float(values[matched].sum()) for values in (pairs.iou, pairs.purity, pairs.coverage)]
    return np.array([ours.sum(), theirs.sum(), matched.sum(), *means])


def _scores(sums: NDArray[np.float64]) -> dict[str, Any]:
    references, predictions, matched = (int(value) for value in sums[:3])
    names = ("mean_iou", "mean_area_precision", "mean_area_recall")
    return {
        "tp": matched,
        "fp": predictions - matched,
        "fn": references - matched,
        "precision": matched / predictions if predictions else math.nan,
        "recall": matched / references if references else math.nan,
        "matched": matched,
        **{name: float(value) / matched if matched else math.nan for name, value in zip(names, sums[3:], strict=True)},
    }
