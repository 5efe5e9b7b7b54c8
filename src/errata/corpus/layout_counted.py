"""The counts of layout runs by document, or by page where pages are asked for: what statistics resample and compare.

A run keeps a row for each class on each page; two systems see other classes, and so have other rows. Documents are what
a corpus is drawn from, and what both systems have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.corpus.layout_rows import group_at
from errata.errors import UsageError
from errata.metrics.layout import counter_at, metrics_at

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from errata.metrics.base import Formula

__all__ = ["KIND", "absent", "formulas", "reference_of", "unit", "units"]

KIND = "layout"
DOCUMENT, PAGE, CLASS = "document", "page", "class"


def formulas(thresholds: Iterable[float]) -> Iterator[tuple[str, Formula, dict[str, str], tuple[float, float]]]:
    """Every metric: its name, its formula, the column of each field, and its range."""
    for threshold in thresholds:
        columns = dict(zip(counter_at(threshold).fields, group_at(threshold).columns, strict=True))
        for name, metric in metrics_at([threshold]).items():
            yield name, metric.formula, columns, metric.range


def reference_of(thresholds: Sequence[float]) -> str:
    """The column that counts the objects of the reference."""
    columns = dict(zip(counter_at(thresholds[0]).fields, group_at(thresholds[0]).columns, strict=True))
    return columns["reference"]


def unit(facts: Sequence[str]) -> tuple[str, ...]:
    """What makes a sample: a document, or a page of it where pages are clusters."""
    if CLASS in facts:
        raise UsageError(
            "A class is no cluster: documents are drawn, and classes come with them. Use document or page."
        )
    return (DOCUMENT, PAGE) if PAGE in facts else (DOCUMENT,)


def units(table: pa.Table, counts: Sequence[str], facts: Sequence[str]) -> tuple[list[str], dict[str, Any], Any]:
    """Ids, summed counts and facts of the units of a table of rows; a page is named with its document."""
    import numpy as np
    import pyarrow.compute as pc

    keys = pc.binary_join_element_wise(*(table[f"fact.{name}"] for name in unit(facts)), "/").combine_chunks()
    encoded = keys.dictionary_encode()
    known = encoded.dictionary.to_pylist()
    ids = sorted(known)
    rank = {name: place for place, name in enumerate(ids)}
    codes = np.array([rank[name] for name in known], np.int64)[encoded.indices.to_numpy()]
    first = np.empty(len(ids), np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]  # of the rows of a unit the first is written last
    summed = {name: _summed(table[name].to_numpy(), codes, len(ids)) for name in counts}
    found = {fact: table[f"fact.{fact}"].take(first).to_pylist() for fact in facts}
    return ids, summed, found | ({PAGE: ids} if PAGE in found else {})


def absent(reference: Mapping[str, int], ids: Iterable[str]) -> list[str]:
    """The units that a run has no row for because neither side has an object there; `reference` is of the others."""
    known = set(ids)
    return [key for key, objects in reference.items() if key not in known and objects == 0]


def _summed(column: np.ndarray[Any, Any], codes: np.ndarray[Any, Any], size: int) -> np.ndarray[Any, Any]:
    import numpy as np

    sums = np.bincount(codes, column, size)
    return sums if column.dtype.kind == "f" else sums.astype(np.int64)
