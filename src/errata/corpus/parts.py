"""The parts of a run: counted batch by batch, kept in memory while that is small, and read back where it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from errata.corpus.columns import Key
from errata.corpus.directory import RunDirectory
from errata.corpus.extras import Extras
from errata.corpus.settings import Settings
from errata.errors import Problem
from errata.metrics.count import count
from errata.metrics.plan import SIZES, Group, Plan, group_of
from errata.model import Batch, Source
from errata.stats.average import Averaging, Spread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.metrics.base import Columns, Values

READ = 4096  # samples whose texts are in memory at once
PART = 8 * READ  # samples a part: what a stopped run may have to count again
KEPT = 192 << 20  # bytes of counts that are kept in memory for the result

Progress = Callable[[int, int | None], None]


@dataclass(slots=True)
class Part:
    """Some neighbouring samples: what a file of the run holds, and what they add to the result."""

    extras: Extras
    ids: list[str] = field(default_factory=list)
    facts: dict[str, list[Any]] = field(default_factory=dict)
    table: NDArray[np.int64] | None = None  # a row for each sample that the part may have
    missing: int = 0
    problems: list[Problem] = field(default_factory=list)

    def add(self, settings: Settings, plan: Plan, batch: Batch) -> None:
        """Count a batch."""
        rows = count(batch.references, batch.hypotheses, plan)
        self.extras.add(batch.ids, batch.references, batch.hypotheses, rows, batch.facts)
        self._table(rows.shape[1])[len(self.ids) : len(self.ids) + len(rows)] = rows
        self.ids += batch.ids
        for name, values in batch.facts.items():
            self.facts.setdefault(name, []).extend(values)
        self.missing += batch.missing
        self.problems += batch.problems

    def _table(self, width: int) -> NDArray[np.int64]:
        import numpy as np

        if self.table is None:
            self.table = np.empty((PART, width), np.int64, order="F")
        return self.table

    def counts(self) -> NDArray[np.int64]:
        """All rows of the part, each column in one piece."""
        assert self.table is not None, "a part has a batch"
        return self.table[: len(self.ids)]

    def state(self) -> dict[str, Any]:
        """What the part adds to the result besides its rows, as JSON values."""
        problems = [[problem.where, problem.what, problem.hint] for problem in self.problems]
        return {"extras": self.extras.to_dict(), "missing": self.missing, "problems": problems}


def parts(settings: Settings, source: Source, done: int, progress: Progress | None) -> Iterator[Part]:
    """The parts of a source from number `done` on."""
    plan, part, read = settings.plan, Part(Extras(settings)), done * PART
    for batch in source.batches(READ, read):
        part.add(settings, plan, batch)
        read += batch.read
        if progress:
            progress(read, source.size)
        if read % PART == 0:
            yield part
            part = Part(Extras(settings))
    if part.table is not None:
        yield part


class Kept(NamedTuple):
    """What is remembered of a part: counts by group, and how often each value of each formula occurs."""

    counts: dict[Group, NDArray[np.unsignedinteger[Any]]]
    spreads: dict[Key, Spread]


class CountTable:
    """The counts of all parts, one group of columns at a time."""

    def __init__(self, settings: Settings, directory: RunDirectory) -> None:
        plan, metrics, view = settings.plan, settings.metrics, settings.view
        self._plan, self._directory, self._averaging = plan, directory, settings.profile.averaging
        headline = {SIZES, *(group_of(metrics[name], view) for name in settings.headline)}
        self._wanted = plan.groups if settings.by else [group for group in plan.groups if group in headline]
        self._kept: dict[int, Kept] = {}
        self._room = KEPT
        self.size = 0

    def keep(self, number: int, rows: NDArray[np.int64], scores: Mapping[Key, Values]) -> None:
        """Remember what the result will ask of a part, in the narrowest integers that hold it, while there is room."""
        counts = {group: _narrowed(rows[:, self._plan.slices[group]]) for group in self._wanted}
        columns = {group: self._plan.fields(group, rows) for group in self._plan.groups}
        sums = {group: {name: int(field.sum()) for name, field in columns[group].items()} for group in columns}
        spreads = {
            (group, formula): Spread.of(formula, columns[group], self._averaging, values=values, sums=sums[group])
            for (group, formula), values in scores.items()
        }
        size = sum(block.nbytes for block in counts.values())
        size += sum(spread.values.nbytes + spread.numbers.nbytes for spread in spreads.values())
        if size <= self._room:
            self._kept[number] = Kept(counts, spreads)
            self._room -= size

    @property
    def facts(self) -> Sequence[str]:
        """The names of the facts."""
        return self._directory.facts()

    def shards(self, group: Group) -> Iterator[Columns]:
        """The columns of one group, part by part."""
        for number, path in enumerate(self._directory.parts()):
            yield self._shard(number, path, group)

    def spread(self, key: Key, averaging: Averaging) -> Spread:
        """How often each value of a formula occurs in all parts."""
        return Spread.merged(
            kept.spreads[key]
            if (kept := self._kept.get(number))
            else Spread.of(key[1], self._shard(number, path, key[0]), averaging)
            for number, path in enumerate(self._directory.parts())
        )

    def _shard(self, number: int, path: Path, group: Group) -> Columns:
        import numpy as np

        kept = self._kept.get(number)
        if kept and group in kept.counts:
            return {name: kept.counts[group][:, at].astype(np.int64) for at, name in enumerate(group.counter.fields)}
        table = self._directory.read(path, group.columns)
        fields = zip(group.counter.fields, group.columns, strict=True)
        return {name: table.column(column).to_numpy() for name, column in fields}

    def fact(self, name: str) -> Sequence[Any]:
        """The values of a fact, one a sample."""
        column = f"fact.{name}"
        paths = self._directory.parts()
        return [value for path in paths for value in self._directory.read(path, [column])[column].to_pylist()]


def merged(settings: Settings, states: Iterator[Mapping[str, Any]]) -> tuple[Extras, int, list[Problem]]:
    """What all parts add to the result besides their rows: extras, missing hypotheses, problems."""
    extras, missing, problems = Extras(settings), 0, list[Problem]()
    for state in states:
        extras.merge(state["extras"])
        missing += state["missing"]
        problems += [Problem(*problem) for problem in state["problems"]]
    return extras, missing, problems


def _narrowed(block: NDArray[np.int64]) -> NDArray[np.unsignedinteger[Any]]:
    import numpy as np

    return block.astype(np.min_scalar_type(int(block.max(initial=0))))
