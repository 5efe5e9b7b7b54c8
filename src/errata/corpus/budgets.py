"""The error budgets of a corpus: pages read with their coordinates where files have them, else lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from errata.corpus.parts import READ
from errata.corpus.settings import Normalize, settle
from errata.diagnose.budget import budget, page_of_text
from errata.diagnose.whose_fault import document
from errata.errors import InputError, PairingError, Problem, UsageError
from errata.io.document_source import DocumentSource
from errata.io.documents import read_document
from errata.io.names import printable
from errata.io.opening import PairSource, open_source
from errata.io.pairing import FACT, FolderSource
from errata.model import Page
from errata.profiles.base import Profile

__all__ = ["error_budget"]

Documents = Sequence[tuple[str, str | None, str | None]]
Facts = Mapping[str, str | None]


def error_budget(
    reference: str | Path,
    hypothesis: str | Path | None = None,
    profile: str | Profile = "standard",
    *,
    normalize: Normalize = (),
    by: Sequence[str] | str = (),
    unit: str | None = None,
    words: str | None = None,
    empty: str | None = None,
    tie: str | None = None,
    **reading: Any,
) -> dict[str, Any]:
    """Whose fault the errors of pages are: recognition, segmentation or reading order; and how sure the reader was.

    Paths are those of `errata.score_corpus`, and `reading` says how to read them: see `errata.io.opening.open_source`.
    Documents (PAGE, ALTO, hOCR ...) are matched by their coordinates too. `by` names facts to group pages by.
    """
    names = [by] if isinstance(by, str) else list(by)
    if reading.get("lines"):
        raise UsageError("An error budget is one of whole pages: leave out --lines.")
    settings = settle(profile, ["cer"], normalize, unit=unit, words=words, empty=empty, tie=tie)
    source = open_source(reference, hypothesis, **{**reading, "facts": [*reading.get("facts", ()), *names]})
    pages = _Pages(source, reading)
    found, facts = [], {name: list[str | None]() for name in names}
    for key, ours, theirs, known in pages:
        found.append(budget(key, ours, theirs, settings.view))
        for name in names:
            if name not in known:
                have = ", ".join(known) or "none"
                raise UsageError(f"No fact named {name!r} to group by. Facts of these pages: {have}.")
            facts[name].append(known[name])
    if not found:
        raise InputError("There is nothing to look at: no page could be read.", pages.problems)
    problems = [asdict(problem) for problem in pages.problems]
    made = document(found, settings.signature, settings.profile.unit, facts)
    return {**made, "warnings": [*source.warnings, *dict.fromkeys(pages.warnings)], "problems": problems}


@dataclass(slots=True)
class _Pages:
    """The pairs of pages of a source, with their facts; what is odd and what could not be read is collected."""

    source: PairSource
    reading: Mapping[str, Any]
    warnings: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[str, Page, Page, Facts]]:
        documents = _documents(self.source)
        return self._of_texts() if documents is None else self._of_documents(documents)

    def _of_texts(self) -> Iterator[tuple[str, Page, Page, Facts]]:
        for batch in self.source.batches(READ):
            self.problems += batch.problems
            names = list(batch.facts)
            facts = [dict(zip(names, row, strict=True)) for row in zip(*batch.facts.values(), strict=True)]
            rows = zip(batch.ids, batch.references, batch.hypotheses, facts or [{}] * len(batch), strict=True)
            for key, ours, theirs, known in rows:
                yield key, page_of_text(key, str(ours)), page_of_text(key, str(theirs)), known

    def _of_documents(self, documents: Documents) -> Iterator[tuple[str, Page, Page, Facts]]:
        for key, *paths in documents:
            facts = {FACT: key.partition("/")[0] if "/" in key else None}
            try:
                ours, theirs = (() if path is None else self._read(path) for path in paths)
            except InputError as error:
                if self.reading.get("on_error") != "skip":
                    raise
                self.problems += error.problems or [Problem(key, str(error))]
                continue
            for name, one, other in _paired(ours, theirs):
                whole = key if len(ours) <= 1 >= len(theirs) else f"{key}/{name}"
                if one is not None and (other is not None or self._missing(whole)):
                    yield whole, one, other or Page(name, ()), facts
                elif one is None:
                    self._unmatched(whole)

    def _missing(self, key: str) -> bool:
        """Whether a page without a hypothesis counts as an empty one."""
        unmatched = self.reading.get("unmatched", "error")
        if unmatched == "error":
            raise PairingError([key], [])
        return bool(unmatched == "count")

    def _unmatched(self, key: str) -> None:
        """A page of the hypothesis alone has no error rate."""
        unmatched = self.reading.get("unmatched", "error")
        if unmatched == "error":
            raise PairingError([], [key])
        if unmatched == "count":
            self.problems.append(Problem(key, "has no reference and is not scored"))

    def _read(self, path: str) -> tuple[Page, ...]:
        options: dict[str, Any] = {"format": self.reading.get("format_in")}
        options |= {name: self.reading[name] for name in ("level", "encoding") if name in self.reading}
        pages = read_document(Path(path), **options)
        self.warnings += [f"{printable(path)}: {sentence}." for page in pages for sentence in page.warnings]
        return pages


def _documents(source: PairSource) -> Documents | None:
    """The documents of a source, or None where it is plain texts."""
    if isinstance(source, DocumentSource):
        return source.paths
    return source.paths if isinstance(source, FolderSource) and source.description["kind"] == "documents" else None


def _paired(ours: Sequence[Page], theirs: Sequence[Page]) -> Iterator[tuple[str, Page | None, Page | None]]:
    """The pages of two documents by id where ids are shared and none repeats, else in their order."""
    mine, yours = ({page.id: page for page in pages} for pages in (ours, theirs))
    if len(mine) == len(ours) and len(yours) == len(theirs) and mine.keys() & yours.keys():
        for name in dict.fromkeys([*mine, *yours]):
            yield name, mine.get(name), yours.get(name)
        return
    for place in range(max(len(ours), len(theirs))):
        one, other = (pages[place] if place < len(pages) else None for pages in (ours, theirs))
        yield (one or other or Page("", ())).id or f"page {place + 1}", one, other
