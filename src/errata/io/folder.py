"""The text files of a folder and of the folders in it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from errata.errors import InputError, Problem
from errata.io.decode import unreadable
from errata.io.names import printable

REFERENCE = ".gt.txt"
SUFFIXES = (REFERENCE, ".pred.txt", ".ocr.txt", ".txt")  # the longest first


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
    return suffix.lower() == REFERENCE


def scan(root: str) -> Folder:
    """Every text file below a folder; hidden files are passed over, links to folders are not followed."""
    folder, problems, waiting = Folder(root), list[Problem](), [""]
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    while waiting:
        prefix = waiting.pop()
        path = os.path.join(root, prefix)  # noqa: PTH118
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    _take(entry, prefix, folder, waiting, known)
        except OSError as error:
            problems.append(unreadable(path, error))
    if problems:
        raise InputError(f"The folder {printable(root)!r} cannot be read whole.", problems)
    return folder


def refuse_empty(folder: Folder) -> None:
    """Refuse a folder without a text file: say what was looked for and what is there."""
    if folder.files:
        return
    found = ", ".join(f"{count} {suffix or 'without a suffix'}" for suffix, count in folder.ignored.most_common(8))
    name = printable(folder.root)
    what = f"looked for {', '.join(SUFFIXES)}; found {found or 'no file at all'}"
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


def _leads_to_folder(link: os.DirEntry[str]) -> bool:
    try:
        return link.is_dir()
    except OSError:  # a link to itself: a file that cannot be read, and no reason to give up the folder
        return False


def _take(
    entry: os.DirEntry[str],
    prefix: str,
    folder: Folder,
    waiting: list[str],
    known: dict[tuple[str, ...], tuple[str, ...]],
) -> None:
    name = entry.name
    if name.startswith("."):
        return
    if entry.is_dir(follow_symlinks=False):
        waiting.append(f"{prefix}{name}/")
        return
    if entry.is_symlink() and _leads_to_folder(entry):
        folder.links += 1
        return
    key, suffix = key_and_suffix(name)
    if suffix is None:
        folder.ignored[os.path.splitext(name)[1].lower()] += 1  # noqa: PTH122
        return
    key = prefix + key
    suffixes = tuple(sorted((*folder.files.get(key, ()), suffix)))
    folder.files[key] = known.setdefault(suffixes, suffixes)  # one tuple for all files alike
