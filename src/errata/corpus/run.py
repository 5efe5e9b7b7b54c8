"""A run: a stream of samples scored into a directory that every later command reads.

    manifest.json      conventions, inputs and state
    samples.parquet/   one part for every 16,384 samples: ids, facts, counts, scores
    result.json        the result document
    problems.jsonl     every sample that could not be scored, and why

Parts appear whole or not at all. A run that was stopped goes on after its last part and ends with the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.corpus.columns import samples_table
from errata.corpus.directory import PART, RunDirectory
from errata.corpus.evaluate import evaluate
from errata.corpus.extras import Extras
from errata.corpus.settings import Normalize, Settings, settle
from errata.errors import InputError, Problem, UsageError
from errata.io.opening import open_source
from errata.metrics.count import count
from errata.metrics.plan import Group, Plan
from errata.model import Batch, Source
from errata.profiles.base import Profile
from errata.report.result import Result

if TYPE_CHECKING:
    from errata.metrics.base import Columns

Progress = Callable[[int, int | None], None]


def score_corpus(
    source: Source | str | Path | tuple[str | Path, str | Path],
    out: str | Path,
    profile: str | Profile = "standard",
    *,
    metrics: Sequence[str] | str | None = None,
    normalize: Normalize = (),
    by: Sequence[str] | str = (),
    ladder: bool = False,
    per_class: bool | None = None,
    worst: int = 0,
    unit: str | None = None,
    words: str | None = None,
    empty: str | None = None,
    tie: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    **reading: Any,
) -> Result:
    """Score a corpus of any size into the run directory `out`, and return its result.

    `source` is a table of pairs (JSONL, CSV, TSV, Parquet), a pair of files or folders, or a Source. The remaining
    keywords say how to read it: see `errata.io.opening.open_source`.
    """
    names = [by] if isinstance(by, str) else list(by)
    settings = settle(profile, metrics, normalize, by=names, ladder=ladder, per_class=per_class, worst=worst,
                      unit=unit, words=words, empty=empty, tie=tie)  # fmt: skip
    opened = _open(source, {"facts": names, **reading}) if isinstance(source, (str, Path, tuple)) else source
    if opened is source and reading:
        raise UsageError(f"A Source is read as it is; it takes no {', '.join(sorted(reading))}.")
    return run(settings, opened, Path(out), overwrite=overwrite, progress=progress)


def run(
    settings: Settings, source: Source, out: Path, *, overwrite: bool = False, progress: Progress | None = None
) -> Result:
    """Score what is not yet scored, then write the result."""
    directory = RunDirectory(out)
    done = directory.begin(settings, source, overwrite=overwrite)
    for number, batch in enumerate(source.batches(PART, done * PART), done):
        with directory.guarded(number * PART):
            _score_part(settings, directory, number, batch)
        if progress:
            progress(number * PART + batch.read, source.size)
    with directory.guarded(None):
        return _finish(settings, directory)


def load_run(path: str | Path) -> Result:
    """The result of a finished run directory; its samples are read when they are asked for."""
    directory = RunDirectory(Path(path))
    return Result.from_dict(directory.result(), directory.samples)


def _score_part(settings: Settings, directory: RunDirectory, number: int, batch: Batch) -> None:
    rows = count(batch.references, batch.hypotheses, settings.plan)
    extras = Extras(settings)
    extras.add(batch.ids, batch.references, batch.hypotheses, rows)
    state = {
        "extras": extras.to_dict(),
        "missing": batch.missing,
        "problems": [[problem.where, problem.what, problem.hint] for problem in batch.problems],
    }
    directory.add_part(number, samples_table(settings, batch.ids, batch.facts, rows), state)


def _finish(settings: Settings, directory: RunDirectory) -> Result:
    extras, missing, problems = Extras(settings), 0, list[Problem]()
    for state in directory.states():
        extras.merge(state["extras"])
        missing += state["missing"]
        problems += [Problem(*parts) for parts in state["problems"]]
    table = Parts(settings.plan, directory)
    if not table.size:
        raise InputError("There is nothing to score: no sample could be read.", problems)
    result = evaluate(settings, table, extras, missing, problems, directory.samples)
    directory.finish(result, problems)
    return result


class Parts:
    """Counts in the parts of a run, read one group of columns at a time."""

    def __init__(self, plan: Plan, directory: RunDirectory) -> None:
        self._plan, self._directory = plan, directory
        self.size = directory.rows()

    def shards(self, group: Group) -> Iterator[Columns]:
        """The columns of one group, part by part."""
        for part in self._directory.columns(group.columns):
            yield {
                name: part.column(column).to_numpy()
                for name, column in zip(group.counter.fields, group.columns, strict=True)
            }

    def fact(self, name: str) -> list[Any]:
        """The values of a fact, one a sample."""
        column = f"fact.{name}"
        return [value for part in self._directory.columns([column]) for value in part.column(column).to_pylist()]


def _open(paths: str | Path | tuple[str | Path, str | Path], reading: dict[str, Any]) -> Source:
    reference, hypothesis = paths if isinstance(paths, tuple) else (paths, None)
    return open_source(reference, hypothesis, **reading)
