"""The values that travel between rooms: samples and batches of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from errata.errors import Problem


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
