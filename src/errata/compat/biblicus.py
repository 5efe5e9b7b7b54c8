"""Biblicus' extraction benchmark (004): `biblicus.evaluation.ocr_benchmark`.

Words are lower-cased, reduced to [a-z0-9], and dropped unless longer than two: Korean or Arabic text has none.
What the original prints about its progress is left out, except that a document without ground truth is skipped.
"""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from errata.compat.formulas import error_rate, mean, precision_recall_f1
from errata.kernels.bags import distinct
from errata.kernels.edits import distance
from errata.kernels.ngrams import ngrams, order
from errata.text.tokenize import WORDS

__all__ = [
    "BenchmarkReport",
    "OCRBenchmark",
    "OCREvaluationResult",
    "calculate_character_accuracy",
    "calculate_character_accuracy_without_editdistance",
    "calculate_ngram_overlap",
    "calculate_word_metrics",
    "calculate_word_order_metrics",
    "normalize_words",
]

COLUMNS = (
    "document_id", "image_path", "word_count_gt", "word_count_ocr", "precision", "recall", "f1_score",
    "character_accuracy", "word_error_rate", "sequence_accuracy", "lcs_ratio", "bigram_overlap", "trigram_overlap",
    "true_positives", "false_positives", "false_negatives",
)  # fmt: skip


def normalize_words(text: str) -> list[str]:
    """Lower-cased words of [a-z0-9] only, those longer than two."""
    return list(WORDS["biblicus-code"](text))


def calculate_word_metrics(ground_truth: str, extracted: str) -> dict[str, Any]:
    """Precision, recall and F1 on sets of words, with the counts behind them."""
    expected, found = normalize_words(ground_truth), normalize_words(extracted)
    matched, expected_kinds, found_kinds = distinct(expected, found)
    precision, recall, f1 = precision_recall_f1(matched, found_kinds, expected_kinds)
    return {
        "precision": precision,
        "recall": recall,
        "f1_score": f1,
        "true_positives": matched,
        "false_positives": found_kinds - matched,
        "false_negatives": expected_kinds - matched,
        "word_count_gt": len(expected),
        "word_count_ocr": len(found),
    }


def calculate_character_accuracy(ground_truth: str, extracted: str) -> float:
    """1 minus the edit distance over the longer text; two empty texts are perfect."""
    longer = max(len(ground_truth), len(extracted))
    return 1.0 - distance(ground_truth, extracted) / longer if longer else 1.0


def calculate_character_accuracy_without_editdistance(ground_truth: str, extracted: str) -> float:
    """What the original silently measures where the package `editdistance` is missing: kinds of characters found."""
    matched, expected, found = distinct(ground_truth.lower(), extracted.lower())
    return matched / expected if expected else float(not found)


def calculate_word_order_metrics(ground_truth: str, extracted: str) -> dict[str, Any]:
    """Word error rate, words in their place, longest common subsequence, and the distance over the longer side."""
    expected, found = normalize_words(ground_truth), normalize_words(extracted)
    positions, subsequence, size, _ = order(expected, found)
    longer = max(size, len(found))
    return {
        "word_error_rate": error_rate(expected, found, empty=1.0),
        "sequence_accuracy": positions / size if size else float(not found),
        "lcs_ratio": subsequence / size if size else float(not found),
        "normalized_edit_distance": distance(expected, found) / longer if longer else 0.0,
    }


def calculate_ngram_overlap(ground_truth: str, extracted: str, n: int = 2) -> float:
    """Different n-grams in common over all n-grams of the ground truth; 0 where either side has none."""
    expected, found = ngrams(normalize_words(ground_truth), n), ngrams(normalize_words(extracted), n)
    return distinct(expected, found)[0] / len(expected) if expected else 0.0


@dataclass
class OCREvaluationResult:
    """The metrics of one document."""

    document_id: str
    image_path: str
    ground_truth_text: str
    extracted_text: str
    precision: float
    recall: float
    f1_score: float
    character_accuracy: float
    true_positives: int
    false_positives: int
    false_negatives: int
    word_count_gt: int
    word_count_ocr: int
    word_error_rate: float
    sequence_accuracy: float
    lcs_ratio: float
    normalized_edit_distance: float
    bigram_overlap: float
    trigram_overlap: float

    @classmethod
    def of(
        cls, document_id: str, ground_truth: str, extracted: str, image_path: str = "unknown"
    ) -> OCREvaluationResult:
        """Measure one document."""
        return cls(
            document_id=document_id,
            image_path=image_path,
            ground_truth_text=ground_truth,
            extracted_text=extracted,
            character_accuracy=calculate_character_accuracy(ground_truth, extracted),
            bigram_overlap=calculate_ngram_overlap(ground_truth, extracted, n=2),
            trigram_overlap=calculate_ngram_overlap(ground_truth, extracted, n=3),
            **calculate_word_metrics(ground_truth, extracted),
            **calculate_word_order_metrics(ground_truth, extracted),
        )

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


