"""Thulium's handwriting metrics (002): `thulium.evaluation.metrics`.

Nothing is stripped, an empty reference against any text scores 1, and ties go match, substitution, deletion, insertion.
`LatencyMeter.mean()`, `LatencyMeter.percentile()`, `bootstrap_ci` and `fairness` are promised by the document alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from errata.compat import formulas
from errata.kernels import edits
from errata.kernels.lines import exact
from errata.meters.latency import percentile
from errata.stats.interval import bootstrap_ci

__all__ = [
    "EditOperations",
    "LatencyMeter",
    "bootstrap_ci",
    "cer",
    "cer_wer_batch",
    "edit_distance",
    "fairness",
    "get_edit_operations",
    "precision_recall_f1",
    "ser",
    "throughput",
    "wer",
]

EMPTY_REFERENCE = 1.0


@dataclass
class EditOperations:
    """How many edits of each kind turn a reference into a hypothesis, as attributes and by name: `ops["deletions"]`."""

    substitutions: int
    deletions: int
    insertions: int
    matches: int

    @property
    def total_errors(self) -> int:
        """All edits."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def total_reference(self) -> int:
        """The length of the reference."""
        return self.substitutions + self.deletions + self.matches

    def __getitem__(self, name: str) -> int:
        if name not in NAMES:
            raise KeyError(name)
        count: int = getattr(self, name)
        return count


NAMES = ("substitutions", "deletions", "insertions", "matches", "total_errors", "total_reference")


def cer(reference: str, hypothesis: str) -> float:
    """Character error rate."""
    return formulas.error_rate(reference, hypothesis, EMPTY_REFERENCE)


def wer(reference: str, hypothesis: str) -> float:
    """Word error rate on words between whitespace."""
    return formulas.error_rate(reference.split(), hypothesis.split(), EMPTY_REFERENCE)


def ser(reference: str, hypothesis: str) -> float:
    """Sequence error rate: 1 if the texts differ, else 0."""
    return float(exact(reference, hypothesis)[0])


def edit_distance(reference: str, hypothesis: str) -> int:
    """Levenshtein distance in characters."""
    return edits.distance(reference, hypothesis)


def cer_wer_batch(references: Sequence[str], hypotheses: Sequence[str]) -> tuple[float, float]:
    """Both error rates of a batch: all edits over all tokens; 0 where no reference has a token, whatever was read."""
    if len(references) != len(hypotheses):
        raise ValueError(
            f"{len(references)} references and {len(hypotheses)} hypotheses: the lists must be of one length."
        )
    words = [text.split() for text in references], [text.split() for text in hypotheses]
    return _batch_rate(references, hypotheses), _batch_rate(*words)


def get_edit_operations(reference: str, hypothesis: str) -> EditOperations:
    """The number of edits of each kind in characters, on the ruled walk back."""
    matches, substitutions, deletions, insertions = edits.split(reference, hypothesis, order="sub_del_ins")
    return EditOperations(substitutions, deletions, insertions, matches)


def precision_recall_f1(true_positives: int, false_positives: int, false_negatives: int) -> tuple[float, float, float]:
    """Precision, recall and F1 from counts; 0 where there is nothing to divide by."""
    found, expected = true_positives + false_positives, true_positives + false_negatives
    return formulas.precision_recall_f1(true_positives, found, expected)


@dataclass
class LatencyMeter:
    """A stopwatch in milliseconds; a percentile is the sorted time at floor(n q), and 0 without any."""

    times: list[float] = field(default_factory=list)
    _started: float | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start the clock."""
        self._started = perf_counter()

    def stop(self) -> float:
        """Stop the clock, keep the time, and return it."""
        if self._started is None:
            raise RuntimeError("The meter was stopped before it was started.")
        elapsed, self._started = (perf_counter() - self._started) * 1000, None
        self.times.append(elapsed)
        return elapsed

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Measure a block."""
        self.start()
        try:
            yield
        finally:
            self.stop()

    def mean(self) -> float:
        """The mean, as the document names it."""
        return self.mean_ms

    def percentile(self, percent: float) -> float:
        """A percentile such as 90, as the document names it."""
        return percentile(self.times, percent, "floor") if self.times else 0.0

    @property
    def count(self) -> int:
        """The number of times."""
        return len(self.times)

    @property
    def mean_ms(self) -> float:
        """The mean."""
        return formulas.mean(self.times) if self.times else 0.0

    @property
    def std_ms(self) -> float:
        """The standard deviation of the population."""
        mean = self.mean_ms
        return math.sqrt(formulas.mean([(time - mean) ** 2 for time in self.times])) if self.count > 1 else 0.0

    @property
    def p95_ms(self) -> float:
        """The 95th percentile."""
        return self.percentile(95)

    @property
    def p99_ms(self) -> float:
        """The 99th percentile."""
        return self.percentile(99)

    def summary(self) -> dict[str, float]:
        """All of it by name."""
        names = ("count", "mean_ms", "std_ms", "p95_ms", "p99_ms")
        return {name: getattr(self, name) for name in names}


def throughput(num_samples: int, total_time_s: float) -> float:
    """Samples a second; 0 where no time passed."""
    return num_samples / total_time_s if total_time_s > 0 else 0.0


def fairness(cer_percent_by_language: Mapping[str, float]) -> dict[str, float]:
    """The mean over languages, the range (Delta) and the standard deviation of the population (Sigma)."""
    values = list(cer_percent_by_language.values())
    if not values:
        raise ValueError("Fairness is of languages, and none was given.")
    mean = formulas.mean(values)
    sigma = math.sqrt(formulas.mean([(value - mean) ** 2 for value in values]))
    return {"mean": mean, "delta": max(values) - min(values), "sigma": sigma}


def _batch_rate(references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]]) -> float:
    size = sum(map(len, references))
    return sum(map(edits.distance, references, hypotheses)) / size if size else 0.0
