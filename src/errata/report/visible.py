"""Foreign text made safe and visible: nothing in it can steer a terminal, hide, or fail to print."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["ASCII_SIGNS", "is_mark", "isolated", "label", "reads_right_to_left", "visible"]

NAMES = {
    " ": "␣", "\n": "⏎", "\t": "⇥", "\0": "<NUL>", "\x1b": "<ESC>", "\r": "<CR>", "\u0085": "<NEL>", "\u00a0": "<NBSP>",
    "\u00ad": "<SHY>", "\u061c": "<ALM>", "\u200b": "<ZWSP>", "\u200c": "<ZWNJ>", "\u200d": "<ZWJ>", "\u200e": "<LRM>",
    "\u200f": "<RLM>", "\u2028": "<LSEP>", "\u2029": "<PSEP>", "\u202a": "<LRE>", "\u202b": "<RLE>", "\u202c": "<PDF>",
    "\u202d": "<LRO>", "\u202e": "<RLO>", "\u2060": "<WJ>", "\u2066": "<LRI>", "\u2067": "<RLI>", "\u2068": "<FSI>",
    "\u2069": "<PDI>", "\ufeff": "<BOM>",
}  # fmt: skip
UNSEEN = frozenset({"Cc", "Cf", "Cn", "Cs", "Zl", "Zp", "Zs"})  # general categories without a picture of their own
HARMLESS = frozenset(" \n\u00a0\u00ad\u200b\u200c\u200d\u2060")  # unseen, but they belong to the text around them
ASCII_SIGNS = str.maketrans(
    {"␣": "<SP>", "⏎": "<LF>", "⇥": "<TAB>", "…": "...", "◌": "", "\u2068": "", "\u2069": "", "\u200f": ""}
)
RIGHT_TO_LEFT = frozenset({"R", "AL"})
FIRST_STRONG_ISOLATE, POP_ISOLATE, DOTTED_CIRCLE = "\u2068", "\u2069", "\u25cc"


def visible(text: str, *, exact: bool = False) -> str:
    """The text with what cannot be seen named, and with a dotted circle under a mark that stands first.

    Spaces, line breaks and joiners stay as they are, unless `exact` asks for them: at an edit they may be the edit.
    """
    if not exact and text.isascii() and text.isprintable():
        return text
    shown = "".join(_exact(char) if exact else _plain(char) for char in text)
    return DOTTED_CIRCLE + shown if is_mark(text[:1]) else shown


def label(text: str, width: int = 0, *, exact: bool = False) -> str:
    """A name on one line, at most `width` characters long where a width is given."""
    short = text if not width or len(text) <= width else f"{text[: width - 1]}…"
    return isolated(visible(short, exact=exact).replace("\n", NAMES["\n"]), short)


def isolated(shown: str, text: str) -> str:
    """The shown form of a text, kept from reordering its neighbours if the text has right-to-left letters."""
    if text.isascii() or not any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in text):
        return shown
    return f"{FIRST_STRONG_ISOLATE}{shown}{POP_ISOLATE}"


def reads_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction reads from right to left."""
    for char in text:
        direction = unicodedata.bidirectional(char)
        if direction == "L" or direction in RIGHT_TO_LEFT:
            return direction != "L"
    return False


def is_mark(char: str) -> bool:
    """Whether this is a combining mark: it would sit on whatever stands before it."""
    return bool(char) and unicodedata.category(char).startswith("M")


@lru_cache(maxsize=4096)
def _exact(char: str) -> str:
    if "\ufe00" <= char <= "\ufe0f":
        return f"<VS{ord(char) - 0xFDFF}>"
    return NAMES.get(char) or (f"<U+{ord(char):04X}>" if unicodedata.category(char) in UNSEEN else char)


def _plain(char: str) -> str:
    return char if char in HARMLESS or unicodedata.category(char) == "Zs" else _named(char)


@lru_cache(maxsize=4096)
def _named(char: str) -> str:
    return _exact(char) if unicodedata.category(char) in UNSEEN else char
