"""Pages as JSON Lines, one page a line, with all that the model holds: the format that loses nothing.

A line may also hold an id and a text alone, as lists of references or of hypotheses do.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem
from errata.io.document_text import lines_of
from errata.io.format import Format, Wish
from errata.io.names import printable
from errata.io.record import json_type
from errata.io.strict_json import value_of
from errata.model import Box, Line, Outline, Page, Region, Word


def read_json(path: Path, wish: Wish) -> tuple[Page, ...]:
    """The pages of a file, one a line."""
    name = printable(str(path))
    pages = []
    for line in lines_of(path, wish):
        try:
            pages.append(_page(value_of(line.text), wish.places))
        except (ValueError, TypeError, ArithmeticError) as error:
            problem = Problem(f"{name}:{line.number}", f"is no page: {error}")
            raise InputError(f"{name} cannot be read.", [problem]) from None
    if not pages:
        raise InputError(f"{name} has no page.", [Problem(name, "has no line")])
    return tuple(pages)


def write_json(pages: Sequence[Page]) -> bytes:
    """One page a line; what a page does not have is left out."""
    return "".join(json.dumps(_shown(page), ensure_ascii=False) + "\n" for page in pages).encode()


def _shown(page: Page) -> dict[str, Any]:
    regions = [_kept(region, lines=[_kept(line, words=[_kept(word) for word in line.words]) for line in region.lines])
               for region in page.regions]  # fmt: skip
    return _kept(page, regions=regions)


def _kept(value: Page | Region | Line | Word, **inside: Any) -> dict[str, Any]:
    fields = {name: getattr(value, name) for name in value.__slots__} | inside
    return {
        name: held
        for name, held in fields.items()
        if name in ("id", "text", "regions", "kind") or held not in (None, (), [])
    }


def _page(record: Any, places: bool) -> Page:
    fields = _object(record, "the page")
    if "regions" not in fields:
        if "text" not in fields:
            raise ValueError("the page has no 'regions' and no 'text'")
        texts = _text(fields, "text").split("\n")
        lines = tuple(Line(str(number), text) for number, text in enumerate(texts, 1))
        return Page(_text(fields, "id"), (Region("", "text", lines),))
    return Page(
        id=_text(fields, "id"),
        regions=tuple(_region(region, places) for region in _list(fields, "regions")),
        width=_size(fields, "width"),
        height=_size(fields, "height"),
        image=_text(fields, "image") if "image" in fields else None,
        warnings=tuple(str(sentence) for sentence in _list(fields, "warnings")),
    )


def _region(record: Any, places: bool) -> Region:
    fields = _object(record, "a region")
    lines = tuple(_line(line, places) for line in _list(fields, "lines"))
    place = (_box(fields), _outline(fields)) if places else (None, ())
    return Region(_text(fields, "id"), _text(fields, "kind"), lines, *place)


def _line(record: Any, places: bool) -> Line:
    fields = _object(record, "a line", "text")
    if not places:
        return Line(_text(fields, "id"), _text(fields, "text"))
    words = tuple(_word(word) for word in _list(fields, "words"))
    return Line(_text(fields, "id"), _text(fields, "text"), _box(fields), _outline(fields), _confidence(fields), words)


def _word(record: Any) -> Word:
    fields = _object(record, "a word", "text")
    whole = _text(fields, "whole") if "whole" in fields else None
    return Word(_text(fields, "id"), _text(fields, "text"), _box(fields), _confidence(fields), whole)


def _object(record: Any, what: str, *needed: str) -> Mapping[str, Any]:
    if not isinstance(record, dict):
        raise TypeError(f"{what} is {json_type(record)}, not an object")
    for name in needed:
        if name not in record:
            raise ValueError(f"{what} has no {name!r}")
    return record


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name, "")
    if not isinstance(value, str):
        raise TypeError(f"{name!r} is {json_type(value)}, not a string")
    value.encode()  # half of a surrogate pair is no text
    return value


def _list(fields: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = fields.get(name, [])
    if not isinstance(value, list):
        raise TypeError(f"{name!r} is {json_type(value)}, not an array")
    return value


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError(f"{name!r} holds {json_type(value)}, not a finite number")
    return float(value)


def _size(fields: Mapping[str, Any], name: str) -> int | None:
    return None if fields.get(name) is None else int(_number(fields[name], name))


def _confidence(fields: Mapping[str, Any]) -> float | None:
    value = fields.get("confidence")
    return None if value is None else _number(value, "confidence")


def _box(fields: Mapping[str, Any]) -> Box | None:
    if fields.get("box") is None:
        return None
    numbers = [_number(value, "box") for value in _list(fields, "box")]
    if len(numbers) != 4:
        raise ValueError(f"'box' holds {len(numbers)} numbers, not 4")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _outline(fields: Mapping[str, Any]) -> Outline:
    return tuple(_corner(corner) for corner in _list(fields, "outline"))


def _corner(value: Any) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise TypeError(f"'outline' holds {json_type(value)}, not a list of two numbers")
    return _number(value[0], "outline"), _number(value[1], "outline")


def _is_json(head: bytes, name: str) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and (b'"regions"' in head or b'"text"' in head)


JSON = Format("jsonl", "JSON Lines, a page a line", (".jsonl",), _is_json, read_json, write_json)
