"""Tables in JSON: lines and arrays, and everything that can be wrong with a row."""

import json

import pytest

from errata.errors import InputError
from errata.io import open_source

PAIR = {"id": "a", "reference": "one", "hypothesis": "two"}


def lines(*rows):
    return "".join(f"{row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def array(*rows):
    return (
        "[" + ",\n ".join(row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows) + "]\n"
    )


@pytest.fixture
def skipped(read, write):
    """What is read of a JSON Lines table when problems are skipped."""

    def table(*rows, **options):
        return read(open_source(write("t.jsonl", lines(*rows)), on_error="skip", **options))

    return table


@pytest.mark.parametrize(("name", "form"), [("t.jsonl", lines), ("t.NDJSON", lines), ("t.json", array)])
def test_rows_are_read_exactly(read, write, name, form):
    rows = [
        {"id": "a", "reference": " one\r\n\u2028\x85 ", "hypothesis": "e\u0301\x00", "language": "de", "year": 1890},
        {"id": 7, "reference": "", "hypothesis": "𝔞", "language": None, "year": True},
        {"id": "c", "reference": "r", "hypothesis": "h", "more": {"deep": []}},
    ]
    found = read(open_source(write(name, form(*rows)), facts=["language", "year"]))
    assert found.ids == ["a", "7", "c"]
    assert found.references == [row["reference"] for row in rows]
    assert found.hypotheses == [row["hypothesis"] for row in rows]
    assert found.facts == {"language": ["de", None, None], "year": ["1890", "true", None]}


def test_blank_lines_a_byte_order_mark_and_windows_line_ends_are_no_trouble(read, write):
    text = "\ufeff\r\n" + lines(PAIR).replace("\n", "\r\n") + "  \n\n" + lines(PAIR | {"id": "b"}).strip()
    assert read(open_source(write("t.jsonl", text))).pairs == [("a", "one", "two"), ("b", "one", "two")]


def test_without_an_id_column_the_ids_are_row_numbers(read, write):
    rows = [{"reference": str(number), "hypothesis": ""} for number in range(3)]
    text = "\n" + lines(*rows[:1], "broken", *rows[1:])
    found = read(open_source(write("t.jsonl", text), on_error="skip"))
    assert found.pairs == [("1", "0", ""), ("3", "1", ""), ("4", "2", "")]
    assert found.problems[0].where.endswith("t.jsonl:3:1, row 2")


@pytest.mark.parametrize(
    ("row", "place", "what"),
    [
        ('{"id": "b", "reference": "x", }', ":2:31", "is not JSON"),
        ('{"id": "b"', ":2:11", "is not JSON: Expecting ',' delimiter: the end"),
        ('{"id": "b"} {"id": "c"}', ":2:13", "more than one JSON value"),
        ('["b", "x", "y"]', ":2:1", "an object is expected, not an array"),
        ("null", ":2:1", "an object is expected, not null"),
        ("17", ":2:1", "an object is expected, not a number"),
        ('{"id": "b", "id": "c", "reference": "", "hypothesis": ""}', ":2:1", "the key 'id' appears twice"),
        ("[" * 100_000, ":2:1", "nested too deeply"),
        ('{"id": ' + "9" * 5000 + "}", ":2:1", "cannot be read: Exceeds the limit"),
        (r'{"id": "b", "reference": "ab\ud800c", "hypothesis": ""}', ":2", r"lone surrogate \ud800 at character 2"),
        (r'{"id": "b\udfff", "reference": "", "hypothesis": ""}', ":2", r"lone surrogate \udfff at character 1"),
        ('{"id": "b", "reference": 12, "hypothesis": ""}', ":2", "'reference' holds a number, not a string: 12"),
        ('{"id": "b", "reference": "", "hypothesis": ["x"]}', ":2", "'hypothesis' holds an array, not a string: ['x']"),
        ('{"id": "b", "reference": false, "hypothesis": {}}', ":2", "holds a boolean, not a string: False; the column"),
        ('{"id": ["b"], "reference": "", "hypothesis": ""}', ":2", "'id' holds an array"),
        ('{"id": null, "reference": "", "hypothesis": ""}', ":2", "the id in column 'id' is null"),
        ('{"reference": "", "hypothesis": ""}', ":2", "the id in column 'id' is null"),
        ('{"id": "b", "reference": null, "hypothesis": ""}', ":2", "has no reference (null)"),
        ('{"id": "b", "hypothesis": ""}', ":2", "has no reference (null)"),
        ('{"id": "a", "reference": "", "hypothesis": ""}', ":2", "the id 'a' was used before, in row 1"),
    ],
)
def test_a_broken_row_is_placed_explained_and_does_not_stop_the_next(skipped, row, place, what):
    found = skipped(PAIR, row, PAIR | {"id": "z"})
    assert found.ids == ["a", "z"]
    assert found.read == 3
    (problem,) = found.problems
    assert problem.where.endswith(f"t.jsonl{place}, row 2")
    assert what in problem.what
    assert len(str(problem)) < 400


def test_surrogates_that_make_a_pair_are_one_character(skipped):
    found = skipped(r'{"id": "b", "reference": "\ud835\udd1e", "hypothesis": "x"}')
    assert found.references == ["𝔞"]


def test_a_line_in_another_encoding_is_a_problem_with_its_offset(read, write):
    good = lines(PAIR).encode()
    bad = '{"id": "b", "reference": "caf\xe9", "hypothesis": ""}\n'.encode("latin-1")
    source = open_source(write("t.jsonl", good + bad + lines(PAIR | {"id": "c"}).encode()), on_error="skip")
    found = read(source)
    assert found.ids == ["a", "c"]
    assert f"byte offset {len(good) + 29} holds e9" in found.whats[0]
    assert "--encoding" in found.whats[0]


def test_other_encodings_are_read_when_they_are_named(read, write):
    rows = lines({"id": "a", "reference": "é\u2028", "hypothesis": "ü"}, {"id": "b", "reference": "", "hypothesis": ""})
    for encoding in ("utf-16", "utf-16-be", "utf-8-sig", "gb18030"):
        found = read(open_source(write("t.jsonl", rows.encode(encoding)), encoding=encoding))
        assert found.pairs == [("a", "é\u2028", "ü"), ("b", "", "")]


def test_a_table_in_utf16_is_recognised(write):
    for content in (lines(PAIR).encode("utf-16"), lines(PAIR).encode("utf-16-le")):
        with pytest.raises(InputError, match="looks like UTF-16"):
            open_source(write("t.jsonl", content))


def test_all_problems_are_listed_at_once(read, write):
    rows = [PAIR, "{", PAIR, PAIR | {"id": "b", "reference": 1}, PAIR | {"id": "c"}]
    with pytest.raises(InputError, match=r"t\.jsonl: 3 samples cannot be scored\..*(?s:.*)--on-error skip") as caught:
        read(open_source(write("t.jsonl", lines(*rows))), size=2)
    assert [problem.where.rpartition(" ")[2] for problem in caught.value.problems] == ["2", "3", "4"]


def test_collecting_ends_after_a_thousand_problems(read, write):
    rows = [PAIR] + ["{"] * 3000
    with pytest.raises(InputError, match="at least 1000 samples cannot be scored") as caught:
        read(open_source(write("t.jsonl", lines(*rows))), size=10)
    assert len(caught.value.problems) == 1000
    assert "and 980 more" in str(caught.value)


def test_a_missing_hypothesis_falls_under_the_policy(read, write):
    path = write(
        "t.jsonl", lines(PAIR, {"id": "b", "reference": "B", "hypothesis": None}, {"id": "c", "reference": "C"})
    )
    for on_error in ("fail", "skip"):
        with pytest.raises(InputError, match=r"2 samples cannot be scored(?s:.*)--unmatched count") as caught:
            read(open_source(path, on_error=on_error))
        assert [problem.what for problem in caught.value.problems] == ["has no hypothesis (null)"] * 2
    counted = read(open_source(path, unmatched="count"))
    assert counted.pairs == [("a", "one", "two"), ("b", "B", ""), ("c", "C", "")]
    assert (counted.missing, counted.problems, counted.read) == (2, [], 3)
    dropped = read(open_source(path, unmatched="drop"))
    assert (dropped.ids, dropped.missing, dropped.problems, dropped.read) == (["a"], 0, [], 3)


def test_a_line_of_300_000_characters_is_read(skipped):
    text = "한x" * 150_000
    assert skipped({"id": "a", "reference": text, "hypothesis": text}).references == [text]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (lines(PAIR), r"array of objects(?s:.*)name the file \.jsonl"),
        ('"text"', "an array of objects, and this begins"),
        ("", "an array of objects, and this begins the end"),
        ("[]", "has no rows"),
        (" [ ] ", "has no rows"),
    ],
)
def test_a_json_file_that_is_no_array_of_objects_is_refused(write, text, match):
    with pytest.raises(InputError, match=match):
        open_source(write("t.json", text))


