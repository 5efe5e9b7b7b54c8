"""Bytes of a file to text, exactly: what cannot be decoded is named by file, byte offset and bytes."""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from encodings.aliases import aliases
from hashlib import blake2b
from typing import BinaryIO, NamedTuple

from errata.errors import InputError, Problem, UnknownNameError
from errata.io.names import printable

HEAD = 4096  # bytes that are looked at to tell UTF-16 from UTF-8
BLOCK = 1 << 20
MARK = "\ufeff"
STATEFUL = ("iso2022", "hz", "utf-7")  # encodings whose lines cannot be decoded one by one
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class TextLine(NamedTuple):
    """One line with its end, its number from 1, and why it is not the text that the file says."""

    number: int
    text: str
    problem: Problem | None = None


def known_encoding(name: str) -> str:
    """The canonical name of a text encoding; an unknown one is refused with the nearest known ones."""
    try:
        b"\n\0\0\0".decode(name, "replace")  # an empty text would not even ask whether the codec makes text
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        raise UnknownNameError("encoding", name, set(_text_encodings())) from None
    return "utf-8" if found == "utf-8-sig" else found


def _text_encodings() -> Iterator[str]:
    """The names of all codecs that make text of bytes; some that Python lists make bytes, some are not there."""
    for name in {alias.replace("_", "-") for alias in aliases.values()}:
        try:
            b"\n\0\0\0".decode(name, "replace")
        except (LookupError, ValueError):
            continue
        yield name


def open_regular(path: str) -> BinaryIO:
    """The file, open for reading; anything but a regular file is an OSError at once, and a pipe never blocks."""
    return open(path, "rb", opener=_open_regular)


def read_text(path: str, encoding: str) -> str | Problem:
    """The whole text of a file without its byte order mark, or why there is none."""
    try:
        with open_regular(path) as file:
            data = file.read()
    except OSError as error:
        return unreadable(path, error)
    if problem := foreign(path, data[:HEAD], encoding):
        return problem
    try:
        text = data.decode(encoding)
    except UnicodeError as error:
        return undecodable(path, error, 0, encoding)
    text = text.removeprefix(MARK)
    return _surrogate(path, text) or text if encoding != "utf-8" else text


def text_lines(path: str, encoding: str) -> Iterator[TextLine]:
    """The lines of a file, split at line feeds only; a line that cannot be decoded carries its problem.

    In an encoding whose lines cannot be told apart as bytes (UTF-16, ISO 2022 ...) it ends the reading: an InputError.
    """
    lines = _narrow_lines(path, encoding) if is_narrow(encoding) else _wide_lines(path, encoding)
    try:
        for number, (text, problem) in enumerate(lines, 1):
            if problem is None and encoding != "utf-8":
                problem = _surrogate(path, text)
            placed = replace(problem, where=f"{problem.where}:{number}") if problem else None
            yield TextLine(number, text.removeprefix(MARK) if number == 1 else text, placed)
    except OSError as error:
        problem = unreadable(path, error)
        raise InputError(f"{problem.where} cannot be read to its end.", [problem]) from None


def is_narrow(encoding: str) -> bool:
    """Whether a line feed is one byte that means nothing else, so that lines can be split before decoding."""
    return "\n".encode(encoding) == b"\n" and not encoding.startswith(STATEFUL)


def foreign(path: str, head: bytes, encoding: str) -> Problem | None:
    """The problem of a file that is plainly not in UTF-8, although it was to be read as that."""
    guess = _wide_encoding(head) if encoding == "utf-8" else None
    if guess is None:
        return None
    evidence = "starts with" if guess in {"utf-16", "utf-32"} else "has a NUL in every other byte:"
    what = f"looks like {guess.upper()}, not UTF-8: it {evidence} {head[:8].hex(' ')}"
    return Problem(printable(path), what, f"pass --encoding {guess}")


def head_problem(path: str, encoding: str) -> Problem | None:
    """Why a file cannot be read at all, as far as its first bytes tell."""
    try:
        with open_regular(path) as file:
            return foreign(path, file.read(HEAD), encoding)
    except OSError as error:
        return unreadable(path, error)


