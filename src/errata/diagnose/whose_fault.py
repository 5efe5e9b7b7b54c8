"""The budgets of many pages as one document: totals, reading order, confidences, and what they say in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import fsum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from errata.diagnose.budget import PARTS, Budget
from errata.diagnose.confidence import SureLine, SureWord
from errata.stats.calibration import expected_calibration_error, reliability, review
from errata.stats.groups import label_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SCHEMA", "document", "totals", "verdict"]

SCHEMA = 1
MOST = 0.6  # share of the edits from which one part is the fault
REVIEWED = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)
TARGETS = (0.01, 0.02, 0.05)  # character error rates
COUNTS = ("reference", "edits", "flexible", "best_order", "words_missed", "words_added", "words")
MEASURES = ("tau", "footrule", "edit")
FAULTS = {
    "recognition": "recognition: lines are in their place, and their letters are wrong",
    "segmentation": "segmentation: lines were lost, added, split or joined",
    "order": "reading order: the lines are right and in the wrong place",
}


def document(
    budgets: Sequence[Budget],
    signature: str,
    unit: str,
    facts: Mapping[str, Sequence[str | None]] = MappingProxyType({}),
) -> dict[str, Any]:
    """The document that reports read; `facts` has a value for each page, by whose values pages are grouped."""
    return {
        "schema": SCHEMA,
        "signature": signature,
        "unit": unit,
        **totals(budgets),
        "confidence": _confidence(budgets),
        "groups": {name: _grouped(budgets, values) for name, values in facts.items()},
        "pages": [one.to_dict() for one in budgets],
    }


def totals(budgets: Sequence[Budget]) -> dict[str, Any]:
    """The sums over pages, the error rates that they make, and whose fault these are."""
    total = {name: sum(getattr(one, name) for one in budgets) for name in COUNTS}
    length = max(1, total["reference"])
    parts = {"by_text": [one.by_text for one in budgets]}
    if budgets and all(one.by_place for one in budgets):
        parts["by_place"] = [one.by_place for one in budgets if one.by_place]
    split = {way: {part: sum(getattr(one, part) for one in found) for part in PARTS} for way, found in parts.items()}
    by_place = split.get("by_place")
    return {
        **total,
        "cer": total["edits"] / length,
        "cer_best_order": total["best_order"] / length,
        "cer_by_place": (total["edits"] - by_place["order"]) / length if by_place else None,
        "flexible_accuracy": 1 - total["flexible"] / length,
        "bag_of_words_error": _share(total["words_missed"] + total["words_added"], total["words"]),
        "by_text": split["by_text"],
        "by_place": by_place,
        "verdict": verdict(by_place or split["by_text"], total["edits"]),
        "order": _order(budgets),
    }


def _grouped(budgets: Sequence[Budget], values: Sequence[Any]) -> dict[str, Any]:
    """The totals of the pages that share a value of a fact."""
    labels = [label_of(value) for value in values]
    found = {}
    for label in sorted(set(labels)):
        pages = [one for one, theirs in zip(budgets, labels, strict=True) if theirs == label]
        found[label] = {"pages": len(pages), **totals(pages)}
    return found


def verdict(parts: dict[str, int], edits: int) -> str:
    """Whose fault it is, in words."""
    if not edits:
        return "nothing is wrong"
    part = max(PARTS, key=lambda name: parts[name])
    return f"mostly {FAULTS[part]}" if parts[part] >= MOST * edits else "mixed: no part makes most of the errors"


def _order(budgets: Sequence[Budget]) -> dict[str, Any] | None:
    """The means over the pages whose reference has lines."""
    pages = [one.reading for one in budgets if one.reading.lines]
    if not pages:
        return None
    lines, matched = sum(one.lines for one in pages), sum(one.matched for one in pages)
    means = {name: fsum(one.scaled(name) for one in pages) / len(pages) for name in MEASURES}
    return {"pages": len(pages), "lines": lines, "matched": matched, "share": matched / lines, **means}


def _confidence(budgets: Sequence[Budget]) -> dict[str, Any] | None:
    """How well confidences say what is right, and what reviewing lines by them would leave."""
    lines = [line for one in budgets for line in one.sure]
    words = [word for one in budgets for word in one.sure_words]
    if not lines:
        return None
    confidences, errors, sizes = zip(*lines, strict=True)
    left = review(confidences, errors, sizes)[1]
    rows = [{"reviewed": share, "cer": float(left[round(share * (len(left) - 1))])} for share in REVIEWED]
    return {
        "words": _calibration(words) if words else None,
        "lines": _calibration(lines),
        "review": rows,
        "targets": [_target(left, target) for target in TARGETS],
    }


def _calibration(cases: Sequence[SureLine] | Sequence[SureWord]) -> dict[str, Any]:
    table = reliability([one.confidence for one in cases], [one.right for one in cases])
    bins = [asdict(one) for one in table if one.cases]
    return {"cases": len(cases), "ece": expected_calibration_error(table), "bins": bins}


def _target(left: NDArray[np.float64], target: float) -> dict[str, Any]:
    """The share of lines, the least sure first, that must be reviewed until no more than the target is left."""
    import numpy as np

    first = int(np.argmax(left <= target))
    return {"cer": target, "reviewed": first / max(1, len(left) - 1)}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
