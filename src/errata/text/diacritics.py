"""The step `diacritics`: without accents and points in the five scripts where they are not letters of their own."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, normalize

from errata.text.charmap import CharMap, run_lengths

__all__ = ["strip_diacritics"]

TATWEEL = 0x0640  # script Common, but it carries Arabic vowel signs
MARKS = re.compile("(?<=B)[KM]+").finditer

# Classes: B a base of the scripts Latin, Greek, Cyrillic, Arabic or Hebrew; M a non-spacing mark of these scripts or of
# any script (Inherited); K any other mark; O the rest.


def strip_diacritics(text: str) -> str:
    """NFD, drop the non-spacing marks on Latin, Greek, Cyrillic, Arabic and Hebrew bases, NFC.

    The base is the nearest character before that is not a mark. A mark without such a base stays: at the start of the
    text, behind a space or a sign, on Devanagari, Han or kana; so does a mark of another script wherever it stands,
    because an Indic vowel sign is a letter.
    """
    if text.isascii():
        return text
    decomposed = normalize("NFD", text)
    letters = decomposed.translate(_classes())
    if "M" not in letters:
        return normalize("NFC", text)
    kept, start = [], 0
    for run in MARKS(letters):
        first, last = run.span()
        kept.append(decomposed[start:first])
        if "K" in run[0]:
            kept += [decomposed[at] for at in range(first, last) if letters[at] == "K"]
        start = last
    kept.append(decomposed[start:])
    return normalize("NFC", "".join(kept))


@cache
def _classes() -> CharMap:
    """The class of every code point; built at first use."""
    from errata.text.unicode_tables import SCRIPT

    script = run_lengths(SCRIPT)

    def classify(point: int) -> str:
        kind = category(chr(point))
        if kind == "Mn":
            return "K" if script(point) == ord("O") else "M"
        if kind.startswith("M"):
            return "K"
        return "B" if script(point) == ord("B") or point == TATWEEL else "O"

    return CharMap(classify)
