"""How far each convention in which two runs differ moves the numbers, and how much is left for the systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from errata.corpus.again import settings_of, source_of
from errata.corpus.pairs import differing
from errata.corpus.parts import READ
from errata.corpus.run import load_run
from errata.corpus.settings import Settings
from errata.errors import UnknownNameError, UsageError
from errata.metrics.count import count
from errata.metrics.plan import Group, group_of
from errata.model import Source
from errata.report.conventions import Conventions, Moved
from errata.report.result import Result
from errata.stats.average import Selection, summarise
from errata.version import __version__

if TYPE_CHECKING:
    from errata.metrics.base import Columns

__all__ = ["conventions"]

FIELDS: Mapping[str, tuple[str, ...]] = {  # of a signature: the fields of a profile behind it
    "profile": ("instead", "empty_micro"),
    "unit": ("unit",),
    "words": ("words",),
    "terms": ("terms",),
    "ties": ("tie",),
    "empty": ("empty",),
    "average": ("aggregation",),
    "quantiles": ("median", "percentile"),
}
STEPS = "steps"


@dataclass(frozen=True, slots=True)
class Variant:
    """Settings, and the counts that a source gives under them, batch by batch."""

    settings: Settings
    shards: dict[Group, list[Columns]] = field(default_factory=dict)

    def add(self, references: Sequence[str], hypotheses: Sequence[str]) -> None:
        """Count a batch."""
        plan = self.settings.plan
        rows = count(references, hypotheses, plan)
        for group in plan.groups:
            self.shards.setdefault(group, []).append(plan.fields(group, rows))

    def values(self) -> dict[str, float]:
        """The first number of each metric."""
        profile = self.settings.profile
        found = {}
        for name, metric in self.settings.metrics.items():
            shards = self.shards.get(group_of(metric, self.settings.view), [])
            summary = summarise(metric.formula, shards, profile.averaging, [Selection("all")])[0]
            found[name] = summary.micro if profile.aggregation == "micro" else summary.macro
        return found


def conventions(first: str | Path, second: str | Path, metrics: Sequence[str] | None = None) -> Conventions:
    """Score the inputs of the first run anew under its own settings with one convention of the second at a time."""
    paths = Path(first), Path(second)
    ours, theirs = load_run(paths[0]), load_run(paths[1])
    names = _names(ours, theirs, metrics)
    fields = differing(ours, theirs)
    own, other = (replace(settings_of(result), names=names) for result in (ours, theirs))
    changeable = [name for name in fields if name == STEPS or name in FIELDS]
    variants = {"": Variant(own)}
    variants |= {name: Variant(_with(own, other, [name])) for name in changeable}
    variants["all"] = Variant(_with(own, other, changeable))
    _count(source_of(paths[0], ours), variants)
    values = {name: variant.values() for name, variant in variants.items()}
    return Conventions(
        errata=__version__,
        first=str(paths[0]),
        second=str(paths[1]),
        samples=len(ours),
        scales={name: ours[name].scale for name in names},
        recorded={name: ours[name].value for name in names},
        again=values[""],
        moved=tuple(Moved(name, *pair, values.get(name)) for name, pair in fields.items()),
        together=values["all"],
        other={name: theirs[name].value for name in names},
    )


def _names(ours: Result, theirs: Result, metrics: Sequence[str] | None) -> tuple[str, ...]:
    if metrics is None:
        shared = tuple(name for name in ours.headline if name in theirs)
        if not shared:
            raise UsageError("The runs have no metric of the first one's headline in common. Name one with --metrics.")
        return shared
    for name in metrics:
        for result in (ours, theirs):
            if name not in result:
                raise UnknownNameError("metric of both runs", name, set(ours) & set(theirs))
    return tuple(dict.fromkeys(metrics))


def _with(ours: Settings, theirs: Settings, names: Sequence[str]) -> Settings:
    """Our settings with these conventions of theirs."""
    fields = [attribute for name in names for attribute in FIELDS.get(name, ())]
    profile = replace(ours.profile, **{attribute: getattr(theirs.profile, attribute) for attribute in fields})
    return replace(ours, profile=profile, steps=theirs.steps if STEPS in names else ours.steps)


def _count(source: Source, variants: Mapping[str, Variant]) -> None:
    """One pass over the texts for all variants."""
    for batch in source.batches(READ):
        for variant in variants.values():
            variant.add(batch.references, batch.hypotheses)
