"""Tables in Parquet: one file or several in order, streamed with only the columns that are needed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import Any

from errata.errors import InputError, Problem
from errata.io.arrow import is_label, is_text, joined, labels, plain_text, samples
from errata.io.columns import Chosen
from errata.io.decode import lone_surrogate, open_regular, unreadable
from errata.io.identity import Identities
from errata.io.names import printable
from errata.io.policy import Columns

BUFFER = 1 << 20  # bytes read at a time, so that a large row group is never held whole
IDS_AT_ONCE = 1 << 16

Piece = dict[str, Any]


class ParquetTable:
    """Parquet files whose rows stand one after the other."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = list(paths)
        self._kinds: list[dict[str, Any]] = []
        counts = []
        for path in self._paths:
            with _opened(path) as file:
                counts.append(file.metadata.num_rows)
                self._kinds.append({field.name: field.type for field in file.schema_arrow})
                if path == self._paths[0]:
                    self.names = list(file.schema_arrow.names)
        self._ends = list(accumulate(counts))
        if not self.size:
            raise InputError(
                "There is nothing to score.", [Problem(printable(path), "has no rows") for path in self._paths]
            )

    @property
    def size(self) -> int:
        """The number of rows in all files."""
        return int(self._ends[-1])

    def check(self, chosen: Chosen) -> None:
        """Refuse columns that are missing in one of the files or hold no text; tell all of them."""
        problems = []
        for path, kinds in zip(self._paths, self._kinds, strict=True):
            for name in chosen.names:
                text = name in {chosen.reference, chosen.hypothesis}
                if name not in kinds:
                    problems.append(Problem(printable(path), f"there is no column {name!r}"))
                elif not (is_text(kinds[name]) if text else is_label(kinds[name])):
                    what = f"the column {name!r} is {kinds[name]}, not {'text' if text else 'text or a number'}"
                    problems.append(Problem(printable(path), what))
        if problems:
            raise InputError("Columns of the table cannot be used.", problems)

    def columns(self, chosen: Chosen, size: int, start: int, identities: Identities | None) -> Iterator[Columns]:
        """The rows from `start` on; of the rows before it only the ids are read, to know them again."""
        if identities is not None and chosen.id is not None:
            for number, piece in self._sized([chosen.id], IDS_AT_ONCE, 0, start):
                keys, _ = labels(_texts(piece[chosen.id]))
                identities.remember(keys, number)
        for number, piece in self._sized(chosen.names, size, start, self.size):
            texts = {name: _texts(parts) for name, parts in piece.items()}
            yield samples(number, texts, chosen, partial(self._row, number))

    def _row(self, start: int, position: int) -> str:
        number = start + position
        return f"{printable(self._paths[bisect_right(self._ends, number)])}, row {number + 1}"

    def _sized(self, names: list[str], size: int, start: int, stop: int) -> Iterator[tuple[int, Piece]]:
        """Pieces of exactly `size` rows but the last, each column as the list of arrays that it lies in."""
        waiting: Piece = {name: [] for name in names}
        have = 0
        for batch in self._batches(names, size, start, stop):
            done = 0
            while done < len(batch[names[0]]):
                taken = min(size - have, len(batch[names[0]]) - done)
                for name, column in batch.items():
                    waiting[name].append(column.slice(done, taken))
                done, have = done + taken, have + taken
                if have == size:
                    yield start, waiting
                    start, have, waiting = start + size, 0, {name: [] for name in names}
        if have:
            yield start, waiting

    def _batches(self, names: list[str], size: int, start: int, stop: int) -> Iterator[Piece]:
        for path, end, before in zip(self._paths, self._ends, [0, *self._ends], strict=False):
            if end <= start or before >= stop:
                continue
            with _opened(path) as file:
                yield from _rows(path, file, names, size, range(max(0, start - before), min(end, stop) - before))


def _rows(path: str, file: Any, names: list[str], size: int, wanted: range) -> Iterator[Piece]:
    """The wanted rows of one file, by its row groups."""
    import pyarrow as pa

    passed = 0
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if passed + rows > wanted.start and passed < wanted.stop:
            place = passed
            try:
                for batch in file.iter_batches(batch_size=size, row_groups=[group], columns=names):
                    first, last = max(0, wanted.start - place), min(len(batch), wanted.stop - place)
                    place += len(batch)
                    if first < last:
                        yield {name: batch.column(name).slice(first, last - first) for name in names}
            except (pa.ArrowException, OSError) as error:
                problem = Problem(
                    f"{printable(path)}, row group {group}", _first_line(error), "the file is damaged: copy it again"
                )
                raise InputError(f"{printable(path)} cannot be read to its end.", [problem]) from None
        passed += rows


def _texts(parts: list[Any]) -> Any:
    return joined([plain_text(part) for part in parts])


@contextmanager
def _opened(path: str) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        raw = open_regular(path)
    except OSError as error:
        raise InputError(f"{printable(path)} cannot be read.", [unreadable(path, error)]) from None
    with raw:
        try:
            # Arrow opens only names that are UTF-8; through its own file it reads without holding the interpreter.
            source = path if lone_surrogate(path) is None else raw
            file = pq.ParquetFile(source, pre_buffer=False, buffer_size=BUFFER)
            file.schema_arrow.names  # noqa: B018  # names that are no UTF-8 are told here
        except (pa.ArrowException, OSError, UnicodeError) as error:
            problem = Problem(printable(path), _first_line(error), "is it complete, and is it Parquet?")
            raise InputError(f"{printable(path)} is no Parquet file that can be read.", [problem]) from None
        with file:
            yield file


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
