"""One table of pairs: JSON Lines, a JSON array, CSV, TSV or Parquet, in one file or several of one format.

A null hypothesis is a missing prediction and falls under the policy for unmatched samples; a null reference is a
problem. Ids are texts or numbers and must be unique; without an id column they are the row numbers, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from errata.io.columns import Chosen, Wanted, choose
from errata.io.decode import digest_of
from errata.io.identity import LIMIT, Identities
from errata.io.names import printable
from errata.io.parquet import ParquetTable
from errata.io.policy import Columns, Policy, check_span, deliver
from errata.io.rows import READERS, RowTable
from errata.model import Batch

PARQUET = (".parquet", ".pq")
SUFFIXES = (*READERS, *PARQUET)


class Table(Protocol):
    """Rows of one format."""

    names: list[str]

    @property
    def size(self) -> int | None:
        """The number of rows, where it is known without reading them all."""
        ...

    def check(self, chosen: Chosen) -> None:
        """Refuse columns that cannot be used."""
        ...

    def columns(self, chosen: Chosen, size: int, start: int, identities: Identities | None) -> Iterator[Columns]:
        """The rows from `start` on, `size` at a time; the ids of the rows before are remembered."""
        ...


class TableSource:
    """The rows of a table, in their order."""

    def __init__(
        self, name: str, paths: Sequence[str], wanted: Wanted, policy: Policy, encoding: str = "utf-8"
    ) -> None:
        self._name, self._paths = printable(name), list(paths)
        self._suffix = Path(self._paths[0]).suffix.lower()
        self._policy, self._encoding = policy, encoding
        self._table: Table = (
            ParquetTable(self._paths) if self._suffix in PARQUET else RowTable(self._paths, self._suffix, encoding)
        )
        self._chosen = choose(self._name, self._table.names, wanted)
        self._table.check(self._chosen)
        self.warnings = list(self._chosen.guesses)

    @property
    def size(self) -> int | None:
        """The number of rows, where the format tells it."""
        return self._table.size

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """Name, columns and a digest of the bytes of every file."""
        chosen = self._chosen
        return {
            "kind": "table",
            "table": self._name,
            "format": self._suffix[1:],
            "files": len(self._paths),
            "columns": {
                "reference": chosen.reference,
                "hypothesis": chosen.hypothesis,
                "id": chosen.id,
                "facts": list(chosen.facts),
            },
            "encoding": self._encoding,
            "unmatched": self._policy.unmatched,
            "samples": self._table.size,
            "digest": digest_of(self._paths),
        }

    def batches(self, size: int, start: int = 0) -> Iterator[Batch]:
        """Batches of rows; of the rows before `start` only the ids are kept, to find one that is used again."""
        check_span(size, start)
        identities = None if self._chosen.id is None else Identities()
        parts = self._table.columns(self._chosen, size, start, identities)
        for batch in deliver(parts, self._policy, self._name, identities):
            yield batch
            if identities is not None and identities.full and self._forgetful not in self.warnings:
                self.warnings.append(self._forgetful)

    @property
    def _forgetful(self) -> str:
        return f"{self._name}: only the first {LIMIT:,} ids were remembered to find one that is used twice."
