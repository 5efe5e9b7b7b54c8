"""Many tests at once: p-values that hold for all of them together (Holm) or for most that are declared (Benjamini)."""

from __future__ import annotations

from collections.abc import Sequence

from errata.errors import UsageError

__all__ = ["benjamini_hochberg", "holm"]


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values of Holm 1979: below alpha only if the chance of any false finding is; NaN stays NaN."""
    known = _known(p_values)
    adjusted, least = list(p_values), 0.0
    for rank, place in enumerate(sorted(known, key=lambda place: p_values[place])):
        least = max(least, min(1.0, (len(known) - rank) * p_values[place]))
        adjusted[place] = least
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values of Benjamini and Hochberg 1995: the share of false findings among those below alpha."""
    known = _known(p_values)
    adjusted, most = list(p_values), 1.0
    ordered = sorted(known, key=lambda place: p_values[place])
    for rank in range(len(ordered), 0, -1):
        most = min(most, p_values[ordered[rank - 1]] * len(ordered) / rank)
        adjusted[ordered[rank - 1]] = most
    return adjusted


def _known(p_values: Sequence[float]) -> list[int]:
    known = [place for place, value in enumerate(p_values) if value == value]
    wrong = [p_values[place] for place in known if not 0 <= p_values[place] <= 1]
    if wrong:
        raise UsageError(f"{wrong[0]} is no p-value: they lie between 0 and 1.")
    return known
