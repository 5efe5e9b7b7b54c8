"""Edit operations: what was done to which stretch of the reference, as values and as a compact text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["KINDS", "Operation", "encode", "operations"]

KINDS = {"match": "=", "substitution": "X", "deletion": "D", "insertion": "I"}  # letters of an extended CIGAR string
LETTERS = {letter: kind for kind, letter in KINDS.items()}
RUN = re.compile("([0-9]+)([=XDI])")


@dataclass(frozen=True, slots=True)
class Operation:
    """A run of equal operations: the texts on both sides and where their tokens start and end."""

    kind: str
    reference: str
    hypothesis: str
    reference_span: tuple[int, int]
    hypothesis_span: tuple[int, int]

    @property
    def size(self) -> int:
        """The number of tokens matched, or of edits."""
        start, end = self.hypothesis_span if self.kind == "insertion" else self.reference_span
        return end - start


def encode(operations: Iterable[Operation]) -> str:
    """Sizes and letters of the operations: `12=1X3D` is twelve matches, one substitution, three deletions."""
    return "".join(f"{operation.size}{KINDS[operation.kind]}" for operation in operations)


def operations(runs: str, reference: str, hypothesis: str) -> Iterator[Operation]:
    """The operations that `encode` wrote, over the characters of these texts."""
    ours = theirs = 0
    for size, letter in RUN.findall(runs):
        end = ours + (int(size) if letter != "I" else 0)
        other = theirs + (int(size) if letter != "D" else 0)
        yield Operation(LETTERS[letter], reference[ours:end], hypothesis[theirs:other], (ours, end), (theirs, other))
        ours, theirs = end, other
