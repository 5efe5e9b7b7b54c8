"""Scoring texts in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.corpus.columns import Key, samples_table
from errata.corpus.evaluate import evaluate
from errata.corpus.extras import Extras
from errata.corpus.settings import Normalize, Settings, settle
from errata.corpus.texts import check_ids, facts_of, texts_of
from errata.errors import UsageError
from errata.metrics.count import Texts, count
from errata.metrics.plan import Group, Plan
from errata.profiles.base import Profile
from errata.report.result import Result
from errata.stats.average import Averaging, Spread
from errata.stats.interval import Resampling

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from errata.metrics.base import Columns


class Rows:
    """Counts in memory."""

    def __init__(self, plan: Plan, rows: NDArray[np.int64], facts: Mapping[str, Sequence[Any]]) -> None:
        self._plan, self._rows, self._facts = plan, rows, facts

    @property
    def size(self) -> int:
        """The number of samples."""
        return len(self._rows)

    @property
    def facts(self) -> Sequence[str]:
        """The names of the facts."""
        return list(self._facts)

    def shards(self, group: Group) -> Iterable[Columns]:
        """The columns of one group, in one part."""
        return [self._plan.fields(group, self._rows)] if len(self._rows) else []

    def spread(self, key: Key, averaging: Averaging) -> Spread:
        """How often each value of a formula occurs."""
        group, formula = key
        return Spread.merged(Spread.of(formula, columns, averaging) for columns in self.shards(group))

    def fact(self, name: str) -> Sequence[Any]:
        """The values of a fact, one a sample."""
        if name not in self._facts:
            raise UsageError(
                f"No fact named {name!r} to group or resample by."
                f" Facts of these samples: {', '.join(self._facts) or 'none'}."
            )
        return self._facts[name]


def score(
    references: Any,
    hypotheses: Any,
    ids: Sequence[str] | None = None,
    facts: Any = None,
    profile: str | Profile = "standard",
    *,
    metrics: Sequence[str] | str | None = None,
    normalize: Normalize = (),
    by: Sequence[str] | str = (),
    ladder: bool = False,
    per_class: bool | None = None,
    worst: int = 0,
    intervals: bool = True,
    cluster: str | None = None,
    confidence: float = 0.95,
    method: str = "auto",
    seed: int = 0,
    errors: bool | Sequence[str] = False,
    unit: str | None = None,
    words: str | None = None,
    empty: str | None = None,
    tie: str | None = None,
) -> Result:
    """Score hypotheses against references with every metric of a profile, in one pass.

    References and hypotheses are lists, NumPy arrays, pandas or Polars columns, or Arrow arrays of strings, of one
    length and without nulls. Arrow strings, and what pandas and Polars keep as Arrow strings, are read in place by the
    compiled kernels. `facts` maps names to columns (language, document ...) to group by. Intervals of the headline
    come from resampling the samples that share the fact `cluster` (by default `document`, where samples have it)
    together; `intervals=False` leaves them out, `method` is one of `Result.interval`. `errors` asks for classes of
    errors and confusions. `unit`, `words`, `empty` and `tie` are said instead of the profile's own.
    """
    names = [by] if isinstance(by, str) else list(by)
    settings = settle(
        profile, metrics, normalize, by=names, ladder=ladder, per_class=per_class, worst=worst,
        resampling=Resampling(confidence, method, seed=seed) if intervals else None, cluster=cluster, errors=errors,
        unit=unit, words=words, empty=empty, tie=tie,
    )  # fmt: skip
    ours, theirs = texts_of(references, hypotheses)
    keys = check_ids(ids, len(ours))
    return score_texts(settings, keys, ours, theirs, facts_of(facts, len(ours)))


def score_texts(
    settings: Settings,
    ids: Sequence[str],
    references: Texts,
    hypotheses: Texts,
    facts: Mapping[str, Sequence[Any]],
) -> Result:
    """Score checked texts under settled settings."""
    plan, extras = settings.plan, Extras(settings)
    rows = count(references, hypotheses, plan)
    extras.add(ids, references, hypotheses, rows, facts)
    return evaluate(
        settings,
        Rows(plan, rows, facts),
        extras,
        parts=lambda columns: [_selected(samples_table(settings, ids, facts, rows), columns)],
    )


def _selected(table: pa.Table, columns: Sequence[str] | None) -> pa.Table:
    return table if columns is None else table.select(columns)
