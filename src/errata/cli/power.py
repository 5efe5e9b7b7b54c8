"""`errata power`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from errata.cli.options import Names, SheetFormat, listed
from errata.cli.output import write
from errata.corpus.power import power as reached
from errata.report.sheet import render

__all__ = ["power"]


def power(
    run: Annotated[Path, Parameter(name="RUN")],
    second: Annotated[Path | None, Parameter(name="RUN")] = None,
    /,
    *,
    difference: float,
    metrics: Names = (),
    cluster: str | None = None,
    power: float = 0.8,
    confidence: float = 0.95,
    correlation: float = 0.5,
    unmatched: Literal["error", "drop"] = "error",
    format: SheetFormat = "table",  # noqa: A002
) -> None:
    """Say how many samples a difference needs.

    And which difference this corpus can show. 0.005 is half a percentage point. With two runs, how much
    their differences vary is measured; with one it is estimated.

    For example:
      errata power runs/a --difference 0.005
      errata power runs/a runs/b --difference 0.002 --metrics cer --power 0.9

    Parameters
    ----------
    run
        A directory that errata score --out wrote.
    second
        Another one, of the same samples.
    difference
        The smallest difference that matters.
    metrics
        These instead of the headline.
    cluster
        Samples that share this fact count as one. [default: document]
    power
        The probability to find the difference.
    confidence
        1 - the level of the test.
    correlation
        How a second system's errors are taken to correlate with those of one run.
    unmatched
        Samples that one of the runs lacks: refuse, or leave them out.
    format
        How to show it.
    """
    found = reached(
        run, second, difference=difference, metrics=listed(metrics) or None, cluster=cluster, power=power,
        confidence=confidence, correlation=correlation, unmatched=unmatched,
    )  # fmt: skip
    write(render(found, format), document=format != "table")
