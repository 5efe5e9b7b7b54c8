"""The Python kernels: the whole suite, raw and normalised, beside rapidfuzz, jiwer and the textbook."""

from __future__ import annotations

import jiwer
from rapidfuzz.distance import Levenshtein

from benchmarks.data import Pair, pairs
from benchmarks.table import ALONE, Row, each
from errata.metrics.count import PairCounter
from errata.metrics.plan import Plan
from errata.metrics.registry import METRICS, STANDARD

# The bars are stated for a machine where rapidfuzz takes 0.21 µs a line and, hinted, 54 µs a page.
LINE, PAGE = 0.21e-6, 54e-6


def rows() -> list[Row]:
    """Every row of this section."""
    lines, pages = pairs(2000, 50, 0.1), pairs(40, 3000, 0.1)
    whole = [METRICS[name] for name in STANDARD]
    without_split = [metric for metric in whole if not metric.counter.tied]
    found = []
    for name, corpus, unit, bars in (
        ("50-character line", lines, LINE, (45e-6, 75e-6)),
        ("3,000-character page, 10 % errors", pages, PAGE, (1.2e-3, 7e-3)),
    ):
        counters = PairCounter(Plan.of(without_split)), PairCounter(Plan.of(whole))
        times = each(
            lambda corpus=corpus: _hinted(corpus),
            lambda corpus=corpus: _jiwer(corpus),
            *(lambda corpus=corpus, counter=counter: _count(corpus, counter) for counter in counters),
            clock=ALONE,
        )
        hinted, peer, without, with_split = (seconds / len(corpus) for seconds in times)
        found += [
            Row(f"whole suite {kind}, {name}", ours, "rapidfuzz distance, hinted", hinted, bar / unit)
            for kind, ours, bar in (("without the split", without, bars[0]), ("with the split", with_split, bars[1]))
        ]
        found.append(Row(f"the same, {name}", with_split, "jiwer CER + WER alone", peer, 10))
    sample = pairs(3, 300, 0.1)
    times = each(
        lambda: [METRICS["cer"].counter.kernel(*pair) for pair in sample * 100],
        lambda: [textbook(*pair) for pair in sample],
        rounds=5,
        clock=ALONE,
    )
    ours, theirs = times[0] / 100 / len(sample), times[1] / len(sample)
    found.append(Row("distance, 300 characters", ours, "textbook table in Python", theirs, 1000, faster=True))
    return found


def _count(corpus: list[Pair], counter: PairCounter) -> None:
    for reference, hypothesis in corpus:
        counter(reference, hypothesis)


def _hinted(corpus: list[Pair]) -> None:
    for reference, hypothesis in corpus:
        if len(reference) > 64:
            Levenshtein.distance(reference, hypothesis, score_hint=int(0.13 * len(reference)))
        else:
            Levenshtein.distance(reference, hypothesis)


def _jiwer(corpus: list[Pair]) -> None:
    for reference, hypothesis in corpus:
        jiwer.cer(reference, hypothesis)
        jiwer.wer(reference, hypothesis)


def textbook(reference: str, hypothesis: str) -> int:
    """Levenshtein distance by the full table, as documents print it."""
    row = list(range(len(hypothesis) + 1))
    for i, ours in enumerate(reference, 1):
        previous, row[0] = row[0], i
        for j, theirs in enumerate(hypothesis, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (ours != theirs))
    return row[-1]
