"""The budgets of many pages as one document: totals, reading order, confidences, and what they say in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import fsum
from typing import Any

from errata.diagnose.budget import PARTS, Budget
from errata.stats.calibration import expected_calibration_error, reliability, review

__all__ = ["SCHEMA", "document", "verdict"]

SCHEMA = 1
MOST = 0.6  # share of the edits from which one part is the fault
REVIEWED = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)
MEASURES = ("tau", "footrule", "edit")
FAULTS = {
    "recognition": "recognition: lines are in their place, and their letters are wrong",
    "segmentation": "segmentation: lines were lost, added, split or joined",
    "order": "reading order: the lines are right and in the wrong place",
}


def document(budgets: Sequence[Budget], signature: str, unit: str) -> dict[str, Any]:
    """The document that reports read."""
    total = {
        name: sum(getattr(one, name) for one in budgets) for name in ("reference", "edits", "flexible", "best_order")
    }
    total |= {name: sum(getattr(one, name) for one in budgets) for name in ("words_missed", "words_added", "words")}
    length = max(1, total["reference"])
    placed = bool(budgets) and all(one.by_place for one in budgets)
    parts = {"by_text": [one.by_text for one in budgets]}
    if placed:
        parts["by_place"] = [one.by_place for one in budgets if one.by_place]
    split = {name: {part: sum(getattr(one, part) for one in found) for part in PARTS} for name, found in parts.items()}
    shown = split.get("by_place", split["by_text"])
    return {
        "schema": SCHEMA,
        "signature": signature,
        "unit": unit,
        **total,
        "cer": total["edits"] / length,
        "cer_best_order": total["best_order"] / length,
        "bag_of_words_error": _share(total["words_missed"] + total["words_added"], total["words"]),
        "by_text": split["by_text"],
        "by_place": split.get("by_place"),
        "verdict": verdict(shown, total["edits"]),
        "order": _order(budgets),
        "confidence": _confidence(budgets),
        "pages": [one.to_dict() for one in budgets],
    }


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
    sure = [line for one in budgets for line in one.sure]
    if not sure:
        return None
    confidences, errors, sizes = zip(*sure, strict=True)
    table = reliability(confidences, [not count for count in errors])
    left = review(confidences, errors, sizes)[1]
    rows = [{"reviewed": share, "cer": float(left[round(share * (len(left) - 1))])} for share in REVIEWED]
    bins = [asdict(one) for one in table if one.cases]
    return {"lines": len(sure), "ece": expected_calibration_error(table), "bins": bins, "review": rows}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
