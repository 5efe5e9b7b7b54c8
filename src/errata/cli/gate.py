"""`errata gate`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Group, Parameter

from errata.cli.options import SHOWN, Flag, Judging, Names, Targets, listed
from errata.cli.output import keep, write
from errata.corpus.gate import gate as judged
from errata.errors import UsageError
from errata.report.sheet import render

__all__ = ["gate"]

FAILED = 1
CHECKED = Group("What is checked", sort_key=0)
Limits = Annotated[Names, Parameter(group=CHECKED, metavar="METRIC=LIMIT,...")]
JUDGING = Judging()


def gate(
    run: Annotated[Path, Parameter(name="RUN")],
    /,
    *,
    max: Limits = (),  # noqa: A002
    min: Limits = (),  # noqa: A002
    targets: Annotated[Targets | None, Parameter(group=CHECKED)] = None,
    baseline: Annotated[Path | None, Parameter(group=CHECKED)] = None,
    margin: Limits = (),
    strict: Annotated[Flag, Parameter(group=CHECKED)] = False,
    unmatched: Annotated[Literal["error", "drop"], Parameter(group=CHECKED)] = "error",
    judging: Judging = JUDGING,
    format: Annotated[Literal["table", "csv", "json", "markdown", "junit"], Parameter(group=SHOWN)] = "table",  # noqa: A002
    junit: Annotated[Path | None, Parameter(group=SHOWN)] = None,
    summary: Annotated[Path | None, Parameter(group=SHOWN)] = None,
) -> int:
    """Pass or fail a run: exit code 0 or 1.

    A check fails only if the interval of its number lies wholly beyond the limit,
    so that chance alone does not break a build; --strict looks at the number.
    cer is the micro average, cer.macro the macro average; missing and skipped
    are numbers of samples.

    For example:
      errata gate runs/new --max cer=0.05,missing=0 --min word_f1=75%
      errata gate runs/new --targets receipts
      errata gate runs/new --baseline runs/old --margin cer=0.002
      errata gate runs/new --max cer=5% --summary "$GITHUB_STEP_SUMMARY"

    Parameters
    ----------
    run
        The directory that errata score --out wrote.
    max
        The largest value of a metric, as a number or a percentage.
    min
        The smallest value of a metric.
    targets
        What a kind of documents asks for; see errata metrics --for.
    baseline
        A run of the same samples that this one must not be worse than.
    margin
        How much worse than the baseline a metric may be.
    strict
        Decide by the numbers, not by their intervals.
    unmatched
        Samples that one of the runs lacks: refuse, or leave them out.
    format
        How to show the checks.
    junit
        Also write them to this file, as JUnit's XML.
    summary
        Also append them to this file, as Markdown.
    """
    found = judged(
        run, maximum=_limits(max, "--max"), minimum=_limits(min, "--min"), targets=targets, baseline=baseline,
        margins=_limits(margin, "--margin"), strict=strict, unmatched=unmatched, **judging.options(),
    )  # fmt: skip
    write(found.junit() if format == "junit" else render(found, format), document=format != "table")
    if junit:
        keep(found.junit(), junit)
    if summary:
        keep(render(found, "markdown"), summary, append=True)
    return 0 if found.passed else FAILED


def _limits(given: Iterable[str], option: str) -> dict[str, float]:
    """Numbers and percentages by name: cer=0.05 or cer=5%."""
    limits = {}
    for item in listed(given):
        name, _, text = item.partition("=")
        try:
            limits[name.strip()] = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            raise UsageError(
                f"{option} {item!r} is no limit. Write METRIC=NUMBER, such as cer=0.05 or cer=5%."
            ) from None
    return limits
