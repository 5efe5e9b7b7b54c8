"""The classes of errors, and which one an edit belongs to by its own characters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from unicodedata import category, name, normalize

from errata.diagnose.confusable import look_alike
from errata.text.diacritics import strip_diacritics

__all__ = ["CLASSES", "HYPHENS", "changed_jamo", "is_mark", "same_folded", "scripts", "single", "substitution"]

CLASSES: Mapping[str, str] = MappingProxyType(
    {
        "case": "the other case",
        "diacritic": "marks wrong, lost, added",
        "punctuation": "signs wrong, lost, added",
        "whitespace": "words split, joined, spaces",
        "digit": "digits wrong, lost, added",
        "confusable": "a glyph that looks like it",
        "jamo": "letters of a Hangul syllable",
        "script": "a letter of another script",
        "hyphenation": "hyphens at the end of a line",
        "repetition": "text written twice",
        "insertion_run": "words added (hallucination)",
        "deletion_run": "words left out (omission)",
        "order": "swapped, in another place",
        "other": "other letters, all else",
    }
)
HYPHENS = frozenset("-\u00ad\u2010\u2011\u00ac\u2e17\u2e40")
FIRST_SYLLABLE, LAST_SYLLABLE = 0xAC00, 0xD7A3
EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HALFWIDTH", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"})
NO_SCRIPT = frozenset({"MODIFIER", "MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER", "FEMININE", "MASCULINE",
                       "SUPERSCRIPT", "SUBSCRIPT", "MICRO", "OHM", "KELVIN", "ANGSTROM"})  # fmt: skip


@lru_cache(maxsize=1 << 16)
def substitution(reference: str, hypothesis: str) -> str:
    """The class of one token put for another."""
    if reference.isspace() or hypothesis.isspace():
        return "whitespace"
    if folded := same_folded(reference, hypothesis):
        return folded
    if is_mark(reference) and is_mark(hypothesis):
        return "diacritic"
    ours, theirs = _kind(reference), _kind(hypothesis)
    if ours == theirs and ours in ("digit", "punctuation"):
        return ours
    if look_alike(reference, hypothesis):
        return "confusable"
    for kind in ("digit", "punctuation"):
        if kind in (ours, theirs):
            return kind
    if changed_jamo(reference, hypothesis):
        return "jamo"
    scripts_of_both = script(reference[:1]), script(hypothesis[:1])
    return "script" if all(scripts_of_both) and len(set(scripts_of_both)) > 1 else "other"


@lru_cache(maxsize=1 << 12)
def single(token: str) -> str:
    """The class of one token lost or added by itself."""
    if token.isspace():
        return "whitespace"
    if is_mark(token):
        return "diacritic"
    if len(token) == 1 and "\u1100" <= token <= "\u11ff":
        return "jamo"
    return _kind(token) or "other"


@lru_cache(maxsize=1 << 16)
def same_folded(reference: str, hypothesis: str) -> str:
    """`case` or `diacritic` where the two texts are one without it, else nothing."""
    ours, theirs = reference.casefold(), hypothesis.casefold()
    if ours == theirs:  # ß is no other case of ss, but of SS
        mapped = reference.upper() == hypothesis or hypothesis.upper() == reference
        return "case" if mapped or len(reference) == len(hypothesis) else ""
    bare = strip_diacritics(ours)
    return "diacritic" if bare and bare == strip_diacritics(theirs) else ""


@lru_cache(maxsize=1 << 12)
def is_mark(token: str) -> bool:
    """Whether a token is nothing but marks that the step `diacritics` would remove."""
    return all(map(_marks, token)) and strip_diacritics(f"a{token}") == "a"


def changed_jamo(reference: str, hypothesis: str) -> str:
    """Which letter of a Hangul syllable differs (lead, vowel, tail, several), or nothing where none is the same."""
    ours, theirs = normalize("NFC", reference), normalize("NFC", hypothesis)
    if not (len(ours) == len(theirs) == 1 and _hangul(ours) and _hangul(theirs)):
        return ""
    parts = _jamo(ours), _jamo(theirs)
    if not (parts[0] and parts[1]):
        return "several"  # single letters
    differing = [place for place, one, other in zip(("lead", "vowel", "tail"), *parts, strict=True) if one != other]
    shared = 3 - len(differing) - (parts[0][2] == parts[1][2] == 0)  # two missing tails have no letter in common
    if not shared:
        return ""
    return differing[0] if len(differing) == 1 else "several"


def scripts(text: str) -> frozenset[str]:
    """The scripts of the letters of a text; Han and kana are one."""
    if text.isascii():
        return frozenset({"LATIN"}) if any(map(str.isalpha, text)) else frozenset()
    return frozenset(filter(None, map(script, set(text))))


@lru_cache(maxsize=1 << 14)
def script(char: str) -> str:
    """The script of a letter, by its name in the character database; nothing for all else."""
    if not char or not category(char).startswith("L"):
        return ""
    words = name(char, "").split(" ")
    first = words[1] if words[0] in ("FULLWIDTH", "HALFWIDTH") and len(words) > 1 else words[0]
    if first in NO_SCRIPT:
        return ""
    return "HAN" if first in EAST_ASIAN else first


def _kind(token: str) -> str:
    kind = category(token[0])[0] if token else ""
    return {"N": "digit", "P": "punctuation", "S": "punctuation"}.get(kind, "")


def _marks(char: str) -> bool:
    return category(char).startswith("M")


def _hangul(char: str) -> bool:
    return "\u1100" <= char <= "\u11ff" or "\u3131" <= char <= "\u318e" or "\uac00" <= char <= "\ud7a3"


def _jamo(char: str) -> tuple[int, int, int] | tuple[()]:
    if not FIRST_SYLLABLE <= ord(char) <= LAST_SYLLABLE:
        return ()
    rest, tail = divmod(ord(char) - FIRST_SYLLABLE, 28)
    return (*divmod(rest, 21), tail)
