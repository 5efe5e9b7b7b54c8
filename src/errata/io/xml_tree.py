"""XML from files that nobody vouches for: no entity is expanded, nothing is fetched, no tree grows without limit."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from errata.errors import InputError, Problem, UsageError
from errata.io.decode import unreadable
from errata.io.limited import content, opened
from errata.io.names import printable

if TYPE_CHECKING:
    from pathlib import Path

PLACE = re.compile(r",? line \d+, column \d+.*\Z", re.DOTALL)
ADVICE = re.compile(r",? (?:try|use) XML_PARSE_HUGE(?: option)?|, see xmlCtxtSetMaxAmplification\.?")
STREAMED = 1 << 25  # bytes from which on lines are taken out of the tree while it grows
SAFE = {"resolve_entities": False, "no_network": True, "huge_tree": False, "remove_comments": True, "remove_pis": True}


def lxml() -> Any:
    """The module `lxml.etree`, or an error that names the extra."""
    try:
        from lxml import etree
    except ImportError:
        hint = 'install it with: pip install "errata[xml]"'
        raise UsageError(f"PAGE, ALTO and hOCR need lxml, which is not installed; {hint}.") from None
    return etree


def parse(data: bytes, name: str) -> Any:
    """The root element of a document in memory."""
    etree = lxml()
    parser = etree.XMLParser(**SAFE)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise broken(name, error) from None
    return refused(root, name)


def parse_file(path: str | Path, line: str, convert: Callable[[Any], Any]) -> tuple[Any, list[Any] | None]:
    """The root element of a file; of a large one the elements `line` are converted and emptied as they are read.

    Then the converted ones are returned in document order, and each emptied element has its number as `n`.
    """
    name = printable(str(path))
    try:
        with opened(path) as (stream, size):
            if size <= STREAMED:
                return parse(content(stream, name), name), None
            return _streamed(stream, name, line, convert)
    except OSError as error:
        raise InputError(f"{name} cannot be read.", [unreadable(str(path), error)]) from None


def refused(root: Any, name: str) -> Any:
    """The root, unless the document declares or uses entities, whose text would be missing."""
    etree = lxml()
    declared = root.getroottree().docinfo.internalDTD
    if declared is None:  # then there is no entity either
        return root
    entities = list(declared.iterentities())
    used = next(root.iter(etree.Entity), None)
    if entities or used is not None:
        entity = used.name if used is not None else entities[0].name
        where = f"{name}:{used.sourceline}" if used is not None else name
        problem = Problem(where, f"has the entity &{entity};", "write the characters themselves: entities are not read")
        raise InputError(f"{name} uses entities of its own, which are never expanded.", [problem])
    return root


def broken(name: str, error: Exception) -> InputError:
    """The error of a document that is no XML."""
    line, column = getattr(error, "position", None) or (getattr(error, "lineno", None), 0)
    where = f"{name}:{line}:{column}" if line and column else f"{name}:{line}" if line else name
    what = plain_words(str(getattr(error, "msg", None) or error or "it is empty"))
    return InputError(f"{name} is not well-formed XML.", [Problem(where, what)])


def plain_words(said: str) -> str:
    """What libxml2 says, without the place, which stands elsewhere, and without its advice to lift the limits."""
    return " ".join(ADVICE.sub("", PLACE.sub("", said)).split())


def _streamed(stream: io.BufferedIOBase, name: str, line: str, convert: Callable[[Any], Any]) -> tuple[Any, list[Any]]:
    etree = lxml()
    found: list[Any] = []
    try:
        events = etree.iterparse(stream, events=("end",), tag=f"{{*}}{line}", **SAFE)
        for _, element in events:
            if next(element.iter(etree.Entity), None) is not None:
                refused(element, name)
            found.append(convert(element))
            kept = dict(element.attrib)
            element.clear(keep_tail=False)
            element.attrib.update(kept | {"n": str(len(found) - 1)})
        root = events.root
    except (etree.XMLSyntaxError, ValueError) as error:
        raise broken(name, error) from None
    return refused(root, name), found
