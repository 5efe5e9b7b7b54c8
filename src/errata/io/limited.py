"""Files that may be compressed: `.gz` is unpacked up to a limit, and an archive of files is refused."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem
from errata.io.decode import open_regular
from errata.io.names import printable

LIMIT = 1 << 28  # bytes that a compressed file may unpack to
ARCHIVES = {b"PK\x03\x04": "a zip archive", b"PK\x05\x06": "a zip archive", b"7z\xbc\xaf": "a 7z archive",
            b"Rar!": "a RAR archive", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"(\xb5/\xfd": "zstd", b"\x04\"M\x18": "lz4",
            b"%PDF": "a PDF", b"\x89PNG": "a PNG image", b"II*\0": "a TIFF image", b"MM\0*": "a TIFF image",
            b"\xff\xd8\xff": "a JPEG image", b"GIF8": "a GIF image", b"\0\0\0\x0cjP": "a JPEG 2000 image",
            b"\xd0\xcf\x11\xe0": "an old Office document", b"PAR1": "a Parquet table"}  # fmt: skip
GZIP = b"\x1f\x8b"


@contextmanager
def opened(path: str | Path) -> Iterator[tuple[Any, int]]:
    """The bytes of a file as a stream, and about how many there are; of a `.gz` those inside it."""
    with open_regular(os.fspath(path)) as file:
        head = file.read(8)
        file.seek(0)
        name = printable(os.fspath(path))
        _refuse_archive(head, name)
        if head.startswith(GZIP):
            with gzip.open(file) as inner:
                head = Limited(inner, name).read(8)
                _refuse_archive(head, name)
                if head.startswith(GZIP):
                    problem = Problem(name, "holds another compressed file", "unpack it once")
                    raise InputError(f"{name} is compressed twice.", [problem])
                inner.seek(0)
                yield Limited(inner, name), LIMIT
        else:
            yield file, os.fstat(file.fileno()).st_size


def _refuse_archive(head: bytes, name: str) -> None:
    for magic, kind in ARCHIVES.items():
        if head.startswith(magic):
            raise InputError(
                f"{name} is {kind}, which holds no text that can be read here.",
                [Problem(name, f"starts with {head[:4].hex(' ')}", "unpack it, or give the recognised text")],
            )


class Limited(io.RawIOBase):
    """A stream that stops with an error where more comes out of it than the limit."""

    def __init__(self, stream: Any, name: str) -> None:
        self._stream, self._name, self._left = stream, name, LIMIT

    def readable(self) -> bool:
        """Yes."""
        return True

    def read(self, size: int | None = -1) -> bytes:
        """At most `size` bytes."""
        wanted = self._left + 1 if size is None or size < 0 else min(size, self._left + 1)
        try:
            data: bytes = self._stream.read(wanted)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            problem = Problem(self._name, f"does not unpack: {error}", "is the file complete?")
            raise InputError(f"{self._name} is not a whole gzip file.", [problem]) from None
        self._left -= len(data)
        if self._left < 0:
            problem = Problem(self._name, f"unpacks to more than {LIMIT:,} bytes", "unpack it, if you trust it")
            raise InputError(f"{self._name} is too large.", [problem])
        return data


def content(stream: Any, name: str) -> bytes:
    """All bytes of a stream."""
    data: bytes = stream.read()
    if not data.strip(b" \t\r\n\0"):
        raise InputError(f"{name} is empty.", [Problem(name, "holds no text at all")])
    return data
