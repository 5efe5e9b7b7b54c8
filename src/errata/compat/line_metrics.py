"""Line metrics of a line-alignment project (000): `metrics.py`, its evaluation of a sample, and its CSV.

Texts are stripped before characters are counted, and an empty reference against any text scores 1.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from errata.compat.formulas import error_rate, mean, precision_recall_f1
from errata.kernels.bags import bag
from errata.kernels.lines import positions
from errata.text.normalize import collapse
from errata.text.tokenize import lines

__all__ = [
    "cer",
    "cer_norm",
    "evaluate_prediction",
    "exact_line_prf",
    "exact_line_prf_from_text",
    "line_accuracy",
    "line_accuracy_norm",
    "normalize_whitespace",
    "reverse_line_accuracy",
    "reverse_line_accuracy_norm",
    "wer",
    "wer_norm",
    "write_csv",
]

EMPTY_REFERENCE = 1.0

# The columns of the CSV, and the keys of `evaluate_prediction` that fill them: another order, and other names.
COLUMNS: Mapping[str, str] = {
    "id": "id",
    "len_gt": "len_gt",
    "len_pred": "len_pred",
    "wer": "wer",
    "cer": "cer",
    "wer_norm": "wer_whitespace_normalized",
    "cer_norm": "cer_whitespace_normalized",
    "line_acc": "line_accuracy",
    "line_acc_norm": "line_accuracy_whitespace_normalized",
    "rev_line_acc": "line_accuracy_reverse",
    "rev_line_acc_norm": "line_accuracy_whitespace_normalized_reverse",
    "exact_line_precision": "exact_line_precision",
    "exact_line_recall": "exact_line_recall",
    "exact_line_f1": "exact_line_f1",
    "exact_line_precision_norm": "exact_line_precision_norm",
    "exact_line_recall_norm": "exact_line_recall_norm",
    "exact_line_f1_norm": "exact_line_f1_norm",
}
AVERAGED = tuple(COLUMNS.values())[3:]


def normalize_whitespace(s: str) -> str:
    """Runs of whitespace, line breaks too, to one space, ends trimmed."""
    return collapse(s)


def wer(ref: str, hyp: str) -> float:
    """Word error rate on words between whitespace."""
    return error_rate(ref.split(), hyp.split(), EMPTY_REFERENCE)


def cer(ref: str, hyp: str) -> float:
    """Character error rate of the stripped texts."""
    return error_rate(ref.strip(), hyp.strip(), EMPTY_REFERENCE)


def wer_norm(ref: str, hyp: str) -> float:
    """Word error rate after whitespace has been normalised: always the same as `wer`."""
    return wer(collapse(ref), collapse(hyp))


def cer_norm(ref: str, hyp: str) -> float:
    """Character error rate after whitespace has been normalised, line breaks too."""
    return cer(collapse(ref), collapse(hyp))


def line_accuracy(ref: str, hyp: str) -> float:
    """Share of lines that are equal at the same place from the top."""
    return _accuracies(lines(ref), lines(hyp))[0]


def line_accuracy_norm(ref: str, hyp: str) -> float:
    """Line accuracy after whitespace has been normalised inside each line."""
    return _accuracies(_collapsed_lines(ref), _collapsed_lines(hyp))[0]


def reverse_line_accuracy(ref: str, hyp: str) -> float:
    """Share of lines that are equal at the same place from the bottom."""
    return _accuracies(lines(ref), lines(hyp))[1]


def reverse_line_accuracy_norm(ref: str, hyp: str) -> float:
    """Reverse line accuracy after whitespace has been normalised inside each line."""
    return _accuracies(_collapsed_lines(ref), _collapsed_lines(hyp))[1]


def exact_line_prf(gt_lines: Sequence[str], pred_lines: Sequence[str]) -> dict[str, float]:
    """Precision, recall and F1 of whole lines, wherever they stand, each matched at most once."""
    matched, expected, found = bag(gt_lines, pred_lines)
    precision, recall, f1 = precision_recall_f1(matched, found, expected)
    return {"exact_line_precision": precision, "exact_line_recall": recall, "exact_line_f1": f1}


def exact_line_prf_from_text(ref: str, hyp: str, normalize: bool = False) -> dict[str, float]:
    """The same for the lines of two texts; `normalize` normalises whitespace inside each line."""
    split = _collapsed_lines if normalize else lines
    return exact_line_prf(split(ref), split(hyp))


def evaluate_prediction(gt: str, pred: str, sample_id: str) -> dict[str, Any]:
    """Every metric of one sample, in the original's keys and their order."""
    normalised = exact_line_prf_from_text(gt, pred, normalize=True)
    return {
        "id": sample_id,
        "len_gt": len(gt),
        "len_pred": len(pred),
        "wer": wer(gt, pred),
        "cer": cer(gt, pred),
        "wer_whitespace_normalized": wer_norm(gt, pred),
        "cer_whitespace_normalized": cer_norm(gt, pred),
        "line_accuracy": line_accuracy(gt, pred),
        "line_accuracy_reverse": reverse_line_accuracy(gt, pred),
        "line_accuracy_whitespace_normalized": line_accuracy_norm(gt, pred),
        "line_accuracy_whitespace_normalized_reverse": reverse_line_accuracy_norm(gt, pred),
        **exact_line_prf_from_text(gt, pred),
        **{f"{name}_norm": value for name, value in normalised.items()},
    }


def write_csv(results: Sequence[Mapping[str, Any]], file: TextIO) -> None:
    """Write the results of `evaluate_prediction`, then an empty row and the row `macro_avg`; without any, the header.

    Open the file with `newline=""`: rows end in CRLF.
    """
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    writer.writerows([result[key] for key in COLUMNS.values()] for result in results)
    if results:
        averages = [mean([result[key] for result in results]) for key in AVERAGED]
        writer.writerows([[], ["macro_avg", "", "", *averages]])


def _collapsed_lines(text: str) -> list[str]:
    return [collapse(line) for line in lines(text)]


def _accuracies(ref: Sequence[str], hyp: Sequence[str]) -> tuple[float, float]:
    forward, reverse, longer = positions(ref, hyp)
    return (forward / longer, reverse / longer) if longer else (1.0, 1.0)
