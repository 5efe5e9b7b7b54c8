"""The root of an XML file whose reader lists problems: entities, network and huge trees are off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from errata.errors import InputError, Problem
from errata.io.decode import unreadable
from errata.io.limited import content, opened
from errata.io.names import printable
from errata.io.xml_tree import parse

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["read_xml"]


def read_xml(path: str) -> _Element | Problem:
    """The root element of a file, or why there is none."""
    name = printable(path)
    try:
        with opened(path) as (stream, _):
            root: _Element = parse(content(stream, name), name)
            return root
    except OSError as error:
        return unreadable(path, error)
    except InputError as error:
        problem = error.problems[0]
        wrong = "well-formed" in str(error).partition("\n")[0]
        return replace(problem, what=f"is not well-formed XML: {problem.what}") if wrong else problem
