"""Kinds of files and names: pipes, sockets, devices, links that go round, folders in disguise, unprintable names."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

from hostile import Case, Read, Refused
from hostile_xml import PAGE

SAMPLE = PAGE.format(more="", text="a")


def folder(path: Path) -> None:
    """A folder that is called like a file."""
    path.mkdir()


def listening(path: Path) -> None:
    """A socket; its path may be no longer than 100 bytes, so it is made from inside its folder."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


def linked(target: str):
    """A function that makes a link."""
    return lambda path: path.symlink_to(target.replace("{}", path.name))


def pair(path: Path) -> None:
    """Two folders with a loop of links, hidden files and a page on either side."""
    for side in ("gt", "ocr"):
        inside = path.parent / side / "deep"
        inside.mkdir(parents=True)
        (inside / "loop").symlink_to("..")
        (inside / ".hidden.xml").write_text("<broken", "utf-8")
        (inside / "a.xml").write_text(SAMPLE, "utf-8")


def pair_with(name: bytes, content: str = SAMPLE):
    """A function that makes two folders with a file of this name."""

    def make(path: Path) -> None:
        for side in ("gt", "ocr"):
            (path.parent / side).mkdir()
            (path.parent / side / os.fsdecode(name)).write_text(content, "utf-8")

    return make


def piped(path: Path) -> None:
    """Two folders in which a page of one side is a pipe."""
    pair(path)
    (path.parent / "ocr/deep/a.xml").unlink()
    os.mkfifo(path.parent / "ocr/deep/a.xml")


def cases() -> Iterator[Case]:
    """Each kind of file under the names of several formats, then folders."""
    for file in ("a.page.xml", "a.hocr", "a.txt", "a.tsv", "a.jsonl"):
        yield Case(f"a pipe called {file}", file, os.mkfifo, Refused("it is a pipe, not a regular file"))
        yield Case(f"a folder called {file}", file, folder, Refused("it is a folder, not a regular file"))
    yield Case("a socket", "a.xml", listening, Refused("No such device or address"))
    yield Case("a link to a device without end", "a.txt", linked("/dev/zero"), Refused("it is a device"))
    yield Case("a link to itself", "a.xml", linked("{}"), Refused("Too many levels of symbolic links"))
    yield Case("a link to nothing", "a.xml", linked("gone"), Refused("a link to a file that does not exist"))
    yield Case("a file that is not there", "a.xml", lambda path: None, Refused("No such file"))
    yield Case("a pipe as a table", "a.csv", os.mkfifo, Refused("it is a pipe"), "table")
    yield Case("a pipe as Parquet", "a.parquet", os.mkfifo, Refused("it is a pipe"), "table")
    for name in ("line\nfeed.xml", "tab\tand\x1bescape.xml", "\u202etxt.xml", "x" * 200 + ".xml", "-rf.xml", " .xml"):
        yield Case(
            f"a broken file called {name!r:.30}", name, "<alto", Refused("Start Tag|EndTag|expected", r"{}(:\d+)+")
        )
    both = {"beside": "ocr"}
    yield Case(
        "folders with loops of links", "gt", pair, Read("a", ("Links to folders are not followed: 2",)), "folders", both
    )
    yield Case(
        "folders with a pipe for a page", "gt", piped, Refused("it is a pipe", ".*deep/a.xml|deep/a"), "folders", both
    )
    for name in (b"line\nfeed.xml", b"bytes\xff\xfe.xml", "wide\u3000name.xml".encode()):
        yield Case(f"folders with a page called {name!r}", "gt", pair_with(name), Read("a"), "folders", both)
    yield Case(
        "folders with a broken page of a strange name",
        "gt",
        pair_with(b"\xff\n.xml", "<alto>"),
        Refused("Premature end|EndTag", r".*\\xff\\n\.xml(:\d+)*"),
        "folders",
        both,
    )
