"""Reading order over lines that could be matched: Kendall's tau, Spearman's footrule, normalised edit distance.

All three are 1 for the reference's order. They are multiplied by the share of the reference's lines that could be
matched, so that a page with nothing on it, or with other text, does not count as well ordered.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass

from errata.kernels.edits import distance

__all__ = ["Order", "order"]


@dataclass(frozen=True, slots=True)
class Order:
    """How lines in the reference's order stand in the hypothesis."""

    lines: int  # of the reference
    matched: int
    tau: float  # 1 in order, -1 reversed; of a single line 1
    footrule: float  # 1 minus the sum of displacements over the largest possible
    edit: float  # 1 minus the edits between the two orders over their length

    @property
    def share(self) -> float:
        """The share of the reference's lines that could be matched."""
        return self.matched / self.lines if self.lines else 0.0

    def scaled(self, name: str) -> float:
        """A measure times the share that could be matched."""
        return float(getattr(self, name)) * self.share


def order(lines: int, places: Sequence[int]) -> Order:
    """The order of matched lines: `places` are their numbers in the hypothesis, in the reference's order.

    Two lines at one place (joined in the hypothesis) are neither in order nor out of it.
    """
    size = len(places)
    if size < 2:
        whole = 1.0 if size else 0.0
        return Order(lines, size, whole, whole, whole)
    pairs, balance = size * (size - 1) // 2, 0
    seen: list[int] = []
    for place in places:
        balance += bisect_left(seen, place) - (len(seen) - bisect_right(seen, place))
        insort(seen, place)
    ranked = sorted(range(size), key=lambda number: places[number])  # stable: ties in the reference's order
    displaced = sum(abs(number - rank) for rank, number in enumerate(ranked))
    names = [str(number) for number in range(size)]
    edits = distance(names, [names[number] for number in ranked])
    return Order(lines, size, balance / pairs, 1 - displaced / (size * size // 2), 1 - edits / size)
