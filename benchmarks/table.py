"""One measured ratio, how to time it, and how a table of them is written."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}  # processes start from byte code, as they do where errata is installed


@dataclass(frozen=True, slots=True)
class Row:
    """Our work beside a peer's, both timed in this run; the goal bounds ours / peer's (or peer's / ours)."""

    work: str
    ours: float
    peer: str
    theirs: float
    goal: float
    faster: bool = False  # the goal is how many times faster we are, not how many times longer we take

    @property
    def ratio(self) -> float:
        """The measured ratio, in the direction of the goal."""
        return self.theirs / self.ours if self.faster else self.ours / self.theirs

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.ratio >= self.goal if self.faster else self.ratio <= self.goal


@dataclass(frozen=True, slots=True)
class Bound:
    """A quantity that has no peer, only a bound."""

    work: str
    value: float
    unit: str
    most: float

    @property
    def met(self) -> bool:
        """Whether the quantity stays below its bound."""
        return self.value <= self.most


Clock = Callable[[], float]

ALONE: Clock = time.process_time  # for works of one thread: all processor time, whoever else wants the processor


def best(work: Callable[[], object], repeat: int = 5, *, clock: Clock = time.perf_counter) -> float:
    """The shortest of several runs, in seconds."""
    return each(work, rounds=repeat, clock=clock)[0]


def each(*works: Callable[[], object], rounds: int = 5, clock: Clock = time.perf_counter) -> list[float]:
    """The shortest time of each work in seconds; they take turns, so that what else the machine does hits all alike."""
    times: list[list[float]] = [[] for _ in works]
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for found, work in zip(times, works, strict=True):
                start = clock()
                work()
                found.append(clock() - start)
    finally:
        gc.enable()
    return list(map(min, times))


def markdown(title: str, rows: Sequence[Row | Bound]) -> str:
    """The rows as a section of RESULTS.md."""
    lines = [f"## {title}", "", "| work | ours | against | theirs | ratio | goal | |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        mark = "met" if row.met else "**missed**"
        if isinstance(row, Bound):
            lines.append(
                f"| {row.work} | {row.value:.4g} {row.unit} | | | | at most {row.most:g} {row.unit} | {mark} |"
            )
            continue
        word = "times faster" if row.faster else "times as long"
        goal = f"at least {row.goal:g}" if row.faster else f"at most {row.goal:g}"
        ratio = f"{row.ratio:.2f} {word}"
        lines.append(
            f"| {row.work} | {_time(row.ours)} | {row.peer} | {_time(row.theirs)} | {ratio} | {goal} | {mark} |"
        )
    return "\n".join(lines) + "\n"


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
