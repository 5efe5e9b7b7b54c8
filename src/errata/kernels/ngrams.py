"""Runs of words: n-grams, and words in their place."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from errata.kernels.bags import common_tokens
from errata.kernels.edits import lcs

ORDERS = (1, 2, 3, 4)


def ngrams(tokens: Sequence[str], n: int) -> Sequence[Hashable]:
    """Every run of n tokens, in order; a run of one is the token itself."""
    return tokens if n == 1 else list(zip(*[tokens[start:] for start in range(n)], strict=False))


def fluency(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, ...]:
    """Clipped n-gram matches for n = 1 to 4, the hypothesis's n-gram numbers, and both lengths."""
    size = len(hypothesis)
    matched = _matched_by_order(reference, hypothesis)
    return (*matched, size, max(size - 1, 0), max(size - 2, 0), max(size - 3, 0), len(reference), size)


def overlap(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, int, int, int, int, int]:
    """For n = 2 and 3: clipped matches, distinct n-grams in common, and the reference's number of n-grams."""
    return (*_overlap_of(reference, hypothesis, 2), *_overlap_of(reference, hypothesis, 3))


def order(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, int, int, int]:
    """Equal words at equal positions, the longest common subsequence, and both lengths."""
    positions = sum(map(str.__eq__, reference, hypothesis))
    return positions, lcs(reference, hypothesis), len(reference), len(hypothesis)


def _matched_by_order(reference: Sequence[str], hypothesis: Sequence[str]) -> list[int]:
    matched = [0, 0, 0, 0]
    for n in ORDERS:
        matched[n - 1] = common_tokens(ngrams(reference, n), ngrams(hypothesis, n))[0]
        if not matched[n - 1]:
            break  # a longer run cannot match where no shorter one does
    return matched


def _overlap_of(reference: Sequence[str], hypothesis: Sequence[str], n: int) -> tuple[int, int, int]:
    ours = ngrams(reference, n)
    return (*common_tokens(ours, ngrams(hypothesis, n)), len(ours))
