"""Samples that are in memory already."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from struct import pack
from typing import Any

from errata.errors import LengthMismatchError, Problem, UsageError
from errata.io.arrow import is_text, joined, not_utf8, plain_text
from errata.io.decode import lone_surrogate
from errata.io.identity import Identities
from errata.io.policy import Columns, Finding, Policy, check_span, deliver
from errata.model import Batch

AT_ONCE = 4096


class MemorySource:
    """Lists of str, or Arrow string arrays, of one length; None is a text that is not there.

    Without ids they are the positions, from 0. Nothing is copied but the references to the texts of a batch.
    """

    def __init__(
        self,
        ids: Sequence[str] | None,
        references: Any,
        hypotheses: Any,
        facts: Mapping[str, Sequence[str | None]] | None = None,
        *,
        policy: Policy | None = None,
    ) -> None:
        self._references, self._hypotheses = _column(references, "references"), _column(hypotheses, "hypotheses")
        self._ids = ids
        self._facts = dict(facts or {})
        self._policy = policy or Policy()
        self.warnings: list[str] = []
        lengths = {"references": len(self._references), "hypotheses": len(self._hypotheses)}
        if ids is not None:
            lengths["ids"] = len(ids)
        lengths |= {f"values of the fact {name!r}": len(values) for name, values in self._facts.items()}
        if len(set(lengths.values())) > 1:
            raise LengthMismatchError(**lengths)

    @property
    def size(self) -> int:
        """The number of samples."""
        return len(self._references)

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """The number of samples and a digest of ids, texts and facts."""
        total = blake2b(digest_size=32)
        columns = [
            self._references,
            self._hypotheses,
            *([] if self._ids is None else [self._ids]),
            *self._facts.values(),
        ]
        for name in self._facts:
            total.update(pack("<q", len(name)) + name.encode("utf-8", "surrogatepass"))
        for start in range(0, self.size, AT_ONCE):
            for column in columns:
                texts = _listed(column[start : start + AT_ONCE])
                lengths = [-1 if text is None else len(str(text)) for text in texts]
                total.update(pack(f"<{len(lengths)}q", *lengths))
                total.update("".join(str(text) for text in texts if text is not None).encode("utf-8", "surrogatepass"))
        return {
            "kind": "memory",
            "unmatched": self._policy.unmatched,
            "samples": self.size,
            "digest": total.hexdigest(),
        }

    def batches(self, size: int, start: int = 0) -> Iterator[Batch]:
        """Batches of samples, as slices."""
        check_span(size, start)
        identities = None if self._ids is None else Identities()
        if self._ids is not None and identities is not None:
            for first in range(0, start, AT_ONCE):
                identities.remember(
                    [str(key) for key in _listed(self._ids[first : min(start, first + AT_ONCE)])], first
                )
        parts = (self._columns(first, min(first + size, self.size)) for first in range(start, self.size, size))
        return deliver(parts, self._policy, "The samples in memory", identities)

    def _columns(self, start: int, stop: int) -> Columns:
        def row(position: int) -> str:
            return f"row {start + position + 1}"

        ids: list[str | None] = [str(number) for number in range(start, stop)]
        findings: dict[int, Finding] = {}
        if self._ids is not None:
            ids = _checked([str(key) for key in _listed(self._ids[start:stop])], "id", row, findings)
        facts = {
            name: [None if v is None else str(v) for v in _listed(held[start:stop])]
            for name, held in self._facts.items()
        }
        references = _checked(self._references[start:stop], "reference", row, findings)
        hypotheses = _checked(self._hypotheses[start:stop], "hypothesis", row, findings)
        return Columns(start, ids, references, hypotheses, facts, row, findings)


def _column(values: Any, side: str) -> Any:
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise UsageError(f"The {side} are a {type(values).__name__}. Pass a list of str or an Arrow array of strings.")
    if _is_arrow(values) and not is_text(values.type):
        raise UsageError(f"The {side} are an Arrow array of {values.type}. Pass an array of strings.")
    return values


def _is_arrow(values: Any) -> bool:
    return hasattr(values, "null_count")


def _listed(values: Any) -> list[Any]:
    return values.to_pylist() if _is_arrow(values) else list(values)


def _checked(values: Any, side: str, row: Callable[[int], str], findings: dict[int, Finding]) -> Any:
    if _is_arrow(values):
        values = joined([plain_text(part) for part in getattr(values, "chunks", [values])])
        broken = not_utf8(values)
    else:
        values = list(values)
        broken = {position: why for position, value in enumerate(values) if (why := _wrong(value))}
    for position, why in broken.items():
        findings.setdefault(position, Finding(Problem(row(position), f"the {side} {why}")))
    return values


def _wrong(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return f"is {type(value).__name__}, not str"
    place = lone_surrogate(value)
    return "" if place is None else f"holds the lone surrogate \\u{ord(value[place]):04x} at character {place}"
