"""The tree of an hOCR file: XHTML, or the HTML that most programs write; what breaks off or lies is refused or said."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from typing import Any

from errata.errors import InputError, Problem
from errata.io.decode import undecodable
from errata.io.geometry import Notes
from errata.io.names import printable
from errata.io.xml_tree import lxml, parse, plain_words

HTML = re.compile(rb"class\s*=\s*[\"'][^\"']*\bocrx?_(?:page|line|word|par|carea)\b", re.IGNORECASE)
CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([\w.:-]{2,40})", re.IGNORECASE)
MARKS = {codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32", codecs.BOM_UTF16_LE: "utf-16",
         codecs.BOM_UTF16_BE: "utf-16"}  # fmt: skip
XHTML = b"http://www.w3.org/1999/xhtml"


def tree(data: bytes, path: str, notes: Notes) -> Any:
    """The root of a document that is XHTML or, more often, nearly so."""
    name = printable(path)
    try:
        return parse(data, name)
    except InputError as error:
        if b"<!ENTITY" in data[:100_000] or ("entities" not in str(error) and not HTML.search(data)):
            raise
        if data.lstrip().startswith(b"<?xml") or XHTML in data[:1000]:
            notes.add("is not the XHTML that it says, and is read as HTML", error.problems[0].what)
    return _html(_text(data, path, name), name, notes)


def _html(text: str, name: str, notes: Notes) -> Any:
    etree = lxml()
    if text.rfind("<!--") > text.rfind("-->"):
        line = text.count("\n", 0, text.rfind("<!--")) + 1
        problem = Problem(f"{name}:{line}", "a comment begins and never ends, and hides the rest of the file")
        raise InputError(f"{name} is no HTML.", [problem])
    if "<html" in text and "</html" not in text:
        notes.add("the file may be cut off", "it ends without </html>")
    parser = etree.HTMLParser(no_network=True, huge_tree=False, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        root = etree.fromstring(text.encode(), parser)
    except (etree.LxmlError, ValueError) as error:
        raise InputError(f"{name} is no HTML.", [Problem(name, plain_words(str(error)))]) from None
    for entry in parser.error_log:
        if entry.level_name == "FATAL":  # the rest was not read
            problem = Problem(f"{name}:{entry.line}", plain_words(entry.message))
            raise InputError(f"{name} cannot be read to its end.", [problem])
    if root is None:
        raise InputError(f"{name} is no HTML.", [Problem(name, "holds no element")])
    return root


def _text(data: bytes, path: str, name: str) -> str:
    """The text of the bytes: UTF-8 where they are that, else what the document says itself."""
    marked = next((encoding for mark, encoding in MARKS.items() if data.startswith(mark)), None)
    said = CHARSET.search(data[:2000])
    named = said[1].decode("ascii") if said else "utf-8"
    text = None
    for encoding in dict.fromkeys([marked] if marked else ["utf-8", named]):
        try:
            text = data.decode(encoding)
            break
        except LookupError:
            problem = Problem(name, f"says that it is in {named!r}, which is no known encoding")
        except UnicodeError as error:
            problem = replace(undecodable(path, error, 0, encoding), hint="its charset has to name its encoding")
    if text is not None and "\0" in text:
        problem = Problem(f"{name}:{text.count(chr(10), 0, text.index(chr(0))) + 1}", "holds a NUL")
    elif text is not None:
        return text
    raise InputError(f"{name} cannot be read.", [problem])
