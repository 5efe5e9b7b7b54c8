"""The compiled twin: the table of what it must show, each ratio from this run."""

from __future__ import annotations

import timeit
from collections.abc import Callable

import jiwer
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

import errata
from benchmarks.data import Pair, pairs
from benchmarks.table import Bound, Row, best
from errata.kernels import native
from errata.metrics.count import PairCounter
from errata.metrics.plan import Plan
from errata.metrics.registry import METRICS, STANDARD
from errata.text.view import View

SUITE = Plan.of(METRICS[name] for name in STANDARD)
WITHOUT_SPLIT = Plan.of(METRICS[name] for name in STANDARD if not METRICS[name].counter.tied)
DISTANCE = ["distance:characters"]
SPLIT = ["edits:characters"]

Columns = tuple[list[str], list[str]]


def rows() -> list[Row | Bound]:
    """Every row of this section."""
    found: list[Row | Bound] = [*_lines()]
    for percent, bar, distance_bar in ((2, 2.5, 1.0), (10, 2.5, 1.0), (40, 2.0, 1.0)):
        found += _pages(percent, bar, distance_bar)
    return [*found, *_long(), *_threads(), *_pair(), *_graphemes(), *_growth()]


def _lines() -> list[Row]:
    corpus = pairs(20_000, 50, 0.1)
    columns = _columns(corpus)
    suite = _time(columns, [group.key for group in SUITE.groups])
    loop = best(lambda: [Levenshtein.distance(*pair) for pair in corpus]) / len(corpus)
    peers = best(lambda: _jiwer(corpus[:5000]), 3) / 5000
    python = best(_python(corpus[:3000]), 3) / 3000
    batch = best(lambda: process.cpdist(*columns, scorer=Levenshtein.distance, workers=1)) / len(corpus)
    return [
        Row("whole suite with the splits, 50-character lines", suite, "rapidfuzz distance in a loop", loop, 6),
        Row("the same", suite, "jiwer CER + WER alone", peers, 20, faster=True),
        Row("the same", suite, "the Python kernels without the split", python, 25, faster=True),
        Row("distance alone, lines", _time(columns, DISTANCE), "rapidfuzz cpdist, one worker", batch, 1),
        Row("distance and split, lines", _time(columns, DISTANCE + SPLIT), "rapidfuzz cpdist, one worker", batch, 2.5),
    ]


def _pages(percent: int, bar: float, distance_bar: float) -> list[Row]:
    corpus = pairs(200, 3000, percent / 100)
    columns = _columns(corpus)
    suite = _time(columns, [group.key for group in SUITE.groups])
    peer = best(lambda: _hinted(corpus)) / len(corpus)
    hint = _hint(corpus)
    batch = best(lambda: process.cpdist(*columns, scorer=Levenshtein.distance, score_hint=hint, workers=1)) / len(
        corpus
    )
    name = f"3,000-character pages at {percent} %"
    found = [
        Row(f"whole suite with the splits, {name}", suite, "rapidfuzz distance, best hint", peer, bar),
        Row(f"the same, {percent} %", suite, "jiwer CER + WER alone", best(lambda: _jiwer(corpus), 2) / len(corpus), 8,
            faster=True),
        Row(f"distance alone, pages at {percent} %", _time(columns, DISTANCE), "rapidfuzz cpdist, best hint", batch,
            distance_bar),
        Row(f"distance and split, pages at {percent} %", _time(columns, DISTANCE + SPLIT), "the same", batch, 1),
    ]  # fmt: skip
    if percent == 10:
        python = best(_python(corpus[:60]), 3) / 60
        found.append(
            Row("whole suite, pages at 10 %", suite, "the Python kernels without the split", python, 9, faster=True)
        )
    return found


