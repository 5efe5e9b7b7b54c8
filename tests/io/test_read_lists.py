"""Texts in lists: plain text, sclite's .trn, two columns, JSON Lines, PaddleOCR's labels, Tesseract's TSV."""

import pytest

from errata.errors import InputError
from errata.io.documents import read_document

HEADER = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"


def texts(path, **options):
    return [(page.id, page.text) for page in read_document(path, **options)]


def refused(write, name, content, **options):
    with pytest.raises(InputError) as caught:
        read_document(write(name, content), **options)
    return str(caught.value)


def test_plain_text_is_a_page_of_its_lines(write):
    (page,) = read_document(write("a.txt", "one\r\n\ntwo\u2028three\n"))
    assert [(line.id, line.text) for line in page.lines] == [("1", "one"), ("2", ""), ("3", "two\u2028three")]
    assert read_document(write("b.txt", ""))[0].lines == ()


def test_trn_is_the_text_and_then_the_id(write):
    path = write(
        "a.trn", ";; comment\na (b) text  (spk_1)\n\n(spk_2)\r\n ( spk 3 ) \n".replace(" ( spk 3 ) ", "x ( spk 3 )")
    )
    assert texts(path) == [("spk_1", "a (b) text"), ("spk_2", ""), (" spk 3 ", "x")]


def test_trn_without_an_id_or_with_one_twice_is_refused_line_by_line(write):
    said = refused(write, "a.trn", "no id\na (x)\nb (x)\nc ()\n")
    assert "a.trn:1: does not end in an id in parentheses (it reads 'no id')" in said
    assert "a.trn:3: the id 'x' was used before, in line 2" in said
    assert "a.trn:4" in said


def test_two_columns_are_id_and_text_and_a_header_is_passed_over(write):
    assert texts(write("a.tsv", "1\tone\n2\ttwo\twith tab\n3\t\n")) == [("1", "one"), ("2", "two\twith tab"), ("3", "")]
    assert texts(write("b.tsv", "filename\ttranscription\nid\ttext\n")) == [("id", "text")]
    said = refused(write, "c.tsv", "1\tone\nno tab\n1\tagain\n", format="tsv")
    assert "c.tsv:2: is no id, tab and text" in said
    assert "c.tsv:3: the id '1' was used before, in line 1" in said


def test_json_lines_hold_pages_or_an_id_and_a_text(write):
    assert texts(write("a.jsonl", '{"id": "a", "text": "x\\ny"}\n\n{"id": "b", "text": ""}\n')) == [
        ("a", "x\ny"),
        ("b", ""),
    ]
    assert texts(write("b.jsonl", '{"id": "a", "regions": []}\n')) == [("a", "")]


@pytest.mark.parametrize(
    ("record", "what"),
    [
        ("[]", "the page is an array, not an object"),
        ('{"id": "a"}', "no 'regions' and no 'text'"),
        ('{"text": 5}', "'text' is a number"),
        ('{"regions": 5}', "'regions' is a number, not an array"),
        ('{"regions": [{"lines": [{}]}]}', "a line has no 'text'"),
        ('{"regions": [{"lines": [{"text": "a", "box": [1, 2]}]}]}', "'box' holds 2 numbers, not 4"),
        ('{"regions": [{"lines": [{"text": "a", "box": [1, 2, 3, "4"]}]}]}', "'box' holds a string"),
        ('{"regions": [{"lines": [{"text": "a", "outline": [[1]]}]}]}', "'outline' holds an array"),
        ('{"regions": [{"lines": [{"text": "a", "outline": [{}]}]}]}', "'outline' holds an object"),
        ('{"regions": [], "width": 1' + "0" * 400 + "}", "is no page"),
        ('{"regions": [], "width": NaN}', "NaN is no number that JSON has"),
        ('{"id": "a", "id": "b", "regions": []}', "the key 'id' appears twice in an object"),
        ('{"regions": [{"lines": [{"text": "\\ud83d"}]}]}', "surrogates not allowed"),
        ("[" * 100_000, "is no page"),
        ('{"regions": []', "is no page"),
    ],
)
def test_a_record_that_is_no_page_is_refused_with_its_line(write, record, what):
    said = refused(write, "a.jsonl", '{"regions": []}\n' + record + "\n", format="jsonl")
    assert "a.jsonl:2: is no page" in said
    assert what in said


