"""A result as HTML for notebooks: self-contained, readable on light and dark pages, every text escaped in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from errata.report import grids
from errata.report.alignment import Piece, excerpt, shortened
from errata.report.grids import Column, Grid
from errata.report.numbers import number
from errata.report.result import Result
from errata.report.visible import label

__all__ = ["alignment", "element", "html"]

EXCERPT = 240  # characters of a worst sample's alignment
TAGS = {"old": "del", "new": "ins", "gap": "small"}
STYLE = """
.errata{font:14px/1.45 system-ui,sans-serif;color:inherit;background:transparent;max-width:72em}
.errata table{border-collapse:collapse;margin:.6em 0;color:inherit;background:transparent}
.errata caption{text-align:left;font-weight:600;padding:.3em 0;color:inherit}
.errata th,.errata td{padding:.2em .8em .2em 0;border:0;text-align:left;background:transparent;color:inherit}
.errata th{border-bottom:1px solid currentColor}
.errata .number{text-align:right;font-variant-numeric:tabular-nums}
.errata .text,.errata small,.errata footer{opacity:.7}
.errata footer{font-size:.85em;overflow-wrap:anywhere}
.errata bdi{white-space:pre-wrap}
.errata .note{font-size:.85em;opacity:.7;white-space:pre-line}
.errata del{background:rgba(220,50,47,.28);color:inherit}
.errata ins{background:rgba(60,160,60,.28);color:inherit;text-decoration:underline}
"""


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def html(result: Result) -> str:
    """The headline of the result as one element that carries its own style."""
    return element(
        "div",
        element("style", Html(STYLE)),
        element("p", element("b", grids.tally(result)), f" (profile {result.profile})"),
        *(element("p", note) for note in grids.notes(result)),
        *(_table(grid) for grid in grids.all_of(result)),
        *_worst(result),
        element("footer", result.signature),
        css="errata",
    )


def alignment(parts: Iterable[Piece]) -> str:
    """The pieces of an alignment as one element that carries its own style."""
    return element("div", element("style", Html(STYLE)), element("bdi", *_marked(parts)), css="errata")


def element(tag: str, *children: str, css: str = "") -> Html:
    """One element; every child that is not markup already is escaped here, and only here."""
    inner = "".join(child if isinstance(child, Html) else escape(child) for child in children)
    return Html(f'<{tag} class="{css}">{inner}</{tag}>' if css else f"<{tag}>{inner}</{tag}>")


def _table(grid: Grid) -> Html:
    heads = [element("th", column.head, css=column.kind) for column in grid.columns]
    rows = [element("tr", *_cells(grid.columns, row)) for row in grid.rows]
    caption = [element("caption", grid.title)] if grid.title else []
    note = [element("div", grid.note, css="note")] if grid.note else []
    table = element("table", *caption, element("thead", element("tr", *heads)), element("tbody", *rows))
    return element("div", table, *note)


def _cells(columns: Iterable[Column], row: Iterable[str]) -> Iterator[Html]:
    for column, cell in zip(columns, row, strict=True):
        yield element("td", cell, css=column.kind)


def _worst(result: Result) -> Iterator[Html]:
    if result.worst:
        yield element("p", element("b", f"Worst samples by {result.worst[0]['metric']}"))
    for row in result.worst:
        value = float("inf") if row["value"] is None else row["value"]
        shown = number(value, result.scores[row["metric"]].scale)
        parts = shortened(excerpt(row), EXCERPT)
        yield element("p", f"{shown} ", element("b", label(row["id"])), Html("<br>"), element("bdi", *_marked(parts)))


def _marked(parts: Iterable[Piece]) -> Iterator[str]:
    for style, text in parts:
        yield element(TAGS[style], text) if style in TAGS else text
