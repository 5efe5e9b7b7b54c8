"""Tables in Parquet: column types, nulls, damage, and streams of exact size."""

import datetime
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from errata.errors import InputError
from errata.io import open_source

REFERENCES = ["one", "한글", "", "e\u0301\x00", "one"]
HYPOTHESES = ["1", "2", "3", "", "5"]


@pytest.fixture
def table(tmp_path):
    """Write columns as a Parquet file and return its path."""

    def write(name="t.parquet", row_group_size=2, **columns):
        columns = {"id": list("abcde"), "reference": REFERENCES, "hypothesis": HYPOTHESES} | columns
        pq.write_table(pa.table(columns), tmp_path / name, row_group_size=row_group_size)
        return str(tmp_path / name)

    return write


def test_texts_stay_in_arrow_arrays_without_nulls(table):
    (batch,) = open_source(table(row_group_size=5)).batches(10)
    for column in (batch.references, batch.hypotheses):
        assert isinstance(column, pa.Array)
        assert column.type == pa.string()
        assert column.null_count == 0
    assert batch.references.to_pylist() == REFERENCES
    assert batch.ids == list("abcde")


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.large_string())], ids=str
)
def test_every_kind_of_string_column_is_read(read, table, kind):
    def column(values):
        if pa.types.is_dictionary(kind):
            return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
        return pa.array(values, kind)

    try:
        path = table(reference=column(REFERENCES), hypothesis=column(HYPOTHESES), id=column(list("abcde")))
    except pa.ArrowNotImplementedError:
        pytest.skip(f"pyarrow {pa.__version__} writes no {kind} to Parquet")
    stored = pq.read_schema(path).field("reference").type
    assert stored == kind or (pa.types.is_dictionary(stored) and pa.types.is_dictionary(kind))
    found = read(open_source(path), size=3)
    assert found.pairs == list(zip("abcde", REFERENCES, HYPOTHESES, strict=True))


def test_ids_and_facts_may_be_numbers_dates_and_nulls(read, table):
    path = table(
        id=[10, 20, 30, 40, 50],
        year=pa.array([1890, None, 1, 2, 3]),
        day=pa.array([datetime.date(1890, 1, 2)] * 5),
        language=pa.array(["de", "de", None, "en", "en"]).dictionary_encode(),
    )
    found = read(open_source(path, facts=["year", "day", "language"]), size=2)
    assert found.ids == ["10", "20", "30", "40", "50"]
    assert found.facts == {
        "year": ["1890", None, "1", "2", "3"],
        "day": ["1890-01-02"] * 5,
        "language": ["de", "de", None, "en", "en"],
    }


def test_nulls_fall_under_the_policies(read, table):
    path = table(
        reference=["A", None, "C", "D", "E"], hypothesis=["a", "b", None, "d", None], id=["a", "b", "c", None, "e"]
    )
    found = read(open_source(path, unmatched="count", on_error="skip"))
    assert found.pairs == [("a", "A", "a"), ("c", "C", ""), ("e", "E", "")]
    assert (found.missing, found.read) == (2, 5)
    assert [str(problem).rpartition("/")[2] for problem in found.problems] == [
        "t.parquet, row 2: has no reference (null): a sample without one cannot be scored",
        "t.parquet, row 4: the id is null",
    ]
    assert read(open_source(path, unmatched="drop", on_error="skip")).ids == ["a"]
    with pytest.raises(InputError, match="4 samples cannot be scored"):
        read(open_source(path), size=1)


def test_a_column_of_nulls_only_is_all_missing(read, table):
    found = read(open_source(table(hypothesis=pa.nulls(5)), unmatched="count"))
    assert (found.missing, found.hypotheses) == (5, [""] * 5)


def test_repeated_ids_name_both_rows(read, table):
    found = read(open_source(table(id=list("abcab")), on_error="skip"), size=2)
    assert found.ids == list("abc")
    assert [problem.what for problem in found.problems] == [
        "the id 'a' was used before, in row 1",
        "the id 'b' was used before, in row 2",
    ]


def test_bytes_that_are_not_utf8_concern_their_row(read, table):
    def forged(values):
        return pa.Array.from_buffers(pa.string(), len(values), pa.array(values, pa.binary()).buffers())

    path = table(
        reference=forged([b"one", b"caf\xe9", b"", b"x", b"y"]),
        id=forged([b"a", b"b", b"c", b"d\xff", b"e"]),
    )
    found = read(open_source(path, on_error="skip"))
    assert found.ids == ["a", "c", "e"]
    assert "row 2: the reference is not UTF-8: byte 3 of the text is e9" in found.whats[0]
    assert "row 4: the id is not UTF-8: byte 1 of the text is ff" in found.whats[1]
    assert read(open_source(path, on_error="skip"), start=4).ids == ["e"]


