"""`errata score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from errata.cli.options import SHOWN, Convention, Flag, Intervals, Normalisation, Output, Reading, Report
from errata.cli.output import complain, show
from errata.cli.progress import Progress
from errata.cli.runs import run_directory
from errata.corpus.run import score_corpus
from errata.io.opening import open_source

__all__ = ["score"]

CONVENTION, NORMALISATION, READING = Convention(), Normalisation(), Reading()
REPORT, INTERVALS, OUTPUT = Report(), Intervals(), Output()


def score(
    reference: Annotated[str, Parameter(name="REF")],
    hypothesis: Annotated[str | None, Parameter(name="HYP")] = None,
    /,
    *,
    convention: Convention = CONVENTION,
    normalisation: Normalisation = NORMALISATION,
    reading: Reading = READING,
    report: Report = REPORT,
    intervals: Intervals = INTERVALS,
    output: Output = OUTPUT,
    out: Annotated[Path | None, Parameter(group=SHOWN)] = None,
    overwrite: Annotated[Flag, Parameter(group=SHOWN)] = False,
) -> None:
    """Score two files, two folders or one table of pairs.

    Two files are one sample (--lines: one sample a line). Two folders are paired
    by relative path without the suffixes .gt.txt, .pred.txt, .ocr.txt and .txt.
    A table is a .jsonl, .json, .csv, .tsv or .parquet file that holds both sides.

    With --out the run is kept: scores of every sample, the result, every problem.
    A run that was stopped goes on when the same command is given again.

    For example:
      errata score reference.txt hypothesis.txt
      errata score references/ hypotheses/ --unmatched count --worst 10
      errata score pairs.jsonl --by language --ladder --out runs/first
      errata score lines.jsonl --cluster page
      errata score pairs.csv --reference-column truth --hypothesis-column ocr
      errata score gt/ ocr/ --metrics cer,wer --normalize nfc,whitespace
      errata score gt/ ocr/ --profile lines --format csv > scores.csv

    Parameters
    ----------
    reference
        References, or a table of pairs: a file, a folder, a pattern.
    hypothesis
        Hypotheses; left out for a table.
    out
        Keep the run in this directory.
    overwrite
        Replace the run that is there.
    """
    options = convention.options() | report.options() | intervals.options() | {"normalize": normalisation.steps()}
    cluster = [intervals.cluster] if intervals.cluster else []
    source = open_source(reference, hypothesis, **reading.options([*options["by"], *cluster]))
    for warning in source.warnings:
        complain(warning, "warning")
    known = len(source.warnings)
    with run_directory(out) as folder:
        with Progress() as progress:
            result = score_corpus(source, folder, overwrite=overwrite, progress=progress, **options)
        for warning in source.warnings[known:]:
            complain(warning, "warning")
        show(result, output.format, all_metrics=output.all_metrics, explain=output.explain)
