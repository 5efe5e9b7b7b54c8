"""Two folders of texts or documents, paired by relative path without suffix; or one folder that holds both sides.

The id of a pair is its path in the folder, with "/" and without the suffix; its fact `folder` is the first part of
that path, or null for a file that lies in the folder itself, so that results can be grouped by it. Files that find no
partner are paired by their name before its first dot, where that is unique on both sides, and a warning says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from errata.errors import InputError, PairingError, Problem, UsageError
from errata.io.folder import Folder, is_reference, refuse_ambiguous, refuse_empty, scan
from errata.io.names import printable
from errata.io.plain import PlainReader, both
from errata.io.policy import Columns, Finding, Policy, Severity, check_span, deliver
from errata.model import Batch

FACT = "folder"


class Pair(NamedTuple):
    """A place in the folders, and the suffix with which each side is there."""

    id: str
    key: str
    reference: str | None
    hypothesis: str | None


class FileReader(Protocol):
    """Reads the files of a folder: knows their names, and gives their texts."""

    kind: str
    suffixes: Sequence[str]

    @property
    def description(self) -> Mapping[str, Any]:
        """What of it changes a text."""
        ...

    @property
    def warnings(self) -> Sequence[str]:
        """What was odd about the files read so far."""
        ...

    def split(self, name: str) -> tuple[str, str | None]:
        """The name of a file without its suffix, and that; None for a file that is not read."""
        ...

    def read(self, paths: Sequence[str | None]) -> list[str | Problem | None]:
        """The text of each file, or why there is none; None is no file."""
        ...


class FolderSource:
    """The pairs of two folders, sorted by id in code point order; texts are read when their batch is."""

    def __init__(self, reference: str, hypothesis: str, policy: Policy, reader: FileReader | None = None) -> None:
        self._policy, self._reader = policy, reader or PlainReader()
        same = os.path.realpath(reference) == os.path.realpath(hypothesis)
        self._references = scan(reference, self._reader.split)
        self._hypotheses = self._references if same else scan(hypothesis, self._reader.split)
        for folder in (self._references, self._hypotheses):
            refuse_empty(folder, self._reader.suffixes)
        found = _sorted(_inside(self._references) if same else _between(self._references, self._hypotheses))
        self._pairs, self._guessed = by_stem(found)
        self._alone = (
            [pair.id for pair in self._pairs if pair.hypothesis is None],
            [pair.id for pair in self._pairs if pair.reference is None],
        )
        if policy.unmatched == "error" and any(self._alone):
            raise PairingError(*self._alone)
        self._warnings = list(self._noticed())

    @property
    def warnings(self) -> list[str]:
        """What the user should know of the folders, and of the files read so far."""
        return [*self._warnings, *self._reader.warnings]

    @property
    def paths(self) -> list[tuple[str, str | None, str | None]]:
        """The id of each pair, and the paths of its sides."""
        return [
            (
                pair.id,
                None if pair.reference is None else self._references.path(pair.key, pair.reference),
                None if pair.hypothesis is None else self._hypotheses.path(pair.key, pair.hypothesis),
            )
            for pair in self._pairs
        ]

    @property
    def size(self) -> int:
        """The number of places where either side has a file."""
        return len(self._pairs)

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """Names, numbers and a digest of all ids and file sizes (not of the bytes)."""
        folders = {"reference": self._references, "hypothesis": self._hypotheses}
        return {
            "kind": self._reader.kind,
            **{side: printable(folder.root) for side, folder in folders.items()},
            **self._reader.description,
            "unmatched": self._policy.unmatched,
            "samples": len(self._pairs),
            "without_hypothesis": len(self._alone[0]),
            "without_reference": len(self._alone[1]),
            "ignored": {side: folder.ignored.total() for side, folder in folders.items()},
            "digest": self._digest(),
        }

    def batches(self, size: int, start: int = 0) -> Iterator[Batch]:
        """Batches of pairs; no file before `start` is opened."""
        check_span(size, start)
        parts = (
            self._columns(first, self._pairs[first : first + size]) for first in range(start, len(self._pairs), size)
        )
        return deliver(
            parts, self._policy, f"{printable(self._references.root)} and {printable(self._hypotheses.root)}"
        )

    def _columns(self, start: int, pairs: list[Pair]) -> Columns:
        findings = {position: finding for position, pair in enumerate(pairs) if (finding := self._unread(pair))}
        sides = [
            None if position in findings or suffix is None else folder.path(pair.key, suffix)
            for position, pair in enumerate(pairs)
            for folder, suffix in ((self._references, pair.reference), (self._hypotheses, pair.hypothesis))
        ]
        texts = self._reader.read(sides)
        references, hypotheses = list[Any](texts[::2]), list[Any](texts[1::2])
        for position, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
            if finding := both(reference or "", hypothesis or ""):
                findings[position] = finding
        folders = [_first_part(pair.id) for pair in pairs]
        ids = [pair.id for pair in pairs]
        return Columns(start, ids, references, hypotheses, {FACT: folders}, lambda position: ids[position], findings)

    def _unread(self, pair: Pair) -> Finding | None:
        if pair.reference is not None and (pair.hypothesis is not None or self._policy.unmatched == "count"):
            return None
        side = "reference" if pair.reference is None else "hypothesis"
        severity = Severity.LISTED if self._policy.unmatched == "count" else Severity.LEFT_OUT
        return Finding(Problem(pair.id, f"has no {side} and is not scored"), severity)

    def _noticed(self) -> Iterator[str]:
        if self._hypotheses.has_references and not self._references.has_references:
            yield "REF and HYP look swapped: files of the hypotheses end in .gt.txt, and none of the references does."
        if links := self._references.links + self._hypotheses.links * (self._references is not self._hypotheses):
            yield f"Links to folders are not followed: {links} passed over."
        if self._guessed:
            reference, hypothesis = self._guessed[0]
            number = f"{len(self._guessed)} pairs" if len(self._guessed) > 1 else "One pair"
            yield f"{number} by the name before the first dot: {reference} with {hypothesis}."
        if len(self._alone[0]) + len(self._alone[1]) == len(self._pairs):
            yield "No reference has a hypothesis: are these the right folders?"
        if self._policy.unmatched == "drop" and any(self._alone):
            sides = f"{len(self._alone[0])} without a hypothesis, {len(self._alone[1])} without a reference"
            yield f"Left out: {sides}."

    def _digest(self) -> str:
        total = blake2b(digest_size=32)
        for pair in self._pairs:
            ours = _file_size(self._references, pair.key, pair.reference)
            theirs = _file_size(self._hypotheses, pair.key, pair.hypothesis)
            total.update(f"{pair.id}\0{ours}\0{theirs}\0".encode())
        return total.hexdigest()


def _between(references: Folder, hypotheses: Folder) -> Iterator[Pair]:
    for folder in (references, hypotheses):
        repeated = [key for key, suffixes in folder.files.items() if len(suffixes) > 1]
        refuse_ambiguous(folder, repeated, "several files have this id")
    for key, (suffix,) in references.files.items():
        yield Pair(printable(key), key, suffix, hypotheses.files.get(key, (None,))[0])
    for key, (suffix,) in hypotheses.files.items():
        if key not in references.files:
            yield Pair(printable(key), key, None, suffix)


def _inside(folder: Folder) -> Iterator[Pair]:
    if not folder.has_references:
        raise UsageError(
            f"The same path stands for references and hypotheses: {printable(folder.root)}. None of its files ends in"
            " .gt.txt to tell the sides apart. Give two folders, or name the references *.gt.txt."
        )
    sides = {
        key: ([s for s in suffixes if is_reference(s)], [s for s in suffixes if not is_reference(s)])
        for key, suffixes in folder.files.items()
    }
    ambiguous = [key for key, (ours, theirs) in sides.items() if len(ours) > 1 or len(theirs) > 1]
    refuse_ambiguous(folder, ambiguous, "more than one file could be the hypothesis")
    if not any(theirs for _, theirs in sides.values()):
        name = printable(folder.root)
        problem = Problem(name, "every text file ends in .gt.txt", "give the folder of the hypotheses as well")
        raise InputError(f"The folder {name!r} holds only references.", [problem])
    for key, (ours, theirs) in sides.items():
        yield Pair(printable(key), key, ours[0] if ours else None, theirs[0] if theirs else None)


def by_stem(pairs: list[Pair]) -> tuple[list[Pair], list[tuple[str, str]]]:
    """The pairs, files without a partner joined where the name before the first dot is unique; and those names."""
    alone: dict[str, tuple[list[Pair], list[Pair]]] = {}
    for pair in pairs:
        if pair.reference is None or pair.hypothesis is None:
            alone.setdefault(_stem(pair.key), ([], []))[pair.reference is None].append(pair)
    whole = {pair.key for pair in pairs if pair.reference is not None and pair.hypothesis is not None}
    joined = {
        stem: (ours[0], theirs[0])
        for stem, (ours, theirs) in alone.items()
        if len(ours) == len(theirs) == 1 and stem not in whole
    }
    if not joined:
        return pairs, []
    gone = {pair.key for both_sides in joined.values() for pair in both_sides}
    names = [(_name(ours), _name(theirs)) for ours, theirs in joined.values()]
    made = [
        Pair(printable(stem), stem, _rest(ours, stem), _rest(theirs, stem)) for stem, (ours, theirs) in joined.items()
    ]
    return _sorted(iter([*(pair for pair in pairs if pair.key not in gone), *made])), names


def _stem(key: str) -> str:
    folder, slash, name = key.rpartition("/")
    return folder + slash + name.partition(".")[0]


def _name(pair: Pair) -> str:
    return printable(pair.key.rpartition("/")[2] + (pair.reference or pair.hypothesis or ""))


def _rest(pair: Pair, stem: str) -> str:
    return pair.key[len(stem) :] + (pair.reference or pair.hypothesis or "")


def _sorted(pairs: Iterator[Pair]) -> list[Pair]:
    ordered = sorted(pairs, key=lambda pair: (pair.id, pair.key))
    problems = [
        Problem(first.id, "two file names look like this when their unprintable characters are escaped")
        for first, second in pairwise(ordered)
        if first.id == second.id
    ]
    if problems:
        raise InputError("Some file names cannot be told apart.", problems, "Rename one of each.")
    return ordered


def _first_part(key: str) -> str | None:
    first, slash, _ = key.partition("/")
    return first if slash else None


def _file_size(folder: Folder, key: str, suffix: str | None) -> int:
    if suffix is None:
        return -1
    try:
        return os.stat(folder.path(key, suffix)).st_size  # noqa: PTH116
    except OSError:
        return -2
