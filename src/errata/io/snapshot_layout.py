"""A parsed file of the evaluation schema 1.3 as a layout in columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.model import Layout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["layout_of"]


def layout_of(document: Mapping[str, Any], path: str = "", *, clamp: bool = False) -> Layout:
    """A parsed document in columns; classes and documents that it does not declare are added at the end.

    `clamp` forces coordinates into [0, 1], as the published evaluator does; without it they stay as they are.
    """
    import numpy as np

    info = document.get("info", {})
    mapped = document.get("label_map", {})
    labels = _Numbers(label for _, label in sorted(mapped.items(), key=lambda item: (len(item[0]), item[0])))
    entries = document.get("documents", [])
    documents = _Numbers(entry["doc_id"] for entry in entries)
    pages = document.get("predictions", [])
    objects = [(number, thing) for number, page in enumerate(pages) for thing in page.get("objects", [])]
    scores = [thing.get("score") for _, thing in objects]
    images = {number: page["image"] for number, page in enumerate(pages) if "image" in page}
    page_document = documents.all_of(page.get("doc_id", "") for page in pages)
    object_label = labels.all_of(thing["label"] for _, thing in objects)
    return Layout(
        labels=tuple(labels),
        documents=tuple(documents),
        pages=tuple(page["page_id"] for page in pages),
        page_document=page_document,
        page_index=np.array([page.get("page_index", 0) for page in pages], dtype=np.int64),
        object_ids=[thing.get("id", "") for _, thing in objects],
        object_page=np.array([number for number, _ in objects], dtype=np.int64),
        object_label=object_label,
        boxes=_boxes([thing["bbox"] for _, thing in objects], clamp=clamp),
        scores=np.array([np.nan if score is None else score for score in scores], dtype=np.float64),
        sizes={number: (int(image["width_px"]), int(image["height_px"])) for number, image in images.items()},
        images={number: image["path"] for number, image in images.items()},
        document_names={entry["doc_id"]: entry.get("doc_name", "") for entry in entries},
        description=described(info, mapped, path),
    )


def described(info: Mapping[str, Any], label_map: Mapping[str, str], path: str) -> dict[str, Any]:
    """What a file says of itself."""
    model = info.get("model")
    return {
        "format": "snapshot",
        "path": path,
        "type": info.get("type"),
        "schema_version": info.get("schema_version"),
        "run_id": info.get("run_id"),
        "model": model.get("name") if isinstance(model, Mapping) else None,
        "label_map": dict(label_map),
    }


class _Numbers(dict[str, int]):
    """Names by number, in the order in which they first came."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        for name in names:
            self.setdefault(name, len(self))

    def all_of(self, names: Iterable[str]) -> NDArray[np.int64]:
        """The number of each name; a new name gets the next one."""
        import numpy as np

        return np.array([self.setdefault(name, len(self)) for name in names], dtype=np.int64)


def _boxes(boxes: Sequence[Sequence[Any]], *, clamp: bool) -> NDArray[np.float64]:
    import numpy as np

    found = np.array(boxes, dtype=np.float64).reshape(-1, 4)
    return np.clip(found, 0.0, 1.0) if clamp else found
