"""Hostile XML, the same attacks on PAGE, ALTO and hOCR: entities, nesting, encodings, what breaks off."""

from collections.abc import Iterator

from hostile import Case, Read, Refused

PAGE = (
    '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page><TextRegion id="r">{more}'
    '<TextLine id="l"><TextEquiv><Unicode>{text}</Unicode></TextEquiv></TextLine></TextRegion></Page></PcGts>'
)
ALTO = (
    '<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout><Page><PrintSpace><TextBlock ID="b">'
    '<TextLine ID="l">{more}<String CONTENT="{text}"/></TextLine></TextBlock></PrintSpace></Page></Layout></alto>'
)
HOCR = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><div class="ocr_page">{more}'
    '<span class="ocr_line" id="l">{text}</span></div></body></html>'
)
FORMS = {"page": (PAGE, "a.page.xml"), "alto": (ALTO, "a.alto.xml"), "hocr": (HOCR, "a.hocr")}
ROOTS = {"page": "PcGts", "alto": "alto", "hocr": "html"}
UTF8 = '<?xml version="1.0" encoding="UTF-8"?>\n'
MANY = 1 << 24
AS_HTML = "is not the XHTML that it says, and is read as HTML"

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
ENTITIES = {
    "a billion laughs": f'<!ENTITY l0 "ha">{LAUGHS}',
    "a quadratic blow-up": f'<!ENTITY l9 "{"x" * 50_000}">',
    "an entity that is itself": '<!ENTITY l9 "&l9;">',
    "a local file": '<!ENTITY l9 SYSTEM "file:///etc/passwd">',
    "a file of the network": '<!ENTITY l9 SYSTEM "http://127.0.0.1:9/secret">',
    "a harmless entity": '<!ENTITY l9 "x">',
}


def cases() -> Iterator[Case]:
    """Each attack on each format."""
    for form in FORMS:
        for case in (*entities(form), *breaks(form), *encodings(form), *harmless(form)):
            yield Case(f"{case.name} in {form}", case.file, case.content, case.expected)


def entities(form: str) -> Iterator[Case]:
    """What a document type may declare."""
    base, file = FORMS[form]
    for name, declared in ENTITIES.items():
        used = "&l9;" * (2000 if "quadratic" in name else 1)
        document = f"{UTF8}<!DOCTYPE {ROOTS[form]} [{declared}]>{base.format(more='', text=used)}"
        what = r"[Ee]ntity"
        if form == "alto" and "quadratic" in name:
            what = "starts with b'<.xml version"  # what tells ALTO stands too far behind
        yield Case(name, file, document, Refused(what, r"{}(:\d+)*"))
    fetched = '<!ENTITY % more SYSTEM "file:///etc/passwd"> %more;'
    document = f"{UTF8}<!DOCTYPE {ROOTS[form]} [{fetched}]>{base.format(more='', text='a')}"
    yield Case("a parameter entity", file, document, Refused("has the entity &more;|PEReference"))
    document = f'{UTF8}<!DOCTYPE {ROOTS[form]} SYSTEM "http://127.0.0.1:9/x.dtd">{base.format(more="", text="a")}'
    yield Case("a document type of the network, not fetched", file, document, Read("a"))


