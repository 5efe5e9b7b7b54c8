"""The comparison document: several runs on the same samples, every difference with its interval and its tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from errata.errors import UnknownNameError
from errata.report import comparing
from errata.report.numbers import UNICODE, Signs
from errata.report.result import finite
from errata.report.sheet import Sheet

__all__ = ["Compared", "Comparison", "Pair", "Place", "System", "Test"]

SCHEMA = 1
LISTED = 1000  # ids that a document lists for each system


@dataclass(frozen=True, slots=True)
class System:
    """One run: its name, its samples, and those of them that another run lacks."""

    name: str
    samples: int
    unpaired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Test:
    """A test of a difference: statistic, p-value, on how many pairs (or clusters), and how it was done."""

    name: str
    statistic: float
    p: float
    pairs: int
    method: str


@dataclass(frozen=True, slots=True)
class Compared:
    """One metric of two systems. Differences are second - first; wins are samples on which the second is better."""

    metric: str
    title: str
    better: str
    scale: str
    average: str
    first: float
    second: float
    difference: float
    interval: tuple[float, float]
    method: str
    clusters: int
    warning: str | None
    wins: int
    ties: int
    losses: int
    undefined: int  # samples that have no finite value in both runs, and are in no test by samples
    tests: tuple[Test, ...]
    effects: Mapping[str, float]
    recommended: str
    reasons: tuple[str, ...]
    p: float  # of the recommended test
    holm: float = float("nan")
    benjamini_hochberg: float = float("nan")
    verdict: str = "undecided"  # better, worse: the second, after Holm's correction

    def test(self, name: str) -> Test:
        """The test of this name."""
        for test in self.tests:
            if test.name == name:
                return test
        raise UnknownNameError("test", name, [test.name for test in self.tests])


@dataclass(frozen=True, slots=True)
class Pair:
    """Two systems: every metric, and on how many samples only one of them is exactly right (None: not counted)."""

    first: str
    second: str
    metrics: Mapping[str, Compared]
    only_first: int | None = None
    only_second: int | None = None
    exact: Test | None = None

    def __getitem__(self, metric: str) -> Compared:
        if metric not in self.metrics:
            raise UnknownNameError("metric of this comparison", metric, self.metrics)
        return self.metrics[metric]


@dataclass(frozen=True, slots=True)
class Place:
    """A system's place by one metric; systems that share a letter of `groups` cannot be told apart."""

    name: str
    value: float
    interval: tuple[float, float]
    rank: int
    best_rank: int
    worst_rank: int
    groups: str


@dataclass(frozen=True)
class Comparison:
    """Runs compared: `comparison[metric]` for two of them, `comparison.pairs` and `comparison.rankings` for more."""

    errata: str
    signature: str
    confidence: float
    cluster: str | None
    samples: int
    systems: tuple[System, ...]
    pairs: tuple[Pair, ...]
    rankings: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def __getitem__(self, metric: str) -> Compared:
        return self.pairs[0][metric]

    def to_dict(self) -> dict[str, Any]:
        """The document as strict JSON values: null where there is no finite number."""
        return {
            "schema": SCHEMA,
            "kind": "comparison",
            "errata": self.errata,
            "signature": self.signature,
            "confidence": self.confidence,
            "cluster": self.cluster,
            "samples": self.samples,
            "systems": [
                {"name": one.name, "samples": one.samples, "unpaired": len(one.unpaired),
                 "unpaired_ids": list(one.unpaired[:LISTED])}
                for one in self.systems
            ],
            "pairs": [_pair(pair) for pair in self.pairs],
            "rankings": {name: [_strict(asdict(place)) for place in places] for name, places in self.rankings.items()},
            "warnings": list(self.warnings),
        }  # fmt: skip

    def to_json(self) -> str:
        """The document as text: strict JSON."""
        from errata.report.sheet import strict_json

        return strict_json(self.to_dict())

    def sheet(self, signs: Signs = UNICODE) -> Sheet:
        """The page that people read."""
        return comparing.sheet(self, signs)

    def rows(self) -> Iterator[Sequence[Any]]:
        """A header, and a row for each pair and metric."""
        return comparing.rows(self)

    def __str__(self) -> str:
        return comparing.plain(self)


def _pair(pair: Pair) -> dict[str, Any]:
    outcome = None
    if pair.exact:
        outcome = {
            "only_first": pair.only_first, "only_second": pair.only_second, "test": _strict(asdict(pair.exact)),
        }  # fmt: skip
    metrics = {name: _metric(compared) for name, compared in pair.metrics.items()}
    return {"first": pair.first, "second": pair.second, "exactly_right": outcome, "metrics": metrics}


def _metric(compared: Compared) -> dict[str, Any]:
    document: dict[str, Any] = _strict(asdict(compared))
    if None in (document["first"], document["second"], document["difference"]):
        document["reason"] = compared.warning or "no finite value in both runs"
    return document


def _strict(value: Any) -> Any:
    if isinstance(value, float):
        return finite(value)
    if isinstance(value, Mapping):
        return {name: _strict(inner) for name, inner in value.items()}
    return [_strict(inner) for inner in value] if isinstance(value, (list, tuple)) else value
