"""Numbers and signs as people read them, with and without Unicode."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["ASCII", "UNICODE", "Signs", "count", "number", "share"]


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs that a screen can show."""

    lower: str
    higher: str
    infinite: str
    none: str
    between: str
    more: str
    full: str
    parts: str  # of a bar's last cell, from a small part to a large one

    def direction(self, better: str) -> str:
        """The arrow of a metric's better direction."""
        return {"lower": self.lower, "higher": self.higher}.get(better, "")

    def bar(self, value: float, width: int) -> str:
        """A bar that is full at 1; nothing at 0 and below."""
        steps = len(self.parts) + 1
        filled = round(max(0.0, min(value, 1.0)) * width * steps)
        part = filled % steps
        return self.full * (filled // steps) + (self.parts[part - 1] if part else "")


UNICODE = Signs("↓", "↑", "∞", "–", "–", "…", "█", "▏▎▍▌▋▊▉")
ASCII = Signs("low", "high", "inf", "-", "..", "...", "#", "")


def number(value: float, scale: str, signs: Signs = UNICODE) -> str:
    """A rate as a percentage, a count as a whole number where it is one."""
    if math.isnan(value):
        return signs.none
    if math.isinf(value):
        return signs.infinite if value > 0 else f"-{signs.infinite}"
    return share(value) if scale == "rate" else count(value)


def share(value: float) -> str:
    """A percentage with two decimals that says 0 and 100 only where it is so."""
    if 0 < value < 0.00005:
        return "<0.01 %"
    if 0.99995 <= value < 1:
        return ">99.99 %"
    return f"{value * 100:,.2f} %"


def count(value: float) -> str:
    """A whole number as it is, any other with two decimals."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
