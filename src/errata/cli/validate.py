"""`errata validate`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from errata.cli.output import write
from errata.io.checks import CHECKERS, Checked, Options, check
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
    *files: Annotated[str, Parameter(name="FILE")],
    kind: Kind | None = None,
    schema: Schema = "either",
    format: Literal["text", "json"] = "text",  # noqa: A002
) -> int:
    """List everything that is wrong with files.

    Check them before they are scored. Every problem names the file, the place in it, the rule and the value. The
    exit code is 1 if there is one. A prediction is also compared with the ground
    truth that is given beside it.

    For example:
      errata validate truth.json predicted.json
      errata validate predicted.json --schema 2026-05
      errata validate truth.json --format json

    Parameters
    ----------
    files
        The files to check.
    kind
        What the files are, where their names do not tell.
    schema
        Hold layout files to one revision of the schema.
    format
        How to show what was found.
    """
    found = check(files, kind, Options(schema))
    write(_json(found) if format == "json" else _text(found), document=format == "json")
    return 0 if all(one.valid for one in found) else FINDING


def _text(found: Sequence[Checked]) -> Iterator[str]:
    for one in found:
        facts = ", ".join(f"{name} {_shown(value)}" for name, value in one.facts.items() if value not in (None, []))
        count = len(one.problems)
        state = f"{count:,} problem{'' if count == 1 else 's'}" if count else "valid"
        yield f"{label(one.file)}: {state} ({one.kind}{': ' if facts else ''}{facts})\n"
        for problem in one.problems:
            yield f"  {label(str(problem))}\n"


def _json(found: Sequence[Checked]) -> Iterator[str]:
    document = [
        {
            "file": one.file, "kind": one.kind, "valid": one.valid, "facts": dict(one.facts),
            "problems": [asdict(problem) for problem in one.problems],
        }
        for one in found
    ]  # fmt: skip
    yield json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
