"""Where results and messages go: results to standard output, all else to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from errata.errors import RunError

if TYPE_CHECKING:
    from errata.report.result import Result

__all__ = ["complain", "show", "write"]

COLOURS = {"error": "31", "warning": "33", "stopped": "33"}


def show(result: Result, form: str, *, all_metrics: bool = False) -> None:
    """Print a result in a format."""
    from errata.report.formats import format_named

    chosen = format_named(form)
    write(chosen.render(result, all_metrics=all_metrics), document=chosen.document)


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


def complain(text: str, kind: str = "error") -> None:
    """Print a message with its kind in front, in colour on a terminal that has it."""
    colourful = sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    head = f"\x1b[1;{COLOURS[kind]}m{kind}:\x1b[0m" if colourful else f"{kind}:"
    sys.stderr.write(f"{head} {text}\n")
