"""Write `src/errata/text/unicode_tables.py` from the tables of two Rust crates.

    python tools/make_unicode_tables.py SEGMENTATION SCRIPT

SEGMENTATION is `src/tables.rs` of the crate `unicode-segmentation` (grapheme, word, emoji and Indic conjunct
properties), SCRIPT is `src/tables.rs` of `unicode-script`; `cargo vendor` fetches both. They must be of one Unicode
version, and the first should be the release that the native twin depends on, so that both twins cut alike. The crates'
code is MIT or Apache-2.0; only property values are taken, which are Unicode's, under the Unicode License v3.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "errata" / "text" / "unicode_tables.py"
LICENSE = ROOT / "tools" / "unicode_license.txt"
WIDTH = 112
OTHER = "O"
HANGUL = range(0xAC00, 0xD7A4)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

GRAPHEME_LETTERS = {
    "GC_CR": "R", "GC_LF": "N", "GC_Control": "C", "GC_Extend": "J", "GC_ZWJ": "Z", "GC_SpacingMark": "S",
    "GC_Prepend": "P", "GC_L": "L", "GC_V": "V", "GC_T": "T", "GC_LV": "A", "GC_LVT": "B",
    "GC_Regional_Indicator": "I", "GC_Extended_Pictographic": "X", "GC_InCB_Consonant": "D",
}  # fmt: skip
WORD_LETTERS = {
    "WC_CR": "R", "WC_LF": "N", "WC_Newline": "C", "WC_Extend": "E", "WC_Format": "F", "WC_ZWJ": "Z",
    "WC_Regional_Indicator": "I", "WC_Katakana": "K", "WC_Hebrew_Letter": "H", "WC_ALetter": "A",
    "WC_Single_Quote": "S", "WC_Double_Quote": "Q", "WC_MidLetter": "L", "WC_MidNumLet": "M", "WC_MidNum": "B",
    "WC_Numeric": "D", "WC_ExtendNumLet": "U", "WC_WSegSpace": "W",
}  # fmt: skip
SCRIPT_LETTERS = {f"Script::{name}": "B" for name in ("Latin", "Greek", "Cyrillic", "Arabic", "Hebrew")}
SCRIPT_LETTERS["Script::Inherited"] = "I"

HEADER = '''"""Unicode {version} properties that the rules of this room need, as run lengths over all code points.

Written by tools/make_unicode_tables.py from unicode-segmentation {segmentation}, unicode-script {script}: do not edit.
A table is a sequence of runs from U+0000 on: the class, one capital letter, then the length in base 36 (1 if absent).
What a letter means stands beside the rules that use it, in segment.py and diacritics.py.

The property values are data of the Unicode Character Database, used under this licence:

{license}
"""

from __future__ import annotations

__all__ = ["GRAPHEME", "SCRIPT", "UNICODE_VERSION", "WORD"]

UNICODE_VERSION = "{version}"
'''


def table(source: str, name: str) -> Iterator[tuple[range, str]]:
    """The ranges of one Rust table with the value of each (empty for a plain list of ranges)."""
    start = source.index(f"const {name}:")
    body = source[source.index("= &[", start) : source.index("];", start)]
    found = re.findall(r"\('\\u\{(\w+)\}',\s*'\\u\{(\w+)\}'(?:,\s*([\w:]+))?\)", body)
    if len(found) != body.count("("):
        raise SystemExit(f"{name}: read {len(found)} of {body.count('(')} rows; the crate's format has changed")
    for first, last, value in found:
        yield range(int(first, 16), int(last, 16) + 1), value


def spread(source: str, name: str, letters: Mapping[str, str]) -> list[str]:
    """The class letter of every code point."""
    classes = [OTHER] * 0x110000
    for points, value in table(source, name):
        for point in points:
            classes[point] = letters.get(value, OTHER)
    return classes


def graphemes(source: str) -> list[str]:
    """Grapheme_Cluster_Break crossed with Indic_Conjunct_Break; Hangul syllables become one class, H."""
    classes = spread(source, "grapheme_cat_table", GRAPHEME_LETTERS)
    linkers = re.findall(r"'\\u\{(\w+)\}'", source[source.index("fn is_incb_linker") :].split("}\n", 1)[0])
    for points, _ in table(source, "InCB_Extend_table"):
        for point in points:
            if classes[point] not in "JZ":
                raise SystemExit(f"U+{point:04X} has InCB=Extend but not Grapheme_Cluster_Break=Extend or ZWJ")
            classes[point] = classes[point].replace("J", "E")
    for linker in linkers:
        if classes[int(linker, 16)] not in "JE":
            raise SystemExit(f"U+{linker} has InCB=Linker but not Grapheme_Cluster_Break=Extend")
        classes[int(linker, 16)] = "K"
    for point in HANGUL:  # LV where there is no final consonant: arithmetic, not 800 runs
        if classes[point] != ("B" if (point - HANGUL.start) % 28 else "A"):
            raise SystemExit(f"U+{point:04X} is not the Hangul syllable that arithmetic says")
        classes[point] = "H"
    return classes


def words(source: str) -> list[str]:
    """Word_Break crossed with Extended_Pictographic."""
    classes = spread(source, "word_cat_table", WORD_LETTERS)
    for points, _ in table(source, "emoji_cat_table"):
        for point in points:
            if classes[point] not in "OA":
                raise SystemExit(f"U+{point:04X} is pictographic and of word class {classes[point]}: add a class")
            classes[point] = "X" if classes[point] == OTHER else "Y"
    return classes


def runs(classes: list[str]) -> str:
    """The run-length code of a table."""
    return "".join(letter + base36(sum(1 for _ in run)) for letter, run in groupby(classes))


def base36(number: int) -> str:
    """A length in base 36, nothing for 1."""
    text = ""
    while number > 1 or (text and number):
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


def constant(name: str, code: str) -> str:
    """A table as a Python constant of wrapped lines."""
    lines = "".join(f'    "{code[start : start + WIDTH]}"\n' for start in range(0, len(code), WIDTH))
    return f"{name} = (\n{lines})\n"


def version(source: str) -> str:
    """The Unicode version of a crate's tables."""
    match = re.search(r"UNICODE_VERSION: \(u64, u64, u64\) = \((\d+), (\d+), (\d+)\)", source)
    if match is None:
        raise SystemExit("no UNICODE_VERSION in the tables")
    return ".".join(match.groups())


def release(path: Path) -> str:
    """The version of the crate that holds these tables."""
    manifest = (path.resolve().parent.parent / "Cargo.toml").read_text("utf-8")
    return manifest.split('\nversion = "', 1)[1].split('"', 1)[0]


def main(segmentation: Path, script: Path) -> None:
    """Read both crates, check that they fit, write the module."""
    cuts, scripts = segmentation.read_text("utf-8"), script.read_text("utf-8")
    if version(cuts) != version(scripts):
        raise SystemExit(f"{segmentation}: Unicode {version(cuts)}, but {script}: Unicode {version(scripts)}")
    header = HEADER.format(
        version=version(cuts),
        segmentation=release(segmentation),
        script=release(script),
        license=LICENSE.read_text("utf-8").strip(),
    )
    tables = {"GRAPHEME": graphemes(cuts), "WORD": words(cuts), "SCRIPT": spread(scripts, "SCRIPTS", SCRIPT_LETTERS)}
    TARGET.write_text("\n".join([header, *(constant(name, runs(found)) for name, found in tables.items())]), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
