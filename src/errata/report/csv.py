"""The CSV of the line-metrics document (000): one row a sample, averages last, streamed in constant memory."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from errata.report import detection
from errata.report.result import Result

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["COLUMNS", "render"]

COLUMNS = {
    "wer": "wer",
    "cer": "cer",
    "wer_norm": "wer_norm",
    "cer_norm": "cer_norm",
    "line_acc": "line_accuracy",
    "line_acc_norm": "line_accuracy_norm",
    "rev_line_acc": "reverse_line_accuracy",
    "rev_line_acc_norm": "reverse_line_accuracy_norm",
    "exact_line_precision": "exact_line_precision",
    "exact_line_recall": "exact_line_recall",
    "exact_line_f1": "exact_line_f1",
    "exact_line_precision_norm": "exact_line_precision_norm",
    "exact_line_recall_norm": "exact_line_recall_norm",
    "exact_line_f1_norm": "exact_line_f1_norm",
}
LENGTHS = {"len_gt": "original_length.reference", "len_pred": "original_length.hypothesis"}


def render(result: Result, *, all_metrics: bool = False) -> Iterator[str]:
    """The header, a row for each sample and the macro averages; CRLF, floats in full, nothing where there is no value.

    A result that lacks a metric of the document has columns for the metrics that it does have, by their own names.
    `all_metrics` changes nothing: the document decides. A layout result is a row for each threshold and group.
    """
    if result.layout:
        yield _lines([detection.COLUMNS, *([_cell(value) for value in row] for row in detection.records(result))])
        return
    names = COLUMNS if set(COLUMNS.values()) <= set(result.scores) else {name: name for name in result.scores}
    yield _lines([("id", *LENGTHS, *names)])
    for part in result.sample_parts(["id", *LENGTHS.values(), *names.values()]):
        yield _lines(_rows(part))
    if result.tally.samples:
        averages = [result.scores[name].macro for name in names.values()]
        ends = result.settings["csv_average"]
        yield _lines([(label, *[""] * len(LENGTHS), *map(_cell, averages)) if label else () for label in ends])


def _rows(part: pa.Table) -> Iterator[Sequence[Any]]:
    """The rows of a part, read batch by batch, because Python objects need many times the memory of columns."""
    for batch in part.to_batches(max_chunksize=1024):
        yield from zip(*([_cell(value) for value in column.to_pylist()] for column in batch.columns), strict=True)


def _cell(value: Any) -> Any:
    """Nothing for null and for NaN, which are the same here; all else as Python writes it."""
    return "" if value is None or value != value else value


def _lines(rows: Any) -> str:
    file = StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue()
