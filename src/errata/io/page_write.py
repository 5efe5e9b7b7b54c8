"""Pages as PAGE XML 2019."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errata.io.xml_write import attributes, content, corners, only_page
from errata.model import Box, Line, Outline, Page, Region

SPACE = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
TYPES = frozenset(
    [
        "paragraph",
        "heading",
        "caption",
        "header",
        "footer",
        "page-number",
        "drop-capital",
        "credit",
        "floating",
        "signature-mark",
        "catch-word",
        "marginalia",
        "footnote",
        "footnote-continued",
        "endnote",
        "TOC-entry",
        "list-label",
        "other",
    ]
)
PICTURES = frozenset(
    [
        "ImageRegion",
        "LineDrawingRegion",
        "GraphicRegion",
        "TableRegion",
        "ChartRegion",
        "MapRegion",
        "SeparatorRegion",
        "MathsRegion",
        "ChemRegion",
        "MusicRegion",
        "AdvertRegion",
        "NoiseRegion",
        "UnknownRegion",
        "CustomRegion",
    ]
)


def write_page(pages: Sequence[Page]) -> bytes:
    """The bytes of a PAGE file with the one page that there is."""
    return "".join(_page(only_page(pages, "PAGE"))).encode()


def _page(page: Page) -> Iterator[str]:
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<PcGts xmlns="{SPACE}">\n'
    size = attributes(imageFilename=page.image or page.id, imageWidth=page.width, imageHeight=page.height)
    yield f"  <Page{size}>\n"
    names = [region.id or f"r{number}" for number, region in enumerate(page.regions, 1)]
    if names:
        yield '    <ReadingOrder><OrderedGroup id="reading-order">\n'
        for index, name in enumerate(names):
            yield f"      <RegionRefIndexed{attributes(index=index, regionRef=name)}/>\n"
        yield "    </OrderedGroup></ReadingOrder>\n"
    for name, region in zip(names, page.regions, strict=True):
        yield from _region(name, region)
    yield "  </Page>\n</PcGts>\n"


def _region(name: str, region: Region) -> Iterator[str]:
    picture = region.kind in PICTURES and not region.lines
    element = region.kind if picture else "TextRegion"
    kind = region.kind if region.kind in TYPES else None
    yield f"    <{element}{attributes(id=name, type=kind)}>{_places(region.outline, region.box)}\n"
    for number, line in enumerate(region.lines, 1):
        yield from _line(line.id or f"{name}_l{number}", line)
    yield f"    </{element}>\n"


def _line(name: str, line: Line) -> Iterator[str]:
    yield f"      <TextLine{attributes(id=name)}>{_places(line.outline, line.box)}\n"
    for number, word in enumerate(line.words, 1):
        key = attributes(id=word.id or f"{name}_w{number}")
        yield f"        <Word{key}>{_places((), word.box)}{_text(word.text, word.confidence)}</Word>\n"
    yield f"        {_text(line.text, line.confidence)}\n      </TextLine>\n"


def _places(outline: Outline, box: Box | None) -> str:
    points = corners(outline, box)
    return "" if points is None else f"<Coords{attributes(points=points)}/>"


def _text(text: str, confidence: float | None) -> str:
    return f"<TextEquiv{attributes(conf=confidence)}><Unicode>{content(text)}</Unicode></TextEquiv>"
