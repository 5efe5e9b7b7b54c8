"""Small layouts of one page a letter, for tests: objects as (page, class, box, score)."""

import math

import numpy as np

from errata.model import Layout


def side(*objects, labels=("Figure", "Table"), pages="ab", **more):
    """The objects in columns; a box is in tenths of the page, a score may be left out."""
    rows = [(*entry, math.nan)[:4] for entry in objects]
    return Layout(
        labels=tuple(labels),
        documents=tuple(pages),
        pages=tuple(pages),
        page_document=np.arange(len(pages)),
        page_index=np.zeros(len(pages), np.int64),
        object_ids=[f"o{place}" for place in range(len(rows))],
        object_page=np.array([pages.index(page) for page, *_ in rows], np.int64),
        object_label=np.array([labels.index(label) for _, label, *_ in rows], np.int64),
        boxes=np.array([box for _, _, box, _ in rows], float).reshape(-1, 4) / 10,
        scores=np.array([score for *_, score in rows], float),
        **more,
    )


def random_side(rng, count, pages="abc", labels=("Figure", "Table", "Note"), scored=False):
    """Random boxes, some of them far too large or nearly the same."""
    low = rng.uniform(0, 8, (count, 2))
    high = np.minimum(low + rng.uniform(0.5, 5, (count, 2)), 10)
    return side(
        *(
            (pages[rng.integers(len(pages))], labels[rng.integers(len(labels))], box, score)
            for box, score in zip(
                np.hstack([low, high]).tolist(), rng.uniform(0, 1, count) if scored else [math.nan] * count, strict=True
            )
        ),
        labels=labels,
        pages=pages,
    )
