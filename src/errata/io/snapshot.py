"""Reads layout files of the unified evaluation schema 1.3: normalised boxes of the objects of each page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errata.errors import InputError
from errata.io.decode import read_text
from errata.model import Layout

__all__ = ["layout_of", "read_snapshot"]


def read_snapshot(path: str | Path) -> Layout:
    """The objects of a ground truth or prediction file."""
    text = read_text(str(path), "utf-8")
    if not isinstance(text, str):
        raise InputError(f"{path} cannot be read.", [text])
    return layout_of(json.loads(text), str(path))


def layout_of(document: Mapping[str, Any], path: str = "") -> Layout:
    """A parsed document in columns."""
    import numpy as np

    info = document["info"]
    labels = [label for _, label in sorted(document["label_map"].items(), key=lambda item: int(item[0]))]
    names = {entry["doc_id"]: entry["doc_name"] for entry in document["documents"]}
    numbers = {name: number for number, name in enumerate(names)}
    classes = {label: number for number, label in enumerate(labels)}
    pages = document["predictions"]
    objects = [(number, thing) for number, page in enumerate(pages) for thing in page["objects"]]
    scores = [thing.get("score") for _, thing in objects]
    return Layout(
        labels=tuple(labels),
        documents=tuple(names),
        pages=tuple(page["page_id"] for page in pages),
        page_document=np.array([numbers[page["doc_id"]] for page in pages], dtype=np.int64),
        page_index=np.array([page["page_index"] for page in pages], dtype=np.int64),
        object_ids=[thing["id"] for _, thing in objects],
        object_page=np.array([number for number, _ in objects], dtype=np.int64),
        object_label=np.array([classes[thing["label"]] for _, thing in objects], dtype=np.int64),
        boxes=np.array([thing["bbox"] for _, thing in objects], dtype=np.float64).reshape(-1, 4),
        scores=np.array([np.nan if score is None else score for score in scores], dtype=np.float64),
        sizes={
            number: (page["image"]["width_px"], page["image"]["height_px"])
            for number, page in enumerate(pages)
            if "image" in page
        },
        images={number: page["image"]["path"] for number, page in enumerate(pages) if "image" in page},
        document_names=names,
        description={
            "format": "snapshot",
            "path": path,
            "type": info["type"],
            "schema_version": info["schema_version"],
        },
    )
