"""Which columns of a table are read."""

import json

import pytest

from errata.errors import InputError, UsageError
from errata.io import open_source
from errata.io.columns import KNOWN, Wanted, choose


@pytest.mark.parametrize("reference", KNOWN["reference"])
@pytest.mark.parametrize("hypothesis", KNOWN["hypothesis"])
def test_well_known_names_are_guessed(reference, hypothesis):
    chosen = choose("t.csv", ["sample_id", reference, hypothesis, "page"], Wanted())
    assert (chosen.reference, chosen.hypothesis, chosen.id) == (reference, hypothesis, "sample_id")


def test_a_guess_is_told_unless_the_name_is_our_own():
    assert choose("t.csv", ["id", "reference", "hypothesis"], Wanted()).guesses == ()
    assert choose("t.csv", ["image", "GT", "hypothesis"], Wanted()).guesses == (
        "t.csv: the column 'GT' was taken for the reference (--reference-column).",
        "t.csv: the column 'image' was taken for the id (--id-column).",
    )
    assert choose("t.csv", ["image", "GT", "ocr"], Wanted("GT", "ocr", "image")).guesses == ()


def test_guesses_reach_the_warnings_and_the_description(write):
    source = open_source(write("t.jsonl", json.dumps({"key": "a", "gt": "x", "pred": "y"})))
    assert len(source.warnings) == 3
    assert source.description["columns"] == {"reference": "gt", "hypothesis": "pred", "id": "key", "facts": []}


def test_several_candidates_are_named_with_the_option_to_choose():
    names = ["file", "name", "gt", "label", "ocr", "pred"]
    with pytest.raises(InputError) as caught:
        choose("t.csv", names, Wanted())
    assert [(problem.what, problem.hint) for problem in caught.value.problems] == [
        ("several columns could be the reference: 'gt', 'label'", "choose with --reference-column"),
        ("several columns could be the hypothesis: 'ocr', 'pred'", "choose with --hypothesis-column"),
        ("several columns could be the id: 'file', 'name'", "choose with --id-column"),
    ]
    chosen = choose("t.csv", names, Wanted("label", "pred", "file", ("gt", "gt")))
    assert chosen.names == ["label", "pred", "gt", "file"]


def test_a_column_named_id_is_the_id_beside_file_and_image():
    assert choose("t.csv", ["image", "id", "file", "gt", "ocr"], Wanted()).id == "id"


def test_without_an_id_there_is_none():
    assert choose("t.csv", ["gt", "ocr"], Wanted()).id is None


def test_missing_columns_are_all_told_with_the_nearest_names():
    with pytest.raises(InputError, match=r"Its columns: 'Text', 'ocr_text', 'language'\.") as caught:
        choose("t.csv", ["Text", "ocr_text", "language"], Wanted("text", None, "page", ("langauge",)))
    assert [(problem.what[:38], problem.hint) for problem in caught.value.problems] == [
        ("there is no column 'text'", "Did you mean 'Text' or 'ocr_text'?"),
        ("no column has a known name of the hypo", "name it with --hypothesis-column"),
        ("there is no column 'page'", ""),
        ("there is no column 'langauge'", "Did you mean 'language'?"),
    ]


def test_a_column_that_is_there_twice_is_refused_if_it_is_used():
    with pytest.raises(InputError, match="2 columns are named 'gt'"):
        choose("t.csv", ["gt", "ocr", "gt"], Wanted())
    assert choose("t.csv", ["gt", "ocr", "x", "x"], Wanted()).names == ["gt", "ocr"]


def test_one_column_cannot_be_both_sides():
    with pytest.raises(UsageError, match="cannot be both"):
        choose("t.csv", ["text"], Wanted("text", "text"))


def test_keys_that_only_later_rows_have_are_columns_too(read, write):
    rows = [{"id": "a", "gt": "A"}, {"id": "b", "gt": "B", "ocr": "b"}]
    source = open_source(write("t.jsonl", "\n".join(map(json.dumps, rows))), unmatched="count")
    assert read(source).pairs == [("a", "A", ""), ("b", "B", "b")]
