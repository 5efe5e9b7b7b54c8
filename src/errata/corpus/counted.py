"""Where the counts behind each metric of a result stand: its formula, and the columns of the samples that it reads.

Whatever compares, resamples or gates a run asks here, and knows nothing of texts. Another kind of run adds one
function to `KINDS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from errata.corpus import layout_counted
from errata.corpus.intervals import DOCUMENT
from errata.errors import UnknownNameError, UsageError
from errata.metrics.base import Formula
from errata.metrics.plan import group_of
from errata.profiles.registry import PROFILES
from errata.report.result import Result
from errata.stats.average import Averaging
from errata.text.view import View

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from errata.metrics.base import Columns

__all__ = ["KINDS", "Counted", "Rows", "averaging_of", "cluster_of", "counted", "is_layout", "rows_of"]

EXACT = "text_exact.different"  # 1 where the texts of a sample differ


@dataclass(frozen=True, slots=True)
class Counted:
    """A formula, the column of the samples that holds each of its fields, and the least and the most it gives."""

    formula: Formula
    columns: Mapping[str, str]
    range: tuple[float, float] = (-math.inf, math.inf)

    @property
    def gaps(self) -> tuple[float, float]:
        """The least and the most that two numbers can differ."""
        return self.range[0] - self.range[1], self.range[1] - self.range[0]


def counted(result: Result) -> Mapping[str, Counted]:
    """The counts of every metric of a result, by the name that the result shows."""
    kind = str(result.settings.get("kind", "text"))
    if kind not in KINDS:
        raise UnknownNameError("kind of run", kind, KINDS)
    return KINDS[kind](result)


def of_texts(result: Result) -> dict[str, Counted]:
    """The counts of a run over texts: groups of counters, named as its plan names them."""
    if result.profile not in PROFILES:
        raise UsageError(
            f"The profile {result.profile!r} of this result is not registered, so its formulas are not known here."
        )
    view = View(words=result.settings["words"], terms=result.settings["terms"])
    found = {}
    for name, metric in PROFILES[result.profile].resolve(tuple(result)).items():
        group = group_of(metric, view)
        columns = dict(zip(group.counter.fields, group.columns, strict=True))
        found[name] = Counted(metric.formula, columns, metric.range)
    return found


def of_layouts(result: Result) -> dict[str, Counted]:
    """The counts of a run over layouts, at each of its thresholds."""
    found = layout_counted.formulas(result.settings["iou"])
    return {name: Counted(formula, columns, span) for name, formula, columns, span in found}


KINDS: Mapping[str, Callable[[Result], Mapping[str, Counted]]] = MappingProxyType(
    {"text": of_texts, layout_counted.KIND: of_layouts}
)


def is_layout(result: Result) -> bool:
    """Whether the samples of a result are documents with objects rather than texts."""
    return result.settings.get("kind") == layout_counted.KIND


def averaging_of(result: Result) -> Averaging:
    """What the conventions of a result say of undefined values and order statistics."""
    profile = PROFILES.get(result.profile)
    empty = str(result.settings["empty"])
    if profile is None:
        return Averaging(empty)
    return Averaging(empty, profile.empty_micro, profile.median, profile.percentile)


@dataclass(frozen=True, slots=True)
class Rows:
    """The samples of a result: ids, and the columns of counts and facts that were asked for."""

    ids: list[str]
    counts: Mapping[str, NDArray[np.int64]]
    facts: Mapping[str, list[Any]]

    def columns(self, of: Counted) -> Columns:
        """The columns of one metric by field."""
        return {field: self.counts[column] for field, column in of.columns.items()}

    def take(self, places: NDArray[np.int64]) -> Rows:
        """The samples at these places, in this order."""
        ids = [self.ids[place] for place in places]
        counts = {name: column[places] for name, column in self.counts.items()}
        return Rows(ids, counts, {name: [values[place] for place in places] for name, values in self.facts.items()})


def rows_of(result: Result, of: Mapping[str, Counted], *, facts: Sequence[str] = (), exact: bool = False) -> Rows:
    """The samples of a result with the counts of these metrics; `exact` adds whether texts differ.

    The samples of a layout are its documents, or pages where these are asked for.
    """
    import pyarrow as pa

    known = columns_of(result)
    absent = [fact for fact in facts if f"fact.{fact}" not in known]
    if absent:
        have = [name.removeprefix("fact.") for name in known if name.startswith("fact.")]
        raise UnknownNameError("fact of this run", absent[0], have or ["none"])
    counts = list(dict.fromkeys(column for one in of.values() for column in one.columns.values()))
    counts += [EXACT] if exact and EXACT in known and EXACT not in counts else []
    layout = is_layout(result)
    read = dict.fromkeys([*facts, *(layout_counted.unit(facts) if layout else ())])
    table = pa.concat_tables(result.sample_parts(["id", *counts, *(f"fact.{fact}" for fact in read)]))
    if layout:
        return Rows(*layout_counted.units(table, counts, facts))
    return Rows(
        table["id"].to_pylist(),
        {name: _integers(table[name]) for name in counts},
        {fact: table[f"fact.{fact}"].to_pylist() for fact in facts},
    )


def cluster_of(results: Iterable[Result], named: str | None) -> str | None:
    """The fact that makes clusters: the one that is named, else the document where all samples have one."""
    return named or (DOCUMENT if all(f"fact.{DOCUMENT}" in columns_of(result) for result in results) else None)


def columns_of(result: Result) -> list[str]:
    """The names of all columns of the samples of a result."""
    for part in result.sample_parts(None):
        return list(part.column_names)
    return []


def _integers(column: pa.ChunkedArray) -> NDArray[np.int64]:
    import numpy as np

    return np.asarray(column.to_numpy(), dtype=np.int64)
