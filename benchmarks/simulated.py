"""Corpora whose true numbers are known, and how often an interval or a test is right about them.

Documents are easy or hard (a beta distribution of error rates, about as wide as its mean), their lines vary around
them, and lengths have a long tail. Rates do not depend on lengths, so the true corpus numbers are known exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from errata.metrics.registry import METRICS
from errata.stats.correction import benjamini_hochberg, holm
from errata.stats.fairness import fairness
from errata.stats.interval import Resampling, intervals_of
from errata.stats.paired import mcnemar, paired_t, permutation, rank_tail, ranked, wilcoxon
from errata.stats.power import paired_deviation, samples_needed
from errata.stats.sums import Sums, difference, of_formula

if TYPE_CHECKING:
    from errata.metrics.base import Columns

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

RATE, BETTER = 0.05, 0.04  # errors a character of a system, and of a better one
MISSED, ADDED = 0.10, 0.08  # words missed and words added, a word of the reference
WIDTH, WITHIN = 0.05, 0.02  # of the rates of documents, and of lines around their document: 0 is none, 1 all or nothing
LINES = 10  # of a document, on average
TOGETHER = 20  # corpora that share draws
PERMUTATIONS = 1999

CER, F1 = METRICS["cer"].formula, METRICS["bag_f1"].formula


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a corpus: the document of each, and its length."""

    owners: Integers
    lengths: Integers


@dataclass(frozen=True, slots=True)
class Kind:
    """What is estimated, its true value, and the sums that a corpus gives for it (None: each line by itself)."""

    name: str
    true: float
    sums: Callable[[np.random.Generator, Lines, Integers | None], Sums]


def corpus(generator: np.random.Generator, clusters: int, *, documents: bool) -> Lines:
    """This many documents of some lines, or this many single lines."""
    sizes = generator.geometric(1 / LINES, clusters) if documents else np.ones(clusters, np.int64)
    owners = np.repeat(np.arange(clusters), sizes)
    return Lines(owners, np.ceil(generator.lognormal(math.log(40), 0.5, len(owners))).astype(np.int64))


def edits(generator: np.random.Generator, lines: Lines, rates: Floats | None = None, rate: float = RATE) -> Columns:
    """The counts of a character error rate; `rates` are those of the documents, else drawn."""
    wrong = _errors(generator, lines.lengths, lines.owners, rate, rates)
    return {"distance": wrong, "reference": lines.lengths, "hypothesis": lines.lengths, "longer": lines.lengths}


