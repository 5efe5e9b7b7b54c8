"""Documents in pairs, scored page by page, or line by line where the lines of both sides carry the same ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from errata.errors import InputError, Problem
from errata.io.decode import digest_of
from errata.io.documents import Reading, read_document
from errata.io.names import printable
from errata.io.policy import Columns, Finding, Policy, Severity, check_span, deliver
from errata.model import Batch, Page

UNIT = {False: "page", True: "line"}


class Item(NamedTuple):
    """A page or a line: its id, its texts where the sides have them, and what is wrong with it."""

    id: str
    reference: str | None
    hypothesis: str | None
    problem: Problem | None = None


class DocumentSource:
    """Pairs of documents, in their order; `documents` holds the id of each pair and the paths of its two sides."""

    def __init__(
        self,
        documents: Sequence[tuple[str, str | None, str | None]],
        policy: Policy,
        reading: Reading,
        *,
        lines: bool = False,
    ) -> None:
        self._documents, self._policy, self._reading, self._lines = documents, policy, reading, lines
        self.warnings: list[str] = []
        self._odd: set[str] = set()

    @property
    def paths(self) -> Sequence[tuple[str, str | None, str | None]]:
        """The id of each pair, and the paths of its sides."""
        return self._documents

    @property
    def size(self) -> int | None:
        """Nobody knows before the documents are read."""
        return None

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """The names, how they are read, and a digest of the bytes of every file."""
        first, last = self._documents[0], self._documents[-1]
        return {
            "kind": "documents",
            "reference": printable(first[1] or ""),
            "hypothesis": printable(first[2] or ""),
            "last": last[0],
            "unit": UNIT[self._lines],
            "level": self._reading.level,
            "format": self._reading.format or "sniffed",
            "encoding": self._reading.encoding,
            "unmatched": self._policy.unmatched,
            "documents": len(self._documents),
            "digest": digest_of([path for _, *paths in self._documents for path in paths if path is not None]),
        }

    def batches(self, size: int, start: int = 0) -> Iterator[Batch]:
        """Batches of pages or lines."""
        check_span(size, start)
        return deliver(self._columns(size, start), self._policy, "The documents")

    def _columns(self, size: int, start: int) -> Iterator[Columns]:
        items = islice(self._items(), start, None)
        while part := list(islice(items, size)):
            ids = [item.id for item in part]
            folders = [item.id.partition("/")[0] if "/" in item.id else None for item in part]
            found = {place: finding for place, item in enumerate(part) if (finding := self._finding(item))}
            references, hypotheses = [item.reference for item in part], [item.hypothesis for item in part]
            yield Columns(start, ids, references, hypotheses, {"folder": folders}, ids.__getitem__, found)
            start += len(part)

    def _finding(self, item: Item) -> Finding | None:
        if item.problem is not None:
            return Finding(item.problem)
        if item.reference is not None:
            return None
        severities = {"error": Severity.REFUSED, "count": Severity.LISTED, "drop": Severity.LEFT_OUT}
        what = f"the hypothesis has this {UNIT[self._lines]}, and the reference has not"
        return Finding(Problem(item.id, what), severities[self._policy.unmatched])

    def _items(self) -> Iterator[Item]:
        for key, *paths in self._documents:
            try:
                ours, theirs = (() if path is None else self._read(path) for path in paths)
                by = _by_line if self._lines else _by_page
                texts = by(ours, theirs, paths)
            except InputError as error:
                yield Item(key, None, None, error.problems[0] if error.problems else Problem(key, str(error)))
                continue
            if not self._lines and len(ours) == len(theirs) == 1:
                yield Item(key, ours[0].text, theirs[0].text)
                continue
            prefix = f"{key}/" if len(self._documents) > 1 else ""
            for name in dict.fromkeys([*texts[0], *texts[1]]):
                yield Item(prefix + name, texts[0].get(name), texts[1].get(name))

    def _read(self, path: str) -> tuple[Page, ...]:
        pages = read_document(path, **self._reading._asdict(), places=False)
        for page in pages:
            for sentence in page.warnings:
                warning = f"{printable(path)}: {sentence}."
                if warning not in self._odd:
                    self._odd.add(warning)
                    self.warnings.append(warning)
        return pages


def _by_page(ours: Sequence[Page], theirs: Sequence[Page], paths: Sequence[str | None]) -> list[dict[str, str]]:
    """The text of each page by its id; by its number where ids repeat or none is on both sides."""
    sides = [[page.id for page in pages] for pages in (ours, theirs)]
    repeated = any(len(set(ids)) < len(ids) for ids in sides)
    if repeated or (len(ours) == len(theirs) and set(sides[0]).isdisjoint(sides[1])):
        sides = [[f"page {number}" for number in range(1, len(ids) + 1)] for ids in sides]
    return [
        dict(zip(ids, (page.text for page in pages), strict=True))
        for ids, pages in zip(sides, (ours, theirs), strict=True)
    ]


def _by_line(ours: Sequence[Page], theirs: Sequence[Page], paths: Sequence[str | None]) -> list[dict[str, str]]:
    """The text of each line by its id."""
    one = len(ours) <= 1 and len(theirs) <= 1
    sides = [_lines(pages, path or "", one=one) for pages, path in zip((ours, theirs), paths, strict=True)]
    if ours and theirs and sides[0].keys().isdisjoint(sides[1]):
        examples = " and ".join(repr(next(iter(side), None)) for side in sides)
        problem = Problem(printable(paths[0] or ""), f"no line id is on both sides: {examples}", "leave out --lines")
        raise InputError("The lines of the two documents do not carry the same ids.", [problem])
    return sides


def _lines(pages: Sequence[Page], path: str, *, one: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for page in pages:
        for line in page.lines:
            key = line.id if one else f"{page.id}/{line.id}"
            if not line.id or key in found:
                what = f"the id {key!r} is used by two lines" if line.id else "has lines without an id"
                problem = Problem(printable(path), what, "leave out --lines")
                raise InputError("A document cannot be scored line by line.", [problem])
            found[key] = line.text
    return found
