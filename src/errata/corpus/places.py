"""Where in a document an example of an error stands: the ids and the boxes of its lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from errata.errors import InputError
from errata.io.document_source import DocumentSource
from errata.io.documents import read_document
from errata.io.pairing import FolderSource
from errata.model import Line, Page, Source

__all__ = ["with_places"]

READ = 200  # documents that are read again for the lines of examples; examples of others keep their line numbers
Found = tuple[Page, Line]
SIDES = ("reference", "hypothesis")


def with_places(errors: Mapping[str, Any], source: Source) -> Mapping[str, Any]:
    """The document of errors, its examples with the lines of their documents; unchanged where texts are plain."""
    if not isinstance(source, (DocumentSource, FolderSource)) or source.description["kind"] != "documents":
        return errors
    lines = _Lines(source)
    for example in _examples(errors):
        at = lines.of(example["id"], example.get("lines", (1, 1)))
        if any(at):
            example["at"] = dict(zip(SIDES, at, strict=True))
    return errors


def _examples(errors: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All examples, those of the classes first, then by rank of their confusion."""
    for row in errors["classes"]:
        yield from row["examples"]
    tables = [found["rows"] for found in errors["confusions"].values()]
    for rank in range(max(map(len, tables), default=0)):
        for rows in tables:
            yield from rows[rank]["examples"] if rank < len(rows) else ()


class _Lines:
    """The lines of the samples of a source of documents."""

    def __init__(self, source: DocumentSource | FolderSource) -> None:
        described = source.description
        chosen = None if described["format"] == "sniffed" else described["format"]
        self._options = {"format": chosen, "level": described["level"], "encoding": described["encoding"]}
        self._unit = "document" if isinstance(source, FolderSource) else described["unit"]
        self._paths = {key: paths for key, *paths in source.paths}
        self._read: dict[str, list[dict[str, list[Found]]]] = {}

    def of(self, key: str, numbers: Sequence[int]) -> list[dict[str, Any] | None]:
        """Page, line and box of a line on either side, by its number in the sample."""
        sides, name = self._sample(key)
        found = []
        for side, number in zip(sides, numbers, strict=False):
            lines = side.get(name, ())
            found.append(_document(*lines[number - 1]) if number <= len(lines) else None)
        return found

    def _sample(self, key: str) -> tuple[list[dict[str, list[Found]]], str]:
        """The lines of either side of the document that a sample is of, and the sample's name in it."""
        document, name = key, ""
        while document not in self._paths and "/" in document:
            document, _, last = document.rpartition("/")
            name = f"{last}/{name}" if name else last
        if document not in self._paths:  # one document, whose name is left out
            (document, *more), name = self._paths, key
            if more:
                return [], ""
        if document not in self._read:
            if len(self._read) == READ:
                return [], ""
            self._read[document] = [self._side(path) for path in self._paths[document]]
        return self._read[document], name

    def _side(self, path: str | None) -> dict[str, list[Found]]:
        """The lines of a document by the names of the samples they are in; a single page is the document too."""
        try:
            pages = () if path is None else read_document(Path(path), **self._options)
        except InputError:
            return {}
        whole = [(page, line) for page in pages for line in _lines(page)]
        if self._unit == "document" or (self._unit == "page" and len(pages) == 1):
            return {"": whole, **({pages[0].id: whole} if pages else {})}
        if self._unit == "page":
            by_number = {
                f"page {number}": [(page, line) for line in _lines(page)] for number, page in enumerate(pages, 1)
            }
            return by_number | {page.id: [(page, line) for line in _lines(page)] for page in pages}
        return {line.id if len(pages) == 1 else f"{page.id}/{line.id}": [(page, line)] for page, line in whole}


def _lines(page: Page) -> Iterator[Line]:
    """The lines of a page's text."""
    for line in page.lines:
        if line.text:
            yield from [line] * (line.text.count("\n") + 1)


def _document(page: Page, line: Line) -> dict[str, Any]:
    return {"page": page.id, "line": line.id or None, "box": None if line.box is None else list(line.box)}
