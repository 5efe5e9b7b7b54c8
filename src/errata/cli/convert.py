"""`errata convert`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from errata.cli.options import READ, Flag, Level
from errata.cli.output import complain
from errata.errors import UsageError
from errata.io import layout_formats
from errata.io.convert import convert_document
from errata.io.documents import FORMATS as DOCUMENTS
from errata.io.documents import Reading
from errata.io.layout_builder import OUTSIDE
from errata.io.layout_convert import WRITTEN as LAYOUTS
from errata.io.layout_convert import convert_layout

if TYPE_CHECKING:
    To = str
    From = str
    Outside = str
else:
    To = Literal[tuple(dict.fromkeys([*(name for name, form in DOCUMENTS.items() if form.write), *LAYOUTS]))]
    From = Literal[tuple(dict.fromkeys([*DOCUMENTS, *layout_formats.LAYOUT_FORMATS]))]
    Outside = Literal[tuple(OUTSIDE)]

__all__ = ["convert"]


def convert(
    source: Annotated[Path, Parameter(name="SOURCE")],
    target: Annotated[Path, Parameter(name="TARGET")],
    /,
    *,
    to: To,
    format_in: Annotated[From | None, Parameter(name="--from", group=READ)] = None,
    level: Annotated[Level, Parameter(group=READ)] = "auto",
    encoding: Annotated[str, Parameter(group=READ)] = "utf-8",
    outside: Annotated[Outside, Parameter(group=READ)] = "error",
    beside: Annotated[Path | None, Parameter(group=READ)] = None,
    category_offset: Annotated[int, Parameter(group=READ)] = 0,
    classes: Annotated[Path | None, Parameter(group=READ)] = None,
    page_size: Annotated[str | None, Parameter(metavar="WxH")] = None,
    overwrite: Flag = False,
) -> None:
    """Write a document or a layout in another format.

    What the new format cannot hold is said, and nothing else is lost.

    For example:
      errata convert page.xml page.alto.xml --to alto
      errata convert truth.json coco.json --to coco --page-size 1240x1754
      errata convert coco.json labels/ --to yolo
      errata convert results.json predicted.json --to snapshot --beside coco.json

    Parameters
    ----------
    source
        The file or folder to read.
    target
        The file or folder to write.
    to
        The format to write.
    format_in
        The format to read, where it is not to be told.
    level
        The level that the text of PAGE is taken from.
    encoding
        The encoding of text files.
    outside
        Boxes that reach over their page: refuse, or cut off.
    beside
        The dataset that a list of COCO results was made for.
    category_offset
        Add this to every category id of COCO results.
    classes
        The file of class names of YOLO text.
    page_size
        Pixels of pages whose size the source does not say.
    overwrite
        Replace the target.
    """
    if to not in LAYOUTS:
        read = Reading(format_in, level, encoding)
        said = convert_document(str(source), str(target), to, read, overwrite=overwrite)
    else:
        dataset = layout_formats.read_layout(beside) if beside else None
        reading = layout_formats.Reading(outside, dataset, category_offset, str(classes) if classes else None)
        writing = layout_formats.Writing(_size(page_size))
        said = convert_layout(
            str(source), str(target), to, form=format_in, reading=reading, writing=writing, overwrite=overwrite
        )
    for sentence in said:
        complain(sentence, "warning")


def _size(text: str | None) -> tuple[int, int] | None:
    """Width and height in pixels."""
    if text is None:
        return None
    wide, _, high = text.lower().partition("x")
    if not (wide.isdecimal() and high.isdecimal() and int(wide) and int(high)):
        raise UsageError(f"--page-size takes WIDTHxHEIGHT in pixels, such as 1240x1754, not {text!r}.")
    return int(wide), int(high)
