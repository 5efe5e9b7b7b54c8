"""The order of regions and lines that a PAGE file states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from errata.io.geometry import Notes, number_of

CUSTOM = re.compile(r"readingOrder\s*\{[^{}]*?index\s*:\s*(\d{1,9})\b")
LAST = 1e9


def in_file_order(page: Any, notes: Notes) -> list[Any]:
    """The regions of a page as they stand, or by Transkribus's `custom` index where every one has it."""
    return list(_whole(_by_custom(_regions(page)), set(), notes, {}))


def in_reading_order(page: Any, order: Any, notes: Notes) -> list[Any]:
    """The regions in the order of the element ReadingOrder; those it does not name come last, as they stand."""
    known: dict[str, Any] = {}
    for element in _all_regions(page):
        key = element.get("id")
        if key is None:
            continue
        if key in known:
            notes.add("an id is used by several regions", repr(key))
        known.setdefault(key, element)
    said = list(_named(order, notes))
    names = list(dict.fromkeys(said))
    for name in dict.fromkeys(name for name, count in Counter(said).items() if count > 1):
        notes.add("the reading order names a region more than once, and the first time counts", repr(name))
    for name in names:
        if name not in known:
            notes.add("the reading order names a region that is not there", repr(name))
    named = {name for name in names if name in known}
    seen: dict[Any, None] = {}
    ordered = list(_whole([known[name] for name in names if name in known], named, notes, seen))
    rest = list(_whole(_by_custom(_regions(page)), set(), notes, seen))
    for element in rest:
        if element.tag.endswith(("TextRegion", "TableRegion", "TableCell")):
            notes.add("a region is not in the reading order and comes last", repr(element.get("id")))
    return ordered + rest


def sorted_lines(region: Any, tag: str) -> list[Any]:
    """The lines of a region: by `index`, else by Transkribus's `custom` index, where every line has it; else as is."""
    lines = list(region.iterchildren(tag))
    if len(lines) < 2:
        return lines
    for index in (_attribute, _custom):
        if index(lines[0]) is not None:
            numbers = [index(line) for line in lines]
            if None not in numbers:
                return [line for _, line in sorted(zip(numbers, lines, strict=True), key=lambda pair: pair[0] or 0)]
    return lines


def _whole(elements: list[Any], elsewhere: set[str], notes: Notes, seen: dict[Any, None]) -> Iterator[Any]:
    """The elements and the regions in them, each once, without those that have a place of their own elsewhere."""
    for element in elements:
        if element not in seen:
            seen[element] = None
            yield element
        inner = [child for child in _regions(element) if child.get("id") not in elsewhere and child not in seen]
        if inner:
            yield from _whole(_by_cell(inner) or _by_custom(inner), elsewhere, notes, seen)


def _regions(element: Any) -> list[Any]:
    return [child for child in element if child.tag.endswith(("Region", "TableCell"))]


def _all_regions(element: Any) -> Iterator[Any]:
    for child in _regions(element):
        yield child
        yield from _all_regions(child)


def _named(group: Any, notes: Notes) -> Iterator[str]:
    """The ids in a group of the reading order: an ordered one by index, an unordered one as it stands."""
    children = list(group)
    if "UnorderedGroup" not in group.tag and any(child.get("index") is not None for child in children):
        children.sort(key=lambda child: _place(child, notes))
    for child in children:
        name = child.get("regionRef")
        if name is not None:
            yield name
        yield from _named(child, notes)


def _place(element: Any, notes: Notes) -> float:
    index = number_of(element.get("index"))
    if index is None:
        notes.add("an index of the reading order is no number", repr(element.get("index")))
    return LAST if index is None else index


def _by_custom(elements: list[Any]) -> list[Any]:
    numbers = [_custom(element) for element in elements]
    if not numbers or None in numbers:
        return elements
    return [element for _, element in sorted(zip(numbers, elements, strict=True), key=lambda pair: pair[0] or 0)]


def _by_cell(elements: list[Any]) -> list[Any]:
    """Cells of a table by row and column, where every one has them; else none."""
    places = [_cell(element) for element in elements]
    if None in places:
        return []
    return [element for _, element in sorted(zip(places, elements, strict=True), key=lambda pair: pair[0] or (0, 0))]


def _cell(element: Any) -> tuple[int, int] | None:
    role = next(element.iter("{*}TableCellRole"), element)
    row, column = (role.get(f"{name}Index", role.get(name[:3])) for name in ("row", "column"))
    if row is None or column is None or not (row.isdecimal() and column.isdecimal()) or len(row) + len(column) > 12:
        return None
    return int(row), int(column)


def _attribute(element: Any) -> int | None:
    index = element.get("index")
    return int(index) if index is not None and index.isdecimal() and len(index) < 10 else None


def _custom(element: Any) -> int | None:
    custom = element.get("custom")
    found = CUSTOM.search(custom) if custom else None
    return int(found[1]) if found else None
