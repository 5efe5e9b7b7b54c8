"""Bags and sets: how many tokens two texts share, wherever they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

Tokens = Sequence[Hashable]

SHORT = 64  # tokens up to which one side is likely to repeat nothing, so that sets are tried first
FEW = 160  # distinct characters up to which counting them one by one beats a Counter of either side


def bag(reference: Tokens, hypothesis: Tokens) -> tuple[int, int, int]:
    """Size of the multiset intersection, and both sizes."""
    if isinstance(reference, str) and isinstance(hypothesis, str):
        return common_characters(reference, hypothesis), len(reference), len(hypothesis)
    return common_tokens(reference, hypothesis)[0], len(reference), len(hypothesis)


def distinct(reference: Tokens, hypothesis: Tokens) -> tuple[int, int, int]:
    """Size of the set intersection, and both set sizes."""
    ours, theirs = set(reference), set(hypothesis)
    return len(ours & theirs), len(ours), len(theirs)


def common_tokens(reference: Tokens, hypothesis: Tokens) -> tuple[int, int]:
    """Size of the multiset intersection of two sequences, and how many distinct tokens are in it."""
    if len(reference) <= SHORT:
        ours = set(reference)
        if len(ours) == len(reference):  # where one side repeats nothing, the sets say it all
            shared = len(ours.intersection(hypothesis))
            return shared, shared
    return _overlap(Counter(reference), Counter(hypothesis))


def common_characters(reference: str, hypothesis: str) -> int:
    """Size of the multiset intersection of the code points of two texts."""
    if reference == hypothesis:
        return len(reference)
    shared = set(reference).intersection(hypothesis)
    if len(shared) > FEW:
        return _overlap(Counter(reference), Counter(hypothesis))[0]
    return sum(map(min, map(reference.count, shared), map(hypothesis.count, shared)))


def _overlap(reference: Mapping[Any, int], hypothesis: Mapping[Any, int]) -> tuple[int, int]:
    shared = reference.keys() & hypothesis.keys()
    return sum(map(min, map(reference.__getitem__, shared), map(hypothesis.__getitem__, shared))), len(shared)
