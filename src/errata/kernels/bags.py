"""Bags and sets: how many tokens two texts share, wherever they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

Tokens = Sequence[Hashable]

FEW = 160  # distinct characters up to which counting them one by one beats a Counter on both sides


def bag(reference: Tokens, hypothesis: Tokens) -> tuple[int, int, int]:
    """Size of the multiset intersection, and both sizes."""
    common = _common_characters if isinstance(reference, str) and isinstance(hypothesis, str) else common_tokens
    return common(reference, hypothesis), len(reference), len(hypothesis)  # type: ignore[arg-type, operator]


def distinct(reference: Tokens, hypothesis: Tokens) -> tuple[int, int, int]:
    """Size of the set intersection, and both set sizes."""
    ours, theirs = set(reference), set(hypothesis)
    return len(ours & theirs), len(ours), len(theirs)


def common_tokens(reference: Tokens, hypothesis: Tokens) -> int:
    """Size of the multiset intersection of two sequences.

    Where one side repeats nothing, the multiset intersection is the set intersection.
    """
    ours = set(reference)
    if len(ours) == len(reference):
        return len(ours.intersection(hypothesis))
    theirs = set(hypothesis)
    if len(theirs) == len(hypothesis):
        return len(theirs & ours)
    return _overlap(Counter(reference), Counter(hypothesis), ours & theirs)


def _common_characters(reference: str, hypothesis: str) -> int:
    if reference == hypothesis:
        return len(reference)
    shared = set(reference).intersection(hypothesis)
    if len(shared) > FEW or len(shared) * 4 > len(reference) > 200:
        return _overlap(Counter(reference), Counter(hypothesis), shared)
    ours, theirs = reference.count, hypothesis.count
    return sum([min(ours(character), theirs(character)) for character in shared])


def _overlap(reference: Counter[Hashable] | Counter[str], hypothesis: Counter[Hashable] | Counter[str], shared: Iterable[Hashable]) -> int:
    return sum([min(reference[token], hypothesis[token]) for token in shared])  # type: ignore[index]
