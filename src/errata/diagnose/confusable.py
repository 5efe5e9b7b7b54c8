"""Glyphs that look alike: a small table of our own, by script, in which each group holds letters taken for one another.

Only pairs of one script, of a letter and a digit, and of a letter and a sign stand here: look-alikes of two scripts
(Latin a, Cyrillic а) are errors of script. Compatibility forms (ligatures, full width) are found by NFKC.
"""

from __future__ import annotations

from itertools import combinations
from unicodedata import normalize

__all__ = ["GROUPS", "SEQUENCES", "look_alike"]

GROUPS = (
    "0OoQD", "1lI|!i", "iıj", "2Zz", "5Ss", "6bG", "8B&", "9gq", "4A", "7T",  # signs and digits
    "ceo", "ao", "ae", "un", "uv", "vy", "vw", "nh", "nr", "nm", "hb", "hk", "rt", "tf", "tl", "IJ", "CG", "EF",
    "PR", "UV", "MN", "HN", "ſfs", "ßB", "æœ", "þp", "ðd",  # Latin
    "шщ", "нпи", "ьъы", "ео", "гт",  # Cyrillic
    "νυ", "οσ", "αο", "ικ",  # Greek
    "دذ", "رزژ", "بتثنيپ", "جحخچ", "سش", "صض", "طظ", "عغ", "فق", "كک", "يیى", "هة",  # Arabic
    "דר", "החת", "וזין", "בכ", "םס", "גנ",  # Hebrew
    "बव", "घध", "भम", "पष", "यथ", "डङ", "खरव",  # Devanagari
    "ดค", "พฟ", "ผฝ", "ชซ", "ถภ",  # Thai
    "口ロ", "二ニ", "八ハ", "力カ", "夕タ", "工エ", "卜ト", "一ー", "日曰目", "未末", "土士", "己已巳", "大犬太",
    "人入", "ソンリ", "シツ", "クケ",  # Han and kana
)  # fmt: skip
SEQUENCES = (
    ("rn", "m"), ("nn", "m"), ("in", "m"), ("ri", "n"), ("ii", "n"), ("cl", "d"), ("ci", "a"), ("vv", "w"), ("li", "h"),
    ("lc", "k"), ("lo", "b"), ("ij", "y"), ("ß", "ss"), ("ß", "fs"), ("æ", "ae"), ("œ", "oe"), ("''", '"'), (",,", "„"),
)  # fmt: skip

PAIRS = frozenset(
    [frozenset(pair) for group in GROUPS for pair in combinations(group, 2)] + [frozenset(pair) for pair in SEQUENCES]
)


def look_alike(reference: str, hypothesis: str) -> bool:
    """Whether the table or compatibility composition takes the one for the other; the order does not matter."""
    if frozenset((reference, hypothesis)) in PAIRS:
        return True
    return normalize("NFKC", reference) == normalize("NFKC", hypothesis)
