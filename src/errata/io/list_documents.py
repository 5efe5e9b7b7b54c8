"""Lists of texts with their ids: sclite's .trn and two columns of id and text; each entry is a page of one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from errata.errors import InputError, Problem
from errata.io.columns import KNOWN
from errata.io.document_text import Numbered, lines_of
from errata.io.format import Format, Wish
from errata.io.names import printable
from errata.model import Line, Page, Region

COMMENT = ";;"
HEADERS = frozenset(
    f"{key}\t{text}" for key in KNOWN["id"] for text in ("text", *KNOWN["reference"], *KNOWN["hypothesis"])
)


def entry(key: str, text: str, warnings: tuple[str, ...] = ()) -> Page:
    """A page of one line."""
    return Page(key, (Region("", "text", (Line(key, text),)),), warnings=warnings)


def read_trn(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The utterances of a transcript: the text, then the id in parentheses."""

    def parts(text: str) -> tuple[str, str] | None:
        said, opening, rest = text.rstrip().rpartition("(")
        key, closing, more = rest.partition(")")
        return (key, said.rstrip()) if opening and closing and key and not more else None

    lines = (line for line in lines_of(path, wish) if not line.text.startswith(COMMENT))
    return _entries(path, lines, parts, "does not end in an id in parentheses")


def read_columns(path: Path, wish: Wish) -> tuple[Page, ...]:
    """Two columns, an id and a text, with a tab between them; a text keeps its own tabs, a header is passed over."""

    def parts(text: str) -> tuple[str, str] | None:
        key, tab, rest = text.partition("\t")
        return (key, rest) if tab and key else None

    lines = (line for line in lines_of(path, wish) if line.number > 1 or line.text.strip().lower() not in HEADERS)
    return _entries(path, lines, parts, "is no id, tab and text")


def _is_columns(head: bytes, name: str) -> bool:
    """Whether the first line has two columns that are not a reference and a hypothesis side by side."""
    if not name.lower().endswith((".tsv", ".tsv.gz")):
        return False
    cells = [cell.strip().lower() for cell in head.split(b"\n")[0].decode("utf-8", "replace").split("\t")]
    sides = [any(cell in KNOWN[side] for cell in cells) for side in ("reference", "hypothesis")]
    return len(cells) == 2 and not all(sides)


def _entries(
    path: Path, lines: Iterator[Numbered], parts: Callable[[str], tuple[str, str] | None], wrong: str
) -> tuple[Page, ...]:
    name, pages, seen, problems = printable(str(path)), list[Page](), dict[str, int](), list[Problem]()
    for line in lines:
        found = parts(line.text)
        if found is None:
            problems.append(Problem(f"{name}:{line.number}", wrong, f"it reads {line.text[:40]!r}"))
        elif found[0] in seen:
            what = f"the id {found[0]!r} was used before, in line {seen[found[0]]}"
            problems.append(Problem(f"{name}:{line.number}", what))
        else:
            seen[found[0]] = line.number
            pages.append(entry(*found))
    if problems or not pages:
        raise InputError(f"{name} cannot be read.", problems or [Problem(name, "has no entry")])
    return tuple(pages)


def write_trn(pages: Sequence[Page]) -> bytes:
    """One line an entry: its text and its id in parentheses."""
    return "".join(f"{text} ({_key(key, '()')})\n" for key, text in _texts(pages)).encode()


def write_columns(pages: Sequence[Page]) -> bytes:
    """One line an entry: its id, a tab, its text."""
    return "".join(f"{_key(key, chr(9))}\t{text}\n" for key, text in _texts(pages)).encode()


def _texts(pages: Sequence[Page]) -> Iterator[tuple[str, str]]:
    """Each page of one line under its id, each line of a longer page under the ids of page and line."""
    for page in pages:
        lines = page.lines
        for number, line in enumerate(lines, 1):
            whole = len(lines) == 1 and line.id in ("", page.id)
            yield (page.id if whole else f"{page.id}/{line.id or number}"), line.text


def _key(key: str, forbidden: str) -> str:
    if any(mark in key for mark in (*forbidden, "\n", "\r")):
        problem = Problem(printable(key), f"the id holds one of {forbidden!r} or a line end", "write jsonl")
        raise InputError("An id cannot be written in this format.", [problem])
    return key


TRN = Format(
    "trn",
    "sclite transcripts",
    (".trn",),
    lambda head, name: name.lower().endswith((".trn", ".trn.gz")),
    read_trn,
    write_trn,
)
COLUMNS = Format(
    "tsv",
    "two columns: id and text",
    (".tsv",),
    _is_columns,
    read_columns,
    write_columns,
)
