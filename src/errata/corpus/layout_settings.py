"""What is measured of layouts and how: thresholds, matching, classes, and the signature that pins it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from errata.errors import UnknownNameError, UsageError
from errata.io.policy import UNMATCHED
from errata.io.snapshot_rules import REVISIONS
from errata.kernels.matching_scored import MATCHINGS
from errata.metrics.base import Metric
from errata.metrics.layout import at, metrics_at
from errata.version import __version__

__all__ = ["EXTRAS", "MATCHINGS", "SHAPES", "LayoutSettings", "settle_layout"]

SHAPES = ("boxes", "polygons")
EXTRAS = ("average_precision", "errors", "calibration", "differences")  # parts of a result that are asked for by name
PROFILE = "snapshot"
EMPTY = "nan"  # what is undefined has no value
HEADLINE = ("precision", "recall", "f1", "mean_iou", "mean_coverage", "mean_purity")


@dataclass(frozen=True, slots=True)
class LayoutSettings:
    """The conventions of one evaluation of layouts."""

    thresholds: tuple[float, ...] = (0.5,)
    labels: tuple[str, ...] = ()  # empty: every class of the label map
    matching: str = "greedy"
    unmatched: str = "error"
    schema: str = "either"
    by: tuple[str, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    shapes: str = "boxes"
    extras: tuple[str, ...] = ()

    @property
    def metrics(self) -> dict[str, Metric]:
        """Every metric at every threshold, by the name that the result shows."""
        return metrics_at(self.thresholds)

    @property
    def headline(self) -> tuple[str, ...]:
        """The metrics that a short table shows: those of the first threshold."""
        return tuple(at(name, self.thresholds[0]) for name in HEADLINE)

    @property
    def signature(self) -> str:
        """The conventions of the numbers, in one line: equal signatures compare."""
        parts = {
            "profile": PROFILE,
            "matching": self.matching,
            "shapes": self.shapes,
            "iou": ",".join(f"{threshold:g}" for threshold in self.thresholds),
            "labels": ",".join(self.labels) or "all",
            "weights": ",".join(f"{name}={weight:g}" for name, weight in self.weights.items()) or "none",
            "unmatched": self.unmatched,
            "undefined": "null",
            "average": "micro",
            "errata": __version__,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())

    def to_dict(self) -> dict[str, Any]:
        """The settings as the result document keeps them."""
        return {
            "kind": "layout",
            "aggregation": "micro",
            "matching": self.matching,
            "shapes": self.shapes,
            "iou": list(self.thresholds),
            "labels": list(self.labels),
            "weights": dict(self.weights),
            "unmatched": self.unmatched,
            "schema": self.schema,
            "empty": EMPTY,
            "by": list(self.by),
            "extras": list(self.extras),
        }

    @property
    def digest(self) -> str:
        """A short name of everything that decides what a run directory holds."""
        text = json.dumps([self.signature, self.to_dict()], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def settle_layout(
    iou: Sequence[float] | float = (0.5,),
    *,
    labels: Sequence[str] | None = None,
    matching: str = "greedy",
    unmatched: str = "error",
    schema: str = "either",
    by: Sequence[str] | str = (),
    weights: Mapping[str, float] | None = None,
    shapes: str = "boxes",
    extras: Sequence[str] = (),
) -> LayoutSettings:
    """The settings of a call; what cannot be meant is refused before anything is read."""
    for kind, name, known in (
        ("matching", matching, MATCHINGS),
        ("shape of objects", shapes, SHAPES),
        ("policy for unmatched documents", unmatched, UNMATCHED),
        ("revision of the schema", schema, REVISIONS),
    ):
        if name not in known:
            raise UnknownNameError(kind, name, known)
    thresholds = tuple(dict.fromkeys(float(one) for one in ([iou] if isinstance(iou, (int, float)) else iou)))
    wrong = [threshold for threshold in thresholds if not 0 < threshold <= 1]
    if wrong or not thresholds:
        shown = f", not {wrong[0]:g}" if wrong else ": give one or more"
        raise UsageError(f"A threshold of IoU is above 0 and at most 1{shown}.")
    long = [threshold for threshold in thresholds if float(f"{threshold:g}") != threshold]
    if long:
        raise UsageError(f"A threshold of IoU has at most six digits, because metrics are named after it: {long[0]!r}.")
    for name, weight in (weights or {}).items():
        if not (isfinite(weight) and weight >= 0):
            raise UsageError(f"The weight of the class {name!r} must be a number of 0 or more, not {weight}.")
    if weights and not any(weights.values()):
        raise UsageError("One class at least needs a weight above 0.")
    facts = [by] if isinstance(by, str) else by
    return LayoutSettings(
        thresholds,
        tuple(labels or ()),
        matching,
        unmatched,
        schema,
        tuple(dict.fromkeys(facts)),
        dict(weights or {}),
        shapes,
        tuple(name for name in EXTRAS if name in extras),
    )
