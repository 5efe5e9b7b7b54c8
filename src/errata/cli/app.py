"""The commands behind the overview, each loaded when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Group, MissingArgumentError, UnusedCliTokensError

from errata.cli.help import Help
from errata.cli.main import COMMANDS, WRONG
from errata.cli.output import complain
from errata.version import __version__

__all__ = ["app", "run"]

app = App(
    name="errata",
    version=__version__,
    help_format="plaintext",
    help_formatter=Help(),
    group_parameters=Group("Options"),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
for name, command in COMMANDS.items():
    app.command(f"errata.cli.{name}:{name}", name=name, usage=f"errata {name} {command.usage} [OPTIONS]")


def run(words: Sequence[str]) -> int:
    """Carry out a command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        what = _said(error)
        complain(f"{what}\nSee errata {words[0]} --help." if words[0] in COMMANDS else what)
        return WRONG
    return int(code or 0)


def _said(error: CycloptsError) -> str:
    """What is wrong with the words of a command, where the parser itself says it less well."""
    if type(error) is UnusedCliTokensError and error.unused_tokens:  # its subclasses suggest something
        return f"Too many arguments: {' '.join(error.unused_tokens)}."
    if isinstance(error, MissingArgumentError) and error.argument:
        return f"{error.keyword} needs a value." if error.keyword else f"{error.argument.name} is missing."
    return str(error)