def test_columns_that_are_no_text_are_refused_by_name_and_type(table):
    path = table(reference=[1, 2, 3, 4, 5], hypothesis=[[b"x"]] * 5, page=[{"a": 1}] * 5)
    with pytest.raises(InputError) as caught:
        open_source(path, facts=["page"])
    assert [problem.what for problem in caught.value.problems] == [
        "the column 'reference' is int64, not text",
        "the column 'hypothesis' is list<element: binary>, not text",
        "the column 'page' is struct<a: int64>, not text or a number",
    ]


def test_a_missing_column_is_suggested(table):
    with pytest.raises(InputError, match=r"no column 'reference_text' \(Did you mean 'reference'\?\)"):
        open_source(table(), reference_column="reference_text")


def test_files_that_are_not_parquet_or_broken_off_are_refused(table, tmp_path):
    path = table()
    data = (tmp_path / "t.parquet").read_bytes()
    for content in (b"", b"PAR1", b"id,reference\n1,2\n", data[:-7], data[: len(data) // 2]):
        (tmp_path / "t.parquet").write_bytes(content)
        with pytest.raises(InputError, match="is no Parquet file that can be read"):
            open_source(path)


def test_damage_inside_a_file_stops_even_when_problems_are_skipped(read, table, tmp_path):
    path = table(reference=[str(n) * 1000 for n in range(5)])
    data = bytearray((tmp_path / "t.parquet").read_bytes())
    data[8:400] = b"\xff" * 392
    (tmp_path / "t.parquet").write_bytes(data)
    with pytest.raises(InputError, match=r"cannot be read to its end(?s:.*)row group 0"):
        read(open_source(path, on_error="skip"))


def test_a_table_without_rows_is_refused(tmp_path):
    empty = pa.table({"reference": pa.array([], pa.string()), "hypothesis": pa.array([], pa.string())})
    pq.write_table(empty, tmp_path / "t.parquet")
    with pytest.raises(InputError, match="has no rows"):
        open_source(tmp_path / "t.parquet")


def test_a_folder_or_a_pattern_of_files_is_one_table_in_sorted_order(read, table, tmp_path):
    (tmp_path / "parts" / "_temporary").mkdir(parents=True)
    table("parts/2.parquet", id=list("fghij"), reference=pa.array(REFERENCES, pa.large_string()))
    table("parts/1.parquet")
    table("parts/_temporary/3.parquet")
    table("parts/.hidden.parquet")
    for path in (tmp_path / "parts", tmp_path / "parts" / "?.parquet"):
        source = open_source(path)
        assert source.size == 10
        assert source.description["files"] == 2
        found = read(source, size=4)
        assert found.sizes == [4, 4, 2]
        assert found.pairs == list(zip("abcdefghij", REFERENCES * 2, HYPOTHESES * 2, strict=True))


def test_a_column_that_one_of_the_files_lacks_is_named_with_it(table, tmp_path):
    (tmp_path / "parts").mkdir()
    table("parts/1.parquet", extra=["x"] * 5)
    table("parts/2.parquet", reference=[1] * 5)
    with pytest.raises(InputError, match=r"2\.parquet: the column 'reference' is int64(?s:.*)no column 'extra'"):
        open_source(tmp_path / "parts", facts=["extra"])


def test_repeated_ids_across_files_name_the_file_and_both_rows(read, table, tmp_path):
    (tmp_path / "parts").mkdir()
    table("parts/1.parquet")
    table("parts/2.parquet", id=list("xaxyz"))
    found = read(open_source(tmp_path / "parts", on_error="skip"), size=3)
    assert [str(problem).partition("parts/")[2] for problem in found.problems] == [
        "2.parquet, row 7: the id 'a' was used before, in row 1 (ids pair samples between runs: make them unique)",
        "2.parquet, row 8: the id 'x' was used before, in row 6 (ids pair samples between runs: make them unique)",
    ]


def test_a_name_that_is_not_utf8_can_be_opened(read, table, tmp_path):
    table()
    strange = b"caf\xe9.parquet".decode("utf-8", "surrogateescape")
    (tmp_path / "t.parquet").rename(tmp_path / strange)
    source = open_source(tmp_path / strange)
    assert read(source).ids == list("abcde")
    assert source.description["table"].endswith("caf\\xe9.parquet")


def test_a_large_table_streams_in_little_memory(tmp_path):
    page = "".join(chr(97 + n % 26) for n in range(2000))
    with pq.ParquetWriter(
        tmp_path / "t.parquet", pa.schema({"reference": pa.string(), "hypothesis": pa.string()})
    ) as writer:
        for _ in range(4):  # 4 row groups of 200 MB of text each
            texts = pa.array([f"{n}{page}" for n in range(50_000)])
            writer.write_table(pa.table({"reference": texts, "hypothesis": texts}), row_group_size=50_000)
    code = (
        "import resource, sys; from errata.io import open_source; import pyarrow.parquet, numpy\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(sum(batch.read for batch in open_source(sys.argv[1]).batches(2048)))\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "t.parquet"], capture_output=True, text=True, check=True
    )
    read, grown = map(int, done.stdout.split())
    assert read == 200_000
    assert grown < 200, "MiB above the libraries; the texts are 800 MB"
