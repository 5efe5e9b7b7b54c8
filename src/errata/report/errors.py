"""The document of errors as tables: classes by their share, confusions with examples, runs and findings."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from io import StringIO
from types import MappingProxyType
from typing import Any, Protocol

from errata.report.grids import BAR, Column, Grid
from errata.report.layout import tables
from errata.report.markdown import escaped, table
from errata.report.numbers import ASCII, UNICODE, Signs, count, share
from errata.report.result import SURROGATE
from errata.report.screen import printable, standard_console
from errata.report.visible import label

__all__ = ["ERROR_FORMATS", "ErrorFormat", "grids", "headline", "schema"]

NOTHING = "∅"
TOKEN, WHERE, EXCERPT = 24, 32, 48  # characters of a confusion, a place and an example
MOST = 3  # classes of a group that are named
PLURALS = {"jamo": "jamo"}
FINDINGS = {
    "loops": "a text over and over",
    "intrusions": "letters of a foreign script",
    "too_long": "more than twice the reference",
    "too_short": "less than half the reference",
}

Document = Mapping[str, Any]


class Renderer(Protocol):
    """The document to pieces of text; `top` is the number of confusions of each table."""

    def __call__(self, document: Document, *, top: int) -> Iterable[str]: ...


@dataclass(frozen=True, slots=True)
class ErrorFormat:
    """A renderer, and whether it makes a document or something for the screen at hand."""

    render: Renderer
    document: bool = True


def headline(document: Document) -> str:
    """How much was looked at, and the error rate that the classes add up to."""
    units = PLURALS.get(document["unit"], f"{document['unit']}s")
    samples = "sample" if document["samples"] == 1 else "samples"
    return (
        f"{document['samples']:,} {samples}, {document['faulty']:,} with errors: {document['edits']:,} edits"
        f" in {document['reference']:,} {units}, CER {share(document['cer'])}"
    )


def grids(document: Document, *, top: int, signs: Signs = UNICODE) -> Iterator[Grid]:
    """Every table that the document has something for."""
    if not document["edits"]:
        return
    yield _classes(document, signs)
    for fact, groups in document["groups"].items():
        yield _groups(fact, groups)
    for name, found in document["confusions"].items():
        if found["rows"] and top:
            yield _confusions(name, found, top)
    yield _lengths(document)
    findings = _findings(document)
    if findings.rows:
        yield findings


def _classes(document: Document, signs: Signs) -> Grid:
    rows = []
    for row in document["classes"]:
        if not row["edits"]:
            continue
        kinds = [count(row[name]) if row[name] else "" for name in ("substitutions", "deletions", "insertions")]
        bar = signs.bar(row["share"], BAR)
        name = row["class"].replace("_", " ")
        rows.append((name, row["title"], count(row["edits"]), share(row["share"]), share(row["cer"]), *kinds, bar))
        for part, edits in row["parts"].items():
            if edits:
                rows.append((f"  {part}", "", count(edits), share(edits / document["edits"]), "", "", "", "", ""))
    rows.append(("all", "", count(document["edits"]), share(1.0), share(document["cer"]), "", "", "", ""))
    columns = (
        Column("class", "name"), Column("", "text"), Column("edits"), Column("share"), Column("of cer"), Column("sub"),
        Column("del"), Column("ins"), Column("", "bar"),
    )  # fmt: skip
    return Grid("Classes of errors", columns, tuple(rows))


def _groups(fact: str, groups: Mapping[str, Any]) -> Grid:
    """The classes that most edits of a group are in."""
    rows = []
    for name, group in groups.items():
        ranked = sorted((item for item in group["classes"].items() if item[1]), key=lambda item: -item[1])
        most = ", ".join(f"{kind.replace('_', ' ')} {share(edits / group['edits'])}" for kind, edits in ranked[:MOST])
        rows.append((label(name, 28), count(group["samples"]), count(group["edits"]), share(group["cer"]), most))
    heads = (Column(fact, "name"), Column("samples"), Column("edits"), Column("cer"), Column("mostly", "text"))
    return Grid(f"By {fact}", heads, tuple(rows))


def _confusions(name: str, found: Mapping[str, Any], top: int) -> Grid:
    rows = [
        (
            _token(row["reference"]),
            _token(row["hypothesis"]),
            count(row["count"]),
            share(row["share"]),
            label(_where(row["examples"][0]), WHERE) if row["examples"] else "",
            _excerpt(row["examples"][0]) if row["examples"] else "",
        )
        for row in found["rows"][:top]
    ]
    left = found["different"] - len(rows)
    notes = [f"{left:,} more; --top shows them"] if left else []
    if found["lost"]:
        notes.append(f"too many to count all: each count may be too low by {found['lost']:,} at most")
    heads = (Column("reference", "name"), Column("hypothesis", "name"), Column("count"), Column("share"))
    columns = (*heads, Column("in", "name"), Column("for example", "text", 16))
    return Grid(f"Confusions by {name}", columns, tuple(rows), "; ".join(notes))


def _lengths(document: Document) -> Grid:
    runs = document["runs"]
    names = list(runs["insertions"]["lengths"])
    rows = [
        (kind, *(count(runs[kind]["lengths"][name]) for name in names), *_longest(runs[kind]["longest"]))
        for kind in ("insertions", "deletions")
    ]
    columns = (Column("in a row", "name"), *map(Column, names), Column("longest in", "name"), Column("", "text", 16))
    return Grid("Lost and added in one piece, by length", columns, tuple(rows))


def _longest(rows: list[Mapping[str, Any]]) -> tuple[str, str]:
    if not rows:
        return "", ""
    return label(rows[0]["id"], TOKEN), f"{rows[0]['size']:,}: {label(rows[0]['text'], EXCERPT, exact=True)}"


def _findings(document: Document) -> Grid:
    runs = document["runs"]
    rows = []
    for name, title in FINDINGS.items():
        found = runs[name]
        if found["samples"]:
            first = found["examples"][0]
            cells = (count(found["samples"]), share(found["share"]), label(first["id"], TOKEN))
            rows.append((name.replace("_", " "), *cells, label(first["what"], EXCERPT), title))
    columns = (
        Column("finding", "name"), Column("samples"), Column("share of edits"), Column("worst in", "name"),
        Column("", "name"), Column("is", "text"),
    )  # fmt: skip
    return Grid("Whole samples that stand out; all of them are in every number", columns, tuple(rows))


def _where(example: Mapping[str, Any]) -> str:
    """The sample, and the line of its reference: by id where the document has one, else by number."""
    at = (example.get("at") or {}).get("reference")
    line = (at and at["line"]) or (example.get("lines") or ("",))[0]
    return f"{example['id']}:{line}" if line else str(example["id"])


def _box(example: Mapping[str, Any]) -> str:
    """Where the line of the reference stands on its page."""
    at = (example.get("at") or {}).get("reference")
    return ",".join(f"{side:g}" for side in at["box"]) if at and at["box"] else "-"


SHOWN = (lambda example: str(example["id"]), _where, _box)  # the columns of examples in CSV


def _token(text: str) -> str:
    return label(text, TOKEN, exact=True) if text else NOTHING


def _excerpt(example: Mapping[str, str]) -> str:
    return f"{label(example['reference'], EXCERPT)} | {label(example['hypothesis'], EXCERPT)}"


def on_standard_output(document: Document, *, top: int) -> Iterator[str]:
    """The tables with the width, colours and signs of standard output."""
    from rich.text import Text

    console = standard_console()
    signs = ASCII if console.options.ascii_only else UNICODE
    with console.capture() as capture:
        console.print(Text(headline(document), "bold"), soft_wrap=True)
        for grid in grids(document, top=top, signs=signs):
            console.print()
            for part in tables(grid, console):
                console.print(part)
        console.print()
        console.print(Text(printable(document["signature"], console), "dim"), soft_wrap=True)
    yield capture.get()


def as_markdown(document: Document, *, top: int) -> Iterator[str]:
    """The same tables in GitHub's dialect."""
    yield f"**{escaped(headline(document))}**\n"
    for grid in grids(document, top=top):
        yield table(grid)
    yield f"\nSignature: `{document['signature']}`\n"


