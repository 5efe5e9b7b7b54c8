"""A result as Markdown: tables for READMEs, pull requests and job summaries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from errata.report import grids
from errata.report.alignment import Piece, excerpt, shortened
from errata.report.grids import Grid
from errata.report.numbers import number
from errata.report.result import Result
from errata.report.visible import label

__all__ = ["escaped", "render", "table"]

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
EXCERPT = 160  # characters of a worst sample's alignment
TAGS = {"old": "del", "new": "ins"}


def render(result: Result, *, all_metrics: bool = False) -> Iterator[str]:
    """The same tables as on a terminal, in GitHub's dialect."""
    yield f"**{escaped(grids.tally(result))}** (profile {escaped(result.profile)})\n"
    for note in grids.notes(result):
        yield f"\n> {escaped(note)}\n"
    for grid in grids.all_of(result, all_metrics=all_metrics):
        yield table(grid)
    yield from _worst(result)
    yield f"\nSignature: `{result.signature}`\n"


def table(grid: Grid) -> str:
    """A grid as a pipe table, without bars."""
    places = [place for place, column in enumerate(grid.columns) if column.kind != "bar"]
    heads = [escaped(grid.columns[place].head) for place in places]
    rules = ["---:" if grid.columns[place].kind == "number" else ":---" for place in places]
    rows = [[escaped(row[place]) for place in places] for row in grid.rows]
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, rules, *rows)] if heads else []
    title = [f"### {escaped(grid.title)}", ""] if grid.title else []
    note = [part for line in grid.note.splitlines() for part in ("", escaped(line))]
    return "\n".join(["", *title, *lines, *note, ""])


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def _worst(result: Result) -> Iterator[str]:
    if result.worst:
        yield f"\n### Worst samples by {escaped(result.worst[0]['metric'])}\n\n"
    for row in result.worst:
        value = float("inf") if row["value"] is None else row["value"]
        shown = number(value, result.scores[row["metric"]].scale)
        yield f"- **{escaped(label(row['id']))}**, {shown}: {_marked(shortened(excerpt(row), EXCERPT))}\n"


def _marked(parts: Iterable[Piece]) -> str:
    return "".join(_tagged(escaped(text), TAGS.get(style)) for style, text in parts)


def _tagged(text: str, tag: str | None) -> str:
    return f"<{tag}>{text}</{tag}>" if tag else text
