"""Arrow columns as samples: text without a copy where its type allows it, ids and facts as lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.errors import Problem
from errata.io.columns import Chosen
from errata.io.policy import Columns, Finding, nulls

if TYPE_CHECKING:
    import pyarrow as pa

OVERFLOW = (1 << 31) - 1  # bytes of text that an array with 32-bit offsets can hold


def is_text(kind: pa.DataType) -> bool:
    """Whether a column of this type holds text (or only nulls)."""
    import pyarrow.types as types

    if types.is_dictionary(kind):
        return is_text(kind.value_type)
    views = getattr(types, "is_string_view", lambda _: False)
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_null(kind) or views(kind))


def is_label(kind: pa.DataType) -> bool:
    """Whether values of this type can be written as an id or a fact."""
    import pyarrow.types as types

    if types.is_dictionary(kind):
        return is_label(kind.value_type)
    plain = (types.is_integer, types.is_boolean, types.is_floating, types.is_decimal, types.is_date, types.is_timestamp)
    return is_text(kind) or any(check(kind) for check in plain)


def plain_text(column: Any) -> Any:
    """The column as one string array: dictionaries decoded, views copied, string and large_string as they are."""
    import pyarrow as pa
    import pyarrow.types as types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kept = types.is_string(column.type) or types.is_large_string(column.type)
    return column if kept else column.cast(pa.string())


def joined(parts: Sequence[Any]) -> Any:
    """String arrays end to end; a single one is not copied."""
    import pyarrow as pa

    if len(parts) == 1:
        return parts[0]
    if len({part.type for part in parts}) > 1 or sum(part.nbytes for part in parts) > OVERFLOW:
        parts = [part.cast(pa.large_string()) for part in parts]
    return pa.concat_arrays(parts)


def samples(start: int, texts: Mapping[str, Any], chosen: Chosen, row: Callable[[int], str]) -> Columns:
    """String arrays by column name as samples; text that is not UTF-8 and ids that are null are findings."""
    findings: dict[int, Finding] = {}
    references, hypotheses = texts[chosen.reference], texts[chosen.hypothesis]
    for side, column in (("reference", references), ("hypothesis", hypotheses)):
        for position, why in not_utf8(column).items():
            findings.setdefault(position, Finding(Problem(row(position), f"the {side} {why}")))
    if chosen.id is None:
        keys: list[str | None] = [str(number) for number in range(start + 1, start + len(references) + 1)]
    else:
        keys = _labels("id", texts[chosen.id], row, findings)
        for position in nulls(keys):
            findings.setdefault(position, Finding(Problem(row(position), "the id is null")))
    facts = {name: _labels(f"fact {name!r}", texts[name], row, findings) for name in chosen.facts}
    return Columns(start, keys, references, hypotheses, facts, row, findings)


def not_utf8(column: Any) -> dict[int, str]:
    """By position, what is wrong with texts whose bytes are not UTF-8. Arrow files do not promise that they are."""
    import pyarrow as pa

    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        pass
    else:
        return {}
    found = {}
    for position, value in enumerate(column.cast(pa.large_binary())):
        try:
            _ = value.is_valid and value.as_py().decode("utf-8")
        except UnicodeDecodeError as error:
            evidence = error.object[error.start : error.end].hex(" ")
            found[position] = f"is not UTF-8: byte {error.start} of the text is {evidence} ({error.reason})"
    return found


def labels(column: Any) -> tuple[list[str | None], dict[int, str]]:
    """The texts of a column, None for null and for what is not UTF-8, and what is wrong with the latter."""
    broken = not_utf8(column)
    if not broken:
        return list(column.to_pylist()), broken
    return [None if place in broken else value.as_py() for place, value in enumerate(column)], broken


def _labels(title: str, column: Any, row: Callable[[int], str], findings: dict[int, Finding]) -> list[str | None]:
    found, broken = labels(column)
    for position, why in broken.items():
        findings.setdefault(position, Finding(Problem(row(position), f"the {title} {why}")))
    return found
