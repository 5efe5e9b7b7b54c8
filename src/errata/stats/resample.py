"""Resampling clusters: how often each is drawn, and the sums that the draws give. All from a seed, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CELLS = 1 << 21  # weights in memory at once


def weights(size: int, draws: int, seed: int) -> Iterator[Floats]:
    """How often each of `size` clusters stands in each draw with replacement, some draws at a time."""
    import numpy as np

    at_once = max(1, CELLS // max(size, 1))
    for number, start in enumerate(range(0, draws, at_once)):
        rows = min(at_once, draws - start)
        generator = np.random.default_rng([seed, number])
        drawn = generator.integers(0, size, size=(rows, size), dtype=np.uint32).astype(np.int64)
        drawn += np.arange(rows, dtype=np.int64)[:, None] * size
        yield np.bincount(drawn.ravel(), minlength=rows * size).reshape(rows, size).astype(np.float64)


def resampled(rows: Floats, draws: int, seed: int) -> Floats:
    """The sums of the rows of each draw (draws x fields); exact while the sums stay below 2^53."""
    import numpy as np

    return np.concatenate([block @ rows for block in weights(len(rows), draws, seed)])
