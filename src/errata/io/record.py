"""One row of a table as a reader of rows gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Record(NamedTuple):
    """The line and the values of a row; or no values, and what is wrong with it."""

    line: int
    values: Mapping[str, Any] | None
    what: str = ""
    hint: str = ""
    column: int = 0  # from 1, where it is known


def json_type(value: Any) -> str:
    """What JSON calls a value, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an array" if isinstance(value, list) else "an object"
