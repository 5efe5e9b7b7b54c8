"""What a metric is: a counter (two token sequences to integers), a view, and a formula (integers to a number)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Columns = Mapping[str, NDArray[np.int64]]
    Values = NDArray[np.float64]
    Mask = NDArray[np.bool_]

Direction = Literal["lower", "higher", "neither"]
Tokens = Literal["characters", "words", "terms", "lines", "text", "objects"]
Scale = Literal["rate", "count"]

EMPTY_POLICIES: Mapping[str, float | None] = {
    "count": None,  # the number of edits, as if the reference had one token
    "inf": float("inf"),
    "one": 1.0,
    "nan": float("nan"),
    "skip": float("nan"),
}

RowFormula = Callable[[Sequence[int], str], float]

TERM = re.compile(r"\s*([+-]?)\s*(\d*)\s*([a-z_0-9]+)")


@dataclass(frozen=True, slots=True)
class Counter:
    """The expensive half: a kernel that turns two token sequences into named integers."""

    name: str
    fields: tuple[str, ...]
    kernel: Callable[..., tuple[int, ...]]
    tied: bool = False  # the kernel takes the tie order, because its counts depend on it


@dataclass(frozen=True, slots=True)
class Empty:
    """What a ratio is where its denominator is 0.

    `value` None leaves the value to the profile's policy. Where the field `unless` is 0 as well, the value is
    `perfect` and nothing is undefined.
    """

    value: float | None
    undefined: bool = True
    unless: str | None = None
    perfect: float = 0.0


class Formula(Protocol):
    """Rows of counts to one number a row, and which rows have none by definition."""

    @property
    def text(self) -> str: ...
    @property
    def policed(self) -> bool: ...
    def values(self, columns: Columns, empty: str) -> Values: ...
    def undefined(self, columns: Columns) -> Mask: ...
    def on_row(self, fields: Sequence[str]) -> RowFormula: ...


@dataclass(frozen=True)
class Ratio:
    """A weighted sum of fields over another; `complement` gives 1 minus it."""

    numerator: str
    denominator: str
    empty: Empty
    complement: bool = False

    @property
    def text(self) -> str:
        """The formula as people write it."""
        top, bottom = (f"({part})" if re.search(r"[+-]", part) else part for part in (self.numerator, self.denominator))
        return f"1 - {top} / {bottom}" if self.complement else f"{top} / {bottom}"

    @property
    def policed(self) -> bool:
        """Whether the profile's policy decides what an empty reference gives."""
        return self.empty.value is None

    @cached_property
    def weights(self) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
        """Both texts as pairs of field and integer weight."""
        return _terms(self.numerator), _terms(self.denominator)

    def values(self, columns: Columns, empty: str) -> Values:
        """One value a row; the policy `empty` decides where the rule leaves it to the profile."""
        import numpy as np

        top, bottom = (_weighted(terms, columns) for terms in self.weights)
        whole = bottom.all()
        ratio = top / (bottom if whole else np.maximum(bottom, 1))
        if self.complement:
            ratio = 1.0 - ratio
        if not whole:
            ratio = np.where(bottom == 0, self._where_empty(columns, top, empty), ratio)
        return np.asarray(ratio, dtype=np.float64)

    def undefined(self, columns: Columns) -> Mask:
        """The rows whose denominator is 0 and for which the field has no agreed value."""
        import numpy as np

        bottom = _weighted(self.weights[1], columns)
        if bottom.all() or not self.empty.undefined:
            return np.zeros(len(bottom), dtype=bool)
        none = bottom == 0
        return np.asarray(none & (columns[self.empty.unless] != 0) if self.empty.unless else none)

    def on_row(self, fields: Sequence[str]) -> RowFormula:
        """The same for a single row of plain integers, without arrays."""
        top, bottom = ([(fields.index(name), weight) for name, weight in terms] for terms in self.weights)
        unless = fields.index(self.empty.unless) if self.empty.unless else None
        rule, complement = self.empty, self.complement

        def value(row: Sequence[int], empty: str) -> float:
            below = row[bottom[0][0]] if len(bottom) == 1 else sum(row[at] * weight for at, weight in bottom)
            above = row[top[0][0]] if plain else sum(row[at] * weight for at, weight in top)
            if below:
                return 1.0 - above / below if complement else above / below
            if unless is not None and not row[unless]:
                return rule.perfect
            return float(_policy(above, empty)) if rule.value is None else rule.value

        plain = len(top) == 1 and top[0][1] == 1
        return value

    def _where_empty(self, columns: Columns, top: NDArray[np.int64], empty: str) -> Values:
        import numpy as np

        rule = self.empty
        fallback = _policy(top, empty) if rule.value is None else rule.value
        return (
            np.where(columns[rule.unless] == 0, rule.perfect, fallback) if rule.unless else np.full(len(top), fallback)
        )


@dataclass(frozen=True, slots=True)
class Computed:
    """A formula that is no ratio: a function of the columns, and its text."""

    text: str
    function: Callable[[Columns], Values]
    policed: bool = field(default=False, init=False)

    def values(self, columns: Columns, empty: str) -> Values:
        """One value a row."""
        return self.function(columns)

    def undefined(self, columns: Columns) -> Mask:
        """No row: these formulas have a value everywhere."""
        import numpy as np

        return np.zeros(len(next(iter(columns.values()))), dtype=bool)

    def on_row(self, fields: Sequence[str]) -> RowFormula:
        """The same for a single row of plain integers."""
        import numpy as np

        def value(row: Sequence[int], empty: str) -> float:
            columns = {name: np.array([count]) for name, count in zip(fields, row, strict=True)}
            return float(self.function(columns)[0])

        return value


@dataclass(frozen=True, slots=True)
class Metric:
    """One declared metric: everything that reports, docs, tests and the command line need to know of it."""

    name: str
    title: str
    formula: Formula
    counter: Counter
    tokens: Tokens
    better: Direction
    range: tuple[float, float]
    source: str
    identity: float | None  # the value of a text against itself, where it does not depend on the text
    symmetric: bool = False
    normalised: bool = False
    scale: Scale = "rate"  # rates are shown as percentages, counts as they are

    def on_normalised_text(self) -> Metric:
        """The same metric after whitespace has been normalised on both sides."""
        return replace(self, name=f"{self.name}_norm", title=f"{self.title}, whitespace normalised", normalised=True)


def _terms(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((name, (-1 if sign == "-" else 1) * int(weight or 1)) for sign, weight, name in TERM.findall(text))


def _weighted(terms: Sequence[tuple[str, int]], columns: Columns) -> Any:
    name, weight = terms[0]
    total = columns[name] if weight == 1 else weight * columns[name]
    for name, weight in terms[1:]:
        total = total + weight * columns[name]
    return total


def _policy(edits: Any, empty: str) -> Any:
    value = EMPTY_POLICIES[empty]
    return edits * 1.0 if value is None else value
