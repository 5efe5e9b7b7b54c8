"""The command `errata`: what it offers, without loading any of it.

The overview is written here, so that `errata --help` costs no more than starting Python. Everything else goes to
`errata.cli.app`, which loads the one command that was asked for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from errata.cli.output import complain, write
from errata.errors import ErrataError
from errata.version import __version__

__all__ = ["COMMANDS", "WRONG", "Command", "main", "overview"]

DONE, WRONG, STOPPED, PIPE_CLOSED = 0, 2, 130, 141  # 1 is a finding; the last two are what SIGINT and SIGPIPE give


@dataclass(frozen=True, slots=True)
class Command:
    """What the overview says of a command; `errata.cli.<name>:<name>` is the function behind it."""

    usage: str
    summary: str


COMMANDS = {
    "score": Command("REF [HYP]", "Score two files, two folders or one table of pairs."),
    "errors": Command("RUN|REF [HYP]", "Show what went wrong: classes of errors, and confusions."),
    "layout": Command("REF HYP", "Score detected objects of pages: figures, tables ..."),
    "diff": Command("REF HYP", "Show where two texts differ."),
    "compare": Command("RUN RUN...", "Say which run is better, and how sure that is."),
    "gate": Command("RUN", "Pass or fail a run: exit code 0 or 1."),
    "power": Command("RUN [RUN]", "Say how many samples a difference needs."),
    "report": Command("RUN", "Show a finished run again, in any format."),
    "convert": Command("FROM TO", "Write a document or layout in another format."),
    "validate": Command("PATH...", "List what is wrong with inputs before they are scored."),
    "metrics": Command("[NAME...]", "List the metrics with their formulas and sources."),
    "profiles": Command("[NAME...]", "List the profiles and what they set."),
    "doctor": Command("", "Show versions, and which kernels run."),
}

EXAMPLES = """\
  errata score reference.txt hypothesis.txt
  errata score references/ hypotheses/ --out runs/first --worst 10
  errata score pairs.jsonl --by language --format markdown
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(words)
    except KeyboardInterrupt as stop:
        complain(str(stop) or "nothing was kept; with --out, a run can be stopped and go on.", "stopped")
        return STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the flush at exit fails once more
        return PIPE_CLOSED
    except ErrataError as error:
        complain(str(error))
        return WRONG


def _run(words: list[str]) -> int:
    if words[:1] == ["help"] and len(words) > 1:
        words = [*words[1:], "--help"]
    if not words or words[0] in ("--help", "-h", "help"):
        write([overview()], document=False)
        return DONE
    if words[0] == "--version":
        write([f"errata {__version__}\n"], document=False)
        return DONE
    from errata.cli.app import run

    return run(words)


def overview() -> str:
    """The help of the whole command line."""
    width = max(len(f"{name} {command.usage}") for name, command in COMMANDS.items())
    lines = [f"  {f'{name} {command.usage}':{width}}  {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "Usage: errata COMMAND [OPTIONS]",
            "",
            "Measure what an OCR, handwriting or document-layout system got wrong.",
            "",
            "Commands:",
            *lines,
            "",
            "For example:",
            EXAMPLES,
            "errata COMMAND --help explains a command; errata --version shows the version.",
            "",
        ]
    )
