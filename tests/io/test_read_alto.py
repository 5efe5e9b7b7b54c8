"""ALTO: strings of lines, hyphens, divided words, confidences."""

import pytest

from errata.errors import InputError
from errata.io.documents import read_document

V2, V3, V4 = (f"http://www.loc.gov/standards/alto/ns-v{number}#" for number in (2, 3, 4))


def document(*lines, space=V4, order="", unit="pixel", page=' WIDTH="100" HEIGHT="50"'):
    return (
        f'<alto xmlns="{space}"><Description><MeasurementUnit>{unit}</MeasurementUnit></Description>{order}<Layout>'
        f'<Page{page}><PrintSpace><TextBlock ID="b">{"".join(lines)}</TextBlock></PrintSpace></Page></Layout></alto>'
    )


def line(*children, key="l"):
    return f'<TextLine ID="{key}">{"".join(children)}</TextLine>'


def string(text, **more):
    return f'<String CONTENT="{text}"' + "".join(f' {name}="{value}"' for name, value in more.items()) + "/>"


@pytest.fixture
def page(write):
    def read(content):
        (found,) = read_document(write("p.xml", content), format="alto")
        return found

    return read


@pytest.mark.parametrize("space", [V2, V3, V4, "http://schema.ccs-gmbh.com/ALTO", ""])
def test_every_version_is_read_by_its_content(page, space):
    assert page(document(line(string("a"), "<SP/>", string("b")), space=space)).text == "a b"


def test_strings_are_joined_by_one_space_with_or_without_sp(page):
    assert page(document(line(string("a"), string("b"), "<SP/><SP/>", string("c")))).text == "a b c"


def test_a_hyphen_ends_its_line_and_belongs_to_its_last_word(page):
    found = page(document(line(string("unter"), "<SP/>", string("wa", SUBS_TYPE="HypPart1", SUBS_CONTENT="waren"),
                               '<HYP CONTENT="-"/>'),
                          line(string("ren", SUBS_TYPE="HypPart2", SUBS_CONTENT="waren"), key="m")))  # fmt: skip
    assert found.text == "unter wa-\nren"
    words = [word for line in found.lines for word in line.words]
    assert [(word.text, word.whole) for word in words] == [("unter", None), ("wa-", "waren"), ("ren", "waren")]


def test_a_hyphen_without_content_adds_nothing(page):
    assert page(document(line(string("wa"), "<HYP/>"))).text == "wa"


@pytest.mark.parametrize(("written", "value"), [("0.5", 0.5), ("0", 0), ("1", 1), ("1.00", 1)])
def test_confidences_stay_with_their_words(page, written, value):
    assert page(document(line(string("a", WC=written)))).lines[0].words[0].confidence == value


@pytest.mark.parametrize("written", ["", "96", "-1", "0,5", "1.01", "nan", "inf", "sure", "0.."])
def test_a_malformed_confidence_is_flagged_and_left_out(page, written):
    found = page(document(line(string("a", WC=written, ID="w1"))))
    assert found.lines[0].words[0].confidence is None
    assert found.warnings == (f"a word confidence (WC) is not between 0 and 1: {written!r} of 'w1'",)


@pytest.mark.parametrize("place", [("x", 1, 1, 1), (1, 1, "nan", 1), (1, 1, -5, 1), (1, "1e9", 1, 1), (1, 1, 1, "")])
def test_broken_boxes_are_said_and_the_text_is_kept(page, place):
    said = dict(zip(("HPOS", "VPOS", "WIDTH", "HEIGHT"), place, strict=True))
    found = page(document(line(string("a", **said))))
    assert (found.text, found.lines[0].words[0].box) == ("a", None)
    assert "coordinates are broken" in found.warnings[0]


def test_a_polygon_gives_the_outline_and_the_box_where_there_is_no_other(page):
    shape = '<Shape><Polygon POINTS="1,2 5,2 5,9"/></Shape>'
    found = page(document(line(shape, string("a"))))
    assert found.lines[0].outline == ((1, 2), (5, 2), (5, 9))
    assert found.lines[0].box == (1, 2, 5, 9)
    found = page(document(line(shape.replace(",", " "), string("a"))))
    assert found.lines[0].outline == ((1, 2), (5, 2), (5, 9))


