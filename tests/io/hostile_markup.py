"""Well-formed PAGE, ALTO and hOCR that say what cannot be: places, orders, confidences, roots."""

from collections.abc import Iterator

from hostile import Case, Read, Refused
from hostile_xml import ALTO, HOCR, PAGE

POINTS = ("", "1,2 3", "a,b c,d", "1,2 nan,3", "inf,1 2,2", "-1e300,0 1,1", "1e999,0 1,1", "1,2;3,4", "१,२ x")
BROKEN = "coordinates are broken"


def cases() -> Iterator[Case]:
    """All that is odd inside."""
    yield from places()
    yield from orders()
    yield from numbers()
    yield from roots()


def places() -> Iterator[Case]:
    """Coordinates that are none: the text is read, and the place is said to be broken."""
    for points in POINTS:
        more = f'<Coords points="{points}"/>'
        yield Case(f"points {points!r}", "a.page.xml", PAGE.format(more=more, text="a"), Read("a", (BROKEN,)))
    for box in ("x 1 1 1", "1 1 nan 1", "1 1 -5 1", "1 1 1e99 1", "1 1 1 inf"):
        said = "".join(
            f' {name}="{value}"' for name, value in zip(("HPOS", "VPOS", "WIDTH", "HEIGHT"), box.split(), strict=True)
        )
        more = f'<String CONTENT="b"{said}/>'
        yield Case(f"the ALTO box {box}", "a.alto.xml", ALTO.format(more=more, text="a"), Read("b a", (BROKEN,)))
    shape = '<Shape><Polygon POINTS="1,1 2"/></Shape>'
    yield Case(
        "an ALTO polygon with half a corner", "a.alto.xml", ALTO.format(more=shape, text="a"), Read("a", (BROKEN,))
    )
    for title in (
        "bbox 1 2 3",
        "bbox a b c d",
        "bbox 9 9 1 1",
        "bbox 1 2 3 nan",
        "poly 1 2 3",
        f"bbox {'9' * 400} 0 0 0",
    ):
        more = f'<span class="ocr_line" title="{title}">b</span>'
        yield Case(f"the hOCR title {title[:20]}", "a.hocr", HOCR.format(more=more, text="a"), Read("b\na", (BROKEN,)))
    more = f'<span class="ocr_line" title="{"bbox " * 100_000}">b</span>'
    yield Case("an hOCR title of 100,000 boxes", "a.hocr", HOCR.format(more=more, text="a"), Read("b\na", (BROKEN,)))
    marks = "x&quot;'" * 50_000
    quotes = f'<span class="ocr_line" title="{marks}">b</span>'
    yield Case("an hOCR title of 100,000 quotes", "a.hocr", HOCR.format(more=quotes, text="a"), Read("b\na"))
    more = f'<Coords points="{"1,1 " * 500_000}"/>'
    yield Case("a polygon of 500,000 corners", "a.page.xml", PAGE.format(more=more, text="a"), Read("a"))


def page(order: str, *regions: str) -> str:
    """A PAGE file with a reading order and regions whose text is their id."""
    said = "".join(
        f'<TextRegion id="{key}"><TextLine id="l{key}"><TextEquiv><Unicode>{key}</Unicode></TextEquiv></TextLine>'
        "</TextRegion>"
        for key in regions
    )
    return f"<PcGts><Page><ReadingOrder>{order}</ReadingOrder>{said}</Page></PcGts>"


def refs(*names: str) -> str:
    """An ordered group of these names."""
    return "".join(f'<RegionRefIndexed index="{place}" regionRef="{name}"/>' for place, name in enumerate(names))


def orders() -> Iterator[Case]:
    """Reading orders that name nothing, themselves, or all of it twice."""

    def case(name: str, order: str, text: str, *said: str) -> Case:
        return Case(f"a reading order {name}", "a.page.xml", page(order, "a", "b"), Read(text, said))

    last = "is not in the reading order and comes last"
    yield case("that is empty", "", "a\nb", last)
    yield case(
        "that names nothing there is",
        f"<OrderedGroup>{refs('x', 'y')}</OrderedGroup>",
        "a\nb",
        "is not there: 2 times",
        last,
    )
    yield case(
        "that names itself", f'<OrderedGroup id="g">{refs("g", "b", "a")}</OrderedGroup>', "b\na", "is not there: 'g'"
    )
    yield case("that goes round", f"<OrderedGroup>{refs('b', 'a', 'b', 'a')}</OrderedGroup>", "b\na", "more than once")
    twice = '<RegionRefIndexed index="0" regionRef="b"/><RegionRefIndexed index="0" regionRef="a"/>'
    yield case("with one index twice", f"<OrderedGroup>{twice}</OrderedGroup>", "b\na")
    wild = '<RegionRefIndexed index="nan" regionRef="b"/><RegionRefIndexed index="-1e400" regionRef="a"/>'
    yield case("with indices that are no places", f"<OrderedGroup>{wild}</OrderedGroup>", "b\na", "is no number")
    deep = f"{'<OrderedGroup>' * 200}{refs('b', 'a')}{'</OrderedGroup>' * 200}"
    yield case("200 groups deep", deep, "b\na")
    reference = '<RegionRef regionRef="b"/>'
    many = f"<UnorderedGroup>{reference * 50_000}</UnorderedGroup>"
    yield case("with 50,000 names", many, "b\na", "more than once", last)
    custom = 'custom="readingOrder {index:99999999999999999999;}"'
    yield Case(
        "a custom order out of all bounds",
        "a.page.xml",
        PAGE.format(more="", text="a").replace('id="r"', f'id="r" {custom}'),
        Read("a"),
    )
    spaces = f'custom="{"readingOrder {" * 20_000}"'
    yield Case(
        "a custom order of 20,000 beginnings",
        "a.page.xml",
        PAGE.format(more="", text="a").replace('id="r"', f'id="r" {spaces}'),
        Read("a"),
    )
    yield Case(
        "a region that is there twice",
        "a.page.xml",
        page(f"<OrderedGroup>{refs('a', 'b')}</OrderedGroup>", "a", "b", "a"),
        Read("a\nb\na", ("an id is used by several regions", last)),
    )
    circle = ALTO.format(more="", text="a").replace('ID="b"', 'ID="b" IDNEXT="b"')
    yield Case("an ALTO block that follows itself", "a.alto.xml", circle, Read("a"))


