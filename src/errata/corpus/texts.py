"""Columns of texts, ids and facts from what callers hold: lists, arrays, data frames, Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from errata.errors import InputError, LengthMismatchError, Problem, UsageError
from errata.io.arrow import is_text, not_utf8
from errata.metrics.count import Texts


def texts_of(references: Any, hypotheses: Any) -> tuple[Texts, Texts]:
    """Both columns, as lists of str or as Arrow strings; every null and every value that is no text is a problem."""
    found = {"reference": _column(references, "reference"), "hypothesis": _column(hypotheses, "hypothesis")}
    wrong = {side: _wrong(column) for side, column in found.items()}
    problems = [Problem(f"{side} {at}", what) for side, places in wrong.items() for at, what in places.items()]
    if problems:
        counts = [f"{len(places)} of {len(found[side])} {side}" for side, places in wrong.items() if places]
        missing = "is null" in wrong["hypothesis"].values()
        hint = "Pass '' for a missing prediction: it is then scored as all deletions." if missing else ""
        raise InputError(f"{' and '.join(counts)} texts cannot be scored.", problems, hint)
    ours, theirs = found.values()
    if len(ours) != len(theirs):
        raise LengthMismatchError(references=len(ours), hypotheses=len(theirs))
    return ours, theirs


def _column(column: Any, side: str) -> Texts:
    """Arrow strings where the column holds them, so that no text is copied; a list of its values otherwise."""
    if isinstance(column, (str, bytes)):
        raise UsageError(
            f"The {side} is one text. Pass a list of texts, or use errata.cer(reference, hypothesis) for a pair."
        )
    array = _arrow(column)
    return _listed(column, side) if array is None else array


def _arrow(column: Any) -> Any:
    """The column as an Arrow array of strings, or None where it is none."""
    held = getattr(column, "array", column)  # what a pandas column keeps its values in
    of_polars = str(getattr(column, "dtype", "")) == "String" and hasattr(column, "__arrow_c_stream__")
    if not (of_polars or hasattr(held, "__arrow_array__") or isinstance(getattr(held, "null_count", None), int)):
        return None
    import pyarrow as pa

    array = pa.chunked_array(column) if of_polars else pa.array(held) if hasattr(held, "__arrow_array__") else held
    decoded = is_text(array.type) and not (pa.types.is_dictionary(array.type) or pa.types.is_null(array.type))
    return array if decoded else None


def _wrong(column: Texts) -> dict[int, str]:
    """By position, why a value is no text."""
    if isinstance(column, list):
        return {at: _why(value) for at, value in enumerate(column) if not isinstance(value, str)}
    nulls = column.is_null().to_pylist() if column.null_count else []
    return {at: "is null" for at, null in enumerate(nulls) if null} | not_utf8(column)


def _why(value: Any) -> str:
    return "is null" if _is_null(value) else f"is {type(value).__name__}, not text"


def _is_null(value: Any) -> bool:
    """None, NaN, and what pandas writes for them."""
    return (
        value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)
    )


def check_ids(ids: Sequence[str] | None, size: int) -> list[str]:
    """The ids as text, all different; positions from 0 where none are given."""
    if ids is None:
        return [str(number) for number in range(size)]
    values = _listed(ids, "id")
    if len(values) != size:
        raise LengthMismatchError(ids=len(values), samples=size)
    keys = [str(value) for value in values]
    seen: dict[str, int] = {}
    problems = [Problem(f"id {number}", "is null") for number, value in enumerate(values) if _is_null(value)]
    for number, key in enumerate(keys):
        first = seen.setdefault(key, number)
        if first != number and not _is_null(values[number]):
            problems.append(Problem(f"id {key!r}", f"stands at {first} and at {number}"))
    if problems:
        raise InputError(
            "Some ids are given more than once or null.", problems, "Ids pair samples between runs: make them unique."
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
    if isinstance(column, (Mapping, AbstractSet)) or hasattr(column, "columns") or getattr(column, "ndim", 1) != 1:
        raise UsageError(
            f"The {side} column is a {type(column).__name__}, which is no column of values in order."
            " Pass a list, an array or one column of a data frame."
        )
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
