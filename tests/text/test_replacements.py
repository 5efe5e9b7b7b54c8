"""Tables of replacements on disk: what is read, and how each fault is told."""

import pytest

from errata.errors import InputError
from errata.text.replacements import load_replacements


def write(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def problems(folder, name, content):
    with pytest.raises(InputError) as info:
        load_replacements(write(folder, name, content))
    return [str(problem).replace(str(folder), "") for problem in info.value.problems]


def test_a_json_object_is_a_table(tmp_path):
    assert load_replacements(write(tmp_path, "t.json", '{"ſ": "s", "\\ua75b": "r", "-": ""}')) == {
        "ſ": "s",
        "ꝛ": "r",
        "-": "",
    }


def test_a_tsv_file_has_two_columns_escapes_and_comments(tmp_path):
    text = "# long s\n\\u017f\ts\r\n\nꝛ\tr\n#\tnumber\n \t_\n\\U0001F600\t\\t\\\\\\n\\r\nx\t\n"
    expected = {"ſ": "s", "ꝛ": "r", "#": "number", " ": "_", "😀": "\t\\\n\r", "x": ""}
    assert load_replacements(str(write(tmp_path, "t.TSV", text))) == expected


def test_a_csv_file_has_quotes_instead_of_escapes(tmp_path):
    text = '# comment, with a comma\n"a,b",c\n"""",x\n\\u017f,s\n'
    assert load_replacements(write(tmp_path, "t.csv", text)) == {"a,b": "c", '"': "x", "\\u017f": "s"}


def test_a_byte_order_mark_is_not_a_part_of_the_first_key(tmp_path):
    assert load_replacements(write(tmp_path, "t.tsv", "\ufeffſ\ts")) == {"ſ": "s"}


def test_line_separators_of_unicode_are_characters_like_others(tmp_path):
    assert load_replacements(write(tmp_path, "t.tsv", "\u2028\t \n\x85\t \n")) == {"\u2028": " ", "\x85": " "}


def test_every_faulty_line_of_a_tsv_file_is_told_with_its_number(tmp_path):
    found = problems(tmp_path, "t.tsv", "a\tb\nc\n\nd\te\tf\n\\x\ty\nz\t\\U00110000\n")
    assert [line.split(": ", 1)[0] for line in found] == ["/t.tsv:2", "/t.tsv:4", "/t.tsv:5", "/t.tsv:6"]
    assert found[0].startswith("/t.tsv:2: 1 column in 'c' (two columns")
    assert found[1].startswith("/t.tsv:4: 3 columns in 'd\\te\\tf'")
    assert "unknown escape \\x" in found[2]
    assert "unknown escape \\U00110000" in found[3]


def test_an_empty_key_and_a_contradiction_are_told_where_they_stand(tmp_path):
    found = problems(tmp_path, "t.csv", "a,b\n,c\na,b\na,d\n")
    assert found == [
        "/t.csv:2: replaces nothing: what is replaced is empty",
        "/t.csv:4: 'a' becomes 'd', but 'b' further up (keep one)",
    ]


def test_an_open_quote_in_a_csv_file_is_told(tmp_path):
    (found,) = problems(tmp_path, "t.csv", 'a,b\n"c,d\n')
    assert found.startswith("/t.csv:2: not CSV: unexpected end of data in '\"c,d'")


def test_faults_of_a_json_file_are_told_by_line(tmp_path):
    assert problems(tmp_path, "t.json", '{"a": "b",\n "c": }') == ["/t.json:2: not JSON: Expecting value at column 7"]
    assert problems(tmp_path, "t.json", '["a"]') == [
        '/t.json:1: a table of replacements is an object, not an array (write {"ſ": "s", ...})'
    ]
    assert problems(tmp_path, "t.json", '{"a": "b",\n"ſ": 1,\n"\\u00e9": {}, "d": null, "e": true}') == [
        "/t.json:2: 'ſ' is replaced by a number (write a string, and an empty one to delete)",
        "/t.json:3: 'é' is replaced by an object (write a string, and an empty one to delete)",
        "/t.json:3: 'd' is replaced by null (write a string, and an empty one to delete)",
        "/t.json:3: 'e' is replaced by a boolean (write a string, and an empty one to delete)",
    ]
    assert problems(tmp_path, "t.json", '{"a": "b",\n"a": "c"}') == [
        "/t.json:1: 'a' becomes 'c', but 'b' further up (keep one)"
    ]


def test_bytes_that_are_not_utf_8_are_told_by_line(tmp_path):
    assert problems(tmp_path, "t.tsv", b"a\tb\n\xe9\te\n") == [
        "/t.tsv:2: byte 0xe9 is not UTF-8 (save the file as UTF-8)"
    ]


def test_a_missing_file_and_an_unknown_file_type_are_told(tmp_path):
    with pytest.raises(InputError, match=r"t\.tsv: cannot be read: No such file or directory"):
        load_replacements(tmp_path / "t.tsv")
    with pytest.raises(InputError, match=r"t\.xml: the file type '\.xml' is none of \.json, \.tsv, \.csv"):
        load_replacements(tmp_path / "t.xml")
