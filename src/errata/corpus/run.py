"""A run: a stream of samples scored into a directory that every later command reads.

    manifest.json      conventions, inputs and state
    samples.parquet/   one part for every 32,768 samples: ids, facts, counts, scores
    result.json        the result document
    problems.jsonl     every sample that could not be scored, and why

Parts appear whole or not at all. A run that was stopped goes on after its last part and ends with the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.corpus.columns import samples_table, scores_of
from errata.corpus.directory import RunDirectory
from errata.corpus.evaluate import evaluate
from errata.corpus.judged import interval
from errata.corpus.parts import CountTable, Part, Progress, merged, parts
from errata.corpus.places import with_places
from errata.corpus.settings import Normalize, Settings, settle
from errata.errors import InputError, UsageError
from errata.io.opening import open_source
from errata.model import Source
from errata.profiles.base import Profile
from errata.report.result import Result
from errata.stats.interval import Resampling
from errata.stats.table import Records

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.corpus.columns import Key
    from errata.metrics.base import Values


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
    intervals: bool = True,
    cluster: str | None = None,
    confidence: float = 0.95,
    method: str = "auto",
    seed: int = 0,
    errors: bool | Sequence[str] = False,
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
    keywords say how to read it: see `errata.io.opening.open_source`. Intervals are those of `errata.score`.
    """
    names = [by] if isinstance(by, str) else list(by)
    settings = settle(profile, metrics, normalize, by=names, ladder=ladder, per_class=per_class, worst=worst,
                      resampling=Resampling(confidence, method, seed=seed) if intervals else None, cluster=cluster,
                      errors=errors, unit=unit, words=words, empty=empty, tie=tie)  # fmt: skip
    facts = [*names, cluster] if cluster else names
    opened = _open(source, {"facts": facts, **reading}) if isinstance(source, (str, Path, tuple)) else source
    if opened is source and reading:
        raise UsageError(f"A Source is read as it is; it takes no {', '.join(sorted(reading))}.")
    return run(settings, opened, Path(out), overwrite=overwrite, progress=progress)


def run(
    settings: Settings, source: Source, out: Path, *, overwrite: bool = False, progress: Progress | None = None
) -> Result:
    """Score what is not yet scored, then write the result."""
    directory = RunDirectory(out)
    done = directory.begin(settings, source, overwrite=overwrite)
    table = CountTable(settings, directory)
    _score_parts(settings, directory, table, enumerate(parts(settings, source, done, progress), done))
    return _finish(settings, directory, table, source)


def _score_parts(
    settings: Settings, directory: RunDirectory, table: CountTable, numbered: Iterable[tuple[int, Part]]
) -> None:
    """Score each part and write it, while the next one is counted."""
    with ThreadPoolExecutor(1) as writer:
        written: Future[None] | None = None
        for number, part in numbered:
            rows = part.counts()
            scores = scores_of(settings, rows)
            table.keep(number, rows, scores)
            if written:
                written.result()  # one part waits to be written, never more
            written = writer.submit(_write_part, settings, directory, number, part, (rows, scores))
        if written:
            written.result()


Scored = tuple["NDArray[np.int64]", "Mapping[Key, Values]"]  # counts, and the scores that they give


def load_run(path: str | Path) -> Result:
    """The result of a finished run directory; its samples are read when they are asked for."""
    directory = RunDirectory(Path(path))
    result = Result.from_dict(directory.result(), directory.columns, interval)
    return replace(result, scored=lambda: _records(directory))


def _records(directory: RunDirectory) -> Records | None:
    table = directory.detections()
    return None if table is None else Records.from_arrow(table)


def _write_part(settings: Settings, directory: RunDirectory, number: int, part: Part, numbers: Scored) -> None:
    with directory.guarded():
        directory.add_part(number, samples_table(settings, part.ids, part.facts, *numbers), part.state())


def _finish(settings: Settings, directory: RunDirectory, table: CountTable, source: Source) -> Result:
    extras, missing, problems = merged(settings, directory.states())
    table.size = directory.rows()
    if not table.size:
        raise InputError("There is nothing to score: no sample could be read.", problems)
    result = evaluate(settings, table, extras, missing, problems, directory.columns)
    if result.errors:
        result = replace(result, errors=with_places(result.errors, source))
    with directory.guarded():
        directory.finish(result, problems)
    return result


def _open(paths: str | Path | tuple[str | Path, str | Path], reading: dict[str, Any]) -> Source:
    pair = paths if isinstance(paths, tuple) else (paths, None)
    if len(pair) != 2:
        raise UsageError(f"A pair of files or folders is the reference and the hypothesis, not {len(pair)} paths.")
    reference, hypothesis = pair
    return open_source(reference, hypothesis, **reading)
