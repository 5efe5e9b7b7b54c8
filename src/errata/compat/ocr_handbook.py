"""The code of a Korean OCR handbook, chapter 13.1 (001), but its plots.

Nothing is stripped, an empty reference against any text scores infinity, and ties go match, substitution, insertion,
deletion. BLEU is not smoothed: a text of fewer than four words scores 0 even against itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any

from errata.compat.formulas import error_rate, mean, precision_recall_f1
from errata.kernels import edits
from errata.kernels.bags import bag, common_tokens
from errata.kernels.ngrams import ngrams

__all__ = [
    "OCRMetricEvaluator",
    "OCRMetricResult",
    "compute_bleu",
    "compute_cer",
    "compute_char_f1",
    "compute_micro_macro_f1",
    "compute_ned",
    "compute_ngrams",
    "compute_wer",
    "edit_distance",
    "edit_distance_with_ops",
]

EMPTY_REFERENCE = math.inf


def edit_distance(s1: str, s2: str) -> int:
    """Levenshtein distance in characters."""
    return edits.distance(s1, s2)


def edit_distance_with_ops(s1: str, s2: str) -> tuple[int, list[str]]:
    """The distance and the operations in order: `MATCH 'x'`, `SUB 'a' -> 'b'`, `INS 'b'`, `DEL 'a'`."""
    operations = [step for block in edits.alignment(s1, s2, order="sub_ins_del") for step in _printed(block, s1, s2)]
    return sum(not step.startswith("MATCH") for step in operations), operations


def compute_cer(reference: str, hypothesis: str) -> float:
    """Character error rate."""
    return error_rate(reference, hypothesis, EMPTY_REFERENCE)


def compute_wer(reference: str, hypothesis: str) -> float:
    """Word error rate on words between whitespace."""
    return error_rate(reference.split(), hypothesis.split(), EMPTY_REFERENCE)


def compute_ned(s1: str, s2: str) -> float:
    """The distance over the longer text; 0 for two empty ones."""
    longer = max(len(s1), len(s2))
    return edits.distance(s1, s2) / longer if longer else 0.0


def compute_ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """How often each run of n tokens occurs."""
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def compute_bleu(reference: str, hypothesis: str, max_n: int = 4, weights: Sequence[float] | None = None) -> float:
    """BLEU on words between whitespace, not smoothed.

    An order without a match makes it 0, or NaN where the order's weight is 0. Weights beyond `max_n` are not used.
    """
    if weights is None:
        weights = [1.0 / max_n] * max_n
    expected, found = reference.split(), hypothesis.split()
    if not found:
        return 0.0
    logs = [_log_precision(ngrams(expected, n), ngrams(found, n)) for n in range(1, max_n + 1)]
    weighted = sum(map(mul, weights, logs))
    if weighted == -math.inf:
        return 0.0
    brevity = 1.0 if len(found) > len(expected) else math.exp(1 - len(expected) / len(found))
    return brevity * math.exp(weighted)


def compute_char_f1(reference: str, hypothesis: str) -> dict[str, float]:
    """Precision, recall and F1 of characters, wherever they stand, spaces among them."""
    matched, expected, found = bag(reference, hypothesis)
    precision, recall, f1 = precision_recall_f1(matched, found, expected)
    return {"precision": precision, "recall": recall, "f1": f1}


def compute_micro_macro_f1(references: Sequence[str], hypotheses: Sequence[str]) -> dict[str, float]:
    """Character F1 on the counts of all samples, and the mean of theirs; texts without a partner are left out."""
    rows = list(map(bag, references, hypotheses))
    if not rows:
        return {"micro_f1": 0.0, "macro_f1": 0.0}
    matched, expected, found = map(sum, zip(*rows, strict=True))
    samples = [precision_recall_f1(matched, found, expected)[2] for matched, expected, found in rows]
    return {"micro_f1": precision_recall_f1(matched, found, expected)[2], "macro_f1": mean(samples)}


@dataclass
class OCRMetricResult:
    """The metrics of one sample."""

    reference: str
    hypothesis: str
    cer: float = 0.0
    wer: float = 0.0
    ned: float = 0.0
    bleu: float = 0.0
    char_f1: float = 0.0
    edit_dist: int = 0


class OCRMetricEvaluator:
    """Collects samples and reports on them."""

    def __init__(self) -> None:
        self.results: list[OCRMetricResult] = []

    def add_sample(self, reference: str, hypothesis: str) -> OCRMetricResult:
        """Measure one sample and keep it."""
        result = OCRMetricResult(
            reference=reference,
            hypothesis=hypothesis,
            cer=compute_cer(reference, hypothesis),
            wer=compute_wer(reference, hypothesis),
            ned=compute_ned(reference, hypothesis),
            bleu=compute_bleu(reference, hypothesis),
            char_f1=compute_char_f1(reference, hypothesis)["f1"],
            edit_dist=edit_distance(reference, hypothesis),
        )
        self.results.append(result)
        return result

    def add_batch(self, references: Sequence[str], hypotheses: Sequence[str]) -> list[OCRMetricResult]:
        """Measure samples and keep them; lists of different lengths raise AssertionError, as in the original."""
        if len(references) != len(hypotheses):
            raise AssertionError("reference와 hypothesis 수가 일치해야 한다")
        return list(map(self.add_sample, references, hypotheses))

    def compute_report(self) -> dict[str, Any]:
        """Means over the samples, and the spread of CER; without samples, nothing."""
        if not self.results:
            return {}
        report: dict[str, Any] = {"num_samples": len(self.results)}
        for name in ("cer", "wer", "ned", "bleu", "char_f1"):
            report[f"avg_{name}"] = mean([getattr(result, name) for result in self.results])
        report["total_edit_dist"] = sum(result.edit_dist for result in self.results)
        report["perfect_match_rate"] = sum(result.cer == 0.0 for result in self.results) / len(self.results)
        return report | _spread([result.cer for result in self.results])

    def print_report(self) -> None:
        """Print the report; without samples, its title and a KeyError, as in the original."""
        report = self.compute_report()
        print(RULE, "OCR 평가 리포트", RULE, sep="\n")  # noqa: T201  # printing is what it is for
        print(f"  총 샘플 수:          {report['num_samples']}")  # noqa: T201
        for label, name in LABELS.items():
            print(f"  {label}{report[name]:.4f}")  # noqa: T201
        print(RULE)  # noqa: T201


RULE = "=" * 60
LABELS = {
    "평균 CER:            ": "avg_cer",
    "평균 WER:            ": "avg_wer",
    "평균 NED:            ": "avg_ned",
    "평균 BLEU:           ": "avg_bleu",
    "평균 Char F1:        ": "avg_char_f1",
    "Perfect Match Rate:  ": "perfect_match_rate",
    "CER 표준편차:        ": "cer_std",
    "CER 중위값:          ": "cer_median",
    "CER 95th percentile: ": "cer_p95",
}


PRINTED = {
    "match": "MATCH '{0}'",
    "substitution": "SUB '{0}' -> '{1}'",
    "insertion": "INS '{1}'",
    "deletion": "DEL '{0}'",
}


def _printed(block: edits.Block, s1: str, s2: str) -> Iterator[str]:
    expected = s1[block.reference_start : block.reference_stop]
    found = s2[block.hypothesis_start : block.hypothesis_stop]
    return map(PRINTED[block.kind].format, expected or found, found or expected)


def _log_precision(expected: Sequence[Hashable], found: Sequence[Hashable]) -> float:
    matched = common_tokens(expected, found)[0]
    return math.log(matched / len(found)) if matched else -math.inf


def _spread(rates: Sequence[float]) -> dict[str, float]:
    import numpy as np

    with np.errstate(invalid="ignore"):  # one infinite CER makes the deviation and the percentile NaN: so be it
        return {
            "cer_std": float(np.std(rates)),
            "cer_median": float(np.median(rates)),
            "cer_p95": float(np.percentile(rates, 95)),
            "cer_max": float(np.max(rates)),
        }
