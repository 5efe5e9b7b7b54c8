"""Counting: pairs of texts in, one row of int64 counts a pair out. The only expensive step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from errata.kernels import native
from errata.metrics.plan import Group, Plan
from errata.text.normalize import collapse
from errata.text.view import Tokenise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Kernel = Callable[..., tuple[int, ...]]

Texts = Any  # a list of str, or an Arrow array or column of strings

CELLS = 1 << 19  # Python integers that are held at once


@dataclass(frozen=True, slots=True)
class Stage:
    """The groups of one plan that see the same tokens."""

    tokenise: Tokenise
    kernels: tuple[Kernel, ...]
    copies: tuple[slice, ...] | None  # where the same counts of the raw text stand in the row, if all of them do


class PairCounter:
    """A plan made ready to count one pair after another, in Python."""

    __slots__ = ("_normalised", "_original", "_prepare", "_raw")

    def __init__(self, plan: Plan) -> None:
        stages = {key: _stage(list(groups), plan) for key, groups in groupby(plan.groups, key=_tokens)}
        self._prepare = plan.view.prepare if plan.view.steps else None
        self._original = stages.pop((False, "original"), None)
        self._raw = [stage for (normalised, _), stage in stages.items() if not normalised]
        self._normalised = [stage for (normalised, _), stage in stages.items() if normalised]

    def __call__(self, reference: str, hypothesis: str) -> list[int]:
        """The row of counts, in the plan's order of columns."""
        row: list[int] = []
        if self._original:
            for kernel in self._original.kernels:
                row += kernel(reference, hypothesis)
        if self._prepare:
            reference, hypothesis = self._prepare(reference), self._prepare(hypothesis)
        for stage in self._raw:
            ours, theirs = stage.tokenise(reference), stage.tokenise(hypothesis)
            for kernel in stage.kernels:
                row += kernel(ours, theirs)
        if self._normalised:
            self._add_normalised(row, reference, hypothesis)
        return row

    def _add_normalised(self, row: list[int], reference: str, hypothesis: str) -> None:
        clean = collapse(reference) == reference and collapse(hypothesis) == hypothesis
        for stage in self._normalised:
            if clean and stage.copies:
                for copy in stage.copies:
                    row += row[copy]
                continue
            ours, theirs = stage.tokenise(reference), stage.tokenise(hypothesis)
            for kernel in stage.kernels:
                row += kernel(ours, theirs)


def count(references: Texts, hypotheses: Texts, plan: Plan, threads: int = 0) -> NDArray[np.int64]:
    """One row of counts for each pair: by the compiled twin on `threads` cores (0: all), or by the Python kernels."""
    if not native.available():
        return count_in_python(listed(references), listed(hypotheses), plan)
    steps = [step.name for step in plan.view.steps]
    if native.can_count(steps):
        batch = _batch(references, hypotheses, plan, plan.groups, steps, threads)
    else:
        batch = _prepared(listed(references), listed(hypotheses), plan, threads)
    return _completed(batch, references, hypotheses, plan) if batch.left else batch.rows


def _batch(
    references: Texts, hypotheses: Texts, plan: Plan, groups: Sequence[Group], steps: Sequence[str], threads: int
) -> native.Batch:
    view = plan.view
    return native.count(
        references, hypotheses, [group.key for group in groups],
        unit=view.unit, words=view.words, terms=view.terms, order=plan.tie, steps=steps, threads=threads,
    )  # fmt: skip


def _prepared(references: list[str], hypotheses: list[str], plan: Plan, threads: int) -> native.Batch:
    """Where the twin lacks a step, Python takes the texts through all of them, and the twin counts what comes out."""
    import numpy as np

    original = [group for group in plan.groups if group.tokens == "original"]
    first = _batch(references, hypotheses, plan, original, (), threads)
    ours, theirs = (list(map(plan.view.prepare, texts)) for texts in (references, hypotheses))
    second = _batch(
        ours, theirs, plan, plan.groups[len(original) :], (), threads
    )  # a plan has the original texts first
    rows = np.concatenate([first.rows, second.rows], axis=1)
    return native.Batch(rows, sorted({*first.left, *second.left}))


def count_in_python(references: Iterable[str], hypotheses: Iterable[str], plan: Plan) -> NDArray[np.int64]:
    """One row of counts for each pair, by the Python kernels."""
    import numpy as np

    counter, width = PairCounter(plan), len(plan.columns)
    parts, cells = [], list[int]()
    for reference, hypothesis in zip(references, hypotheses, strict=True):
        cells += counter(reference, hypothesis)
        if len(cells) >= CELLS:
            parts.append(np.array(cells, dtype=np.int64))
            cells = []
    return np.concatenate([*parts, np.array(cells, dtype=np.int64)]).reshape(-1, width)


def _completed(batch: native.Batch, references: Texts, hypotheses: Texts, plan: Plan) -> NDArray[np.int64]:
    """The rows with those filled in that the twin left to the Python kernels."""
    rows = batch.rows.copy()
    ours, theirs = listed(references), listed(hypotheses)
    rows[batch.left] = count_in_python([ours[at] for at in batch.left], [theirs[at] for at in batch.left], plan)
    return rows


def listed(texts: Texts) -> list[str]:
    """The texts as a list of str."""
    return texts.to_pylist() if hasattr(texts, "to_pylist") else list(texts)


def _tokens(group: Group) -> tuple[bool, str]:
    return group.normalised, group.tokens


def _stage(groups: Sequence[Group], plan: Plan) -> Stage:
    first = groups[0]
    copies = [plan.slices.get(Group(group.counter, group.tokens)) for group in groups]
    return Stage(
        plan.view.tokeniser(first.tokens, normalised=first.normalised),
        tuple(_kernel(group, plan.tie) for group in groups),
        tuple(copy for copy in copies if copy) if first.normalised and all(copies) else None,
    )


def _kernel(group: Group, tie: str) -> Kernel:
    return partial(group.counter.kernel, order=tie) if group.counter.tied else group.counter.kernel
