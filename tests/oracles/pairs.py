"""Random pairs of texts in many scripts; ERRATA_ORACLE_PAIRS says how many are compared with the textbook."""

import os
import random

PAIRS = int(os.environ.get("ERRATA_ORACLE_PAIRS", "100000"))

ALPHABETS = {
    "two letters": "ab",
    "three letters": "abc",
    "latin": "aeiou tnéß\n",
    "hangul": "가각간한글 각",
    "arabic": "ابتسلم ًّ",
    "devanagari": "कखगनम ािी्",
    "emoji": "👍👩💻🏽\u200d\ufe0f🇩🇪",
    "combining": "aeoäñ\u0301\u0308\u0303\u0327",
}


def noisy(generator, text, alphabet, rate):
    """The text with substitutions, deletions and insertions, each in a third of the places that `rate` gives."""
    edits = (
        lambda token: generator.choice(alphabet),
        lambda token: "",
        lambda token: token + generator.choice(alphabet),
    )
    return "".join(generator.choice(edits)(token) if generator.random() < rate else token for token in text)


def random_pair(generator, alphabet, longest):
    """Two unrelated texts, or a text and a noisy copy of it."""
    reference = "".join(generator.choices(alphabet, k=generator.randint(0, longest)))
    if generator.random() < 0.5:
        return reference, "".join(generator.choices(alphabet, k=generator.randint(0, longest)))
    return reference, noisy(generator, reference, alphabet, generator.choice((0.1, 0.3, 0.6)))


def random_pairs(title, alphabet, longest=12):
    """An alphabet's share of the pairs, the same in every run."""
    generator = random.Random(title)
    return (random_pair(generator, alphabet, longest) for _ in range(PAIRS // len(ALPHABETS)))
