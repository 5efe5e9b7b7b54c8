"""The formulas that the four systems share, with the last digits that their own arithmetic gives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

from errata.kernels.edits import distance


def error_rate(reference: Sequence[str], hypothesis: Sequence[str], empty: float) -> float:
    """Edits for each token of the reference; without any, 0 if the hypothesis has none either and else `empty`."""
    if not reference:
        return empty if hypothesis else 0.0
    return distance(reference, hypothesis) / len(reference)


def precision_recall_f1(matched: int, found: int, expected: int) -> tuple[float, float, float]:
    """Matches among the found and among the expected, and their harmonic mean; 0 where there is nothing to divide by.

    F1 goes by precision and recall, as in all four originals: on counts its last digit would differ in their files.
    """
    precision = matched / found if found else 0.0
    recall = matched / expected if expected else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def mean(values: Sequence[float]) -> float:
    """The sum from left to right over the number.

    Python's own `sum` compensates for rounding from 3.12 on, which would change the last digits in their files.
    """
    return reduce(add, values, 0.0) / len(values)