def words(generator: np.random.Generator, lines: Lines) -> Columns:
    """The counts of an F1 of words."""
    size = np.maximum(lines.lengths // 6, 1)
    matched = size - _errors(generator, size, lines.owners, MISSED)
    added = _errors(generator, size, lines.owners, ADDED)
    return {"matched": matched, "reference": size, "hypothesis": matched + added}


def document_rates(generator: np.random.Generator, lines: Lines, rate: float) -> Floats:
    """How hard each document is."""
    return _rates(generator, rate, WIDTH, int(lines.owners[-1]) + 1)


def _rates(generator: np.random.Generator, means: Floats | float, width: float, size: int) -> Floats:
    """Rates around means, with a variance of width * mean * (1 - mean)."""
    mean, weight = np.clip(means, 1e-6, 1 - 1e-6), 1 / width - 1
    return generator.beta(mean * weight, (1 - mean) * weight, size)


def _errors(
    generator: np.random.Generator, sizes: Integers, owners: Integers, rate: float, rates: Floats | None = None
) -> Integers:
    of_documents = _rates(generator, rate, WIDTH, int(owners[-1]) + 1) if rates is None else rates
    return generator.binomial(sizes, _rates(generator, of_documents[owners], WITHIN, len(owners)))


def _cer(generator: np.random.Generator, lines: Lines, clusters: Integers | None) -> Sums:
    return of_formula(CER, edits(generator, lines), clusters=clusters)


def _mean_cer(generator: np.random.Generator, lines: Lines, clusters: Integers | None) -> Sums:
    return of_formula(CER, edits(generator, lines), clusters=clusters, average="macro")


def _f1(generator: np.random.Generator, lines: Lines, clusters: Integers | None) -> Sums:
    return of_formula(F1, words(generator, lines), clusters=clusters)


def _gain(generator: np.random.Generator, lines: Lines, clusters: Integers | None) -> Sums:
    rates = document_rates(generator, lines, RATE)
    sides = (edits(generator, lines, side) for side in (rates, rates * (BETTER / RATE)))
    first, second = (of_formula(CER, side, clusters=clusters) for side in sides)
    return difference(first, second)


KINDS = (
    Kind("CER, micro", RATE, _cer),
    Kind("CER, macro", RATE, _mean_cer),
    Kind("F1, micro", 2 * (1 - MISSED) / (2 - MISSED + ADDED), _f1),
    Kind("CER, B - A", BETTER - RATE, _gain),
)


def coverage(
    kind: Kind, clusters: int, number: int, method: str = "auto", *, documents: bool, whole: bool = True, seed: int = 1
) -> float:
    """How many of the 95 % intervals hold the true value; `whole`: documents are resampled, else their lines."""
    generator = np.random.default_rng([seed, clusters, documents])
    drawn = (corpus(generator, clusters, documents=documents) for _ in range(number))
    every = (kind.sums(generator, lines, lines.owners if whole else None) for lines in drawn)
    hits, place = 0, 0
    while together := list(islice(every, TOGETHER if whole else 1)):
        hits += sum(kind.true in found for found in intervals_of(together, Resampling(method=method, seed=place)))
        place += 1
    return hits / number


def gap_coverage(clusters: int, number: int, seed: int = 1) -> float:
    """How many of the intervals of the gap between two groups hold it: the second group has twice the errors."""
    generator = np.random.default_rng([seed, clusters, 4])
    hits = 0
    for place in range(number):
        easy, hard = (corpus(generator, clusters, documents=True) for _ in range(2))
        sides = edits(generator, easy), edits(generator, hard, rate=2 * RATE)
        columns = {name: np.concatenate([side[name] for side in sides]) for name in sides[0]}
        owners = np.concatenate([easy.owners, hard.owners + clusters])
        found = fairness(CER, columns, ["hard" if owner >= clusters else "easy" for owner in owners.tolist()],
                         clusters=owners, seed=place)  # fmt: skip
        gap = found.gap if found.worst == "hard" else (-found.gap.high, -found.gap.low)
        low, high = gap
        hits += low <= RATE <= high
    return hits / number


def power_found(power: float, number: int, seed: int = 1) -> tuple[int, float]:
    """The lines that `samples_needed` asks for, and how often the permutation test finds the difference on so many."""
    generator = np.random.default_rng([seed, int(100 * power), 5])
    gain = RATE - BETTER

    def both(clusters: int) -> tuple[Columns, Columns]:
        lines = corpus(generator, clusters, documents=False)
        rates = document_rates(generator, lines, RATE)
        return edits(generator, lines, rates), edits(generator, lines, rates * (BETTER / RATE))

    needed = samples_needed(gain, paired_deviation(CER, *both(50_000)), power=power)
    found = [permutation(CER, *both(needed), resamples=PERMUTATIONS, seed=place).p_value for place in range(number)]
    return needed, float(np.mean(np.array(found) <= 0.05))


def false_findings(number: int, seed: int = 1) -> tuple[float, float]:
    """How often Holm's correction finds anything where nothing is, and the share of false findings of Benjamini's.

    Ten tests on z-values: none true for the first, five of them true for the second.
    """
    generator = np.random.default_rng([seed, 6])
    any_found, shares = 0, []
    for _ in range(number):
        null = [_two_sided(z) for z in generator.normal(size=10)]
        any_found += min(holm(null)) <= 0.05
        mixed = [_two_sided(z) for z in generator.normal(size=10) + np.repeat([0.0, 3.0], 5)]
        found = np.array(benjamini_hochberg(mixed)) <= 0.05
        shares.append(found[:5].sum() / max(1, found.sum()))
    return any_found / number, float(np.mean(shares))


def _two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def equals(clusters: int, number: int, *, documents: bool, seed: int = 1) -> Iterator[tuple[Lines, Columns, Columns]]:
    """Corpora read by two systems that are equally good: the same documents are hard for both, and each errs alone."""
    generator = np.random.default_rng([seed, clusters, documents, 2])
    for _ in range(number):
        lines = corpus(generator, clusters, documents=documents)
        rates = document_rates(generator, lines, RATE)
        yield lines, edits(generator, lines, rates), edits(generator, lines, rates)


def p_values(test: str, clusters: int, number: int, *, documents: bool = False, seed: int = 1) -> Floats:
    """The p-values of a test where nothing is to be found; of a test on a lattice, spread over its steps.

    A test whose statistic takes few values cannot have uniform p-values; p - u * P(this value), u uniform, must.
    """
    generator = np.random.default_rng([seed, 3])
    return np.array([
        TESTS[test](generator, lines, first, second, place)
        for place, (lines, first, second) in enumerate(equals(clusters, number, documents=documents, seed=seed))
    ])  # fmt: skip


def _values(columns: Columns) -> Floats:
    return CER.values(columns, "count")


def _t(generator: np.random.Generator, lines: Lines, first: Columns, second: Columns, seed: int) -> float:
    return paired_t(_values(first), _values(second)).p_value


def _ranks(generator: np.random.Generator, lines: Lines, first: Columns, second: Columns, seed: int) -> float:
    """By the step that the exact distribution of rank sums has at the statistic; the normal one has none."""
    gaps = _values(second) - _values(first)
    found = wilcoxon(_values(first), _values(second))
    if found.method != "exact":
        return found.p_value
    ranks, _ = ranked(np.abs(gaps[gaps != 0]))
    return found.p_value - generator.random() * (found.p_value - rank_tail(found.statistic - 0.5, ranks))


def _swaps(generator: np.random.Generator, lines: Lines, first: Columns, second: Columns, seed: int) -> float:
    """By the step that the exact distribution has there: both references are equal, so edits are swapped with signs."""
    found = permutation(CER, first, second, clusters=lines.owners, resamples=PERMUTATIONS, seed=seed)
    gaps = np.bincount(lines.owners, second["distance"] - first["distance"]).astype(np.int64)
    return found.p_value - generator.random() * max(at(gaps), 1 / (PERMUTATIONS + 1))


def at(gaps: Integers) -> float:
    """The probability that gaps with random signs have a sum as large as without them, or its negative; exactly."""
    reach = int(np.abs(gaps).sum())
    ways = np.zeros(2 * reach + 1)
    ways[reach] = 1.0
    for gap in np.abs(gaps[gaps != 0]).tolist():
        ways = (np.roll(ways, gap) + np.roll(ways, -gap)) / 2  # the ends are empty until the last gap
    seen = int(gaps.sum())
    return float(ways[reach + seen] + (ways[reach - seen] if seen else 0.0))


def _mean_swaps(generator: np.random.Generator, lines: Lines, first: Columns, second: Columns, seed: int) -> float:
    found = permutation(CER, first, second, clusters=lines.owners, average="macro", resamples=PERMUTATIONS, seed=seed)
    return found.p_value - generator.random() / (PERMUTATIONS + 1)


def _outcomes(generator: np.random.Generator, lines: Lines, first: Columns, second: Columns, seed: int) -> float:
    """By the step that the binomial distribution has at the outcome: exact p less a part of it, mid-p plus or less."""
    right = [np.asarray(side["distance"] == 0) for side in (first, second)]
    found = mcnemar(*right)
    fewer, pairs = int(found.statistic), found.pairs
    step = math.comb(pairs, fewer) / 2**pairs * (1 if 2 * fewer == pairs else 2)
    part = generator.random() - (0.5 if found.method.startswith("mid-p") else 0)
    return found.p_value - step * part


TESTS: dict[str, Callable[[np.random.Generator, Lines, Columns, Columns, int], float]] = {
    "paired t": _t,
    "Wilcoxon signed-rank": _ranks,
    "permutation, micro": _swaps,
    "permutation, macro": _mean_swaps,
    "McNemar": _outcomes,
}
