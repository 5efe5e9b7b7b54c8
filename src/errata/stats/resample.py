"""Resampling clusters: how often each is drawn, and the sums that the draws give. All from a seed, bit for bit."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Keys = NDArray[np.uint64]

CELLS = 1 << 21  # weights in memory at once
POISSON = (0.36787944117144233, 0.36787944117144233, 0.18393972058572117, 0.06131324019524039, 0.015328310048810098,
           0.0030656620097620196, 0.0005109436682936699, 7.299195261338141e-05, 9.123994076672677e-06,
           1.0137771196302974e-06)  # of 0, 1, 2 ... events where one is expected  # fmt: skip


def weights(size: int, draws: int, seed: int) -> Iterator[Floats]:
    """How often each of `size` clusters stands in each draw with replacement, some draws at a time.

    The raw stream of a bit generator is the one stream that NumPy promises never to change.
    """
    import numpy as np

    at_once = max(1, CELLS // max(size, 1))
    for number, start in enumerate(range(0, draws, at_once)):
        rows = min(at_once, draws - start)
        raw = np.random.SFC64([seed, number]).random_raw((rows * size + 1) // 2)
        places = raw.view(np.uint32)[: rows * size].astype(np.uint64).reshape(rows, size)
        places *= np.uint64(size)
        places >>= np.uint64(32)
        places += np.arange(rows, dtype=np.uint64)[:, None] * np.uint64(size)
        counts = np.bincount(places.view(np.int64).ravel(), minlength=rows * size)
        del raw, places
        yield counts.reshape(rows, size).astype(np.float64)


def poisson_weights(keys: Keys, first: int, draws: int, seed: int) -> Floats:
    """How often each cluster stands in the draws from number `first` on, from nothing but its key, draw and seed."""
    import numpy as np

    numbers = np.arange(first, first + draws, dtype=np.uint64)
    streams = mixed(numbers + mixed(np.array([seed], dtype=np.uint64)))
    shares = (mixed(keys[None, :] ^ streams[:, None]) >> np.uint64(11)) * 2.0**-53
    return np.searchsorted(np.cumsum(POISSON), shares, side="right").astype(np.float64)


def mixed(values: Keys) -> Keys:
    """Steele's SplitMix64 (2014): numbers that look random, one for each key."""
    import numpy as np

    with np.errstate(over="ignore"):
        z = values + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def keys_of(labels: Iterable[Any]) -> Keys:
    """A 64-bit key for each label, the same on every machine."""
    import numpy as np

    coded = (str(label).encode("utf-8", "surrogatepass") for label in labels)
    return np.array([zlib.crc32(text) | zlib.adler32(text) << 32 for text in coded], dtype=np.uint64)


def drawn(tables: Sequence[Floats], draws: int, seed: int, *, poisson: bool = False) -> list[Floats]:
    """The sums of the rows of each table in each draw; all tables share the draws, and rows are clusters."""
    import numpy as np

    size = len(tables[0])
    together = np.hstack(tables)
    cuts = np.cumsum([table.shape[1] for table in tables])[:-1]
    blocks = _poisson_blocks(size, draws, seed) if poisson else weights(size, draws, seed)
    return np.split(np.concatenate([block @ together for block in blocks]), cuts, axis=1)


def resampled(rows: Floats, draws: int, seed: int) -> Floats:
    """The sums of the rows of each draw (draws x fields); exact while the sums stay below 2^53."""
    return drawn([rows], draws, seed)[0]


def _poisson_blocks(size: int, draws: int, seed: int) -> Iterator[Floats]:
    import numpy as np

    keys = np.arange(size, dtype=np.uint64)
    at_once = max(1, CELLS // max(size, 1))
    for start in range(0, draws, at_once):
        block = poisson_weights(keys, start, min(at_once, draws - start), seed)
        yield block * (size / block.sum(axis=1, keepdims=True))  # a total is one of as many clusters
