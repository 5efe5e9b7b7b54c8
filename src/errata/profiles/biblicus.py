"""Biblicus extraction metrics: the document with its quality bands, and the published code."""

from dataclasses import replace
from types import MappingProxyType

from errata.profiles.base import Band, Profile


def _band(metric: str, excellent: float, good: float, acceptable: float) -> Band:
    return Band(metric, (("excellent", excellent), ("good", good), ("acceptable", acceptable)), "poor")


BIBLICUS = Profile(
    name="biblicus",
    title="Biblicus: words without case and punctuation, macro-averaged",
    source="Biblicus metrics reference (004)",
    metrics=(
        "word_precision", "word_recall", "word_f1", "character_accuracy", "wer", "sequence_accuracy", "lcs_ratio",
        "bigram_overlap", "trigram_overlap",
    ),
    headline=("word_f1", "word_precision", "word_recall", "wer", "lcs_ratio", "bigram_overlap"),
    aggregation="macro",
    words="biblicus",
    bands=(
        _band("word_f1", 0.75, 0.65, 0.50),
        _band("word_recall", 0.80, 0.70, 0.60),
        _band("wer", 0.30, 0.50, 0.70),
        _band("lcs_ratio", 0.80, 0.65, 0.50),
        _band("bigram_overlap", 0.70, 0.55, 0.40),
    ),
)  # fmt: skip

BIBLICUS_CODE = replace(
    BIBLICUS,
    name="biblicus-code",
    title="Biblicus as its published code computes it: only [a-z0-9], words longer than two",
    words="biblicus-code",
    terms="biblicus-code",
    empty="one",
    median="upper",
    instead=MappingProxyType(
        {"bigram_overlap": "bigram_overlap_distinct", "trigram_overlap": "trigram_overlap_distinct"}
    ),
)
