"""What becomes of samples that cannot be scored: the two policies, and the one pass that applies them.

`unmatched` decides about a sample that has only one side: `error` refuses the input, `count` scores a missing
hypothesis as an empty text and lists a missing reference, `drop` leaves both out.
`on_error` decides about a sample that cannot be read: `fail` raises one error that lists all of them, `skip` lists
them beside the samples that can be scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from errata.errors import InputError, Problem, UnknownNameError, UsageError
from errata.io.identity import Identities
from errata.model import Batch

UNMATCHED = ("error", "count", "drop")
ON_ERROR = ("fail", "skip")
LISTED = 1000  # problems that are collected before reading stops

SKIP_HINT = "Pass --on-error skip to leave out what cannot be read and list it beside the result."
COUNT_HINT = (
    "Pass --unmatched count to score a missing hypothesis as empty, or --unmatched drop to leave such samples out."
)


class Severity(IntEnum):
    """What a finding does to the input that it was made in."""

    LEFT_OUT = 0  # not scored and not listed, as the caller asked
    LISTED = 1  # not scored and listed
    BROKEN = 2  # stops, unless on_error is "skip"
    REFUSED = 3  # always stops


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of one sample, and what it does to the input."""

    problem: Problem
    severity: Severity = Severity.BROKEN


@dataclass(frozen=True, slots=True)
class Policy:
    """The two decisions of the caller."""

    unmatched: str = "error"
    on_error: str = "fail"

    def __post_init__(self) -> None:
        if self.unmatched not in UNMATCHED:
            raise UnknownNameError("policy for unmatched samples", self.unmatched, UNMATCHED)
        if self.on_error not in ON_ERROR:
            raise UnknownNameError("policy for errors", self.on_error, ON_ERROR)

    def stops(self, finding: Finding) -> bool:
        """Whether this finding ends the reading with an error."""
        return finding.severity >= (Severity.BROKEN if self.on_error == "fail" else Severity.REFUSED)


@dataclass(frozen=True, slots=True)
class Columns:
    """Samples as they were read, side by side, nulls still among them; `findings` tells by position what is wrong.

    `start` is the number of samples before these; `row` says where the sample at a position stands.
    """

    start: int
    ids: Sequence[str | None]
    references: Any
    hypotheses: Any
    facts: dict[str, list[str | None]]
    row: Callable[[int], str]
    findings: dict[int, Finding] = field(default_factory=dict)


def deliver(
    parts: Iterable[Columns], policy: Policy, name: str, identities: Identities | None = None
) -> Iterator[Batch]:
    """A batch for each part under the policy; once a finding stops, the rest is read only to list the other ones."""
    settled = (settle(part, policy, identities) for part in parts)
    for batch, findings in settled:
        stopping = [finding for finding in findings if policy.stops(finding)]
        if stopping:
            raise _refusal(stopping, (more for _, more in settled), policy, name)
        yield batch


def settle(columns: Columns, policy: Policy, identities: Identities | None = None) -> tuple[Batch, list[Finding]]:
    """The samples that can be scored as a batch, and every finding in order."""
    findings = dict(columns.findings)
    if identities is not None:
        _add_repeated(columns, identities, findings)
    for position in nulls(columns.references):
        what = "has no reference (null): a sample without one cannot be scored"
        findings.setdefault(position, Finding(Problem(columns.row(position), what)))
    missing = [position for position in nulls(columns.hypotheses) if position not in findings]
    if policy.unmatched != "count":
        for position in missing:
            findings[position] = _missing(columns.row(position), policy)
    batch = _batch(columns, findings, filled=len(missing) if policy.unmatched == "count" else 0)
    return batch, [findings[position] for position in sorted(findings)]


def check_span(size: int, start: int) -> None:
    """Refuse batches of no samples, and a start before the first sample."""
    if size < 1 or start < 0:
        raise UsageError(f"Batches have at least 1 sample and start at 0 or later, not {size} from {start}.")


def nulls(column: Any) -> list[int]:
    """The positions without a value in a list or an Arrow array."""
    if isinstance(column, list):
        return [position for position, value in enumerate(column) if value is None] if None in column else []
    if not column.null_count:
        return []
    import numpy as np

    return [int(position) for position in np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))]


def _batch(columns: Columns, findings: dict[int, Finding], filled: int) -> Batch:
    ids, references, hypotheses, facts = columns.ids, columns.references, columns.hypotheses, columns.facts
    if findings:
        keep = [position for position in range(len(ids)) if position not in findings]
        ids = [ids[position] for position in keep]
        references, hypotheses = _taken(references, keep), _taken(hypotheses, keep)
        facts = {name: [values[position] for position in keep] for name, values in facts.items()}
    listed = [findings[position] for position in sorted(findings)]
    return Batch(
        ids=ids,  # type: ignore[arg-type]  # a sample without an id is among the findings
        references=references,
        hypotheses=_filled(hypotheses) if filled else hypotheses,
        facts=facts,
        missing=filled,
        problems=tuple(finding.problem for finding in listed if finding.severity > Severity.LEFT_OUT),
        read=len(columns.ids),
    )


def _add_repeated(columns: Columns, identities: Identities, findings: dict[int, Finding]) -> None:
    for position, first in identities.remember(columns.ids, columns.start).items():
        what = f"the id {columns.ids[position]!r} was used before, in row {first + 1}"
        finding = Finding(Problem(columns.row(position), what, "ids pair samples between runs: make them unique"))
        findings.setdefault(position, finding)


def _missing(row: str, policy: Policy) -> Finding:
    severity = Severity.LEFT_OUT if policy.unmatched == "drop" else Severity.REFUSED
    return Finding(Problem(row, "has no hypothesis (null)"), severity)


def _refusal(first: list[Finding], rest: Iterator[list[Finding]], policy: Policy, name: str) -> InputError:
    stopping, cut = list(first), list[Problem]()
    try:
        while len(stopping) < LISTED and (findings := next(rest, None)) is not None:
            stopping += [finding for finding in findings if policy.stops(finding)]
    except InputError as error:  # the input cannot be read to its end
        cut += error.problems
    severities = {finding.severity for finding in stopping}
    hints = [COUNT_HINT] * (Severity.REFUSED in severities) + [SKIP_HINT] * (Severity.BROKEN in severities)
    problems = [finding.problem for finding in stopping] + cut
    more = "at least " if len(problems) >= LISTED else ""
    count = min(len(problems), LISTED)
    title = f"{name}: {more}{count} sample{'' if count == 1 else 's'} cannot be scored."
    return InputError(title, problems[:LISTED], " ".join(hints))


def _taken(column: Any, keep: list[int]) -> Any:
    if isinstance(column, list):
        return [column[position] for position in keep]
    import pyarrow as pa

    return column.take(pa.array(keep, pa.int64()))


def _filled(column: Any) -> Any:
    if isinstance(column, list):
        return ["" if value is None else value for value in column]
    return column.fill_null("")
