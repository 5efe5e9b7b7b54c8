"""Counts for each character: how often it is in the reference, in the hypothesis, and in both at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


class Classes:
    """Additive counts over samples, by token: matched (the smaller of both counts in each sample) and both totals."""

    __slots__ = ("hypothesis", "matched", "reference")

    def __init__(self) -> None:
        self.matched: Counter[Hashable] = Counter()
        self.reference: Counter[Hashable] = Counter()
        self.hypothesis: Counter[Hashable] = Counter()

    def add(self, reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> None:
        """Count one sample."""
        ours, theirs = Counter(reference), Counter(hypothesis)
        self.reference.update(ours)
        self.hypothesis.update(theirs)
        self.matched.update(ours & theirs)

    def rows(self) -> list[tuple[str, int, int, int]]:
        """Token, matched, reference, hypothesis: sorted by token."""
        tokens = sorted(map(_printed, self.reference.keys() | self.hypothesis.keys()))
        return [(name, self.matched[token], self.reference[token], self.hypothesis[token]) for name, token in tokens]

    def merge(self, rows: Sequence[tuple[str, int, int, int]]) -> None:
        """Add the rows of another part."""
        for token, matched, reference, hypothesis in rows:
            self.matched[token] += matched
            self.reference[token] += reference
            self.hypothesis[token] += hypothesis


def _printed(token: Hashable) -> tuple[str, Hashable]:
    return (f"{token:#04x}" if isinstance(token, int) else str(token)), token
