"""Tables that are read row by row, from one file or several in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from types import NoneType
from typing import Any

from errata.errors import InputError, Problem
from errata.io.columns import Chosen
from errata.io.csv_rows import delimited, header_of
from errata.io.decode import head_problem, lone_surrogate
from errata.io.identity import Identities
from errata.io.json_rows import json_array, json_lines
from errata.io.names import printable
from errata.io.policy import Columns, Finding, nulls
from errata.io.record import Record, json_type

LOOKED_AT = 100  # rows whose keys are the columns of a JSON table

READERS: Mapping[str, Callable[[str, str], Iterator[Record]]] = {
    ".jsonl": json_lines,
    ".ndjson": json_lines,
    ".json": json_array,
    ".csv": partial(delimited, delimiter=","),
    ".tsv": partial(delimited, delimiter="\t"),
}
DELIMITERS = {".csv": ",", ".tsv": "\t"}


class RowTable:
    """Files of one format with rows of named values."""

    size: int | None = None  # nobody knows before the last row is read

    def __init__(self, paths: Sequence[str], suffix: str, encoding: str) -> None:
        self._paths, self._suffix, self._encoding = list(paths), suffix, encoding
        if problems := [problem for path in paths if (problem := head_problem(path, encoding))]:
            raise InputError("The table cannot be read.", problems)
        self.names = self._column_names()

    def check(self, chosen: Chosen) -> None:
        """Nothing to refuse yet: types belong to rows here, not to columns."""

    def columns(self, chosen: Chosen, size: int, start: int, identities: Identities | None) -> Iterator[Columns]:
        """The rows from `start` on; of the rows before it only the ids are remembered."""
        rows = self._records()
        passed = 0
        while passed < start and (skipped := list(islice(rows, min(size, start - passed)))):
            if identities is not None and chosen.id is not None:
                identities.remember(_column(skipped, chosen.id, _label, {}), passed)
            passed += len(skipped)
        while part := list(islice(rows, size)):
            yield _columns(part, passed, chosen)
            passed += len(part)

    def _records(self) -> Iterator[tuple[str, Record]]:
        for path in self._paths:
            name = printable(path)
            for record in READERS[self._suffix](path, self._encoding):
                yield name, record

    def _column_names(self) -> list[str]:
        headers = [
            header_of(path, self._encoding, DELIMITERS[self._suffix])
            for path in self._paths
            if self._suffix in DELIMITERS
        ]
        problems = [
            Problem(printable(path), f"its header differs from that of {printable(self._paths[0])}")
            for path, header in zip(self._paths, headers, strict=False)
            if header != headers[0]
        ]
        if problems:
            raise InputError("The tables have different columns.", problems)
        first = list(islice(self._records(), LOOKED_AT))
        if not first:
            raise InputError(
                "There is nothing to score.", [Problem(printable(path), "has no rows") for path in self._paths]
            )
        if headers:
            return headers[0]
        names = list(dict.fromkeys(key for _, record in first if record.values for key in record.values))
        if not names:
            problems = [Problem(_place(name, record), record.what, record.hint) for name, record in first]
            raise InputError("The table cannot be read: none of its first rows is a JSON object with keys.", problems)
        return names


def _columns(part: Sequence[tuple[str, Record]], start: int, chosen: Chosen) -> Columns:
    def row(position: int) -> str:
        return f"{_place(*part[position])}, row {start + position + 1}"

    broken = {position: record for position, (_, record) in enumerate(part) if record.values is None}
    wrong: dict[int, list[str]] = {}
    ids: list[str | None] = [str(number) for number in range(start + 1, start + len(part) + 1)]
    if chosen.id is not None:
        ids = _column(part, chosen.id, _label, wrong)
        for position in nulls(ids):
            wrong.setdefault(position, [f"the id in column {chosen.id!r} is null"])
    references, hypotheses = (_column(part, name, _text, wrong) for name in (chosen.reference, chosen.hypothesis))
    facts = {name: _column(part, name, _label, wrong) for name in chosen.facts}
    findings = {position: Finding(Problem(row(position), "; ".join(what))) for position, what in wrong.items()}
    for position, record in broken.items():
        findings[position] = Finding(Problem(row(position), record.what, record.hint))
    return Columns(start, ids, references, hypotheses, facts, row, findings)


def _column(
    part: Sequence[tuple[str, Record]],
    name: str,
    check: Callable[[Any, str], tuple[str | None, str]],
    wrong: dict[int, list[str]],
) -> list[str | None]:
    """The values of a column as text, None where there is none; adds what is wrong, by position."""
    values = [record.values.get(name) if record.values else None for _, record in part]
    if set(map(type, values)) <= {str, NoneType} and lone_surrogate("".join(filter(None, values))) is None:
        return values
    texts = []
    for position, value in enumerate(values):
        text, what = check(value, name)
        texts.append(text)
        if what:
            wrong.setdefault(position, []).append(what)
    return texts


def _text(value: Any, column: str) -> tuple[str | None, str]:
    """The text of a cell, and what is wrong with it."""
    if value is None:
        return None, ""
    if not isinstance(value, str):
        return None, f"the column {column!r} holds {json_type(value)}, not a string: {_shown(value)}"
    place = lone_surrogate(value)
    if place is None:
        return value, ""
    return (
        None,
        f"the text in column {column!r} holds the lone surrogate \\u{ord(value[place]):04x} at character {place}",
    )


def _label(value: Any, column: str) -> tuple[str | None, str]:
    """An id or a fact as text: strings as they are, numbers and booleans as JSON writes them."""
    if isinstance(value, (bool, int, float)):
        return json.dumps(value), ""
    return _text(value, column)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _place(name: str, record: Record) -> str:
    return f"{name}:{record.line}:{record.column}" if record.column else f"{name}:{record.line}"
