"""PAGE XML: the text at the level asked for, in the order that the file states."""

import re

import pytest

from errata.errors import InputError
from errata.io.documents import read_document
from errata.io.page_xml import read_page

SPACE = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"


def equiv(text, **attributes):
    said = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<TextEquiv{said}><Unicode>{text}</Unicode></TextEquiv>" if text is not None else ""


def word(text, *, key="w", glyphs=""):
    return f'<Word id="{key}">{glyphs}{equiv(text)}</Word>'


def line(text, *, key="l", words="", more=""):
    return f'<TextLine id="{key}"{more}>{words}{equiv(text)}</TextLine>'


def region(key, *lines, own=None, more="", kind="TextRegion", inside=""):
    return f'<{kind} id="{key}"{more}>{inside}{"".join(lines)}{equiv(own)}</{kind}>'


def document(*regions, order="", space=SPACE):
    name = f' xmlns="{space}"' if space else ""
    return f'<PcGts{name}><Page imageFilename="p.png">{order}{"".join(regions)}</Page></PcGts>'


@pytest.fixture
def page(write):
    def read(content, **options):
        return read_page(write("p.xml", content), **options)

    return read


@pytest.mark.parametrize("year", ["2010-01-12", "2010-03-19", "2013-07-15", "2016-07-15", "2017-07-15", "2018-07-15"])
def test_every_year_is_read_by_its_content(page, year):
    assert page(document(region("r", line("a")), space=SPACE.replace("2019-07-15", year))).text == "a"


def test_any_prefix_and_none_at_all_are_read(page):
    assert page(document(region("r", line("a")), space="")).text == "a"
    prefixed = (
        document(region("r", line("a"))).replace("<", "<pc:").replace("<pc:/", "</pc:").replace("xmlns", "xmlns:pc")
    )
    assert page(prefixed).text == "a"


def test_points_of_2010_are_elements(page):
    corners = '<Coords><Point x="1" y="2"/><Point x="5" y="2"/><Point x="5" y="9"/></Coords>'
    found = page(document(region("r", line("a").replace("<TextEquiv", f"{corners}<TextEquiv"))))
    assert found.lines[0].outline == ((1, 2), (5, 2), (5, 9))
    assert found.lines[0].box == (1, 2, 5, 9)


THREE = [region(key, line(key)) for key in "abc"]


ORDERS = {
    "none": ("", "a b c"),
    "ordered": ("<O><I index='1' regionRef='a'/><I index='0' regionRef='c'/><I index='2' regionRef='b'/></O>", "c a b"),
    "by number": (
        "<O><I index='10' regionRef='a'/><I index='9' regionRef='c'/><I index='8' regionRef='b'/></O>",
        "b c a",
    ),
    "unordered": ("<U><R regionRef='b'/><R regionRef='a'/><R regionRef='c'/></U>", "b a c"),
    "nested": (
        "<O><OI index='1' regionRef='a'><I index='0' regionRef='c'/></OI><I index='0' regionRef='b'/></O>",
        "b a c",
    ),
    "mixed": ("<O><UI index='0'><R regionRef='c'/><R regionRef='b'/></UI><I index='1' regionRef='a'/></O>", "c b a"),
}
ELEMENTS = {
    "O": "OrderedGroup",
    "U": "UnorderedGroup",
    "I": "RegionRefIndexed",
    "R": "RegionRef",
    "OI": "OrderedGroupIndexed",
    "UI": "UnorderedGroupIndexed",
}


@pytest.mark.parametrize("case", ORDERS)
def test_regions_come_in_the_order_that_the_file_states(page, case):
    short, text = ORDERS[case]
    groups = re.sub(r"(?<=<)(/?)([A-Z]+)\b", lambda found: found[1] + ELEMENTS[found[2]], short)
    order = groups and f"<ReadingOrder>{groups}</ReadingOrder>"
    assert page(document(*THREE, order=order)).text.split("\n") == text.split()


def test_what_the_order_leaves_out_comes_last_and_what_it_names_in_vain_is_said(page):
    refs = '<RegionRefIndexed index="0" regionRef="c"/><RegionRefIndexed index="x" regionRef="gone"/>'
    found = page(document(*THREE, order=f"<ReadingOrder><OrderedGroup>{refs}</OrderedGroup></ReadingOrder>"))
    assert found.text == "c\na\nb"
    assert found.warnings == (
        "an index of the reading order is no number: 'x'",
        "the reading order names a region that is not there: 'gone'",
        "a region is not in the reading order and comes last: 2 times, first 'a'",
    )