def as_csv(document: Document, *, top: int) -> Iterator[str]:
    """One row for each class and each listed confusion, with the ids, lines and boxes of samples that show it."""
    file = StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(("table", "reference", "hypothesis", "count", "share", "ids", "lines", "boxes"))
    rows = [("class", row["class"], "", row["edits"], row["share"], row["examples"]) for row in document["classes"]]
    rows += [
        (f"{fact}={name}", kind, "", edits, edits / group["edits"] if group["edits"] else 0.0, [])
        for fact, groups in document["groups"].items()
        for name, group in groups.items()
        for kind, edits in group["classes"].items()
    ]
    for name, found in document["confusions"].items():
        rows += [
            (name, row["reference"], row["hypothesis"], row["count"], row["share"], row["examples"])
            for row in found["rows"][:top]
        ]
    writer.writerows((*cells, *(" ".join(map(show, examples)) for show in SHOWN)) for *cells, examples in rows)
    yield SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", file.getvalue())


def as_json(document: Document, *, top: int) -> Iterator[str]:
    """The document as strict JSON, with as many confusions as `top` says."""
    confusions = {name: {**found, "rows": found["rows"][:top]} for name, found in document["confusions"].items()}
    text = json.dumps({**document, "confusions": confusions}, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    yield SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the document of errors."""
    document: dict[str, Any] = json.loads(files("errata.report").joinpath("errors.schema.json").read_text("utf-8"))
    return document


ERROR_FORMATS: Mapping[str, ErrorFormat] = MappingProxyType(
    {
        "table": ErrorFormat(on_standard_output, document=False),
        "csv": ErrorFormat(as_csv),
        "json": ErrorFormat(as_json),
        "markdown": ErrorFormat(as_markdown),
    }
)
