"""Grids fitted to the width of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from errata.report.grids import Column, Grid
from errata.report.screen import printable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

__all__ = ["tables"]

BETWEEN = 2  # blank cells between two columns
STYLES = {"name": "", "text": "dim", "number": "", "bar": "cyan"}
RULE = "    \n    \n {0}{0} \n    \n    \n    \n    \n    \n"


def tables(grid: Grid, console: Console) -> Iterator[RenderableType]:
    """The title, the grid as one table or, where it is too wide, several with the same first columns, and the note."""
    from rich.text import Text

    grid = _printable(grid, console)
    if grid.title:
        yield Text(grid.title, "bold")
    for number, part in enumerate(_fitted(grid, console.width) if grid.columns else ()):  # or only a note
        if number:
            yield Text("")
        yield _table(part, ascii_only=console.options.ascii_only)
    if grid.note:
        yield Text(grid.note, "dim")


def _printable(grid: Grid, console: Console) -> Grid:
    columns = tuple(replace(column, head=printable(column.head, console)) for column in grid.columns)
    rows = tuple(tuple(printable(cell, console) for cell in row) for row in grid.rows)
    return Grid(printable(grid.title, console), columns, rows, printable(grid.note, console))


def _table(grid: Grid, *, ascii_only: bool) -> Table:
    from rich.box import Box
    from rich.table import Table
    from rich.text import Text

    box = Box(RULE.format("-" if ascii_only else "─"), ascii=ascii_only)
    table = Table(
        box=box, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold", border_style="dim"
    )
    depth = max(column.head.count("\n") for column in grid.columns)
    for column in grid.columns:
        table.add_column(
            Text("\n" * (depth - column.head.count("\n")) + column.head),
            justify="right" if column.kind == "number" else "left",
            style=STYLES[column.kind],
            no_wrap=column.kind != "text",
            overflow="fold",
        )
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return table


def _fitted(grid: Grid, width: int) -> list[Grid]:
    """The grid as it is; with broken heads; without running text, the last first, and bars; or in parts."""
    if _width(grid) <= width:
        return [grid]
    broken = replace(grid, columns=tuple(_broken(column) for column in grid.columns))
    texts = [place for place, column in enumerate(grid.columns) if column.kind == "text"]
    for kept in range(len(texts), 0, -1):
        fewer = _without(broken, set(texts[kept:]))
        if _least_width(fewer) <= width:
            return [fewer]
    lean = _without(broken, {place for place, column in enumerate(grid.columns) if column.kind in ("text", "bar")})
    return [lean] if _width(lean) <= width else list(_parts(lean, width))


def _parts(grid: Grid, width: int) -> Iterator[Grid]:
    """The leading names in each part, and as many of the other columns as fit."""
    names = 0
    while names < len(grid.columns) - 1 and grid.columns[names].kind == "name":
        names += 1
    chosen: list[int] = []
    for place in range(names, len(grid.columns)):
        if chosen and _width(_only(grid, [*range(names), *chosen, place])) > width:
            yield _only(grid, [*range(names), *chosen])
            chosen = []
        chosen.append(place)
    yield _only(grid, [*range(names), *chosen])


def _without(grid: Grid, places: set[int]) -> Grid:
    return _only(grid, [place for place in range(len(grid.columns)) if place not in places])


def _only(grid: Grid, places: Sequence[int]) -> Grid:
    columns = tuple(grid.columns[place] for place in places)
    return replace(grid, columns=columns, rows=tuple(tuple(row[place] for place in places) for row in grid.rows))


def _broken(column: Column) -> Column:
    return replace(column, head=column.head.replace("_", "_\n")) if column.kind == "number" else column


def _width(grid: Grid) -> int:
    return sum(_column_width(grid, place) + BETWEEN for place in range(len(grid.columns))) - BETWEEN


def _least_width(grid: Grid) -> int:
    """The width at which every text that wraps still has the room that it asks for."""
    texts = [place for place, column in enumerate(grid.columns) if column.kind == "text"]
    return _width(grid) - sum(max(0, _column_width(grid, place) - grid.columns[place].least) for place in texts)


def _column_width(grid: Grid, place: int) -> int:
    from rich.cells import cell_len

    cells = [*grid.columns[place].head.split("\n"), *(row[place] for row in grid.rows)]
    return max(map(cell_len, cells))
