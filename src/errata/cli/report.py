"""`errata report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from errata.cli.options import Output
from errata.cli.output import show
from errata.corpus.run import load_run

__all__ = ["report"]

OUTPUT = Output()


def report(run: Annotated[Path, Parameter(name="RUN")], /, *, output: Output = OUTPUT) -> None:
    """Show a finished run again, in any format.

    Nothing is computed: a run directory holds its result and the scores of all
    of its samples.

    For example:
      errata report runs/first
      errata report runs/first --all --explain
      errata report runs/first --format markdown >> summary.md
      errata report runs/first --format csv > scores.csv

    Parameters
    ----------
    run
        The directory that errata score --out wrote.
    """
    show(load_run(run), output.format, all_metrics=output.all_metrics, explain=output.explain)
