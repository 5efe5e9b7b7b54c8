"""What `errata diff` prints: an alignment, what its signs mean, and how many edits there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from errata.report.alignment import Piece, pieces, text_for
from errata.report.numbers import share
from errata.report.operations import Operation
from errata.report.screen import standard_console

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Aligned", "Counts", "on_standard_output", "render", "summary"]

SIGNS = {"␣": "space", "⏎": "line break", "⇥": "tab", "◌": "nothing: the mark stands alone"}


class Counts(Protocol):
    """How many tokens match, and how many edits there are of each kind."""

    @property
    def hits(self) -> int: ...
    @property
    def substitutions(self) -> int: ...
    @property
    def deletions(self) -> int: ...
    @property
    def insertions(self) -> int: ...


class Aligned(Protocol):
    """Operations in order, their counts under each tie order, and what the tokens are called and stand apart by."""

    @property
    def operations(self) -> Sequence[Operation]: ...
    @property
    def counts(self) -> Counts: ...
    @property
    def counts_by_tie(self) -> Mapping[str, Counts]: ...
    @property
    def tokens(self) -> str: ...
    @property
    def joiner(self) -> str: ...


def render(alignment: Aligned, console: Console, context: int | None = None) -> None:
    """Print the alignment with `context` characters beside each edit (None: all), a legend, and the counts."""
    from rich.text import Text

    if any(operation.kind != "match" for operation in alignment.operations):
        parts = list(pieces(alignment.operations, joiner=alignment.joiner, context=context))
        console.print(text_for(console, parts), soft_wrap=True)
        console.print()
        console.print(text_for(console, _legend(parts)), soft_wrap=True)
    console.print(Text(summary(alignment), "bold"), soft_wrap=True)
    for line in _otherwise(alignment):
        console.print(Text(line, "dim"), soft_wrap=True)


def on_standard_output(alignment: Aligned, context: int | None = None) -> Iterator[str]:
    """The text that `render` prints, with the colours and signs of standard output."""
    console = standard_console()
    with console.capture() as capture:
        render(alignment, console, context)
    yield capture.get()


def summary(alignment: Aligned) -> str:
    """How many edits of each kind there are, in how many tokens of the reference."""
    counts = alignment.counts
    size = counts.hits + counts.substitutions + counts.deletions
    edits = counts.substitutions + counts.deletions + counts.insertions
    tokens = alignment.tokens.removesuffix("s") if size == 1 else alignment.tokens
    if not edits:
        return f"identical: {size:,} {tokens}"
    part = f" ({share(edits / size)})" if size else ""
    return f"{_counted(edits, 'edit')} in {size:,} {tokens}{part}: {_kinds(counts)}"


def _otherwise(alignment: Aligned) -> Iterator[str]:
    """The kinds of edits under the tie orders that split them in another way."""
    for tie, counts in alignment.counts_by_tie.items():
        if counts != alignment.counts:
            yield f"with --tie {tie}: {_kinds(counts)}"


def _kinds(counts: Counts) -> str:
    kinds = {name.removesuffix("s"): getattr(counts, name) for name in ("substitutions", "deletions", "insertions")}
    return ", ".join(_counted(number, name) for name, number in kinds.items() if number)


def _legend(parts: Iterable[Piece]) -> list[Piece]:
    """What the styles and signs in these pieces mean."""
    shown = list(parts)
    styles = {style for style, _ in shown}
    edited = "".join(text for style, text in shown if style in ("old", "new"))
    names = {"old": "only in the reference", "new": "only in the hypothesis"}
    legend = [(style, name) for style, name in names.items() if style in styles]
    legend += [("gap", f"{sign} {name}") for sign, name in SIGNS.items() if sign in edited]
    return [
        piece for number, part in enumerate(legend) for piece in ([part] if not number else [("match", "  "), part])
    ]


def _counted(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"
