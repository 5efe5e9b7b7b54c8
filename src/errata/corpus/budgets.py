"""The error budgets of a corpus: pages read with their coordinates where files have them, else lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from errata.corpus.parts import READ
from errata.corpus.settings import Settings
from errata.diagnose.budget import budget, page_of_text
from errata.diagnose.whose_fault import document
from errata.errors import InputError, Problem
from errata.io.document_source import DocumentSource
from errata.io.documents import read_document
from errata.io.opening import PairSource
from errata.io.pairing import FolderSource
from errata.model import Page

__all__ = ["budgets"]

Pair = tuple[str, Page, Page]


def budgets(source: PairSource, settings: Settings, **reading: Any) -> tuple[dict[str, Any], list[Problem]]:
    """The document of budgets, and what could not be read; `reading` goes to `read_document`."""
    problems: list[Problem] = []
    paths = _pages_of(source)
    pairs = _texts(source, problems) if paths is None else _documents(paths, reading)
    found = [budget(key, ours, theirs, settings.view) for key, ours, theirs in pairs]
    if not found:
        raise InputError("There is nothing to look at: no page could be read.", problems)
    return document(found, settings.signature, settings.profile.unit), problems


def _pages_of(source: PairSource) -> Sequence[tuple[str, str | None, str | None]] | None:
    """The documents of a source, or None where it is plain texts."""
    if isinstance(source, DocumentSource):
        return source.paths
    return source.paths if isinstance(source, FolderSource) and source.description["kind"] == "documents" else None


def _texts(source: PairSource, problems: list[Problem]) -> Iterator[Pair]:
    for batch in source.batches(READ):
        problems += batch.problems
        for key, ours, theirs in zip(batch.ids, batch.references, batch.hypotheses, strict=True):
            yield key, page_of_text(key, str(ours)), page_of_text(key, str(theirs))


def _documents(paths: Sequence[tuple[str, str | None, str | None]], reading: dict[str, Any]) -> Iterator[Pair]:
    for key, *sides in paths:
        if sides[0] is None:
            continue  # a hypothesis alone has no error rate
        ours, theirs = (read_document(Path(path), **reading) if path else () for path in sides)
        partners = _partners(ours, theirs)
        for number, page in enumerate(ours):
            other = partners.get(number)
            yield (key if len(ours) == 1 else f"{key}/{page.id}"), page, other or Page(page.id, ())


def _partners(ours: Sequence[Page], theirs: Sequence[Page]) -> dict[int, Page]:
    """The pages of the hypothesis by number in the reference: by id where ids are shared, else in order."""
    known = {page.id: page for page in theirs}
    if len(known) == len(theirs) and any(page.id in known for page in ours):
        return {number: known[page.id] for number, page in enumerate(ours) if page.id in known}
    return dict(enumerate(theirs))
