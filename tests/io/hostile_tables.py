"""Hostile tables of pairs: JSON Lines, JSON, CSV, TSV, Parquet."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hostile import Case, Read, Refused

HUGE = 200 << 20
ROW = '{"reference": "a", "hypothesis": "b"}'


def table(file: str, content: Any, expected: Refused | Read, name: str = "", **options: Any) -> Case:
    """A case of a table."""
    return Case(name, file, content, expected, "table", options)


def cases() -> Iterator[Case]:
    """Every format of a table."""
    yield from json_lines()
    yield from json_arrays()
    yield from delimited()
    yield from parquet()


def json_lines() -> Iterator[Case]:
    """Rows that are no rows."""
    for name, row, what, place in (
        ("a row cut off", '{"reference": "a", "hyp', "is not JSON", "{}:2:20, row 2"),
        ("a row nested 100,000 deep", "[" * 100_000, "nested too deeply", "{}:2:1, row 2"),
        ("a key twice", '{"reference": "a", "reference": "b"}', "appears twice", "{}:2:1, row 2"),
        ("a number for a text", '{"reference": 1, "hypothesis": "b"}', "holds a number, not a string", "{}:2, row 2"),
        ("NaN for a text", '{"reference": NaN, "hypothesis": "b"}', "not a string", "{}:2, row 2"),
        ("half of a surrogate pair", '{"reference": "\\ud83d", "hypothesis": "b"}', "lone surrogate", "{}:2, row 2"),
        ("no reference", '{"hypothesis": "b"}', "has no reference", "{}:2, row 2"),
        ("two rows on a line", ROW + ROW, "more than one JSON value", r"{}:2:\d+, row 2"),
        ("a row that is an array", "[]", "an object is expected", "{}:2:1, row 2"),
        ("a number of 10,000 digits", '{"reference": ' + "9" * 10_000 + "}", "cannot be read", r"{}:2:1, row 2"),
    ):  # fmt: skip
        yield table("a.jsonl", f"{ROW}\n{row}\n", Refused(what, place), f"JSON Lines with {name}")
    yield table(
        "a.jsonl",
        f"{ROW}\n".encode() + b'{"reference": "\xff"}\n',
        Refused("not UTF-8", "{}:2, row 2"),
        "JSON Lines with a byte ff",
    )
    yield table("a.jsonl", f"{ROW}\n".encode("utf-16"), Refused("looks like UTF-16"), "JSON Lines in UTF-16")
    yield table("a.jsonl", "", Refused("has no rows"), "JSON Lines without a line")
    yield table("a.jsonl", "7\n", Refused("an object is expected", "{}:1:1"), "JSON Lines of numbers")
    yield table(
        "a.jsonl",
        f'{{"reference": "{"x" * 50_000_000}", "hypothesis": "b"}}\n',
        Read("x" * 50_000_000),
        "JSON Lines with a text of 50 MB",
    )


def json_arrays() -> Iterator[Case]:
    """Arrays that are none."""
    for name, text, what, place in (
        ("an object", "{}", "an array of objects", "{}"),
        ("cut off", f"[{ROW}, ", "is not JSON", r"{}:1:\d+"),
        ("nested 100,000 deep", "[" * 100_000, "nested too deeply", r"{}:1:\d+"),
        ("with more behind it", f"[{ROW}] {ROW}", "holds more after the array", r"{}:1:\d+"),
        ("without a comma", f"[{ROW} {ROW}]", "a ',' or a ']' is expected", r"{}:1:\d+"),
        ("empty", "[]", "has no rows", "{}"),
        ("without a byte", "", "an array of objects", "{}"),
        ("with a key twice", f'[{ROW}, {{"reference": "a", "reference": "b"}}]', "appears twice", r"{}:1:\d+, row 2"),
    ):
        yield table("a.json", text, Refused(what, place), f"a JSON array {name}")


def delimited() -> Iterator[Case]:
    """Rows that are not under their header, quotes, fields without end."""
    head = "reference,hypothesis\n"
    for name, row, what in (
        ("a field too many", "a,b,c", "has 3 fields, the header has 2"),
        ("a field too few", "a", "has 1 field, the header has 2"),
        ("a quote that never closes", '"a,b\n' + "c,d\n" * 1000, "is no row of a table"),
        ("a quote inside a field", '"a"b,c', "is no row of a table"),
        ("a byte ff", b"\xff,b", "not UTF-8"),
    ):
        data = row if isinstance(row, bytes) else row.encode()
        for suffix in ("csv", "tsv"):
            text = (head.encode() + data + b"\n").replace(b",", b"," if suffix == "csv" else b"\t")
            yield table(f"a.{suffix}", text, Refused(what, "{}:2, row 1"), f"{suffix.upper()} with {name}")
    yield table(
        "a.csv", huge_field, Refused("field larger than field limit", "{}:2, row 1"), "CSV with a field of 200 MB"
    )
    yield table("a.csv", "", Refused("the file is empty"), "CSV without a byte")
    yield table("a.csv", head, Refused("has no rows"), "CSV with a header alone")
    yield table(
        "a.csv",
        "reference,reference,hypothesis\na,b,c\n",
        Refused("2 columns are named 'reference'"),
        "CSV with a column twice",
    )
    yield table(
        "a.csv", "x,y\na,b\n", Refused("no column has a known name of the reference"), "CSV with names nobody knows"
    )
    yield table("a.csv", head.replace(",", ";") + "a;b\n", Refused("no column has a known name"), "CSV with semicolons")
    yield table(
        "a.csv",
        "id,reference,hypothesis\nx,a,b\nx,a,b\n",
        Refused("was used before, in row 1", "{}:3, row 2"),
        "CSV with an id twice",
    )
    yield table("a.csv", (head + "a\0,b\n").encode(), Read("a\0"), "CSV with a NUL")
    yield table("a.csv", head.encode("utf-16"), Refused("looks like UTF-16"), "CSV in UTF-16")
    yield table(
        "a.csv", head + "=cmd|' /C calc'!A0,b\n", Read("=cmd|' /C calc'!A0"), "CSV with a formula, which stays a text"
    )
    yield table("a.csv", head + "a,b\n" * 200_000, Read("\n".join("a" * 200_000)), "CSV with 200,000 rows")
    wide = ",".join(["reference", "hypothesis", *(f"c{n}" for n in range(50_000))])
    yield table("a.csv", f"{wide}\n{','.join('a' * 50_002)}\n", Read("a"), "CSV with 50,000 columns")


def huge_field(path: Path) -> None:
    """A table whose one field has 200 MB."""
    with path.open("wb") as file:
        file.write(b"reference,hypothesis\n")
        for _ in range(HUGE >> 20):
            file.write(b"x" * (1 << 20))
        file.write(b",b\n")


def parquet_of(**columns: Any) -> bytes:
    """A Parquet file in memory."""
    data = io.BytesIO()
    pq.write_table(pa.table(columns), data)
    return data.getvalue()


def parquet() -> Iterator[Case]:
    """Files cut off, columns of wrong types, bytes that are no text."""
    none = pa.array([], pa.string())
    good = parquet_of(reference=["a"] * 1000, hypothesis=["b"] * 1000)
    for name, data, what in (
        ("cut off", good[:-20], "Parquet"),
        ("without an end", good[: len(good) // 2], "Parquet"),
        ("of its first bytes alone", b"PAR1", "Parquet|smaller"),
        ("without a byte", b"", "Parquet|empty|size"),
        ("that is text", b"reference,hypothesis\n" * 9, "Parquet"),
        ("whose end says it is larger than all", good[:-8] + b"\xff\xff\xff\x7fPAR1", "Parquet|footer"),
        ("whose end is rubbish", good[:-60] + b"\x15" * 52 + good[-8:], "[Tt]hrift|metadata|Protocol|Parquet"),
        ("with a column whose name is no text", good.replace(b"reference", b"ref\xff\xference"[:9]), "utf-8"),
        ("of numbers", parquet_of(reference=[1], hypothesis=["b"]), "'reference' is int64, not text"),
        ("of bytes", parquet_of(reference=[b"a"], hypothesis=["b"]), "'reference' is binary, not text"),
        ("of lists", parquet_of(reference=[["a"]], hypothesis=["b"]), "'reference' is list"),
        ("without rows", parquet_of(reference=none, hypothesis=none), "has no rows"),
        ("without the columns", parquet_of(x=["a"], y=["b"]), "no column has a known name"),
    ):  # fmt: skip
        yield table("a.parquet", data, Refused(what), f"Parquet {name}")
    pages = bytearray(good)
    pages[4:40] = b"\xff" * 36
    yield table(
        "a.parquet",
        bytes(pages),
        Refused("[Tt]hrift|deserialize|Unexpected|Invalid|corrupt", "{}, row group 0"),
        "Parquet with damage in its pages",
    )
    views = pa.array([b"a", b"\xff\xfe"], pa.binary()).view(pa.string())
    yield table(
        "a.parquet",
        parquet_of(reference=views, hypothesis=["b", "c"]),
        Refused("is not UTF-8", "{}, row 2"),
        "Parquet with text that is none",
    )
    nulls = parquet_of(reference=pa.array([None], pa.string()), hypothesis=["b"])
    yield table("a.parquet", nulls, Refused("has no reference", "{}, row 1"), "Parquet with a null for a reference")
