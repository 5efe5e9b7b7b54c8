"""A plan: the groups of counts that the requested metrics need, each counted once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from errata.errors import UnknownNameError
from errata.kernels.edits import TIE_ORDERS
from errata.kernels.lines import length
from errata.metrics.base import Counter, Metric
from errata.text.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LENGTH = Counter("length", ("reference", "hypothesis", "reference_empty", "hypothesis_empty"), length)


@dataclass(frozen=True, slots=True)
class Group:
    """One counter on one kind of tokens, of the text as given or of the whitespace-normalised text."""

    counter: Counter
    tokens: str
    normalised: bool = False

    @property
    def key(self) -> str:
        """The name that both twins and the columns of a run know the group by."""
        return f"{self.counter.name}:{self.tokens}{':norm' if self.normalised else ''}"

    @property
    def columns(self) -> tuple[str, ...]:
        """One column name for each field."""
        prefix = f"{self.tokens}_{self.counter.name}{'_norm' if self.normalised else ''}"
        return tuple(f"{prefix}.{name}" for name in self.counter.fields)


SIZES = Group(LENGTH, "original")  # of the texts as given, before any step


def group_of(metric: Metric, view: View) -> Group:
    """The group of counts that a metric reads; one group serves both texts where whitespace cannot matter."""
    return Group(metric.counter, metric.tokens, metric.normalised and not view.is_blind(metric.tokens))


@dataclass(frozen=True, slots=True)
class Plan:
    """Groups in a fixed order (raw before normalised, by tokens), the view, and the tie order."""

    groups: tuple[Group, ...]
    view: View = field(default_factory=View)
    tie: str = "sub_del_ins"
    slices: dict[Group, slice] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.tie not in TIE_ORDERS:
            raise UnknownNameError("tie order", self.tie, TIE_ORDERS)
        slices, start = {}, 0
        for group in self.groups:
            slices[group] = slice(start, start + len(group.counter.fields))
            start = slices[group].stop
        object.__setattr__(self, "slices", slices)

    @classmethod
    def of(cls, metrics: Iterable[Metric], view: View | None = None, tie: str = "sub_del_ins") -> Plan:
        """The plan that counts what these metrics read, and the sizes of both texts."""
        view = view or View()
        groups = dict.fromkeys([SIZES, *(group_of(metric, view) for metric in metrics)])
        order = sorted(groups, key=lambda group: (group.normalised, ORDER.index(group.tokens)))
        return cls(tuple(order), view, tie)

    @property
    def columns(self) -> tuple[str, ...]:
        """The name of every column of a row of counts."""
        return tuple(column for group in self.groups for column in group.columns)

    def fields(self, group: Group, rows: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
        """The columns of one group by field name."""
        start = self.slices[group].start
        return {name: rows[:, start + offset] for offset, name in enumerate(group.counter.fields)}


ORDER = ("original", "text", "characters", "words", "terms", "lines")
