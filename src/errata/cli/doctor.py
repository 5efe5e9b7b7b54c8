"""`errata doctor`."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import unicodedata
from typing import Any

from errata.cli.options import ListFormat
from errata.cli.output import write
from errata.kernels import native
from errata.report.listing import Listing, render
from errata.text.segment import SEGMENTATION_UNICODE
from errata.version import __version__

__all__ = ["doctor"]

PARTS = ("rapidfuzz", "numpy", "pyarrow", "cyclopts", "rich")
OPTIONAL = re.compile(r"""^([A-Za-z0-9._-]+)(?![A-Za-z0-9._-]|\[).*extra == ["']([^"']+)["']""")


def doctor(*, format: ListFormat = "table") -> None:  # noqa: A002
    """Show versions, and which kernels run.

    Put this into a bug report.

    For example:
      errata doctor
      errata doctor --format json

    Parameters
    ----------
    format
        How to show it.
    """
    write(render(Listing([facts()], (), single=True), format, details=True), document=format != "table")


def facts() -> dict[str, Any]:
    """Everything outside the input that can change a number, a speed or a file."""
    return {
        "errata": __version__,
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "platform": platform.platform(),
        "unicode": {"interpreter": unicodedata.unidata_version, "segmentation": SEGMENTATION_UNICODE},
        "kernels": "native" if native.available() else "python",
        "native": native.info(),
        **{name: version(name) for name in PARTS},
        "extras": extras(),
    }


def extras() -> dict[str, dict[str, str | None]]:
    """The packages of each extra of the installed errata, with their versions if they are there."""
    found: dict[str, dict[str, str | None]] = {}
    try:
        requirements = importlib.metadata.requires("errata") or []
    except importlib.metadata.PackageNotFoundError:
        return found
    for match in filter(None, map(OPTIONAL.match, requirements)):
        found.setdefault(match[2], {})[match[1]] = version(match[1])
    return found


def version(package: str) -> str | None:
    """The version of an installed package, None if it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
