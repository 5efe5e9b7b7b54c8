"""Layout metrics: precision and recall of objects, and how well the matched ones overlap, at a threshold of IoU.

A row is one class on one page of one document. `reference`, `hypothesis` and `matched` are objects; `iou`, `coverage`
and `purity` are sums over the matched pairs. Nothing is 0 that is undefined: precision without predictions, recall
without reference objects and means without matches have no value.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from errata.kernels.matching import count
from errata.metrics.base import Computed, Counter, Direction, Empty, Formula, Metric, Ratio, Scale

if TYPE_CHECKING:
    from errata.metrics.base import Columns, Values

__all__ = ["FIELDS", "NAMES", "at", "counter_at", "metrics_at"]

FIELDS = ("reference", "hypothesis", "matched", "iou", "coverage", "purity")

SOURCE = "data snapshot evaluation specification 1.3"
UNDEFINED = Empty(float("nan"))


def _difference(side: str) -> Computed:
    def values(columns: Columns) -> Values:
        return (columns[side] - columns["matched"]).astype("float64")

    return Computed(f"{side} - matched", values)


def _matched(columns: Columns) -> Values:
    return columns["matched"].astype("float64")


Declared = tuple[str, str, Formula, Direction, Scale, float | None]

DECLARED: tuple[Declared, ...] = (
    ("precision", "Precision", Ratio("matched", "hypothesis", UNDEFINED), "higher", "rate", 1),
    ("recall", "Recall", Ratio("matched", "reference", UNDEFINED), "higher", "rate", 1),
    ("f1", "F1", Ratio("2 matched", "reference + hypothesis", UNDEFINED), "higher", "rate", 1),
    ("mean_iou", "Mean IoU", Ratio("iou", "matched", UNDEFINED), "higher", "rate", 1),
    ("mean_coverage", "Mean coverage", Ratio("coverage", "matched", UNDEFINED), "higher", "rate", 1),
    ("mean_purity", "Mean purity", Ratio("purity", "matched", UNDEFINED), "higher", "rate", 1),
    ("tp", "True positives", Computed("matched", _matched), "higher", "count", None),
    ("fp", "False positives", _difference("hypothesis"), "lower", "count", 0),
    ("fn", "False negatives", _difference("reference"), "lower", "count", 0),
)
NAMES: tuple[str, ...] = tuple(name for name, *_ in DECLARED)


def at(name: str, threshold: float) -> str:
    """The name of a metric at a threshold: precision@0.5."""
    return f"{name}@{threshold:g}"


def counter_at(threshold: float) -> Counter:
    """What is counted at a threshold, for each page and class."""
    return Counter(at("matching", threshold), FIELDS, partial(count, threshold=threshold))


def metrics_at(thresholds: Iterable[float]) -> dict[str, Metric]:
    """Every layout metric at these thresholds, by name."""
    found = {}
    for threshold in thresholds:
        counter = counter_at(threshold)
        for name, title, formula, better, scale, identity in DECLARED:
            metric = Metric(
                at(name, threshold), f"{title}, IoU >= {threshold:g}", formula, counter, "objects", better,
                (0, 1) if scale == "rate" else (0, float("inf")), SOURCE, identity, scale=scale,
            )  # fmt: skip
            found[metric.name] = metric
    return found
