"""Ids that are used twice, found among millions in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Run = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]

LIMIT = 10_000_000  # ids that are remembered, at 24 bytes each
RECENT = 1 << 16
LONGEST = 1 << 20  # runs that long are not merged, which bounds the copies of a merge
SECOND = "\0"  # what makes the second hash another one

first_hash = hash


class Identities:
    """The ids of the samples read so far: the latest as they are, the others as 16 bytes and a number in sorted runs.

    The bytes are two of Python's own 64-bit hashes, keyed anew in every process: two different ids among ten million
    have the same with a chance of 1 in 10^24, none in practice. After `limit` ids nothing more is remembered, so only
    repetitions of the first ones are found; `full` says so.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._recent: dict[str, int] = {}
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
        positions = [position for position, key in enumerate(ids) if key is not None]
        keys = [key for key in ids if key is not None]
        found = self._earlier(keys, [start + position for position in positions])
        return {positions[place]: first for place, first in found.items()}

    def _earlier(self, ids: list[str], numbers: list[int]) -> dict[int, int]:
        found = dict(self._in_runs(ids))
        if not found and self._all_new(ids):
            self._recent.update(zip(ids, numbers, strict=True))
            self._size += len(ids)
        else:
            self._add_each(ids, numbers, found)
        if len(self._recent) >= RECENT:
            self._flush()
        return found

    def _all_new(self, ids: list[str]) -> bool:
        room = self._size + len(ids) <= self._limit
        return room and len(set(ids)) == len(ids) and self._recent.keys().isdisjoint(ids)

    def _add_each(self, ids: list[str], numbers: list[int], found: dict[int, int]) -> None:
        for position, (key, number) in enumerate(zip(ids, numbers, strict=True)):
            if position in found:
                continue
            first = self._recent.get(key)
            if first is not None:
                found[position] = first
            elif not self.full:
                self._recent[key] = number
                self._size += 1

    def _in_runs(self, ids: list[str]) -> Iterator[tuple[int, int]]:
        if not self._runs:
            return
        import numpy as np

        high, low = _halves(ids)
        for run_high, run_low, numbers in self._runs:
            places = np.searchsorted(run_high, high)
            inside = np.minimum(places, len(run_high) - 1)
            for position in np.flatnonzero(run_high[inside] == high):
                place = int(places[position])
                while place < len(run_high) and run_high[place] == high[position]:
                    if run_low[place] == low[position]:
                        yield int(position), int(numbers[place])
                    place += 1

    def _flush(self) -> None:
        import numpy as np

        high, low = _halves(list(self._recent))
        self._runs.append(_sorted(high, low, np.fromiter(self._recent.values(), np.int64, len(self._recent))))
        self._recent = {}
        while len(self._runs) > 1 and _mergeable(len(self._runs[-2][0]), len(self._runs[-1][0])):
            newer, older = self._runs.pop(), self._runs.pop()
            self._runs.append(_sorted(*(np.concatenate(parts) for parts in zip(older, newer, strict=True))))


def _mergeable(older: int, newer: int) -> bool:
    return older <= 2 * newer and older + newer <= LONGEST


def _halves(ids: list[str]) -> tuple[Any, Any]:
    import numpy as np

    high = np.fromiter(map(first_hash, ids), np.int64, len(ids))
    low = np.fromiter([hash(key + SECOND) for key in ids], np.int64, len(ids))
    return high, low


def _sorted(high: Any, low: Any, numbers: Any) -> Run:
    import numpy as np

    order = np.argsort(high, kind="stable")
    return high[order], low[order], numbers[order]
