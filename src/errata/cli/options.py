"""The options that commands share, in the groups that their help shows. Choices come from the registries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter, validators

from errata.io.documents import FORMATS as DOCUMENTS
from errata.io.format import LEVELS
from errata.io.policy import ON_ERROR, UNMATCHED
from errata.kernels.edits import TIE_ORDERS
from errata.metrics.base import EMPTY_POLICIES
from errata.profiles.registry import PROFILES
from errata.profiles.targets import GUIDES
from errata.report.formats import FORMATS
from errata.report.listing import LISTINGS
from errata.report.sheet import SHEETS
from errata.stats.interval import METHODS
from errata.text.normalize import STEPS
from errata.text.replacements import TABLES, is_table, load_replacements
from errata.text.tokenize import UNITS, WORDS

if TYPE_CHECKING:
    Profile = str
    Unit = str
    Words = str
    Empty = str
    Tie = str
    Unmatched = str
    OnError = str
    Format = str
    ListFormat = str
    FormatIn = str
    Level = str
    SheetFormat = str
    Documents = str
    Targets = str
    Method = str
else:
    Profile, Unit, Words, Empty = (Literal[tuple(known)] for known in (PROFILES, UNITS, WORDS, EMPTY_POLICIES))
    Tie, Unmatched, OnError = (Literal[tuple(known)] for known in (TIE_ORDERS, UNMATCHED, ON_ERROR))
    Documents, Targets = Literal[tuple(GUIDES)], Literal[tuple(name for name in GUIDES if GUIDES[name].targets)]
    Method = Literal[METHODS]
    FormatIn, Level = (Literal[tuple(known)] for known in (DOCUMENTS, LEVELS))
    Format, ListFormat, SheetFormat = (Literal[tuple(known)] for known in (FORMATS, LISTINGS, SHEETS))

__all__ = [
    "JUDGED",
    "SHOWN",
    "Convention",
    "Documents",
    "Flag",
    "Format",
    "Intervals",
    "Judging",
    "ListFormat",
    "Names",
    "Normalisation",
    "Number",
    "Output",
    "Reading",
    "Report",
    "SheetFormat",
    "Targets",
    "listed",
]

TITLES = (
    "What is measured",
    "Normalisation, of both sides alike",
    "Reading",
    "What is reported",
    "Intervals",
    "Judging",
    "Output",
)
HOW = "How intervals are made; auto: by the number of clusters."
MEASURED, NORMALISED, READ, REPORTED, UNCERTAIN, JUDGED, SHOWN = (
    Group(title, sort_key=place) for place, title in enumerate(TITLES)
)
Flag = Annotated[bool, Parameter(negative="", show_default=False)]
Number = Annotated[int, Parameter(metavar="N", validator=validators.Number(gte=0))]
Names = Annotated[tuple[str, ...], Parameter(negative="", show_default=False, metavar="NAME,...")]


def listed(values: Iterable[str]) -> list[str]:
    """The names of an option that was given with commas, several times, or both."""
    return [name.strip() for value in values for name in value.split(",") if name.strip()]


@Parameter(name="*", group=MEASURED)
@dataclass(frozen=True, slots=True)
class Convention:
    """A profile and what the caller overrides of it."""

    profile: Annotated[Profile, Parameter(help="Whose conventions; see errata profiles.")] = "standard"
    metrics: Annotated[
        Names, Parameter(help="These instead of the profile's; see errata metrics. 'all': every one.")
    ] = ()
    unit: Annotated[Unit | None, Parameter(help="What a character is.")] = None
    words: Annotated[Words | None, Parameter(help="What a word is.")] = None
    empty: Annotated[Empty | None, Parameter(help="The error rate of text against an empty reference.")] = None

    def options(self) -> dict[str, Any]:
        """The keywords of `score_corpus`."""
        metrics = listed(self.metrics) if self.metrics else None
        chosen: Any = "all" if metrics == ["all"] else metrics
        return {"profile": self.profile, "metrics": chosen, "unit": self.unit, "words": self.words, "empty": self.empty}


@Parameter(name="*", group=NORMALISED)
@dataclass(frozen=True, slots=True)
class Normalisation:
    """Steps that both texts pass before anything is counted."""

    normalize: Annotated[
        Names,
        Parameter(help=f"Steps, in order: {', '.join(STEPS)}; or your own tables ({', '.join(TABLES)})."),
    ] = ()

    def steps(self) -> list[str | Mapping[str, str]]:
        """What `normalize` takes in Python: a path to a table of replacements becomes the table."""
        return [load_replacements(name) if is_table(name) else name for name in listed(self.normalize)]


@Parameter(name="*", group=READ)
@dataclass(frozen=True, slots=True)
class Reading:
    """How paths become samples."""

    reference_column: Annotated[str | None, Parameter(help="The column of references of a table.")] = None
    hypothesis_column: Annotated[str | None, Parameter(help="The column of hypotheses of a table.")] = None
    id_column: Annotated[str | None, Parameter(help="The column of ids of a table.")] = None
    facts: Annotated[Names, Parameter(help="Further columns of a table to keep beside the scores.")] = ()
    lines: Annotated[Flag, Parameter(help="Every line is a sample, of documents by its id.")] = False
    encoding: Annotated[str, Parameter(help="The encoding of the input.")] = "utf-8"
    format_in: Annotated[FormatIn | None, Parameter(help="The format of documents, where it is not to be told.")] = None
    level: Annotated[Level, Parameter(help="The level that the text of PAGE is taken from.")] = "auto"
    unmatched: Annotated[
        Unmatched, Parameter(help="Samples without a partner: refuse, count a missing hypothesis as empty, or drop.")
    ] = "error"
    on_error: Annotated[OnError, Parameter(help="Samples that cannot be read: refuse, or list them and go on.")] = (
        "fail"
    )

    def options(self, by: Iterable[str]) -> dict[str, Any]:
        """The keywords of `open_source`; a fact to group by is read as well."""
        chosen = {name: getattr(self, name) for name in self.__slots__}
        return chosen | {"facts": list(dict.fromkeys([*listed(self.facts), *by]))}


@Parameter(name="*", group=REPORTED)
@dataclass(frozen=True, slots=True)
class Report:
    """What the result holds besides the scores."""

    by: Annotated[Names, Parameter(help="Score the groups of samples that share a fact, too.", metavar="FACT,...")] = ()
    worst: Annotated[Number, Parameter(help="List this many of the worst samples.", show_default=False)] = 0
    ladder: Annotated[Flag, Parameter(help="CER after one normalisation step more at a time.")] = False
    errors: Annotated[
        Flag, Parameter(help="What went wrong, too: classes of errors, confusions; see errata errors.")
    ] = False
    per_class: Annotated[bool | None, Parameter(negative="", help="Precision, recall and F1 of each character.")] = None

    def options(self) -> dict[str, Any]:
        """The keywords of `score_corpus`."""
        chosen = {name: getattr(self, name) for name in self.__slots__}
        return chosen | {"by": listed(self.by)}


@Parameter(name="*", group=UNCERTAIN)
@dataclass(frozen=True, slots=True)
class Intervals:
    """How sure the headline numbers are."""

    ci: Annotated[bool, Parameter(negative="--no-ci", show_default=False, help="Intervals of the headline.")] = True
    cluster: Annotated[
        str | None,
        Parameter(metavar="FACT", help="Samples that share this fact are resampled together. [default: document]"),
    ] = None
    confidence: Annotated[float, Parameter(metavar="SHARE", help="How often intervals hold the true number.")] = 0.95
    method: Annotated[Method, Parameter(help=HOW)] = "auto"
    seed: Annotated[Number, Parameter(help="The same seed draws the same samples.")] = 0

    def options(self) -> dict[str, Any]:
        """The keywords of `score_corpus` and `layout`."""
        return {"intervals": self.ci} | {name: getattr(self, name) for name in self.__slots__ if name != "ci"}


@Parameter(name="*", group=SHOWN)
@dataclass(frozen=True, slots=True)
class Output:
    """How a result is shown."""

    format: Annotated[Format, Parameter(help="How to show the result.")] = "table"
    all_metrics: Annotated[Flag, Parameter(name="--all", help="Every metric in the table, not only the headline.")] = (
        False
    )
    explain: Annotated[Flag, Parameter(help="Say in words what the numbers mean, below the tables.")] = False


@Parameter(name="*", group=JUDGED)
@dataclass(frozen=True, slots=True)
class Judging:
    """How sure a difference has to be, and how that is found out."""

    cluster: Annotated[
        str | None,
        Parameter(metavar="FACT", help="Samples that share this fact are judged together. [default: document]"),
    ] = None
    confidence: Annotated[float, Parameter(metavar="SHARE", help="Of intervals; 1 - it is the level of tests.")] = 0.95
    method: Annotated[Method, Parameter(help=HOW)] = "auto"
    resamples: Annotated[Number, Parameter(help="Resamples of an interval.")] = 2000
    seed: Annotated[Number, Parameter(help="The seed of everything random.")] = 0

    def options(self) -> dict[str, Any]:
        """The keywords of `compare`, `gate` and their kind."""
        return {name: getattr(self, name) for name in self.__slots__}
