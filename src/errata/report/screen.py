"""What a screen can show: colour or marks, Unicode or ASCII."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING

from errata.report.visible import ASCII_SIGNS

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["captured", "has_colour", "plain_console", "printable", "standard_console"]

WIDTH = 80


def has_colour(console: Console) -> bool:
    """Whether an edit can be shown by its colour alone."""
    return console.color_system is not None and not console.no_color


def printable(text: str, console: Console) -> str:
    """The text in what the console's encoding has: other signs where there are any, else escapes."""
    if not console.options.ascii_only:
        return text
    return text.translate(ASCII_SIGNS).encode(console.encoding, "backslashreplace").decode(console.encoding)


def plain_console(encoding: str | None, width: int = WIDTH) -> Console:
    """A console without colour that writes to memory what an output of this encoding can show."""
    from rich.console import Console

    file = TextIOWrapper(BytesIO(), encoding or "utf-8", "backslashreplace", newline="\n", write_through=True)
    return Console(file=file, width=width, color_system=None, force_jupyter=False, legacy_windows=False)


def standard_console() -> Console:
    """A console with the width, the colours and the encoding of standard output."""
    from rich.console import Console

    return Console(force_jupyter=False)


def captured(console: Console) -> str:
    """What a plain console has been given, without blanks at the ends of lines."""
    file = console.file
    assert isinstance(file, TextIOWrapper)
    text = file.buffer.getvalue().decode(file.encoding)
    return "\n".join(line.rstrip(" ") for line in text.rstrip("\n").split("\n"))
