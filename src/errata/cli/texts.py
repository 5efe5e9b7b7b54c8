"""One text from what stands on the command line."""

from __future__ import annotations

from pathlib import Path

from errata.errors import InputError, Problem
from errata.io.plain import read_plain

__all__ = ["text_of"]


def text_of(given: str, encoding: str, *, literal: bool) -> str:
    """The text itself, or that of the file it names."""
    if literal:
        return given
    text = read_plain(given, encoding)
    if isinstance(text, Problem):
        hint = "" if Path(given).exists() else "To compare two texts that stand on the command line, add --text."
        raise InputError("The text cannot be read.", [text], hint)
    return text