def numbers() -> Iterator[Case]:
    """Confidences and indices that are no numbers."""
    for value in ("96", "-1", "nan", "1e999", "0,5", ""):
        more = f'<String CONTENT="b" WC="{value}"/>'
        yield Case(
            f"the word confidence {value!r}",
            "a.alto.xml",
            ALTO.format(more=more, text="a"),
            Read("b a", ("a word confidence (WC)",)),
        )
    more = '<span class="ocrx_word" title="x_wconf 1e400">b</span>'
    yield Case("an hOCR confidence of 1e400", "a.hocr", HOCR.format(more=more, text="a"), Read("b\na", ("x_wconf",)))
    equivs = (
        '<TextEquiv index="first"><Unicode>b</Unicode></TextEquiv><TextEquiv index="0"><Unicode>c</Unicode></TextEquiv>'
    )
    document = PAGE.format(more="", text="a").replace("<TextEquiv>", f"{equivs}<TextEquiv>")
    yield Case(
        "an index of TextEquiv that is a word",
        "a.page.xml",
        document,
        Read("c", ("an index of TextEquiv is no number",)),
    )
    size = PAGE.format(more="", text="a").replace("<Page>", '<Page imageWidth="nan" imageHeight="-1">')
    yield Case("a page of no size", "a.page.xml", size, Read("a"))


def roots() -> Iterator[Case]:
    """Documents that are not what they call themselves."""
    yield Case(
        "PAGE in a namespace of its own",
        "a.page.xml",
        PAGE.replace("schema.primaresearch.org", "example.org").format(more="", text="a"),
        Read("a"),
    )
    yield Case(
        "ALTO in no namespace",
        "a.alto.xml",
        ALTO.replace(' xmlns="http://www.loc.gov/standards/alto/ns-v4#"', "").format(more="", text="a"),
        Read("a"),
    )
    yield Case(
        "an undeclared prefix", "a.page.xml", PAGE.format(more="<x:y/>", text="a"), Refused("prefix x", r"{}(:\d+)+")
    )
    yield Case(
        "an attribute twice",
        "a.alto.xml",
        ALTO.format(more='<String CONTENT="a" CONTENT="b"/>', text="a"),
        Refused("redefined", r"{}(:\d+)+"),
    )
    yield Case("two roots", "a.page.xml", PAGE.format(more="", text="a") * 2, Refused("Extra content", r"{}(:\d+)+"))
    for form, root in (("page", "not-PcGts"), ("alto", "not-alto"), ("hocr", "nothing")):
        document = f"<{root}><Page/></{root}>"
        yield Case(
            f"the root {root} as {form}",
            "a.xml",
            document,
            Refused("root element is|no element has the class"),
            options={"format": form},
        )
    yield Case("PAGE without a page", "a.xml", "<PcGts/>", Refused("there is no <Page>"))
    yield Case("PAGE with two pages", "a.xml", "<PcGts><Page/><Page/></PcGts>", Refused("2 <Page> elements"))
    yield Case("ALTO without a page", "a.xml", "<alto/>", Refused("there is no <Page>"))
    yield Case("HTML that is no hOCR", "a.html", "<html><body>Hello</body></html>", Refused("starts with"))
    yield Case("XML of some other kind", "a.xml", "<svg/>", Refused("starts with"))
    yield Case("a JSON file called XML", "a.xml", '{"a": 1}', Refused("starts with"))
    yield Case("text called XML", "a.xml", "just words", Refused("starts with"))
    yield Case(
        "10,000 nested spans in HTML",
        "a.html",
        f'<div class="ocr_page">{"<span>" * 10_000}a',
        Refused("depth", r"{}:\d+"),
    )
    yield Case(
        "100,000 elements side by side",
        "a.html",
        f'<div class="ocr_page">{"<i></i>" * 100_000}<span class="ocr_line">a</span></div>',
        Read("a"),
    )
    nested = '<div class="ocr_carea">' * 200 + '<span class="ocr_line">a</span>' * 2_000 + "</div>" * 200
    yield Case(
        "2,000 lines 200 blocks deep", "a.html", f'<div class="ocr_page">{nested}</div>', Read("\n".join("a" * 2_000))
    )
