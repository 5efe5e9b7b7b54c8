"""Compressed files: bombs, broken ones, boxes in boxes, and pictures where a text should be."""

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from hostile import Case, Read, Refused
from hostile_xml import ALTO, HOCR, PAGE

SAMPLES = {
    "page": ("a.page.xml.gz", PAGE.format(more="", text="a")),
    "alto": ("a.alto.xml.gz", ALTO.format(more="", text="a")),
    "hocr": ("a.hocr.gz", HOCR.format(more="", text="a")),
    "jsonl": ("a.jsonl.gz", '{"id": "x", "text": "a"}\n'),
    "trn": ("a.trn.gz", "a (x)\n"),
    "tsv": ("a.tsv.gz", "x\ta\n"),
    "text": ("a.txt.gz", "a\n"),
}
HUGE = 1 << 30


def bomb(start: bytes):
    """A function that writes a gzip file of one gigabyte of spaces after a start."""

    def write(path: Path) -> None:
        with gzip.open(path, "wb", 1) as file:
            file.write(start)
            for _ in range(HUGE >> 20):
                file.write(b" " * (1 << 20))

    return write


def zipped(*names: str, size: int = 0) -> bytes:
    """A zip archive."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, b"a" * size)
    return data.getvalue()


def cases() -> Iterator[Case]:
    """Each format compressed and broken, then what is no text."""
    for form, (file, text) in SAMPLES.items():
        data = gzip.compress(text.encode(), mtime=0)
        broken = Refused("does not unpack")
        yield Case(f"a whole gzip of {form}", file, data, Read("a"))
        yield Case(f"a truncated gzip of {form}", file, data[:-10], broken)
        yield Case(f"a gzip with a wrong checksum of {form}", file, data[:-8] + b"\0\0\0\0" + data[-4:], broken)
        yield Case(f"a gzip of a gzip of {form}", file, gzip.compress(data), Refused("holds another compressed file"))
        if form in ("page", "hocr", "text"):
            large = Refused("unpacks to more than 268,435,456 bytes|too long|Resource|limit", r"{}(:\d+)*")
            yield Case(f"a bomb of {form}", file, bomb(text[:-20].encode()), large)
    inner = gzip.compress(b"a\n")
    yield Case("a gzip header alone", "a.txt.gz", inner[:10], Refused("does not unpack"))
    yield Case("a gzip with rubbish behind it", "a.txt.gz", inner + b"rubbish", Refused("does not unpack"))
    yield Case("two gzips in one file", "a.txt.gz", inner + inner, Read("a\na"))
    yield Case("an empty gzip", "a.xml.gz", gzip.compress(b""), Refused("no text at all"))
    yield Case("a gzip that is called XML", "a.xml", gzip.compress(PAGE.format(more="", text="a").encode()), Read("a"))
    yield Case("raw deflate called gzip", "a.xml.gz", zlib.compress(b"<alto/>"), Refused("starts with"))
    archive = Refused("starts with")
    yield Case("a zip archive", "a.xml", zipped("a.xml", size=9), archive)
    yield Case("a zip bomb", "a.xml", zipped("a.xml", "b.xml", size=1 << 26), archive)
    yield Case("a zip that wants to climb out", "a.xml", zipped("../../etc/passwd"), archive)
    yield Case("a zip inside a gzip", "a.xml.gz", gzip.compress(zipped("a.xml")), archive)
    yield Case("an empty zip", "a.xml", zipped(), archive)
    for name, data in {
        "bzip2": bz2.compress(b"a"), "xz": lzma.compress(b"a"), "zstd": b"(\xb5/\xfd\0", "PDF": b"%PDF-1.7\n",
        "PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff\xe0", "TIFF": b"II*\0\x08", "Parquet": b"PAR1\0\0PAR1",
    }.items():  # fmt: skip
        yield Case(f"{name} called text", "a.txt", data, archive)
