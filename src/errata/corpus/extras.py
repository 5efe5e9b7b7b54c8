"""What a run reports besides scores: the ladder of normalisation, F1 by character, worst samples, and errors."""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from errata.corpus.align import operations_of
from errata.corpus.settings import Settings
from errata.diagnose.analysis import Analysis
from errata.kernels.classes import Classes
from errata.metrics.count import Texts, count, listed
from errata.metrics.plan import Group, Plan, group_of
from errata.metrics.rates import DISTANCE
from errata.report.operations import encode
from errata.report.result import INFINITE, finite

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHARACTERS = Group(DISTANCE, "characters")
ALIGNED = 20_000  # characters up to which a worst sample is aligned


class Extras:
    """Additive over parts of a corpus: a part's document merged into another gives the same as one pass."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rungs = [Plan((CHARACTERS,), view) for _, view in settings.rungs] if settings.ladder else []
        self._characters = settings.view.tokeniser("characters", normalised=False)
        self.ladder = [[0, 0] for _ in self._rungs]
        self.classes = Classes()
        self.worst: list[dict[str, Any]] = []
        self.errors = self._analysis() if settings.errors else None

    def _analysis(self) -> Analysis:
        settings = self._settings
        return Analysis(settings.view, settings.profile.tie, settings.errors, settings.by)

    def add(
        self,
        ids: Sequence[str],
        references: Texts,
        hypotheses: Texts,
        rows: NDArray[np.int64],
        facts: Mapping[str, Sequence[Any]],
    ) -> None:
        """Count a batch, whose counts are `rows`."""
        for total, plan in zip(self.ladder, self._rungs, strict=True):
            edits, length = count(references, hypotheses, plan)[:, :2].sum(axis=0).tolist()
            total[0] += edits
            total[1] += length
        if self._settings.per_class or self._settings.worst or self.errors:
            texts = listed(references), listed(hypotheses)
            self._add_texts(ids, *texts, rows)
            if self.errors:
                self._add_errors(ids, *texts, facts)

    def _add_texts(
        self, ids: Sequence[str], references: list[str], hypotheses: list[str], rows: NDArray[np.int64]
    ) -> None:
        if self._settings.per_class:
            prepare = self._settings.view.prepare
            for reference, hypothesis in zip(references, hypotheses, strict=True):
                self.classes.add(self._characters(prepare(reference)), self._characters(prepare(hypothesis)))
        if self._settings.worst:
            self._keep_worst(ids, references, hypotheses, rows)

    def _add_errors(
        self,
        ids: Sequence[str],
        references: list[str],
        hypotheses: list[str],
        facts: Mapping[str, Sequence[Any]],
    ) -> None:
        assert self.errors
        names = [name for name in self._settings.by if name in facts]  # one that is missing is refused with the result
        grouping = zip(*(facts[name] for name in names), strict=True) if names else repeat(())
        for key, reference, hypothesis, values in zip(ids, references, hypotheses, grouping, strict=False):
            self.errors.add(key, reference, hypothesis, dict(zip(names, values, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        """The state of a part, as JSON values."""
        errors = {"errors": self.errors.to_dict()} if self.errors else {}
        return {"ladder": self.ladder, "classes": self.classes.rows(), "worst": self.worst, **errors}

    def merge(self, part: Mapping[str, Any]) -> None:
        """Add the state of a part that follows the samples seen so far."""
        for total, (edits, length) in zip(self.ladder, part["ladder"], strict=True):
            total[0] += edits
            total[1] += length
        self.classes.merge([tuple(row) for row in part["classes"]])
        self._sort_worst([*self.worst, *part["worst"]])
        if self.errors:
            self.errors.merge(part["errors"])

    def ladder_document(self) -> list[dict[str, Any]]:
        """CER after each step, and how much of the first CER the step explains."""
        rungs: list[dict[str, Any]] = []
        for (name, _), (edits, length) in zip(self._settings.rungs if self._rungs else (), self.ladder, strict=True):
            cer = edits / max(1, length)
            explained = rungs[-1]["cer"] - cer if rungs else 0.0
            first = rungs[0]["cer"] if rungs else cer
            share = explained / first if first else 0.0
            rungs.append({"step": name, "cer": cer, "edits": edits, "characters": length, "explains": share})
        return rungs

    def classes_document(self) -> dict[str, Any] | None:
        """Precision, recall and F1 of each character, and their plain mean over characters."""
        if not self._settings.per_class:
            return None
        classes = [_class(*row) for row in self.classes.rows()]
        mean = math.fsum(row["f1"] for row in classes) / len(classes) if classes else None
        return {"macro_f1": mean, "classes": classes}

    def errors_document(self) -> dict[str, Any] | None:
        """What went wrong: see `errata.diagnose.analysis`."""
        return {**self.errors.document(), "signature": self._settings.signature} if self.errors else None

    def worst_document(self) -> list[dict[str, Any]]:
        """The worst samples: the texts as compared, and how they align."""
        prepare, tie = self._settings.view.prepare, self._settings.profile.tie
        rows = []
        for kept in self.worst:
            reference, hypothesis = prepare(kept["reference"]), prepare(kept["hypothesis"])
            row = {"id": kept["id"], "metric": kept["metric"], "value": finite(kept["value"])}
            row |= {"reason": INFINITE.format(1)} if row["value"] is None else {}
            row |= {"reference": reference, "hypothesis": hypothesis}
            if max(len(reference), len(hypothesis)) <= ALIGNED:
                row["alignment"] = encode(operations_of(reference, hypothesis, tie))
            rows.append(row)
        return rows

    def _keep_worst(
        self, ids: Sequence[str], references: Sequence[str], hypotheses: Sequence[str], rows: NDArray[np.int64]
    ) -> None:
        name = self._settings.headline[0]
        metric = self._settings.metrics[name]
        plan = self._settings.plan
        columns = plan.fields(group_of(metric, plan.view), rows)
        values = metric.formula.values(columns, self._settings.profile.empty).tolist()
        sign = -1.0 if metric.better == "higher" else 1.0
        faulty = [row for row, value in enumerate(values) if not math.isnan(value) and value != metric.identity]
        found = [
            {
                "id": ids[row],
                "metric": name,
                "value": values[row],
                "badness": sign * values[row],
                "reference": references[row],
                "hypothesis": hypotheses[row],
            }
            for row in heapq.nsmallest(self._settings.worst, faulty, key=lambda row: -sign * values[row])
        ]
        self._sort_worst([*self.worst, *found])

    def _sort_worst(self, rows: list[dict[str, Any]]) -> None:
        self.worst = sorted(rows, key=lambda row: -float(row["badness"]))
        del self.worst[self._settings.worst :]


def _class(name: str, matched: int, reference: int, hypothesis: int) -> dict[str, Any]:
    return {
        "class": name,
        "matched": matched,
        "reference": reference,
        "hypothesis": hypothesis,
        "precision": matched / hypothesis if hypothesis else 0.0,
        "recall": matched / reference if reference else 0.0,
        "f1": 2 * matched / (reference + hypothesis),
    }
