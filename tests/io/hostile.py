"""Files that want to do harm, and what becomes of each: `python tests/io/hostile.py FOLDER` writes them all.

Every case names the error that it has to end in, and the place and the words of its first problem; or the text that is
read all the same, and what is said beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Content = bytes | str | Callable[[Path], None]  # what stands in a file, or a function that makes it


@dataclass(frozen=True)
class Refused:
    """The file is refused: the first problem stands at `place` (the file's name with `{}`), and says `what`."""

    what: str
    place: str = "{}"
    kind: str = "InputError"


@dataclass(frozen=True)
class Read:
    """The file is read: its text, and what its warnings say."""

    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """A hostile file: how it is read (document, table, folders, layout) and what has to become of it."""

    name: str
    file: str
    content: Content
    expected: Refused | Read
    how: str = "document"
    options: dict[str, Any] = field(default_factory=dict)

    def write(self, folder: Path) -> Path:
        """Make the file below a folder, and give its path."""
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(self.content):
            self.content(path)
        else:
            path.write_bytes(self.content if isinstance(self.content, bytes) else self.content.encode())
        return path


def cases() -> Iterator[Case]:
    """Every hostile case."""
    import hostile_compressed
    import hostile_layouts
    import hostile_markup
    import hostile_places
    import hostile_tables
    import hostile_texts
    import hostile_xml

    for family in (
        hostile_xml, hostile_markup, hostile_compressed, hostile_texts, hostile_tables, hostile_places, hostile_layouts
    ):  # fmt: skip
        for case in family.cases():
            yield Case(f"{family.__name__.removeprefix('hostile_')}: {case.name}", *list(vars(case).values())[1:])


if __name__ == "__main__":
    for number, case in enumerate(cases()):
        print(case.write(Path(sys.argv[1]) / f"{number:03}").relative_to(sys.argv[1]), case.name, sep="\t")  # noqa: T201
