"""Grapheme clusters and words of UAX #29, extended clusters with Indic conjuncts (GB9c), of one pinned Unicode version.

A text is translated to a string of class letters, one for each code point, and one regular expression cuts that string.
The version is the one of the tables, not the interpreter's, so a score does not change with the Python release.
`tests/text/test_segment.py` holds both cuts against the official vectors and a slow rule-by-rule oracle.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from errata.text.charmap import CharMap, run_lengths

__all__ = ["SEGMENTATION_UNICODE", "graphemes", "word_segments", "words"]

SEGMENTATION_UNICODE = "17.0.0"

# Classes of a grapheme: R CR, N LF, C control, P prepend, S spacing mark, Z zero width joiner, I regional indicator,
# X pictograph, D Indic consonant; extenders: K conjunct linker, E other that may stand in a conjunct, J that may not;
# Hangul: L V T jamo, A syllable LV, B syllable LVT; O the rest.
GRAPHEME = r"""
    O [EJKSZ]*+                                         # the common case, GB9 GB9a
  | RN | [RNC]                                          # GB3 GB4 GB5
  | D (?: [EZ]* K [EKZ]* D )*+ [EJKSZ]*+                # GB9c
  | P*                                                  # GB9b
    (?: O
      | D (?: [EZ]* K [EKZ]* D )*
      | X (?: [EJK]* Z X )*                             # GB11
      | I I                                             # GB12 GB13
      | L* (?: V+ | A V* | B ) T* | L+ | T+             # GB6 GB7 GB8
      | [^RNC]
    )
    [EJKSZ]*
"""
HAS_JOINERS = re.compile("[^\0-\u02ff]").search  # below U+0300 only "\r\n" is a cluster of several code points
JOINERS = "[EJKLPSTVZ]|II|RN"  # where none of these is, each code point is a cluster

# Classes of a word: R CR, N LF, C other newline, E extend, F format, Z zero width joiner, W space, I regional
# indicator, A letter, H Hebrew letter, D digit, K katakana, U joins letters and digits (_), S single quote, Q double
# quote, L between letters (:), M between letters or between digits (.), B between digits (,); X pictograph, Y one that
# is a letter, too; O the rest.
SKIPPED = "[EFZ]*+"  # WB4: seen as a part of what they follow
WORD_PART = rf"""(?:
    W++ {SKIPPED}                                       # WB3d
  | I {SKIPPED} (?: I {SKIPPED} )?                      # WB15 WB16
  | [AHYDU] [AHYDUEFZ]*+ (?! [BKLMQS] )                 # the common case: no punctuation inside or behind
  | (?: [AY] {SKIPPED} (?: [LMS] {SKIPPED} (?= [AHY] ) | (?= [AHYDU] ) )                           # WB5 WB6 WB7 WB9
      | H {SKIPPED} (?: [LMS] {SKIPPED} (?= [AHY] ) | Q {SKIPPED} (?= H ) | (?= [AHYDUS] ) )       # WB7a WB7b WB7c
      | D {SKIPPED} (?: [BMS] {SKIPPED} (?= D ) | (?= [AHYDU] ) )                                  # WB8 WB10 to WB12
      | K {SKIPPED} (?= [KU] )                                                                     # WB13 WB13a
      | U {SKIPPED} (?= [AHYDKU] )                                                                 # WB13a WB13b
    )*+
    [^RNC] {SKIPPED}                                    # the last unit of a word, or any other character
)"""
WORD = rf"RN | [RNC] | {WORD_PART} (?: (?<=Z) (?=[XY]) {WORD_PART} )*+"  # WB3 WB3a WB3b; WB3c

ASCII_WORD = r"[A-Za-z0-9_]+(?:(?:(?<=[A-Za-z])[:.'](?=[A-Za-z])|(?<=[0-9])[,;.'](?=[0-9]))[A-Za-z0-9_]+)*"

Cut = Callable[[str], list[str]]


def graphemes(text: str) -> list[str]:
    """The extended grapheme clusters of a text: what readers take for one character."""
    if text.isascii() or not HAS_JOINERS(text):
        return list(text) if "\r\n" not in text else re.findall("\r\n|(?s:.)", text)
    classes, joined, cut = _grapheme_machine()
    letters = text.translate(classes)
    return _slices(text, cut(letters)) if joined(letters) else list(text)


def word_segments(text: str) -> list[str]:
    """All segments between word boundaries, spaces and punctuation included; joined they are the text."""
    if text.isascii():
        return _ascii_segments()(text)
    classes, cut = _word_machine()
    return _slices(text, cut(text.translate(classes)))


def words(text: str) -> list[str]:
    """The word segments that hold a letter or a digit (`str.isalnum` of at least one character)."""
    segments = _ascii_words()(text) if text.isascii() else word_segments(text)
    return [segment for segment in segments if segment.isalnum() or any(map(str.isalnum, segment))]


def _slices(text: str, pieces: list[str]) -> list[str]:
    """The text cut into pieces of the same lengths."""
    slices, start = [], 0
    for piece in pieces:
        end = start + len(piece)
        slices.append(text[start:end])
        start = end
    return slices


@cache
def _grapheme_machine() -> tuple[CharMap, Callable[[str], object], Cut]:
    """The classes of code points, a test for clusters of several, and the cut; built at first use."""
    from errata.text.unicode_tables import GRAPHEME as CODE

    classify = run_lengths(CODE)

    def classes(point: int) -> int:
        if 0xAC00 <= point <= 0xD7A3:  # the table holds the Hangul syllables as one run
            return ord("B") if (point - 0xAC00) % 28 else ord("A")
        return classify(point)

    return CharMap(classes), re.compile(JOINERS).search, re.compile(GRAPHEME, re.VERBOSE).findall


@cache
def _word_machine() -> tuple[CharMap, Cut]:
    """The classes of code points and the cut; built at first use."""
    from errata.text.unicode_tables import WORD as CODE

    return CharMap(run_lengths(CODE)), re.compile(WORD, re.VERBOSE).findall


@cache
def _ascii_words() -> Cut:
    """The words of ASCII text, as the general rules cut them."""
    return re.compile(ASCII_WORD).findall


@cache
def _ascii_segments() -> Cut:
    """All segments of ASCII text, as the general rules cut them."""
    return re.compile(rf"{ASCII_WORD}| +|\r\n|(?s:.)").findall
