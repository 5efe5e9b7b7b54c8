"""Whether files are what they should be: one checker a kind of file, each lists every problem that it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from errata.errors import InputError, Problem, UnknownNameError
from errata.io.names import near_path, printable
from errata.io.snapshot_check import check_snapshots

__all__ = ["CHECKERS", "Checked", "Checker", "Options", "check", "sniff"]


@dataclass(frozen=True, slots=True)
class Options:
    """What a checker may be told besides the files."""

    schema: str = "either"  # the revision that layout files are held to


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one file: its problems, and what it says of itself."""

    file: str
    kind: str
    problems: tuple[Problem, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Checker:
    """One kind of file: how it is told by its path, and how files of it are checked, each alone and all together."""

    name: str
    title: str
    sniff: Callable[[str], bool]
    check: Callable[[Sequence[str], Options], Iterator[tuple[str, list[Problem], Mapping[str, Any]]]]


def _snapshots(paths: Sequence[str], options: Options) -> Iterator[tuple[str, list[Problem], Mapping[str, Any]]]:
    return check_snapshots(paths, revision=options.schema)


CHECKERS: Mapping[str, Checker] = MappingProxyType(
    {
        checker.name: checker
        for checker in (
            Checker(
                "snapshot", "layout files of the evaluation schema 1.3",
                lambda path: path.lower().endswith(".json"), _snapshots,
            ),
        )
    }
)  # fmt: skip


def sniff(path: str) -> str:
    """The kind of file that a path looks like."""
    if not Path(path).exists():
        problem = Problem(printable(path), "there is no such file or folder", near_path(path))
        raise InputError("The input is not there.", [problem])
    for name, checker in CHECKERS.items():
        if checker.sniff(path):
            return name
    known = ", ".join(f"{name} ({checker.title})" for name, checker in CHECKERS.items())
    raise InputError(
        f"{printable(path)} is of no kind that can be checked.",
        [Problem(printable(path), "its name and its beginning say nothing")],
        f"Name the kind with --kind: {known}.",
    )


def check(paths: Sequence[str], kind: str | None = None, options: Options | None = None) -> list[Checked]:
    """What is wrong with these files, in their order; `kind` names their kind where a path does not tell it."""
    if kind is not None and kind not in CHECKERS:
        raise UnknownNameError("kind of file", kind, CHECKERS)
    kinds: dict[str, list[str]] = {}
    for path in paths:
        found = sniff(path) if kind is None else kind
        kinds.setdefault(found, []).append(path)
    done = {}
    for name, group in kinds.items():
        for path, problems, facts in CHECKERS[name].check(group, options or Options()):
            done[path] = Checked(path, name, tuple(problems), facts)
    return [done[path] for path in dict.fromkeys(paths)]
