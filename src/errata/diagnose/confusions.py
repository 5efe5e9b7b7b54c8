"""Confusions: what stood in the reference and what was read instead, counted in bounded memory with examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from errata.diagnose.excerpts import Example, Excerpts, example_document

__all__ = ["EXAMPLES", "Confusions"]

KEPT = 1 << 16  # different confusions that are held at once
EXAMPLES = 3

Key = tuple[str, str]
Place = tuple[int, int, int, int]  # start and stop in the reference, then in the hypothesis


class Confusions:
    """Counts by pair of texts; additive.

    All counts are exact while there are no more than `kept` different confusions. When there are more, the rarer half
    is dropped, again and again: each count shown may then be too low by `lost` at most. The total is always exact.
    """

    __slots__ = ("_kept", "_rows", "lost", "total")

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._rows: dict[Key, list[Any]] = {}
        self.total = 0
        self.lost = 0

    def add(self, key: Key, excerpts: Excerpts, place: Place) -> None:
        """Count a confusion; its excerpt is made only where one is wanted, of each sample one at most."""
        self.total += 1
        row = self._rows.get(key)
        if row is None:
            self._rows[key] = [1, [excerpts.at(*place)]]
            if len(self._rows) > self._kept:
                self._drop()
            return
        row[0] += 1
        examples: list[Example] = row[1]
        if len(examples) < EXAMPLES and examples[-1][0] != excerpts.key:
            examples.append(excerpts.at(*place))

    def _drop(self) -> None:
        """Forget the rarer half, and remember how common it was."""
        counts = sorted((row[0] for row in self._rows.values()), reverse=True)
        bound = counts[self._kept // 2]
        self.lost += bound
        self._rows = {key: row for key, row in self._rows.items() if row[0] > bound}

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON values."""
        rows = [[*key, count, examples] for key, (count, examples) in self._rows.items()]
        return {"total": self.total, "lost": self.lost, "rows": rows}

    def merge(self, state: dict[str, Any]) -> None:
        """Add the state of a part that follows."""
        self.total += state["total"]
        self.lost += state["lost"]
        for reference, hypothesis, count, examples in state["rows"]:
            row = self._rows.setdefault((reference, hypothesis), [0, []])
            row[0] += count
            row[1] += [tuple(example) for example in examples[: EXAMPLES - len(row[1])]]
        if len(self._rows) > self._kept:
            self._drop()

    def document(self, top: int) -> dict[str, Any]:
        """The most frequent confusions; equal counts in the order of the texts."""
        ranked: Sequence[tuple[Key, list[Any]]] = sorted(self._rows.items(), key=lambda item: (-item[1][0], item[0]))
        rows = [
            {
                "reference": key[0],
                "hypothesis": key[1],
                "count": count,
                "share": count / self.total,
                "examples": list(map(example_document, examples)),
            }
            for key, (count, examples) in ranked[:top]
        ]
        return {"total": self.total, "different": len(self._rows), "lost": self.lost, "rows": rows}
