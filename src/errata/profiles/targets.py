"""What kinds of documents ask for: which metrics to read and why, and the values to reach. Data of 004 and 002."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from errata.errors import UnknownNameError
from errata.profiles.biblicus import BIBLICUS as BANDED

__all__ = ["GUIDES", "Guide", "Reading", "Target", "guide_named", "quality"]

BIBLICUS = "Biblicus metrics reference (004)"
THULIUM = "Thulium evaluation metrics (002)"


@dataclass(frozen=True, slots=True)
class Reading:
    """One metric to read: as the primary or a secondary one, and why."""

    metric: str
    role: str  # primary, secondary
    why: str


@dataclass(frozen=True, slots=True)
class Target:
    """A value that a metric should reach, and what for. Targets are on macro averages, as in their document."""

    metric: str
    at_least: float
    purpose: str  # production, minimum, acceptable


@dataclass(frozen=True, slots=True)
class Guide:
    """What to read for one kind of documents."""

    name: str
    title: str
    readings: tuple[Reading, ...]
    targets: tuple[Target, ...]
    source: str


_ALL = (
    Guide(
        "forms",
        "Forms: fields with short texts",
        (
            Reading("word_f1", "primary", "says how exactly fields are extracted: precision and recall both matter"),
            Reading("word_recall", "secondary", "no field may be missed"),
            Reading("wer", "secondary", "fields should be in order"),
        ),
        (Target("word_f1", 0.75, "production"), Target("word_recall", 0.70, "minimum")),
        BIBLICUS,
    ),
    Guide(
        "receipts",
        "Receipts: dense text with amounts and dates",
        (
            Reading("word_f1", "primary", "entities must be right, and dense text needs high precision"),
            Reading("word_precision", "secondary", "noise in entities is costly"),
            Reading("bigram_overlap", "secondary", "amounts and dates are neighbouring words"),
        ),
        (Target("word_f1", 0.80, "production"), Target("word_precision", 0.75, "minimum")),
        BIBLICUS,
    ),
    Guide(
        "academic",
        "Academic papers: several columns",
        (
            Reading("lcs_ratio", "primary", "keeping the reading order is critical in several columns"),
            Reading("word_f1", "secondary", "says whether the words are there at all"),
            Reading("wer", "secondary", "judges the whole sequence"),
            Reading("bigram_overlap", "secondary", "falls where columns are mixed"),
        ),
        (Target("lcs_ratio", 0.75, "production"), Target("bigram_overlap", 0.60, "minimum")),
        BIBLICUS,
    ),
    Guide(
        "legal",
        "Legal and compliance documents: nothing may be missed",
        (
            Reading("word_recall", "primary", "no content may be missed: completeness over exactness"),
            Reading("word_f1", "secondary", "a lower precision is tolerable"),
            Reading("wer", "secondary", "the reading order matters"),
        ),
        (Target("word_recall", 0.90, "minimum"), Target("word_f1", 0.70, "acceptable")),
        BIBLICUS,
    ),
    Guide(
        "multilingual",
        "Several languages or scripts",
        (
            Reading("cer", "primary", "characters compare between scripts where words do not; read Delta and Sigma over"
                    " languages beside it (--by language)"),
            Reading("wer", "secondary", "judges documents, in languages that put spaces between words"),
        ),
        (),
        THULIUM,
    ),
    Guide(
        "handwriting",
        "Handwriting, line by line",
        (
            Reading("cer", "primary", "shows single letters that were misread; also read median and 95th percentile"),
            Reading("wer", "secondary", "judges the text as a reader meets it"),
            Reading("ser", "secondary", "the share of lines that are not exactly right"),
        ),
        (),
        THULIUM,
    ),
)  # fmt: skip

GUIDES: Mapping[str, Guide] = MappingProxyType({guide.name: guide for guide in _ALL})


def guide_named(name: str) -> Guide:
    """The guide of this name; an unknown name is refused with the nearest known ones."""
    if name not in GUIDES:
        raise UnknownNameError("kind of documents", name, GUIDES)
    return GUIDES[name]


def quality(metric: str, value: float, words: str) -> str | None:
    """What 004 calls a macro average; None where it has no bands, or where the run's words are not its words."""
    if value != value or (metric == "wer" and words != "biblicus"):
        return None
    return next((band.label(value) for band in BANDED.bands if band.metric == metric), None)
