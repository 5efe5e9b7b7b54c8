"""A page as SVG: the objects of both sides on it, what matched, and the kind of every error by colour and by name.

Dashed is the reference, solid the hypothesis. The file stands alone: an image of the page is held within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from errata.report.visible import label

__all__ = ["COLOURS", "Drawn", "PageDrawing", "index", "svg"]

COLOURS = {
    "matched": "#009e73",
    "missed": "#d55e00",
    "background": "#b06f00",
    "duplicate": "#8c6d00",
    "wrong class": "#cc3399",
    "both": "#882255",
    "badly localised": "#882255",
    "over-cropped": "#6a3d9a",
    "under-cropped": "#6a3d9a",
    "merged": "#0072b2",
    "split": "#0072b2",
}
UNIT = 1 / 900  # of the page's width: a line of the drawing, and what letters are measured in
SIDES = ("reference", "hypothesis")
STYLE = (
    "text{{font-family:Helvetica,Arial,sans-serif;font-size:{0:.2f}px}}"
    ".mark text{{paint-order:stroke;stroke:#fff;stroke-width:{1:.2f}px;stroke-linejoin:round}}"
    ".mark path{{fill-opacity:.07;stroke-width:{2:.2f}px}}"
    ".reference path{{stroke-dasharray:{3:.2f} {4:.2f}}}"
)

Ring = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One object: its side, its outline in shares of the page, its kind (matched, or an error), and what is known."""

    side: str
    rings: Sequence[Ring]
    kind: str
    name: str  # what stands at the object
    facts: str  # what a pointer over it shows


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """One page: its name, its size in pixels (or of its shape), its image as a data URI, and its objects."""

    title: str
    width: int
    height: int
    objects: Sequence[Drawn]
    image: str | None = None

    @property
    def errors(self) -> int:
        """How many objects did not match."""
        return sum(one.kind != "matched" for one in self.objects)


def svg(page: PageDrawing) -> Iterator[str]:
    """The drawing: title, page, objects (matched ones first, so that errors lie on top), and the legend."""
    unit = page.width * UNIT
    head, foot = 26 * unit, _legend_height(page) * unit
    whole = page.height + head + foot
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-head:.2f} {page.width} {whole:.2f}" '
        f'width="{min(page.width, 1200)}" height="{whole * min(page.width, 1200) / page.width:.0f}">\n'
    )
    yield f"<style>{STYLE.format(12 * unit, 3 * unit, 2 * unit, 7 * unit, 4 * unit)}</style>\n"
    yield f'<rect x="0" y="{-head:.2f}" width="{page.width}" height="{whole:.2f}" fill="#fff"/>\n'
    yield f'<text x="{6 * unit:.2f}" y="{-8 * unit:.2f}" font-weight="bold">{_text(page.title)}</text>\n'
    if page.image:
        yield (
            f'<image href="{escape(page.image)}" width="{page.width}" height="{page.height}" '
            'preserveAspectRatio="none" opacity=".75"/>\n'
        )
    yield (f'<rect width="{page.width}" height="{page.height}" fill="none" stroke="#999" stroke-width="{unit:.2f}"/>\n')
    for one in sorted(page.objects, key=lambda one: (one.kind != "matched", SIDES.index(one.side))):
        yield from _object(one, page, unit)
    yield from _legend(page, unit)
    yield "</svg>\n"


def index(pages: Sequence[tuple[str, str, int, int]]) -> Iterator[str]:
    """A page of links: file, title, objects and errors of each drawing, those with the most errors first."""
    yield '<!doctype html>\n<meta charset="utf-8">\n<title>Layout overlays</title>\n'
    yield "<style>body{font-family:sans-serif;margin:2em}td,th{padding:.2em 1em;text-align:left}</style>\n"
    yield "<h1>Layout overlays</h1>\n<table>\n<tr><th>page<th>objects<th>errors\n"
    for file, title, objects, errors in sorted(pages, key=lambda page: (-page[3], page[1])):
        yield f'<tr><td><a href="{escape(file)}">{_text(title)}</a><td>{objects}<td>{errors}\n'
    yield "</table>\n"


def _object(one: Drawn, page: PageDrawing, unit: float) -> Iterator[str]:
    corners = [[(x * page.width, y * page.height) for x, y in ring] for ring in one.rings]
    path = "".join(f"M{' '.join(f'{x:.2f},{y:.2f}' for x, y in ring)}Z" for ring in corners)
    colour = COLOURS[one.kind]
    left = min(x for ring in corners for x, _ in ring)
    rows = [y for ring in corners for _, y in ring]
    at = min(rows) + 14 * unit if one.side == "hypothesis" else max(rows) - 5 * unit
    yield f'<g class="mark {one.side}"><title>{_text(one.facts)}</title>'
    yield f'<path d="{path}" stroke="{colour}" fill="{colour}"/>'
    yield f'<text x="{left + 4 * unit:.2f}" y="{at:.2f}" fill="{colour}">{_text(one.name)}</text></g>\n'


def _legend(page: PageDrawing, unit: float) -> Iterator[str]:
    """The two line styles, and every kind that occurs with its number of objects."""
    entries = [(side, "#333", f"{side}: {sum(one.side == side for one in page.objects)}") for side in SIDES]
    for kind, colour in COLOURS.items():
        counts = [sum(one.kind == kind and one.side == side for one in page.objects) for side in SIDES]
        if any(counts):
            entries.append(("hypothesis", colour, f"{kind}: {counts[0]} of reference, {counts[1]} of hypothesis"))
    for place, (side, colour, words) in enumerate(entries):
        x, y = (8 + 440 * (place % 2)) * unit, page.height + (20 + 18 * (place // 2)) * unit
        yield (
            f'<g class="mark {side}"><path d="M{x:.2f},{y:.2f}h{30 * unit:.2f}" stroke="{colour}" fill="none"/></g>'
            f'<text x="{x + 38 * unit:.2f}" y="{y + 4 * unit:.2f}">{_text(words)}</text>\n'
        )


def _legend_height(page: PageDrawing) -> int:
    entries = len(SIDES) + len({one.kind for one in page.objects})
    return 18 * ((entries + 1) // 2) + 14


def _text(text: str) -> str:
    return escape(label(text))
