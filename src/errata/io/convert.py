"""Documents from one format to another, and what the other one could not hold: it is read back and compared."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from errata.errors import InputError, Problem, RunError, UsageError
from errata.io.documents import FORMATS, Reading, format_named, read_document
from errata.io.format import Wish
from errata.io.names import printable
from errata.model import Page

GENERIC = frozenset(
    {"", "text", "TextRegion", "TextBlock", "ocr_par", "ocr_carea", "ocr_page"}
)  # kinds that say nothing

FACTS: Mapping[str, Callable[[Page], Sequence[Any]]] = {
    "the name of the page": lambda page: [page.id],
    "the size of the page": lambda page: [(page.width, page.height) if page.width else None],
    "the name of the image": lambda page: [page.image],
    "ids of regions": lambda page: [region.id for region in page.regions],
    "kinds of regions": lambda page: ["" if region.kind in GENERIC else region.kind for region in page.regions],
    "places of regions": lambda page: [region.outline or region.box for region in page.regions],
    "ids of lines": lambda page: [line.id for line in page.lines],
    "texts of lines": lambda page: [line.text for line in page.lines],
    "places of lines": lambda page: [line.outline or line.box for line in page.lines],
    "confidences of lines": lambda page: [line.confidence for line in page.lines],
    "words": lambda page: [tuple(word.text for word in line.words) for line in page.lines],
    "ids of words": lambda page: [[word.id for word in line.words] for line in page.lines],
    "places of words": lambda page: [[word.box for word in line.words] for line in page.lines],
    "confidences of words": lambda page: [[word.confidence for word in line.words] for line in page.lines],
    "words that a line end divides": lambda page: [[word.whole for word in line.words] for line in page.lines],
}


def convert_document(source: str, target: str, to: str, reading: Reading, *, overwrite: bool = False) -> list[str]:
    """Write the document `source` as `to`; sentences say what is not in the new file."""
    if os.path.lexists(target) and not overwrite:
        raise RunError(f"{printable(target)} is there already. Pass --overwrite to replace it.")
    pages = read_document(source, **reading._asdict())
    chosen = format_named(to)
    if chosen.write is None:
        known = ", ".join(name for name, known in FORMATS.items() if known.write)
        raise UsageError(f"Documents are not written as {to}. They are written as: {known}.")
    data = chosen.write(pages)
    folder = Path(target).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=folder, prefix=".errata-", suffix=chosen.suffixes[0], delete=False
        ) as file:
            file.write(data)
    except OSError as error:
        raise RunError(f"{printable(target)} cannot be written: {error.strerror or error}.") from None
    written = Path(file.name)
    try:
        missing = lost(pages, _read_back(to, written)) if data.strip() else ["nothing was written: there is no text"]
        written.chmod(0o644)
        written.replace(target)
    finally:
        written.unlink(missing_ok=True)
    return [sentence for page in pages for sentence in page.warnings] + missing


def _read_back(to: str, path: Path) -> tuple[Page, ...]:
    try:
        return format_named(to).read(path, Wish(level="line"))
    except InputError as error:
        problem = error.problems[0] if error.problems else Problem("", str(error))
        raise InputError(f"The pages cannot be written as {to}.", [Problem("", problem.what, problem.hint)]) from None


def lost(before: Sequence[Page], after: Sequence[Page]) -> list[str]:
    """What the pages had and their copy has not, a sentence each kind."""
    sentences = []
    if len(before) != len(after):
        before, after = [_one(before)], [_one(after)]
        sentences.append("the division into pages")
    for name, fact in FACTS.items():
        held = [list(fact(page)) for page in before]
        kept = [list(fact(page)) for page in after]
        gone = sum(_gone(ours, theirs) for ours, theirs in zip(held, kept, strict=True))
        if gone:
            sentences.append(f"{name}, {gone} of them" if gone > 1 else name)
    return [f"not in the new file: {'; '.join(sentences)}"] if sentences else []


def _gone(ours: list[Any], theirs: list[Any]) -> int:
    """How many values that say something are not at their place in the copy; lists are those of a line."""
    found = [*theirs, *[None] * (len(ours) - len(theirs))]
    return sum(
        _gone(value, copy or []) if isinstance(value, list) else bool(value) and not _same(value, copy)
        for value, copy in zip(ours, found, strict=False)
    )


def _same(value: Any, copy: Any) -> bool:
    if isinstance(value, float) and isinstance(copy, float):
        return abs(value - copy) < 1e-6
    if isinstance(value, tuple) and isinstance(copy, tuple) and len(value) == 4 and len(copy) == 4:
        return _box(value) == _box(copy)
    return bool(value == copy)


def _box(place: tuple[Any, ...]) -> tuple[Any, ...]:
    """A box for the four corners of one, as formats without boxes write it."""
    if not all(isinstance(corner, tuple) for corner in place):
        return place
    (left, top), (right, _), (_, bottom), _ = place
    straight = place == ((left, top), (right, top), (right, bottom), (left, bottom))
    return (left, top, right, bottom) if straight else place


def _one(pages: Sequence[Page]) -> Page:
    return Page("", tuple(region for page in pages for region in page.regions))
