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

    from errata.metrics.base import Metric, Values
    from errata.text.view import View


Key = tuple[Group, Formula]  # a metric and its normalised form may share both


def key_of(metric: Metric, view: View) -> Key:
    """What a metric computes from which counts."""
    return group_of(metric, view), metric.formula


def scores_of(settings: Settings, rows: NDArray[np.int64]) -> dict[Key, Values]:
    """The values of every metric, each computed once."""
    plan, empty = settings.plan, settings.profile.empty
    keys = dict.fromkeys(key_of(metric, plan.view) for metric in settings.metrics.values())
    return {key: key[1].values(plan.fields(key[0], rows), empty) for key in keys}


def samples_table(
    settings: Settings,
    ids: Sequence[str],
    facts: Mapping[str, Sequence[Any]],
    rows: NDArray[np.int64],
    scores: Mapping[Key, Values] | None = None,
) -> pa.Table:
    """One row a sample; a score that does not exist is null. `scores` where they are known already."""
    import pyarrow as pa

    plan = settings.plan
    columns: dict[str, pa.Array] = {"id": pa.array(ids, pa.string())}
    columns |= {f"fact.{name}": pa.array(map(_text, values), pa.string()) for name, values in facts.items()}
    columns |= {name: pa.array(rows[:, number]) for number, name in enumerate(plan.columns)}
    known = {key: _scores(values) for key, values in (scores or scores_of(settings, rows)).items()}
    columns |= {name: known[key_of(metric, plan.view)] for name, metric in settings.metrics.items()}
    counted = set(plan.columns)
    fields = [pa.field(name, column.type, nullable=name not in counted) for name, column in columns.items()]
    return pa.table(list(columns.values()), schema=pa.schema(fields))


def _scores(values: Values) -> pa.Array:
    import numpy as np
    import pyarrow as pa

    return pa.array(values, pa.float64(), from_pandas=bool(np.isnan(values).any()))  # NaN is null


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
