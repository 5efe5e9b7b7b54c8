"""The doctor of inputs: documents alone, folders, two folders as pairs, tables; each finding with its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from errata.errors import InputError, Problem, UsageError
from errata.io.document_reader import DocumentReader
from errata.io.documents import Reading, read_document, sniffed
from errata.io.examine import FORMS, Findings, examine_pages, examine_text
from errata.io.examine_pairs import Examined, Side, differing, remembered, swapped, wrong_partners
from errata.io.folder import refuse_empty, scan
from errata.io.names import printable
from errata.io.opening import open_source
from errata.io.pairing import FolderSource
from errata.model import Page

__all__ = ["Found", "examine_documents", "examine_folders", "examine_table"]

Found = tuple[str, Findings, dict[str, Any]]
ROWS = 1000
LISTED = 100  # notes on the rows of a table, which may be millions


@dataclass(slots=True)
class Sum:
    """What many files hold together."""

    facts: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)

    def add(self, pages: Sequence[Page], form: str, kind: str) -> None:
        """Count a document."""
        lines = sum(len(page.lines) for page in pages)
        characters = sum(len(page.text) for page in pages)
        self.facts.update(files=1, pages=len(pages), lines=lines, characters=characters)
        self.formats[kind] += 1
        self.forms[form] += form != FORMS[0]

    def shown(self) -> dict[str, Any]:
        """The facts that a report shows."""
        return {**self.facts, "formats": [f"{name} {count:,}" for name, count in self.formats.most_common()]}

    def mixture(self, where: str) -> Iterator[Problem]:
        """A note if some files are composed and others are not."""
        known = {form: count for form, count in self.forms.items() if count}
        if len(known) > 1:
            counts = ", ".join(f"{count:,} {form}" for form, count in sorted(known.items()))
            yield Problem(
                where, f"the accented letters of its files differ: {counts}", "--normalize nfc makes them alike"
            )


def examine_documents(paths: Sequence[str], reading: Reading) -> Iterator[Found]:
    """Each document alone."""
    for path in paths:
        total = Sum()
        findings, _ = _document(path, reading, total)
        yield path, findings, total.shown()


def examine_folders(paths: Sequence[str], reading: Reading) -> Iterator[Found]:
    """One folder, whole or as pairs if it holds both sides; two folders, as pairs."""
    if len(paths) > 2:
        raise UsageError("Two folders are checked as pairs, one alone; more than two are not.")
    try:
        if len(paths) == 2 or scan(paths[0], DocumentReader(reading).split).has_references:
            yield from _pairs(paths[0], paths[-1], reading)
        else:
            yield from _folder(paths[0], reading)
    except InputError as error:
        problems = list(error.problems) or [Problem(printable(paths[0]), str(error))]
        yield " and ".join(paths), Findings(problems), {}


def examine_table(path: str, reading: Reading) -> Found:
    """The rows of a table: what cannot be read, and what is odd about its texts."""
    found, facts, left = Findings(), Counter[str](), 0
    name = printable(path)
    forms: dict[str, set[str]] = {"reference": set(), "hypothesis": set()}
    try:
        source = open_source(path, unmatched="count", on_error="skip", encoding=reading.encoding)
        found.notes += [Problem(name, warning.removeprefix(f"{name}: ")) for warning in source.warnings]
        for batch in source.batches(ROWS):
            found.problems += batch.problems
            facts.update({"rows": batch.read, "without a hypothesis": batch.missing})
            for side, texts in (("reference", batch.references), ("hypothesis", batch.hypotheses)):
                listed = texts.to_pylist() if hasattr(texts, "to_pylist") else texts
                for key, text in zip(batch.ids, listed, strict=True):
                    inside = examine_text(f"{name}, {key}, {side}", text)
                    forms[side].add(inside.form)
                    found.problems += inside.problems
                    if len(found.notes) < LISTED:
                        found.notes += inside.notes
                    else:
                        left += len(inside.notes)
    except InputError as error:
        found.problems += list(error.problems) or [Problem(name, str(error))]
    if left:
        found.notes.append(Problem(name, f"there are {left:,} notes more of this kind"))
    known = [side - {FORMS[0]} for side in forms.values()]
    if all(known) and known[0] != known[1]:
        said = " and ".join(
            f"{'/'.join(sorted(side))} in the column of {name}" for name, side in zip(forms, known, strict=True)
        )
        found.notes.append(Problem(name, f"accented letters are {said}", "--normalize nfc makes them alike"))
    return path, found, {fact: count for fact, count in facts.items() if count}


def _document(path: str, reading: Reading, total: Sum) -> tuple[Findings, tuple[Page, ...]]:
    name = printable(path)
    try:
        kind = reading.format or sniffed(path).name
        pages = read_document(path, **reading._asdict())
    except InputError as error:
        return Findings(list(error.problems) or [Problem(name, str(error))]), ()
    found = examine_pages(name, pages)
    total.add(pages, found.form, kind)
    return found, pages


def _folder(root: str, reading: Reading) -> Iterator[Found]:
    """Every document of a folder; those with nothing odd are only counted."""
    reader, total = DocumentReader(reading), Sum()
    folder = scan(root, reader.split)
    refuse_empty(folder, reader.suffixes)
    for key in sorted(folder.files):
        for suffix in folder.files[key]:
            path = folder.path(key, suffix)
            found, _ = _document(path, reading, total)
            if found.problems or found.notes:
                yield path, found, {}
    yield root, Findings(notes=list(total.mixture(printable(root)))), total.shown()


def _pairs(first: str, second: str, reading: Reading) -> Iterator[Found]:
    """The pairs of two folders: both documents of each, then what the sides have to do with each other."""
    where = printable(first) if first == second else f"{printable(first)} and {printable(second)}"
    whole, sums, examined = Findings(), (Sum(), Sum()), list[Examined]()
    source = open_source(first, second, unmatched="count", encoding=reading.encoding, format_in=reading.format)
    assert isinstance(source, FolderSource)
    plain = Reading("text", encoding=reading.encoding) if source.description["kind"] == "folders" else reading
    whole.notes += [Problem(where, warning) for warning in source.warnings]
    for key, *paths in source.paths:
        sides, texts = list[Side](), list[str]()
        for path, total, side in zip(paths, sums, ("reference", "hypothesis"), strict=True):
            if path is None:
                whole.problems.append(Problem(key, f"has no {side}", "--unmatched count or drop scores the others"))
                continue
            found, pages = _document(path, plain, total)
            if found.problems or found.notes:
                yield path, found, {}
            if pages:
                sides.append(remembered(pages, found.form))
                texts.append("\n".join(page.text for page in pages))
        if len(sides) == 2:
            examined.append(Examined(key, sides[0], sides[1], texts[0] == texts[1]))
    whole.problems += [*wrong_partners(examined), *swapped([first, second] if first != second else [], examined)]
    whole.notes += [*differing(where, examined), *(p for total in sums for p in total.mixture(where))]
    yield where, whole, {"pairs": len(source.paths), **_both(sums)}


def _both(sums: tuple[Sum, Sum]) -> dict[str, Any]:
    ours, theirs = sums
    sides = {"references": ours, "hypotheses": theirs}
    return {
        f"{fact} of {side}": count
        for side, total in sides.items()
        for fact, count in total.shown().items()
        if fact in ("characters", "formats")
    }
