"""A progress bar on standard error, for work that takes its time in front of somebody."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

__all__ = ["Progress"]

PATIENCE = 1.0  # seconds of work before a bar is worth its lines


class Progress:
    """Called with the samples done and their total, if it is known; shows itself on a terminal only."""

    def __init__(self) -> None:
        self._start = monotonic()
        self._watched = sys.stderr.isatty()
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, done: int, total: int | None) -> None:
        """Show how far the work is."""
        if not self._watched or monotonic() - self._start < PATIENCE:
            return
        if self._bar is None:
            self._bar = _bar()
            self._bar.add_task("", total=total, said=_said(done, total))
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done, total=total, said=_said(done, total), refresh=True)


def _said(done: int, total: int | None) -> str:
    return f"{done:,} samples" if total is None else f"{done:,} of {total:,} samples"


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("scoring"), BarColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn()
    return Progress(*columns, console=Console(stderr=True), transient=True)