def undecodable(path: str, error: UnicodeError, start: int, encoding: str) -> Problem:
    """The problem of bytes that are no text; `start` is the offset in the file of the bytes that were decoded."""
    what = f"is not {encoding.upper()}"
    if isinstance(error, UnicodeDecodeError):
        evidence = error.object[error.start : max(error.end, error.start + 1)][:8].hex(" ")
        what += f": byte offset {start + error.start} holds {evidence} ({error.reason})"
    else:
        what += f": {error}"
    return Problem(printable(path), what, "pass the encoding of the file with --encoding, for example cp1252")


def unreadable(path: str, error: OSError) -> Problem:
    """The problem of a file that the system does not let us read."""
    if isinstance(error, FileNotFoundError) and os.path.islink(path):  # noqa: PTH114
        return Problem(printable(path), "is a link to a file that does not exist")
    return Problem(printable(path), f"cannot be read: {error.strerror or error}")


def digest_of(paths: list[str]) -> str:
    """BLAKE2b of the bytes of the files, each with its length, in order."""
    total = blake2b(digest_size=32)
    for path in paths:
        size = 0
        try:
            with open_regular(path) as file:
                while block := file.read(BLOCK):
                    size += len(block)
                    total.update(block)
        except OSError as error:
            raise InputError("The input cannot be read.", [unreadable(path, error)]) from None
        total.update(size.to_bytes(8, "little"))
    return total.hexdigest()


def _open_regular(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    kind = stat.S_IFMT(os.fstat(descriptor).st_mode)
    if kind != stat.S_IFREG:
        os.close(descriptor)
        raise OSError(0, f"it is {KINDS.get(kind, 'something else')}, not a regular file")
    return descriptor


def _narrow_lines(path: str, encoding: str) -> Iterator[tuple[str, Problem | None]]:
    offset = 0
    with open_regular(path) as file:
        for data in file:
            try:
                text = data.decode(encoding)
                problem = None
            except UnicodeError as error:
                text = data.decode(encoding, "replace")
                problem = undecodable(path, error, offset, encoding)
            offset += len(data)
            yield text, problem


def _wide_lines(path: str, encoding: str) -> Iterator[tuple[str, Problem | None]]:
    rest: list[str] = []
    for text in _wide_blocks(path, encoding):
        first, *lines = text.split("\n")
        rest.append(first)
        for line in lines:
            yield "".join(rest) + "\n", None
            rest = [line]
    if last := "".join(rest):
        yield last, None


def _wide_blocks(path: str, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)()
    offset, data = 0, b"-"
    with open_regular(path) as file:
        while data:
            data = file.read(BLOCK)
            state = decoder.getstate()
            pending = len(state[0])
            try:
                yield decoder.decode(data, not data)
            except UnicodeError as error:
                if isinstance(error, UnicodeDecodeError):
                    decoder.setstate(state)
                    yield decoder.decode(data[: max(0, error.start - pending)])
                problem = undecodable(path, error, offset - pending, encoding)
                raise InputError(f"{problem.where} cannot be read to its end.", [problem]) from None
            offset += len(data)


def _wide_encoding(head: bytes) -> str | None:
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    units = len(head) // 2
    even, odd = head[: 2 * units : 2].count(0), head[1::2].count(0)
    if units >= 4 and max(even, odd) > 0.4 * units and min(even, odd) * 10 < max(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


def _surrogate(path: str, text: str) -> Problem | None:
    # Only codecs other than UTF-8 (UTF-7, unicode_escape ...) can make half of a surrogate pair.
    found = lone_surrogate(text)
    if found is None:
        return None
    what = f"holds the lone surrogate \\u{ord(text[found]):04x} at character {found}"
    return Problem(printable(path), what, "it is half of a character and cannot be scored")


def lone_surrogate(text: str) -> int | None:
    """The place of the first half of a surrogate pair that stands alone, or None."""
    if text.isascii():
        return None
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None
