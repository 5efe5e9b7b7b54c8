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
from collections.abc import Iterable, Sequence
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
    """A name that no registry holds."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        near = difflib.get_close_matches(name, self.known, n=3, cutoff=0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"Known: {', '.join(self.known)}."
        super().__init__(f"Unknown {kind} {name!r}. {hint}")


class LengthMismatchError(UsageError):
    """Two lists that should be of one length."""

    def __init__(self, **lengths: int) -> None:
        self.lengths = lengths
        sizes = ", ".join(f"{size} {name}" for name, size in lengths.items())
        super().__init__(f"The lists are of different lengths: {sizes}. Pass one hypothesis for each reference.")


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
