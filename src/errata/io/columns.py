"""Which columns of a table hold what: named by the caller, or guessed from well-known names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from errata.errors import InputError, Problem, UsageError
from errata.io.names import near

KNOWN = {
    "reference": ("reference", "ref", "gt", "ground_truth", "truth", "label", "text_gt", "transcription", "target"),
    "hypothesis": ("hypothesis", "hyp", "pred", "prediction", "ocr", "output", "recognized", "extracted"),
    "id": ("id", "sample_id", "key", "name", "file", "filename", "image"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The columns that the caller named; None is to be guessed."""

    reference: str | None = None
    hypothesis: str | None = None
    id: str | None = None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The columns that are read; without an id column the ids are the row numbers from 1."""

    reference: str
    hypothesis: str
    id: str | None
    facts: tuple[str, ...]
    guesses: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """Every column that is read, once."""
        found = [self.reference, self.hypothesis, *self.facts]
        return list(dict.fromkeys([*found, self.id] if self.id is not None else found))


def choose(table: str, names: Sequence[str], wanted: Wanted) -> Chosen:
    """The columns of a table with these column names; one error tells all that is missing or ambiguous."""
    problems: list[Problem] = []
    found: dict[str, str | None] = {}
    guesses: list[str] = []
    for role in ("reference", "hypothesis", "id"):
        given: str | None = getattr(wanted, role)
        candidates = [given] if given is not None else _guess(role, names)
        problems += _wrong(table, role, names, given, candidates)
        found[role] = candidates[0] if candidates else None
        if given is None and found[role] not in {None, role}:
            guesses.append(f"{table}: the column {found[role]!r} was taken for the {role} (--{role}-column).")
    facts = tuple(dict.fromkeys(wanted.facts))
    for fact in facts:
        problems += _missing(table, fact, names)
    problems += _repeated(table, names, [*found.values(), *facts])
    if problems:
        raise InputError(f"The columns of {table} are not clear.", problems, _present(names))
    reference, hypothesis = found["reference"] or "", found["hypothesis"] or ""
    if reference == hypothesis:
        raise UsageError(f"The column {reference!r} of {table} cannot be both the reference and the hypothesis.")
    return Chosen(reference, hypothesis, found["id"], facts, tuple(guesses))


def _present(names: Sequence[str]) -> str:
    text = f"Its columns: {', '.join(map(repr, names)) or 'none'}."
    marks = [mark for mark in (";", "\t", "|", ",") if len(names) == 1 and mark in names[0]]
    return f"{text} Is it separated by {marks[0]!r}? A .csv is read with ',' and a .tsv with tabs." if marks else text


def _guess(role: str, names: Sequence[str]) -> list[str]:
    candidates = [name for name in dict.fromkeys(names) if name.strip().casefold() in KNOWN[role]]
    # Other columns named like an id are common beside "id" (file, image), and it says what it is.
    return ["id"] if role == "id" and "id" in candidates else candidates


def _wrong(table: str, role: str, names: Sequence[str], given: str | None, candidates: list[str]) -> Iterator[Problem]:
    option = f"--{role}-column"
    if given is not None:
        yield from _missing(table, given, names)
    elif len(candidates) > 1:
        yield Problem(
            table, f"several columns could be the {role}: {', '.join(map(repr, candidates))}", f"choose with {option}"
        )
    elif not candidates and role != "id":
        yield Problem(
            table, f"no column has a known name of the {role} ({', '.join(KNOWN[role])})", f"name it with {option}"
        )


def _missing(table: str, name: str, names: Sequence[str]) -> Iterator[Problem]:
    if name in names:
        return
    yield Problem(table, f"there is no column {name!r}", near(name, names))


def _repeated(table: str, names: Sequence[str], used: list[str | None]) -> Iterator[Problem]:
    for name, count in Counter(names).items():
        if count > 1 and name in used:
            yield Problem(table, f"{count} columns are named {name!r}", "rename all but one")
