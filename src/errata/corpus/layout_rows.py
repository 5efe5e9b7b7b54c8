"""Layouts to rows of counts: one for each class on each page of each document, in the order of their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.corpus.layout_settings import LayoutSettings
from errata.kernels.matching import Matches, Places, match_at, places
from errata.kernels.matching_scored import Measure, matcher
from errata.kernels.polygons import measured_polygons
from errata.metrics.layout import counter_at
from errata.metrics.plan import Group

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from errata.metrics.base import Columns
    from errata.model import Layout

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["LayoutRows", "count_rows", "escaped", "group_at", "measure_of"]


@dataclass(frozen=True, slots=True)
class LayoutRows:
    """Counts and matches by threshold, and the document, page and class of each row; sorted by these three."""

    documents: Sequence[str]
    pages: Sequence[str]
    classes: Sequence[str]
    counts: Mapping[float, Columns]
    matches: Mapping[float, Matches]

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def ids(self) -> pa.Array:
        """One id a row: document/page/class, unique because the last two hold no slash of their own."""
        import pyarrow as pa
        import pyarrow.compute as pc

        document, page, kind = (pa.array(names, pa.string()) for names in (self.documents, self.pages, self.classes))
        return pc.binary_join_element_wise(document, escaped(page), escaped(kind), "/")

    def facts(self, of_documents: Mapping[str, Mapping[str, str]]) -> dict[str, list[str | None]]:
        """What rows can be grouped by: their three names, and the facts of their documents."""
        found: dict[str, list[str | None]] = {
            "document": list(self.documents),
            "page": list(self.pages),
            "class": list(self.classes),
        }
        for name, values in of_documents.items():
            found[name] = [values.get(document) for document in self.documents]
        return found

    def table(self, settings: LayoutSettings, facts: Mapping[str, Sequence[Any]]) -> pa.Table:
        """The rows as a run keeps them: id, facts, counts and scores; a score that does not exist is null."""
        import pyarrow as pa

        columns: dict[str, Any] = {"id": self.ids}
        columns |= {f"fact.{name}": pa.array(values, pa.string()) for name, values in facts.items()}
        for threshold, fields in self.counts.items():
            columns |= zip(group_at(threshold).columns, map(pa.array, fields.values()), strict=True)
        counted = {counter_at(threshold).name: fields for threshold, fields in self.counts.items()}
        for name, metric in settings.metrics.items():
            values = metric.formula.values(counted[metric.counter.name], "nan")
            columns[name] = pa.array(values, pa.float64(), from_pandas=True)
        return pa.table(columns)


def group_at(threshold: float) -> Group:
    """The group of counts at a threshold: it names the columns of a run."""
    return Group(counter_at(threshold), "objects")


def count_rows(reference: Layout, hypothesis: Layout, settings: LayoutSettings) -> LayoutRows:
    """Match the objects of both sides at each threshold, and count."""
    import numpy as np

    found = places(reference, hypothesis)
    groups, rows = np.unique(np.concatenate([found.reference, found.hypothesis]), return_inverse=True)
    ours, theirs = rows[: len(found.reference)], rows[len(found.reference) :]
    size, width = len(groups), max(1, len(found.labels))
    objects = {
        "reference": np.bincount(ours, minlength=size),
        "hypothesis": np.bincount(theirs, minlength=size),
    }
    counts: dict[float, Any] = {}
    matches = _matches(reference, hypothesis, settings, found)
    for threshold, pairs in matches.items():
        at = ours[pairs.reference]
        counts[threshold] = {
            **objects,
            "matched": np.bincount(at, minlength=size),
            "iou": _sums(at, pairs.iou, size),
            "coverage": _sums(at, pairs.coverage, size),
            "purity": _sums(at, pairs.purity, size),
        }
    pages = [found.pages[group] for group in (groups // width).tolist()]
    return LayoutRows(
        [document for document, _ in pages],
        [page for _, page in pages],
        [found.labels[group] for group in (groups % width).tolist()],
        counts,
        matches,
    )


def _sums(at: Integers, values: Floats, size: int) -> Floats:
    import numpy as np

    return np.bincount(at, values, size).astype(np.float64)  # integers where there is no value to add


def measure_of(reference: Layout, hypothesis: Layout, settings: LayoutSettings) -> Measure | None:
    """How objects overlap: None for their boxes."""
    return measured_polygons(reference, hypothesis) if settings.shapes == "polygons" else None


def _matches(reference: Layout, hypothesis: Layout, settings: LayoutSettings, where: Places) -> dict[float, Matches]:
    measure = measure_of(reference, hypothesis, settings)
    if settings.matching == "greedy" and measure is None:
        sides = where.reference, reference.boxes, where.hypothesis, hypothesis.boxes
        return dict(zip(settings.thresholds, match_at(*sides, settings.thresholds), strict=True))
    chosen = matcher(settings.matching, measure)
    return {threshold: chosen(reference, hypothesis, threshold) for threshold in settings.thresholds}


def escaped(names: pa.Array) -> pa.Array:
    """Names without a slash, so that ids made of them are unique."""
    import pyarrow.compute as pc

    return pc.replace_substring(pc.replace_substring(names, "%", "%25"), "/", "%2F")
