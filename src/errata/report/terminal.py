"""A result on a terminal: tables at any width, colour where there is colour, ASCII where there is no Unicode."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errata.report import grids
from errata.report.alignment import excerpt, shortened, text_for
from errata.report.layout import tables
from errata.report.numbers import ASCII, UNICODE, Signs, number
from errata.report.result import Result
from errata.report.screen import captured, plain_console, printable, standard_console
from errata.report.visible import label

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["on_standard_output", "plain", "render"]

EXCERPT = 240  # characters of a worst sample's alignment


def render(result: Result, console: Console, all_metrics: bool = False) -> None:
    """Print what was scored, the scores, groups, ladder, worst characters and worst samples, and the signature."""
    from rich.text import Text

    signs = ASCII if console.options.ascii_only else UNICODE
    console.print(Text(grids.tally(result), "bold"), Text(f"(profile {result.profile})", "dim"), soft_wrap=True)
    for note in grids.notes(result):
        console.print(Text(printable(note, console), "yellow"), soft_wrap=True)
    for grid in grids.all_of(result, all_metrics=all_metrics, signs=signs):
        console.print()
        for part in tables(grid, console):
            console.print(part)
    for part in _worst(result, signs, console):
        console.print(part)
    console.print()
    console.print(Text(result.signature, "dim"), soft_wrap=True)


def plain(result: Result) -> str:
    """The headline of the result as text without colour, in signs that standard output can show."""
    console = plain_console(getattr(sys.stdout, "encoding", None))
    render(result, console)
    return captured(console)


def on_standard_output(result: Result, *, all_metrics: bool = False) -> Iterator[str]:
    """The text that `render` prints, with the width, colours and signs of standard output."""
    console = standard_console()
    with console.capture() as capture:
        render(result, console, all_metrics)
    yield capture.get()


def _worst(result: Result, signs: Signs, console: Console) -> Iterator[RenderableType]:
    """The worst samples: value, id, and where the edits are."""
    from rich.padding import Padding
    from rich.text import Text

    if result.worst:
        yield Text(f"\nWorst samples by {result.worst[0]['metric']}", "bold")
    for row in result.worst:
        value = math.inf if row["value"] is None else row["value"]
        shown = number(value, result.scores[row["metric"]].scale, signs)
        yield Text.assemble((shown, "red"), "  ", (printable(label(row["id"]), console), "bold"))
        yield Padding(text_for(console, shortened(excerpt(row), EXCERPT)), (0, 0, 0, 2), expand=False)
