"""The document of power: samples needed for a difference, and the smallest difference that a corpus can show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from errata.report.grids import Column, Grid
from errata.report.numbers import UNICODE, Signs, number
from errata.report.result import finite
from errata.report.sheet import Sheet
from errata.report.visible import label

__all__ = ["Needed", "Power"]

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Needed:
    """One metric: how much its difference varies by sample, the samples needed, and what this corpus can show."""

    metric: str
    title: str
    scale: str
    average: str
    value: float
    deviation: float
    samples: int | None
    smallest: float


@dataclass(frozen=True)
class Power:
    """What a paired comparison of this size can show; `correlation` is assumed where only one system has run."""

    errata: str
    signature: str
    runs: tuple[str, ...]
    samples: int
    cluster: str | None
    difference: float
    power: float
    confidence: float
    correlation: float | None
    metrics: tuple[Needed, ...]

    def to_dict(self) -> dict[str, Any]:
        """The document as strict JSON values: null where there is no finite number."""
        names = ("errata", "signature", "samples", "cluster", "difference", "power", "confidence", "correlation")
        facts = {name: getattr(self, name) for name in names}
        metrics = [
            {name: finite(value) if isinstance(value, float) else value for name, value in asdict(one).items()}
            for one in self.metrics
        ]
        return {"schema": SCHEMA, "kind": "power", **facts, "runs": list(self.runs), "metrics": metrics}

    def sheet(self, signs: Signs = UNICODE) -> Sheet:
        """The page that people read."""
        things = f"{self.cluster}s" if self.cluster else "samples"
        rows = [
            (
                one.metric, number(one.value, one.scale, signs),
                signs.none if one.samples is None else f"{one.samples:,}",
                _points(one.smallest, one.scale, signs),
            )
            for one in self.metrics
        ]  # fmt: skip
        columns = (
            Column("metric", "name"), Column("value"), Column(f"{things} needed"), Column("smallest shown"),
        )  # fmt: skip
        rates = [one for one in self.metrics if one.scale == "rate"]
        wanted = (
            f"{self.difference * 100:g} percentage point{'' if self.difference == 0.01 else 's'}"
            if rates
            else f"{self.difference:g}"
        )
        runs = " and ".join(map(label, self.runs))
        return Sheet(
            f"{runs}: {self.samples:,} {things}; a difference of {wanted}",
            [],
            [Grid("", columns, tuple(rows), "smallest shown: the difference that this corpus can show, in points")],
            [*self._words(things)],
        )

    def rows(self) -> Iterator[Sequence[Any]]:
        """A header, and a row for each metric."""
        yield ("metric", "average", "value", "deviation", "difference", "samples_needed", "smallest_difference")
        for one in self.metrics:
            yield one.metric, one.average, one.value, one.deviation, self.difference, one.samples, one.smallest

    def _words(self, things: str) -> Iterator[str]:
        yield (
            f"found with a probability of {self.power:.0%} by a paired test at the level {1 - self.confidence:.2g}, on"
            f" {things} like these"
        )
        if self.correlation is not None:
            yield (
                f"assumed: a second system varies as much, and its errors correlate by {self.correlation:g} with these;"
                " with two runs this is measured"
            )


def _points(value: float, scale: str, signs: Signs) -> str:
    if value != value:
        return signs.none
    return f"{value * 100:.2f}" if scale == "rate" else f"{value:,.2f}"