@pytest.mark.parametrize(
    ("end", "place", "what"),
    [
        ("", r":2:1", "a ',' or a ']' is expected at the end"),
        (",", r":2:2", "is not JSON: Expecting value"),
        (",]", r":2:2", "is not JSON: Expecting value"),
        ("{}]", r":2:1", "a ',' or a ']' is expected"),
        ("] 1", r":2:3", "holds more after the array"),
        (', {"id": "b', r":2:10", "Unterminated string"),
        (", " + "[" * 100_000, r":2:3", "nested too deeply"),
    ],
)
def test_an_array_that_breaks_off_is_refused_at_its_place(write, end, place, what):
    with pytest.raises(InputError) as caught:
        open_source(write("t.json", f"[{json.dumps(PAIR)}\n{end}"), on_error="skip")
    (problem,) = caught.value.problems
    assert problem.where.endswith(f"t.json{place}")
    assert what in problem.what


def test_an_array_that_breaks_off_late_tells_the_problems_before_it(read, write):
    rows = [PAIR | {"id": number} for number in range(200)]
    rows[150]["reference"] = None
    with pytest.raises(InputError, match="2 samples") as caught:
        read(open_source(write("t.json", array(*rows)[:-2] + ",")), size=10)
    assert [problem.what[:16] for problem in caught.value.problems] == ["has no reference", "is not JSON: Exp"]


def test_a_repeated_key_in_an_array_concerns_one_row(read, write):
    text = array(PAIR, '{"id": "b", "id": "b"}', '\n{"id": "c", "reference": "", "hypothesis": 1}', PAIR | {"id": "d"})
    found = read(open_source(write("t.json", text), on_error="skip"))
    assert found.ids == ["a", "d"]
    assert [problem.where.rpartition("/")[2] for problem in found.problems] == ["t.json:2:2, row 2", "t.json:4, row 3"]


def test_a_table_whose_first_rows_are_no_objects_is_refused(write):
    with pytest.raises(InputError, match=r"none of its first rows is a JSON object(?s:.*)t\.jsonl:1:1"):
        open_source(write("t.jsonl", "hello\nworld\n"))
    with pytest.raises(InputError, match="has no rows"):
        open_source(write("t.jsonl", "\n\n"))
