"""Check intervals and tests on corpora whose truth is known, and write calibration.md: `make calibrate`.

`python -m benchmarks.calibration --corpora 200` is a quick look that writes nothing; what is published takes 2,000.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks import simulated
from benchmarks.simulated import KINDS, TESTS
from errata.stats.correction import holm

RESULTS = Path(__file__).parent / "calibration.md"
CORPORA = 2000
SIZES = (5, 10, 30, 100, 1000)
METHODS = ("percentile", "bca", "studentised", "poisson")
WANTED = 0.93, 0.97  # from this many clusters up:
ENOUGH = 30
LEVEL = 0.01  # at which a Kolmogorov-Smirnov test calls p-values not uniform, after Holm's correction

HEAD = """# Calibration

Written by `make calibrate`, from {corpora:,} simulated corpora for each number. The corpora are those of
[simulated.py](simulated.py): documents are easy or hard (a beta distribution whose standard deviation is about its
mean), their lines vary around them, and lengths have a long tail. The true numbers are known exactly.

Chance moves each share of {corpora:,} intervals that hold the truth by a standard error of {error:.1f} points.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A section: its title, what it says, its head, and its rows."""

    title: str
    text: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """The section as Markdown."""
        lines = [
            f"## {self.title}",
            "",
            self.text.strip(),
            "",
            f"| {' | '.join(self.head)} |",
            "|---" * len(self.head) + "|",
        ]
        return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in self.rows), ""])


class Pool:
    """Work on every core, in the order in which it was asked for."""

    def __init__(self, corpora: int) -> None:
        self.corpora = corpora
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the workers are the threads
        self._workers = ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn"))

    def ask(self, work: Callable[..., Any], *arguments: object, **options: object) -> Future[Any]:
        """Start a piece of work."""
        return self._workers.submit(work, *arguments, **options)


def coverage(kind: str, size: int, number: int, method: str, *, documents: bool, whole: bool) -> float:
    """The coverage of one kind of interval, by the kind's name."""
    found = next(one for one in KINDS if one.name == kind)
    return simulated.coverage(found, size, number, method, documents=documents, whole=whole)


def uniform(test: str, size: int, number: int, *, documents: bool) -> tuple[float, float]:
    """The p-value of Kolmogorov and Smirnov's test that p-values are uniform, and the share of them below 5 %."""
    from scipy.stats import kstest

    values = simulated.p_values(test, size, number, documents=documents)
    return float(kstest(values, "uniform").pvalue), float((values < 0.05).mean())


