"""Thulium's handwriting metrics: the document, and the published code."""

from dataclasses import replace

from errata.profiles.base import Profile

THULIUM = Profile(
    name="thulium",
    title="Thulium: an empty reference counts as fully wrong, micro-averaged",
    source="Thulium evaluation metrics (002)",
    metrics=(
        "cer", "wer", "ser",
        "char_hits", "char_substitutions", "char_deletions", "char_insertions",
        "word_hits", "word_substitutions", "word_deletions", "word_insertions",
    ),
    headline=("cer", "wer", "ser"),
    empty="one",
)  # fmt: skip

THULIUM_CODE = replace(
    THULIUM,
    name="thulium-code",
    title="Thulium as its published code computes it",
    empty_micro=0.0,
    percentile="floor",
)
