"""The verdict of a gate: every check with its value, interval and outcome, for people, programs and CI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from xml.sax.saxutils import quoteattr

from errata.report.comparing import gap
from errata.report.grids import Column, Grid
from errata.report.numbers import UNICODE, Signs, number
from errata.report.result import finite
from errata.report.sheet import Sheet
from errata.report.visible import label

__all__ = ["Check", "Verdict"]

SCHEMA = 1
SIGNS = {"at most": "≤", "at least": "≥"}


@dataclass(frozen=True, slots=True)
class Check:
    """One limit and what became of it: passed, unsure (the interval holds the limit) or failed.

    Against a baseline `value` is how much worse the run is, and `now` and `before` are the numbers of both.
    """

    metric: str
    average: str
    scale: str
    rule: str
    bound: float
    value: float
    interval: tuple[float, float]
    outcome: str
    band: str | None = None
    purpose: str = ""
    warning: str | None = None
    now: float | None = None
    before: float | None = None

    @property
    def key(self) -> str:
        """The metric as limits name it: cer, cer.macro."""
        return self.metric if self.average in ("micro", "count") else f"{self.metric}.{self.average}"

    @property
    def name(self) -> str:
        """The check as people write it: cer ≤ 5.00 %."""
        return f"{self.key} {self.limit(UNICODE)}"

    @property
    def message(self) -> str:
        """What was found, in one sentence."""
        low, high = (self.shown(bound, UNICODE) for bound in self.interval)
        if self.average == "count":
            return f"{self.metric} is {self.shown(self.value, UNICODE)}"
        if self.before is None or self.now is None:
            return f"{self.key} is {self.shown(self.value, UNICODE)}, interval {low} to {high}"
        pair = f"from {number(self.before, self.scale)} to {number(self.now, self.scale)}"
        unit = " points" if self.scale == "rate" else ""
        return f"{self.key} went {pair}: worse by {self.shown(self.value, UNICODE)}{unit}, interval {low} to {high}"

    def limit(self, signs: Signs) -> str:
        """The limit with its sign: a share, or percentage points against a baseline."""
        rate = self.scale == "rate"
        bound = f"{self.bound * 100:.10g}" if rate else f"{self.bound:,.10g}"
        if self.before is not None:
            return f"worse by {'≤' if signs is UNICODE else 'at most'} {bound}{' points' if rate else ''}"
        return f"{SIGNS[self.rule] if signs is UNICODE else self.rule} {bound}{' %' if rate else ''}"

    def shown(self, value: float, signs: Signs) -> str:
        """The number; against a baseline a difference with its sign, of rates in percentage points."""
        return number(value, self.scale, signs) if self.before is None else gap(value, self.scale, signs)

    def span(self, signs: Signs) -> str:
        """The interval; nothing for numbers that are exact."""
        low, high = (self.shown(bound, signs) for bound in self.interval)
        return "" if self.average == "count" else f"{low.removesuffix(' %')} {signs.between} {high}"

    def to_dict(self) -> dict[str, Any]:
        """The check as strict JSON values."""
        numbers = {name: finite(value) if isinstance(value, float) else value for name, value in asdict(self).items()}
        return numbers | {"interval": [finite(bound) for bound in self.interval]}


@dataclass(frozen=True)
class Verdict:
    """The checks of a gate; `passed` unless one of them failed."""

    errata: str
    run: str
    signature: str
    samples: int
    checks: tuple[Check, ...]
    confidence: float
    strict: bool
    cluster: str | None = None
    targets: str | None = None
    baseline: str | None = None

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return all(check.outcome != "failed" for check in self.checks)

    def __bool__(self) -> bool:
        return self.passed

    def to_dict(self) -> dict[str, Any]:
        """The document as strict JSON values: null where there is no finite number."""
        names = ("errata", "run", "signature", "samples", "confidence", "strict", "cluster", "targets", "baseline")
        facts = {name: getattr(self, name) for name in names}
        checks = [check.to_dict() for check in self.checks]
        return {"schema": SCHEMA, "kind": "gate", "passed": self.passed, **facts, "checks": checks}

    def sheet(self, signs: Signs = UNICODE) -> Sheet:
        """The page that people read."""
        failed = [check for check in self.checks if check.outcome == "failed"]
        against = f" against {label(self.baseline)}" if self.baseline else ""
        word = "passed" if self.passed else f"failed {len(failed)} of {len(self.checks)} checks"
        return Sheet(
            f"{label(self.run)}{against}: {word}", [], [*self._grids(signs)], [*self._words(), self.signature],
            detail=f"({self.samples:,} samples)",
        )  # fmt: skip

    def rows(self) -> Iterator[Sequence[Any]]:
        """A header, and a row for each check."""
        yield ("outcome", "metric", "average", "rule", "bound", "value", "low", "high", "band", "purpose")
        for one in self.checks:
            yield (
                one.outcome, one.metric, one.average, one.rule, one.bound, one.value, *one.interval, one.band,
                one.purpose,
            )  # fmt: skip

    def junit(self) -> Iterator[str]:
        """The checks as test cases in JUnit's XML."""
        failures = sum(check.outcome == "failed" for check in self.checks)
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        counts = f'tests="{len(self.checks)}" failures="{failures}" errors="0"'
        yield f'<testsuites {counts}>\n  <testsuite name="errata gate" {counts} skipped="0">\n'
        for check in self.checks:
            yield f"    <testcase classname={_attribute(self.run)} name={_attribute(check.name)}>\n"
            tag = "failure" if check.outcome == "failed" else "system-out"
            attribute = f" message={_attribute(check.message)}" if tag == "failure" else ""
            yield f"      <{tag}{attribute}>{_text(f'{check.outcome}: {check.message}')}</{tag}>\n"
            yield "    </testcase>\n"
        yield "  </testsuite>\n</testsuites>\n"

    def _grids(self, signs: Signs) -> Iterator[Grid]:
        span = Column(f"{self.confidence:.0%} interval")
        limited = [check for check in self.checks if check.before is None]
        if limited:
            heads = [
                Column("outcome", "name"),
                Column("metric", "name"),
                Column("limit", "name"),
                Column("value"),
                span,
            ]
            rows = [
                (one.outcome, one.key, one.limit(signs), one.shown(one.value, signs), one.span(signs), one.band or "")
                for one in limited
            ]
            banded = any(one.band for one in limited)
            heads += [Column("macro is", "name")] if banded else []
            yield Grid("", tuple(heads), tuple(row[: len(heads)] for row in rows))
        compared = [check for check in self.checks if check.before is not None and check.now is not None]
        if compared:
            heads = [Column("outcome", "name"), Column("metric", "name"), Column("before"), Column("now")]
            heads += [Column("worse by"), Column("allowed"), span]
            differences = [
                (
                    one.outcome, one.key, number(one.before or 0.0, one.scale, signs),
                    number(one.now or 0.0, one.scale, signs), one.shown(one.value, signs),
                    one.shown(one.bound, signs), one.span(signs),
                )
                for one in compared
            ]  # fmt: skip
            yield Grid("", tuple(heads), tuple(differences), "worse by: of rates in percentage points")

    def _words(self) -> Iterator[str]:
        if self.strict:
            yield "strict: a check fails if its value is beyond the limit"
        else:
            yield "a check fails if its whole interval is beyond the limit; unsure: the interval holds the limit"
        if self.targets:
            purposes = ", ".join(f"{one.metric} ({one.purpose})" for one in self.checks if one.purpose)
            yield f"targets of {self.targets}, on macro averages: {purposes}; Biblicus metrics reference (004)"
        for warning in dict.fromkeys(check.warning for check in self.checks if check.warning):
            named = ", ".join(check.metric for check in self.checks if check.warning == warning)
            yield f"beware ({named}): {warning}"


def _attribute(text: str) -> str:
    return quoteattr(_printable(text))


def _text(text: str) -> str:
    return _printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _printable(text: str) -> str:
    """Text that XML can hold."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
