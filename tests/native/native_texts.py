"""Random pairs over many scripts, with whitespace and case that is easy to get wrong."""

import random

ALPHABETS = (
    "ab ",
    "abcdefgh   .,\n",
    "ABC'xyz- 09\t",
    "가나다각닭 한\n",
    "بتثجح َُ\u200f ،",
    "कखगाि्ी ।\u200d",
    "👍🏽👩‍💻🇩🇪 x",
    "e\u0301o\u0308 \u00a0\u2003\u3000\u0085\u2028\u2029\x1c\x1d\x1e\x1f\x0b\x0c\r\n",
    "ΑΣσςΟ ΐ.'İıI",
    "\x00\x7f \u200b\ufeff\u00ad",
    "漢字、。「」 \u3000",
    "ſßẞᲐაǅ𐐀𐐨 ʰ\u1f88K",
    "１２٣४ Ⅻ½ﬁ①",
)
RATES = (0, 0.02, 0.1, 0.4, 0.9)
LENGTHS = (0, 1, 2, 5, 20, 40, 70, 120)


def pairs(number: int, seed: int, lengths: tuple[int, ...] = LENGTHS) -> list[tuple[str, str]]:
    """As many references with a noisy copy each."""
    draw = random.Random(seed)
    return [pair(draw, draw.choice(lengths)) for _ in range(number)]


def pair(draw: random.Random, length: int) -> tuple[str, str]:
    """One reference, over one alphabet or three, with a noisy copy."""
    alphabet = draw.choice(ALPHABETS) if draw.random() < 0.7 else "".join(draw.sample(ALPHABETS, 3))
    text = "".join(draw.choices(alphabet, k=length))
    return text, noisy(draw, text, alphabet, draw.choice(RATES))


def noisy(draw: random.Random, text: str, alphabet: str, rate: float) -> str:
    """A copy with errors: three in five substitutions, the rest losses and additions."""
    copy = []
    for character in text:
        kind = draw.random() / rate if rate else 1
        if kind < 0.6:
            copy.append(draw.choice(alphabet))
        elif kind >= 0.8:
            copy.append(character + (draw.choice(alphabet) if kind < 1 else ""))
    return "".join(copy)
