"""Pages as hOCR, in well-formed XHTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errata.io.xml_write import attributes, content, number
from errata.model import Box, Line, Outline, Page, Region

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
<title></title>
<meta http-equiv="Content-Type" content="text/html;charset=utf-8"/>
<meta name="ocr-system" content="errata"/>
<meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_line ocrx_word ocrp_wconf"/>
</head>
<body>
"""


def write_hocr(pages: Sequence[Page]) -> bytes:
    """The bytes of an hOCR file."""
    return "".join([HEAD, *(piece for page in pages for piece in _page(page)), "</body>\n</html>\n"]).encode()


def _page(page: Page) -> Iterator[str]:
    size = (0.0, 0.0, float(page.width), float(page.height)) if page.width and page.height else None
    image = f'image "{page.image}"' if page.image and '"' not in page.image else ""
    title = _title(size, (), None, image)
    yield f"<div{attributes(class_='ocr_page', id=page.id or None, title=title)}>\n"
    for region in page.regions:
        yield from _region(region)
    yield "</div>\n"


def _region(region: Region) -> Iterator[str]:
    title = _title(region.box, region.outline, None)
    kind = "ocr_carea" if region.lines or not region.kind.startswith("ocr_") else region.kind
    yield f"<div{attributes(class_=kind, id=region.id or None, title=title)}>\n"
    for line in region.lines:
        yield _line(line)
    yield "</div>\n"


def _line(line: Line) -> str:
    said = attributes(class_="ocr_line", id=line.id or None, title=_title(line.box, line.outline, line.confidence))
    inside = content(line.text)
    if line.words and " ".join(word.text for word in line.words) == line.text:
        inside = " ".join(
            f"<span{attributes(class_='ocrx_word', id=word.id or None, title=_title(word.box, (), word.confidence))}>"
            f"{content(word.text)}</span>"
            for word in line.words
        )
    return f"<span{said}>{inside}</span>\n"


def _title(box: Box | None, outline: Outline, confidence: float | None, first: str = "") -> str | None:
    parts = [first] if first else []
    if box is not None:
        parts.append(f"bbox {' '.join(map(number, box))}")
    if outline:
        parts.append(f"poly {' '.join(number(value) for corner in outline for value in corner)}")
    if confidence is not None:
        parts.append(f"x_wconf {number(round(100 * confidence, 10))}")
    return "; ".join(parts) or None
