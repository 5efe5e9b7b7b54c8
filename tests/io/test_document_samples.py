"""Every document format has a sample, is told by its content, and reads as the page that the samples show."""

import gzip
from pathlib import Path

import pytest

from errata.errors import InputError, UnknownNameError
from errata.io import documents
from errata.io.documents import FORMATS, read_document, sniffed

SAMPLES = Path(__file__).parent / "samples"
NAMES = {
    "page": "page.xml",
    "alto": "page.alto.xml",
    "hocr": "page.hocr",
    "jsonl": "page.jsonl",
    "tesseract": "page.tesseract.tsv",
    "paddle": "label.txt",
    "tsv": "page.tsv",
    "trn": "page.trn",
    "text": "page.txt",
}
TEXT = "Der Löwe\nçà & là"


def text_of(path, **options):
    return "\n".join(page.text for page in read_document(path, **options))


def test_every_format_has_a_sample_here():
    assert set(NAMES) == set(FORMATS)


@pytest.mark.parametrize("name", NAMES)
def test_the_sample_is_told_by_its_content_and_reads_as_the_page_it_shows(name):
    assert sniffed(SAMPLES / NAMES[name]).name == name
    assert text_of(SAMPLES / NAMES[name]) == TEXT
    assert text_of(SAMPLES / NAMES[name], places=False) == TEXT
    assert [page.warnings for page in read_document(SAMPLES / NAMES[name])] in ([()], [(), ()])


@pytest.mark.parametrize("name", NAMES)
def test_a_compressed_sample_reads_the_same(name, tmp_path):
    path = tmp_path / f"{NAMES[name]}.gz"
    path.write_bytes(gzip.compress((SAMPLES / NAMES[name]).read_bytes()))
    assert sniffed(path).name == name
    assert text_of(path) == TEXT


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_says_the_encoding_of_xml_and_is_no_text_anywhere(name, encoding, tmp_path):
    content = (SAMPLES / NAMES[name]).read_text("utf-8").replace('encoding="UTF-8"', f'encoding="{encoding[:6]}"')
    path = tmp_path / NAMES[name]
    path.write_bytes(content.replace("utf-8-", "utf-8").encode(encoding))
    options = {"encoding": "utf-16"} if encoding == "utf-16" else {}
    assert text_of(path, format=name, **options) == TEXT


@pytest.mark.parametrize("name", ["page", "alto", "hocr", "jsonl", "paddle"])
def test_the_content_tells_the_format_where_the_name_lies(name, tmp_path):
    path = tmp_path / "scan.txt"
    path.write_bytes((SAMPLES / NAMES[name]).read_bytes())
    assert sniffed(path).name == name


def test_a_format_can_be_forced_and_an_unknown_one_is_refused(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text("<a>\n", "utf-8")
    assert text_of(path, format="text") == "<a>"
    with pytest.raises(InputError, match=r"format of .*a\.xml is not known.*\n.*--format-in: page, alto"):
        read_document(path)
    with pytest.raises(UnknownNameError, match=r"document format 'alot'. Did you mean alto"):
        read_document(path, format="alot")
    with pytest.raises(UnknownNameError, match=r"text level 'lines'. Did you mean line"):
        read_document(path, level="lines")
    with pytest.raises(InputError, match=r"no such file|No such file"):
        read_document(tmp_path / "b.xml")


@pytest.mark.parametrize("name", ["page", "alto", "hocr", "jsonl", "tesseract", "paddle"])
def test_without_places_there_are_none(name):
    for page in read_document(SAMPLES / NAMES[name], places=False):
        assert all(line.box is None and line.words == () and line.outline == () for line in page.lines)


@pytest.mark.parametrize("name", ["page", "alto", "hocr", "jsonl", "tesseract", "paddle"])
def test_places_say_where_each_line_stands(name):
    lines = [line for page in read_document(SAMPLES / NAMES[name]) for line in page.lines]
    assert lines[0].box == (10, 10, 210, 60)


@pytest.mark.parametrize("name", ["page", "alto"])
def test_large_files_are_read_line_by_line_and_give_the_same_pages(name, monkeypatch):
    whole = read_document(SAMPLES / NAMES[name])
    monkeypatch.setattr(documents, "HEAD", 1 << 10)
    monkeypatch.setattr("errata.io.xml_tree.STREAMED", 10)
    assert read_document(SAMPLES / NAMES[name]) == whole
