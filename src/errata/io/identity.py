"""Ids that are used twice, found among millions in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LIMIT = 10_000_000  # ids that are remembered, at 24 bytes each
LONGEST = 1 << 20  # runs that long are not merged, which bounds the copies of a merge
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
        for earlier in self._runs:
            found.update(_in_both(run, earlier))
        for place in _repeated(run.high):
            _find_inside(run, place, found)
        self._add(run, found)
        return {int(run.numbers[place]) - start: first for place, first in found.items()}

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
    return _sorted(Run(high, low, numbers))


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
