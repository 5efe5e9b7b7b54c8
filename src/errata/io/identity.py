"""Ids that are used twice, found among millions in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LIMIT = 10_000_000  # ids that are remembered, at 24 bytes each and at most 64 MiB of marks
LONGEST = 1 << 18  # runs that long are not merged, which bounds the copies of a merge
MARKS = 1 << 16, 1 << 26  # the least and the most places of marks; there are eight for each id while there is room
SECOND = "\0"  # what makes the second hash another one

first_hash = hash


class Run(NamedTuple):
    """Ids by their first hash: both hashes, and the number of the sample that used each first."""

    high: NDArray[np.int64]
    low: NDArray[np.int64]
    numbers: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.high)

    def taken(self, places: NDArray[np.intp] | NDArray[np.bool_]) -> Run:
        """The ids at these places, in the order given."""
        return Run(self.high[places], self.low[places], self.numbers[places])


class Identities:
    """The ids of the samples read so far, as 16 bytes and a number each, in sorted runs.

    The bytes are two of Python's own 64-bit hashes, keyed anew in every process: two different ids among ten million
    have the same with a chance of 1 in 10^24, none in practice. After `limit` ids nothing more is remembered, so only
    repetitions of the first ones are found; `full` says so.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._runs: list[Run] = []
        self._size = 0
        self._marks: NDArray[np.bool_] | None = None

    @property
    def full(self) -> bool:
        """Whether there were more ids than are remembered."""
        return self._size >= self._limit

    def remember(self, ids: Sequence[str | None], start: int) -> dict[int, int]:
        """Add the ids of the samples from number `start` on; None is no id.

        For each position whose id was used before: the number of the sample that used it first.
        """
        run = _run(ids, start)
        found: dict[int, int] = {}
        known = self._marked(run)
        for earlier in self._runs if len(known) else ():
            found.update((int(known[at]), number) for at, number in _in_both(run.taken(known), earlier))
        for place in _repeated(run.high):
            _find_inside(run, place, found)
        self._add(run, found)
        return {int(run.numbers[place]) - start: first for place, first in found.items()}

    def _marked(self, run: Run) -> NDArray[np.intp]:
        """The places in a run of ids whose mark is set, as it is by every id remembered and by few others."""
        import numpy as np

        if self._marks is None or len(self._marks) < min(8 * self._size, MARKS[1]):
            self._marks = np.zeros(MARKS[0] if self._marks is None else 2 * len(self._marks), dtype=bool)
            for earlier in self._runs:
                self._marks[earlier.high & (len(self._marks) - 1)] = True
        marks = run.high & (len(self._marks) - 1)
        known = np.flatnonzero(self._marks[marks])
        self._marks[marks] = True
        return known

    def _add(self, run: Run, found: dict[int, int]) -> None:
        import numpy as np

        if found:
            run = run.taken(np.setdiff1d(np.arange(len(run)), list(found)))
        room = self._limit - self._size
        if len(run) > room:
            run = run.taken(run.numbers < np.sort(run.numbers)[room])
        if not len(run):
            return
        self._size += len(run)
        self._runs.append(run)
        while len(self._runs) > 1 and _mergeable(*map(len, self._runs[-2:])):
            newer, older = self._runs.pop(), self._runs.pop()
            self._runs.append(_sorted(Run(*map(np.concatenate, zip(older, newer, strict=True)))))


def _run(ids: Sequence[str | None], start: int) -> Run:
    import numpy as np

    numbers = np.arange(start, start + len(ids))
    if None in ids:
        numbers = numbers[[key is not None for key in ids]]
        ids = [key for key in ids if key is not None]
    high = np.fromiter(map(first_hash, ids), np.int64, len(numbers))
    low = np.fromiter(map(hash, map(SECOND.__add__, ids)), np.int64, len(numbers))  # type: ignore[arg-type]
    run = Run(high, low, numbers)
    quick = run.taken(np.argsort(high))  # in vector registers, but equal hashes in any order
    return _sorted(run) if _repeated(quick.high) else quick


def _sorted(run: Run) -> Run:
    import numpy as np

    return run.taken(np.argsort(run.high, kind="stable"))


def _mergeable(older: int, newer: int) -> bool:
    return older <= 2 * newer and older + newer <= LONGEST


def _in_both(run: Run, earlier: Run) -> Iterator[tuple[int, int]]:
    """The places of a run whose ids an earlier run has, too, and the numbers there."""
    import numpy as np

    places = np.searchsorted(earlier.high, run.high)
    inside = np.minimum(places, len(earlier) - 1)
    for at in np.flatnonzero(earlier.high[inside] == run.high).tolist():
        place = int(places[at])
        while place < len(earlier) and earlier.high[place] == run.high[at]:
            if earlier.low[place] == run.low[at]:
                yield at, int(earlier.numbers[place])
            place += 1


def _repeated(high: NDArray[np.int64]) -> list[int]:
    import numpy as np

    return [at + 1 for at in np.flatnonzero(high[1:] == high[:-1]).tolist()]


def _find_inside(run: Run, place: int, found: dict[int, int]) -> None:
    """Find an id earlier in its own run, if it is there."""
    before = place - 1
    while before >= 0 and run.high[before] == run.high[place]:
        if run.low[before] == run.low[place]:
            found.setdefault(place, found.get(before, int(run.numbers[before])))
            return
        before -= 1
