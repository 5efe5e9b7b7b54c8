"""How the help of a command looks: aligned, without boxes, at any width."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

__all__ = ["Help"]


class Help:
    """Formats the help of a command; cyclopts calls it for the usage, the description and each group of options."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Print the title and the entries of a group."""
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        if not panel.entries:
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="cyan", no_wrap=True)
        table.add_column()
        for entry in panel.entries:
            table.add_row(Text(", ".join(entry.display_labels_with_metavar)), Text(_description(entry, console)))
        console.print()
        console.print(Text(f"{panel.title}:", "bold"))
        console.print(Padding(table, (0, 0, 0, 2)))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """Print the usage line."""
        from rich.text import Text

        console.print(Text.assemble(("Usage: ", "bold"), str(usage).strip()))

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """Print the text of the command's docstring."""
        with console.capture() as capture:
            console.print(description)
        console.print(f"\n{capture.get().rstrip()}", markup=False, highlight=False)


def _description(entry: HelpEntry, console: Console) -> str:
    """What the entry is, what it can be, and what it is if it is not given."""
    with console.capture() as capture:
        console.print(entry.description, soft_wrap=True)
    parts = [" ".join(capture.get().split())]
    if entry.choices:
        parts.append(f"[{', '.join(entry.choices)}]")
    if entry.default is not None:
        parts.append(f"(default: {entry.default})")
    return " ".join(part for part in parts if part)
