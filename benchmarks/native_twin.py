"""The compiled twin: the table of what it must show, each ratio from this run."""

from __future__ import annotations

from collections.abc import Callable

import jiwer
import pyarrow as pa
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

import errata
from benchmarks.data import Pair, pairs
from benchmarks.table import ALONE, Bound, Row, best, each
from errata.kernels import native
from errata.metrics.count import PairCounter
from errata.metrics.plan import Plan
from errata.metrics.registry import METRICS, STANDARD
from errata.text.view import View

SUITE = Plan.of(METRICS[name] for name in STANDARD)
WITHOUT_SPLIT = Plan.of(METRICS[name] for name in STANDARD if not METRICS[name].counter.tied)
KEYS = [group.key for group in SUITE.groups]
DISTANCE = ["distance:characters"]
SPLIT = ["edits:characters"]

BATCH = 10_000

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
    found = each(
        lambda: native.count(*columns, KEYS, threads=1),
        lambda: [Levenshtein.distance(*pair) for pair in corpus],
        lambda: native.count(*columns, DISTANCE, threads=1),
        lambda: native.count(*columns, DISTANCE + SPLIT, threads=1),
        lambda: process.cpdist(*columns, scorer=Levenshtein.distance, workers=1),
        rounds=9,
        clock=ALONE,
    )
    suite, loop, alone, split, batch = (seconds / len(corpus) for seconds in found)
    peers, python = (
        seconds / 3000 for seconds in each(lambda: _jiwer(corpus[:3000]), _python(corpus[:3000]), clock=ALONE)
    )
    return [
        Row("whole suite with the splits, 50-character lines", suite, "rapidfuzz distance in a loop", loop, 6),
        Row("the same", suite, "jiwer CER + WER alone", peers, 20, faster=True),
        Row("the same", suite, "the Python kernels without the split", python, 25, faster=True),
        Row("distance alone, lines", alone, "rapidfuzz cpdist, one worker", batch, 1),
        Row("distance and split, lines", split, "rapidfuzz cpdist, one worker", batch, 2.5),
    ]


def _pages(percent: int, bar: float, distance_bar: float) -> list[Row]:
    corpus = pairs(200, 3000, percent / 100)
    columns, hint = _columns(corpus), _hint(corpus)
    found = each(
        lambda: native.count(*columns, KEYS, threads=1),
        lambda: _hinted(corpus),
        lambda: native.count(*columns, DISTANCE, threads=1),
        lambda: native.count(*columns, DISTANCE + SPLIT, threads=1),
        lambda: process.cpdist(*columns, scorer=Levenshtein.distance, score_hint=hint, workers=1),
        rounds=7,
        clock=ALONE,
    )
    suite, hinted, alone, split, batch = (seconds / len(corpus) for seconds in found)
    peers, python = (
        seconds / 60 for seconds in each(lambda: _jiwer(corpus[:60]), _python(corpus[:60]), rounds=3, clock=ALONE)
    )
    name = f"3,000-character pages at {percent} %"
    rows = [
        Row(f"whole suite with the splits, {name}", suite, "rapidfuzz distance, best hint", hinted, bar),
        Row(f"the same, {percent} %", suite, "jiwer CER + WER alone", peers, 8, faster=True),
        Row(f"distance alone, pages at {percent} %", alone, "rapidfuzz cpdist, best hint", batch, distance_bar),
        Row(f"distance and split, pages at {percent} %", split, "the same", batch, 1),
    ]
    if percent == 10:
        rows.append(
            Row("whole suite, pages at 10 %", suite, "the Python kernels without the split", python, 9, faster=True)
        )
    return rows


