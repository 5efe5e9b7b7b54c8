"""The compiled twin of the counting kernels: finds it, and hands it a batch of pairs.

The Python kernels are the definition. The twin counts the same integers from the same texts, and hands back by index
what it cannot count: a `str` with lone surrogates, or a character that only the interpreter's tables know.
`ERRATA_KERNELS=python` turns it off, `ERRATA_KERNELS=native` demands it.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from errata.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from errata._native import Plan, SnapshotReader, Texts

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = [
    "Batch",
    "available",
    "can_count",
    "count",
    "count_pair",
    "distance",
    "info",
    "match_boxes",
    "snapshot_reader",
    "split",
]

try:
    from errata import _native as twin
except ImportError:  # built without a Rust toolchain
    twin = None  # type: ignore[assignment]

SWITCH = "ERRATA_KERNELS"
CHOICES = ("", "python", "native")
COLUMNS = ("int64", "int64", "float64", "float64", "float64")  # of the matches of boxes


class Batch(NamedTuple):
    """Counts of a batch, one row a pair; the rows of the pairs in `left` are zero and await the Python kernels."""

    rows: NDArray[np.int64]
    left: list[int]


def available() -> bool:
    """Whether the twin is installed and not turned off."""
    choice = os.environ.get(SWITCH, "")
    if choice not in CHOICES:
        raise UsageError(f"{SWITCH}={choice!r} is not known. Set it to python or native, or leave it out.")
    if choice == "native" and twin is None:
        raise UsageError(
            f"{SWITCH}=native asks for the compiled kernels, but they are not installed. "
            "Install a Rust toolchain (https://rustup.rs) and then errata again, or leave the variable out."
        )
    return twin is not None and choice != "python"


def info() -> dict[str, str | int]:
    """The twin's version, the Unicode versions of its tables and its number of threads; empty without it."""
    return twin.info() if available() else {}


def can_count(steps: Iterable[str]) -> bool:
    """Whether the twin is in use and knows all these normalisation steps by name."""
    return available() and set(steps) <= set(twin.STEPS)


def count(
    references: Texts,
    hypotheses: Texts,
    groups: Sequence[str],
    *,
    unit: str = "character",
    words: str = "whitespace",
    terms: str = "biblicus",
    order: str = "sub_del_ins",
    steps: Sequence[str] = (),
    threads: int = 0,
) -> Batch:
    """Count every group of every pair, on all cores unless `threads` says otherwise. The rows are read-only.

    `groups` are keys as `metrics.plan.Group.key` has them. Texts are a list of `str`, or anything that hands out Arrow
    strings by the PyCapsule interface, which is not copied. Ask `can_count` first.
    """
    import numpy as np

    plan = _plan(tuple(groups), unit, words, terms, order, tuple(steps))
    counts = plan.count(references, hypotheses, threads=threads)
    return Batch(np.asarray(counts), counts.left)


def count_pair(reference: str, hypothesis: str, groups: tuple[str, ...], **settings: str) -> list[int] | None:
    """The row of one pair, or None if it must be counted by the Python kernels; settings as for `count`."""
    return _pair_plan(groups, *settings.items()).row(reference, hypothesis)


def distance(reference: str, hypothesis: str, unit: str = "character") -> int:
    """The edit distance of one pair. A lone surrogate raises UnicodeEncodeError."""
    return twin.distance_pair(reference, hypothesis, unit)


def split(
    reference: str, hypothesis: str, order: str = "sub_del_ins", unit: str = "character"
) -> tuple[int, int, int, int]:
    """Hits, substitutions, deletions and insertions of one pair. A lone surrogate raises UnicodeEncodeError."""
    return twin.split_pair(reference, hypothesis, order, unit)


def match_boxes(
    reference_groups: Integers, reference: Floats, hypothesis_groups: Integers, hypothesis: Floats, at: Sequence[float]
) -> list[tuple[NDArray[Any], ...]] | None:
    """The columns of `Matches` at each threshold; None if these boxes must be matched by the Python kernels."""
    import numpy as np

    if not available() or min(at) <= 0:
        return None
    ours, theirs = (np.ascontiguousarray(groups, np.int64) for groups in (reference_groups, hypothesis_groups))
    boxes = [np.ascontiguousarray(side, np.float64) for side in (reference, hypothesis)]
    found = twin.match_boxes(ours, boxes[0], theirs, boxes[1], at)
    return None if found is None else [tuple(map(_column, one, COLUMNS)) for one in found]


def snapshot_reader() -> SnapshotReader | None:
    """A reader of layout files of the evaluation schema; None without the twin."""
    return twin.SnapshotReader() if available() else None


@lru_cache(maxsize=64)
def _plan(groups: tuple[str, ...], unit: str, words: str, terms: str, order: str, steps: tuple[str, ...]) -> Plan:
    return twin.Plan(groups, unit=unit, words=words, terms=terms, order=order, steps=steps)


@lru_cache(maxsize=64)
def _pair_plan(groups: tuple[str, ...], *settings: tuple[str, str]) -> Plan:
    return twin.Plan(groups, **dict(settings))


def _column(values: bytes, kind: str) -> NDArray[Any]:
    import numpy as np

    return np.frombuffer(values, kind)
