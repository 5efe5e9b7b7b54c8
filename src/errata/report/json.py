"""The result document as JSON, and the JSON Schema that it keeps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from errata.report.result import Result

__all__ = ["render", "schema"]


def render(result: Result, *, all_metrics: bool = False) -> Iterator[str]:
    """The document as text. `all_metrics` changes nothing: it always holds all of them."""
    yield result.to_json()


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the result document."""
    text = files("errata.report").joinpath("result.schema.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
