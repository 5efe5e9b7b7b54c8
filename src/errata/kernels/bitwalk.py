"""The ruled walk back over bit vectors: for many edits, in bounded memory (Myers 1999, Hyyrö 2003).

A column of the Levenshtein table is two integers, with a bit for each row where the value is one above or one below
the row before. Of each column only the diagonals are kept that an optimal path can touch, so the window moves down by
one row with each column, and a bit is a diagonal. Outside the window neighbours count as one more than the nearest
cell inside. That is never too little, and it is exact for every cell of an optimal path.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from errata.kernels.wavewalk import DELETION, INSERTION, SUBSTITUTION, Edit

MEMORY = 32 << 20  # bytes of columns that may be stored at once
SHORT_BLOCK, LONG_BLOCK = 512, 4096  # columns that share one set of pattern masks
FEW_ROWS = 2048  # up to here a mask is faster built as an integer, above as an array of bytes
FREQUENT = 256  # a token that fills one row in so many or more is held as bits: at most as many tokens can

State = tuple[int, int]  # of a column: the rows where the value rises, the rows where it falls
Walk = Generator[Edit, None, tuple[int, int]]  # returns the cell where it stopped


@dataclass(frozen=True, slots=True)
class Band:
    """The window over the table: diagonals (row - column) from `low`, `width` of them."""

    rows: Sequence[object]
    columns: Sequence[object]
    low: int
    width: int
    deletion_first: bool
    memory: int
    places: dict[object, list[int]] = field(default_factory=dict)  # the rows that hold a token
    frequent: dict[object, int] = field(default_factory=dict)  # the same of a frequent one, as bits

    @property
    def block(self) -> int:
        """How many columns share pattern masks: more for a wide window, few enough to keep the masks in memory."""
        return min(max(SHORT_BLOCK, min(self.width // 2, LONG_BLOCK)), max(16, 2 * self.memory // self.width))

    @property
    def stored(self) -> int:
        """How many columns may be stored at once; an integer holds 30 bits in 4 bytes."""
        return max(16, self.memory // (4 * (self.width + self.block) // 15 + 80))


def walk(
    rows: Sequence[object], columns: Sequence[object], cost: int, deletion_first: bool, memory: int = MEMORY
) -> Walk:
    """Yield the edits from the end until one side is used up; what remains are the indels of the other side.

    `cost` is the exact distance. A row used up alone is a deletion, a column used up alone an insertion. Time goes
    with the number of columns. Columns beyond `memory` bytes are computed again when the walk comes to them.
    """
    corner = len(rows) - len(columns)
    low, high = -((cost - corner) // 2), (cost + corner) // 2
    band = Band(rows, columns, low, high - low + 1, deletion_first, memory)
    first_column = (1 << band.width) - (1 << -low)  # the value rises from row 1 on
    return _segment(band, 0, len(columns), (first_column, 0), (len(rows), len(columns)))


def _segment(band: Band, first: int, last: int, state: State, cell: tuple[int, int]) -> Walk:
    """Walk from the cell to the column `first`, whose state is given; `last` is the column of the cell or later."""
    if last - first <= band.stored:
        return (yield from _leaf(band, first, last, state, cell))
    span = max(band.stored, -(-(last - first) // band.stored))
    checkpoints = []
    for start in range(first, last, span):
        checkpoints.append((start, state))
        if start + span < last:
            for at in range(start, start + span, band.block):
                state = _block(band, at, min(at + band.block, start + span), state)[0]
    while checkpoints:
        start, state = checkpoints.pop()
        if cell[0] and cell[1] > start:
            cell = yield from _segment(band, start, cell[1], state, cell)
    return cell


def _leaf(band: Band, first: int, last: int, state: State, cell: tuple[int, int]) -> Walk:
    """Compute and store the columns first + 1 to last, and walk back over them."""
    zeros, steps = [0], [state[0 if band.deletion_first else 1]]
    for at in range(first, last, band.block):
        state, more_zeros, more_steps = _block(band, at, min(at + band.block, last), state)
        zeros += more_zeros
        steps += more_steps
    above = max(0, first + band.low)
    ours: list[object] = [*band.rows[above : cell[0]], None]  # the guards differ from every token
    theirs: list[object] = [*band.columns[first : cell[1]], ""]
    row, column = cell[0] - above, cell[1] - first
    bit = cell[0] - cell[1] - band.low
    deletion_first = band.deletion_first
    while True:
        while ours[row - 1] == theirs[column - 1]:
            row -= 1
            column -= 1
        if not (column and row + above):
            return row + above, column + first
        if not zeros[column] >> bit & 1:
            yield SUBSTITUTION, row + above, column + first
            row -= 1
            column -= 1
        elif (bit and steps[column] >> (bit - 1) & 1) if deletion_first else not steps[column - 1] >> bit & 1:
            yield DELETION, row + above, column + first
            row -= 1
            bit -= 1
        else:
            yield INSERTION, row + above, column + first
            column -= 1
            bit += 1


def _block(band: Band, first: int, last: int, state: State) -> tuple[State, list[int], list[int]]:
    """The state after column `last`, and of each column on the way two integers for the walk.

    The one says where the value equals the one before on its diagonal; where it does not, a substitution is optimal
    unless the tokens match. The other says where a deletion is optimal (bits of the next column's window) or, without
    `deletion_first`, where in the next column an insertion is, if no substitution is.
    """
    columns, deletion_first = band.columns[first:last], band.deletion_first
    top = first + band.low
    masks = _masks(columns, band, top, top + band.width + len(columns))
    window = (1 << band.width) - 1
    rises = state[0] & window | ((1 << len(columns)) - 1) << band.width  # rows that enter rise
    falls = state[1] & window
    zeros: list[int] = []
    steps: list[int] = []
    keep_zero, keep_step = zeros.append, steps.append
    for shift, token in enumerate(columns):
        zero = masks[token] >> shift | falls
        zero |= ((zero & rises) + rises) ^ rises
        keep_zero(zero)
        no_rise = (zero | rises) ^ falls  # against the column before, in the same row
        below = zero >> 1
        both = below & no_rise
        rises = zero & rises | no_rise ^ both
        falls = below ^ both
        keep_step(rises if deletion_first else falls)
    return (rises, falls), zeros, steps


def _masks(wanted: Sequence[object], band: Band, start: int, stop: int) -> dict[object, int]:
    """For each wanted token the rows from start on that hold it; bit 0 is `start`, which may lie before the first."""
    seen = band.rows[max(0, start) : stop]
    if len(seen) > FEW_ROWS:
        return _wide_masks(set(wanted), band, start, stop)
    masks: dict[object, int] = dict.fromkeys(wanted, 0)
    bit, get = 1 << max(0, -start), masks.get
    for token in seen:
        masks[token] = get(token, 0) | bit
        bit <<= 1
    return masks


def _wide_masks(wanted: set[object], band: Band, start: int, stop: int) -> dict[object, int]:
    """The same for many rows: frequent tokens from bits that are made once, the others from where they stand."""
    if not band.places:
        for row, token in enumerate(band.rows):
            band.places.setdefault(token, []).append(row)
    masks, window = {}, (1 << (stop - start)) - 1
    for token in wanted:
        places = band.places.get(token, ())
        if len(places) * FREQUENT < len(band.rows):
            masks[token] = _bits(places[bisect_left(places, start) : bisect_left(places, stop)], start, stop)
            continue
        if token not in band.frequent:
            band.frequent[token] = _bits(places, 0, len(band.rows))
        bits = band.frequent[token]
        masks[token] = (bits >> start if start > 0 else bits << -start) & window
    return masks


def _bits(places: Sequence[int], start: int, stop: int) -> int:
    """An integer with these bits, counted from `start`."""
    if not places:
        return 0
    array = bytearray((stop - start + 7) // 8)
    for place in places:
        array[(place - start) >> 3] |= 1 << ((place - start) & 7)
    return int.from_bytes(array, "little")