def test_a_unit_other_than_pixels_and_a_string_without_content_are_said(page):
    found = page(document(line("<String/>", string("a")), unit="mm10"))
    assert found.text == "a"
    assert found.warnings == ("places are not in pixels: the unit is 'mm10'", "a String has no CONTENT: line 'l'")


def test_the_reading_order_of_version_4_counts_and_what_it_names_in_vain_is_said(write):
    refs = "".join(f'<ElementRef REF="{key}"/>' for key in ("b2", "b1", "l9"))
    order = f"<ReadingOrder><OrderedGroup>{refs}</OrderedGroup></ReadingOrder>"
    blocks = "".join(f'<TextBlock ID="b{n}">{line(string(f"t{n}"))}</TextBlock>' for n in (1, 2, 3))
    content = f'<alto xmlns="{V4}">{order}<Layout><Page><PrintSpace>{blocks}</PrintSpace></Page></Layout></alto>'
    (found,) = read_document(write("p.xml", content))
    assert found.text == "t2\nt1\nt3"
    assert found.warnings == ("the reading order names something that is no block or line of text: 'l9'",)


def ordered(blocks, *refs):
    named = "".join(f'<ElementRef REF="{key}"/>' for key in refs)
    order = f"<ReadingOrder><OrderedGroup>{named}</OrderedGroup></ReadingOrder>" if refs else ""
    return f'<alto xmlns="{V4}">{order}<Layout><Page ID="p"><PrintSpace>{blocks}</PrintSpace></Page></Layout></alto>'


def block(key, *texts, more=""):
    lines = "".join(line(string(text), key=f"{key}-{text}") for text in texts)
    return f'<TextBlock ID="{key}"{more}>{lines}</TextBlock>'


def test_the_reading_order_may_name_lines_and_blocks_of_blocks(page):
    blocks = f'{block("a", "1", "2")}<ComposedBlock ID="c">{block("d", "3")}{block("e", "4")}</ComposedBlock>'
    found = page(ordered(blocks, "c", "a-2", "a-1"))
    assert (found.text, found.warnings) == ("3\n4\n2\n1", ())
    assert page(ordered(blocks, "a-2", "e", "d")).text == "1\n2\n4\n3"


def test_without_a_reading_order_blocks_follow_idnext(page):
    blocks = block("a", "1", more=' IDNEXT="c"') + block("b", "2", more=' IDNEXT="gone"') + block("c", "3")
    found = page(ordered(blocks))
    assert found.text == "1\n3\n2"
    assert found.warnings == ("IDNEXT names a block that is not there: 'gone'",)
    circle = block("a", "1", more=' IDNEXT="b"') + block("b", "2", more=' IDNEXT="a"') + block("c", "3")
    assert page(ordered(circle)).text == "3\n1\n2"


def test_blocks_in_blocks_margins_and_lines_in_no_block_are_read_as_they_stand(write):
    content = (
        f'<alto xmlns="{V3}"><Layout><Page>'
        f"<TopMargin><TextBlock>{line(string('top'))}</TextBlock></TopMargin><PrintSpace>"
        f"<ComposedBlock><ComposedBlock><TextBlock>{line(string('deep'))}</TextBlock></ComposedBlock></ComposedBlock>"
        f'<Illustration ID="i"/>{line(string("stray"))}</PrintSpace></Page></Layout></alto>'
    )
    (found,) = read_document(write("p.xml", content))
    assert found.text == "top\ndeep\nstray"
    assert [region.kind for region in found.regions] == ["TextBlock", "TextBlock", "Illustration", "TextLine"]


def test_several_pages_have_ids_of_their_own(write):
    page = f"<Page><PrintSpace><TextBlock>{line(string('a'))}</TextBlock></PrintSpace></Page>"
    image = "<sourceImageInformation><fileName>s.png</fileName></sourceImageInformation>"
    content = f'<alto xmlns="{V4}"><Description>{image}</Description><Layout>{page * 3}</Layout></alto>'
    assert [page.id for page in read_document(write("p.xml", content))] == ["s.png", "s.png#2", "s.png#3"]


def test_what_is_no_alto_is_refused(page):
    with pytest.raises(InputError, match="its root element is <PcGts>, not <alto>"):
        page("<PcGts/>")
    with pytest.raises(InputError, match="there is no <Page>"):
        page("<alto/>")
