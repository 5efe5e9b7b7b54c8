"""The formats of a result by their names: what `--format` offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from errata.errors import UnknownNameError
from errata.report import csv, json, markdown, terminal
from errata.report.result import Result

__all__ = ["FORMATS", "Format", "format_named"]


class Renderer(Protocol):
    """A result to pieces of text, in order; `all_metrics` asks for more than the headline where that is a choice."""

    def __call__(self, result: Result, *, all_metrics: bool) -> Iterable[str]: ...


@dataclass(frozen=True, slots=True)
class Format:
    """A renderer, and whether it makes a document (always UTF-8, byte for byte) or something for the screen at hand."""

    render: Renderer
    document: bool = True


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "table": Format(terminal.on_standard_output, document=False),
        "csv": Format(csv.render),
        "json": Format(json.render),
        "markdown": Format(markdown.render),
    }
)


def format_named(name: str) -> Format:
    """The format of this name; an unknown name is refused with the nearest known ones."""
    if name not in FORMATS:
        raise UnknownNameError("format", name, FORMATS)
    return FORMATS[name]
