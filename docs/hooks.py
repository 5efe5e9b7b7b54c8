"""Marks for the tests (`exit=2`, `no-run: …`, `output`) are taken off the code blocks before a page is rendered."""

import re
from typing import Any

MARKED = re.compile(r"^( *```\w+)[ \t]+(?:exit=|no-run:|output).*$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page as its readers see it."""
    return MARKED.sub(r"\1", markdown)
