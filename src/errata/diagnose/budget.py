"""The error budget of a page: how much of its error rate is recognition, segmentation and reading order.

    as read        edits between the two texts, line breaks included
    recognition    edits inside lines that belong together
    segmentation   lines that were lost or added, and line breaks in other places
    order          what is left: edits that only the order of the lines makes

The three parts add up to the edits as read, and none is below zero: where matching line by line costs more than reading
straight on, the order is right and the excess is taken off the recognition. Lines belong together by text (flexible
character accuracy) and, where both sides have boxes, by place. The parts are a diagnosis, not a proof: a line that was
lost and one that is unreadable are the same to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from errata.diagnose.confidence import SureLine, SureWord, sure_lines, sure_words
from errata.diagnose.flexible import Flexible, flexible
from errata.diagnose.order import Order, order
from errata.diagnose.places import Placed, placed
from errata.kernels.edits import distance
from errata.model import Line, Page, Region
from errata.text.tokenize import UNITS, WORDS
from errata.text.view import View

__all__ = ["PARTS", "Budget", "Parts", "budget", "page_of_text"]

PARTS = ("recognition", "segmentation", "order")
ALIKE = 0.5  # errors per token up to which two stretches are the same line, for the reading order

Tokens = Any


@dataclass(frozen=True, slots=True)
class Parts:
    """Edits by whose fault they are; together the edits as read."""

    recognition: int
    segmentation: int
    order: int


@dataclass(frozen=True, slots=True)
class Budget:
    """One page."""

    id: str
    reference: int  # tokens of the reference, line breaks included
    edits: int
    flexible: int  # errors of the flexible character accuracy
    best_order: int  # the same, or the edits reading straight on over line breaks where those are fewer
    by_text: Parts
    by_place: Parts | None
    words_missed: int  # words of the reference that the hypothesis has too seldom
    words_added: int
    words: int  # of both sides
    lines: tuple[int, int]
    reading: Order
    sure: tuple[SureLine, ...]  # lines of the hypothesis whose confidence is known
    sure_words: tuple[SureWord, ...]

    def to_dict(self) -> dict[str, Any]:
        """The page as JSON values."""
        reading = {name: self.reading.scaled(name) for name in ("tau", "footrule", "edit")}
        return {
            **{name: getattr(self, name) for name in ("id", "reference", "edits", "flexible", "best_order")},
            "by_text": asdict(self.by_text),
            "by_place": asdict(self.by_place) if self.by_place else None,
            **{name: getattr(self, name) for name in ("words_missed", "words_added", "words")},
            "lines": list(self.lines),
            "matched": self.reading.matched,
            "order": reading if self.reading.lines else None,
            "confidences": len(self.sure),
        }


def page_of_text(key: str, text: str) -> Page:
    """A page from a plain text: its lines by `str.splitlines`."""
    lines = tuple(Line(str(number), line) for number, line in enumerate(text.splitlines(), 1))
    return Page(key, (Region("", "text", lines),))


def budget(key: str, reference: Page, hypothesis: Page, view: View) -> Budget:
    """The budget of a page under these conventions."""
    split = UNITS[view.unit]

    def tokens(text: str) -> Tokens:
        return split(view.prepare(text))

    ours, theirs = ([line.text for line in page.lines] for page in (reference, hypothesis))
    texts = [[line for line in lines if line] for lines in (ours, theirs)]
    edits = _distance(tokens, *map("\n".join, texts))
    unbroken = _distance(tokens, *map(" ".join, texts))
    totals = edits, unbroken, abs(len(texts[0]) - len(texts[1]))
    free = flexible([tokens(line) for line in ours], [tokens(line) for line in theirs])
    found = placed(reference, hypothesis)
    words = [Counter(WORDS[view.words](view.prepare("\n".join(lines)))) for lines in texts]
    return Budget(
        key,
        len(tokens("\n".join(texts[0]))),
        edits,
        free.errors,
        min(free.errors, unbroken),
        _parts(*totals, free.misread, free.lost + free.added),
        _by_place(found, ours, tokens, totals) if found else None,
        (words[0] - words[1]).total(),
        (words[1] - words[0]).total(),
        words[0].total() + words[1].total(),
        (len(texts[0]), len(texts[1])),
        _order(ours, free, found),
        tuple(sure_lines(hypothesis.lines, free, tokens)),
        tuple(sure_words(hypothesis.lines, ours, free, tokens)),
    )


def _by_place(found: Placed, ours: Sequence[str], tokens: Any, totals: tuple[int, int, int]) -> Parts:
    misread = sum(
        _distance(tokens, line, text) for line, text in zip(ours, found.texts, strict=True) if text is not None
    )
    lost = sum(len(tokens(line)) for line, text in zip(ours, found.texts, strict=True) if text is None)
    return _parts(*totals, misread, lost + sum(len(tokens(text)) for text in found.astray))


def _parts(edits: int, unbroken: int, breaks: int, misread: int, unmatched: int) -> Parts:
    """The parts, from the edits as read and over line breaks, and from those inside and outside of matched lines."""
    excess = max(0, misread + unmatched - unbroken)
    recognition = max(0, misread - excess)
    unmatched -= excess - (misread - recognition)
    order = unbroken - recognition - unmatched
    breaks = min(breaks, order)  # a line that was lost or added has its break with it
    return Parts(recognition, unmatched + edits - unbroken + breaks, order - breaks)


def _order(ours: Sequence[str], free: Flexible, found: Placed | None) -> Order:
    """The places of the lines, by place where there are boxes, else by the text that fits best."""
    lines = sum(1 for line in ours if line)
    if found:
        return order(lines, [numbers[0] for numbers in found.lines if numbers])
    best: dict[int, tuple[int, int]] = {}
    for match in free.matches:
        size = match.reference.size
        if match.edits <= ALIKE * size and size > best.get(match.reference.line, (0, 0))[0]:
            best[match.reference.line] = size, match.hypothesis.line
    return order(lines, [best[line][1] for line in sorted(best)])


def _distance(tokens: Any, reference: str, hypothesis: str) -> int:
    return distance(cast("Sequence[str]", tokens(reference)), cast("Sequence[str]", tokens(hypothesis)))
