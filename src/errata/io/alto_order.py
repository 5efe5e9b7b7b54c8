"""The order of blocks and lines that an ALTO file states: ReadingOrder of version 4, else the chains of IDNEXT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from errata.io.geometry import Notes


class Order:
    """The ids that a reading order names, in order; a block counts by its own id, a block around it, or its lines."""

    def __init__(self, names: Sequence[str], notes: Notes) -> None:
        self._rank = {name: place for place, name in reversed(list(enumerate(names)))}
        self._last, self._notes = len(names), notes
        self._seen: set[str] = set()

    def sorted(self, blocks: list[Any], line: str) -> list[Any]:
        """The blocks of a page in order; those that nothing names come last, as they stand."""
        if not self._rank:
            return list(_chained(blocks, self._notes))
        return sorted(blocks, key=lambda block: self._place(block, line))

    def lines(self, lines: list[Any]) -> list[Any]:
        """The lines of a block, in order where the order names all of them."""
        places = [self._named(line) for line in lines] if self._rank else []
        if not places or None in places:
            return lines
        return [line for _, line in sorted(zip(places, lines, strict=True), key=lambda pair: pair[0] or 0)]

    def end(self) -> None:
        """Note what was named in vain."""
        for name in self._rank:
            if name not in self._seen:
                self._notes.add("the reading order names something that is no block or line of text", repr(name))

    def _place(self, block: Any, line: str) -> int:
        for element in (block, *block.iterancestors()):
            place = self._named(element)
            if place is not None:
                return place
        places = [place for child in block.iterchildren(line) if (place := self._named(child)) is not None]
        return min(places, default=self._last)

    def _named(self, element: Any) -> int | None:
        name = element.get("ID")
        if name not in self._rank:
            return None
        self._seen.add(name)
        return self._rank[name]


def _chained(blocks: list[Any], notes: Notes) -> Iterator[Any]:
    """The blocks as they stand, but each followed by the one that its IDNEXT names."""
    known = {block.get("ID"): block for block in blocks if block.get("ID")}
    follows = {next_one for block in blocks if (next_one := block.get("IDNEXT")) in known}
    heads = [block for block in blocks if block.get("ID") not in follows]
    done: dict[Any, None] = {}
    for head in (*heads, *blocks):  # what is left after the heads stands in a circle
        block = head
        while block is not None and block not in done:
            done[block] = None
            yield block
            name = block.get("IDNEXT")
            if name and name not in known:
                notes.add("IDNEXT names a block that is not there", repr(name))
            block = known.get(name)
