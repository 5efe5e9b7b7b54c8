"""Line metrics: the document of a line-alignment project, and its code."""

from dataclasses import replace

from errata.profiles.base import Profile

LINES = Profile(
    name="lines",
    title="Line metrics, macro-averaged, raw and whitespace-normalised",
    source="line metrics document (000)",
    metrics=(
        "wer", "cer", "wer_norm", "cer_norm",
        "line_accuracy", "line_accuracy_norm", "reverse_line_accuracy", "reverse_line_accuracy_norm",
        "exact_line_precision", "exact_line_recall", "exact_line_f1",
        "exact_line_precision_norm", "exact_line_recall_norm", "exact_line_f1_norm",
    ),
    headline=("wer", "cer", "cer_norm", "line_accuracy", "reverse_line_accuracy", "exact_line_f1"),
    aggregation="macro",
)  # fmt: skip

LINES_CODE = replace(
    LINES,
    name="lines-code",
    title="Line metrics as their published code computes them",
    steps=("strip",),
    empty="one",
    csv_average=("", "macro_avg"),
)
