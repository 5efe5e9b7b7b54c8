"""`errata validate`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from errata.cli.options import READ, Flag, FormatIn, Level
from errata.cli.output import write
from errata.errors import Problem
from errata.io.checks import CHECKERS, Checked, Options, check
from errata.io.decode import known_encoding
from errata.io.documents import Reading
from errata.io.names import printable
from errata.io.snapshot_rules import REVISIONS
from errata.report.visible import label

if TYPE_CHECKING:
    Kind = str
    Schema = str
else:
    Kind, Schema = (Literal[tuple(known)] for known in (CHECKERS, REVISIONS))

__all__ = ["validate"]

FINDING = 1


def validate(
    *files: Annotated[str, Parameter(name="PATH")],
    kind: Kind | None = None,
    schema: Schema = "either",
    format_in: Annotated[FormatIn | None, Parameter(group=READ)] = None,
    level: Annotated[Level, Parameter(group=READ)] = "auto",
    encoding: Annotated[str, Parameter(group=READ)] = "utf-8",
    strict: Flag = False,
    format: Literal["text", "json"] = "text",  # noqa: A002
) -> int:
    """List what is wrong with inputs before they are scored.

    Documents and tables: encodings, lost characters, mixed normal forms, private use,
    marks nobody sees, ids used twice, levels that disagree, empty pages.
    Two folders, as pairs: missing partners, pairs that match another name better,
    truth and output swapped, forms that differ. Layout files: every rule of the schema,
    and a prediction against the ground truth that is given beside it.

    Problems make the exit code 1. Notes may be meant, and do so with --strict only.

    For example:
      errata validate gt/ ocr/
      errata validate page.xml pairs.csv
      errata validate old/ --encoding cp1252
      errata validate truth.json predicted.json --schema 2026-05 --format json

    Parameters
    ----------
    files
        Files and folders to check; two folders are pairs.
    kind
        What they are, where their names do not tell.
    schema
        Hold layout files to one revision of the schema.
    format_in
        The format of documents, where it is not to be told.
    level
        The level that the text of PAGE is taken from.
    encoding
        The encoding of text files.
    strict
        Notes count as problems.
    format
        How to show what was found.
    """
    found = check(files, kind, Options(schema, Reading(format_in, level, known_encoding(encoding))))
    write(_json(found) if format == "json" else _text(found), document=format == "json")
    return 0 if all(one.valid and not (strict and one.notes) for one in found) else FINDING


def _text(found: Sequence[Checked]) -> Iterator[str]:
    for one in found:
        facts = ", ".join(f"{name} {_shown(value)}" for name, value in one.facts.items() if value not in (None, []))
        counts = [_count(one.problems, "problem") if one.problems else "valid"]
        counts += [_count(one.notes, "note")] if one.notes else []
        yield f"{label(one.file)}: {', '.join(counts)} ({one.kind}{': ' if facts else ''}{facts})\n"
        for problem in one.problems:
            yield f"  {_said(problem, one.file)}\n"
        for note in one.notes:
            yield f"  note: {_said(note, one.file)}\n"


def _said(problem: Problem, file: str) -> str:
    """A problem without the name of its file, which stands above it."""
    return label(str(replace(problem, where="") if problem.where == printable(file) else problem))


def _count(found: Sequence[object], name: str) -> str:
    return f"{len(found):,} {name}{'' if len(found) == 1 else 's'}"


def _json(found: Sequence[Checked]) -> Iterator[str]:
    document = [
        {
            "file": one.file, "kind": one.kind, "valid": one.valid, "facts": dict(one.facts),
            "problems": [asdict(problem) for problem in one.problems],
            "notes": [asdict(note) for note in one.notes],
        }
        for one in found
    ]  # fmt: skip
    yield json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
