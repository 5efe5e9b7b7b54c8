"""Tables in CSV (RFC 4180) and TSV: a header, quotes as in CSV, line ends inside quotes kept as they are.

A row that is wrong is a record that says so, and the rows after it are read. Blank lines are no rows, and an empty
field is an empty text, because neither format has a null.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

from errata.errors import InputError, Problem
from errata.io.decode import TextLine, text_lines
from errata.io.names import printable
from errata.io.record import Record

FIELD_LIMIT = 1 << 27  # characters of one field; a quote that is never closed ends there, not with the memory
PHYSICAL_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class _Row(NamedTuple):
    line: int
    fields: list[str]
    what: str = ""
    hint: str = ""


def delimited(path: str, encoding: str, delimiter: str) -> Iterator[Record]:
    """The rows under the header of the file."""
    rows = _rows(path, encoding, delimiter)
    names = _header(path, next(rows, None))
    for row in rows:
        if row.what:
            yield Record(row.line, None, row.what, row.hint)
        elif len(row.fields) == len(names):
            yield Record(row.line, dict(zip(names, row.fields, strict=True)))
        else:
            what = f"has {len(row.fields)} field{'' if len(row.fields) == 1 else 's'}, the header has {len(names)}"
            yield Record(row.line, None, what, "quote fields that hold a delimiter, a quote or a line end")


def header_of(path: str, encoding: str, delimiter: str) -> list[str]:
    """The names of the columns, in order."""
    return _header(path, next(_rows(path, encoding, delimiter), None))


def _header(path: str, row: _Row | None) -> list[str]:
    if row and row.fields:
        return row.fields
    name = printable(path)
    problem = Problem(f"{name}:{row.line}", row.what, row.hint) if row else Problem(name, "the file is empty")
    raise InputError(f"{name} has no header.", [problem], "The first line of a table names its columns.")


class _Feed:
    """Lines for the csv module; remembers where a row began and which of its lines could not be decoded."""

    def __init__(self, lines: Iterator[TextLine]) -> None:
        self._lines, self._waiting, self._number = lines, list[str](), 0
        self.begin_row()

    def begin_row(self) -> None:
        """Forget the row before."""
        self.line = 0
        self.problem: Problem | None = None

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if not self._waiting:
            line = next(self._lines)
            self._number, self.problem = line.number, self.problem or line.problem
            # To the csv module a lone carriage return ends a line too, and must end what it is fed.
            self._waiting = PHYSICAL_LINE.findall(line.text)[::-1] if "\r" in line.text else [line.text]
        self.line = self.line or self._number
        return self._waiting.pop()


def _rows(path: str, encoding: str, delimiter: str) -> Iterator[_Row]:
    csv.field_size_limit(max(csv.field_size_limit(), FIELD_LIMIT))
    feed = _Feed(text_lines(path, encoding))
    reader = csv.reader(feed, delimiter=delimiter, strict=True)
    while True:
        feed.begin_row()
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield _Row(
                feed.line, [], f"is no row of a table: {error}", "look for a quote that is not closed or not doubled"
            )
            continue
        if feed.problem:
            yield _Row(feed.line, [], feed.problem.what, feed.problem.hint)
        elif fields:
            yield _Row(feed.line, fields)
