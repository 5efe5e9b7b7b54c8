"""The default: every text metric, by the definitions of the documents as ruled."""

from errata.metrics.registry import STANDARD as SUITE
from errata.profiles.base import Profile

STANDARD = Profile(
    name="standard",
    title="Every text metric, empty references counted",
    source="errata",
    metrics=SUITE,
    headline=("cer", "cer_norm", "wer", "char_f1", "word_f1", "bleu_smoothed", "line_accuracy", "perfect_match_rate"),
)
