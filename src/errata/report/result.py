"""The result document: scores, how many samples they rest on, and the conventions behind them.

Everything that is shown, saved or compared reads this; nothing that reads it computes.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from errata.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    import pyarrow as pa

    from errata.stats.interval import Interval
    from errata.stats.table import Records

    Parts = Callable[[Sequence[str] | None], Iterable[pa.Table]]  # of these columns, None for all
    Judge = Callable[..., Interval]  # of a result, a metric and how to resample: errata.corpus.judged

SCHEMA = 1
NUMBERS = ("micro", "macro", "median", "std", "p95", "min", "max")
NO_VALUE = "no sample has a value"
SURROGATE = re.compile("[\ud800-\udfff]")
INFINITE = "infinite: {} sample(s) with text against an empty reference"


@dataclass(frozen=True, slots=True)
class Score:
    """One metric over some samples; NaN where there is nothing to average."""

    name: str
    title: str
    better: str
    scale: str  # "rate": shown as a percentage; "count": as a number
    aggregation: str
    micro: float
    macro: float
    median: float
    std: float
    p95: float
    min: float
    max: float
    undefined: int
    band: str | None = None
    interval: tuple[float, float] | None = None

    @property
    def value(self) -> float:
        """The corpus number that the profile puts first: micro or macro."""
        return self.micro if self.aggregation == "micro" else self.macro

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True, slots=True)
class Tally:
    """How many samples there were, and in what state they came."""

    samples: int
    empty_references: int
    empty_hypotheses: int
    missing: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """The scores of the samples that share a fact."""

    samples: int
    scores: Mapping[str, Score]

    def __getitem__(self, name: str) -> Score:
        return _named(self.scores, name)


@dataclass(frozen=True, repr=False)
class Result:
    """Scores by metric name, with everything needed to read, repeat and compare them."""

    errata: str
    profile: str
    signature: str
    tally: Tally
    scores: Mapping[str, Score]
    headline: Sequence[str]
    groups: Mapping[str, Mapping[str, Group]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    ladder: Sequence[Mapping[str, Any]] = ()
    worst: Sequence[Mapping[str, Any]] = ()
    per_class: Mapping[str, Any] | None = None
    errors: Mapping[str, Any] | None = None
    problems: Sequence[Mapping[str, str]] = ()
    intervals: Mapping[str, Any] | None = None  # what the intervals of the headline have in common
    layout: Mapping[str, Any] | None = None
    fairness: Mapping[str, Any] = field(default_factory=dict)  # fact -> metric -> how far its groups are apart
    parts: Parts | None = field(default=None, compare=False, repr=False)
    judge: Judge | None = field(default=None, compare=False, repr=False)
    scored: Callable[[], Records | None] | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, name: str) -> Score:
        return _named(self.scores, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __contains__(self, name: object) -> bool:
        return name in self.scores

    def __len__(self) -> int:
        return self.tally.samples

    @property
    def samples(self) -> pa.Table:
        """One row a sample as an Arrow table: id, facts, counts and scores."""
        import pyarrow as pa

        return pa.concat_tables(self.sample_parts())

    @property
    def detections(self) -> Records:
        """The scored detections of a layout, page by page: class, score, and whether each is a hit by IoU threshold."""
        found = self.scored() if self.scored else None
        if found is None:
            raise UsageError("This result holds no detections. A run of `errata layout` keeps them with --ap --out.")
        return found

    def sample_parts(self, columns: Sequence[str] | None = None) -> Iterable[pa.Table]:
        """The samples in order, some thousands at a time: these columns, or all of them."""
        if self.parts is None:
            raise UsageError(
                "This result was read from a document, which holds no samples. Load its run directory instead."
            )
        return self.parts(columns)

    def interval(
        self,
        metric: str,
        cluster: str | None = None,
        *,
        average: str | None = None,
        confidence: float = 0.95,
        method: str = "auto",
        resamples: int = 2000,
        seed: int = 0,
    ) -> Interval:
        """The interval of any metric, by resampling the samples that share the fact `cluster` together.

        Without `cluster` it is the document where samples have one, else each sample. `average` is "micro" or "macro",
        by default the one that the profile puts first. Methods: "studentised", "bca", "percentile", "poisson";
        "auto" takes the first for few clusters and the second for many.
        """
        from errata.stats.interval import Resampling

        if self.judge is None:
            raise UsageError("This result holds no samples to resample. Load its run directory instead.")
        how = Resampling(confidence, method, resamples, seed)
        return self.judge(self, metric, how, cluster=cluster, average=average)

    def explain(self) -> str:
        """What the numbers mean, in sentences, one a line."""
        from errata.report.words import explained

        return "\n".join(explained(self))

    def to_dict(self) -> dict[str, Any]:
        """The document as strict JSON values: null and a reason where there is no finite number."""
        optional = {
            "ladder": [dict(rung) for rung in self.ladder],
            "worst": [dict(row) for row in self.worst],
            "per_class": self.per_class,
            "errors": self.errors,
            "problems": [dict(problem) for problem in self.problems],
            "intervals": self.intervals,
            "layout": self.layout,
            "fairness": dict(self.fairness),
        }
        return {
            "schema": SCHEMA,
            "signature": self.signature,
            "errata": self.errata,
            "profile": self.profile,
            "samples": self.tally.samples,
            "empty_references": self.tally.empty_references,
            "empty_hypotheses": self.tally.empty_hypotheses,
            "missing": self.tally.missing,
            "skipped": self.tally.skipped,
            "headline": list(self.headline),
            "metrics": _documents(self.scores),
            "groups": {
                fact: {
                    label: {"samples": group.samples, "metrics": _documents(group.scores)}
                    for label, group in labels.items()
                }
                for fact, labels in self.groups.items()
            },
            "settings": dict(self.settings),
            **{name: value for name, value in optional.items() if value},
        }

    def to_json(self) -> str:
        """The document as text: strict JSON, two spaces, one last line break."""
        text = json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=2) + "\n"
        return SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)  # UTF-8 cannot hold them

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], parts: Parts | None = None, judge: Judge | None = None) -> Result:
        """The result that `to_dict` wrote."""
        aggregation = document["settings"]["aggregation"]
        tally = Tally(*(document[name] for name in Tally.__slots__))
        groups = {
            fact: {
                label: Group(group["samples"], _scores(group["metrics"], aggregation))
                for label, group in labels.items()
            }
            for fact, labels in document["groups"].items()
        }
        return cls(
            document["errata"], document["profile"], document["signature"], tally,
            _scores(document["metrics"], aggregation), tuple(document["headline"]), groups, document["settings"],
            tuple(document.get("ladder", ())), tuple(document.get("worst", ())), document.get("per_class"),
            document.get("errors"), tuple(document.get("problems", ())), document.get("intervals"),
            document.get("layout"), document.get("fairness", {}), parts, judge,
        )  # fmt: skip

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name} {self.scores[name].value:.4f}" for name in list(self.headline)[:3])
        plural = "sample" if self.tally.samples == 1 else "samples"
        return f"<Result of {self.tally.samples:,} {plural}, profile {self.profile}: {numbers}>"

    def __str__(self) -> str:
        from errata.report.terminal import plain

        return plain(self)

    def _repr_html_(self) -> str:
        from errata.report.notebook import html

        return html(self)


def _documents(scores: Mapping[str, Score]) -> dict[str, Any]:
    return {name: _document(score) for name, score in scores.items()}


def _document(score: Score) -> dict[str, Any]:
    document: dict[str, Any] = {"title": score.title, "better": score.better, "scale": score.scale}
    document |= {name: finite(getattr(score, name)) for name in NUMBERS}
    document["undefined"] = score.undefined
    if any(document[name] is None for name in NUMBERS):
        infinite = math.isinf(score.max)
        document["reason"] = INFINITE.format(score.undefined) if infinite else NO_VALUE
        document["infinite"] = [name for name in NUMBERS if math.isinf(getattr(score, name))]
    if score.band:
        document["band"] = score.band
    if score.interval:
        document["interval"] = [finite(bound) for bound in score.interval]
    return document


def _scores(documents: Mapping[str, Any], aggregation: str) -> dict[str, Score]:
    return {name: _score(name, document, aggregation) for name, document in documents.items()}


def _score(name: str, document: Mapping[str, Any], aggregation: str) -> Score:
    infinite = document.get("infinite", ())
    numbers = {key: math.inf if key in infinite else _number(document[key]) for key in NUMBERS}
    interval = document.get("interval")
    return Score(
        name, document["title"], document["better"], document["scale"], aggregation, **numbers,
        undefined=document["undefined"], band=document.get("band"),
        interval=(_number(interval[0]), _number(interval[1])) if interval else None,
    )  # fmt: skip


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _named(scores: Mapping[str, Score], name: str) -> Score:
    if name not in scores:
        raise UnknownNameError("metric of this result", name, scores)
    return scores[name]


def finite(value: float) -> float | None:
    """The value, or None where strict JSON has no number for it."""
    return value if math.isfinite(value) else None
