"""Plain text as a document: one page, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from errata.io.document_text import text_of
from errata.io.format import Format, Wish
from errata.io.plain import without_end
from errata.model import Line, Page, Region

MARKUP = (".xml", ".alto", ".hocr", ".html", ".xhtml", ".json", ".jsonl")  # names of what is never plain text


def read_text_document(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The lines of a text file, blank ones as well; their ids are their numbers."""
    text = without_end(text_of(path, wish))
    lines = tuple(Line(str(number), line.removesuffix("\r")) for number, line in enumerate(text.split("\n"), 1))
    return (Page(path.name, (Region("", "text", lines if text else ()),)),)


def write_text(pages: Sequence[Page]) -> bytes:
    """The lines of the pages; several pages are separated by a form feed, as OCR programs do."""
    return "\f".join("".join(f"{line.text}\n" for line in page.lines) for page in pages).encode()


def _is_text(head: bytes, name: str) -> bool:
    lowered = name.lower().removesuffix(".gz")
    markup = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", b"{", b"["))
    return lowered.endswith((".txt", ".text")) or not (markup or b"\0" in head or lowered.endswith(MARKUP))


TEXT = Format("text", "plain text", (".txt",), _is_text, read_text_document, write_text)
