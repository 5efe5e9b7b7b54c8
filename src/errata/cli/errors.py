"""`errata errors`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from errata.cli.options import SHOWN, Convention, Flag, Names, Normalisation, Number, Reading, listed
from errata.cli.output import complain, write
from errata.cli.progress import Progress
from errata.cli.runs import is_run, run_directory
from errata.corpus.again import settings_of, source_of
from errata.corpus.budgets import error_budget
from errata.corpus.counted import is_layout
from errata.corpus.run import load_run, run
from errata.corpus.settings import Settings, settle
from errata.errors import RunError, UsageError
from errata.io.opening import PairSource, open_source
from errata.report.budget import BUDGET_FORMATS
from errata.report.errors import ERROR_FORMATS
from errata.report.result import Result

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
    by: Annotated[Names, Parameter(group=SHOWN, metavar="FACT,...")] = (),
    budget: Annotated[Flag, Parameter(group=SHOWN)] = False,
    confusions: Annotated[Names, Parameter(group=SHOWN)] = (),
    top: Annotated[Number, Parameter(group=SHOWN)] = 10,
    format: Annotated[ErrorFormat, Parameter(group=SHOWN)] = "table",  # noqa: A002
) -> None:
    """Show what went wrong: classes of errors, and confusions.

    Every edit is in exactly one class, so the classes add up to the character
    error rate. Texts are read as errata score reads them. The inputs of a run are
    read again, unless it was kept with errata score --errors --out RUN.

    With --budget the errors of pages are parted by whose fault they are:
    recognition, segmentation, reading order. Documents are also matched by place.

    For example:
      errata errors references/ hypotheses/
      errata errors pairs.jsonl --top 30 --confusions character,grapheme,word
      errata errors references/ hypotheses/ --by folder
      errata errors runs/first --format json
      errata errors page.xml alto.xml --budget

    Parameters
    ----------
    reference
        A run directory, or references as errata score takes them.
    hypothesis
        Hypotheses; left out for a run and for a table.
    by
        The same for the groups of samples that share a fact, too.
    budget
        Whose fault it is, instead of classes and confusions.
    confusions
        Tables to count: character, grapheme, jamo, word. [default: the unit, word]
    top
        How many confusions of each table to show, or pages.
    format
        How to show the errors.
    """
    way = Way(convention, normalisation, reading, tuple(listed(by)))
    formats = BUDGET_FORMATS if budget else ERROR_FORMATS
    if budget:
        found = _budget(reference, hypothesis, way, confusions)
    elif is_run(reference):
        found = _of_run(reference, alone=(hypothesis, confusions, way) == (None, (), Way()))
    else:
        found = _of_texts(reference, hypothesis, way, listed(confusions) or True)
    write(formats[format].render(found, top=top), document=formats[format].document)


class Way(NamedTuple):
    """How texts are read and compared."""

    convention: Convention = CONVENTION
    normalisation: Normalisation = NORMALISATION
    reading: Reading = READING
    by: tuple[str, ...] = ()

    def options(self) -> dict[str, Any]:
        """The conventions, as keywords; the metrics are the command's own."""
        options = self.convention.options()
        if options.pop("metrics"):
            raise UsageError("errata errors shows the edits behind cer: leave out --metrics, or use errata score.")
        return options | {"normalize": self.normalisation.steps()}

    def source(self, reference: str, hypothesis: str | None) -> PairSource:
        """The texts, with what is odd about them told."""
        source = open_source(reference, hypothesis, **self.reading.options(self.by))
        _warn(source.warnings)
        return source


def _of_run(path: str, *, alone: bool) -> Mapping[str, Any]:
    if not alone:
        raise UsageError(
            f"{path} is a run: its errors were counted under its own conventions. Give it alone, or give the texts."
        )
    result = load_run(path)
    if is_layout(result):
        raise UsageError(f"{path} is a run of layouts: errata layout --errors shows what is wrong with these.")
    return _read_again(path, result) if result.errors is None else result.errors


def _read_again(path: str, result: Result) -> Mapping[str, Any]:
    """The errors of a run that was kept without them, from its inputs, if these are still the same."""
    try:
        settings, source = settings_of(result, errors=True), source_of(Path(path), result)
    except RunError as error:
        raise RunError(
            f"{error}\nThe run was kept without its errors. errata score --errors keeps them; errata errors also takes"
            " the texts."
        ) from error
    return _counted(settings, source)


def _of_texts(reference: str, hypothesis: str | None, way: Way, tables: Any) -> Mapping[str, Any]:
    settings = settle(**way.options(), metrics=["cer"], by=way.by, errors=tables)
    return _counted(settings, way.source(reference, hypothesis))


def _counted(settings: Settings, source: PairSource) -> Mapping[str, Any]:
    """The errors of the texts of a source, with what was met on the way told."""
    known = len(source.warnings)
    with run_directory(None) as folder, Progress() as progress:
        result = run(settings, source, folder, progress=progress)
    _warn(source.warnings[known:])
    _warn(f"skipped {problem['where']}: {problem['what']}" for problem in result.problems)
    assert result.errors is not None
    return result.errors


def _budget(reference: str, hypothesis: str | None, way: Way, confusions: tuple[str, ...]) -> Mapping[str, Any]:
    if is_run(reference):
        raise UsageError(f"{reference} is a run, and a run holds no texts: --budget needs the pages. Give both sides.")
    if confusions:
        raise UsageError("--budget counts no confusions. Leave out either --budget or --confusions.")
    found = error_budget(reference, hypothesis, by=way.by, **way.options(), **way.reading.options(()))
    _warn(found["warnings"])
    _warn(f"skipped {problem['where']}: {problem['what']}" for problem in found["problems"])
    return found


def _warn(messages: Iterable[str]) -> None:
    for message in messages:
        complain(message, "warning")
