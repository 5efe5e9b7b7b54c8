"""The two tables that statistics read: fixed integer counts a sample, and short bags of typed tuples a sample."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.errors import InputError, LengthMismatchError, Problem, UsageError

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from errata.metrics.base import Columns

Value = bool | int | float | str | None
Record = tuple[Value, ...]

KINDS = {"bool": bool, "int": int, "float": float, "str": str}
ARROW = {"bool": "bool", "int64": "int", "double": "float", "string": "str"}  # Arrow's names of the kinds


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """One row of integers for each key, sorted by key: the same table for any order and any split of the samples."""

    keys: tuple[str, ...]
    fields: tuple[str, ...]
    rows: NDArray[np.int64]

    @classmethod
    def of(cls, keys: Iterable[str], fields: Sequence[str], rows: NDArray[np.int64]) -> Counts:
        """The table of these rows, sorted; a key that stands twice is refused."""
        import numpy as np

        names = tuple(keys)
        table = np.asarray(rows, dtype=np.int64).reshape(len(rows), len(fields))
        if len(names) != len(table):
            raise LengthMismatchError(keys=len(names), rows=len(table))
        order = sorted(range(len(names)), key=names.__getitem__)
        _refuse_twins(names[place] for place in order)
        return cls(tuple(names[place] for place in order), tuple(fields), table[order])

    @classmethod
    def empty(cls, fields: Sequence[str]) -> Counts:
        """No sample: adding it changes nothing."""
        import numpy as np

        return cls((), tuple(fields), np.zeros((0, len(fields)), np.int64))

    def __add__(self, other: Counts) -> Counts:
        import numpy as np

        if self.fields != other.fields:
            raise UsageError(f"These counts have other fields: {list(self.fields)} and {list(other.fields)}.")
        return Counts.of((*self.keys, *other.keys), self.fields, np.concatenate([self.rows, other.rows]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return (self.keys, self.fields) == (other.keys, other.fields) and bool((self.rows == other.rows).all())

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def columns(self) -> Columns:
        """The columns by field name, as formulas read them."""
        return {name: self.rows[:, place] for place, name in enumerate(self.fields)}

    def select(self, keys: Sequence[str]) -> Counts:
        """The rows of these keys, sorted; a key that is not there is refused."""
        places = {key: place for place, key in enumerate(self.keys)}
        absent = [Problem(f"sample {key!r}", "is not in this table") for key in keys if key not in places]
        if absent:
            raise InputError(f"{len(absent)} of {len(keys)} samples are not in the table.", absent)
        return Counts.of(keys, self.fields, self.rows[[places[key] for key in keys]])


@dataclass(frozen=True, slots=True)
class Records:
    """A short bag of typed tuples for each key, all in one total order: the same for any order and any split.

    `kinds` names the type of each place of a tuple: bool, int, float or str; None is allowed everywhere and comes
    first. A key may hold no tuple at all: a page without detections is still a page.
    """

    fields: tuple[str, ...]
    kinds: tuple[str, ...]
    bags: tuple[tuple[str, tuple[Record, ...]], ...] = ()

    @classmethod
    def of(cls, fields: Sequence[str], kinds: Sequence[str], bags: Iterable[tuple[str, Iterable[Record]]]) -> Records:
        """The table of these bags, sorted; a value of another type than its place says is refused."""
        if len(fields) != len(kinds):
            raise LengthMismatchError(fields=len(fields), kinds=len(kinds))
        found = []
        for key, bag in bags:
            records = [tuple(record) for record in bag]
            problems = [text for record in records for text in _faults(record, fields, kinds)]
            if problems:
                raise InputError(f"The records of {key!r} are not of their types.", [Problem(key, p) for p in problems])
            found.append((key, tuple(sorted(records, key=_total))))
        found.sort(key=lambda item: item[0])
        _refuse_twins(key for key, _ in found)
        return cls(tuple(fields), tuple(kinds), tuple(found))

    @classmethod
    def from_arrow(cls, table: pa.Table) -> Records:
        """The table whose rows are keys, `id`, each with its bag, a list of structs, `records`."""
        bags = table["records"].combine_chunks()
        inner, ends = bags.flatten(), [0, *itertools.accumulate(bags.value_lengths().to_pylist())]
        fields = tuple(field.name for field in inner.type)
        kinds = tuple(ARROW[str(field.type)] for field in inner.type)  # typed columns hold no value of another type
        records = list(zip(*(column.to_pylist() for column in inner.flatten()), strict=True))
        keys = table["id"].to_pylist()
        spans = zip(keys, itertools.pairwise(ends), strict=True)
        found = sorted(
            ((key, tuple(sorted(records[start:stop], key=_total))) for key, (start, stop) in spans),
            key=lambda item: item[0],
        )
        _refuse_twins(key for key, _ in found)
        return cls(fields, kinds, tuple(found))

    def __add__(self, other: Records) -> Records:
        if (self.fields, self.kinds) != (other.fields, other.kinds):
            raise UsageError(f"These records have other fields: {list(self.fields)} and {list(other.fields)}.")
        return Records.of(self.fields, self.kinds, (*self.bags, *other.bags))

    def __len__(self) -> int:
        return len(self.bags)

    def __iter__(self) -> Iterator[tuple[str, Record]]:
        """Every tuple with its key, in order."""
        for key, bag in self.bags:
            for record in bag:
                yield key, record

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys in order."""
        return tuple(key for key, _ in self.bags)

    def counts(self) -> Counts:
        """The sums of the whole numbers of each bag, and under `records` how many tuples it holds.

        What formulas, and with them intervals, groups and tests read; a field that lacks a value anywhere is left out.
        """
        import numpy as np

        whole = [place for place, kind in enumerate(self.kinds)
                 if kind == "int" and all(record[place] is not None for _, record in self)]  # fmt: skip
        rows: Any = [[*(sum(record[place] for record in bag) for place in whole), len(bag)] for _, bag in self.bags]  # type: ignore[misc]
        return Counts.of(self.keys, (*(self.fields[place] for place in whole), "records"), np.array(rows, np.int64))

    def column(self, field: str) -> list[Value]:
        """One field of every tuple, in order."""
        place = self.fields.index(field)
        return [record[place] for _, record in self]


def _total(record: Record) -> tuple[tuple[bool, bool, Value], ...]:
    """A key that orders None before NaN before values."""
    return tuple(
        (value is not None, value == value, value if value is not None and value == value else 0) for value in record
    )


def _faults(record: Record, fields: Sequence[str], kinds: Sequence[str]) -> Iterator[str]:
    if len(record) != len(fields):
        yield f"a record of {len(record)} values where the fields are {', '.join(fields)}"
        return
    for value, field, kind in zip(record, fields, kinds, strict=True):
        if value is not None and type(value) is not KINDS[kind]:
            yield f"{field} is {value!r}, a {type(value).__name__} and not {kind}"


def _refuse_twins(ordered: Iterable[str]) -> None:
    before, twins = None, list[Problem]()
    for key in ordered:
        if key == before:
            twins.append(Problem(f"sample {key!r}", "is there more than once"))
        before = key
    if twins:
        raise InputError("A sample may be counted only once.", twins, "Give every sample its own id, or drop one.")
