"""Text to tokens: the units of an error rate, words, and lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache

from errata.errors import InputError, Problem
from errata.text.charmap import CharMap
from errata.text.normalize import drop_punctuation
from errata.text.segment import graphemes
from errata.text.segment import words as uax29_words

__all__ = ["UNITS", "WORDS", "lines"]

FIRST_SYLLABLE, LAST_SYLLABLE = 0xAC00, 0xD7A3
FIRST_LEAD, FIRST_VOWEL, BEFORE_FIRST_TAIL = 0x1100, 0x1161, 0x11A7
VOWELS, TAILS = 21, 28  # a syllable without a final consonant has tail 0


def _same(text: str) -> str:
    return text


def _syllable_to_jamo(point: int) -> int | str:
    """The conjoining jamo L V (T) of a precomposed Hangul syllable; any other code point itself."""
    if not FIRST_SYLLABLE <= point <= LAST_SYLLABLE:
        return point
    rest, tail = divmod(point - FIRST_SYLLABLE, TAILS)
    lead, vowel = divmod(rest, VOWELS)
    jamo = chr(FIRST_LEAD + lead) + chr(FIRST_VOWEL + vowel)
    return jamo + chr(BEFORE_FIRST_TAIL + tail) if tail else jamo


JAMO = CharMap(_syllable_to_jamo)
KEPT = "abcdefghijklmnopqrstuvwxyz0123456789"
CODE = CharMap(lambda point: point if chr(point) in KEPT or chr(point).isspace() else None)
ASCII_CODE = bytes(point for point in range(128) if CODE[point] is None)


def _jamo(text: str) -> str:
    """The text with its Hangul syllables split into conjoining jamo, all else unchanged (this is not NFD)."""
    return text.translate(JAMO) if not text.isascii() and _syllable_search()(text) else text


@cache
def _syllable_search() -> Callable[[str], object]:
    """A test for Hangul syllables, built at first use because compiling this class takes milliseconds."""
    return re.compile("[\uac00-\ud7a3]").search


def _bytes(text: str) -> bytes:
    """The UTF-8 bytes of a text."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        what = f"U+{ord(text[error.start]):04X} is a lone surrogate, which UTF-8 cannot write"
        hint = "count with another unit than byte, or repair the text"
        problem = Problem(f"character {error.start}", what, hint)
        raise InputError("A text has no bytes.", [problem]) from error


def _biblicus(text: str) -> list[str]:
    """Words in lower case without the categories P and S, none of them empty.

    The definition removes these characters from each word; no whitespace is of either category, so removing them from
    the whole text first leaves the same words.
    """
    return drop_punctuation(text.lower()).split()


def _biblicus_code(text: str) -> list[str]:
    """Words in lower case with only a to z and 0 to 9 kept, longer than two."""
    text = text.lower()
    kept = text.encode().translate(None, ASCII_CODE).decode() if text.isascii() else text.translate(CODE)
    return [word for word in kept.split() if len(word) > 2]


UNITS: Mapping[str, Callable[[str], Sequence[Hashable]]] = {
    "character": _same,
    "grapheme": graphemes,
    "jamo": _jamo,
    "byte": _bytes,
}

WORDS: Mapping[str, Callable[[str], list[str]]] = {
    "whitespace": str.split,
    "uax29": uax29_words,
    "biblicus": _biblicus,
    "biblicus-code": _biblicus_code,
}


def lines(text: str) -> list[str]:
    """Lines by `str.splitlines` without outer blank lines, each trimmed; an inner blank line is an empty string."""
    return [line.strip() for line in text.strip().splitlines()]
