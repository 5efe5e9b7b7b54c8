"""Groups: the rows that share a fact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from errata.stats.average import Selection

ABSENT = "(none)"  # the group of samples that do not carry the fact


def label_of(value: Any) -> str:
    """The name of the group that a value of a fact belongs to."""
    return ABSENT if value is None or value == "" else str(value)


def by_fact(values: Sequence[Any]) -> list[Selection]:
    """One selection for each value of a fact, sorted by name; null and empty values form a group of their own."""
    import numpy as np

    names = [label_of(value) for value in values]
    labels, codes = np.unique(np.array(names, dtype=object).astype(str), return_inverse=True)
    return [Selection(str(label), codes == number) for number, label in enumerate(labels)]
