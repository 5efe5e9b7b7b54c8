"""Write `tests/data/segmentation.json` from the official break tests as `unicode-segmentation` ships them.

    python tools/make_unicode_vectors.py TESTDATA

TESTDATA is `tests/testdata/mod.rs` of the crate, which is GraphemeBreakTest.txt and WordBreakTest.txt of the Unicode
Character Database in Rust syntax. A vector is the text in hexadecimal code points with ÷ where it must be cut.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "tests" / "data" / "segmentation.json"
STRING = r'"((?:\\u\{\w+\})*)"'


def block(source: str, name: str) -> str:
    """The rows of one Rust constant on a single line."""
    start = source.index(f"const {name}:")
    return re.sub(r"\s+", " ", source[source.index("= &[", start) + 4 : source.index("];", start)])


def vectors(source: str, name: str) -> list[str]:
    """The vectors of one constant; of two lists of pieces the first, which is the extended one."""
    rows = re.findall(rf"\( ?{STRING}, &\[([^\]]*)\]", block(source, name))
    found = []
    for text, listed in rows:
        pieces = re.findall(STRING, listed)
        if "".join(pieces) != text:
            raise SystemExit(f"{name}: the pieces {pieces} are not the text {text}")
        found.append(" ÷ ".join(" ".join(re.findall(r"\{(\w+)\}", piece)).upper() for piece in pieces))
    return found


def main(testdata: Path) -> None:
    """Read the crate's test data and write ours."""
    source = testdata.read_text("utf-8")
    versions = set(re.findall(r"Public/([\d.]+)/ucd/auxiliary", source))
    if len(versions) != 1:
        raise SystemExit(f"{testdata}: expected one Unicode version, found {sorted(versions)}")
    document = {
        "source": "GraphemeBreakTest.txt and WordBreakTest.txt of the Unicode Character Database, "
        "© Unicode, Inc., Unicode License v3 (tools/unicode_license.txt), by tools/make_unicode_vectors.py",
        "unicode": versions.pop(),
        "graphemes": vectors(source, "TEST_SAME") + vectors(source, "TEST_DIFF"),
        "words": vectors(source, "TEST_WORD"),
    }
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(document, ensure_ascii=False, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