def _long() -> list[Row]:
    corpus = pairs(1, 300_000, 0.05)
    reference, hypothesis = corpus[0]
    hint = int(Levenshtein.distance(reference, hypothesis, score_hint=30_000) * 1.2)
    theirs = best(lambda: Levenshtein.editops(reference, hypothesis, score_hint=hint), 3)
    name = "CER of a 300,000-character pair at 5 %, with its split"
    ours = best(lambda: native.count(*_columns(corpus), DISTANCE + SPLIT, threads=1), 3)
    return [Row(name, ours, "rapidfuzz editops, hinted", theirs, 1.3, faster=True)]


def _threads() -> list[Row]:
    found = []
    for name, columns in (("lines", _columns(pairs(100_000, 50, 0.1))), ("pages", _columns(pairs(400, 3000, 0.1)))):
        groups = [group.key for group in SUITE.groups]
        two = _time(columns, groups, threads=2)
        found.append(
            Row(f"whole suite on 2 threads, {name}", two, "1 thread", _time(columns, groups), 1.9, faster=True)
        )
    return found


def _pair() -> list[Bound]:
    reference, hypothesis = pairs(1, 50, 0.1)[0]
    ours = min(timeit.repeat(lambda: errata.cer(reference, hypothesis), number=20_000, repeat=7)) / 20_000
    theirs = min(timeit.repeat(lambda: Levenshtein.distance(reference, hypothesis), number=20_000, repeat=7)) / 20_000
    return [Bound("errata.cer of one 50-character pair, over rapidfuzz's own call", (ours - theirs) * 1e6, "µs", 1.5)]


def _graphemes() -> list[Bound]:
    found = []
    for script, least in (("devanagari", 100_000), ("latin", 500_000)):
        columns = _columns(pairs(10_000, 60, 0.05, script))
        view = View(unit="grapheme")
        seconds = best(lambda columns=columns, view=view: native.count(*columns, DISTANCE, unit=view.unit, threads=1))
        found.append(
            Bound(f"grapheme CER of {script} lines, one core", seconds / 10_000 * 1e6, "µs a line", 1e6 / least)
        )
    return found


def _growth() -> list[Row]:
    """Time a pair at 10^3 to 10^6 pairs, and time a page at 1,000 to 30,000 characters, each beside the smallest."""
    known = pairs(1000, 50, 0.1)
    groups = [group.key for group in SUITE.groups]
    first = _time(_columns(known), groups)
    found = []
    for power in (4, 5, 6):
        columns = _columns(known * 10 ** (power - 3))
        found.append(Row(f"10^{power} lines, a line", _time(columns, groups, repeat=2), "10^3 lines", first, 1.3))
    base = _time(_columns(pairs(60, 1000, 0.1)), groups)
    for size, number in ((3000, 30), (10_000, 10), (30_000, 4)):
        ours = _time(_columns(pairs(number, size, 0.1)), groups, repeat=3)
        found.append(Row(f"a page of {size:,} characters", ours, "one of 1,000", base, (size / 1000) ** 2))
    return found


def _columns(corpus: list[Pair]) -> Columns:
    return [reference for reference, _ in corpus], [hypothesis for _, hypothesis in corpus]


def _time(columns: Columns, groups: list[str], threads: int = 1, repeat: int = 5) -> float:
    return best(lambda: native.count(*columns, groups, threads=threads), repeat) / len(columns[0])


def _python(corpus: list[Pair]) -> Callable[[], None]:
    counter = PairCounter(WITHOUT_SPLIT)

    def work() -> None:
        for reference, hypothesis in corpus:
            counter(reference, hypothesis)

    return work


def _hint(corpus: list[Pair]) -> int:
    return int(1.3 * sum(Levenshtein.distance(*pair) for pair in corpus[:20]) / 20)


def _hinted(corpus: list[Pair]) -> None:
    hint = _hint(corpus)
    for reference, hypothesis in corpus:
        Levenshtein.distance(reference, hypothesis, score_hint=hint)


def _jiwer(corpus: list[Pair]) -> None:
    for reference, hypothesis in corpus:
        jiwer.cer(reference, hypothesis)
        jiwer.wer(reference, hypothesis)
