"""Reads layout files of the unified evaluation schema 1.3: normalised boxes of the objects of each page."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from errata.errors import InputError
from errata.io.names import printable
from errata.io.snapshot_columns import read_columns
from errata.io.snapshot_layout import layout_of
from errata.io.snapshot_rules import ROLES, Violation, between, violations
from errata.io.strict_json import read_json
from errata.model import Layout

__all__ = ["read_pair", "read_snapshot"]

LISTED = 1000  # broken rules that an error lists; the rest is counted
SWAPPED = "The ground truth {1} and the prediction {0} stand in each other's place: pass them the other way round."
HINT = "errata validate FILE shows the same; every rule is in the documentation of the layout files."


def read_snapshot(path: str | Path, *, role: str | None = None, revision: str = "either") -> Layout:
    """The objects of a file that keeps every rule; `role` is "ground_truth" or "prediction", where that matters."""
    found = _read(str(path), role, revision)
    refuse(found.broken)
    return found.layout()


def read_pair(reference: str | Path, hypothesis: str | Path, *, revision: str = "either") -> tuple[Layout, Layout]:
    """A ground truth and a prediction that keep every rule, alone and together; both are read at the same time."""
    paths = str(reference), str(hypothesis)
    with ThreadPoolExecutor(len(paths)) as readers:
        sides = list(readers.map(_read, paths, ROLES, [revision] * len(paths)))
    documents = [side.document for side in sides]
    names = [printable(path) for path in paths]
    broken = [violation for side in sides for violation in side.broken]
    broken += between(documents[0], documents[1], names[1])
    kinds = [_kind(document) for document in documents]
    refuse(broken, SWAPPED.format(*names) if kinds == [*reversed(ROLES)] else "")
    return sides[0].layout(), sides[1].layout()


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it was read: the document (without its pages where the twin has read them) and its broken rules."""

    path: str
    document: Any
    broken: Sequence[Violation] = ()
    columns: Layout | None = None

    def layout(self) -> Layout:
        """Its objects."""
        return self.columns or layout_of(self.document, self.path)


def _read(path: str, role: str | None, revision: str) -> _File:
    if quick := read_columns(path, role=role, revision=revision):
        return _File(path, quick[0], columns=quick[1])
    document = read_json(path)
    return _File(path, document, list(violations(document, printable(path), role=role, revision=revision)))


def refuse(found: Sequence[Violation], title: str = "") -> None:
    """Raise one error for all of these broken rules, if there are any."""
    if found:
        files = ", ".join(dict.fromkeys(violation.file for violation in found))
        problems = [violation.problem for violation in found[:LISTED]]
        count = f"{len(found)} rule{'' if len(found) == 1 else 's'} of the layout schema"
        raise InputError(title or f"{files}: {count} broken.", problems, HINT, total=len(found))


def _kind(document: Any) -> Any:
    info = document.get("info") if isinstance(document, dict) else None
    return info.get("type") if isinstance(info, dict) else None
