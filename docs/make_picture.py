"""Draw the pictures of the documentation from the demo corpora: `python docs/make_picture.py`.

What two commands print, for the README, and a page with the boxes of both sides, for the pages on layouts.
"""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from typing import Any

import errata
from errata.report import diff, terminal

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "examples" / "demo"
TARGET = ROOT / "docs" / "assets" / "score.svg"
LAYOUT = ROOT / "examples" / "layout"
LAYOUT_TARGET = ROOT / "docs" / "assets" / "layout.svg"
LAYOUT_PAGE = "field-survey_p000.svg"
LAYOUT_WIDTH = 560  # pixels
SCORE = "errata score reference system-a --ladder"
PAGE = "de/rechnung-1911"
DIFF = f"errata diff reference/{PAGE}.gt.txt system-a/{PAGE}.txt"
CONTEXT = 40  # as the command
WIDTH = 106
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def main() -> None:
    """Write the pictures."""
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(picture(), "utf-8", newline="\n")
    LAYOUT_TARGET.write_text(layout_picture(), "utf-8", newline="\n")


def layout_picture() -> str:
    """A page that a detector got half right, as `errata layout --overlay` draws it, but smaller."""
    with tempfile.TemporaryDirectory() as folder:
        errata.layout(LAYOUT / "reference.json", LAYOUT / "detector-a.json", overlay=folder)
        drawn = (Path(folder) / LAYOUT_PAGE).read_text("utf-8")
    return re.sub(r' width="\d+" height="\d+">', f' width="{LAYOUT_WIDTH}">', drawn, count=1)


def picture() -> str:
    """The report and an alignment as SVG, with the fonts of the reader's machine and nothing from another host."""
    from rich.console import Console
    from rich.text import Text

    class Sheet(Console):
        """A console that breaks every line at its width: a picture cannot be scrolled."""

        def print(self, *objects: Any, soft_wrap: bool | None = None, **options: Any) -> None:
            super().print(*objects, **options)

    console = Sheet(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.assemble(("$ ", "dim"), (SCORE, "bold")))
    terminal.render(scored(), console)
    console.print(Text.assemble(("\n$ ", "dim"), (DIFF, "bold")))
    page = (text(DEMO / "reference" / f"{PAGE}.gt.txt"), text(DEMO / "system-a" / f"{PAGE}.txt"))
    diff.render(errata.align(*page), console, CONTEXT)
    svg = console.export_svg(title="errata", unique_id="errata")
    return without_web_fonts(svg)


def scored() -> errata.Result:
    """The demo corpus, scored in memory."""
    references = sorted((DEMO / "reference").rglob("*.gt.txt"))
    keys = [path.relative_to(DEMO / "reference").as_posix().removesuffix(".gt.txt") for path in references]
    return errata.score(
        list(map(text, references)), [text(DEMO / "system-a" / f"{key}.txt") for key in keys], ids=keys, ladder=True
    )


def text(path: Path) -> str:
    """The text of a file as the command line reads it."""
    return path.read_text("utf-8").removesuffix("\n")


def without_web_fonts(svg: str) -> str:
    """The SVG without rich's font downloads; the text keeps its measures in any monospaced font."""
    svg = re.sub(r"\s*@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: ?(?:Fira Code|'Fira Code'|\"Fira Code\")[^;]*;", f"font-family: {FONTS};", svg)


if __name__ == "__main__":
    main()
