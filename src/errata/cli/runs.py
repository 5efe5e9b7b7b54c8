"""Where a run is written while a command runs, and what is said of it when it is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from errata.corpus.directory import RunDirectory
from errata.errors import RunError

__all__ = ["is_run", "run_directory"]


def is_run(path: str) -> bool:
    """Whether this is a directory that `errata score --out` wrote."""
    return (Path(path) / "manifest.json").is_file()


@contextmanager
def run_directory(out: Path | None) -> Iterator[Path]:
    """The directory to run in: the given one, or a temporary one that is removed afterwards."""
    if out is None:
        with _temporary() as folder:
            yield folder / "run"
        return
    try:
        yield out
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_kept(out)) from None


@contextmanager
def _temporary() -> Iterator[Path]:
    """A folder that is removed afterwards; that it cannot be written says nothing of a run that could go on."""
    try:
        with TemporaryDirectory(prefix="errata-", ignore_cleanup_errors=True) as folder:
            yield Path(folder)
    except (OSError, RunError) as error:
        failed = error if isinstance(error, OSError) else error.__cause__
        if not isinstance(failed, OSError):
            raise
        raise RunError(
            f"Cannot write temporary files: {failed.strerror or failed}."
            " Name a folder with room in the variable TMPDIR, or keep the run with --out."
        ) from error


def _kept(out: Path) -> str:
    if (out / "result.json").exists():
        return f"the run in {out} is complete; errata report {out} shows it."
    return f"{RunDirectory(out).safe():,} samples are safe in {out}; run the same command again to go on."