def test_a_region_named_twice_is_read_once(page):
    refs = '<RegionRefIndexed index="0" regionRef="b"/><RegionRefIndexed index="1" regionRef="b"/>'
    refs += '<RegionRefIndexed index="2" regionRef="a"/><RegionRefIndexed index="3" regionRef="c"/>'
    order = f"<ReadingOrder><OrderedGroup>{refs}</OrderedGroup></ReadingOrder>"
    found = page(document(*THREE, order=order))
    assert found.text == "b\na\nc"
    assert found.warnings == ("the reading order names a region more than once, and the first time counts: 'b'",)


def test_an_id_used_twice_is_said_and_both_regions_are_read(page):
    refs = '<ReadingOrder><OrderedGroup><RegionRefIndexed index="0" regionRef="b"/></OrderedGroup></ReadingOrder>'
    found = page(document(region("a", line("one")), region("a", line("two")), region("b", line("three")), order=refs))
    assert found.text == "three\none\ntwo"
    assert "an id is used by several regions: 'a'" in found.warnings


def test_the_custom_order_of_transkribus_counts_for_regions_and_lines(page):
    custom = ' custom="readingOrder {{index:{};}} structure {{type:heading;}}"'
    found = page(
        document(
            region("a", line("second"), more=custom.format(1)),
            region("b", line("y", more=custom.format(1)), line("x", more=custom.format(0)), more=custom.format(0)),
        )
    )
    assert found.text == "x\ny\nsecond"


def test_a_custom_order_that_some_lines_lack_does_not_count(page):
    more = ' custom="readingOrder {index:0;}"'
    assert page(document(region("a", line("x"), line("y", more=more)))).text == "x\ny"


def test_regions_inside_of_regions_come_after_them(page):
    inner = region("b", line("inside"))
    assert page(document(region("a", line("outside"), inside=inner), region("c", line("after")))).text == (
        "outside\ninside\nafter"
    )


def test_cells_of_a_table_come_row_by_row(page):
    role = '<Roles><TableCellRole rowIndex="{}" columnIndex="{}"/></Roles>'
    cells = [region(text, line(text), inside=role.format(*place)) for text, place in
             [("d", (1, 1)), ("a", (0, 0)), ("c", (1, 0)), ("b", (0, 1))]]  # fmt: skip
    assert page(document(region("t", *cells, kind="TableRegion"))).text == "a\nb\nc\nd"
    cells = [region(text, line(text), kind="TableCell", more=f' row="{row}" col="0"') for text, row in
             [("z", 10), ("y", 9)]]  # fmt: skip
    assert page(document(region("t", *cells, kind="TableRegion"))).text == "y\nz"


@pytest.mark.parametrize(
    ("equivs", "text"),
    [
        (equiv("b", index=1) + equiv("a", index=0), "a"),
        (equiv("b", index=10) + equiv("a", index=9), "a"),
        (equiv("first") + equiv("second"), "first"),
        (equiv("none") + equiv("three", index=3), "three"),
        ("<TextEquiv><PlainText>plain</PlainText></TextEquiv>", "plain"),
        ("<TextEquiv><PlainText>plain</PlainText><Unicode>both</Unicode></TextEquiv>", "both"),
        ("<TextEquiv/>", ""),
        ("", ""),
    ],
)
def test_of_several_texts_the_one_with_the_lowest_index_counts(page, equivs, text):
    assert page(document(region("r", f'<TextLine id="l">{equivs}</TextLine>'))).lines[0].text == text


def test_white_space_characters_and_normal_forms_stay_as_they_are(page):
    text = " e\u0301\u00a0\u2003x  \ufb01\ue123 "
    assert page(document(region("r", line(text)))).lines[0].text == text


LEVELS = document(
    region(
        "r",
        line(
            "line one",
            words=word("word", key="w1", glyphs=f'<Glyph id="g">{equiv("glyph")}</Glyph>') + word("one", key="w2"),
        ),
        own="region one",
    )
)


@pytest.mark.parametrize(
    ("level", "text"),
    [
        ("region", "region one"),
        ("line", "line one"),
        ("word", "word one"),
        ("glyph", "glyph one"),
        ("auto", "glyph one"),
    ],
)
def test_each_level_can_be_asked_for_and_the_lowest_counts_by_default(page, level, text):
    assert page(LEVELS, level=level).text == text


