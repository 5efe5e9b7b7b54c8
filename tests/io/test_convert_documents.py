"""Documents in one format written in another: what stays, what is said to be lost, and the page that says so."""

import re
from pathlib import Path

import pytest
from test_document_samples import NAMES, SAMPLES, TEXT

from errata.cli.main import main
from errata.errors import InputError, RunError, UsageError
from errata.io.convert import convert_document
from errata.io.documents import FORMATS, Reading, read_document

WRITTEN = [name for name, form in FORMATS.items() if form.write]
PAGE_OF_FORMATS = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"
WORDS = {"words", "ids of words", "places of words", "confidences of words", "places of lines", "confidences of lines"}
LISTS = {*WORDS, "the division into pages", "ids of lines"}
LOST = {
    "page": set(),
    "alto": {"confidences of lines"},
    "hocr": set(),
    "jsonl": set(),
    "tsv": LISTS,
    "trn": LISTS,
    "text": {*WORDS, "ids of lines", "the name of the page", "the size of the page", "the name of the image"},
}
REGIONS = {"ids of regions", "kinds of regions", "places of regions"}


def converted(tmp_path, source, to, **options):
    target = tmp_path / f"new{FORMATS[to].suffixes[0]}"
    said = convert_document(str(source), str(target), to, Reading(**options))
    return target, said


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_in_its_own_format_reads_back_the_same(name, tmp_path):
    target, said = converted(tmp_path, SAMPLES / NAMES[name], name)
    assert said == (["not in the new file: the name of the page"] if name == "text" else [])
    before, after = read_document(SAMPLES / NAMES[name]), read_document(target, format=name)
    assert [(page.text, [line.id for line in page.lines]) for page in after] == [
        (page.text, [line.id for line in page.lines]) for page in before
    ]
    if name in ("page", "alto", "hocr", "jsonl"):
        assert [line.words for page in after for line in page.lines] == [
            line.words for page in before for line in page.lines
        ]
        assert [line.box for page in after for line in page.lines] == [
            line.box for page in before for line in page.lines
        ]


@pytest.mark.parametrize("to", WRITTEN)
@pytest.mark.parametrize("name", ["page", "alto", "hocr"])
def test_texts_of_lines_survive_every_format_and_the_rest_is_said_where_it_is_lost(name, to, tmp_path):
    target, said = converted(tmp_path, SAMPLES / NAMES[name], to)
    pages = read_document(target, format=to)
    assert "\n".join(page.text for page in pages) == TEXT
    kinds = set(re.sub(r", \d+ of them|not in the new file: ", "", said[0]).split("; ")) if said else set()
    assert kinds <= LOST[to] | (set() if to == "jsonl" else REGIONS)
    assert kinds >= LOST[to] - {"confidences of lines", "words"}


def test_several_pages_do_not_fit_into_a_format_of_one(tmp_path, write):
    source = write("two.jsonl", '{"id": "a", "text": "x"}\n{"id": "b", "text": "y"}\n')
    with pytest.raises(InputError, match="do not fit into one file of PAGE"):
        converted(tmp_path, source, "page")
    assert read_document(converted(tmp_path, source, "alto")[0])[1].text == "y"


def test_a_text_that_xml_cannot_hold_is_refused_and_leaves_no_file(tmp_path, write):
    with pytest.raises(InputError, match=r"holds U\+0001, which XML cannot hold"):
        converted(tmp_path, write("a.txt", "a\x01b"), "alto")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_target_that_is_there_is_kept_and_a_format_that_is_not_written_is_named(tmp_path):
    target, _ = converted(tmp_path, SAMPLES / "page.xml", "alto")
    before = target.read_bytes()
    with pytest.raises(RunError, match="is there already"):
        converted(tmp_path, SAMPLES / "page.hocr", "alto")
    assert target.read_bytes() == before
    with pytest.raises(UsageError, match="not written as paddle"):
        convert_document(str(SAMPLES / "page.xml"), str(tmp_path / "x"), "paddle", Reading())


def test_folders_of_different_formats_are_scored_against_each_other(write, tmp_path, capsys):
    for side, names in {"gt": ("page.xml", "page.hocr"), "ocr": ("page.alto.xml", "page.xml")}.items():
        for number, name in enumerate(names):
            write(f"{side}/p{number}.{'gt.' * (side == 'gt')}{name.partition('.')[2]}", (SAMPLES / name).read_bytes())
    assert main(["score", str(tmp_path / "gt"), str(tmp_path / "ocr"), "--metrics", "cer", "--no-ci"]) == 0
    shown = capsys.readouterr().out
    assert "2 samples" in shown
    assert "0.00 %" in shown


def test_the_page_of_formats_has_a_row_for_each_and_says_rightly_what_is_written():
    documents = PAGE_OF_FORMATS.read_text("utf-8").partition("## Tables")[0]
    lines = [line for line in documents.split("\n") if line.startswith("| `")]
    rows = {line.split("`")[1]: [cell.strip() for cell in line.strip("|").split("|")] for line in lines}
    assert list(rows) == list(FORMATS)
    for name, form in FORMATS.items():
        assert (rows[name][4] != "no") == (form.write is not None), name
        assert all(f"`{suffix}`" in rows[name][1] for suffix in form.suffixes), name
