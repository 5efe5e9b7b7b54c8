"""Documents: folders of PAGE files read, paired and scored, beside lxml that only parses them."""

from __future__ import annotations

import random
import tempfile
from itertools import count
from pathlib import Path
from xml.sax.saxutils import escape

from lxml import etree

import errata
from benchmarks.data import text, with_errors
from benchmarks.table import Row, each

LINES, SIZE = 50, 50
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15">\n'
    '<Page imageFilename="{name}.png" imageWidth="2000" imageHeight="3000">\n'
    '<ReadingOrder><OrderedGroup id="g"><RegionRefIndexed index="0" regionRef="r"/></OrderedGroup></ReadingOrder>\n'
    '<TextRegion id="r"><Coords points="0,0 2000,0 2000,3000 0,3000"/>\n'
)
TEXT = '<TextEquiv conf="0.9"><Unicode>{}</Unicode></TextEquiv>'


def page(name: str, lines: list[str]) -> str:
    """A PAGE file with words, coordinates and confidences."""
    parts = [HEAD.format(name=name)]
    for number, line in enumerate(lines):
        top = 10 + 55 * number
        parts.append(f'<TextLine id="l{number}"><Coords points="10,{top} 1990,{top} 1990,{top + 50} 10,{top + 50}"/>\n')
        left = 10
        for place, word in enumerate(line.split()):
            right = left + 30 * len(word)
            corners = f"{left},{top} {right},{top} {right},{top + 50} {left},{top + 50}"
            parts.append(
                f'<Word id="l{number}w{place}"><Coords points="{corners}"/>{TEXT.format(escape(word))}</Word>\n'
            )
            left = right + 20
        parts.append(f"{TEXT.format(escape(' '.join(line.split())))}</TextLine>\n")
    return "".join([*parts, "</TextRegion></Page></PcGts>\n"])


def write(folder: Path, number: int) -> None:
    """Two folders of `number` PAGE files: references, and the same with 5 % of errors."""
    source = random.Random(7)
    for side in ("reference", "hypothesis"):
        (folder / side).mkdir()
    for place in range(number):
        lines = [text(SIZE, source) for _ in range(LINES)]
        said = [with_errors(line, 0.05, source) for line in lines]
        (folder / "reference" / f"p{place:04}.gt.page.xml").write_text(page(f"p{place}", lines), "utf-8")
        (folder / "hypothesis" / f"p{place:04}.ocr.page.xml").write_text(page(f"p{place}", said), "utf-8")


def parse(paths: list[str]) -> None:
    """What lxml does alone: every file to a tree."""
    for path in paths:
        etree.parse(path)


def rows(number: int = 1000) -> list[Row]:
    """Scoring two folders of `number` pages, beside parsing their files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, number)
        paths = sorted(map(str, folder.glob("*/*.xml")))
        turns = count()
        ours, theirs = each(lambda: _score(folder, next(turns)), lambda: parse(paths), rounds=4)
    title = f"{number:,} pages of PAGE on either side, 50 lines each with words and places: read, paired, scored"
    return [Row(title, ours / number, "lxml parses the same files, a page", theirs / number, 3)]


def _score(folder: Path, turn: int) -> None:
    errata.score_corpus((folder / "reference", folder / "hypothesis"), folder / f"run-{turn}")
