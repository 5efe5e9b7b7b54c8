"""What no character of its own shows: long insertions and omissions, loops, foreign scripts, lengths that are off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from errata.diagnose.classes import script, scripts
from errata.kernels.edits import MATCH, Block
from errata.kernels.wavewalk import DELETION, INSERTION

__all__ = ["SIZES", "Runs", "loop"]

SIZES = ("1", "2-3", "4-7", "8-15", "16-31", "32 or more")  # lengths of runs in tokens
LONGEST = 5  # runs that are listed
LISTED = 5  # samples of each finding that are listed
SUSPECT = 12  # tokens of the hypothesis between two matches from which a loop is looked for
ROUNDS = 4  # times that a text must stand in a row to be a loop
PERIOD = 256  # tokens of the longest text that is looked for
RATIO, DIFFERENCE = 2.0, 10  # a length is off from this ratio and this number of tokens on
FINDINGS = ("loops", "intrusions", "too_long", "too_short")


class Runs:
    """Additive over samples."""

    def __init__(self) -> None:
        self.sizes = {INSERTION: [0] * len(SIZES), DELETION: [0] * len(SIZES)}
        self.longest: dict[str, list[tuple[int, str, str]]] = {INSERTION: [], DELETION: []}
        self.samples = dict.fromkeys(FINDINGS, 0)
        self.edits = dict.fromkeys(FINDINGS, 0)
        self.listed: dict[str, list[tuple[int, str, str]]] = {name: [] for name in FINDINGS}
        self.scripts: Counter[str] = Counter()

    def add(self, key: str, ours: Sequence[str], theirs: Sequence[str], blocks: Sequence[Block]) -> None:
        """Look at a sample that has edits."""
        edits = inside = suspect = 0
        for block in blocks:
            rows, columns = block.reference_stop - block.reference_start, block.hypothesis_stop - block.hypothesis_start
            inside = 0 if block.kind == MATCH else inside + columns
            suspect = max(suspect, inside)
            if block.kind == MATCH:
                continue
            edits += max(rows, columns)
            if block.kind in self.sizes:
                self._count(key, block, ours, theirs)
        text = "".join(theirs)
        if suspect >= SUSPECT:
            self._add_loop(key, text, "".join(ours), edits)
        if not text.isascii():
            self._add_intrusion(key, "".join(ours), text, edits)
        self._add_lengths(key, len(ours), len(theirs), edits)

    def _count(self, key: str, block: Block, ours: Sequence[str], theirs: Sequence[str]) -> None:
        added = block.kind == INSERTION
        start, stop = (
            (block.hypothesis_start, block.hypothesis_stop) if added else (block.reference_start, block.reference_stop)
        )
        size = stop - start
        self.sizes[block.kind][min(size.bit_length(), len(SIZES)) - 1] += 1
        longest = self.longest[block.kind]
        if len(longest) < LONGEST or size > longest[-1][0]:
            tokens = theirs if added else ours
            _keep(longest, (size, key, "".join(tokens[start : min(stop, start + 80)])), LONGEST)

    def _add_loop(self, key: str, text: str, reference: str, edits: int) -> None:
        found = loop(text)
        if found and found[0] * ROUNDS not in reference:
            self._find("loops", key, edits, len(found[0]) * found[1], f"{found[1]} times {found[0]}")

    def _add_intrusion(self, key: str, reference: str, text: str, edits: int) -> None:
        known = scripts(reference)
        foreign = {char: script(char) for char in set(text).difference(reference)}
        strangers = {char: name for char, name in foreign.items() if name and name not in known}
        if known and strangers:
            letters = [char for char in text if char in strangers]
            self.scripts.update(strangers[char] for char in letters)
            self._find("intrusions", key, edits, len(letters), "".join(letters[:40]))

    def _add_lengths(self, key: str, ours: int, theirs: int, edits: int) -> None:
        if abs(ours - theirs) < DIFFERENCE:
            return
        if theirs > RATIO * ours:
            self._find("too_long", key, edits, theirs - ours, f"{theirs:,} instead of {ours:,}")
        elif ours > RATIO * theirs:
            self._find("too_short", key, edits, ours - theirs, f"{theirs:,} instead of {ours:,}")

    def _find(self, name: str, key: str, edits: int, size: int, what: str) -> None:
        self.samples[name] += 1
        self.edits[name] += edits
        _keep(self.listed[name], (size, key, what), LISTED)

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON values."""
        return {name: getattr(self, name) for name in ("sizes", "longest", "samples", "edits", "listed", "scripts")}

    def merge(self, state: dict[str, Any]) -> None:
        """Add the state of a part that follows."""
        for kind, counts in state["sizes"].items():
            self.sizes[kind] = [ours + theirs for ours, theirs in zip(self.sizes[kind], counts, strict=True)]
            for row in state["longest"][kind]:
                _keep(self.longest[kind], tuple(row), LONGEST)
        for name in FINDINGS:
            self.samples[name] += state["samples"][name]
            self.edits[name] += state["edits"][name]
            for row in state["listed"][name]:
                _keep(self.listed[name], tuple(row), LISTED)
        self.scripts.update(state["scripts"])

    def document(self, edits: int) -> dict[str, Any]:
        """How long the runs are, and the findings with their share of all edits."""
        found: dict[str, Any] = {
            name: {
                "samples": self.samples[name],
                "edits": self.edits[name],
                "share": self.edits[name] / edits if edits else 0.0,
                "examples": [{"size": size, "id": key, "what": what} for size, key, what in self.listed[name]],
            }
            for name in FINDINGS
        }
        found["intrusions"]["scripts"] = dict(sorted(self.scripts.items()))
        return {
            f"{kind}s": {
                "lengths": dict(zip(SIZES, self.sizes[kind], strict=True)),
                "longest": [{"size": size, "id": key, "text": text} for size, key, text in self.longest[kind]],
            }
            for kind in (INSERTION, DELETION)
        } | found


def loop(text: str) -> tuple[str, int] | None:
    """The text that stands at least four times in a row and covers most, and how often; letters or digits only."""
    import numpy as np

    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    best: tuple[int, int, int] = (0, 0, 0)  # covered, start, period
    for period in range(1, min(PERIOD, len(points) // ROUNDS) + 1):
        equal = points[period:] == points[:-period]
        breaks = np.flatnonzero(~equal)
        starts = np.concatenate(([0], breaks + 1))
        sizes = np.concatenate((breaks, [len(equal)])) - starts
        place = int(sizes.argmax())
        covered, start = int(sizes[place]) + period, int(starts[place])
        enough = covered >= max(ROUNDS * period, SUSPECT) and covered > best[0]
        if enough and any(map(str.isalnum, text[start : start + period])):
            best = covered, start, period
    covered, start, period = best
    return (text[start : start + period], covered // period) if covered else None


def _keep(rows: list[tuple[int, str, str]], row: tuple[int, str, str], most: int) -> None:
    """Add a row to those of the largest sizes; of equal ones the first are kept."""
    rows.append(row)
    rows.sort(key=lambda one: -one[0])
    del rows[most:]
