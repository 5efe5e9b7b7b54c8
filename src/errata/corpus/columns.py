"""Samples as Arrow columns: id, facts, counts and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.corpus.settings import Settings
from errata.metrics.base import Formula
from errata.metrics.plan import Group, group_of

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from errata.metrics.base import Values


def samples_table(
    settings: Settings, ids: Sequence[str], facts: Mapping[str, Sequence[Any]], rows: NDArray[np.int64]
) -> pa.Table:
    """One row a sample; a score that does not exist is null."""
    import pyarrow as pa

    plan, profile = settings.plan, settings.profile
    columns: dict[str, pa.Array] = {"id": pa.array(ids, pa.string())}
    columns |= {f"fact.{name}": pa.array(map(_text, values), pa.string()) for name, values in facts.items()}
    columns |= {name: pa.array(rows[:, number]) for number, name in enumerate(plan.columns)}
    known: dict[tuple[Group, Formula], pa.Array] = {}
    for name, metric in settings.metrics.items():
        group = group_of(metric, plan.view)
        key = (group, metric.formula)  # a metric and its normalised form may share both
        if key not in known:
            known[key] = _scores(metric.formula.values(plan.fields(group, rows), profile.empty))
        columns[name] = known[key]
    counted = set(plan.columns)
    fields = [pa.field(name, column.type, nullable=name not in counted) for name, column in columns.items()]
    return pa.table(list(columns.values()), schema=pa.schema(fields))


def _scores(values: Values) -> pa.Array:
    import numpy as np
    import pyarrow as pa

    return pa.array(values, pa.float64(), from_pandas=bool(np.isnan(values).any()))  # NaN is null


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
