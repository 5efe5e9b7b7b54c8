"""The values that travel between rooms: samples and batches of them, pages of text, and laid out objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from errata.errors import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Box = tuple[float, float, float, float]  # left, top, right, bottom
Outline = tuple[tuple[float, float], ...]  # the corners of a polygon


@dataclass(frozen=True, slots=True)
class Sample:
    """One pair of texts, its id and what else is known of it (language, document ...)."""

    id: str
    reference: str
    hypothesis: str
    facts: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Batch:
    """Samples in columns, in order; texts are lists of str or Arrow string arrays without nulls.

    `missing` counts the hypotheses that were not there and stand as empty texts; `problems` are the samples that
    could not be read and are not among the columns; `read` is the number of samples that the source went through.
    """

    ids: Sequence[str]
    references: Any
    hypotheses: Any
    facts: Mapping[str, Sequence[str | None]] = field(default_factory=dict)
    missing: int = 0
    problems: tuple[Problem, ...] = ()
    read: int = 0

    def __len__(self) -> int:
        return len(self.ids)


class Source(Protocol):
    """Where samples come from, in one order that never changes."""

    @property
    def description(self) -> Mapping[str, Any]:
        """What was read: kind, names and digests, equal if and only if the samples are the same."""
        ...

    @property
    def size(self) -> int | None:
        """The number of samples, where it is known without reading them all."""
        ...

    def batches(self, size: int, start: int = 0) -> Iterator[Batch]:
        """Batches of `size` samples read (the last may be smaller), from sample number `start` on."""
        ...


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line as the file has it."""

    id: str
    text: str
    box: Box | None = None
    confidence: float | None = None
    whole: str | None = None  # the word that a line end divides, where this is a part of it and the file says so


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, where it stands, and how sure its reader was (0 to 1)."""

    id: str
    text: str
    box: Box | None = None
    outline: Outline = ()
    confidence: float | None = None
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """A region of a page (paragraph, table cell, image ...) with its lines, in reading order."""

    id: str
    kind: str
    lines: tuple[Line, ...] = ()
    box: Box | None = None
    outline: Outline = ()


@dataclass(frozen=True, slots=True)
class Page:
    """What a reader returns of one page: regions in reading order, in pixels, and what was odd about the file."""

    id: str
    regions: tuple[Region, ...]
    width: int | None = None
    height: int | None = None
    image: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines in reading order."""
        return tuple(line for region in self.regions for line in region.lines)

    @property
    def text(self) -> str:
        """The text of the page, a line each; a line without text adds none."""
        return "\n".join(line.text for line in self.lines if line.text)


@dataclass(frozen=True)
class Layout:
    """The laid out objects of one side in columns, in file order; pages, documents and classes by number.

    Coordinates are shares of the page (0 to 1, origin top left). `outlines`, `parts`, `sizes` and `images` hold only
    what the file has: corners by object, the rings of an object that is all of them together, pixels (width, height)
    and image paths by page.
    """

    labels: tuple[str, ...]
    documents: tuple[str, ...]
    pages: tuple[str, ...]
    page_document: NDArray[np.int64]
    page_index: NDArray[np.int64]
    object_ids: Sequence[str]
    object_page: NDArray[np.int64]
    object_label: NDArray[np.int64]
    boxes: NDArray[np.float64]  # one row an object: left, top, right, bottom
    scores: NDArray[np.float64]  # NaN where an object has no score
    outlines: Mapping[int, Outline] = field(default_factory=dict)
    parts: Mapping[int, tuple[Outline, ...]] = field(default_factory=dict)
    sizes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    images: Mapping[int, str] = field(default_factory=dict)
    document_names: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of documents: fact -> document id -> value
    description: Mapping[str, Any] = field(default_factory=dict)  # format, path, schema version, model ...