def _long() -> list[Row]:
    corpus = pairs(1, 300_000, 0.05)
    reference, hypothesis = corpus[0]
    columns = _columns(corpus)
    hint = int(Levenshtein.distance(reference, hypothesis, score_hint=30_000) * 1.2)
    ours, theirs = each(
        lambda: native.count(*columns, DISTANCE + SPLIT, threads=1),
        lambda: Levenshtein.editops(reference, hypothesis, score_hint=hint),
        rounds=3,
        clock=ALONE,
    )
    name = "CER of a 300,000-character pair at 5 %, with its split"
    return [Row(name, ours, "rapidfuzz editops, hinted", theirs, 1.3, faster=True)]


def _threads() -> list[Row]:
    """Arrow columns, as a corpus is read; in batches, as it is counted."""
    rows = []
    for name, corpus in (("lines", pairs(32_768, 50, 0.1)), ("pages", pairs(400, 3000, 0.1))):
        columns = [pa.array(texts) for texts in _columns(corpus)]
        two, one = each(
            lambda columns=columns: native.count(*columns, KEYS, threads=2),
            lambda columns=columns: native.count(*columns, KEYS, threads=1),
            rounds=15,
        )
        work = f"whole suite on 2 threads, {name}"
        rows.append(Row(work, two / len(corpus), "1 thread", one / len(corpus), 1.9, faster=True))
    return rows


def _pair() -> list[Bound]:
    reference, hypothesis = pairs(1, 50, 0.1)[0]
    found = each(
        lambda: [errata.cer(reference, hypothesis) for _ in range(20_000)],
        lambda: [Levenshtein.distance(reference, hypothesis) for _ in range(20_000)],
        rounds=9,
        clock=ALONE,
    )
    ours, theirs = (seconds / 20_000 for seconds in found)
    return [Bound("errata.cer of one 50-character pair, over rapidfuzz's own call", (ours - theirs) * 1e6, "µs", 1.5)]


def _graphemes() -> list[Bound]:
    found = []
    for script, least in (("devanagari", 100_000), ("latin", 500_000)):
        columns = _columns(pairs(10_000, 60, 0.05, script))
        view = View(unit="grapheme")
        seconds = best(
            lambda columns=columns, view=view: native.count(*columns, DISTANCE, unit=view.unit, threads=1), clock=ALONE
        )
        found.append(
            Bound(f"grapheme CER of {script} lines, one core", seconds / 10_000 * 1e6, "µs a line", 1e6 / least)
        )
    return found


def _growth() -> list[Row]:
    """Time a pair at 10^3 to 10^7 pairs, and time a page at 1,000 to 30,000 characters, each beside the smallest."""
    columns = _columns(pairs(1000, 50, 0.1) * 100)
    first = _time(_columns(pairs(1000, 50, 0.1)), rounds=15)
    found = []
    for power in (4, 5, 6, 7):
        seconds = best(lambda power=power: _in_batches(columns, 10**power), 2 if power > 5 else 5, clock=ALONE)
        found.append(Row(f"10^{power} lines, a line", seconds / 10**power, "10^3 lines", first, 1.3))
    base = _time(_columns(pairs(60, 1000, 0.1)))
    for size, number in ((3000, 30), (10_000, 10), (30_000, 4)):
        ours = _time(_columns(pairs(number, size, 0.1)))
        found.append(Row(f"a page of {size:,} characters", ours, "one of 1,000", base, (size / 1000) ** 2))
    return found


def _in_batches(columns: Columns, number: int) -> None:
    """Count `number` pairs, the same ones over and over, as a corpus is: some at a time."""
    for start in range(0, number, BATCH):
        first = start % len(columns[0])
        size = min(BATCH, number - start)
        native.count(columns[0][first : first + size], columns[1][first : first + size], KEYS, threads=1)


def _columns(corpus: list[Pair]) -> Columns:
    return [reference for reference, _ in corpus], [hypothesis for _, hypothesis in corpus]


def _time(columns: Columns, rounds: int = 5) -> float:
    return best(lambda: native.count(*columns, KEYS, threads=1), rounds, clock=ALONE) / len(columns[0])


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
