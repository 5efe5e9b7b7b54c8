"""BLEU: n-gram precision with a brevity penalty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errata.kernels.ngrams import ORDERS, fluency
from errata.metrics.base import Computed, Counter, Metric

if TYPE_CHECKING:
    from errata.metrics.base import Columns, Values

FLUENCY = Counter(
    "fluency",
    (*(f"matched_{n}" for n in ORDERS), *(f"total_{n}" for n in ORDERS), "reference", "hypothesis"),
    fluency,
)


def _brevity(columns: Columns) -> Values:
    import numpy as np

    hypothesis = np.maximum(columns["hypothesis"], 1)
    return np.exp(np.minimum(1.0 - columns["reference"] / hypothesis, 0.0))


def _bleu(columns: Columns) -> Values:
    import numpy as np

    logs = sum(np.log(np.maximum(columns[f"matched_{n}"], 1) / np.maximum(columns[f"total_{n}"], 1)) for n in ORDERS)
    matched = np.minimum.reduce([columns[f"matched_{n}"] for n in ORDERS]) > 0
    return np.where(matched, _brevity(columns) * np.exp(logs / len(ORDERS)), 0.0)


def _bleu_smoothed(columns: Columns) -> Values:
    import numpy as np

    logs, orders = np.zeros(len(columns["reference"])), np.zeros(len(columns["reference"]))
    for n in ORDERS:
        add = 0 if n == 1 else 1
        present = columns[f"total_{n}"] > 0
        top = np.maximum(columns[f"matched_{n}"] + add, 1)
        logs += np.where(present, np.log(top / np.maximum(columns[f"total_{n}"] + add, 1)), 0.0)
        orders += present
    matched = columns["matched_1"] > 0
    return np.where(matched, _brevity(columns) * np.exp(logs / np.maximum(orders, 1)), 0.0)


PENALTY = "min(1, exp(1 - reference / hypothesis))"

FLUENCIES = (
    Metric("bleu", "BLEU", Computed(f"{PENALTY} · (p1 · p2 · p3 · p4)^(1/4), pn = matched_n / total_n", _bleu), FLUENCY,
           "words", "higher", (0, 1), "Papineni et al. 2002, not smoothed", identity=None),
    Metric("bleu_smoothed", "BLEU, smoothed",
           Computed(f"{PENALTY} · geometric mean of p1 and (matched_n + 1) / (total_n + 1) over orders with n-grams",
                    _bleu_smoothed), FLUENCY, "words", "higher", (0, 1), "Lin and Och 2004, effective order",
           identity=None),
)  # fmt: skip
