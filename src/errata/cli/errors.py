"""`errata errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from errata.cli.options import SHOWN, Convention, Names, Normalisation, Number, Reading, listed
from errata.cli.output import complain, write
from errata.cli.progress import Progress
from errata.cli.runs import is_run, run_directory
from errata.corpus.run import load_run, score_corpus
from errata.errors import RunError, UsageError
from errata.io.opening import open_source
from errata.report.errors import ERROR_FORMATS

if TYPE_CHECKING:
    ErrorFormat = str
else:
    ErrorFormat = Literal[tuple(ERROR_FORMATS)]

__all__ = ["errors"]

CONVENTION, NORMALISATION, READING = Convention(), Normalisation(), Reading()


def errors(
    reference: Annotated[str, Parameter(name="REF")],
    hypothesis: Annotated[str | None, Parameter(name="HYP")] = None,
    /,
    *,
    convention: Convention = CONVENTION,
    normalisation: Normalisation = NORMALISATION,
    reading: Reading = READING,
    confusions: Annotated[Names, Parameter(group=SHOWN)] = (),
    top: Annotated[Number, Parameter(group=SHOWN)] = 10,
    format: Annotated[ErrorFormat, Parameter(group=SHOWN)] = "table",  # noqa: A002
) -> None:
    """Show what went wrong: classes of errors, and confusions.

    Every edit is in exactly one class, so the classes add up to the character
    error rate. Texts are read as errata score reads them; a run that was kept
    with errata score --errors --out RUN is shown without reading them again.

    For example:
      errata errors references/ hypotheses/
      errata errors pairs.jsonl --top 30 --confusions character,grapheme,word
      errata errors runs/first --format json

    Parameters
    ----------
    reference
        A run directory, or references as errata score takes them.
    hypothesis
        Hypotheses; left out for a run and for a table.
    confusions
        Tables to count: character, grapheme, jamo, word. [default: the unit, word]
    top
        How many confusions of each table to show.
    format
        How to show the errors.
    """
    if is_run(reference):
        given = hypothesis, confusions, convention, normalisation, reading
        found = _of_run(reference, alone=given == (None, (), CONVENTION, NORMALISATION, READING))
    else:
        tables = listed(confusions) or True
        options = convention.options() | {"normalize": normalisation.steps(), "errors": tables, "metrics": ["cer"]}
        found = _of_texts(reference, hypothesis, options, reading)
    chosen = ERROR_FORMATS[format]
    write(chosen.render(found, top=top), document=chosen.document)


def _of_run(path: str, *, alone: bool) -> Mapping[str, Any]:
    if not alone:
        raise UsageError(
            f"{path} is a run: its errors were counted under its own conventions. Give it alone, or give the texts."
        )
    result = load_run(path)
    if result.errors is None:
        raise RunError(
            f"The run in {path} holds no errors: texts are not kept in a run. Score again with"
            " errata score --errors, or call errata errors with the texts."
        )
    return result.errors


def _of_texts(reference: str, hypothesis: str | None, options: dict[str, Any], reading: Reading) -> Mapping[str, Any]:
    source = open_source(reference, hypothesis, **reading.options(()))
    for warning in source.warnings:
        complain(warning, "warning")
    known = len(source.warnings)
    with run_directory(None) as folder, Progress() as progress:
        result = score_corpus(source, folder, progress=progress, **options)
    for warning in source.warnings[known:]:
        complain(warning, "warning")
    for problem in result.problems:
        complain(f"skipped {problem['where']}: {problem['what']}", "warning")
    assert result.errors is not None
    return result.errors
