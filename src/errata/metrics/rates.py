"""Error rates and exact matches: what share of the reference was read wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errata.kernels.edits import distance as levenshtein
from errata.kernels.edits import split
from errata.kernels.lines import exact
from errata.metrics.base import Computed, Counter, Empty, Metric, Ratio, Tokens

if TYPE_CHECKING:
    from errata.metrics.base import Columns, Values

MORRIS = "Morris, Maier and Green 2004"
LEVENSHTEIN = "Levenshtein 1966"


def _distance(reference: str, hypothesis: str) -> tuple[int, int, int, int]:
    ours, theirs = len(reference), len(hypothesis)
    return levenshtein(reference, hypothesis), ours, theirs, max(theirs, ours)


DISTANCE = Counter("distance", ("distance", "reference", "hypothesis", "longer"), _distance)
EDITS = Counter("edits", ("hits", "substitutions", "deletions", "insertions"), split, tied=True)
EXACT = Counter("exact", ("different", "samples"), exact)

BY_POLICY = Empty(None, unless="distance")
ALL_WRONG = "substitutions + deletions + insertions"
ALIGNED = f"hits + {ALL_WRONG}"


def _information_preserved(columns: Columns) -> Values:
    import numpy as np

    hits = columns["hits"].astype(np.float64)
    reference = columns["hits"] + columns["substitutions"] + columns["deletions"]
    hypothesis = columns["hits"] + columns["substitutions"] + columns["insertions"]
    both = (reference == 0) & (hypothesis == 0)
    preserved = (hits / np.maximum(reference, 1)) * (hits / np.maximum(hypothesis, 1))
    return np.where(both, 1.0, preserved)


def _information_lost(columns: Columns) -> Values:
    return 1.0 - _information_preserved(columns)


RATES = (
    Metric("cer", "Character error rate", Ratio("distance", "reference", BY_POLICY), DISTANCE, "characters",
           "lower", (0, float("inf")), LEVENSHTEIN, identity=0),
    Metric("wer", "Word error rate", Ratio("distance", "reference", BY_POLICY), DISTANCE, "words",
           "lower", (0, float("inf")), LEVENSHTEIN, identity=0),
    Metric("ser", "Sequence error rate", Ratio("different", "samples", Empty(0.0, undefined=False)), EXACT, "text",
           "lower", (0, 1), "exact match of whole texts", identity=0, symmetric=True),
    Metric("perfect_match_rate", "Perfect match rate",
           Ratio("different", "samples", Empty(1.0, undefined=False), complement=True), EXACT, "text",
           "higher", (0, 1), "1 - SER", identity=1, symmetric=True),
    Metric("ned", "Normalised edit distance", Ratio("distance", "longer", Empty(0.0, undefined=False)), DISTANCE,
           "characters", "lower", (0, 1), "distance over the longer side", identity=0, symmetric=True),
    Metric("nacc", "Normalised accuracy", Ratio("distance", "longer", Empty(1.0, undefined=False), complement=True),
           DISTANCE, "characters", "higher", (0, 1), "1 - NED", identity=1, symmetric=True),
    Metric("character_accuracy", "Character accuracy",
           Ratio("distance", "longer", Empty(1.0, undefined=False), complement=True), DISTANCE, "characters",
           "higher", (0, 1), "another name of NAcc", identity=1, symmetric=True),
    Metric("mer", "Match error rate", Ratio(ALL_WRONG, ALIGNED, Empty(0.0, undefined=False)), EDITS, "words",
           "lower", (0, 1), MORRIS, identity=0),
    Metric("wil", "Word information lost",
           Computed("1 - hits² / (reference words · hypothesis words)", _information_lost), EDITS,
           "words", "lower", (0, 1), MORRIS, identity=0),
    Metric("wip", "Word information preserved",
           Computed("hits² / (reference words · hypothesis words)", _information_preserved), EDITS, "words",
           "higher", (0, 1), MORRIS, identity=1),
)  # fmt: skip

RATE_VARIANTS = (
    Metric("char_mer", "Character match error rate", Ratio(ALL_WRONG, ALIGNED, Empty(0.0, undefined=False)), EDITS,
           "characters", "lower", (0, 1), "OCR-D evaluation specification: e / (e + c)", identity=0),
    Metric("word_ned", "Normalised edit distance, words", Ratio("distance", "longer", Empty(0.0, undefined=False)),
           DISTANCE, "words", "lower", (0, 1), "distance over the longer side", identity=0, symmetric=True),
)  # fmt: skip


def _count(name: str, unit: str, tokens: Tokens) -> Metric:
    def values(columns: Columns) -> Values:
        return columns[name].astype("float64")

    hits = name == "hits"
    return Metric(f"{unit}_{name}", f"{name.capitalize()}, {unit}s", Computed(name, values), EDITS, tokens,
                  "higher" if hits else "lower", (0, float("inf")), "the ruled walk back",
                  identity=None if hits else 0, scale="count")  # fmt: skip


UNITS: tuple[tuple[str, Tokens], ...] = (("char", "characters"), ("word", "words"))
EDIT_COUNTS = tuple(_count(name, unit, tokens) for unit, tokens in UNITS for name in EDITS.fields)
