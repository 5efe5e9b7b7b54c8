"""Checks a value against a JSON Schema: the keywords that the schemas of this package use, each finding by its path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from errata.io.record import json_type
from errata.io.strict_json import KEY, NoNumber

__all__ = ["Fault", "equal", "faults", "step"]

Schema = Mapping[str, Any] | bool


class Fault(NamedTuple):
    """One thing that a schema forbids: where it is, what is wrong, and the value."""

    path: str
    what: str
    value: Any


def faults(value: Any, schema: Schema, root: Mapping[str, Any], path: str = "") -> Iterator[Fault]:
    """Everything in the value that the schema forbids; `root` holds the definitions."""
    if isinstance(schema, bool):
        if not schema:
            yield Fault(path, "must not be there", value)
        return
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, path)
    if "type" in schema and not _is_any(value, schema["type"]):
        names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        yield Fault(path, f"must be {' or '.join(_article(name) for name in names)}, not {_kind(value)}", value)
        return
    for keyword, check in SIMPLE.items():
        if keyword in schema and (what := check(value, schema[keyword])):
            yield Fault(path, what, value)
    if isinstance(value, dict):
        yield from _members(value, schema, root, path)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from faults(item, schema.get("items", True), root, f"{path}[{number}]")
    for part in schema.get("allOf", ()):
        yield from faults(value, part, root, path)
    if "if" in schema:
        met = next(faults(value, schema["if"], root), None) is None
        yield from faults(value, schema.get("then" if met else "else", True), root, path)


def step(path: str, key: str) -> str:
    """The path of a member."""
    if KEY.match(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key, ensure_ascii=False)}]"


def equal(value: Any, other: Any) -> bool:
    """Whether JSON calls two values equal: 0 and 0.0 are, 0 and false are not."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(equal, value, other))
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(equal(inner, other[key]) for key, inner in value.items())
    return bool(value == other)


def _members(
    value: Mapping[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], path: str
) -> Iterator[Fault]:
    known: Mapping[str, Schema] = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            yield Fault(step(path, key), "is missing", None)
    names = schema.get("propertyNames", {}).get("pattern")
    for key, inner in value.items():
        if names and not re.search(names, key):
            yield Fault(path, f"has a key that does not match {names}", key)
        rule = known.get(key, schema.get("additionalProperties", True))
        if rule is False and key not in known:
            yield Fault(step(path, key), "is not a key of this schema", inner)
        else:
            yield from faults(inner, rule, root, step(path, key))


def _is_any(value: Any, names: str | Sequence[str]) -> bool:
    return any(TYPES[name](value) for name in ([names] if isinstance(names, str) else names))


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _limit(word: str, met: Callable[[Any, Any], bool]) -> Callable[[Any, Any], str]:
    return lambda value, bound: f"must be {word} {bound}" if _number(value) and not met(value, bound) else ""


def _length(value: Any, least: int) -> str:
    return f"must have {least} characters or more" if isinstance(value, str) and len(value) < least else ""


def _items(word: str, met: Callable[[int, int], bool]) -> Callable[[Any, int], str]:
    def check(value: Any, bound: int) -> str:
        return f"must have {word} {bound} items" if isinstance(value, list) and not met(len(value), bound) else ""

    return check


def _kind(value: Any) -> str:
    return "NaN, an infinity or a number out of range" if isinstance(value, NoNumber) else json_type(value)


def _article(name: str) -> str:
    return name if name == "null" else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": _number,
    "integer": lambda value: _number(value) and value == int(value),
    "null": lambda value: value is None,
}
SIMPLE: Mapping[str, Callable[[Any, Any], str]] = {
    "const": lambda value, only: "" if equal(value, only) else f"must be {json.dumps(only)}",
    "enum": lambda value, known: "" if value in known else f"must be {' or '.join(map(json.dumps, known))}",
    "minimum": _limit("at least", lambda value, bound: value >= bound),
    "maximum": _limit("at most", lambda value, bound: value <= bound),
    "minLength": _length,
    "minItems": _items("at least", lambda size, bound: size >= bound),
    "maxItems": _items("at most", lambda size, bound: size <= bound),
    "minProperties": lambda value, least: "is empty" if isinstance(value, dict) and len(value) < least else "",
}
