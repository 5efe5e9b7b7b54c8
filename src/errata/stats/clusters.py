"""Which samples are resampled together: each alone, or all that share a fact such as their document.

Thousands of clusters are put into blocks of equal numbers, at random but always the same, and the blocks are resampled:
one pass, a table of fixed size that merges by addition, and the same bits for any split of the samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.stats.resample import keys_of, mixed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.int64]

BLOCKS = 4096  # the standard error from this many blocks varies by 1 / sqrt(2 * 4096), about 1 %
WHOLE = 2 * BLOCKS  # clusters up to which each is resampled by itself


@dataclass(frozen=True, slots=True)
class Clusters:
    """The row of sums that each sample adds to, the number of rows, and the number of clusters behind them."""

    codes: Codes
    rows: int
    number: int


def each(samples: int) -> Clusters:
    """Every sample is a cluster."""
    import numpy as np

    codes = np.arange(samples, dtype=np.int64)
    if samples <= WHOLE:
        return Clusters(codes, samples, samples)
    return Clusters(_blocks(codes.view(np.uint64)), BLOCKS, samples)


def sharing(labels: Sequence[Any]) -> Clusters:
    """Samples with the same label are a cluster; a sample without a label is one of its own."""
    import numpy as np

    codes, known = numbered(labels)
    number = int(codes.max(initial=-1)) + 1
    if number <= WHOLE:
        return Clusters(codes, number, number)
    alone = np.arange(len(known), number, dtype=np.uint64)
    return Clusters(_blocks(np.concatenate([keys_of(known), alone]))[codes], BLOCKS, number)


def codes_of(labels: Sequence[Any]) -> Codes:
    """The number of the cluster of each sample, by its label."""
    return numbered(labels)[0]


def numbered(labels: Sequence[Any]) -> tuple[Codes, list[str]]:
    """The number of each label among the sorted labels, and these; a null or empty label is a cluster of its own."""
    import numpy as np

    texts = [None if label is None or label == "" or label != label else str(label) for label in labels]
    known = sorted({text for text in texts if text is not None})
    place: dict[str | None, int] = {text: number for number, text in enumerate(known)}
    codes = np.array([place.get(text, -1) for text in texts], dtype=np.int64)
    alone = codes < 0
    codes[alone] = np.arange(len(known), len(known) + int(alone.sum()))
    return codes, known


def _blocks(keys: NDArray[np.uint64]) -> Codes:
    import numpy as np

    short = (mixed(keys) >> np.uint64(48)).astype(np.uint16)  # short keys are sorted by radix, ten times as fast
    codes = np.empty(len(keys), dtype=np.int64)
    codes[np.argsort(short, kind="stable")] = np.arange(len(keys)) % BLOCKS
    return codes
