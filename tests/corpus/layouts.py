"""Layouts for tests: made of named pages, random ones, and files of the evaluation schema."""

import json
import math

import numpy as np
from hypothesis import strategies as st

from errata.model import Layout

LABELS = ("Figure", "Table")
SYSTEM = {"type": "normalized_xyxy", "range": [0.0, 1.0], "origin": "top_left"}


def layout_of(pages, labels=LABELS):
    """A layout of (document, page) -> objects, each a class, a box and perhaps a score."""
    documents = tuple(dict.fromkeys(document for document, _ in pages))
    rows = [(place, *thing, math.nan)[:4] for place, things in enumerate(pages.values()) for thing in things]
    return Layout(
        labels=tuple(labels),
        documents=documents,
        pages=tuple(page for _, page in pages),
        page_document=np.array([documents.index(document) for document, _ in pages], np.int64),
        page_index=np.arange(len(pages)),
        object_ids=[f"o{place}" for place in range(len(rows))],
        object_page=np.array([row[0] for row in rows], np.int64),
        object_label=np.array([labels.index(row[1]) for row in rows], np.int64),
        boxes=np.array([row[2] for row in rows], float).reshape(-1, 4),
        scores=np.array([row[3] for row in rows], float),
    )


@st.composite
def boxes(draw):
    """A box whose sides are multiples of 1/32, so that halves and doubles of it are exact."""
    left, top = (draw(st.integers(0, 28)) for _ in range(2))
    right, bottom = (draw(st.integers(low + 1, 32)) for low in (left, top))
    return tuple(side / 32 for side in (left, top, right, bottom))


PAGES = tuple((f"d{number // 2}", f"p{number}") for number in range(5))
THINGS = st.lists(st.tuples(st.sampled_from(LABELS), boxes(), st.integers(0, 8).map(lambda part: part / 8)), max_size=6)
SIDES = st.tuples(*[THINGS] * len(PAGES)).map(lambda things: dict(zip(PAGES, things, strict=True)))


def document_of(pages, kind):
    """The same as a document of the evaluation schema, revision 2026-05."""
    scored = kind == "prediction"
    return {
        "label_map": {"1": "Figure", "2": "Table"},
        "info": {
            "schema_version": "1.3", "type": kind, "coordinate_system": SYSTEM,
            "run_id": "r" if scored else None, "model": {"name": "m"},
        },
        "documents": [
            {"doc_id": name, "doc_name": name, "doc_path": name} for name in dict.fromkeys(one for one, _ in pages)
        ],
        "predictions": [
            {
                "page_id": page, "doc_id": document, "page_index": index,
                "objects": [
                    {"id": f"{page}:{place}", "label": label, "bbox": list(box)} | ({"score": 0.5} if scored else {})
                    for place, (label, box, *_) in enumerate(things)
                ],
            }
            for index, ((document, page), things) in enumerate(pages.items())
        ],
    }  # fmt: skip


def written(folder, reference, hypothesis):
    """Both sides as files."""
    paths = folder / "reference.json", folder / "hypothesis.json"
    for path, pages, kind in zip(paths, (reference, hypothesis), ("ground_truth", "prediction"), strict=True):
        path.write_text(json.dumps(document_of(pages, kind)), "utf-8")
    return paths
