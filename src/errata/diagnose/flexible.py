"""Flexible character accuracy: how much of a text is right whatever order its lines stand in.

Clausner, Pletschacher and Antonacopoulos 2020 (doi:10.1016/j.patrec.2020.02.003). The longest line left of the
reference is laid along every line left of the hypothesis, the shorter moved along the longer; the pair with the lowest
penalty is taken, and what sticks out of either goes back as a line of its own. Of several lines that no line of the
hypothesis outreaches the one that fits best goes first. In the end each match is compared together with what was left
over right beside it; all else was lost or added. All 768 combinations of the published weights are tried; the one with
the fewest errors counts.

Ties between lines go to the first by length and then by place. Spaces count, line breaks do not. While a line is laid
along another a substitution costs two, as a deletion and an insertion do.

This takes time by the cube of the number of lines. So from `SMALL` pairs on, lines that clearly belong together go
first; what is left is searched in blocks, with as many combinations as `WORK` allows. Very long lines are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from rapidfuzz.distance import Indel, Levenshtein

from errata.diagnose.clear_pairs import clear_pairs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GRID", "Flexible", "Match", "flexible"]

GRID = tuple(product(range(15, 31, 5), range(0, 24, 3), range(4), range(6)))  # edits, lengths, offset, overlap
TIED = 64  # lines of the reference that are looked at in one step
SMALL = 400  # pairs of lines up to which every line is laid along every other
BLOCK = 160  # lines of either side that are searched together
WORK = 100_000  # times that lines may be laid along others in a search before further combinations are left out
LONG = 400  # tokens of a line that is not cut
CUT = 16  # words between two cuts of a longer one, on the average

Tokens = Any  # a str, bytes, or a list of str
Sides = tuple[Sequence[Tokens], Sequence[Tokens]]


class Part(NamedTuple):
    """A stretch of a line."""

    line: int
    start: int
    stop: int

    @property
    def size(self) -> int:
        return self.stop - self.start


class Fit(NamedTuple):
    """How a part is laid along another: the cost, the edits, and where the two stretches start in their parts."""

    cost: int
    edits: int
    row: int
    column: int


class Match(NamedTuple):
    """Two stretches that were taken for each other, and the edits between them."""

    reference: Part
    hypothesis: Part
    edits: int


@dataclass(frozen=True, slots=True)
class Flexible:
    """The best of all combinations: its matches, and the tokens that only one side has."""

    matches: tuple[Match, ...]
    lost: int
    added: int

    @property
    def misread(self) -> int:
        """Edits inside the matches."""
        return sum(match.edits for match in self.matches)

    @property
    def errors(self) -> int:
        """All errors; the accuracy is 1 minus these over the reference's tokens."""
        return self.misread + self.lost + self.added


def flexible(reference: Sequence[Tokens], hypothesis: Sequence[Tokens]) -> Flexible:
    """The matches of two lists of lines that leave the fewest errors."""
    sides = reference, hypothesis
    parts = tuple(_sorted([part for number, line in enumerate(lines) for part in _pieces(number, line)])
                  for lines in sides)  # fmt: skip
    if len(parts[0]) * len(parts[1]) <= SMALL:
        return _result(sides, _Search(sides).best(*parts))
    clear: list[Match] = []
    left = [sorted(part, key=lambda one: one[:2]) for part in parts]
    pieces = [[_tokens(lines, part) for part in found] for lines, found in zip(sides, left, strict=True)]
    for row, column in clear_pairs(*pieces):
        mine, yours = left[0][row], left[1][column]
        clear.append(Match(mine, yours, Levenshtein.distance(pieces[0][row], pieces[1][column])))
    taken = {match.reference for match in clear}, {match.hypothesis for match in clear}
    rest = [[part for part in found if part not in used] for found, used in zip(left, taken, strict=True)]
    return _result(sides, (*clear, *_in_blocks(sides, *rest)))


