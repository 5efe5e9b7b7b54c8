"""Records of one shape (metrics, profiles, versions) as a table, JSON or Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from errata.errors import UnknownNameError
from errata.report import markdown
from errata.report.grids import Column, Grid
from errata.report.layout import tables
from errata.report.screen import printable, standard_console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["LISTINGS", "Listing", "render"]

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Listing:
    """Records, the fields that a table of many of them shows, which ones it leaves out, and a remark on that."""

    records: Sequence[Record]
    columns: tuple[Column, ...]  # each head is the name of a field
    hidden: Callable[[Record], bool] = lambda record: False
    note: str = ""
    caption: str = ""  # always below the table
    single: bool = False  # one record by nature: JSON shows it as an object, not as a list of one

    @property
    def grid(self) -> Grid:
        """The records that a table shows, as cells."""
        shown = [record for record in self.records if not self.hidden(record)]
        rows = (tuple(_cell(record[column.head]) for column in self.columns) for record in shown)
        return Grid("", self.columns, tuple(rows), self.note if len(shown) < len(self.records) else self.caption)


def render(listing: Listing, form: str, *, details: bool = False) -> Iterator[str]:
    """The listing in a format of LISTINGS; `details` shows every field of every record."""
    if form not in LISTINGS:
        raise UnknownNameError("format", form, LISTINGS)
    return LISTINGS[form](listing, details)


def _table(listing: Listing, details: bool) -> Iterator[str]:
    console = standard_console()
    with console.capture() as capture:
        if details:
            for number, record in enumerate(listing.records):
                if number:
                    console.print()
                console.print(_block(record, console))
        else:
            for part in tables(listing.grid, console):
                console.print(part)
    yield capture.get()


def _json(listing: Listing, details: bool) -> Iterator[str]:
    document = listing.records[0] if listing.single else listing.records
    yield json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _markdown(listing: Listing, details: bool) -> Iterator[str]:
    grid = listing.grid
    if details and listing.records:
        fields = tuple(listing.records[0])
        rows = tuple(tuple(_cell(record[field]) for field in fields) for record in listing.records)
        grid = Grid("", tuple(Column(field, "text") for field in fields), rows)
    yield markdown.table(grid).lstrip("\n")


def _block(record: Record, console: Console) -> Table:
    """Every field of a record, one a line."""
    from rich.table import Table
    from rich.text import Text

    block = Table.grid(padding=(0, 2, 0, 0))
    block.add_column(style="dim", no_wrap=True)
    block.add_column(overflow="fold")
    for number, (field, value) in enumerate(record.items()):
        block.add_row(Text(field), Text(printable(_cell(value), console), "" if number else "bold"))
    return block


def _cell(value: Any) -> str:
    """A JSON value as people read it."""
    if value is None or value == "" or value == [] or value == {}:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_inner(inner)}" for name, inner in value.items())
    return ", ".join(map(_cell, value)) if isinstance(value, (list, tuple)) else str(value)


def _inner(value: Any) -> str:
    return f"({_cell(value)})" if isinstance(value, (Mapping, list, tuple)) else _cell(value)


LISTINGS: Mapping[str, Callable[[Listing, bool], Iterator[str]]] = MappingProxyType(
    {"table": _table, "json": _json, "markdown": _markdown}
)
