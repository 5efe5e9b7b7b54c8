"""hOCR of Tesseract, OCRopus, kraken, Scribe and others."""

import pytest

from errata.errors import InputError
from errata.io.documents import read_document


def document(*inside, head="<!DOCTYPE html>", page='<div class="ocr_page" title="bbox 0 0 9 9">'):
    return f'{head}<html><head><meta charset="utf-8"/></head><body>{page}{"".join(inside)}</div></body></html>'


def span(kind, *inside, title="", key=""):
    return f'<span class="{kind}" id="{key}" title="{title}">{"".join(inside)}</span>'


@pytest.fixture
def page(write):
    def read(content):
        (found,) = read_document(write("p.hocr", content))
        return found

    return read


@pytest.mark.parametrize("kind", ["ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"])
def test_lines_have_the_class_names_of_every_program(page, kind):
    assert page(document(span(kind, span("ocrx_word", "a"), " ", span("ocrx_word", "b")))).text == "a b"


@pytest.mark.parametrize("kind", ["ocrx_word", "ocr_word"])
def test_words_have_boxes_and_confidences(page, kind):
    words = span(kind, "a", title="bbox 1 2 3 4; x_wconf 96", key="w")
    found = page(document(span("ocr_line", words, title="bbox 0 0 9 9; baseline 0 -3", key="l")))
    (first,) = found.lines
    assert (first.id, first.box) == ("l", (0, 0, 9, 9))
    assert (first.words[0].id, first.words[0].box, first.words[0].confidence) == ("w", (1, 2, 3, 4), 0.96)


def test_properties_may_follow_each_other_without_a_space_and_in_any_order(page):
    word = span("ocrx_word", "a", title="x_font Times;x_wconf 50;bbox 1 2 3 4")
    assert page(document(span("ocr_line", word))).lines[0].words[0].confidence == 0.5


@pytest.mark.parametrize("said", ["101", "-1", "high", "nan"])
def test_a_malformed_confidence_is_flagged(page, said):
    found = page(document(span("ocr_line", span("ocrx_word", "a", title=f"x_wconf {said}", key="w"))))
    assert found.lines[0].words[0].confidence is None
    assert found.warnings == (f"a word confidence (x_wconf) is not between 0 and 100: {said!r} of 'w'",)


@pytest.mark.parametrize("said", ["1 2 3", "a b c d", "5 5 1 1", "1 2 3 nan", "1 2 3 1e30"])
def test_a_broken_box_is_said_and_the_text_is_kept(page, said):
    found = page(document(span("ocr_line", "a", title=f"bbox {said}")))
    assert (found.text, found.lines[0].box) == ("a", None)
    assert "coordinates are broken" in found.warnings[0]


def test_lines_without_words_and_words_without_lines_are_read(page):
    assert page(document(span("ocr_line", "only\n  a line"))).text == "only a line"
    assert page(document(span("ocrx_word", "a"), span("ocrx_word", "b"))).text == "a\nb"


def test_text_beside_words_is_read_and_said(page):
    found = page(document(span("ocr_line", span("ocrx_word", "a"), " and more")))
    assert found.text == "a and more"
    assert "has text outside of its words" in found.warnings[0]


def test_words_in_words_are_read_once(page):
    assert page(document(span("ocr_line", span("ocr_word", span("ocrx_word", "a"))))).text == "a"


def test_a_paragraph_without_lines_is_a_line(page):
    assert page(document('<p class="ocr_par">some <b>text</b></p><p class="ocr_par"> </p>')).text == "some text"


def test_a_paragraph_without_lines_is_a_region_of_its_own_and_br_ends_its_lines(page):
    found = page(document('<p class="ocr_par" id="p">one<br/>two <br/> <i>three</i></p><h1 class="ocr_chapter">4</h1>'))
    assert found.text == "one\ntwo\nthree\n4"
    assert [(region.id, region.kind) for region in found.regions] == [("p", "ocr_par"), ("", "ocr_chapter")]
    assert [line.id for line in found.lines] == ["p:1", "p:2", "p:3", ""]


def test_a_br_in_a_line_is_white_space(page):
    assert page(document(span("ocr_line", "one<br/>two"))).text == "one two"


def test_of_alternatives_the_inserted_one_is_read_and_no_choice_of_tesseract(page):
    several = '<span class="alternatives"><ins class="alt">hello</ins><del class="alt">hallo</del></span>'
    word = span("ocrx_word", several, "!")
    assert page(document(span("ocr_line", word))).text == "hello!"
    choices = span("ocrx_cinfo", span("ocr_glyph", "b", key="choice_1"), key="lstm_choices_1_1_1")
    found = page(document(span("ocr_line", span("ocrx_word", "a", choices))))
    assert (found.text, found.warnings) == ("a", ())


def test_text_that_no_element_claims_is_said(page):
    found = page(document("loose", span("ocr_line", "a"), " words", "<p>and more</p>"))
    assert found.text == "a"
    assert found.warnings == ("text outside of lines, words and paragraphs is not read: 3 times, first 'loose'",)


def test_lines_in_lines_are_read_once(page):
    assert page(document(span("ocr_line", span("ocr_line", "a"), span("ocr_line", "b")))).text == "a\nb"


def test_what_html_allows_and_xml_does_not_is_read(page):
    content = document("<br><img src=x>", span("ocr_line", "a&nbsp;&auml;&amp;b"), "<p>").replace("</body></html>", "")
    assert page(content).text == "a\u00a0ä&b"


def test_pages_are_named_by_their_image_and_else_by_their_id(write):
    two = document(span("ocr_line", "a"), "</div>", '<div class="ocr_page" id="p2" title="image &quot;x.png&quot;">',
                   span("ocr_line", "b"), page='<div class="ocr_page" id="p1" title="image unknown">')  # fmt: skip
    found = read_document(write("p.hocr", two))
    assert [(page.id, page.image, page.text) for page in found] == [("p1", None, "a"), ("x.png", "x.png", "b")]


def test_pictures_are_regions_without_lines(page):
    found = page(document('<div class="ocr_photo" id="i" title="bbox 1 1 2 2"></div>', span("ocr_line", "a")))
    assert [(region.kind, region.box) for region in found.regions] == [("ocr_photo", (1, 1, 2, 2)), ("ocr_page", None)]


def test_html_that_is_no_hocr_is_refused(write):
    with pytest.raises(InputError, match="no element has the class ocr_page"):
        read_document(write("p.hocr", "<html><body><p>Hello</p></body></html>"))
