"""Folders of documents: their names without what says format and side, and their texts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from errata.errors import InputError, Problem
from errata.io.documents import FORMATS, Reading, format_named, read_document, sniffed
from errata.io.names import printable
from errata.io.suffixes import told

WARNED = 5  # documents whose warnings are shown
SIDES = ("gt", "truth", "reference", "ref", "ocr", "pred", "prediction", "hyp", "hypothesis")
ENGINES = ("tesseract", "tess", "kraken", "calamari", "ocropus", "abbyy", "finereader", "transkribus", "escriptorium")
LISTED = ("jsonl", "tesseract", "paddle", "tsv")
PASSED_OVER = frozenset({"mets.xml", "metadata.xml"})  # beside the pages of Transkribus and OCR-D, and no pages


class DocumentReader:
    """Reads the documents of a folder as texts: pages in order, a line each."""

    kind = "documents"

    def __init__(self, reading: Reading, guessed: Mapping[str, str] = MappingProxyType({})) -> None:
        self._reading, self._told = reading, told(guessed)
        formats = FORMATS.values() if reading.format is None else [format_named(reading.format)]
        self.suffixes: Sequence[str] = tuple(dict.fromkeys(suffix for known in formats for suffix in known.suffixes))
        self.ends = tuple(end for suffix in self.suffixes for end in (suffix, f"{suffix}.gz"))
        self.ends += tuple(dict.fromkeys(guessed.values()))
        self._odd: list[tuple[str, tuple[str, ...]]] = []
        self._removed = frozenset(part for suffix in self.suffixes for part in suffix.split(".") if part) | frozenset(
            (*SIDES, *ENGINES, "gz", *(suffix.lstrip(".") for suffix in guessed.values()))
        )

    @property
    def description(self) -> Mapping[str, Any]:
        """The level and the format that were asked for."""
        return self._reading._asdict() | {"format": self._reading.format or "sniffed"}

    @property
    def warnings(self) -> list[str]:
        """What was odd about the first documents that were, and the number of the others."""
        shown = [f"{name}: {sentence}." for name, sentences in sorted(self._odd)[:WARNED] for sentence in sentences]
        more = len(self._odd) - WARNED
        return [*self._told, *shown, *([f"… and {more} documents more with warnings."] if more > 0 else [])]

    def split(self, name: str) -> tuple[str, str | None]:
        """The name without its last parts that say format, side or engine, and those; None if it is no document."""
        lowered = name.lower()
        if lowered in PASSED_OVER or not lowered.endswith(self.ends):
            return os.path.splitext(name)[0], None  # noqa: PTH122
        parts = name.split(".")
        kept = len(parts)
        while kept > 1 and parts[kept - 1].lower() in self._removed:
            kept -= 1
        key = ".".join(parts[:kept])
        return key, name[len(key) :]

    def read(self, paths: Sequence[str | None]) -> list[str | Problem | None]:
        """The texts of documents, or why there are none."""
        return [self._read(path) for path in paths]

    def _read(self, path: str | None) -> str | Problem | None:
        if path is None:
            return None
        try:
            pages = read_document(path, **self._reading._asdict(), places=False)
        except InputError as error:
            return error.problems[0] if error.problems else Problem(printable(path), str(error))
        sentences = tuple(sentence for page in pages for sentence in page.warnings)
        if sentences:
            self._odd.append((printable(path), sentences))
        return "\n".join(text for page in pages if (text := page.text))


def is_document(first: str, second: str, reading: Reading) -> bool:
    """Whether either of two files is more than plain text."""
    if reading.format is not None:
        return format_named(reading.format).name != "text"
    return any(_sniffed(path) != "text" for path in (first, second))


def is_listed(path: str) -> bool:
    """Whether a file has the suffix of a table and is a document of one side: pages, words, or ids with texts."""
    return path.lower().endswith((".tsv", ".jsonl")) and Path(path).is_file() and _sniffed(path) in LISTED


def has_documents(first: str, second: str) -> bool:
    """Whether either of two folders holds no text files, but documents."""
    return any(_documents_only(folder) for folder in (first, second))


def _sniffed(path: str) -> str:
    try:
        return sniffed(path).name
    except InputError:  # whoever reads it as plain text says why it is none
        return "text"


def _documents_only(folder: str) -> bool:
    ends = DocumentReader(Reading()).ends
    found = False
    for _, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in map(str.lower, files):
            if name.endswith(".txt"):
                return False
            found = found or (name.endswith(ends) and not name.startswith("."))
    return found
