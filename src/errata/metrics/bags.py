"""Precision, recall and F1 of characters, words and lines, wherever they stand."""

from __future__ import annotations

from errata.kernels.bags import bag, distinct
from errata.metrics.base import Counter, Empty, Metric, Ratio, Tokens

BAG = Counter("bag", ("matched", "reference", "hypothesis"), bag)
DISTINCT = Counter("distinct", ("matched", "reference", "hypothesis"), distinct)

SHARE = Empty(0.0)  # 0/0 is shown as 0 and counted as undefined


def _family(prefix: str, title: str, counter: Counter, tokens: Tokens, source: str) -> tuple[Metric, ...]:
    """Precision, recall and F1 on one counter."""

    def metric(name: str, numerator: str, denominator: str, *, symmetric: bool = False) -> Metric:
        said = f"{title} {'F1' if name == 'f1' else name}"
        return Metric(f"{prefix}_{name}", said, Ratio(numerator, denominator, SHARE), counter, tokens,
                      "higher", (0, 1), source, identity=1, symmetric=symmetric)  # fmt: skip

    return (
        metric("precision", "matched", "hypothesis"),
        metric("recall", "matched", "reference"),
        metric("f1", "2 matched", "reference + hypothesis", symmetric=True),
    )


BAGS = (
    *_family("char", "Character", BAG, "characters", "multiset of characters"),
    *_family("exact_line", "Exact line", BAG, "lines", "multiset of lines"),
    *_family("word", "Word", DISTINCT, "terms", "set of words, lower-cased, without punctuation"),
    *_family("bag", "Bag-of-words", BAG, "terms", "multiset of words, lower-cased, without punctuation"),
)

BAG_ERROR = Metric(
    "bag_error", "Bag-of-words error",
    Ratio("reference + hypothesis - 2 matched", "reference + hypothesis", Empty(0.0, undefined=False)),
    BAG, "words", "lower", (0, 1), "OCR-D evaluation specification", identity=0, symmetric=True,
)  # fmt: skip
