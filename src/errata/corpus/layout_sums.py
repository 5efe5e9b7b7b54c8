"""Averages of layout metrics over rows: micro on the summed rows, the others over documents.

Sums of shares are taken in the order of the rows, which is the order of their names: the same bits however the corpus
was split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.metrics.base import Formula
from errata.stats.average import Summary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns

    Codes = NDArray[np.int64]

__all__ = ["Parts", "codes_of", "parts_of", "summaries"]

NONE = float("nan")


@dataclass(frozen=True, slots=True)
class Parts:
    """Rows by group, and by document within each group."""

    groups: Codes  # the group of each row
    size: int
    parts: Codes  # the part of each row: its document within its group
    owners: Codes  # the group of each part, in order
    starts: Codes  # the first part of each group, and the number of parts

    def sums(self, columns: Columns) -> tuple[Columns, Columns]:
        """The sums of each group, and of each part."""
        return _summed(columns, self.groups, self.size), _summed(columns, self.parts, len(self.owners))


def codes_of(names: Sequence[str], known: Sequence[str] | None = None) -> tuple[Sequence[str], Codes]:
    """The names, each once and sorted or as `known` has them, and the number of each row's name among them."""
    import numpy as np

    known = sorted(set(names)) if known is None else known
    places = {name: place for place, name in enumerate(known)}
    return known, np.array([places[name] for name in names], dtype=np.int64)


def parts_of(groups: Codes, size: int, documents: Codes) -> Parts:
    """The documents within each group."""
    import numpy as np

    width = int(documents.max(initial=0)) + 1
    pairs, parts = np.unique(groups * width + documents, return_inverse=True)
    owners = pairs // width
    return Parts(groups, size, parts, owners, np.searchsorted(owners, np.arange(size + 1)))


def summaries(formula: Formula, sums: tuple[Columns, Columns], parts: Parts) -> list[Summary]:
    """One summary for each group, of the sums of groups and of parts."""
    import numpy as np

    micro = formula.values(sums[0], "nan")
    values, undefined = formula.values(sums[1], "nan"), np.asarray(formula.undefined(sums[1]))
    return [
        _summary(float(micro[group]), values[start:stop], int(undefined[start:stop].sum()))
        for group, (start, stop) in enumerate(zip(parts.starts[:-1].tolist(), parts.starts[1:].tolist(), strict=True))
    ]


def _summary(micro: float, values: NDArray[np.float64], undefined: int) -> Summary:
    import numpy as np

    known = values[~np.isnan(values)]
    if len(known) == 0:
        return Summary(micro, NONE, NONE, NONE, NONE, NONE, NONE, undefined)
    if len(known) == 1:
        only = float(known[0])
        return Summary(micro, only, only, 0.0, only, only, only, undefined)
    median, p95 = np.percentile(known, (50, 95))
    spread = float(known.std()), float(p95), float(known.min()), float(known.max())
    return Summary(micro, float(known.mean()), float(median), *spread, undefined)


def _summed(columns: Columns, codes: Codes, size: int) -> Columns:
    import numpy as np

    sums = {name: np.bincount(codes, column, size) for name, column in columns.items()}
    return {
        name: values if columns[name].dtype.kind == "f" else values.astype(np.int64) for name, values in sums.items()
    }
