"""Reads layout files of the evaluation schema with the compiled twin, as far as they are certainly valid.

The twin reads pages and objects in pieces and gives up at anything odd. What depends on the kind of the file, the
revision or the classes is judged by the rules themselves, on the file without its pages but for one object of each
kind. Everything that is not found valid here is read again by the definition, which names every fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from errata.errors import InputError
from errata.io.decode import BLOCK, open_regular
from errata.io.snapshot_layout import layout_of
from errata.io.snapshot_rules import violations
from errata.io.strict_json import parse
from errata.kernels.native import snapshot_reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.model import Layout

__all__ = ["read_columns"]

Found = tuple[Mapping[str, Any], "Layout"]  # the file without its pages, and what they hold


def read_columns(path: str, *, role: str | None = None, revision: str = "either") -> Found | None:
    """The file around its pages (with examples of them) and its objects; None if the definition must read it."""
    columns = _columns(path)
    if columns is None:
        return None
    try:
        document = parse(columns["rest"], path)
    except InputError:
        return None
    if next(violations(document, path, role=role, revision=revision), None) is not None:
        return None
    layout = _layout(document, columns, path)
    return None if layout is None else (document, layout)


def _columns(path: str) -> Mapping[str, Any] | None:
    reader = snapshot_reader()
    if reader is None:
        return None
    try:
        with open_regular(path) as file:
            while piece := file.read(BLOCK):
                if not reader.feed(piece):
                    return None
    except OSError:
        return None
    return reader.finish()


def _layout(document: Mapping[str, Any], columns: Mapping[str, Any], path: str) -> Layout | None:
    """The objects, classes and documents numbered as the file declares them; None if one is not declared."""
    import numpy as np

    empty = layout_of({**document, "predictions": []}, path)
    moved = [
        _numbers(known, columns[name]) for known, name in ((empty.labels, "labels"), (empty.documents, "documents"))
    ]
    labels, documents = moved
    if labels is None or documents is None:
        return None
    whole = {
        name: np.frombuffer(columns[name], np.int64)
        for name in ("page_document", "page_index", "object_page", "object_label")
    }
    return replace(
        empty,
        pages=tuple(columns["pages"]),
        page_document=documents[whole["page_document"]],
        page_index=whole["page_index"],
        object_ids=columns["object_ids"],
        object_page=whole["object_page"],
        object_label=labels[whole["object_label"]],
        boxes=np.frombuffer(columns["boxes"], np.float64).reshape(-1, 4),
        scores=np.frombuffer(columns["scores"], np.float64),
        sizes={page: (width, height) for page, width, height, _ in columns["images"]},
        images={page: image for page, _, _, image in columns["images"]},
    )


def _numbers(known: tuple[str, ...], names: list[str]) -> NDArray[np.int64] | None:
    """The number of each name among those that are known."""
    import numpy as np

    numbers = {name: number for number, name in enumerate(known)}
    found = [numbers.get(name, -1) for name in names]
    return None if -1 in found else np.array(found, np.int64)
