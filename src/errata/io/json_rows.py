"""Tables in JSON: one object a line, or one array of objects.

A row that is wrong is a record that says so, and the rows after it are read. Blank lines are no rows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from errata.errors import InputError, Problem
from errata.io.decode import read_text, text_lines
from errata.io.names import printable
from errata.io.record import Record, json_type

BLANK = (" ", "\t", "\r", "\n")
SPACE = re.compile(r"[ \t\r\n]*")
EVIDENCE = 20  # characters shown on each side of a syntax error


@dataclass(frozen=True, slots=True)
class _Repeated:
    """An object in which a key appears twice."""

    key: str


@dataclass(frozen=True, slots=True)
class _Broken:
    """What could not be parsed, and where."""

    place: int
    what: str


def json_lines(path: str, encoding: str) -> Iterator[Record]:
    """One JSON object a line."""
    for line in text_lines(path, encoding):
        if line.problem:
            yield Record(line.number, None, line.problem.what, line.problem.hint)
            continue
        text = line.text.rstrip("\r\n")
        begin = _after_space(text, 0)
        if begin == len(text):
            continue
        value, end = _parsed(text, begin)
        rest = _after_space(text, end)
        if not isinstance(value, _Broken) and rest < len(text):
            value = _Broken(rest, f"holds more than one JSON value: {_near(text, rest)}")
        yield _record(value, line.number, value.place + 1 if isinstance(value, _Broken) else begin + 1)


def json_array(path: str, encoding: str) -> Iterator[Record]:
    """The objects of one JSON array; the text of the file is held in memory. Broken syntax ends the reading."""
    text = read_text(path, encoding)
    if isinstance(text, Problem):
        raise InputError(f"{printable(path)} cannot be read.", [text])
    place, more = _opened(path, text)
    line, counted = 1, 0
    while more:
        value, end = _parsed(text, place)
        if isinstance(value, _Broken):
            raise _broken(path, text, value)
        line, counted = line + text.count("\n", counted, place), place
        yield _record(value, line, place - text.rfind("\n", 0, place))
        place, more = _next(path, text, end)
    if place < len(text):
        raise _broken(path, text, _Broken(place, f"holds more after the array: {_near(text, place)}"))


def _opened(path: str, text: str) -> tuple[int, bool]:
    """The place of the first value of the array, and whether there is one."""
    begin = _after_space(text, 0)
    if not text.startswith("[", begin):
        hint = "One object a line is JSON Lines: name the file .jsonl." if text.startswith("{", begin) else ""
        problem = Problem(
            printable(path), f"a table in JSON is an array of objects, and this begins {_near(text, begin)}"
        )
        raise InputError(f"{printable(path)} is not a table.", [problem], hint)
    place = _after_space(text, begin + 1)
    closed = text.startswith("]", place)
    return (_after_space(text, place + 1) if closed else place), not closed


def _next(path: str, text: str, end: int) -> tuple[int, bool]:
    """The place after a value of the array and its comma, and whether a value stands there."""
    place = _after_space(text, end)
    if text.startswith(",", place):
        return _after_space(text, place + 1), True
    if text.startswith("]", place):
        return _after_space(text, place + 1), False
    raise _broken(path, text, _Broken(place, f"a ',' or a ']' is expected at {_near(text, place)}"))


def _parsed(text: str, begin: int) -> tuple[Any, int]:
    """The value that begins here and the place after it."""
    try:
        return DECODER.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        return _Broken(error.pos, f"is not JSON: {error.msg}: {_near(text, error.pos)}"), begin
    except RecursionError:
        return _Broken(begin, "is nested too deeply"), begin
    except ValueError as error:  # a number of thousands of digits
        return _Broken(begin, f"cannot be read: {error}"), begin


def _record(value: Any, line: int, column: int) -> Record:
    if isinstance(value, _Broken):
        return Record(line, None, value.what, column=column)
    if isinstance(value, _Repeated):
        return Record(line, None, f"the key {value.key!r} appears twice in the object", column=column)
    if not isinstance(value, dict):
        return Record(line, None, f"an object is expected, not {json_type(value)}", column=column)
    return Record(line, value)


def _broken(path: str, text: str, broken: _Broken) -> InputError:
    line, column = text.count("\n", 0, broken.place) + 1, broken.place - text.rfind("\n", 0, broken.place)
    problem = Problem(f"{printable(path)}:{line}:{column}", broken.what)
    hint = "Nothing after this place can be read: correct the file, or write one object a line (.jsonl)."
    return InputError(f"{printable(path)} is not a JSON array to its end.", [problem], hint)


def _near(text: str, place: int) -> str:
    if place >= len(text):
        return "the end"
    before = "…" if place > EVIDENCE else ""
    return repr(before + text[max(0, place - EVIDENCE) : place + EVIDENCE])


def _after_space(text: str, place: int) -> int:
    if text[place : place + 1] not in BLANK:
        return place
    found = SPACE.match(text, place)
    return found.end() if found else place


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Repeated:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    keys = [key for key, _ in pairs]
    return _Repeated(next(key for number, key in enumerate(keys) if key in keys[:number]))


DECODER = json.JSONDecoder(object_pairs_hook=_unique)
