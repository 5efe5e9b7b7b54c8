"""What the readers of layout files share: checking boxes, gathering columns, and listing every problem of a file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from errata.errors import InputError, Problem, UnknownNameError
from errata.io.names import printable
from errata.io.strict_json import NoNumber, marked, read_json
from errata.model import Box, Layout, Outline

__all__ = ["LISTED", "OUTSIDE", "LayoutBuilder", "number", "page_id_of", "shown"]

OUTSIDE = ("error", "clip")
LISTED = 1000  # problems that are kept; the rest is only counted
SLACK = 0.001  # of the page: what rounding may put outside it where the size in pixels is not known
IMAGES = {".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp", ".gif", ".jp2", ".pdf"}
SHOWN = 60  # characters of a value in a message


def shown(value: Any) -> str:
    """A value as a message shows it."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def number(value: Any) -> float | None:
    """A finite number of JSON as a float; None for anything else, numerals in quotes and booleans among it."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        found = float(value)
    except OverflowError:  # an integer of hundreds of digits
        return None
    return found if math.isfinite(found) else None


def page_id_of(name: str) -> str:
    """The id of a page by the name of its image: the relative path without the suffix of an image."""
    path = PurePosixPath(name.replace("\\", "/"))
    return str(path.with_suffix("")) if path.suffix.lower() in IMAGES and path.name else str(path)


class LayoutBuilder:
    """Gathers one side of layout objects; `layout()` raises every problem that was found, or gives the columns.

    Boxes come in as shares of the page. What lies outside the page by more than rounding (a pixel, or a thousandth of
    the page where the size is not known) is a problem, or is cut off and counted under the policy `clip`.
    """

    def __init__(self, path: str, form: str, outside: str = "error") -> None:
        if outside not in OUTSIDE:
            raise UnknownNameError("policy for boxes outside the page", outside, OUTSIDE)
        self.path, self.form, self.outside = path, form, outside
        self.problems: list[Problem] = []
        self.found = 0
        self.clipped = 0  # boxes that were cut off at the edge of their page
        self.crowds = 0  # objects that stand for many
        self.warnings: list[str] = []
        self.labels: dict[str, int] = {}
        self.documents: dict[str, int] = {}
        self.pages: dict[tuple[int, str], int] = {}
        self.facts: dict[str, Any] = {}
        self._page_index: list[int] = []
        self._ids: list[str] = []
        self._seen: set[str] = set()
        self._columns: tuple[list[int], list[int], list[Box], list[float]] = ([], [], [], [])
        self._outlines: dict[int, Outline] = {}
        self._parts: dict[int, tuple[Outline, ...]] = {}
        self._sizes: dict[int, tuple[int, int]] = {}
        self._images: dict[int, str] = {}

    def problem(self, where: str, what: str, hint: str = "") -> None:
        """Note what is wrong at a place of the file, or at the file itself."""
        self.found += 1
        if len(self.problems) < LISTED:
            self.problems.append(Problem(f"{printable(self.path)}{where}", what, hint))

    def json(self) -> Any:
        """The value of the file; keys that stand twice in an object are problems."""
        document = read_json(self.path)
        for where, what, evidence in marked(document):
            if not isinstance(evidence, NoNumber):
                self.problem(
                    f" ${where if where.startswith('[') else f'.{where}' if where else ''}",
                    f"{what}: {shown(evidence)}",
                )
        return document

    def label(self, name: str) -> int:
        """The number of a class, new or known."""
        return self.labels.setdefault(name, len(self.labels))

    def page(
        self,
        name: str,
        *,
        document: str | None = None,
        index: int = 0,
        size: tuple[int, int] | None = None,
        image: str | None = None,
    ) -> int | None:
        """The number of a new page; None where the id was used before. A page without a document is its own."""
        owner = self.documents.setdefault(document if document is not None else name, len(self.documents))
        if (owner, name) in self.pages:
            return None
        place = self.pages[owner, name] = len(self.pages)
        self._page_index.append(index)
        if size:
            self._sizes[place] = size
        if image:
            self._images[place] = image
        return place

    def size(self, width: Any, height: Any, where: str) -> tuple[int, int] | None:
        """The size of a page in pixels; None, and a problem, where it is none."""
        sides = [number(side) for side in (width, height)]
        if all(side is not None and side >= 1 and side == int(side) for side in sides):
            return int(width), int(height)
        evidence = f"width {shown(width)} and height {shown(height)}"
        self.problem(where, f"has {evidence}: the size of a page is in whole pixels, at least 1 by 1")
        return None

    def add(
        self,
        where: str,
        page: int,
        label: int,
        box: Sequence[float],
        *,
        name: str | None = None,
        score: float = math.nan,
        outlines: Sequence[Outline] = (),
        evidence: Any = None,
    ) -> None:
        """Take an object, or note what is wrong with it; `evidence` is the box as the file has it."""
        given = evidence if evidence is not None else list(box)
        fitted = self._fitted(where, page, box, given)
        if fitted is None:
            return
        place = len(self._ids)
        key = name if name is not None else f"#{place}"
        if key in self._seen and name is not None:
            self.problem(where, f"the id {shown(name)} was used before", "ids of objects are unique in a file")
            return
        self._seen.add(key)
        self._ids.append(key)
        pages, labels, boxes, scores = self._columns
        pages.append(page)
        labels.append(label)
        boxes.append(fitted)
        scores.append(score)
        if len(outlines) == 1:
            self._outlines[place] = outlines[0]
        elif outlines:
            self._parts[place] = tuple(outlines)

    def rename(self, labels: Mapping[str, int]) -> None:
        """Put the classes into this order; every class must be among them."""
        moved = {place: labels[name] for name, place in self.labels.items()}
        self._columns[1][:] = [moved[label] for label in self._columns[1]]
        self.labels = dict(labels)

    def layout(self, **description: Any) -> Layout:
        """The columns, unless something is wrong."""
        import numpy as np

        if self.found:
            raise self._refusal()
        for count, one, many in (
            (self.clipped, "object reaches outside its page: cut off", "objects reach outside their page: cut off"),
            (self.crowds, "object stands for a crowd: left out", "objects stand for a crowd: left out"),
        ):
            if count:
                self.warnings.append(f"{count} {one if count == 1 else many}")
        pages, labels, boxes, scores = self._columns
        return Layout(
            labels=tuple(self.labels),
            documents=tuple(self.documents),
            pages=tuple(name for _, name in self.pages),
            page_document=np.array([owner for owner, _ in self.pages], dtype=np.int64),
            page_index=np.array(self._page_index, dtype=np.int64),
            object_ids=self._ids,
            object_page=np.array(pages, dtype=np.int64),
            object_label=np.array(labels, dtype=np.int64),
            boxes=np.array(boxes, dtype=np.float64).reshape(-1, 4),
            scores=np.array(scores, dtype=np.float64),
            outlines=self._outlines,
            parts=self._parts,
            sizes=self._sizes,
            images=self._images,
            facts=self.facts,
            description={"format": self.form, "path": self.path, "warnings": tuple(self.warnings), **description},
        )

    def _refusal(self) -> InputError:
        edge = any("outside the page" in problem.what for problem in self.problems)
        hint = "Pass --outside clip to cut off at the edge of the page what reaches over it." if edge else ""
        count = f"{self.found} problem{'' if self.found == 1 else 's'}"
        return InputError(
            f"{printable(self.path)} cannot be used ({self.form}): {count}.", self.problems, hint, self.found
        )

    def _fitted(self, where: str, page: int, box: Sequence[float], given: Any) -> Box | None:
        """The box within its page; None, and a problem, where there is no such box."""
        if not all(map(math.isfinite, box)):
            self.problem(where, f"the box {shown(given)} is not of finite numbers")
            return None
        left, top, right, bottom = box
        if not (left < right and top < bottom):
            self.problem(
                where, f"the box {shown(given)} has no area: its right and bottom are not beyond its left and top"
            )
            return None
        if left >= 0.0 and top >= 0.0 and right <= 1.0 and bottom <= 1.0:
            return left, top, right, bottom
        wide, high = self._sizes.get(page, (1.0 / SLACK, 1.0 / SLACK))
        over = max(-left * wide, -top * high, (right - 1.0) * wide, (bottom - 1.0) * high)
        cut = max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0)
        if cut[0] >= cut[2] or cut[1] >= cut[3]:
            self.problem(where, f"the box {shown(given)} lies beside the page{self._sized(page)}")
            return None
        if over > 1.0 + 1e-9 and self.outside == "error":
            self.problem(where, f"the box {shown(given)} reaches outside the page{self._sized(page)}")
            return None
        self.clipped += over > 1e-6 * max(wide, high)
        return cut

    def _sized(self, page: int) -> str:
        return " of {} by {} pixels".format(*self._sizes[page]) if page in self._sizes else ""
