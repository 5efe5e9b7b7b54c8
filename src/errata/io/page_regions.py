"""Reads the regions of PAGE XML as layout objects: the kind of a region is its class, its corners its outline."""

from __future__ import annotations

from errata.errors import InputError
from errata.io.layout_builder import LayoutBuilder, shown
from errata.io.layout_files import page_files
from errata.model import Layout, Page

__all__ = ["read_page_regions"]


def read_page_regions(path: str, *, outside: str = "error") -> Layout:
    """The regions of the pages of a folder, or of one file."""
    from errata.io.page_xml import read_page

    builder = LayoutBuilder(path, "page", outside)
    for stem, file in page_files(path, ".xml", "PAGE"):
        builder.path = file
        try:
            _page(builder, stem, read_page(file))
        except InputError as error:
            for problem in error.problems:
                builder.problem(problem.where.removeprefix(file), problem.what, problem.hint)
    builder.path = path
    return builder.layout()


def _page(builder: LayoutBuilder, stem: str, found: Page) -> None:
    size = builder.size(found.width, found.height, " Page")
    page = builder.page(stem, size=size, image=found.image)
    if page is None:
        builder.problem("", f"the page {shown(stem)} was there before")
        return
    for region in found.regions:
        where = f" region {shown(region.id)}"
        if region.box is None:
            builder.problem(where, "has no coordinates")
        elif size:
            wide, high = size
            left, top, right, bottom = region.box
            shares = left / wide, top / high, right / wide, bottom / high
            outline = tuple((x / wide, y / high) for x, y in region.outline)
            label = builder.label(region.kind)
            name = f"{stem}:{region.id}" if region.id else None
            outlines = [outline] if len(outline) > 2 else []
            builder.add(where, page, label, shares, name=name, outlines=outlines, evidence=list(region.box))
