"""Draws the pages of a layout evaluation, each with its matches and errors, on its image where there is one."""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from errata.corpus.layout_extras import Scene, errors_of
from errata.corpus.layout_pairing import Paired
from errata.corpus.layout_rows import count_rows, measure_of
from errata.corpus.layout_settings import LayoutSettings
from errata.diagnose.layout_errors import KINDS, MATCHED
from errata.errors import InputError, Problem, RunError
from errata.io.image_size import image_size
from errata.io.layout_builder import page_id_of
from errata.io.names import printable
from errata.model import Layout
from errata.report.overlay import Drawn, PageDrawing, index, svg

__all__ = ["draw_pages"]

TYPES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".gif": "gif"}
A4 = (1000, 1414)  # the shape of a page whose size nothing tells
Page = tuple[str, str]  # document and page


def draw_pages(paired: Paired, settings: LayoutSettings, folder: Path, images: Path | None = None) -> None:
    """Write one SVG a page into the folder, and an index of them; at the first threshold."""
    rows = count_rows(paired.reference, paired.hypothesis, settings)
    sides = paired.reference, paired.hypothesis
    scene = Scene(*sides, settings, measure_of(*sides, settings), rows.matches[settings.thresholds[0]])
    found = _Images(images, sides)
    listed, taken = [], set[str]()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for page, objects in _pages(scene).items():
            drawing = _drawing(page, objects, found)
            file = _file_name(page, taken)
            (folder / file).write_text("".join(svg(drawing)), "utf-8", errors="backslashreplace")
            listed.append((file, drawing.title, len(objects), drawing.errors))
        (folder / "index.html").write_text("".join(index(listed)), "utf-8", errors="backslashreplace")
    except OSError as error:
        raise RunError(f"Cannot write {printable(str(folder))}: {error.strerror or error}.") from error


def _pages(scene: Scene) -> dict[Page, list[Drawn]]:
    """The objects of each page of either side, pages in the order of their names."""
    errors = errors_of(scene)
    found: dict[Page, list[Drawn]] = defaultdict(list)
    for side in (scene.reference, scene.hypothesis):
        for page in _page_names(side):
            found[page] = []
    overlaps = [
        f"IoU {iou:.3f}, coverage {coverage:.3f}, purity {purity:.3f}"
        for iou, coverage, purity in zip(scene.matches.iou, scene.matches.coverage, scene.matches.purity, strict=True)
    ]
    for name, side, kinds, partners in (
        ("reference", scene.reference, errors.reference, scene.matches.reference),
        ("hypothesis", scene.hypothesis, errors.hypothesis, scene.matches.hypothesis),
    ):
        matched = dict(zip(partners.tolist(), overlaps, strict=True))
        pages = _page_names(side)
        for place, kind in enumerate(kinds.tolist()):
            called = "matched" if kind == MATCHED else KINDS[kind]
            found[pages[int(side.object_page[place])]].append(_drawn(name, side, place, called, matched.get(place, "")))
    return dict(sorted(found.items()))


def _page_names(side: Layout) -> list[Page]:
    return [(side.documents[owner], page) for owner, page in zip(side.page_document.tolist(), side.pages, strict=True)]


def _drawn(name: str, side: Layout, place: int, kind: str, overlaps: str) -> Drawn:
    left, top, right, bottom = side.boxes[place].tolist()
    box = ((left, top), (right, top), (right, bottom), (left, bottom))
    outline = side.outlines.get(place)
    rings = side.parts.get(place) or (outline or box,)
    score = float(side.scores[place])
    label = side.labels[int(side.object_label[place])]
    scored = f" {score:.2f}" if score == score else ""
    short = f"{label}{scored}" if kind == "matched" else f"{label}{scored}: {kind}"
    if name == "reference" and kind == "matched":
        short = ""  # its partner says the same
    facts = [f"{name} {side.object_ids[place]}", label, *([f"score {score:g}"] if scored else []), kind]
    return Drawn(name, rings, kind, short, ", ".join([*facts, *([overlaps] if overlaps else [])]))


def _drawing(page: Page, objects: Sequence[Drawn], images: _Images) -> PageDrawing:
    image, size = images.of(page)
    document, name = page
    title = name if document in name else f"{document}: {name}"
    return PageDrawing(title, *size, objects, image)


class _Images:
    """The images below a folder, by their relative path without suffix, and by their name alone."""

    def __init__(self, folder: Path | None, sides: Sequence[Layout]) -> None:
        self._sides = [(side, {page: place for place, page in enumerate(_page_names(side))}) for side in sides]
        self._known: dict[str, Path] = {}
        if folder is None:
            return
        if not folder.is_dir():
            raise InputError("The page images are not there.", [Problem(printable(str(folder)), "is no folder")])
        for path in sorted(folder.rglob("*"), reverse=True):
            if path.suffix.lower() in TYPES:
                for key in (path.name, path.stem, str(path.relative_to(folder)), _stem(path, folder)):
                    self._known[key] = path

    def of(self, page: Page) -> tuple[str | None, tuple[int, int]]:
        """The image of a page as a data URI, and the size of the page."""
        size, names = None, [page[1], _safe(page[1])]
        for side, places in self._sides:
            place = places.get(page, -1)
            size = size or side.sizes.get(place)
            names += [side.images[place]] if place in side.images else []
        path = next((self._known[key] for name in names for key in _keys(name) if key in self._known), None)
        if path is None:
            return None, size or A4
        data = path.read_bytes()
        kind = TYPES[path.suffix.lower()]
        uri = f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
        return uri, image_size(data) or size or A4


def _keys(name: str) -> Iterator[str]:
    """What an image of this name may be listed as."""
    yield name
    yield page_id_of(name)
    yield Path(name).name
    yield Path(page_id_of(name)).name


def _stem(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder).with_suffix(""))


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("._") or "page"


def _file_name(page: Page, taken: set[str]) -> str:
    """A name of the page that every file system takes, once."""
    base = _safe(page[1])[:120]
    name, number = base, 1
    while name.lower() in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name.lower())
    return f"{name}.svg"
