"""What a layout file must keep: the rules of the evaluation specification 1.3 and the facts of its schemas.

Every finding names the file, the path within it, the rule and the value. Rules are the specification's sections: 2
(classes), 3 (coordinates), 4 (data contract), 9.1 to 9.6 (validation); `schema` is the JSON Schema, `json` is JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from errata.errors import Problem, UnknownNameError
from errata.io.json_schema import equal, faults, step
from errata.io.strict_json import NoNumber, Repeated, marked

__all__ = ["REVISIONS", "ROLES", "Violation", "between", "schema_named", "violations"]

VERSION = "1.3"
REVISIONS = ("either", "2026-02", "2026-05")
ROLES = ("ground_truth", "prediction")
ROOT = ("label_map", "info", "documents", "predictions")
SYSTEM = {"type": "normalized_xyxy", "range": [0.0, 1.0], "origin": "top_left"}
SHOWN = 60  # characters of a value


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: in which file and where in it, which rule, what is wrong, and the value."""

    file: str
    path: str
    rule: str
    what: str
    value: Any = None

    @property
    def problem(self) -> Problem:
        """The same as a message lists it."""
        where = f"{self.file}: {self.path}" if self.path else self.file
        missing = self.value is None or self.what.startswith("is missing")
        return Problem(where, f"{self.what}{'' if missing else f': {_shown(self.value)}'} [rule {self.rule}]")


@cache
def schema_named(revision: str = "either") -> Mapping[str, Any]:
    """The JSON Schema of a revision, or what is allowed in either."""
    if revision not in REVISIONS:
        raise UnknownNameError("revision of the schema", revision, REVISIONS)
    text = files("errata.io").joinpath(f"schemas/snapshot-{revision}.json").read_text("utf-8")
    schema: Mapping[str, Any] = json.loads(text)
    return schema


def violations(document: Any, file: str, *, role: str | None = None, revision: str = "either") -> Iterator[Violation]:
    """Every broken rule of one file; `role` is what it should be, where that is known."""
    schema = schema_named(revision)
    found: set[str] = set()
    for rule, (path, what, value) in _by_rule(document, role):
        found.add(path)
        yield Violation(file, path, rule, what, value)
    for fault in faults(document, schema, schema):
        if fault.path not in found:
            yield Violation(file, fault.path, "schema", fault.what, fault.value)


def between(reference: Any, hypothesis: Any, file: str) -> Iterator[Violation]:
    """What the second file must share with the first: the label map."""
    ours, theirs = _member(reference, "label_map"), _member(hypothesis, "label_map")
    if not equal(ours, theirs):
        what = f"differs from the label map of the ground truth, {_shown(ours)}"
        yield Violation(file, "label_map", "9.2", what, theirs)


Finding = tuple[str, tuple[str, str, Any]]


def _by_rule(document: Any, role: str | None) -> Iterator[Finding]:
    for mark in marked(document):
        yield "json", mark
    if not isinstance(document, dict):
        yield "4", ("", "must be an object with label_map, info, documents and predictions", document)
        return
    for key in ROOT:
        if key not in document:
            yield "4", (key, "is missing", None)
    info = _member(document, "info")
    yield from _info(info if isinstance(info, dict) else {}, role)
    kind = role or (info.get("type") if isinstance(info, dict) else None)
    yield from _pages(document, kind)


def _info(info: Mapping[str, Any], role: str | None) -> Iterator[Finding]:
    if not equal(info.get("schema_version"), VERSION):
        yield "9.1", _wrong(info, "info", "schema_version", f'must be "{VERSION}"')
    kind = info.get("type")
    if kind not in ROLES if role is None else kind != role:
        yield "4", _wrong(info, "info", "type", f"must be {' or '.join([role] if role else ROLES)}")
    system = info.get("coordinate_system")
    if not isinstance(system, dict):
        yield "4", _wrong(info, "info", "coordinate_system", f"must be {_shown(SYSTEM)}")
        return
    for key, value in SYSTEM.items():
        if not equal(system.get(key), value):
            yield "4", _wrong(system, "info.coordinate_system", key, f"must be {_shown(value)}")