def breaks(form: str) -> Iterator[Case]:
    """What is no XML, or too much of it."""
    base, file = FORMS[form]
    whole = UTF8 + base.format(more="", text="a")
    deep, huge = "<x>" * 10_000 + "</x>" * 10_000, "v" * MANY
    limit = Refused("too long|limit|Huge|lookup|Resource", r"{}(:\d+)+")
    yield Case("10,000 elements deep", file, UTF8 + base.format(more=deep, text="a"), Refused("depth", r"{}(:\d+)+"))
    yield Case("an attribute of 16 MB", file, base.format(more=f'<x y="{huge}"/>', text="a"), limit)
    yield Case("a text of 16 MB", file, base.format(more=f"<x>{huge}</x>", text="a"), limit)
    named = Read("a", (AS_HTML,)) if form == "hocr" else limit
    yield Case("a name of 16 MB", file, base.format(more=f"<{huge}/>", text="a"), named)
    ends = Refused("expected '>'|Premature end|EndTag|Couldn't find end of Start Tag", r"{}(:\d+)+")
    cut = Read("a", (AS_HTML, "it ends without </html>")) if form == "hocr" else ends
    yield Case("cut off in an element", file, whole[:-20], cut)
    yield Case("cut off in the middle", file, whole[: len(whole) // 2], ends)
    comment = base.format(more="<!-- ", text="a")
    yield Case(
        "a comment that never ends", file, comment, Refused("[Cc]omment.*(not terminated|never ends)", r"{}(:\d+)+")
    )
    empty = Refused("holds no text at all")
    yield Case("no byte", file, b"", empty)
    yield Case("only white space", file, b" \n\t ", empty)
    yield Case(
        "only a byte order mark", file, b"\xef\xbb\xbf", Refused("no text at all|Start tag expected", r"{}(:\d+)*")
    )
    yield Case("only a declaration", file, UTF8, Refused("starts with b'<.xml|Start tag expected", r"{}(:\d+)*"))


def encodings(form: str) -> Iterator[Case]:
    """Encodings that lie, and such that do not; characters that XML has not."""
    base, file = FORMS[form]
    hocr = form == "hocr"
    said = base.format(more="", text="Löwe")
    data = (UTF8 + said).encode()
    wrong = Refused("not UTF-8|not proper UTF-8|[Ii]nvalid|Incomplete|Char 0x|holds a NUL", r"{}(:\d+)*")
    yield Case("Latin-1 that calls itself UTF-8", file, (UTF8 + said).encode("latin-1"), wrong)
    yield Case("UTF-8 that breaks off in a character", file, data[: data.index("ö".encode()) + 1], wrong)
    yield Case("half of a surrogate pair", file, data.replace("ö".encode(), b"\xed\xa0\xbd"), wrong)
    yield Case("an overlong slash", file, data.replace("ö".encode(), b"\xc0\xaf"), wrong)
    yield Case("a NUL", file, data.replace("ö".encode(), b"\0"), wrong)
    control = Read("L\x01we", (AS_HTML,)) if hocr else wrong
    yield Case("a control character", file, data.replace("ö".encode(), b"\x01"), control)
    for name in ("UTF-16", "klingon"):
        lying = Read("Löwe", (AS_HTML,)) if hocr else Refused("[Ee]ncoding|Blank needed", r"{}(:\d+)*")
        yield Case(f"UTF-8 that calls itself {name}", file, data.replace(b"UTF-8", name.encode()), lying)
    for name in ("utf-16", "utf-32", "utf-8-sig"):
        marked = (UTF8.replace("UTF-8", name[:6]) + said).encode(name)
        yield Case(f"{name} with its mark", file, marked, Read("Löwe"))
    latin = (UTF8.replace("UTF-8", "ISO-8859-1") + said).encode("latin-1")
    yield Case("Latin-1 that says so", file, latin, Read("Löwe"))


def harmless(form: str) -> Iterator[Case]:
    """What must not be carried out, and does no harm as text."""
    base, file = FORMS[form]
    php = '<?php system("touch /tmp/harm") ?>'
    yield Case("an instruction to a program", file, UTF8 + php + base.format(more=php, text="a"), Read("a"))
    sheet = '<?xml-stylesheet href="http://127.0.0.1:9/x.xsl"?>'
    yield Case("a style sheet of the network", file, UTF8 + sheet + base.format(more="", text="a"), Read("a"))
    include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'
    yield Case("an inclusion", file, UTF8 + base.format(more=include, text="a"), Read("a"))
    script = "&lt;script&gt;alert(1)&lt;/script&gt;"
    yield Case("a script as text", file, UTF8 + base.format(more="", text=script), Read("<script>alert(1)</script>"))
