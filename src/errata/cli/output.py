"""Where results and messages go: results to standard output, all else to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from errata.errors import RunError, UsageError

if TYPE_CHECKING:
    from errata.report.result import Result

__all__ = ["complain", "keep", "show", "write"]

MARKS = {"table": "", "markdown": "- "}  # before a sentence
COLOURS = {"error": "31", "warning": "33", "stopped": "33"}


def show(result: Result, form: str, *, all_metrics: bool = False, explain: bool = False) -> None:
    """Print a result in a format, and what it means in words where people read it."""
    from errata.report.formats import format_named

    chosen = format_named(form)
    if explain and form not in MARKS:
        raise UsageError(f"--explain writes sentences, which {form} has no place for. Take table or markdown.")
    write(chosen.render(result, all_metrics=all_metrics), document=chosen.document)
    if explain:
        write(["\n", *(f"{MARKS[form]}{line}\n" for line in result.explain().splitlines())], document=chosen.document)


def write(pieces: Iterable[str], *, document: bool = True) -> None:
    """Print pieces of text; a document is UTF-8 with its own line ends whatever the terminal is."""
    buffer = getattr(sys.stdout, "buffer", None) if document else None
    try:
        sys.stdout.flush()
        for piece in pieces:
            if buffer is None:
                sys.stdout.write(piece)
            else:
                buffer.write(piece.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RunError(f"Cannot write the output: {error.strerror or error}.") from error


def keep(pieces: Iterable[str], path: Path, *, append: bool = False) -> None:
    """Write pieces of text to a file as UTF-8, or add them to it."""
    try:
        with path.open("a" if append else "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.writelines(pieces)
    except OSError as error:
        raise RunError(f"Cannot write {path}: {error.strerror or error}.") from error


def complain(text: str, kind: str = "error") -> None:
    """Print a message with its kind in front, in colour on a terminal that has it."""
    colourful = sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    head = f"\x1b[1;{COLOURS[kind]}m{kind}:\x1b[0m" if colourful else f"{kind}:"
    sys.stderr.write(f"{head} {text}\n")
