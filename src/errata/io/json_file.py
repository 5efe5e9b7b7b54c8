"""A whole JSON file as values: duplicate keys, broken syntax and bytes that are no UTF-8 are named by their place."""

from __future__ import annotations

import json
from typing import Any

from errata.errors import InputError, Problem
from errata.io.decode import read_text
from errata.io.names import printable

__all__ = ["read_json"]

EVIDENCE = 20  # characters shown on each side of a syntax error


class _RepeatedKeyError(ValueError):
    """A key that stands twice in one object."""


def read_json(path: str) -> Any:
    """The value of a JSON file."""
    text = read_text(path, "utf-8")
    name = printable(path)
    if isinstance(text, Problem):
        raise InputError(f"{name} cannot be read.", [text])
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        near = text[max(0, error.pos - EVIDENCE) : error.pos + EVIDENCE]
        evidence = repr(near) if error.pos < len(text) else "the end"
        what = f"is not JSON: {error.msg} at {evidence}"
        where = f"{name}:{error.lineno}:{error.colno}"
        hint = "The file may have been cut off." if error.pos >= len(text) else ""
    except _RepeatedKeyError as error:
        where, what, hint = name, str(error), "Only one of both can be meant: delete the other."
    except RecursionError:
        where, what, hint = name, "is nested too deeply", ""
    except ValueError as error:  # a number of thousands of digits
        where, what, hint = name, f"cannot be read: {error}", ""
    raise InputError(f"{name} cannot be read.", [Problem(where, what)], hint)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        inside = ", ".join(f"{key!r}: {str(value)[:30]!r}" for key, value in pairs[:3])
        raise _RepeatedKeyError(f"the key {twice!r} stands twice in one object ({inside} …)")
    return found