def _in_blocks(sides: Sides, ours: list[Part], theirs: list[Part]) -> Iterator[Match]:
    """The matches within blocks of lines that stand about as far down the page on both sides."""
    blocks = max(1, -(-max(len(ours), len(theirs)) // BLOCK))
    for number in range(blocks):
        mine, yours = (
            _sorted(parts[len(parts) * number // blocks : len(parts) * (number + 1) // blocks])
            for parts in (ours, theirs)
        )
        yield from _Search(sides).best(mine, yours)


class _Search:
    """All combinations of weights at once: those that choose the same pair go on together."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._fits: dict[tuple[Part, Part], Fit] = {}
        self._work = 0

    @cached_property
    def _weights(self) -> NDArray[np.int64]:
        import numpy as np

        return np.array(GRID, dtype=np.int64)

    def best(self, ours: list[Part], theirs: list[Part]) -> tuple[Match, ...]:
        """The matches with the fewest errors; of equal ones the first found."""
        import numpy as np

        best, fewest = tuple[Match, ...](), -1
        waiting = [(ours, theirs, best, np.arange(len(GRID)))]
        while waiting and fewest and (fewest < 0 or self._work < WORK):
            ours, theirs, matches, chosen = waiting.pop()
            if ours and theirs:
                waiting += sorted(self._next(ours, theirs, matches, chosen), key=lambda way: len(way[3]))
                continue
            errors = _result(self._sides, matches).errors
            if fewest < 0 or errors < fewest:
                best, fewest = matches, errors
        return best

    def _next(
        self, ours: list[Part], theirs: list[Part], matches: tuple[Match, ...], chosen: NDArray[np.int64]
    ) -> Iterator[tuple[list[Part], list[Part], tuple[Match, ...], NDArray[np.int64]]]:
        """What becomes of the longest lines of the reference, for each group of weights that agree."""
        import numpy as np

        weights = self._weights[chosen]
        reach = min(ours[0].size, theirs[0].size)
        best = np.full(len(weights), np.inf)
        pairs = np.zeros((len(weights), 2), dtype=np.int64)
        for number, mine in enumerate(ours):
            if mine.size < reach or number == TIED:
                break
            fits = [self._fit(mine, other) for other in theirs]
            self._work += len(fits)
            terms = np.array([_terms(mine, other, fit) for other, fit in zip(theirs, fits, strict=True)])
            places = (weights @ terms.T).argmin(axis=1)
            rates = np.array([fit.edits / min(mine.size, other.size) for other, fit in zip(theirs, fits, strict=True)])
            better = rates[places] < best
            best[better] = rates[places][better]
            pairs[better] = np.column_stack((np.full(len(places), number), places))[better]
        for number, place in np.unique(pairs, axis=0).tolist():
            mine, other = ours[number], theirs[place]
            fit, size = self._fit(mine, other), min(mine.size, other.size)
            match = Match(_part(mine, fit.row, size), _part(other, fit.column, size), fit.edits)
            agreeing = chosen[(pairs == (number, place)).all(axis=1)]
            left = _without(ours, number, match.reference), _without(theirs, place, match.hypothesis)
            yield *left, (*matches, match), agreeing

    def _fit(self, mine: Part, yours: Part) -> Fit:
        """Where the shorter part fits the longer best."""
        key = mine, yours
        if key in self._fits:
            return self._fits[key]
        ours, theirs = _tokens(self._sides[0], mine), _tokens(self._sides[1], yours)
        swapped = len(ours) < len(theirs)
        long, short = (theirs, ours) if swapped else (ours, theirs)
        cost, start = _laid_along(long, short)
        edits = Levenshtein.distance(long[start : start + len(short)], short) if cost else 0
        fit = Fit(cost, edits, 0, start) if swapped else Fit(cost, edits, start, 0)
        self._fits[key] = fit
        return fit


def _result(sides: Sides, matches: Sequence[Match]) -> Flexible:
    """The matches, each with what was left over right beside it, which can only make errors fewer."""
    mine, yours = (_Left(map(len, lines)) for lines in sides)
    for match in matches:
        mine.take(match.reference)
        yours.take(match.hypothesis)
    grown = []
    for match in matches:
        both = mine.grown(match.reference), yours.grown(match.hypothesis)
        edits = match.edits
        if both != match[:2]:
            edits = Levenshtein.distance(_tokens(sides[0], both[0]), _tokens(sides[1], both[1]))
        grown.append(Match(*both, edits))
    return Flexible(tuple(grown), mine.left, yours.left)


class _Left:
    """The tokens of a side that no match has taken."""

    def __init__(self, sizes: Iterable[int]) -> None:
        self._free = [bytearray(b"\1" * size) for size in sizes]

    @property
    def left(self) -> int:
        """How many there are."""
        return sum(map(sum, self._free))

    def take(self, part: Part) -> None:
        """Mark a stretch as taken."""
        self._free[part.line][part.start : part.stop] = bytes(part.size)

    def grown(self, part: Part) -> Part:
        """The stretch with all free tokens beside it, which it takes."""
        free = self._free[part.line]
        start = free.rfind(0, 0, part.start) + 1
        stop = free.find(0, part.stop)
        grown = Part(part.line, start, len(free) if stop < 0 else stop)
        self.take(grown)
        return grown


def _laid_along(long: Tokens, short: Tokens) -> tuple[int, int]:
    """Where in a line the shorter one fits best, and the cost; the first place of several."""
    size, best, start = len(short), 2 * len(short) + 1, 0
    for place in range(len(long) - size + 1):
        cost = Indel.distance(long[place : place + size], short, score_cutoff=best - 1)
        if cost < best:
            best, start = cost, place
        if not best:
            break
    return best, start


def _part(whole: Part, start: int, size: int) -> Part:
    return Part(whole.line, whole.start + start, whole.start + start + size)


def _terms(mine: Part, yours: Part, fit: Fit) -> tuple[float, float, float, float]:
    """What the four weights weigh: edits, difference of lengths, distance from the nearer end, and overlap."""
    difference = abs(mine.size - yours.size)
    offset = difference / 2 - abs(max(fit.row, fit.column) - difference / 2) if difference > 1 else 0.0
    return fit.cost, difference, offset, -min(mine.size, yours.size)


def _pieces(number: int, line: Tokens) -> Iterator[Part]:
    """A line as a part, a very long one in several, none where it is empty.

    Where it is cut depends on the word before the cut alone, so that both sides are cut in the same places.
    """
    start = 0
    if len(line) > LONG:
        word = 0
        for place, token in enumerate(line):
            if not (token in b"\t\n\r " if isinstance(token, int) else token.isspace()):
                continue
            size = place + 1 - start
            if size > LONG or (size > CUT and not crc32(repr(line[word:place]).encode()) % CUT):
                yield Part(number, start, place + 1)
                start = place + 1
            word = place + 1
        while len(line) - start > 2 * LONG:  # no space for long
            yield Part(number, start, start + LONG)
            start += LONG
    if start < len(line):
        yield Part(number, start, len(line))


def _tokens(lines: Sequence[Tokens], part: Part) -> Tokens:
    return lines[part.line][part.start : part.stop]


def _without(parts: list[Part], place: int, taken: Part) -> list[Part]:
    """The parts with one replaced by what was not taken of it."""
    whole = parts[place]
    left = [Part(whole.line, whole.start, taken.start), Part(whole.line, taken.stop, whole.stop)]
    rest = [*parts[:place], *parts[place + 1 :]]
    left = [part for part in left if part.size]
    return _sorted([*rest, *left]) if left else rest


def _sorted(parts: list[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: (-part.size, part.line, part.start))
