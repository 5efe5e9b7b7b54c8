"""The text of a document that is no XML: decoded whole, unpacked where it is compressed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from errata.errors import InputError, Problem
from errata.io.decode import HEAD, MARK, foreign, is_narrow, lone_surrogate, undecodable, unreadable
from errata.io.format import Wish
from errata.io.limited import opened
from errata.io.names import printable


class Numbered(NamedTuple):
    """A line without its end, and its number from 1."""

    number: int
    text: str


def text_of(path: Path, wish: Wish) -> str:
    """The whole text of a file without its byte order mark; an error names the line that is no text."""
    name = printable(str(path))
    try:
        with opened(path) as (stream, _):
            data: bytes = stream.read()
    except OSError as error:
        raise InputError(f"{name} cannot be read.", [unreadable(str(path), error)]) from None
    problem = foreign(str(path), data[:HEAD], wish.encoding)
    text = ""
    if problem is None:
        try:
            text = data.decode(wish.encoding).removeprefix(MARK)
        except UnicodeError as error:
            problem = undecodable(str(path), error, 0, wish.encoding)
            if isinstance(error, UnicodeDecodeError) and is_narrow(wish.encoding):
                problem = replace(problem, where=f"{problem.where}:{data.count(10, 0, error.start) + 1}")
    if problem is None and (place := lone_surrogate(text)) is not None:
        problem = Problem(f"{name}:{text.count(chr(10), 0, place) + 1}", "holds half of a surrogate pair")
    if problem is not None:
        raise InputError(f"{name} cannot be read.", [problem])
    return text


def lines_of(path: Path, wish: Wish) -> Iterator[Numbered]:
    """The lines of a file that are not blank; they end at "\\n" or "\\r\\n" and nowhere else."""
    for number, line in enumerate(text_of(path, wish).split("\n"), 1):
        if line.strip():
            yield Numbered(number, line.removesuffix("\r"))
