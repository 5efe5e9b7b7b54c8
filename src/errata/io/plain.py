"""Plain text: one file as one text, or one text a line.

The text of a file is its lines without the line end after the last one: a single "\\n" or "\\r\\n" at the end is the
text editor's and is dropped, on both sides alike. A byte order mark at the start is dropped. All else is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Any

from errata.errors import InputError, Problem
from errata.io.decode import digest_of, head_problem, is_narrow, open_regular, read_text, text_lines
from errata.io.folder import SUFFIXES, key_and_suffix
from errata.io.names import printable
from errata.io.policy import Columns, Finding, Policy, check_span, deliver
from errata.io.suffixes import told
from errata.model import Batch


def read_plain(path: str, encoding: str = "utf-8") -> str | Problem:
    """The text of a file without its last line end, or why there is none."""
    text = read_text(path, encoding)
    return text if isinstance(text, Problem) else without_end(text)


class PlainReader:
    """Reads the text files of a folder."""

    kind = "folders"
    suffixes: Sequence[str] = SUFFIXES

    def __init__(self, encoding: str = "utf-8", guessed: Mapping[str, str] = MappingProxyType({})) -> None:
        self._encoding = encoding
        self._guessed = tuple(dict.fromkeys(guessed.values()))
        self.warnings: Sequence[str] = told(guessed)
        self.description: Mapping[str, Any] = {"encoding": encoding}

    def split(self, name: str) -> tuple[str, str | None]:
        """The name without its known or guessed suffix, and that."""
        for suffix in self._guessed:
            if name.lower().endswith(suffix):
                return name[: -len(suffix)], name[-len(suffix) :]
        return key_and_suffix(name)

    def read(self, paths: Sequence[str | None]) -> list[str | Problem | None]:
        """The texts of files; None is no file."""
        return [None if path is None else read_plain(path, self._encoding) for path in paths]


def without_end(text: str) -> str:
    """The text without one line end at its end."""
    return text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text


def both(reference: str | Problem, hypothesis: str | Problem) -> Finding | None:
    """One finding for what is wrong with either side of a pair."""
    problems = [side for side in (reference, hypothesis) if isinstance(side, Problem)]
    if not problems:
        return None
    first, *others = problems
    what = "; ".join([first.what, *(f"{other.where} {other.what}" for other in others)])
    return Finding(Problem(first.where, what, first.hint))


class FileSource:
    """Two files, one sample; its id is the name of the reference without its suffix."""

    def __init__(self, reference: str, hypothesis: str, policy: Policy, encoding: str = "utf-8") -> None:
        self._paths = (reference, hypothesis)
        self._policy, self._encoding = policy, encoding
        self.warnings = list(_swapped(reference, hypothesis))

    @property
    def size(self) -> int:
        """One."""
        return 1

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """Names and a digest of the bytes of both files."""
        return _description("files", self._paths, self._encoding) | {"samples": 1}

    def batches(self, size: int, start: int = 0) -> Iterator[Batch]:
        """The sample, unless `start` is behind it."""
        check_span(size, start)
        return deliver(self._columns() if start == 0 else (), self._policy, " and ".join(map(printable, self._paths)))

    def _columns(self) -> Iterator[Columns]:
        reference, hypothesis = (read_plain(path, self._encoding) for path in self._paths)
        finding = both(reference, hypothesis)
        key = printable(key_and_suffix(self._paths[0].replace("\\", "/").rpartition("/")[2])[0])
        yield Columns(0, [key], [reference], [hypothesis], {}, lambda _: key, {0: finding} if finding else {})


class LineSource:
    """Two files of as many lines, one sample a line; its id is the number of the line.

    Lines end at "\\n" or "\\r\\n" and nowhere else.
    """

    def __init__(self, reference: str, hypothesis: str, policy: Policy, encoding: str = "utf-8") -> None:
        self._paths = (reference, hypothesis)
        self._policy, self._encoding = policy, encoding
        self.warnings = list(_swapped(reference, hypothesis))
        if problems := [problem for path in self._paths if (problem := head_problem(path, encoding))]:
            raise InputError("The lines of the two files cannot be read.", problems)
        self._size = self._same_size()

    @property
    def size(self) -> int:
        """The number of lines of either file."""
        return self._size

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """Names and a digest of the bytes of both files."""
        return _description("lines", self._paths, self._encoding) | {"samples": self._size}

    def batches(self, size: int, start: int = 0) -> Iterator[Batch]:
        """Batches of lines; the lines before `start` are passed over."""
        check_span(size, start)
        return deliver(self._columns(size, start), self._policy, " and ".join(map(printable, self._paths)))

    def _columns(self, size: int, start: int) -> Iterator[Columns]:
        references, hypotheses = (islice(text_lines(path, self._encoding), start, None) for path in self._paths)
        name = printable(self._paths[0])
        while pairs := list(zip(islice(references, size), islice(hypotheses, size), strict=True)):
            findings = {
                position: finding
                for position, (ours, theirs) in enumerate(pairs)
                if (finding := both(ours.problem or "", theirs.problem or ""))
            }
            numbers = [ours.number for ours, _ in pairs]
            yield Columns(
                start=numbers[0] - 1,
                ids=[str(number) for number in numbers],
                references=[without_end(ours.text) for ours, _ in pairs],
                hypotheses=[without_end(theirs.text) for _, theirs in pairs],
                facts={},
                row=lambda position, numbers=numbers: f"{name}:{numbers[position]}",  # type: ignore[misc]
                findings=findings,
            )

    def _same_size(self) -> int:
        ours, theirs = (_count_lines(path, self._encoding) for path in self._paths)
        reference, hypothesis = (printable(path) for path in self._paths)
        if ours != theirs:
            problems = [Problem(reference, f"has {ours:,} lines"), Problem(hypothesis, f"has {theirs:,} lines")]
            hint = "With one sample a line, both files need as many lines; an empty line stands for an empty text."
            raise InputError("The two files have different numbers of lines.", problems, hint)
        if not ours:
            raise InputError(
                "Both files are empty.", [Problem(reference, "has no line"), Problem(hypothesis, "has no line")]
            )
        return ours


def _count_lines(path: str, encoding: str) -> int:
    if not is_narrow(encoding):
        return sum(1 for _ in text_lines(path, encoding))
    with open_regular(path) as file:
        return sum(1 for _ in file)


def _description(kind: str, paths: tuple[str, str], encoding: str) -> dict[str, Any]:
    reference, hypothesis = (printable(path) for path in paths)
    return {
        "kind": kind,
        "reference": reference,
        "hypothesis": hypothesis,
        "encoding": encoding,
        "digest": digest_of(list(paths)),
    }


def _swapped(reference: str, hypothesis: str) -> Iterator[str]:
    if hypothesis.casefold().endswith(".gt.txt") and not reference.casefold().endswith(".gt.txt"):
        yield f"REF and HYP look swapped: {printable(hypothesis)} ends in .gt.txt, and {printable(reference)} does not."
