"""A profile: the conventions of one way of measuring, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from errata.errors import UnknownNameError
from errata.metrics.base import EMPTY_POLICIES, Metric
from errata.metrics.registry import METRICS, find
from errata.stats.average import Averaging


@dataclass(frozen=True, slots=True)
class Band:
    """What a system calls a value: the best label whose bound the value reaches."""

    metric: str
    bounds: tuple[tuple[str, float], ...]  # from best to worst: label and bound
    otherwise: str

    def label(self, value: float) -> str:
        """The label of a value, by the metric's direction."""
        lower = METRICS[self.metric].better == "lower"
        for label, bound in self.bounds:
            if (value <= bound) if lower else (value >= bound):
                return label
        return self.otherwise


@dataclass(frozen=True, slots=True)
class Profile:
    """View, tie order, empty policy, aggregation, metric set and quality bands of one system."""

    name: str
    title: str
    source: str
    metrics: tuple[str, ...]
    headline: tuple[str, ...]
    aggregation: str = "micro"
    steps: tuple[str, ...] = ()
    unit: str = "character"
    words: str = "whitespace"
    terms: str = "biblicus"
    tie: str = "sub_del_ins"
    empty: str = "count"
    empty_micro: float | None = None
    median: str = "middle"
    percentile: str = "linear"
    instead: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # shown name -> registered metric
    per_class: bool = False  # also report F1 for each character, and its mean over characters
    bands: tuple[Band, ...] = ()
    csv_average: tuple[str, ...] = ("MACRO_AVG",)  # the ids of the rows that end the CSV of 000; "" is a blank row

    def __post_init__(self) -> None:
        if self.empty not in EMPTY_POLICIES:
            raise UnknownNameError("empty policy", self.empty, EMPTY_POLICIES)

    @property
    def averaging(self) -> Averaging:
        """The part that the statistics need to know."""
        return Averaging(self.empty, self.empty_micro, self.median, self.percentile)

    def resolve(self, names: tuple[str, ...]) -> dict[str, Metric]:
        """The metrics behind these names, by the names that this profile shows."""
        metrics = find(self.instead.get(name, name) for name in names)
        return dict(zip(names, metrics, strict=True))
