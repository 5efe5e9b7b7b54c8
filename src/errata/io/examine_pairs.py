"""What is odd about two folders before they are scored: wrong partners, sides that are swapped, forms that differ."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple
from zlib import crc32

from errata.errors import Problem
from errata.io.examine import FORMS, joined_form
from errata.model import Page

GRAM, KEPT = 5, 64  # characters of a piece, and how many pieces stand for a text
ALIKE, STRANGE, BETTER = 0.2, 0.1, 3.0  # shares of pieces; how much more alike another one has to be
FEWEST = 16  # pieces that a text needs before it is compared
SIDES = ("references", "hypotheses")
TRUTH = frozenset({"gt", "truth", "groundtruth", "ground_truth", "ground-truth", "reference", "references", "ref"})
OUTPUT = frozenset({"ocr", "pred", "predictions", "prediction", "output", "hyp", "hypothesis", "hypotheses", "htr"})


class Side(NamedTuple):
    """What is remembered of a text: its pieces, its form, whether it is empty, and whether its words are judged."""

    pieces: array[int]
    form: str
    empty: bool
    judged: bool
    image: str | None


class Examined(NamedTuple):
    """A pair that was read on both sides."""

    id: str
    reference: Side
    hypothesis: Side
    equal: bool


def remembered(pages: Sequence[Page], form: str) -> Side:
    """What is remembered of a document."""
    text = "\n".join(page.text for page in pages)
    judged = any(word.confidence is not None for page in pages for line in page.lines for word in line.words)
    image = pages[0].image if len(pages) == 1 else None
    return Side(pieces_of(text), form, not text.strip(), judged, image)


def pieces_of(text: str) -> array[int]:
    """The pieces of five letters with the smallest hashes: two texts share about as many as they are alike."""
    letters = "".join(text.split()).casefold()
    hashes = {crc32(letters[place : place + GRAM].encode()) for place in range(len(letters) - GRAM + 1)}
    return array("I", nsmallest(KEPT, hashes))


def alike(first: array[int], second: array[int]) -> float:
    """The share of pieces that two texts have in common, as their smallest hashes tell."""
    union = nsmallest(KEPT, set(first) | set(second))
    both = set(first) & set(second)
    return sum(piece in both for piece in union) / len(union) if union else 0.0


def wrong_partners(pairs: Sequence[Examined]) -> Iterator[Problem]:
    """Pairs whose reference is like another hypothesis, and not like its own."""
    strange = [
        pair
        for pair in pairs
        if len(pair.reference.pieces) >= FEWEST and alike(pair.reference.pieces, pair.hypothesis.pieces) < STRANGE
    ]
    wanted = {piece for pair in strange for piece in pair.reference.pieces}
    holders: dict[int, list[int]] = {}
    for place, pair in enumerate(pairs) if strange else ():
        for piece in pair.hypothesis.pieces:
            if piece in wanted:
                holders.setdefault(piece, []).append(place)
    for pair in strange:
        votes = Counter(place for piece in pair.reference.pieces for place in holders.get(piece, ()))
        own = alike(pair.reference.pieces, pair.hypothesis.pieces)
        for place, _ in votes.most_common(1):
            other = pairs[place]
            share = alike(pair.reference.pieces, other.hypothesis.pieces)
            if other is not pair and share >= ALIKE and share > BETTER * own:
                what = f"its reference is like the hypothesis of {other.id} ({share:.0%} of its pieces"
                yield Problem(pair.id, f"{what}, of its own {own:.0%})", "are the files named rightly?")


def swapped(roots: Sequence[str], pairs: Sequence[Examined]) -> Iterator[Problem]:
    """Signs that the first folder holds what a system read, and the second what stands on the page."""
    if len(roots) != 2:
        return
    names = [root.rstrip("/").rpartition("/")[2].casefold() for root in roots]
    where = " and ".join(roots)
    hint = "give the references first"
    if names[0] in OUTPUT and names[1] in TRUTH:
        yield Problem(where, "by their names the two sides are swapped", hint)
    judged = sum(pair.reference.judged for pair in pairs), sum(pair.hypothesis.judged for pair in pairs)
    if pairs and judged[0] * 2 > len(pairs) and not judged[1]:
        what = f"the words of {judged[0]} references carry confidences, and those of no hypothesis do"
        yield Problem(where, f"{what}: are the two sides swapped?", hint)


def differing(where: str, pairs: Sequence[Examined]) -> Iterator[Problem]:
    """What the two sides have otherwise: normal forms, images, nothing at all."""
    forms = [joined_form(getattr(pair, side).form for pair in pairs) for side in ("reference", "hypothesis")]
    if FORMS[0] not in forms and forms[0] != forms[1]:
        what = f"the accented letters of the references are {forms[0]}, those of the hypotheses {forms[1]}"
        yield Problem(where, f"{what}: each that differs counts as an error", "--normalize nfc makes them alike")
    owners = {stem: pair.id for pair in pairs if (stem := _stem(pair.reference.image))}
    for pair in pairs:
        other = owners.get(_stem(pair.hypothesis.image), pair.id)
        if other != pair.id and _stem(pair.reference.image) != _stem(pair.hypothesis.image):
            yield Problem(pair.id, f"its hypothesis names the image of {other}", "are the files named rightly?")
    if len(pairs) > 2 and all(pair.equal for pair in pairs):
        yield Problem(where, "all pairs are equal to the last character: is one side a copy of the other?")


def _stem(image: str | None) -> str:
    """The name of an image without folders and suffixes."""
    return (image or "").replace("\\", "/").rpartition("/")[2].partition(".")[0]
