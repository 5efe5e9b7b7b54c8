"""Names of files in messages and ids: printable, and the nearest one when a name is wrong."""

from __future__ import annotations

import difflib
import os
import unicodedata
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})  # controls, undecodable bytes, line and paragraph separators
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # would show a name as another one
SEARCHED = 10_000  # names of a folder that are searched for a near one


def printable(name: str) -> str:
    """The name with control characters and undecodable bytes as escapes: one line, and valid Unicode."""
    if name.isprintable():
        return name
    return "".join(
        _escape(character) if character in TURNING or unicodedata.category(character) in UNPRINTABLE else character
        for character in name
    )


def near(name: str, known: Iterable[str]) -> str:
    """A sentence that suggests the names most like this one, or an empty text."""
    folded = {candidate.casefold(): candidate for candidate in known}
    found = difflib.get_close_matches(name.casefold(), folded, n=3, cutoff=0.6)
    return f"Did you mean {' or '.join(repr(folded[match]) for match in found)}?" if found else ""


def near_path(path: str) -> str:
    """A sentence that suggests names in the folder where this path was looked for."""
    folder = Path(path).parent
    try:
        with os.scandir(folder) as entries:
            names = [printable(entry.name) for entry in islice(entries, SEARCHED)]
    except OSError:
        return f"The folder {printable(str(folder))!r} does not exist either." if not folder.exists() else ""
    return near(Path(path).name, names)


def _escape(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(
        character, f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    )
