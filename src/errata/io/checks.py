"""Whether files are what they should be: one checker a kind of file, each lists every problem that it finds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from errata.errors import InputError, Problem, UnknownNameError
from errata.io.document_reader import is_listed
from errata.io.documents import Reading
from errata.io.examine import Findings
from errata.io.examine_files import Found, examine_documents, examine_folders, examine_table
from errata.io.names import near_path, printable
from errata.io.snapshot_check import check_snapshots
from errata.io.table import SUFFIXES

__all__ = ["CHECKERS", "Checked", "Checker", "Options", "check", "sniff"]


@dataclass(frozen=True, slots=True)
class Options:
    """What a checker may be told besides the files."""

    schema: str = "either"  # the revision that layout files are held to
    reading: Reading = field(default_factory=Reading)  # how documents are read


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one file, folder or pair of folders: problems, notes, and what it holds."""

    file: str
    kind: str
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()  # what is odd and may be meant
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Checker:
    """One kind of input: how it is told by its path, and how all paths of it are checked."""

    name: str
    title: str
    sniff: Callable[[str], bool]
    check: Callable[[Sequence[str], Options], Iterator[Found]]


def _snapshots(paths: Sequence[str], options: Options) -> Iterator[Found]:
    for path, problems, facts in check_snapshots(paths, revision=options.schema):
        yield path, Findings(problems), dict(facts)


def _tables(paths: Sequence[str], options: Options) -> Iterator[Found]:
    for path in paths:
        yield examine_table(path, options.reading)


def _is_table(path: str) -> bool:
    return path.lower().endswith(SUFFIXES) and not is_listed(path)


CHECKERS: Mapping[str, Checker] = MappingProxyType(
    {
        checker.name: checker
        for checker in (
            Checker(
                "folder", "a folder of documents or texts, or two as pairs", lambda path: Path(path).is_dir(),
                lambda paths, options: examine_folders(paths, options.reading),
            ),
            Checker(
                "snapshot", "layout files of the evaluation schema 1.3",
                lambda path: path.lower().endswith(".json"), _snapshots,
            ),
            Checker("table", "a table of pairs", _is_table, _tables),
            Checker(
                "document", "a document or a text", lambda path: True,
                lambda paths, options: examine_documents(paths, options.reading),
            ),
        )
    }
)  # fmt: skip


def sniff(path: str) -> str:
    """The kind of input that a path looks like."""
    if not os.path.lexists(path):
        problem = Problem(printable(path), "there is no such file or folder", near_path(path))
        raise InputError("The input is not there.", [problem])
    return next(name for name, checker in CHECKERS.items() if checker.sniff(path))


def check(paths: Sequence[str], kind: str | None = None, options: Options | None = None) -> list[Checked]:
    """What is wrong with these inputs, in their order; `kind` names their kind where a path does not tell it."""
    if kind is not None and kind not in CHECKERS:
        raise UnknownNameError("kind of file", kind, CHECKERS)
    kinds: dict[str, list[str]] = {}
    for path in dict.fromkeys(paths):
        kinds.setdefault(sniff(path) if kind is None else kind, []).append(path)
    done = [
        Checked(
            path,
            "document" if name == "folder" and not facts else name,
            tuple(found.problems),
            tuple(found.notes),
            facts,
        )
        for name, group in kinds.items()
        for path, found, facts in CHECKERS[name].check(group, options or Options())
    ]
    places = {path: place for place, path in enumerate(paths)}
    return sorted(done, key=lambda one: places.get(one.file, -1))
