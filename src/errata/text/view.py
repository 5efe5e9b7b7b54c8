"""A view: named steps, a unit and two kinds of words. It says how a text becomes the tokens that a counter sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from errata.errors import UnknownNameError
from errata.text.normalize import Step, collapse
from errata.text.tokenize import UNITS, WORDS, lines

Tokenise = Callable[[str], Sequence[object]]

BLIND = frozenset({"whitespace", "biblicus", "biblicus-code"})  # words that no change of whitespace can change


@dataclass(frozen=True, slots=True)
class View:
    """Steps that both sides pass, the unit of characters, the rule of words, and the rule of terms."""

    steps: tuple[Step, ...] = ()
    unit: str = "character"
    words: str = "whitespace"
    terms: str = "biblicus"

    def __post_init__(self) -> None:
        for kind, name, known in (
            ("unit", self.unit, UNITS),
            ("kind of words", self.words, WORDS),
            ("kind of terms", self.terms, WORDS),
        ):
            if name not in known:
                raise UnknownNameError(kind, name, known)

    def prepare(self, text: str) -> str:
        """The text after every step, in order."""
        for step in self.steps:
            text = step.apply(text)
        return text

    def is_blind(self, tokens: str) -> bool:
        """Whether normalising whitespace cannot change these tokens."""
        return (tokens == "words" and self.words in BLIND) or (tokens == "terms" and self.terms in BLIND)

    def tokeniser(self, tokens: str, *, normalised: bool) -> Tokenise:
        """The splitter from a prepared text to `tokens`; lines normalise each line, all else the whole text."""
        split = _splitters(self)[tokens]
        if not normalised:
            return split
        if tokens == "lines":
            return lambda text: [collapse(line) for line in lines(text)]
        return lambda text: split(collapse(text))


def _splitters(view: View) -> dict[str, Tokenise]:
    return {
        "characters": UNITS[view.unit],
        "words": WORDS[view.words],
        "terms": WORDS[view.terms],
        "lines": lines,
        "text": str,
        "original": str,
    }
