"""A slow reading of UAX #29: one function a boundary, one line a rule, in the order of the standard."""

from __future__ import annotations

import re
from itertools import pairwise

from errata.text.unicode_tables import GRAPHEME, WORD

HANGUL = 0xAC00
IGNORED = "EFZ"  # Extend, Format and ZWJ, which WB4 skips
NEWLINES = "RNC"
LETTERS = "AHY"
WORDLIKE = "AHYDKU"


def expand(code: str) -> str:
    """The class letter of every code point, one after another."""
    return "".join(letter * int(length or "1", 36) for letter, length in re.findall("([A-Z])([0-9a-z]*)", code))


GRAPHEME_CLASSES = expand(GRAPHEME)
WORD_CLASSES = expand(WORD)


def grapheme_class(char: str) -> str:
    letter = GRAPHEME_CLASSES[ord(char)]
    if letter == "H":
        return "A" if (ord(char) - HANGUL) % 28 == 0 else "B"
    return letter


def graphemes(text: str) -> list[str]:
    """Extended grapheme clusters by the rules GB1 to GB999."""
    classes = "".join(map(grapheme_class, text))
    return cut(text, [at for at in range(1, len(text)) if grapheme_break(classes, at)])


def word_segments(text: str) -> list[str]:
    """Word segments by the rules WB1 to WB999."""
    classes = "".join(WORD_CLASSES[ord(char)] for char in text)
    return cut(text, [at for at in range(1, len(text)) if word_break(classes, at)])


def cut(text: str, boundaries: list[int]) -> list[str]:
    edges = [0, *boundaries, len(text)]
    return [text[start:end] for start, end in pairwise(edges)] if text else []


def grapheme_break(classes: str, at: int) -> bool:
    """Whether there is a boundary between the code points at - 1 and at."""
    before, after, head = classes[at - 1], classes[at], classes[:at]
    if before + after == "RN":  # GB3
        return False
    if before in "RNC" or after in "RNC":  # GB4 GB5
        return True
    if before == "L" and after in "LVAB":  # GB6
        return False
    if before in "AV" and after in "VT":  # GB7
        return False
    if before in "BT" and after == "T":  # GB8
        return False
    if after in "EJKZ" or after == "S" or before == "P":  # GB9 GB9a GB9b
        return False
    if after == "D":  # GB9c
        linkers = len(head) - len(head.rstrip("EKZ"))
        if "K" in head[len(head) - linkers :] and head.rstrip("EKZ").endswith("D"):
            return False
    if after == "X" and before == "Z" and head[:-1].rstrip("EJK").endswith("X"):  # GB11
        return False
    if after == "I":  # GB12 GB13
        return (len(head) - len(head.rstrip("I"))) % 2 == 0
    return True  # GB999


def word_break(classes: str, at: int) -> bool:
    """Whether there is a boundary between the code points at - 1 and at."""
    before, after = classes[at - 1], classes[at]
    if before + after == "RN":  # WB3
        return False
    if before in NEWLINES or after in NEWLINES:  # WB3a WB3b
        return True
    if before == "Z" and after in "XY":  # WB3c
        return False
    if before == "W" and after == "W":  # WB3d
        return False
    if after in IGNORED:  # WB4
        return False
    left, right = collapsed(classes[:at]), collapsed(classes[at:])
    return significant_break(left, right)


def collapsed(classes: str) -> str:
    """WB4: what is left when Extend, Format and ZWJ go with what they follow; never across a newline or the start."""
    kept = ""
    for letter in classes:
        if letter not in IGNORED or not kept or kept[-1] in NEWLINES:
            kept += letter
    return kept


def significant_break(left: str, right: str) -> bool:
    """WB5 to WB999 on the sequences before and after a boundary, with "." where there is nothing."""
    before, before2 = left[-1], left[-2:-1] or "."
    after, after2 = right[0], right[1:2] or "."
    if before in LETTERS and after in LETTERS:  # WB5
        return False
    if before in LETTERS and after in "LMS" and after2 in LETTERS:  # WB6
        return False
    if before2 in LETTERS and before in "LMS" and after in LETTERS:  # WB7
        return False
    if before == "H" and after == "S":  # WB7a
        return False
    if (before + after + after2 == "HQH") or (before2 + before + after == "HQH"):  # WB7b WB7c
        return False
    if before in "D" + LETTERS and after in "D" + LETTERS:  # WB8 WB9 WB10, WB5 again
        return False
    if before2 == "D" and before in "BMS" and after == "D":  # WB11
        return False
    if before == "D" and after in "BMS" and after2 == "D":  # WB12
        return False
    if before == "K" and after == "K":  # WB13
        return False
    if (before in WORDLIKE and after == "U") or (before == "U" and after in WORDLIKE):  # WB13a WB13b
        return False
    if before == "I" and after == "I":  # WB15 WB16
        return (len(left) - len(left.rstrip("I"))) % 2 == 0
    return True  # WB999
