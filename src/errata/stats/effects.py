"""How large a difference is, who wins how often, and which test fits the data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.errors import UnknownNameError
from errata.stats.paired import gaps_of, ranked, spread_of

if TYPE_CHECKING:
    from errata.stats.paired import Values
    from errata.stats.sums import Floats


@dataclass(frozen=True, slots=True)
class Effects:
    """Effect sizes of B - A that do not grow with the number of samples; NaN where there is no spread.

    `cohen_d`: mean over standard deviation of the differences; `hedges_g`: the same without its bias in small samples;
    `rank_biserial`: share of rank sum in favour less the share against (Kerby 2014), -1 to 1.
    """

    cohen_d: float
    hedges_g: float
    rank_biserial: float


@dataclass(frozen=True, slots=True)
class Wins:
    """On how many samples B is better than A, equal, and worse."""

    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class Advice:
    """The test to read first, and why, in words."""

    test: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.test}: {'; '.join(self.reasons)}"


def effects(first: Values, second: Values) -> Effects:
    """The effect sizes of the differences B - A."""
    import numpy as np

    gaps = gaps_of(first, second)
    size = len(gaps)
    spread = spread_of(gaps)
    d = float(gaps.mean()) / spread if spread else math.nan
    g = d * (1 - 3 / (4 * (size - 1) - 1)) if size > 2 else math.nan
    moved = gaps[gaps != 0]
    if not len(moved):
        return Effects(d, g, 0.0)
    ranks, _ = ranked(np.abs(moved))
    return Effects(d, g, float((ranks * np.sign(moved)).sum() / ranks.sum()))


def wins(first: Values, second: Values, better: str = "lower") -> Wins:
    """How often B is better than A, by the direction of the metric."""
    if better not in ("lower", "higher"):
        raise UnknownNameError("direction", better, ("lower", "higher"))
    gaps = gaps_of(first, second) * (-1 if better == "lower" else 1)
    return Wins(int((gaps > 0).sum()), int((gaps == 0).sum()), int((gaps < 0).sum()))


def recommend(first: Values, second: Values, *, clustered: bool = False, corpus: bool = True) -> Advice:
    """The test for these pairs of values.

    `clustered`: samples belong to documents, so that they are not independent; `corpus`: the question is about the
    corpus number (micro), not about the mean over samples.
    """
    gaps = gaps_of(first, second)
    size, moved = len(gaps), int((gaps != 0).sum())
    values = set(map(float, first)) | set(map(float, second))
    if clustered:
        return Advice("permutation", ("samples of one cluster are not independent, so clusters are swapped whole",))
    if values <= {0.0, 1.0}:
        return Advice("McNemar", (f"the outcomes are yes or no, and {moved} of {size} pairs differ",))
    if corpus:
        return Advice("permutation", ("the question is about the corpus number, which weighs samples by their length",))
    if size - moved > size / 2:
        return Advice("permutation", (f"{size - moved} of {size} pairs are equal: ranks and normal curves fit badly",))
    skew, tails = shape(gaps)
    if size >= 30 and abs(skew) * math.sqrt(size / 6) < 2 and abs(tails) * math.sqrt(size / 24) < 2:
        why = f"{size} differences with skewness {skew:.2f} and excess kurtosis {tails:.2f} look normal"
        return Advice("paired t", (why,))
    if size >= 30:
        why = f"the differences are not normal (skewness {skew:.2f}, excess kurtosis {tails:.2f})"
        return Advice("Wilcoxon signed-rank", (why,))
    return Advice("Wilcoxon signed-rank", (f"{size} pairs are too few to tell whether their differences are normal",))


def shape(gaps: Floats) -> tuple[float, float]:
    """Skewness and excess kurtosis; 0 and 0 where nothing varies."""
    centred = gaps - gaps.mean()
    spread = float((centred**2).mean())
    if spread <= 1e-28 * float((gaps**2).max(initial=0.0)):
        return 0.0, 0.0
    return float((centred**3).mean() / spread**1.5), float((centred**4).mean() / spread**2 - 3)
