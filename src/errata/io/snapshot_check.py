"""Checks layout files of the evaluation schema 1.3, and predictions against the ground truth beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from errata.errors import InputError, Problem
from errata.io.json_schema import faults
from errata.io.names import printable
from errata.io.snapshot_columns import read_columns
from errata.io.snapshot_rules import REVISIONS, ROLES, between, schema_named, violations
from errata.io.strict_json import read_json

__all__ = ["check_snapshots"]

Found = tuple[str, list[Problem], Mapping[str, Any]]


def check_snapshots(paths: Sequence[str], *, revision: str = "either") -> Iterator[Found]:
    """For each file its problems and what it holds.

    Where one of the files is a ground truth, the label maps of the predictions are compared with its own.
    """
    schema_named(revision)
    maps: dict[str, dict[str, Any]] = {}
    checked: list[tuple[str, list[Problem], dict[str, Any]]] = []
    for path in dict.fromkeys(paths):
        if quick := read_columns(path, revision=revision):
            document, layout = quick
            sizes = {"pages": len(layout.pages), "objects": len(layout.boxes)}
            checked.append((path, [], _facts(document) | sizes))
        else:
            try:
                document = read_json(path)
            except InputError as error:
                checked.append((path, list(error.problems), {}))
                continue
            found = violations(document, printable(path), revision=revision)
            checked.append((path, [violation.problem for violation in found], _facts(document)))
        maps[path] = {"label_map": document.get("label_map")} if isinstance(document, dict) else {}
    truths = [path for path, _, facts in checked if facts.get("type") == ROLES[0]]
    for path, problems, facts in checked:
        if len(truths) == 1 and facts.get("type") == ROLES[1]:
            problems += [violation.problem for violation in between(maps[truths[0]], maps[path], printable(path))]
        yield path, problems, facts


def _facts(document: Any) -> dict[str, Any]:
    """What a file holds, as far as it can be told."""
    pages = _list(document, "predictions")
    info = document.get("info") if isinstance(document, dict) else None
    return {
        "type": info.get("type") if isinstance(info, dict) else None,
        "documents": len(_list(document, "documents")),
        "pages": len(pages),
        "objects": sum(len(_list(page, "objects")) for page in pages),
        "revisions": [name for name in REVISIONS[1:] if not _broken(document, name)],
    }


def _broken(document: Any, revision: str) -> bool:
    schema = schema_named(revision)
    return next(faults(document, schema, schema), None) is not None


def _list(value: Any, key: str) -> list[Any]:
    """The list of a member; empty if there is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []
