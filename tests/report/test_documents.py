"""Comparisons, gates and conventions as documents: strict JSON that keeps its published schema."""

import json
from importlib.resources import files

import jsonschema
import pytest

import errata
from errata.corpus.compare import compare
from errata.corpus.conventions import conventions
from errata.corpus.gate import gate
from errata.report.sheet import SHEETS, render

REFERENCES = ["the cat", "", "a b c", "long enough a line"]
OURS = errata.score(REFERENCES, ["the bat", "x", "a b c", "long enough a lime"])
THEIRS = errata.score(REFERENCES, ["the cat", "", "a c", "long"])
INFINITE = errata.score(REFERENCES, ["the bat", "x", "a b c", "long"], profile="handbook")
FINITE = errata.score(REFERENCES, REFERENCES, profile="handbook")


@pytest.fixture
def explained(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"id": "1", "reference": "", "hypothesis": "x"}\n', "utf-8")
    for name, empty in (("a", "count"), ("b", "nan")):
        errata.score_corpus(path, tmp_path / name, empty=empty)
    return conventions(tmp_path / "a", tmp_path / "b")


def documents(explained):
    yield "comparison", compare(OURS, THEIRS, metrics="all")
    yield "comparison", compare(OURS, THEIRS, errata.score(REFERENCES, REFERENCES))
    yield "comparison", compare(INFINITE, FINITE)
    yield "comparison", compare(errata.score(["a"], ["a"]), errata.score(["a"], ["b"]))
    yield "gate", gate(OURS, maximum={"cer": 0.1, "missing": 0}, targets="forms", baseline=THEIRS)
    yield "gate", gate(INFINITE, maximum={"cer": 0.1, "cer.macro": 1})
    yield "conventions", explained


def test_every_document_keeps_its_schema_and_is_strict_json(explained):
    for kind, document in documents(explained):
        schema = json.loads(files("errata.report").joinpath(f"{kind}.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        text = "".join(render(document, "json"))
        assert json.loads(text, parse_constant=pytest.fail) == document.to_dict()
        jsonschema.validate(document.to_dict(), schema)


def test_every_document_has_every_format(explained):
    for _, document in documents(explained):
        for form in SHEETS:
            assert "".join(render(document, form)).strip()
        header, *rows = document.rows()
        assert {len(row) for row in rows} == {len(header)}


def test_a_comparison_prints_itself_without_colour():
    page = str(compare({"old": OURS}, {"new": THEIRS}, metrics="cer"))
    assert page.startswith("old and new: 4 paired samples\n")
    assert "new against old" in page
    assert "\x1b" not in page


def test_a_page_fits_eighty_columns_in_ascii(monkeypatch):
    from errata.report.screen import captured, plain_console
    from errata.report.sheet import _print

    console = plain_console("ascii")
    _print(compare(OURS, THEIRS), console)
    tables = [line for line in captured(console).splitlines() if "|" not in line and ":" not in line]
    assert max(map(len, tables)) <= 80
    assert captured(console).isascii()
