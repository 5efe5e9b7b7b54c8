"""The ruled alignment with its runs gathered: what was lost or added in one piece is one piece.

The walk back takes a match wherever there is one, so `quiet little place` against `quiet place` gets its insertion in
two parts, around a stray `t`. Shifting a run over the match beside it, where it reads the same, is another alignment
with the same number of edits of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errata.kernels.edits import MATCH, Block, alignment
from errata.kernels.wavewalk import INSERTION, SUBSTITUTION

__all__ = ["aligned", "gathered"]

FURTHEST = 32  # tokens of a match that a run is shifted over


def aligned(ours: Sequence[str], theirs: Sequence[str], tie: str = "sub_del_ins") -> list[Block]:
    """The gathered alignment of two texts."""
    return gathered(ours, theirs, alignment(ours, theirs, tie))


def gathered(ours: Sequence[str], theirs: Sequence[str], blocks: Sequence[Block]) -> list[Block]:
    """The blocks with runs of one kind joined where the match between them can stand before or behind both."""
    found: list[Block] = []
    for block in blocks:
        if len(found) < 2 or block.kind in (MATCH, SUBSTITUTION) or not _split(found, block):
            found.append(block)
            continue
        run, match = found[-2:]
        size = match.reference_stop - match.reference_start
        tokens = theirs if block.kind == INSERTION else ours
        (start, stop), (begin, end) = _span(run), _span(block)
        if size <= FURTHEST and tokens[start : start + size] == tokens[stop : stop + size]:
            rows, columns = run.reference_start, run.hypothesis_start
            found[-2:] = [
                Block(MATCH, rows, rows + size, columns, columns + size),
                block._replace(reference_start=rows + size, hypothesis_start=columns + size),
            ]
        elif size <= FURTHEST and tokens[begin - size : begin] == tokens[end - size : end]:
            rows, columns = block.reference_stop, block.hypothesis_stop
            found[-2:] = [
                run._replace(reference_stop=rows - size, hypothesis_stop=columns - size),
                Block(MATCH, rows - size, rows, columns - size, columns),
            ]
        else:
            found.append(block)
    return list(_without_pairs(found))


def _split(found: list[Block], block: Block) -> bool:
    return found[-1].kind == MATCH and found[-2].kind == block.kind


def _span(block: Block) -> tuple[int, int]:
    """The tokens of a run on the side that has it."""
    if block.kind == INSERTION:
        return block.hypothesis_start, block.hypothesis_stop
    return block.reference_start, block.reference_stop


def _without_pairs(blocks: list[Block]) -> Iterator[Block]:
    """The blocks with neighbouring matches as one."""
    held: Block | None = None
    for block in blocks:
        if held and held.kind == MATCH == block.kind:
            held = held._replace(reference_stop=block.reference_stop, hypothesis_stop=block.hypothesis_stop)
            continue
        if held:
            yield held
        held = block
    if held:
        yield held
