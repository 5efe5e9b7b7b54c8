"""Columns of texts, ids and facts from what callers hold: lists, arrays, data frames, Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from errata.errors import InputError, LengthMismatchError, Problem, UsageError


def texts_of(column: Any, side: str) -> list[str]:
    """The column as a list of str; every null and every value that is no text is a problem."""
    if isinstance(column, (str, bytes)):
        raise UsageError(
            f"The {side} is one text. Pass a list of texts, or use errata.cer(reference, hypothesis) for a pair."
        )
    values = _listed(column, side)
    problems = [
        Problem(
            f"{side} {number}", "is null" if value is None or value != value else f"is {type(value).__name__}, not text"
        )
        for number, value in enumerate(values)
        if not isinstance(value, str)
    ]
    if problems:
        raise InputError(f"{len(problems)} of {len(values)} {side} texts cannot be scored.", problems,
                         "Pass '' for a missing prediction: it is then scored as all deletions.")  # fmt: skip
    return values


def check_ids(ids: Sequence[str] | None, size: int) -> list[str]:
    """The ids as text, all different; positions from 0 where none are given."""
    if ids is None:
        return [str(number) for number in range(size)]
    keys = [str(key) for key in _listed(ids, "id")]
    if len(keys) != size:
        raise LengthMismatchError(ids=len(keys), samples=size)
    seen: dict[str, int] = {}
    problems = []
    for number, key in enumerate(keys):
        first = seen.setdefault(key, number)
        if first != number:
            problems.append(Problem(f"id {key!r}", f"stands at {first} and at {number}"))
    if problems:
        raise InputError(
            "Some ids are given more than once.", problems, "Ids pair samples between runs: make them unique."
        )
    return keys


def facts_of(facts: Any, size: int) -> dict[str, list[Any]]:
    """Facts as columns: from a mapping of columns, a list of mappings, or a data frame."""
    if facts is None:
        return {}
    if not isinstance(facts, Mapping) and hasattr(facts, "columns"):
        facts = {name: facts[name] for name in getattr(facts, "column_names", facts.columns)}
    if not isinstance(facts, Mapping):
        names = dict.fromkeys(name for row in facts for name in row)
        facts = {name: [row.get(name) for row in facts] for name in names}
    columns = {str(name): _listed(column, f"fact {name!r}") for name, column in facts.items()}
    for name, column in columns.items():
        if len(column) != size:
            raise LengthMismatchError(**{f"values of fact {name!r}": len(column), "samples": size})
    return columns


def _listed(column: Any, side: str) -> list[Any]:
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, method):
            return list(getattr(column, method)())
    if hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__"):
        import pyarrow as pa

        return list(pa.chunked_array(column).to_pylist())
    if not isinstance(column, Iterable):
        raise UsageError(
            f"The {side} column is a {type(column).__name__}. Pass a list, an array or a data-frame column."
        )
    return list(column)
