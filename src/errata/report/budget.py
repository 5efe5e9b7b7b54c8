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
CELLS = ("cer", "best order", *PARTS, "tau")
MEASURES = {"tau": "Kendall's tau", "footrule": "Spearman's footrule", "edit": "1 - edit distance"}

Document = Mapping[str, Any]


def headline(document: Document) -> list[str]:
    """The error rates side by side, and the verdict."""
    pages = len(document["pages"])
    by_place = document["cer_by_place"]
    words = f"bag-of-words error {share(document['bag_of_words_error'])}"
    placed = "" if by_place is None else f", with lines matched by place {share(by_place)}"
    return [
        f"{pages:,} {'page' if pages == 1 else 'pages'}, CER as read {share(document['cer'])}: {document['verdict']}",
        f"with the best order of lines {share(document['cer_best_order'])}{placed}, {words}",
    ]


def grids(document: Document, *, top: int, signs: Signs = UNICODE) -> Iterator[Grid]:
    """The parts, reading order, confidences, and the pages that cost most."""
    yield _parts(document, signs)
    if document["order"]:
        yield _order(document["order"])
    if document["confidence"]:
        yield from _confidence(document["confidence"], signs)
    for fact, groups in document["groups"].items():
        yield _groups(fact, groups)
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
    for name, right in (("words", "right"), ("lines", "characters right")):
        if not found[name]:
            continue
        rows = [
            (
                f"{one['low']:.1f} {signs.between} {one['high']:.1f}",
                count(one["cases"]),
                share(one["confidence"]),
                share(one["accuracy"]),
            )
            for one in found[name]["bins"]
        ]
        title = f"Confidence of {found[name]['cases']:,} {name}: expected calibration error {share(found[name]['ece'])}"
        yield Grid(title, (Column("between", "name"), Column(name), Column("confidence"), Column(right)), tuple(rows))
    left = tuple((share(row["reviewed"]), share(row["cer"])) for row in found["review"])
    reached = ", ".join(f"{share(row['reviewed'])} for a CER of {share(row['cer'])}" for row in found["targets"])
    yield Grid(
        "Review the least sure lines first", (Column("lines reviewed"), Column("cer left")), left,
        f"to review: {reached}; of lines with a confidence, in the best order; lost lines cannot be reviewed",
    )  # fmt: skip


def _groups(fact: str, groups: Mapping[str, Any]) -> Grid:
    rows = [(label(name, 28), count(group["pages"]), *_cells(group)) for name, group in groups.items()]
    return Grid(f"By {fact}", (Column(fact, "name"), Column("pages"), *map(Column, CELLS)), tuple(rows))


def _cells(page: Mapping[str, Any]) -> list[str]:
    """The error rate of a page or of a group, that with the best order, its parts, and Kendall's tau."""
    length = max(1, page["reference"])
    parts = page["by_place"] or page["by_text"]
    rates = [page["edits"], page["best_order"], *(parts[name] for name in PARTS)]
    return [*(share(edits / length) for edits in rates), _tau(page["order"])]


def _pages(document: Document, top: int) -> Grid:
    pages = sorted(document["pages"], key=lambda page: -page["edits"])[:top]
    rows = [(label(page["id"], 28), *_cells(page)) for page in pages]
    left = len(document["pages"]) - len(rows)
    return Grid("Pages with the most edits", (Column("page", "name"), *map(Column, CELLS)), tuple(rows),
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
