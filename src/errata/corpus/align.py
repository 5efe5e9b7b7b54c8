"""How a hypothesis differs from its reference: every operation in order, and their counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, cast

from errata.corpus.settings import Normalize, settle
from errata.errors import UsageError
from errata.kernels.edits import TIE_ORDERS, Tokens, split
from errata.kernels.edits import alignment as blocks_of
from errata.report.alignment import marks, pieces
from errata.report.operations import Operation

__all__ = ["Alignment", "Counts", "align", "operations_of"]

NOUNS = {"jamo": "jamo"}  # plurals that take no s


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tokens match, and how many edits there are of each kind."""

    hits: int
    substitutions: int
    deletions: int
    insertions: int

    @property
    def distance(self) -> int:
        """The number of edits: the same under every tie order."""
        return self.substitutions + self.deletions + self.insertions


@dataclass(frozen=True, slots=True)
class Alignment:
    """The operations that turn the reference into the hypothesis, from left to right."""

    operations: tuple[Operation, ...]
    counts: Counts
    counts_by_tie: dict[str, Counts]
    tokens: str  # the unit, or the kind of words
    tie: str
    joiner: str = ""  # what stands between two tokens in a text

    @property
    def distance(self) -> int:
        """The number of edits."""
        return self.counts.distance

    def __iter__(self) -> Iterator[Operation]:
        return iter(self.operations)

    def __len__(self) -> int:
        return len(self.operations)

    def __str__(self) -> str:
        return marks(pieces(self.operations, joiner=self.joiner))

    def _repr_html_(self) -> str:
        from errata.report.notebook import alignment

        return alignment(pieces(self.operations, joiner=self.joiner))

    def to_dict(self) -> dict[str, Any]:
        """The alignment as JSON values."""
        return {
            "tokens": self.tokens,
            "tie": self.tie,
            "distance": self.distance,
            "counts": asdict(self.counts),
            "counts_by_tie": {tie: asdict(counts) for tie, counts in self.counts_by_tie.items()},
            "operations": [asdict(operation) for operation in self.operations],
        }


def align(
    reference: str,
    hypothesis: str,
    *,
    unit: str = "character",
    words: str | None = None,
    tie: str = "sub_del_ins",
    normalize: Normalize = (),
) -> Alignment:
    """Align two texts by characters of a unit, or by words where a kind of words is given.

    The operations follow the ruled walk back, so their counts are those of the metrics. `normalize` takes steps and
    replacement tables, which both texts pass first.
    """
    for side, text in (("reference", reference), ("hypothesis", hypothesis)):
        if not isinstance(text, str):
            raise UsageError(f"errata.align compares two texts, and the {side} is a {type(text).__name__}.")
    if words and unit != "character":
        raise UsageError(
            f"Words are aligned, or characters of a unit: leave out the words {words!r} or the unit {unit!r}."
        )
    view = settle(normalize=normalize, unit=unit, words=words, tie=tie).view
    tokenise = view.tokeniser("words" if words else "characters", normalised=False)
    ours, theirs = (cast("Tokens", tokenise(view.prepare(text))) for text in (reference, hypothesis))
    joiner = " " if words else ""
    counts = {order: Counts(*split(ours, theirs, order)) for order in TIE_ORDERS}
    operations = tuple(operations_of(ours, theirs, tie, joiner))
    return Alignment(operations, counts[tie], counts, "words" if words else NOUNS.get(unit, f"{unit}s"), tie, joiner)


def operations_of(reference: Tokens, hypothesis: Tokens, tie: str, joiner: str = "") -> Iterator[Operation]:
    """The operations over these tokens, with the text that each run of tokens makes."""
    for block in blocks_of(reference, hypothesis, tie):
        ours = block.reference_start, block.reference_stop
        theirs = block.hypothesis_start, block.hypothesis_stop
        yield Operation(
            block.kind, _text(reference[slice(*ours)], joiner), _text(hypothesis[slice(*theirs)], joiner), ours, theirs
        )


def _text(tokens: Tokens, joiner: str) -> str:
    if isinstance(tokens, bytes):
        return tokens.decode("utf-8", "backslashreplace")
    return tokens if isinstance(tokens, str) else joiner.join(tokens)
