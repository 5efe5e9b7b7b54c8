"""Pages as ALTO XML 4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errata.io.xml_write import attributes, content, corners, words_of
from errata.model import Box, Line, Outline, Page, Region

SPACE = "http://www.loc.gov/standards/alto/ns-v4#"
BLOCKS = ("Illustration", "GraphicalElement")


def write_alto(pages: Sequence[Page]) -> bytes:
    """The bytes of an ALTO file."""
    return "".join(_alto(pages)).encode()


def _alto(pages: Sequence[Page]) -> Iterator[str]:
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<alto xmlns="{SPACE}">\n'
    image = f"<fileName>{content(pages[0].image)}</fileName>" if pages and pages[0].image else "<fileName/>"
    yield f"  <Description><MeasurementUnit>pixel</MeasurementUnit><sourceImageInformation>{image}"
    yield "</sourceImageInformation></Description>\n  <Layout>\n"
    for number, page in enumerate(pages, 1):
        size = attributes(ID=f"page_{number}", PHYSICAL_IMG_NR=number, WIDTH=page.width, HEIGHT=page.height)
        yield f"    <Page{size}><PrintSpace>\n"
        for region in page.regions:
            yield from _region(region)
        yield "    </PrintSpace></Page>\n"
    yield "  </Layout>\n</alto>\n"


def _region(region: Region) -> Iterator[str]:
    element = region.kind if region.kind in BLOCKS and not region.lines else "TextBlock"
    yield f"      <{element}{attributes(ID=region.id or None)}{_place(region.box)}>{_shape(region.outline)}\n"
    for line in region.lines:
        yield from _line(line)
    yield f"      </{element}>\n"


def _line(line: Line) -> Iterator[str]:
    yield f"        <TextLine{attributes(ID=line.id or None)}{_place(line.box)}>{_shape(line.outline)}\n"
    words = words_of(line)
    for number, word in enumerate(words, 1):
        part = None if word.whole is None else "HypPart1" if number == len(words) else "HypPart2"
        said = attributes(
            ID=word.id or None, CONTENT=word.text, WC=word.confidence, SUBS_TYPE=part, SUBS_CONTENT=word.whole
        )
        yield f"          <String{said}{_place(word.box)}/>\n"
    yield "        </TextLine>\n"


def _place(box: Box | None) -> str:
    if box is None:
        return ""
    left, top, right, bottom = box
    return attributes(HPOS=left, VPOS=top, WIDTH=right - left, HEIGHT=bottom - top)


def _shape(outline: Outline) -> str:
    points = corners(outline, None)
    return "" if points is None else f"<Shape><Polygon{attributes(POINTS=points)}/></Shape>"
