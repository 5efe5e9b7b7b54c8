"""The suffix of the text files of a folder in which none has a known one: guessed from their number."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

NO_TEXT = frozenset(
    [
        ".png",
        ".jpg",
        ".jpeg",
        ".jp2",
        ".tif",
        ".tiff",
        ".gif",
        ".bmp",
        ".webp",
        ".svg",
        ".pdf",
        ".zip",
        ".gz",
        ".bz2",
        ".xz",
        ".7z",
        ".tar",
        ".json",
        ".jsonl",
        ".csv",
        ".tsv",
        ".xml",
        ".html",
        ".htm",
        ".hocr",
        ".alto",
        ".xhtml",
        ".parquet",
        ".pq",
        ".py",
        ".log",
        ".lstmf",
        ".box",
        ".ckpt",
        ".mlmodel",
        ".npy",
        ".yaml",
        ".yml",
        ".toml",
        ".md5",
        ".sha256",
        ".doc",
        ".docx",
        ".odt",
    ]
)


def guessed_suffixes(first: str, second: str, ends: Collection[str]) -> dict[str, str]:
    """Folder -> the suffix that most of its files have, where no file ends in one of `ends`.

    If both sides are in one folder, whose references end in .gt.txt, it is that of the files beside them.
    """
    if os.path.realpath(first) == os.path.realpath(second):
        found = _guess(first, ends, beside=True)
        return {first: found} if found else {}
    return {folder: found for folder in (first, second) if (found := _guess(folder, ends, beside=False))}


def told(guessed: Mapping[str, str]) -> list[str]:
    """A sentence for each guess."""
    return [
        f"No file of {folder} has a known suffix: those that end in {suffix} are read as plain text."
        for folder, suffix in guessed.items()
    ]


def _guess(folder: str, ends: Collection[str], *, beside: bool) -> str | None:
    names = [
        name.lower()
        for _, folders, files in os.walk(folder)
        if _visible(folders)
        for name in files
        if not name.startswith(".")
    ]
    stems = {name.removesuffix(".gt.txt") for name in names if name.endswith(".gt.txt")} if beside else set()
    if any(name.endswith(tuple(ends)) and not (beside and name.endswith(".gt.txt")) for name in names):
        return None
    count = Counter(
        suffix
        for name in names
        if (suffix := Path(name).suffix) and suffix not in NO_TEXT and not name.endswith(".gt.txt")
        if not beside or name.partition(".")[0] in stems or name.removesuffix(suffix) in stems
    )
    best = count.most_common(2)
    return best[0][0] if best and (len(best) == 1 or best[0][1] > best[1][1]) else None


def _visible(folders: list[str]) -> bool:
    """Drop hidden folders from a walk, in place."""
    folders[:] = [name for name in folders if not name.startswith(".")]
    return True