def main() -> int:
    """Write all tables; 1 where a number lies outside of what is promised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=int, default=CORPORA)
    pool = Pool(parser.parse_args().corpora)
    tables = [start(pool) for start in (defaults, methods, lines_instead, gaps, tests, power, corrections)]
    found = [table for finish in tables for table in [finish()]]
    error = 100 * (0.95 * 0.05 / pool.corpora) ** 0.5
    text = "\n".join([HEAD.format(corpora=pool.corpora, error=error), *(table.markdown() for table in found)])
    print(text)
    if pool.corpora >= CORPORA:
        RESULTS.write_text(text, "utf-8")
    return int("**" in text)


def defaults(pool: Pool) -> Callable[[], Table]:
    """The coverage of the default method."""
    asked = {
        (size, documents, kind.name): pool.ask(
            coverage, kind.name, size, pool.corpora, "auto", documents=documents, whole=True
        )
        for size in SIZES
        for documents in (True, False)
        for kind in KINDS
    }

    def finish() -> Table:
        rows = [
            [f"{size:,} {'documents' if documents else 'lines'}",
             *(_share(asked[size, documents, kind.name].result(), size) for kind in KINDS)]
            for documents in (True, False) for size in SIZES
        ]  # fmt: skip
        text = (
            "How often the default 95 % interval of `errata score`, `compare` and `Result.interval` holds the true"
            " value. Promised: 93 to 97 % from 30 clusters up. With fewer clusters every report warns."
        )
        return Table("Intervals: the default method", text, ("clusters", *(kind.name for kind in KINDS)), rows)

    return finish


def methods(pool: Pool) -> Callable[[], Table]:
    """The coverage of every method on documents."""
    shown = [kind for kind in KINDS if kind.name in ("CER, micro", "F1, micro")]
    asked = {
        (size, kind.name, method): pool.ask(coverage, kind.name, size, pool.corpora, method, documents=True, whole=True)
        for size in SIZES
        for kind in shown
        for method in METHODS
    }

    def finish() -> Table:
        rows = [
            [
                kind.name,
                f"{size:,} documents",
                *(f"{100 * asked[size, kind.name, method].result():.1f} %" for method in METHODS),
            ]
            for kind in shown
            for size in SIZES
        ]
        text = "The same for each method, on documents. It is why the default is what it is."
        return Table("Intervals: the methods", text, ("number", "clusters", *METHODS), rows)

    return finish


def lines_instead(pool: Pool) -> Callable[[], Table]:
    """What becomes of the coverage when lines of documents are resampled as if they were independent."""
    asked = {
        size: pool.ask(coverage, "CER, micro", size, pool.corpora, "auto", documents=True, whole=False)
        for size in (10, 30, 100)
    }

    def finish() -> Table:
        rows = [[f"{size:,} documents", f"{100 * found.result():.1f} %"] for size, found in asked.items()]
        text = (
            f"The same corpora, {simulated.LINES} lines a document, with the lines resampled one by one: the intervals"
            " are far too narrow. `--cluster document`, the default where samples have that fact, prevents this."
        )
        return Table("Intervals: lines instead of documents", text, ("clusters", "CER, micro"), rows)

    return finish


def gaps(pool: Pool) -> Callable[[], Table]:
    """The coverage of the gap between two groups."""
    asked = {size: pool.ask(simulated.gap_coverage, size, pool.corpora) for size in (10, 30, 100)}

    def finish() -> Table:
        rows = [[f"{size:,} documents each", f"{100 * found.result():.1f} %"] for size, found in asked.items()]
        text = (
            "Two groups of documents, one with twice the error rate of the other: how often the interval of the gap,"
            " `worst - best` of `--by`, holds the true one. The two groups are picked by the"
            " data, so nothing is promised."
        )
        return Table("Intervals: the gap between two groups", text, ("groups of", "CER, worst - best"), rows)

    return finish


def tests(pool: Pool) -> Callable[[], Table]:
    """Whether p-values are uniform where nothing is to be found."""
    asked = {
        (test, size, documents): pool.ask(uniform, test, size, pool.corpora, documents=documents)
        for test, documents in _tested()
        for size in (30, 100, 1000)
    }

    def finish() -> Table:
        found = [future.result() for future in asked.values()]
        uneven = [p < LEVEL for p in holm([fits for fits, _ in found])]
        rows = [
            [
                test,
                f"{size:,} {'documents' if documents else 'lines'}",
                f"**{fits:.4f}**" if wrong else f"{fits:.3f}",
                f"{100 * below:.1f} %",
            ]
            for (test, size, documents), (fits, below), wrong in zip(asked, found, uneven, strict=True)
        ]
        text = (
            "Two equally good systems on the same lines: p-values must be uniform, and 5 % of them below 0.05. The"
            " third column is the p-value of a Kolmogorov-Smirnov test of that; it would be marked if all of them"
            f" together (Holm) spoke against it at the level {LEVEL:g}. Tests whose statistic takes few values only are"
            " judged by p-values spread evenly over their steps."
        )
        return Table("Tests", text, ("test", "corpora of", "uniform (KS)", "p < 0.05"), rows)

    return finish


def power(pool: Pool) -> Callable[[], Table]:
    """Whether a difference is found as often as `errata power` says."""
    asked = {share: pool.ask(simulated.power_found, share, pool.corpora) for share in (0.5, 0.8, 0.9)}

    def finish() -> Table:
        rows = []
        for share, future in asked.items():
            needed, found = future.result()
            shown = f"{100 * found:.1f} %"
            rows.append([f"{share:.0%}", f"{needed:,}", shown if abs(found - share) <= 0.05 else f"**{shown}**"])
        text = (
            "The lines that `errata power` asks for to find a difference of one percentage point, and how often the"
            " permutation test finds it on so many. Promised: within 5 points."
        )
        return Table("Power", text, ("wanted", "lines needed", "found"), rows)

    return finish


def corrections(pool: Pool) -> Callable[[], Table]:
    """What the corrections for many tests promise."""
    asked = pool.ask(simulated.false_findings, pool.corpora)

    def finish() -> Table:
        family, false = asked.result()
        rows = [["Holm: any false finding among ten tests", f"{100 * family:.1f} %"],
                ["Benjamini-Hochberg: false ones among the findings", f"{100 * false:.1f} %"]]  # fmt: skip
        return Table("Many tests at once", "Promised: 5 % at most.", ("correction", "measured"), rows)

    return finish


def _tested() -> Iterator[tuple[str, bool]]:
    for test in TESTS:
        yield test, False
        if test.startswith("permutation"):
            yield test, True


def _share(value: float, size: int) -> str:
    shown = f"{100 * value:.1f} %"
    return f"**{shown}**" if size >= ENOUGH and not WANTED[0] <= value <= WANTED[1] else shown


if __name__ == "__main__":
    raise SystemExit(main())
