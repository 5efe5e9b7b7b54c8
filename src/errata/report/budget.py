"""The document of error budgets as tables, and whose fault it is in words."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from io import StringIO
from types import MappingProxyType
from typing import Any

from errata.report.errors import ErrorFormat
from errata.report.grids import BAR, Column, Grid
from errata.report.layout import tables
from errata.report.markdown import escaped, table
from errata.report.numbers import ASCII, UNICODE, Signs, count, share
from errata.report.screen import printable, standard_console
from errata.report.visible import label

__all__ = ["BUDGET_FORMATS", "grids", "headline", "schema"]

PARTS = {
    "recognition": "letters wrong in lines that are there",
    "segmentation": "lines lost, added, split, joined",
    "order": "right lines in the wrong place",
}
MEASURES = {"tau": "Kendall's tau", "footrule": "Spearman's footrule", "edit": "1 - edit distance"}

Document = Mapping[str, Any]


def headline(document: Document) -> list[str]:
    """The error rates side by side, and the verdict."""
    pages = len(document["pages"])
    return [
        f"{pages:,} {'page' if pages == 1 else 'pages'}, CER as read {share(document['cer'])}: {document['verdict']}",
        (
            f"with the best order of lines {share(document['cer_best_order'])},"
            f" bag-of-words error {share(document['bag_of_words_error'])}"
        ),
    ]


def grids(document: Document, *, top: int, signs: Signs = UNICODE) -> Iterator[Grid]:
    """The parts, reading order, confidences, and the pages that cost most."""
    yield _parts(document, signs)
    if document["order"]:
        yield _order(document["order"])
    if document["confidence"]:
        yield from _confidence(document["confidence"], signs)
    if len(document["pages"]) > 1 and top:
        yield _pages(document, top)


def _parts(document: Document, signs: Signs) -> Grid:
    length, edits = max(1, document["reference"]), document["edits"]
    ways = [(way, document[way]) for way in ("by_place", "by_text") if document[way]]
    rows = []
    for name, title in PARTS.items():
        cells = [share(parts[name] / length) for _, parts in ways]
        rows.append((name, title, *cells, signs.bar(ways[0][1][name] / edits if edits else 0.0, BAR)))
    rows.append(("as read", "", *[share(document["cer"])] * len(ways), ""))
    heads = [Column(way.replace("_", " ")) for way, _ in ways]
    return Grid("Points of CER by whose fault they are", (Column("part", "name"), Column("", "text"), *heads,
                                                           Column("", "bar")), tuple(rows))  # fmt: skip


def _order(order: Mapping[str, Any]) -> Grid:
    rows = tuple((title, f"{order[name]:.3f}") for name, title in MEASURES.items())
    note = (
        f"{order['matched']:,} of {order['lines']:,} lines could be matched ({share(order['share'])}); included above"
    )
    return Grid(
        "Reading order, 1 is right; times the share matched", (Column("measure", "name"), Column("mean")), rows, note
    )


def _confidence(found: Mapping[str, Any], signs: Signs) -> Iterator[Grid]:
    rows = [
        (
            f"{one['low']:.1f} {signs.between} {one['high']:.1f}",
            count(one["cases"]),
            share(one["confidence"]),
            share(one["accuracy"]),
        )
        for one in found["bins"]
    ]
    title = f"Confidence of {found['lines']:,} lines: expected calibration error {share(found['ece'])}"
    columns = (Column("between", "name"), Column("lines"), Column("confidence"), Column("without error"))
    yield Grid(title, columns, tuple(rows))
    left = tuple((share(row["reviewed"]), share(row["cer"])) for row in found["review"])
    yield Grid(
        "Review the least sure lines first", (Column("lines reviewed"), Column("cer left")), left,
        "of lines with a confidence, in the best order; lines that were lost cannot be reviewed",
    )  # fmt: skip


def _pages(document: Document, top: int) -> Grid:
    pages = sorted(document["pages"], key=lambda page: -page["edits"])[:top]
    rows = []
    for page in pages:
        length = max(1, page["reference"])
        parts = page["by_place"] or page["by_text"]
        cells = [share(parts[name] / length) for name in PARTS]
        tau = _tau(page["order"])
        rows.append(
            (label(page["id"], 28), share(page["edits"] / length), share(page["best_order"] / length), *cells, tau)
        )
    heads = [Column(name) for name in ("cer", "best order", *PARTS, "tau")]
    left = len(document["pages"]) - len(rows)
    return Grid("Pages with the most edits", (Column("page", "name"), *heads), tuple(rows),
                f"{left:,} more; --top shows them" if left else "")  # fmt: skip


def _tau(order: Mapping[str, float] | None) -> str:
    """Kendall's tau of a page, or nothing where its reference has no lines."""
    return f"{order['tau']:.3f}" if order else ""


def on_standard_output(document: Document, *, top: int) -> Iterator[str]:
    """The tables with the width, colours and signs of standard output."""
    from rich.text import Text

    console = standard_console()
    signs = ASCII if console.options.ascii_only else UNICODE
    with console.capture() as capture:
        for style, line in zip(("bold", ""), headline(document), strict=True):
            console.print(Text(line, style), soft_wrap=True)
        for grid in grids(document, top=top, signs=signs):
            console.print()
            for part in tables(grid, console):
                console.print(part)
        console.print()
        console.print(Text(printable(document["signature"], console), "dim"), soft_wrap=True)
    yield capture.get()


def as_markdown(document: Document, *, top: int) -> Iterator[str]:
    """The same tables in GitHub's dialect."""
    first, second = headline(document)
    yield f"**{escaped(first)}**\n\n{escaped(second)}\n"
    for grid in grids(document, top=top):
        yield table(grid)
    yield f"\nSignature: `{document['signature']}`\n"


def as_csv(document: Document, *, top: int) -> Iterator[str]:
    """One row a page, all of them; `top` changes nothing."""
    file = StringIO(newline="")
    writer = csv.writer(file)
    counts = ("reference", "edits", "flexible", "best_order", "words_missed", "words_added", "words", "matched")
    parts = [f"{way}.{name}" for way in ("by_text", "by_place") for name in PARTS]
    writer.writerow(("id", *counts, *parts, *MEASURES))
    for page in document["pages"]:
        cells = [(page[way] or {}).get(name, "") for way in ("by_text", "by_place") for name in PARTS]
        orders = [(page["order"] or {}).get(name, "") for name in MEASURES]
        writer.writerow((page["id"], *(page[name] for name in counts), *cells, *orders))
    yield file.getvalue().encode("utf-8", "backslashreplace").decode()


def as_json(document: Document, *, top: int) -> Iterator[str]:
    """The document as strict JSON, with all pages; `top` changes nothing."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    yield text.encode("utf-8", "backslashreplace").decode()


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the document of budgets."""
    document: dict[str, Any] = json.loads(files("errata.report").joinpath("budget.schema.json").read_text("utf-8"))
    return document


BUDGET_FORMATS: Mapping[str, ErrorFormat] = MappingProxyType(
    {
        "table": ErrorFormat(on_standard_output, document=False),
        "csv": ErrorFormat(as_csv),
        "json": ErrorFormat(as_json),
        "markdown": ErrorFormat(as_markdown),
    }
)
