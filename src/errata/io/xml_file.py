"""The root of an XML file: entities, network and huge trees are off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from errata.errors import Problem, UsageError
from errata.io.decode import open_regular, unreadable
from errata.io.names import printable

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["read_xml"]


def read_xml(path: str) -> _Element | Problem:
    """The root element of a file, or why there is none."""
    try:
        from lxml import etree
    except ImportError:
        raise UsageError(
            "Reading XML needs lxml, which is not installed. Install it with: pip install 'errata[xml]'"
        ) from None
    parser: Any = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    try:
        with open_regular(path) as file:
            return etree.parse(file, parser).getroot()
    except OSError as error:
        return unreadable(path, error)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        return Problem(f"{printable(path)}:{line}:{column}", f"is not well-formed XML: {error.msg}")
