"""What is measured and how: a profile with its overrides resolved, and the signature that pins it."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypedDict, Unpack

from errata.diagnose.analysis import check_tables
from errata.errors import UsageError
from errata.metrics.base import Metric
from errata.metrics.plan import Plan
from errata.metrics.registry import METRICS
from errata.profiles.base import Profile
from errata.profiles.registry import profile_named
from errata.stats.interval import Resampling
from errata.text.normalize import Step, replacement_step, resolve
from errata.text.segment import SEGMENTATION_UNICODE
from errata.text.view import View
from errata.version import __version__

LADDER = ("nfc", "bidi", "whitespace", "quotes", "casefold", "punctuation", "diacritics", "digits")

Normalize = Iterable[str | Mapping[str, str]]


class Overrides(TypedDict, total=False):
    """What a caller may say instead of a profile; None leaves the profile's own."""

    unit: str | None
    words: str | None
    empty: str | None
    tie: str | None


class Conventions(Overrides, total=False):
    """The settings of one number: a profile, what is said instead, and the steps that both sides pass."""

    profile: str | Profile
    normalize: Normalize


@dataclass(frozen=True, slots=True)
class Settings:
    """A profile with its overrides, the steps that both sides pass, and what to report besides the scores."""

    profile: Profile
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    by: tuple[str, ...] = ()
    ladder: bool = False
    per_class: bool = False
    worst: int = 0
    resampling: Resampling | None = None  # None: no intervals
    cluster: str | None = None  # the fact whose samples are resampled together; None: the document where there is one
    errors: tuple[str, ...] = ()  # tables of confusions; none: errors are not looked at

    @property
    def metrics(self) -> dict[str, Metric]:
        """The metrics by the names that the result shows."""
        return self.profile.resolve(self.names)

    @property
    def headline(self) -> tuple[str, ...]:
        """The metrics that a short table shows."""
        shown = tuple(name for name in self.profile.headline if name in self.names)
        return shown if shown and self.names == self.profile.metrics else self.names

    @property
    def view(self) -> View:
        """How texts become tokens."""
        return View(self.steps, self.profile.unit, self.profile.words, self.profile.terms)

    @property
    def plan(self) -> Plan:
        """The counts that the metrics need."""
        return Plan.of(self.metrics.values(), self.view, self.profile.tie)

    @property
    def rungs(self) -> tuple[tuple[str, View], ...]:
        """The views of the ladder: as given, then one step more on each rung."""
        steps = resolve(name for name in LADDER if name not in {step.name for step in self.steps})
        rungs = [("as given", self.view)]
        for number, step in enumerate(steps):
            rungs.append((step.name, replace(self.view, steps=(*self.steps, *steps[: number + 1]))))
        return tuple(rungs)

    @property
    def signature(self) -> str:
        """The conventions of the numbers, in one line: equal signatures compare."""
        profile = self.profile
        parts = {
            "profile": profile.name,
            "unit": profile.unit,
            "words": profile.words,
            "terms": profile.terms,
            "steps": "+".join(step.name for step in self.steps) or "none",
            "ties": profile.tie,
            "empty": profile.empty,
            "average": profile.aggregation,
            "quantiles": f"{profile.median},{profile.percentile}",
            "unicode": f"{unicodedata.unidata_version},{SEGMENTATION_UNICODE}",
            "errata": __version__,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())

    def to_dict(self) -> dict[str, Any]:
        """The settings as the result document keeps them."""
        profile = self.profile
        return {
            "aggregation": profile.aggregation,
            "unit": profile.unit,
            "words": profile.words,
            "terms": profile.terms,
            "steps": [step.name for step in self.steps],
            "ties": profile.tie,
            "empty": profile.empty,
            "by": list(self.by),
            "ladder": self.ladder,
            "per_class": self.per_class,
            "worst": self.worst,
            "csv_average": list(profile.csv_average),
            "intervals": self.resampling and {**asdict(self.resampling), "cluster": self.cluster},
            **({"errors": list(self.errors)} if self.errors else {}),
        }

    @property
    def digest(self) -> str:
        """A short name of everything that decides what a run directory holds."""
        text = json.dumps([self.signature, list(self.names), self.to_dict()], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def settle(
    profile: str | Profile = "standard",
    metrics: Sequence[str] | str | None = None,
    normalize: Normalize = (),
    *,
    by: Sequence[str] = (),
    ladder: bool = False,
    per_class: bool | None = None,
    worst: int = 0,
    resampling: Resampling | None = None,
    cluster: str | None = None,
    errors: bool | Sequence[str] = False,
    **overrides: Unpack[Overrides],
) -> Settings:
    """The settings of a call: the profile, what the caller overrides of it, and what to report besides.

    `metrics` "all" means every registered metric; `normalize` takes names of steps and replacement tables, in order.
    `errors` names tables of confusions; True stands for those of the unit and of words.
    """
    base = profile_named(profile) if isinstance(profile, str) else profile
    if unknown := set(overrides) - Overrides.__optional_keys__:
        known = ", ".join(Overrides.__annotations__)
        raise UsageError(f"No such option: {', '.join(sorted(unknown))}. Known: profile, normalize, {known}.")
    chosen = replace(base, **{name: value for name, value in overrides.items() if value is not None})  # type: ignore[arg-type]
    settings = Settings(
        chosen,
        _names(chosen, metrics),
        (*resolve(chosen.steps), *_steps(normalize)),
        tuple(by),
        ladder,
        chosen.per_class if per_class is None else per_class,
        worst,
        resampling,
        cluster,
        _tables(errors, chosen.unit),
    )
    _ = settings.plan  # refuses unknown metrics, units and words before anything is read
    return settings


def _names(profile: Profile, metrics: Sequence[str] | str | None) -> tuple[str, ...]:
    if metrics is None:
        return profile.metrics
    if isinstance(metrics, str):
        metrics = list(METRICS) if metrics == "all" else [metrics]
    if not metrics:
        raise UsageError("The list of metrics is empty. Leave it out for the profile's own metrics.")
    return tuple(dict.fromkeys(metrics))


def _tables(errors: bool | Sequence[str], unit: str) -> tuple[str, ...]:
    if errors is False:
        return ()
    names = (unit, "word") if errors is True else (errors,) if isinstance(errors, str) else tuple(errors)
    check_tables(names, unit)
    return tuple(dict.fromkeys(names))


def _steps(normalize: Normalize) -> tuple[Step, ...]:
    normalize = [normalize] if isinstance(normalize, (str, Mapping)) else list(normalize)
    resolve(item for item in normalize if isinstance(item, str))  # refuses all unknown names at once
    return tuple(resolve([item])[0] if isinstance(item, str) else replacement_step(item) for item in normalize)
