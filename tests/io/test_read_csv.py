"""Tables in CSV and TSV: quotes, line ends, widths and encodings."""

import csv
import io

import pytest

from errata.errors import InputError
from errata.io import open_source

HEADER = "id,reference,hypothesis\n"


@pytest.fixture
def skipped(read, write):
    """What is read of a CSV table when problems are skipped."""

    def table(content, name="t.csv", **options):
        return read(open_source(write(name, content), on_error="skip", **options))

    return table


def test_fields_are_read_exactly(skipped):
    found = skipped(
        '\ufeffid,reference,hypothesis\r\na,"one\r\ntwo\n\rthree","say ""x"", 5"" "\r\nb, x ,\x00\u2028\r\n'
    )
    assert found.pairs == [("a", "one\r\ntwo\n\rthree", 'say "x", 5"" '[:-3] + '" '), ("b", " x ", "\x00\u2028")]
    assert found.problems == []


def test_an_empty_field_is_an_empty_text_and_a_blank_line_no_row(skipped):
    assert skipped(HEADER + "\na,,\n\r\n\nb,x,y").pairs == [("a", "", ""), ("b", "x", "y")]


def test_tabs_separate_in_tsv(skipped):
    content = 'id\treference\thypothesis\na\t"1\t2"\tone, "two"\n'
    assert skipped(content, "t.tsv").pairs == [("a", "1\t2", 'one, "two"')]


def test_what_python_writes_comes_back(skipped):
    texts = ["", '"', '""', ",", "\n", "\r", "\r\n", "a\nb", " x ", "\x00", "한글", 'a"b', "'", ";", "\t"]
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows([["id", "reference", "hypothesis"], *([n, t, t] for n, t in enumerate(texts))])
    found = skipped(buffer.getvalue())
    assert found.references == texts
    assert found.hypotheses == texts


def test_old_line_ends_are_line_ends(skipped):
    assert skipped("id,reference,hypothesis\ra,1,2\rb,3,4\r").pairs == [("a", "1", "2"), ("b", "3", "4")]


def test_rows_of_the_wrong_width_are_named_by_line_and_row(skipped):
    found = skipped(HEADER + 'a,"x\ny",z\nb,1\nc,1,2,3\nd,1,2\n')
    assert found.ids == ["a", "d"]
    assert [problem.where.rpartition("/")[2] for problem in found.problems] == ["t.csv:4, row 2", "t.csv:5, row 3"]
    assert found.problems[0].what == "has 2 fields, the header has 3"
    assert found.problems[1].what == "has 4 fields, the header has 3"


def test_a_quote_that_is_not_closed_is_a_problem_and_not_a_text(skipped):
    found = skipped(HEADER + 'a,1,2\nb,"x,3\nc,4,5\n')
    assert found.ids == ["a"]
    assert "t.csv:3, row 2: is no row of a table: unexpected end of data" in found.whats[0]


def test_a_quote_that_is_not_doubled_is_a_problem_of_one_row(skipped):
    found = skipped(HEADER + 'a,"x" y,2\nb,1,2\n')
    assert found.ids == ["b"]
    assert "is no row of a table" in found.whats[0]


def test_a_field_of_300_000_characters_is_read(skipped):
    text = "한x" * 150_000
    assert skipped(f"{HEADER}a,{text},{text}\n").references == [text]


def test_bytes_that_are_not_utf8_concern_their_row(skipped):
    head = (HEADER + 'a,"x\ny",z\n').encode()
    found = skipped(head + 'b,"first\ncaf\xe9",x\n'.encode("latin-1") + b"c,1,2\n")
    assert found.ids == ["a", "c"]
    assert found.problems[0].where.endswith("t.csv:4, row 2")
    assert f"byte offset {len(head) + 12} holds e9" in found.problems[0].what


def test_other_encodings_are_read_when_they_are_named(read, write):
    for encoding in ("latin-1", "utf-16", "utf-32-le"):
        path = write("t.csv", (HEADER + 'a,"é\r\nx",ü\n').encode(encoding))
        assert read(open_source(path, encoding=encoding)).pairs == [("a", "é\r\nx", "ü")]


def test_repeated_ids_name_both_rows(skipped):
    found = skipped(HEADER + "a,1,2\nb,1,2\na,3,4\na,5,6\n")
    assert found.references == ["1", "1"]
    assert [problem.where.rpartition(" ")[2] for problem in found.problems] == ["3", "4"]
    assert {problem.what for problem in found.problems} == {"the id 'a' was used before, in row 1"}


@pytest.mark.parametrize(
    ("content", "match"),
    [
        ("", "the file is empty"),
        (HEADER, "has no rows"),
        ('"id,reference\n', "has no header"),
        (b"id,r\xe9f\xe9rence\n", "byte offset 4 holds e9"),
        ("id;reference;hypothesis\n1;2;3\n", "Is it separated by ';'"),
    ],
)
def test_a_table_without_a_usable_header_or_rows_is_refused(write, content, match):
    with pytest.raises(InputError, match=match):
        open_source(write("t.csv", content), on_error="skip")


def test_several_files_are_one_table_with_one_header(read, write, tmp_path):
    write("part-2.csv", HEADER + "c,5,6\n")
    write("part-1.csv", HEADER + "a,1,2\nb,3\n")
    source = open_source(tmp_path / "part-*.csv", on_error="skip")
    found = read(source, size=2)
    assert found.pairs == [("a", "1", "2"), ("c", "5", "6")]
    assert found.problems[0].where.endswith("part-1.csv:3, row 2")
    assert source.description["files"] == 2
    write("part-3.csv", "id,hypothesis,reference\nd,7,8\n")
    with pytest.raises(InputError, match=r"part-3\.csv: its header differs from that of .*part-1\.csv"):
        open_source(tmp_path / "part-*.csv")