def test_labels_of_paddle_are_images_with_texts_and_corners(write):
    content = 'a.jpg\t[{"transcription": "x", "points": [[1, 2], [3, 2], [3, 4], [1, 4]]}]\nb.jpg\t[]\n'
    pages = read_document(write("label.txt", content))
    assert [(page.id, page.image, page.text) for page in pages] == [("a.jpg", "a.jpg", "x"), ("b.jpg", "b.jpg", "")]
    assert pages[0].lines[0].box == (1, 2, 3, 4)


def test_labels_that_cannot_be_read_and_broken_corners_are_said(write):
    content = 'a.jpg\t[{"transcription": "###", "points": [[1, "x"]]}]\n'
    (page,) = read_document(write("label.txt", content))
    assert page.lines[0].box is None
    assert len(page.warnings) == 2


@pytest.mark.parametrize(
    "listed",
    ["", "{}", "[5]", '[{"text": "x"}]', '[{"transcription": 5}]', '[{"transcription": "a", "points": 5}]',
     '[{"transcription": "a", "points": [5]}]', '[{"transcription": "a", "points": [[1, 2, 3]]}]', "[" * 100_000,
     '[{"transcription": "\\ud83d"}]', "5", "null"],
)  # fmt: skip
def test_a_label_of_another_shape_is_refused_with_its_line(write, listed):
    said = refused(write, "label.txt", f"a.jpg\t[]\nb.jpg\t{listed}\n", format="paddle")
    assert "label.txt:2: is no path, tab and JSON list of texts" in said


def test_tesseract_words_are_lines_of_paragraphs(write):
    rows = "1\t1\t0\t0\t0\t0\t0\t0\t90\t80\t-1\t\n" + "".join(
        f"5\t{page}\t1\t1\t{line}\t{word}\t1\t2\t3\t4\t{conf}\t{text}\n"
        for page, line, word, conf, text in [
            (1, 1, 1, 95, "a"),
            (1, 1, 2, 50, "b"),
            (1, 2, 1, 7, "c"),
            (2, 1, 1, 0, "d"),
        ]
    )
    pages = read_document(write("a.tsv", HEADER + rows))
    assert [(page.id, page.text) for page in pages] == [("page 1", "a b\nc"), ("page 2", "d")]
    assert (pages[0].width, pages[0].height) == (90, 80)
    assert pages[0].lines[0].words[1].box == (1, 2, 4, 6)
    assert pages[0].lines[0].words[1].confidence == 0.5


def test_tesseract_rows_that_are_short_or_broken_are_said(write):
    said = refused(write, "a.tsv", HEADER + "5\t1\t1\n")
    assert "a.tsv:2: has 3 cells, the header has 12" in said
    (page,) = read_document(write("b.tsv", HEADER + "5\t1\t1\t1\t1\t1\tx\t2\t3\t4\thigh\ta\n"))
    assert page.text == "a"
    assert len(page.warnings) == 2
    assert "has no row under its header" in refused(write, "c.tsv", HEADER)
    assert "its header is not" in refused(write, "d.tsv", "a\tb\tc\n", format="tesseract")


def test_bytes_that_are_no_text_are_named_with_their_line(write):
    for name, content in [("a.trn", b"x (a)\n\xff (b)\n"), ("a.tsv", b"a\tx\nb\t\xff\n")]:
        assert f"{name}:2: is not UTF-8" in refused(write, name, content)
    assert texts(write("b.tsv", b"a\t\xe4\n"), encoding="latin-1") == [("a", "ä")]
