"""Measurements as the table that statistics read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from errata.stats.table import Record, Records

__all__ = ["records_of"]


def records_of(fields: Mapping[str, str], rows: Iterable[tuple[str, Record]]) -> Records:
    """The table of these rows; several measurements of one sample are one bag."""
    bags: dict[str, list[Record]] = {}
    for key, row in rows:
        bags.setdefault(key, []).append(row)
    return Records.of(tuple(fields), tuple(fields.values()), bags.items())
