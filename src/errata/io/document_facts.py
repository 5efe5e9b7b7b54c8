"""Facts of documents from a table: its first column names the document, the others are facts to group by."""

from __future__ import annotations

import csv

from errata.errors import InputError, Problem
from errata.io.decode import read_text
from errata.io.names import printable

__all__ = ["read_facts"]


def read_facts(path: str) -> dict[str, dict[str, str]]:
    """Fact -> document -> value, from a CSV or TSV file with a header."""
    name = printable(path)
    text = read_text(path, "utf-8")
    if isinstance(text, Problem):
        raise InputError(f"{name} cannot be read.", [text])
    rows = list(csv.reader(text.splitlines(), delimiter="\t" if path.lower().endswith(".tsv") else ","))
    if not rows or len(rows[0]) < 2:
        raise InputError(f"{name} holds no facts.", [Problem(name, "needs a header: the document, then each fact")])
    header, problems, known = rows[0], list[Problem](), dict[str, int]()
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            problems.append(Problem(f"{name}:{line}", f"has {len(row)} values where the header has {len(header)}"))
        elif row[0] in known:
            problems.append(Problem(f"{name}:{line}", f"names {row[0]!r} again, after line {known[row[0]]}"))
        else:
            known[row[0]] = line
    if problems:
        raise InputError(f"{name} cannot be used.", problems)
    return {fact: {row[0]: row[place] for row in rows[1:]} for place, fact in enumerate(header) if place}
