"""A page of tables with remarks, and the formats that every document made of such a page has."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from errata.errors import UnknownNameError
from errata.report import markdown
from errata.report.grids import Grid
from errata.report.layout import tables
from errata.report.numbers import ASCII, UNICODE, Signs
from errata.report.result import SURROGATE
from errata.report.screen import captured, plain_console, printable, standard_console

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["SHEETS", "Document", "Sheet", "on_plain_console", "render", "strict_json"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A heading, remarks, tables, and last words."""

    heading: str
    remarks: Sequence[str] = ()
    grids: Sequence[Grid] = ()
    last: Sequence[str] = ()
    detail: str = ""  # beside the heading


class Document(Protocol):
    """What can be shown on a page, read by a program, or opened as rows."""

    def to_dict(self) -> dict[str, Any]: ...
    def sheet(self, signs: Signs) -> Sheet: ...
    def rows(self) -> Iterable[Sequence[Any]]: ...


def render(document: Document, form: str) -> Iterator[str]:
    """The document in a format of SHEETS."""
    if form not in SHEETS:
        raise UnknownNameError("format", form, SHEETS)
    return SHEETS[form](document)


def strict_json(document: Mapping[str, Any]) -> str:
    """A document as text: strict JSON, two spaces, one last line break."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    return SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)  # UTF-8 cannot hold them


def on_plain_console(document: Document, encoding: str | None) -> str:
    """The page as text without colour, in what an output of this encoding can show."""
    console = plain_console(encoding)
    _print(document, console)
    return captured(console)


def _table(document: Document) -> Iterator[str]:
    console = standard_console()
    with console.capture() as capture:
        _print(document, console)
    yield capture.get()


def _print(document: Document, console: Console) -> None:
    from rich.text import Text

    sheet = document.sheet(ASCII if console.options.ascii_only else UNICODE)
    console.print(Text(printable(f"{sheet.heading} {sheet.detail}".rstrip(), console), "bold"), soft_wrap=True)
    for remark in sheet.remarks:
        console.print(Text(printable(remark, console), "yellow"), soft_wrap=True)
    for grid in sheet.grids:
        console.print()
        for part in tables(grid, console):
            console.print(part)
    if sheet.last:
        console.print()
    for remark in sheet.last:
        console.print(Text(printable(remark, console), "dim"), soft_wrap=True)


def _markdown(document: Document) -> Iterator[str]:
    sheet = document.sheet(UNICODE)
    detail = f" {markdown.escaped(sheet.detail)}" if sheet.detail else ""
    yield f"**{markdown.escaped(sheet.heading)}**{detail}\n"
    for remark in sheet.remarks:
        yield f"\n{markdown.escaped(remark)}\n"
    for grid in sheet.grids:
        yield markdown.table(grid)
    for remark in sheet.last:
        yield f"\n{markdown.escaped(remark)}\n"


def _json(document: Document) -> Iterator[str]:
    yield strict_json(document.to_dict())


def _csv(document: Document) -> Iterator[str]:
    file = StringIO(newline="")
    csv.writer(file).writerows(
        [["" if cell is None or cell != cell else cell for cell in row] for row in document.rows()]
    )
    yield file.getvalue()


SHEETS: Mapping[str, Callable[[Document], Iterator[str]]] = MappingProxyType(
    {"table": _table, "csv": _csv, "json": _json, "markdown": _markdown}
)
