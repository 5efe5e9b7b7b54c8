"""Both twins on random pairs: `python -m benchmarks.twins [PAIRS]` counts them twice and logs the agreement."""

from __future__ import annotations

import random
import sys
import unicodedata
from pathlib import Path

import numpy as np

from errata.kernels import native
from errata.metrics.count import count_in_python
from errata.metrics.plan import Plan
from errata.metrics.registry import METRICS
from errata.text.normalize import resolve
from errata.text.view import View
from errata.version import __version__

LOG = Path(__file__).parent / "TWINS.md"
BATCH = 5000

ALPHABETS = {
    "ties": "ab ",
    "Latin": "abcdeé\u0301ßſıIİ ,.'-\t\n",
    "Hangul": "가각간갇웛월\u1100\u1161\u11a8 \u3000",
    "Arabic": "ابتثجسىي\u064b\u064e\u0651\u200f\u200d٣ ،",
    "Devanagari": "कखगतसक्षि\u093f\u0940\u094d\u200d।१ ",
    "emoji": "😀👩\u200d👧🇩🇪\U0001f3fd\ufe0f# ",
    "breaks": "ab\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\u00a0\u200b\ufeff\0 ",
    "Greek": "ΑΣσςΟΔ\u0345 .'",
    "any": "".join(map(chr, random.Random(0).sample([*range(0xD800), *range(0xE000, 0x110000)], 5000))),
}
UNITS = ("character", "grapheme", "jamo", "byte")
WORDS = ("whitespace", "uax29", "biblicus", "biblicus-code")


def text(source: random.Random, alphabet: str) -> str:
    """Mostly short, some of a few hundred characters."""
    size = source.choice((0, 1, 3, 8, 20, 20, 40, 70)) if source.random() < 0.99 else 300
    return "".join(source.choices(alphabet, k=source.randint(0, size)))


def pair(source: random.Random, alphabet: str) -> tuple[str, str]:
    """Two texts: unrelated, or the second the first with a few edits."""
    reference = text(source, alphabet)
    if source.random() < 0.3:
        return reference, text(source, alphabet)
    edited = list(reference)
    for _ in range(source.randint(0, 5)):
        at = source.randint(0, len(edited))
        edited[at : at + source.randint(0, 2)] = source.choices(alphabet, k=source.randint(0, 2))
    return reference, "".join(edited)


def compare(source: random.Random, number: int) -> int:
    """Count a batch of one alphabet under random settings by both twins; returns how many pairs the twin left."""
    alphabet = ALPHABETS[source.choice(list(ALPHABETS))]
    view = View(
        resolve(source.sample(native.twin.STEPS, source.choice((0, 0, 1, 2)))),
        source.choice(UNITS),
        source.choice(WORDS),
    )
    plan = Plan.of(METRICS.values(), view, source.choice(("sub_del_ins", "sub_ins_del")))
    references, hypotheses = map(list, zip(*(pair(source, alphabet) for _ in range(number)), strict=True))
    counted = native.count(
        references, hypotheses, [group.key for group in plan.groups], unit=view.unit, words=view.words,
        terms=view.terms, order=plan.tie, steps=[step.name for step in view.steps],
    )  # fmt: skip
    expected = count_in_python(references, hypotheses, plan)
    expected[counted.left] = 0
    unequal = np.flatnonzero((counted.rows != expected).any(axis=1))
    if len(unequal):
        first = int(unequal[0])
        raise SystemExit(f"The twins differ under {view} {plan.tie}: {references[first]!r}, {hypotheses[first]!r}")
    return len(counted.left)


def main(pairs: int = 1_000_000, seed: int = 0) -> None:
    """Compare and write the log."""
    source, left = random.Random(seed), 0
    for start in range(0, pairs, BATCH):
        left += compare(source, min(BATCH, pairs - start))
    text = (
        "# Both twins on random pairs\n\n"
        f"`python -m benchmarks.twins {pairs}` (seed {seed}), errata {__version__}, "
        f"Python {sys.version.split()[0]} (Unicode {unicodedata.unidata_version}): {pairs:,} pairs over "
        f"{len(ALPHABETS)} alphabets, every counter, every unit, every kind of words, both tie orders, "
        f"up to two random normalisation steps. All integers equal; {left:,} pairs were left to the Python kernels.\n"
    )
    LOG.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
