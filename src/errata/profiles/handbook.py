"""The metrics of a Korean OCR handbook, and of the code in its chapter."""

from dataclasses import replace

from errata.profiles.base import Profile

HANDBOOK = Profile(
    name="handbook",
    title="OCR handbook: infinite on an empty reference, macro-averaged",
    source="OCR handbook, chapter 13.1 (001)",
    metrics=(
        "cer", "wer", "ned", "nacc", "bleu", "char_precision", "char_recall", "char_f1", "perfect_match_rate",
        "char_hits", "char_substitutions", "char_deletions", "char_insertions",
    ),
    headline=("cer", "wer", "ned", "bleu", "char_f1", "perfect_match_rate"),
    aggregation="macro",
    tie="sub_ins_del",
    empty="inf",
    per_class=True,
)  # fmt: skip

HANDBOOK_CODE = replace(
    HANDBOOK,
    name="handbook-code",
    title="OCR handbook as its code computes it: macro F1 over samples only",
    per_class=False,
)
