"""Every error that errata raises on purpose.

    ErrataError                      exit code 2 on the command line
    ├── UsageError                   a call that cannot be carried out as given
    │   ├── UnknownNameError         a metric, profile, step, unit ... that does not exist; suggests the nearest
    │   └── LengthMismatchError      two lists that should be of one length
    ├── InputError                   data that cannot be scored; carries a Problem for each finding
    │   └── PairingError             references and hypotheses that do not line up
    └── RunError                     a run directory that cannot be written, resumed or read

Errors say what happened, where, the evidence, and what to do. The facts are attributes.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

__all__ = [
    "ErrataError",
    "InputError",
    "LengthMismatchError",
    "PairingError",
    "Problem",
    "RunError",
    "UnknownNameError",
    "UsageError",
]

SHOWN = 20  # problems that a message lists before it only counts


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that could not be read or scored, and why."""

    where: str
    what: str
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.hint})" if self.hint else text


class ErrataError(Exception):
    """The root of the tree: a message for people, never a traceback on the command line."""


class UsageError(ErrataError):
    """A call that cannot be carried out as given."""


class UnknownNameError(UsageError):
    """A name that no registry holds, or several of one kind."""

    def __init__(self, kind: str, names: str | Iterable[str], known: Iterable[str]) -> None:
        self.names = (names,) if isinstance(names, str) else tuple(names)
        self.kind, self.name, self.known = kind, self.names[0], sorted(known)
        lines, strange = [], False
        for name in self.names:
            near = difflib.get_close_matches(name, self.known, n=3, cutoff=0.5)
            lines.append(f"Unknown {kind} {name!r}." + (f" Did you mean {' or '.join(near)}?" if near else ""))
            strange = strange or not near
        known_ones = f"Known: {', '.join(self.known)}."
        if strange:
            lines = [f"{lines[0]} {known_ones}"] if len(lines) == 1 else [*lines, known_ones]
        super().__init__("\n".join(lines))

    @classmethod
    def check(cls, kind: str, names: Iterable[str], known: Collection[str]) -> None:
        """Refuse those of the names that are not known, all at once."""
        if unknown := [name for name in dict.fromkeys(names) if name not in known]:
            raise cls(kind, unknown, known)


class LengthMismatchError(UsageError):
    """Two lists that should be of one length."""

    def __init__(self, **lengths: int) -> None:
        self.lengths = lengths
        sizes = ", ".join(f"{name}: {size}" for name, size in lengths.items())
        super().__init__(f"The lists are of different lengths: {sizes}. Pass one value for each sample.")


class InputError(ErrataError):
    """Data that cannot be scored; `problems` lists every finding."""

    def __init__(self, title: str, problems: Sequence[Problem] = (), hint: str = "", total: int | None = None) -> None:
        self.problems = tuple(problems)
        self.total = len(self.problems) if total is None else total
        lines = [title, *(f"  {problem}" for problem in self.problems[:SHOWN])]
        if self.total > SHOWN:
            lines.append(f"  … and {self.total - SHOWN} more")
        if hint:
            lines.append(hint)
        super().__init__("\n".join(lines))


class PairingError(InputError):
    """References and hypotheses that do not line up."""

    def __init__(self, only_reference: Sequence[str], only_hypothesis: Sequence[str]) -> None:
        self.only_reference, self.only_hypothesis = tuple(only_reference), tuple(only_hypothesis)
        problems = [Problem(key, "has a reference but no hypothesis") for key in only_reference]
        problems += [Problem(key, "has a hypothesis but no reference") for key in only_hypothesis]
        super().__init__(
            f"References and hypotheses do not line up: {len(only_reference)} without a hypothesis, "
            f"{len(only_hypothesis)} without a reference.",
            problems,
            "Pass --unmatched count to score a missing hypothesis as empty, or drop to leave both kinds out.",
        )


class RunError(ErrataError):
    """A run directory that cannot be written, resumed or read."""
