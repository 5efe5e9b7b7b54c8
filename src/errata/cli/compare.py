"""`errata compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from errata.cli.options import JUDGED, Flag, Judging, Names, SheetFormat, listed
from errata.cli.output import write
from errata.corpus.compare import compare as compared
from errata.corpus.conventions import conventions
from errata.errors import UsageError
from errata.report.sheet import render

__all__ = ["compare"]

JUDGING = Judging()


def compare(
    *runs: Annotated[Path, Parameter(name="RUN")],
    metrics: Annotated[Names, Parameter(group=JUDGED)] = (),
    unmatched: Annotated[Literal["error", "drop"], Parameter(group=JUDGED)] = "error",
    judging: Judging = JUDGING,
    explain: Flag = False,
    format: SheetFormat = "table",  # noqa: A002
) -> None:
    """Say which run is better, and how sure that is.

    Runs are paired by the ids of their samples. Every metric gets its difference
    with an interval, the tests that apply, and p-values that are corrected for
    the number of metrics and pairs; more than two runs are also ranked.

    For example:
      errata compare runs/a runs/b
      errata compare runs/a runs/b --metrics cer,wer --cluster document
      errata compare runs/a runs/b runs/c --metrics all --format csv > all.csv
      errata compare runs/lines runs/thulium --explain

    Parameters
    ----------
    runs
        Directories that errata score --out wrote; differences are later - earlier.
    metrics
        These instead of the headline; 'all': every one.
    unmatched
        Samples that a run lacks: refuse, or leave them out.
    explain
        Say how far each differing convention moves the numbers of two runs.
    format
        How to show the comparison.
    """
    names = listed(metrics) or None
    if explain:
        if len(runs) != 2:
            raise UsageError(f"--explain takes two runs, not {len(runs)}.")
        write(render(conventions(*runs, metrics=names), format), document=format != "table")
        return
    found = compared(*runs, metrics="all" if names == ["all"] else names, unmatched=unmatched, **judging.options())
    write(render(found, format), document=format != "table")
