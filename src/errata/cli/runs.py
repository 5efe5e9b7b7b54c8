"""Where a run is written while a command runs, and what is said of it when it is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from errata.corpus.directory import RunDirectory

__all__ = ["is_run", "run_directory"]


def is_run(path: str) -> bool:
    """Whether this is a directory that `errata score --out` wrote."""
    return (Path(path) / "manifest.json").is_file()


@contextmanager
def run_directory(out: Path | None) -> Iterator[Path]:
    """The directory to run in: the given one, or a temporary one that is removed afterwards."""
    if out is None:
        with TemporaryDirectory(prefix="errata-", ignore_cleanup_errors=True) as folder:
            yield Path(folder) / "run"
        return
    try:
        yield out
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_kept(out)) from None


def _kept(out: Path) -> str:
    if (out / "result.json").exists():
        return f"the run in {out} is complete; errata report {out} shows it."
    return f"{RunDirectory(out).safe():,} samples are safe in {out}; run the same command again to go on."
