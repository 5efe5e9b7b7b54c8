"""The document of conventions: where two numbers of different conventions come from."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from errata.report.comparing import gap
from errata.report.grids import Column, Grid
from errata.report.numbers import UNICODE, Signs, number
from errata.report.result import finite
from errata.report.sheet import Sheet

__all__ = ["Conventions", "Moved"]

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Moved:
    """One convention in which the runs differ, and the first run's numbers with the second's; None: not tried."""

    field: str
    first: str
    second: str
    values: Mapping[str, float] | None


@dataclass(frozen=True)
class Conventions:
    """The way from the first run's numbers to the second's: by conventions, then by the systems themselves."""

    errata: str
    first: str
    second: str
    samples: int
    scales: Mapping[str, str]
    recorded: Mapping[str, float]
    again: Mapping[str, float]
    moved: tuple[Moved, ...]
    together: Mapping[str, float]
    other: Mapping[str, float]

    def to_dict(self) -> dict[str, Any]:
        """The document as strict JSON values: null where there is no finite number."""
        return {
            "schema": SCHEMA,
            "kind": "conventions",
            "errata": self.errata,
            "first": self.first,
            "second": self.second,
            "samples": self.samples,
            "recorded": _finite(self.recorded),
            "again": _finite(self.again),
            "conventions": [
                {"field": one.field, "first": one.first, "second": one.second,
                 "values": None if one.values is None else _finite(one.values)}
                for one in self.moved
            ],
            "together": _finite(self.together),
            "second_recorded": _finite(self.other),
        }  # fmt: skip

    def sheet(self, signs: Signs = UNICODE) -> Sheet:
        """One table: from the first run's numbers, step by step, to the second's."""
        names = list(self.scales)
        rows = [(self.first, "", *(number(self.recorded[name], self.scales[name], signs) for name in names))]
        if self._differ(self.recorded, self.again):
            rows.append(("scored again", "", *self._gaps(self.again, self.recorded, signs)))
        for one in self.moved:
            cells = (
                ["cannot be tried"] * len(names) if one.values is None else self._gaps(one.values, self.again, signs)
            )
            rows.append((f"{one.field}", f"{one.first} {signs.between} {one.second}", *cells))
        rows.append(("all together", "", *self._gaps(self.together, self.again, signs)))
        rows.append(("the rest: other texts", "", *self._gaps(self.other, self.together, signs)))
        rows.append((self.second, "", *(number(self.other[name], self.scales[name], signs) for name in names)))
        columns = (Column("", "name"), Column("change", "text"), *(Column(name) for name in names))
        note = "each change alone, in percentage points for rates; together they need not add up"
        same = [] if self.moved else ["The runs were measured in the same way: no convention moves a number."]
        return Sheet(
            f"From {self.first} to {self.second}: {self.samples:,} samples scored again",
            same,
            [Grid("", columns, tuple(rows), note)],
        )

    def rows(self) -> Iterator[Sequence[Any]]:
        """A header, and a row for each convention."""
        yield ("convention", "first", "second", *self.scales)
        yield ("recorded", "", "", *self.recorded.values())
        yield ("again", "", "", *self.again.values())
        for one in self.moved:
            values = {} if one.values is None else one.values
            yield (one.field, one.first, one.second, *(values.get(name) for name in self.scales))
        yield ("together", "", "", *self.together.values())
        yield ("second_recorded", "", "", *self.other.values())

    def _gaps(self, now: Mapping[str, float], before: Mapping[str, float], signs: Signs) -> list[str]:
        return [gap(now[name] - before[name], scale, signs) for name, scale in self.scales.items()]

    def _differ(self, one: Mapping[str, float], other: Mapping[str, float]) -> bool:
        return any(not math.isclose(one[name], other[name], rel_tol=1e-12, abs_tol=1e-12) for name in self.scales)


def _finite(values: Mapping[str, float]) -> dict[str, float | None]:
    return {name: finite(value) for name, value in values.items()}