def test_levels_that_disagree_are_said_with_both_texts(page):
    assert page(LEVELS).warnings == (
        "a text differs from that of its glyphs, which counts (--level): 'w1' has 'word', they have 'glyph'",
        "a text differs from that of its words, which counts (--level): 'l' has 'line one', they have 'glyph one'",
        "a text differs from that of its lines, which counts (--level): 'r' has 'region one', they have 'glyph one'",
    )


@pytest.mark.parametrize("level", ["region", "line", "word", "glyph", "auto"])
def test_a_level_that_is_not_there_gives_way_to_the_next(page, level):
    assert page(document(region("r", line("only lines"))), level=level).text == "only lines"
    assert page(document(region("r", own="only\nregion")), level=level).text == "only\nregion"
    assert page(document(region("r", line(None, words=word("only") + word("words")))), level=level).text == "only words"


def test_a_line_whose_words_are_not_all_there_keeps_its_own_text(page):
    found = page(document(region("r", line("two words", words=word("two") + word(None)))))
    assert found.text == "two words"
    assert "two words" in found.warnings[0]


def test_words_and_lines_in_another_order_than_the_level_above_follow_it_with_a_warning(page):
    found = page(document(region("r", line("a b", words=word("b") + word("a")))))
    assert found.text == "a b"
    assert "words of a line stand in another order" in found.warnings[0]
    found = page(document(region("r", line("second", key="l2"), line("first", key="l1"), own="first\nsecond")))
    assert [line.id for line in found.lines] == ["l1", "l2"]
    assert "lines of a region stand in another order" in found.warnings[0]


def test_a_region_without_lines_is_divided_at_its_line_ends(page):
    found = page(document(region("r", own="a\nb")))
    assert [(line.id, line.text) for line in found.lines] == [("r:1", "a"), ("r:2", "b")]


def test_ids_places_and_confidences_stay_with_their_lines_and_words(write):
    content = document(
        '<TextRegion id="r"><Coords points="0,0 9,0 9,9"/><TextLine id="l"><Coords points="1,1 8,1 8,3 1,3"/>'
        '<Word id="w"><Coords points="1,1 4,1 4,3 1,3"/><TextEquiv conf="0.25"><Unicode>a</Unicode></TextEquiv></Word>'
        '<TextEquiv conf="0.5"><Unicode>a</Unicode></TextEquiv></TextLine></TextRegion>'
    )
    (found,) = read_document(write("p.xml", content))
    (first,) = found.lines
    assert (first.id, first.box, first.confidence) == ("l", (1, 1, 8, 3), 0.5)
    assert (first.words[0].id, first.words[0].box, first.words[0].confidence) == ("w", (1, 1, 4, 3), 0.25)
    assert found.regions[0].outline == ((0, 0), (9, 0), (9, 9))


@pytest.mark.parametrize("points", ["", "1", "1,2,3", "a,b", "1,nan 2,3", "1,2 3,inf", "1e99,0 1,1", "1;2 3;4"])
def test_broken_coordinates_are_said_and_the_text_is_kept(page, points):
    found = page(document(region("r", line("a").replace("<TextEquiv", f'<Coords points="{points}"/><TextEquiv'))))
    assert (found.text, found.lines[0].box, found.lines[0].outline) == ("a", None, ())
    assert "coordinates are broken" in found.warnings[0]


@pytest.mark.parametrize("confidence", ["1.2", "-0.1", "high", "nan", ""])
def test_a_confidence_that_is_none_is_said(page, confidence):
    found = page(document(region("r", f'<TextLine id="l">{equiv("a", conf=confidence)}</TextLine>')))
    assert found.lines[0].confidence is None
    assert found.warnings == (f"a confidence is not between 0 and 1: {confidence!r} of 'l'",)


def test_what_is_no_page_is_refused(page, write):
    with pytest.raises(InputError, match="its root element is <alto>, not <PcGts>"):
        page("<alto/>")
    with pytest.raises(InputError, match="there is no <Page> inside"):
        page(f'<PcGts xmlns="{SPACE}"/>')
    with pytest.raises(InputError, match="there are 2 <Page> elements inside <PcGts>, not one"):
        page(f'<PcGts xmlns="{SPACE}"><Page/><Page/></PcGts>')
