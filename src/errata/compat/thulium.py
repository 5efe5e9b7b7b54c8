"""Thulium's handwriting metrics (002): `thulium.evaluation.metrics`.

Nothing is stripped, an empty reference against any text scores 1, and ties go match, substitution, deletion, insertion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from errata.compat import formulas
from errata.kernels import edits
from errata.kernels.lines import exact

__all__ = [
    "EditOperations",
    "cer",
    "cer_wer_batch",
    "edit_distance",
    "get_edit_operations",
    "precision_recall_f1",
    "ser",
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


def _batch_rate(references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]]) -> float:
    size = sum(map(len, references))
    return sum(map(edits.distance, references, hypotheses)) / size if size else 0.0
