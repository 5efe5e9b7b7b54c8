r"""Read a user's table of replacements: which spelling counts as which.

    table.json   an object: {"ſ": "s", "ꝛ": "r"}
    table.tsv    two columns, one replacement a line; \u017f, \U0001f600, \t, \n, \r and \\ stand for a character
    table.csv    two columns, quoted as in any CSV; no escapes

UTF-8. In TSV and CSV a line that starts with "# " is a comment, and empty lines are skipped. An empty second column
deletes the first.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

from errata.errors import InputError, Problem

__all__ = ["TABLES", "is_table", "load_replacements"]

Pair = tuple[str, str]

TITLE = "The table of replacements cannot be used."
TABLES = (".json", ".tsv", ".csv")
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([tnr\\])|(.?))", re.DOTALL)
SHORT = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


def is_table(name: str) -> bool:
    """Whether this is the path of a table, and not the name of a step."""
    return name.lower().endswith(TABLES)


def load_replacements(path: str | Path) -> dict[str, str]:
    """The replacements of a JSON, TSV or CSV file in file order; InputError names the file and line of every fault."""
    path = Path(path)
    readers: dict[str, Callable[[Path, str], list[tuple[str, Pair]]]] = {
        ".json": _read_json,
        ".tsv": lambda path, text: _read_lines(path, text, _tsv_row),
        ".csv": lambda path, text: _read_lines(path, text, _csv_row),
    }
    if path.suffix.lower() not in readers:
        raise _fault(str(path), f"the file type {path.suffix!r} is none of {', '.join(TABLES)}", "rename or convert it")
    pairs = readers[path.suffix.lower()](path, _read_text(path))
    return _checked(pairs)


def _read_text(path: Path) -> str:
    """The text of a UTF-8 file, with or without a byte order mark."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _fault(str(path), f"cannot be read: {error.strerror}", "check the path") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise _fault(f"{path}:{line}", what, "save the file as UTF-8") from error


def _read_json(path: Path, text: str) -> list[tuple[str, Pair]]:
    """The members of a JSON object with where they stand, duplicates kept so that they can be told."""
    try:
        document = json.loads(text, object_pairs_hook=_Members)
    except json.JSONDecodeError as error:
        raise _fault(f"{path}:{error.lineno}", f"not JSON: {error.msg} at column {error.colno}") from error
    if not isinstance(document, _Members):
        what = f"a table of replacements is an object, not {_json_name(document)}"
        raise _fault(f"{path}:1", what, 'write {"ſ": "s", ...}')
    pairs, problems = [], []
    for key, value in document:
        where = f"{path}:{_json_line(text, key)}"
        if isinstance(value, str):
            pairs.append((where, (key, value)))
        else:
            hint = "write a string, and an empty one to delete"
            problems.append(Problem(where, f"{key!r} is replaced by {_json_name(value)}", hint))
    _refuse(problems)
    return pairs


class _Members(list[tuple[str, object]]):
    """The members of a JSON object, in file order."""


def _json_name(value: object) -> str:
    """What JSON calls a value."""
    names = {_Members: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")


def _json_line(text: str, key: str) -> int:
    """The line of a key, as far as it is written without escapes other than the usual; else 1."""
    spellings = (json.dumps(key, ensure_ascii=False), json.dumps(key))
    found = [at for at in map(text.find, spellings) if at >= 0]
    return text.count("\n", 0, min(found, default=0)) + 1


def _read_lines(path: Path, text: str, row: Callable[[str], list[str]]) -> list[tuple[str, Pair]]:
    """The rows of a two-column file with where they stand."""
    pairs, problems = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.removesuffix("\r")
        if not line or line.startswith("# "):
            continue
        where = f"{path}:{number}"
        try:
            columns = row(line)
        except ValueError as error:
            problems.append(Problem(where, str(error)))
            continue
        if len(columns) == 2:
            pairs.append((where, (columns[0], columns[1])))
        else:
            hint = "two columns: what is replaced, and by what; leave the second empty to delete"
            problems.append(Problem(where, f"{len(columns)} column{'s' * (len(columns) != 1)} in {line!r}", hint))
    _refuse(problems)
    return pairs


def _tsv_row(line: str) -> list[str]:
    """The columns of a TSV line, escapes resolved."""
    return [ESCAPE.sub(_unescape, column) for column in line.split("\t")]


def _csv_row(line: str) -> list[str]:
    """The columns of a CSV line."""
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as error:
        raise ValueError(f"not CSV: {error} in {line!r}") from error


def _unescape(match: re.Match[str]) -> str:
    """The character of one escape."""
    short, long, letter, unknown = match.groups()
    if letter:
        return SHORT[letter]
    if unknown is not None or int(short or long, 16) > 0x10FFFF:
        known = r"\uXXXX, \UXXXXXXXX up to \U0010FFFF, \t, \n, \r, \\"
        raise ValueError(f"unknown escape {match[0]}; known are {known}")
    return chr(int(short or long, 16))


def _checked(pairs: list[tuple[str, Pair]]) -> dict[str, str]:
    """The table, unless something is empty or said twice."""
    table: dict[str, str] = {}
    problems = []
    for where, (old, new) in pairs:
        if not old:
            problems.append(Problem(where, "replaces nothing: what is replaced is empty"))
        elif table.get(old, new) != new:
            problems.append(Problem(where, f"{old!r} becomes {new!r}, but {table[old]!r} further up", "keep one"))
        else:
            table[old] = new
    _refuse(problems)
    return table


def _refuse(problems: list[Problem]) -> None:
    """Give up where anything was found, and say all of it."""
    if problems:
        raise InputError(TITLE, problems)


def _fault(where: str, what: str, hint: str = "") -> InputError:
    """One finding that ends the reading."""
    return InputError(TITLE, [Problem(where, what, hint)])
