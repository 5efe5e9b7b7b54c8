"""What stands in another place: whole lines, and runs that were lost here and added there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from errata.diagnose.clear_pairs import clear_pairs
from errata.kernels.edits import MATCH, Block
from errata.kernels.wavewalk import SUBSTITUTION

if TYPE_CHECKING:
    from errata.diagnose.edits import Edit

__all__ = ["LINE_ENDS", "moved"]

LINE_ENDS = frozenset({"\n", "\r\n"})
LINE = 4  # tokens from which a line can be told from others
IN_PLACE = 0.6  # share of a line that matches one line of the other side where it stands

Texts = Sequence[str]


class Row(NamedTuple):
    """A line of a text: its tokens without the end of line, and what they say."""

    start: int
    stop: int
    text: str


def moved(ours: Texts, theirs: Texts, edits: list[Edit], blocks: Sequence[Block]) -> list[Edit]:
    """The edits, those of what stands in another place as errors of order."""
    if not LINE_ENDS.isdisjoint(ours) and not LINE_ENDS.isdisjoint(theirs):
        edits = _moved_lines(ours, theirs, edits, blocks)
    lost: dict[str, list[int]] = defaultdict(list)
    for number, edit in enumerate(edits):
        if edit.label == "deletion_run":
            lost[_words(ours, edit.reference_start, edit.reference_stop)].append(number)
    if not lost:
        return edits
    for number, edit in enumerate(edits):
        if edit.label == "insertion_run":
            places = lost.get(_words(theirs, edit.hypothesis_start, edit.hypothesis_stop))
            if places:
                for place in (number, places.pop(0)):
                    edits[place] = edits[place]._replace(label="order")
    return edits


def _moved_lines(ours: Texts, theirs: Texts, edits: list[Edit], blocks: Sequence[Block]) -> list[Edit]:
    """The edits inside of lines that both sides have, or nearly, and that match nothing where they stand, as order.

    A line matches where it stands if most of it matches one line of the other side. Lines that are equal are in the
    wrong place as soon as both have edits.
    """
    rows = _edited(_rows(ours), [edit[2:4] for edit in edits]), _edited(_rows(theirs), [edit[4:6] for edit in edits])
    both = {row.text for row in rows[0]}.intersection(row.text for row in rows[1])
    if not (rows[0] and rows[1]):
        return edits
    shared = _shared(*rows, blocks)
    mine, yours = (
        [row for row in side if row.text in both or shared[place, row.start] <= IN_PLACE * (row.stop - row.start)]
        for place, side in enumerate(rows)
    )
    here, there = bytearray(len(ours)), bytearray(len(theirs))
    for row, column in clear_pairs([row.text for row in mine], [row.text for row in yours]):
        for marks, line in ((here, mine[row]), (there, yours[column])):
            marks[line.start : line.stop] = b"\1" * (line.stop - line.start)
    if not any(here):
        return edits
    return [edit._replace(label="order") if _inside(edit, ours, theirs, here, there) else edit for edit in edits]


def _inside(edit: Edit, ours: Texts, theirs: Texts, here: bytearray, there: bytearray) -> bool:
    """Whether the edit belongs to moved lines: either side of a substitution, all of a run but its whitespace."""
    rows, columns = range(*edit[2:4]), range(*edit[4:6])
    if edit.kind == SUBSTITUTION:
        return any(here[row] for row in rows) or any(there[column] for column in columns)
    inside = [here[row] for row in rows if not ours[row].isspace()]
    inside += [there[column] for column in columns if not theirs[column].isspace()]
    return bool(inside) and all(inside)


def _rows(tokens: Texts) -> Iterator[Row]:
    start = 0
    ends = [place for place, token in enumerate(tokens) if token in LINE_ENDS]
    for end in [*ends, len(tokens)]:
        yield Row(start, end, "".join(tokens[start:end]).strip())
        start = end + 1


def _edited(rows: Iterable[Row], spans: list[tuple[int, ...]]) -> list[Row]:
    """The lines of at least four characters with an edit inside."""
    found, span = [], 0
    for row in rows:
        while span < len(spans) and spans[span][1] <= row.start:
            span += 1
        edited = span < len(spans) and spans[span][0] < row.stop and spans[span][1] > row.start
        if edited and len(row.text) >= LINE:
            found.append(row)
    return found


def _shared(ours: list[Row], theirs: list[Row], blocks: Sequence[Block]) -> Mapping[tuple[int, int], int]:
    """By side and start of a line, the most tokens that match one line of the other side."""
    sizes = Counter[tuple[int, int]]()
    mine = yours = 0
    for block in blocks:
        row, shift = block.reference_start, block.hypothesis_start - block.reference_start
        while block.kind == MATCH and row < block.reference_stop:
            while mine < len(ours) and ours[mine].stop <= row:
                mine += 1
            while yours < len(theirs) and theirs[yours].stop <= row + shift:
                yours += 1
            if mine == len(ours) or yours == len(theirs):
                break
            stop = min(block.reference_stop, ours[mine].stop, theirs[yours].stop - shift)
            size = stop - max(row, ours[mine].start, theirs[yours].start - shift)
            if size > 0:
                sizes[mine, yours] += size
            row = max(stop, row + 1)
    most = Counter[tuple[int, int]]()
    for (mine, yours), size in sizes.items():
        for key in ((0, ours[mine].start), (1, theirs[yours].start)):
            most[key] = max(most[key], size)
    return most


def _words(tokens: Texts, start: int, stop: int) -> str:
    return " ".join("".join(tokens[start:stop]).split())
