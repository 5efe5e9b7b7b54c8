"""Reading order: words in their place, in sequence, and beside their neighbours."""

from __future__ import annotations

from errata.kernels.ngrams import order, overlap
from errata.metrics.base import Counter, Empty, Metric, Ratio

ORDER = Counter("order", ("positions", "subsequence", "reference", "hypothesis"), order)
OVERLAP = Counter(
    "overlap",
    ("bigram_matched", "bigram_distinct", "bigrams", "trigram_matched", "trigram_distinct", "trigrams"),
    overlap,
)

WORDLESS = Empty(0.0, unless="hypothesis", perfect=1.0)
TOO_SHORT = Empty(float("nan"))


def _overlap(n: str, matched: str, suffix: str, source: str, empty: Empty, identity: float | None) -> Metric:
    return Metric(f"{n}_overlap{suffix}", f"{n.capitalize()} overlap{', distinct' if suffix else ''}",
                  Ratio(f"{n}_{matched}", f"{n}s", empty), OVERLAP, "terms", "higher", (0, 1), source,
                  identity=identity)  # fmt: skip


ORDERS = (
    Metric("sequence_accuracy", "Sequence accuracy", Ratio("positions", "reference", WORDLESS), ORDER, "terms",
           "higher", (0, 1), "equal words at equal positions", identity=1),
    Metric("lcs_ratio", "LCS ratio", Ratio("subsequence", "reference", WORDLESS), ORDER, "terms",
           "higher", (0, 1), "longest common subsequence of words", identity=1),
    *(_overlap(n, "matched", "", "clipped n-grams of words", TOO_SHORT, 1) for n in ("bigram", "trigram")),
)  # fmt: skip

DISTINCT_OVERLAPS = tuple(
    _overlap(n, "distinct", "_distinct", "distinct n-grams over all n-grams", Empty(0.0), None)
    for n in ("bigram", "trigram")
)
