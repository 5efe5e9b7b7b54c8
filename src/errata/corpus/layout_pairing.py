"""Whether two layouts line up: classes that were asked for, documents and pages that only one side has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from errata.errors import InputError, Problem, UnknownNameError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.model import Layout

__all__ = ["Paired", "lined_up", "of_labels", "pages_of"]

HINT = (
    "Pass --unmatched count to count their objects as missed or as surplus, or --unmatched drop to leave them out;"
    " both list them in the result."
)


@dataclass(frozen=True, slots=True)
class Paired:
    """Two sides to compare, and what only one of them has."""

    reference: Layout
    hypothesis: Layout
    problems: tuple[Problem, ...] = ()
    only_reference: tuple[str, ...] = ()
    only_hypothesis: tuple[str, ...] = ()
    left_out: int = 0  # documents and pages


def of_labels(side: Layout, labels: Sequence[str], known: Iterable[str]) -> Layout:
    """The objects of these classes; a class that neither side declares is refused."""
    import numpy as np

    for label in labels:
        if label not in known:
            raise UnknownNameError("class", label, known)
    if not labels:
        return side
    numbers = [side.labels.index(label) for label in labels if label in side.labels]
    kept = _selected(side, np.isin(side.object_label, numbers))
    places = {label: number for number, label in enumerate(labels)}
    moved = np.array([places.get(label, 0) for label in side.labels], dtype=np.int64)
    return replace(kept, labels=tuple(labels), object_label=moved[kept.object_label])


def lined_up(reference: Layout, hypothesis: Layout, unmatched: str) -> Paired:
    """Both sides under the policy for documents, and pages by another name, that only one side has."""
    ours, theirs = set(reference.documents), set(hypothesis.documents)
    only_ours, only_theirs = sorted(ours - theirs), sorted(theirs - ours)
    renamed = _renamed(reference, hypothesis)
    if unmatched != "error" and not (only_ours or only_theirs or renamed):
        return Paired(reference, hypothesis)
    problems = [Problem(name, "is a document of the reference only") for name in only_ours]
    problems += [Problem(name, "is a document of the hypothesis only") for name in only_theirs]
    problems += [
        Problem(document, f"page_index {index} is {one!r} in the reference and {other!r} in the hypothesis")
        for document, index, one, other in renamed
    ]
    if problems and unmatched == "error":
        title = f"The sides do not line up: {_counted(only_ours, only_theirs)}, {len(renamed)} pages by two names."
        raise InputError(title, problems, HINT)
    if unmatched == "drop":
        lost = {*only_ours, *only_theirs}
        pages = {(document, name) for document, _, one, other in renamed for name in (one, other)}
        reference, hypothesis = (_without(side, lost, pages) for side in (reference, hypothesis))
    return Paired(
        reference, hypothesis, tuple(problems), tuple(only_ours), tuple(only_theirs),
        len(problems) if unmatched == "drop" else 0,
    )  # fmt: skip


def _counted(only_reference: Sequence[str], only_hypothesis: Sequence[str]) -> str:
    return f"{len(only_reference)} documents in the reference only, {len(only_hypothesis)} in the hypothesis only"


def _renamed(reference: Layout, hypothesis: Layout) -> list[tuple[str, int, str, str]]:
    """Pages of one document and index whose ids differ: document, index, and both ids."""
    ours, theirs = pages_of(reference), pages_of(hypothesis)
    names = {key[0::2] for key in ours}, {key[0::2] for key in theirs}
    if names[0] == names[1]:
        return []
    alone = {key[:2]: key[2] for key in ours if key[0::2] not in names[1]}
    found = [
        (document, index, alone[document, index], page)
        for document, index, page in theirs
        if (document, page) not in names[0] and (document, index) in alone
    ]
    return sorted(found)


def pages_of(side: Layout) -> list[tuple[str, int, str]]:
    """Document, index and id of each page."""
    documents = side.documents
    rows = zip(side.page_document.tolist(), side.page_index.tolist(), side.pages, strict=True)
    return [(documents[document], index, page) for document, index, page in rows]


def _without(side: Layout, documents: set[str], pages: set[tuple[str, str]]) -> Layout:
    import numpy as np

    kept = [document not in documents and (document, page) not in pages for document, _, page in pages_of(side)]
    return _selected(side, np.array(kept, dtype=bool)[side.object_page])


def _selected(side: Layout, mask: NDArray[np.bool_]) -> Layout:
    """The objects of a mask; pages and documents stay, their numbers with them."""
    import numpy as np

    places = np.flatnonzero(mask)
    moved = {int(old): new for new, old in enumerate(places)} if side.outlines or side.parts else {}
    name: Callable[[int], str] = side.object_ids.__getitem__
    return replace(
        side,
        object_ids=[name(place) for place in places.tolist()],
        object_page=side.object_page[places],
        object_label=side.object_label[places],
        boxes=side.boxes[places],
        scores=side.scores[places],
        outlines={moved[old]: outline for old, outline in side.outlines.items() if old in moved},
        parts={moved[old]: rings for old, rings in side.parts.items() if old in moved},
    )