def _pages(document: Mapping[str, Any], kind: str | None) -> Iterator[Finding]:
    labels = _member(document, "label_map")
    known = {label for label in labels.values() if isinstance(label, str)} if isinstance(labels, dict) else set()
    documents: dict[str, str] = {}
    for number, entry in _listed(document, "documents"):
        yield from _unique(entry, f"documents[{number}]", "doc_id", documents)
    pages: dict[str, str] = {}
    objects: dict[str, str] = {}
    for number, page in _listed(document, "predictions"):
        path = f"predictions[{number}]"
        yield from _unique(page, path, "page_id", pages)
        if isinstance(page.get("doc_id"), str) and page["doc_id"] not in documents:
            yield "9.3", (f"{path}.doc_id", "is not among the documents", page["doc_id"])
        for place, thing in _listed(page, "objects"):
            inner = f"{path}.objects[{place}]"
            yield from _unique(thing, inner, "id", objects)
            yield from _object(thing, inner, known, kind)


def _object(thing: Mapping[str, Any], path: str, known: Iterable[str], kind: str | None) -> Iterator[Finding]:
    whose = f" (object {_shown(thing.get('id'))})"
    label = thing.get("label")
    if isinstance(label, str) and label not in known:
        yield "2", (f"{path}.label", f"is not in the label map{whose}", label)
    score = thing.get("score")
    if kind == "prediction" and score is None:
        yield "9.5", (f"{path}.score", f"is missing{' (null)' if 'score' in thing else ''}{whose}", None)
    if kind == "ground_truth" and score is not None:
        yield "9.6", (f"{path}.score", f"must not be in a ground truth{whose}", score)
    yield from _box(thing.get("bbox"), f"{path}.bbox", whose)


def _box(box: Any, path: str, whose: str) -> Iterator[Finding]:
    if not isinstance(box, list) or len(box) != 4:
        yield "3", (path, f"must be a list of four numbers{whose}", box)
        return
    strange = [place for place, value in enumerate(box) if not _is_number(value)]
    for place in strange:
        if not isinstance(box[place], NoNumber):  # which is named as such already
            yield "3", (f"{path}[{place}]", f"must be a number{whose}", box[place])
    if strange:
        return
    for place, value in enumerate(box):
        if not 0 <= value <= 1:
            yield "9.4", (f"{path}[{place}]", f"must be within 0 and 1{whose}", value)
    for low, name in ((0, "x"), (1, "y")):
        if box[low] >= box[low + 2]:
            yield "3", (path, f"needs {name}1 < {name}2{whose}", box)


def _unique(entry: Mapping[str, Any], path: str, key: str, seen: dict[str, str]) -> Iterator[Finding]:
    name = entry.get(key)
    if not isinstance(name, str):
        return
    where = f"{path}.{key}"
    if any("\ud800" <= character <= "\udfff" for character in name):
        yield "json", (where, "holds half of a character (a lone surrogate)", ascii(name))
    if name in seen:
        yield "4", (where, f"stands already at {seen[name]}", name)
    else:
        seen[name] = where


def _listed(value: Any, key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The objects of a list, if there is one; what else it holds the schema names."""
    for number, entry in enumerate(items if isinstance(items := _member(value, key), list) else ()):
        if isinstance(entry, dict):
            yield number, entry


def _wrong(holder: Mapping[str, Any], path: str, key: str, what: str) -> tuple[str, str, Any]:
    if key not in holder:
        return step(path, key), f"is missing: {what}", None
    return step(path, key), what, holder[key]


def _member(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if isinstance(value, (NoNumber, Repeated)):
        return repr(value)[:SHOWN]
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
