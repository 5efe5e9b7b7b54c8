"""The text files, or the documents, of a folder and of the folders in it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from errata.errors import InputError, Problem
from errata.io.decode import unreadable
from errata.io.names import printable

REFERENCE = re.compile(r"\.(?:gt|truth|reference)\.", re.IGNORECASE)  # what marks the file of a reference
SUFFIXES = (".gt.txt", ".pred.txt", ".ocr.txt", ".txt")  # the longest first


@dataclass(slots=True)
class Folder:
    """What a folder holds: for each path without suffix the suffixes found, and what was not looked at."""

    root: str
    files: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ignored: Counter[str] = field(default_factory=Counter)
    links: int = 0

    @property
    def has_references(self) -> bool:
        """Whether any file carries the suffix of a reference."""
        return any(is_reference(suffix) for suffixes in set(self.files.values()) for suffix in suffixes)

    def path(self, key: str, suffix: str) -> str:
        """The path of a file."""
        return f"{self.root.rstrip('/') or '/'}/{key}{suffix}"


def key_and_suffix(name: str) -> tuple[str, str | None]:
    """A file name without its known suffix (whatever its case), and that suffix as it is written."""
    lowered = name.lower()
    if lowered.endswith(".txt"):
        for suffix in SUFFIXES:
            if lowered.endswith(suffix):
                return name[: -len(suffix)], name[-len(suffix) :]
    return os.path.splitext(name)[0], None  # noqa: PTH122  # Path would lose what is not a path


def is_reference(suffix: str) -> bool:
    """Whether a suffix marks a reference."""
    return REFERENCE.search(suffix) is not None


def scan(root: str, split: Callable[[str], tuple[str, str | None]] = key_and_suffix) -> Folder:
    """Every file below a folder whose name splits; hidden files are passed over, links to folders are not followed."""
    folder, problems, waiting = Folder(root), list[Problem](), [""]
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    while waiting:
        prefix = waiting.pop()
        path = os.path.join(root, prefix)  # noqa: PTH118
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    if (name := _file(entry, prefix, folder, waiting)) is not None:
                        _take(name, prefix, folder, split(name), known)
        except OSError as error:
            problems.append(unreadable(path, error))
    if problems:
        raise InputError(f"The folder {printable(root)!r} cannot be read whole.", problems)
    return folder


def refuse_empty(folder: Folder, looked_for: Iterable[str] = SUFFIXES) -> None:
    """Refuse a folder without a file to read: say what was looked for and what is there."""
    if folder.files:
        return
    found = ", ".join(f"{count} {suffix or 'without a suffix'}" for suffix, count in folder.ignored.most_common(8))
    name = printable(folder.root)
    what = f"looked for {', '.join(looked_for)}; found {found or 'no file at all'}"
    raise InputError(f"There is no text file in the folder {name!r}.", [Problem(name, what)])


def refuse_ambiguous(folder: Folder, keys: Iterable[str], why: str) -> None:
    """Refuse a folder in which several files claim the same place, and list them."""
    problems = [
        Problem(
            printable(key),
            f"{why}: " + " and ".join(printable(folder.path(key, suffix)) for suffix in folder.files[key]),
        )
        for key in sorted(keys)
    ]
    if problems:
        hint = "Leave one of them in the folder. A folder that holds both sides (.gt.txt and another) is given alone."
        raise InputError(f"Files in the folder {printable(folder.root)!r} are ambiguous.", problems, hint)


def _file(entry: os.DirEntry[str], prefix: str, folder: Folder, waiting: list[str]) -> str | None:
    """The name of an entry that is a file; folders wait for their turn."""
    name = entry.name
    if name.startswith("."):
        return None
    if entry.is_dir(follow_symlinks=False):
        waiting.append(f"{prefix}{name}/")
        return None
    if entry.is_symlink() and entry.is_dir():
        folder.links += 1
        return None
    return name


def _take(
    name: str,
    prefix: str,
    folder: Folder,
    parts: tuple[str, str | None],
    known: dict[tuple[str, ...], tuple[str, ...]],
) -> None:
    key, suffix = parts
    if suffix is None:
        folder.ignored[os.path.splitext(name)[1].lower()] += 1  # noqa: PTH122
        return
    key = prefix + key
    suffixes = tuple(sorted((*folder.files.get(key, ()), suffix)))
    folder.files[key] = known.setdefault(suffixes, suffixes)  # one tuple for all files alike
