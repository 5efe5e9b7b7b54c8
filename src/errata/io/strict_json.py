"""JSON read strictly: what is no JSON is refused by line and column, what merely looks like it is marked in place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isfinite, isinf
from typing import Any

from errata.errors import InputError, Problem
from errata.io.decode import MARK, foreign, open_regular, undecodable, unreadable
from errata.io.names import printable

__all__ = ["NoNumber", "Repeated", "marked", "parse", "read_bytes", "read_json", "value_of"]

NEAR = 20  # characters of evidence before and after the place of an error
DIGITS = 300  # no whole number of a layout or of a table has more
KEY = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\Z")


class Repeated(dict[str, Any]):
    """An object in which a key stands more than once; the last value of each key is kept."""

    keys_again: tuple[str, ...] = ()


class NoNumber:
    """What stands where a number should: NaN, an infinity, or a number that no float can hold."""

    def __init__(self, text: str) -> None:
        self.text = text if len(text) <= 2 * NEAR else f"{text[: 2 * NEAR]}…"

    def __repr__(self) -> str:
        return self.text


def read_json(path: str) -> Any:
    """The value in a file; see `parse`."""
    return parse(read_bytes(path), path)


def read_bytes(path: str) -> bytes:
    """All bytes of a regular file."""
    try:
        with open_regular(path) as file:
            return file.read()
    except OSError as error:
        problem = unreadable(path, error)
        raise InputError(f"{problem.where} cannot be read.", [problem]) from None


def parse(data: bytes, path: str) -> Any:
    """The value that these bytes say, with `Repeated` and `NoNumber` where they say more or less than JSON can."""
    name = printable(path)
    text = _text(data, path, name)
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno}:{error.colno}"
        what = "the file ends too early" if error.pos >= len(text.rstrip()) else error.msg[0].lower() + error.msg[1:]
        evidence = text[max(0, error.pos - NEAR) : error.pos + NEAR]
        problem = Problem(where, f"{what}, near {evidence!r}" if evidence else "the file is empty")
        raise InputError(f"{name} is not JSON.", [problem]) from None
    except RecursionError:
        raise InputError(f"{name} is not JSON that can be read.", [Problem(name, "is nested too deeply")]) from None


def value_of(text: str) -> Any:
    """The value of a short text; a key that stands twice and a number that JSON has not are a ValueError."""
    try:
        return _REFUSING.decode(text)
    except RecursionError:
        raise ValueError("is nested too deeply") from None


def marked(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every mark in a value: where it is, what is wrong, and the evidence."""
    if isinstance(value, NoNumber):
        yield path, "is no number that JSON has", value
    elif isinstance(value, dict):
        if isinstance(value, Repeated):
            for key in value.keys_again:
                yield path, "has a key more than once", key
        for key, inner in value.items():
            step = f".{key}" if KEY.match(key) else f"[{json.dumps(key)}]"
            yield from marked(inner, f"{path}{step}" if path else step.removeprefix("."))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, (dict, list, NoNumber)):
                yield from marked(inner, f"{path}[{number}]")


def _text(data: bytes, path: str, name: str) -> str:
    if problem := foreign(path, data[:4096], "utf-8"):
        raise InputError(f"{name} cannot be read.", [problem])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = undecodable(path, error, 0, "utf-8")
        raise InputError(f"{name} cannot be read.", [Problem(problem.where, problem.what, "JSON is UTF-8")]) from None
    if text.startswith(MARK):
        problem = Problem(name, "starts with a byte order mark (ef bb bf)", "save it as UTF-8 without one")
        raise InputError(f"{name} is not JSON.", [problem])
    return text


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    again = Repeated(found)
    again.keys_again = tuple(dict.fromkeys(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return again


def _float(text: str) -> float | NoNumber:
    value = float(text)
    return NoNumber(text) if isinf(value) else value


def _int(text: str) -> int | NoNumber:
    return NoNumber(text) if len(text) > DIGITS else int(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = _object(pairs)
    again = getattr(found, "keys_again", ())
    if again:
        raise ValueError(f"the key {again[0]!r} appears twice in an object")
    return found


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[: 2 * NEAR]} is no number that JSON has")
    return value


_REFUSING = json.JSONDecoder(object_pairs_hook=_once, parse_float=_number, parse_constant=_number)
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=NoNumber)