@dataclass
class BenchmarkReport:
    """The averages of a benchmark, and the results of its documents as dictionaries."""

    evaluation_timestamp: str
    corpus_path: str
    pipeline_configuration: dict[str, Any]
    total_documents: int
    avg_precision: float
    avg_recall: float
    avg_f1: float
    median_precision: float
    median_recall: float
    median_f1: float
    min_f1: float
    max_f1: float
    avg_word_error_rate: float
    avg_sequence_accuracy: float
    avg_lcs_ratio: float
    median_word_error_rate: float
    median_sequence_accuracy: float
    median_lcs_ratio: float
    avg_bigram_overlap: float
    avg_trigram_overlap: float
    processing_time_seconds: float
    per_document_results: list[dict[str, Any]]

    @classmethod
    def of(
        cls,
        results: Sequence[OCREvaluationResult],
        corpus_path: str = "",
        pipeline_configuration: Mapping[str, Any] | None = None,
        processing_time_seconds: float = 0.0,
    ) -> BenchmarkReport:
        """Average the results of documents: plain means, and of an even number the upper of the two middle values."""
        if not results:
            raise ValueError("No documents were evaluated successfully")
        columns = {name: [getattr(result, field) for result in results] for name, field in AVERAGED.items()}
        return cls(
            evaluation_timestamp=datetime.now().isoformat(),  # noqa: DTZ005  # the original's: local, without a zone
            corpus_path=corpus_path,
            pipeline_configuration=dict(pipeline_configuration or {}),
            total_documents=len(results),
            min_f1=min(columns["f1"]),
            max_f1=max(columns["f1"]),
            processing_time_seconds=processing_time_seconds,
            per_document_results=[result.to_dict() for result in results],
            **{f"avg_{name}": mean(column) for name, column in columns.items()},
            **{f"median_{name}": _upper_median(columns[name]) for name in WITH_MEDIAN},
        )

    def to_json(self, path: Path) -> None:
        """Write the report with its documents as JSON."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as file:
            json.dump(asdict(self), file, indent=2)

    def to_csv(self, path: Path) -> None:
        """Write one row a document as CSV; without documents, no file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if not self.per_document_results:
            return
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(self.per_document_results)


AVERAGED: Mapping[str, str] = {
    "precision": "precision",
    "recall": "recall",
    "f1": "f1_score",
    "word_error_rate": "word_error_rate",
    "sequence_accuracy": "sequence_accuracy",
    "lcs_ratio": "lcs_ratio",
    "bigram_overlap": "bigram_overlap",
    "trigram_overlap": "trigram_overlap",
}
WITH_MEDIAN = tuple(AVERAGED)[:6]


class Item(Protocol):
    """A document of a corpus: where its image lies."""

    @property
    def relpath(self) -> str: ...


class Corpus(Protocol):
    """What the benchmark needs of a Biblicus corpus."""

    @property
    def root(self) -> Path: ...
    @property
    def meta_dir(self) -> Path: ...
    def get_item(self, item_id: str) -> Item:
        """The item of this id, or KeyError."""
        ...


class OCRBenchmark:
    """Evaluates the extracted texts of a corpus against its ground truth."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus

    def evaluate_extraction(
        self,
        snapshot_reference: str,
        ground_truth_dir: Path | None = None,
        pipeline_config: dict[str, Any] | None = None,
    ) -> BenchmarkReport:
        """The report of `extracted/pipeline/<snapshot>/text/*.txt` against files of the same names, as UTF-8.

        A text without ground truth is skipped with a message; ground truth without a text is not counted at all.
        """
        start = time.perf_counter()
        truths = _folder("Ground truth directory", ground_truth_dir or self.corpus.meta_dir / "funsd_ground_truth")
        snapshot = _folder("Snapshot", self.corpus.root / "extracted" / "pipeline" / snapshot_reference)
        texts = _folder("Text directory", snapshot / "text")
        paths = sorted(texts.glob("*.txt"))
        if not paths:
            raise ValueError(f"No text files found in: {texts}")
        results = []
        for path in paths:
            truth = truths / path.name
            if truth.exists():
                results.append(self._evaluate(path, truth))
            else:
                print(f"⚠️  Ground truth not found for {path.stem[:16]}..., skipping")  # noqa: T201  # as the original
        return BenchmarkReport.of(results, str(self.corpus.root), pipeline_config, time.perf_counter() - start)

    def _evaluate(self, path: Path, truth: Path) -> OCREvaluationResult:
        try:
            image = self.corpus.get_item(path.stem).relpath
        except KeyError:
            image = "unknown"
        return OCREvaluationResult.of(path.stem, truth.read_text("utf-8"), path.read_text("utf-8"), image)


def _folder(kind: str, path: Path) -> Path:
    if not path.exists():
        raise FileNotFoundError(f"{kind} not found: {path}")
    return path


def _upper_median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]
