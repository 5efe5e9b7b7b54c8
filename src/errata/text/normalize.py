"""Normalisation steps: named pure functions from text to text, which a profile or a user lists in order.

Each step of STEPS is idempotent, and total: it takes any `str`, lone surrogates included. What is a letter, a mark or a
digit is what the interpreter's Unicode version says; the scripts of `diacritics` are of the pinned version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from unicodedata import category, decimal
from unicodedata import normalize as unicode_form

from errata.errors import UnknownNameError, UsageError
from errata.text.charmap import CharMap
from errata.text.diacritics import strip_diacritics

__all__ = ["REPLACED", "STEPS", "Step", "collapse", "replacement_step", "resolve"]

REPLACED = "replace-"  # before the digest of a table of replacements, in the name of its step

# Unicode's property Quotation_Mark, ornaments, apostrophes (the letters and the misused acute accent too), Hebrew
# geresh and gershayim, and the primes of one or two strokes. Of corner brackets the outer pair 「」 is double, the
# inner pair 『』 single.
SINGLE_QUOTES = (
    "\u00b4\u02b9\u02bb\u02bc\u02bd\u0374\u055a\u05f3\u1ffd\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a"
    "\u275b\u275c\u275f\u276e\u276f\u300e\u300f\ufe43\ufe44\uff07"
)
DOUBLE_QUOTES = (
    "\u00ab\u00bb\u02ba\u02ee\u05f4\u201c\u201d\u201e\u201f\u2033\u2036\u275d\u275e\u2760\u2e42"
    "\u300c\u300d\u301d\u301e\u301f\ufe41\ufe42\uff02\uff62\uff63\U0001f676\U0001f677\U0001f678"
)
# Hyphens (the oblique ones of blackletter too), dashes and the minus sign; not the wave dashes, which write a range or
# a long vowel, nor raised and lowered signs.
DASHES = (
    "\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d"
    "\ufe31\ufe32\ufe58\ufe63\uff0d"
)
FOLDED_QUOTES = str.maketrans(
    {**dict.fromkeys(SINGLE_QUOTES, "'"), **dict.fromkeys(DOUBLE_QUOTES, '"'), **dict.fromkeys(DASHES, "-")}
)
BIDI = "\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
DROPPED_BIDI = dict.fromkeys(map(ord, BIDI))
ASCII_PUNCTUATION = b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"  # all of P and S in ASCII
HAS_QUOTES = re.compile(f"[{SINGLE_QUOTES}{DOUBLE_QUOTES}{DASHES}]").search
HAS_BIDI = re.compile(f"[{BIDI}]").search
HAS_DIGITS = re.compile(r"[^\D0-9]").search
DROPPED_PUNCTUATION = CharMap(lambda point: None if category(chr(point))[0] in "PS" else point)
FOLDED_DIGITS = CharMap(lambda point: f"{decimal(chr(point), chr(point))}")


@dataclass(frozen=True, slots=True)
class Step:
    """One named change of text; two steps are equal if they say the same of themselves."""

    name: str
    title: str
    description: str
    apply: Callable[[str], str] = field(compare=False)


def collapse(text: str) -> str:
    """Every run of whitespace to one space, none at the ends."""
    return " ".join(text.split())


def drop_punctuation(text: str) -> str:
    """Without the characters of the general categories P and S."""
    if text.isascii():
        return text.encode().translate(None, ASCII_PUNCTUATION).decode()
    return text.translate(DROPPED_PUNCTUATION)


def fold_quotes(text: str) -> str:
    """Quotation marks, apostrophes, primes and dashes to their ASCII forms."""
    return text.translate(FOLDED_QUOTES) if not text.isascii() and HAS_QUOTES(text) else text


def fold_digits(text: str) -> str:
    """Decimal digits (category Nd) of every script to ASCII."""
    return text.translate(FOLDED_DIGITS) if not text.isascii() and HAS_DIGITS(text) else text


def drop_bidi(text: str) -> str:
    """Without bidirectional controls, byte order mark and soft hyphen."""
    return text.translate(DROPPED_BIDI) if not text.isascii() and HAS_BIDI(text) else text


STEPS: Mapping[str, Step] = {
    step.name: step
    for step in (
        Step("nfc", "NFC", "Unicode composed form: canonically equal texts become one.", partial(unicode_form, "NFC")),
        Step("nfd", "NFD", "Unicode decomposed form: letters and their marks apart.", partial(unicode_form, "NFD")),
        Step("nfkc", "NFKC", "NFC without ligatures, full width and raised forms.", partial(unicode_form, "NFKC")),
        Step("nfkd", "NFKD", "NFD without ligatures, full width and raised forms.", partial(unicode_form, "NFKD")),
        Step("casefold", "Case folding", "Unicode's full case folding: ß becomes ss, ς becomes σ.", str.casefold),
        Step("lowercase", "Lower case", "As Python's str.lower: ß stays, a final Σ becomes ς.", str.lower),
        Step("whitespace", "Whitespace", "Runs of whitespace to one space, ends trimmed.", collapse),
        Step("strip", "Outer whitespace", "Whitespace at the ends trimmed, the inner kept.", str.strip),
        Step("punctuation", "Punctuation", "Punctuation and symbols (categories P and S) removed.", drop_punctuation),
        Step(
            "diacritics",
            "Diacritics",
            "Non-spacing marks removed on Latin, Greek, Cyrillic, Arabic and Hebrew bases; then NFC.",
            strip_diacritics,
        ),
        Step("quotes", "Quotes and dashes", "Quotation marks, apostrophes, primes and dashes to ASCII.", fold_quotes),
        Step("digits", "Digits", "Decimal digits of every script to ASCII.", fold_digits),
        Step("bidi", "Invisible controls", "Bidirectional controls, BOM and soft hyphen removed.", drop_bidi),
    )
}


def resolve(names: Iterable[str]) -> tuple[Step, ...]:
    """The steps of these names, in this order."""
    wanted = tuple(names)
    UnknownNameError.check("normalisation step", wanted, STEPS)
    return tuple(STEPS[name] for name in wanted)


def replacement_step(table: Mapping[str, str]) -> Step:
    """A step from a user's table: at each place the longest match, in one pass from left to right.

    What a replacement writes is not replaced again, so the step need not be idempotent. Its name holds a digest of the
    table: results of different tables do not carry the same signature.
    """
    if "" in table:
        raise UsageError(f"The replacements hold an empty key (it becomes {table['']!r}). Remove it.")
    import json
    from hashlib import blake2b

    entries = dict(table)
    digest = blake2b(json.dumps(entries, sort_keys=True).encode(), digest_size=6).hexdigest()
    description = f"Replaced by a table of {len(entries)} entries; the longest match first."
    return Step(f"{REPLACED}{digest}", "Replacements", description, _replacer(entries))


def _replacer(table: dict[str, str]) -> Callable[[str], str]:
    """The function of a table; a partial, so that a step can go to another process."""
    if all(len(old) == 1 for old in table):
        return partial(_replace_characters, str.maketrans(table))
    longest_first = sorted(table, key=len, reverse=True)
    return partial(_replace_strings, re.compile("|".join(map(re.escape, longest_first))), table)


def _replace_characters(table: dict[int, str], text: str) -> str:
    return text.translate(table)


def _replace_strings(pattern: re.Pattern[str], table: dict[str, str], text: str) -> str:
    return pattern.sub(lambda match: table[match[0]], text)
