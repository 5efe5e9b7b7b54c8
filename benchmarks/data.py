"""Texts to measure on: words by a Zipf-like law, and errors of the kinds that recognisers make."""

from __future__ import annotations

import random
from functools import cache

Pair = tuple[str, str]

LATIN = "etaoinshrdlcumwfgypbvk"
HANGUL = "".join(map(chr, range(0xAC00, 0xAC00 + 11172, 28)))
DEVANAGARI = ["क", "कि", "नी", "स्त", "मा", "र", "ल", "त्र", "पे", "हा", "क्ष", "दो", "य", "व", "ग"]


@cache
def vocabulary(script: str) -> tuple[str, ...]:
    """3,000 words of a script, the same in every run."""
    letters: list[str] = {"latin": list(LATIN), "hangul": list(HANGUL), "devanagari": DEVANAGARI}[script]
    mean = {"latin": 6, "hangul": 3, "devanagari": 3}[script]
    source = random.Random(script)
    return tuple(
        "".join(source.choice(letters) for _ in range(max(1, round(source.gauss(mean, 2))))) for _ in range(3000)
    )


def text(size: int, source: random.Random, script: str = "latin") -> str:
    """A text of `size` characters."""
    words, length = [], 0
    known = vocabulary(script)
    while length <= size:
        words.append(known[min(int(source.paretovariate(0.6)) - 1, len(known) - 1)])
        length += len(words[-1]) + 1
    return " ".join(words)[:size].strip()


def with_errors(reference: str, rate: float, source: random.Random, script: str = "latin") -> str:
    """The text with errors: 60 % substitutions, 20 % deletions, 20 % insertions, some of them spaces."""
    letters = [*"".join(vocabulary(script)[:40]), " "]
    written = []
    for character in reference:
        draw = source.random() / rate if rate else 2.0
        if draw < 0.6:
            written.append(source.choice(letters))
        elif draw < 0.8:
            continue
        else:
            written.append(character)
            if draw < 1.0:
                written.append(source.choice(letters))
    return "".join(written)


def pairs(number: int, size: int, rate: float, script: str = "latin", seed: int = 1) -> list[Pair]:
    """Pairs of reference and hypothesis."""
    source = random.Random(f"{number},{size},{rate},{script},{seed}")
    references = [text(size, source, script) for _ in range(number)]
    return [(reference, with_errors(reference, rate, source, script)) for reference in references]
