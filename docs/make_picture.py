"""Draw the README's picture, the terminal report of the demo corpus: `python docs/make_picture.py`."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import errata
from errata.report.terminal import render

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "assets" / "score.svg"
COMMAND = "errata score reference system-a --by folder --ladder"
WIDTH = 106
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def main() -> None:
    """Write the picture."""
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(picture(), "utf-8", newline="\n")


def picture() -> str:
    """The report as SVG, with the fonts of the reader's machine and nothing from another host."""
    from rich.console import Console
    from rich.text import Text

    class Sheet(Console):
        """A console that breaks every line at its width: a picture cannot be scrolled."""

        def print(self, *objects: Any, soft_wrap: bool | None = None, **options: Any) -> None:
            super().print(*objects, **options)

    console = Sheet(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.assemble(("$ ", "dim"), (COMMAND, "bold")))
    render(scored(), console)
    svg = console.export_svg(title="errata", unique_id="errata")
    return without_web_fonts(svg)


def scored() -> errata.Result:
    """The demo corpus, scored in memory."""
    demo = ROOT / "examples" / "demo"
    references = sorted((demo / "reference").rglob("*.gt.txt"))
    keys = [path.relative_to(demo / "reference").as_posix().removesuffix(".gt.txt") for path in references]
    return errata.score(
        [path.read_text("utf-8").removesuffix("\n") for path in references],
        [(demo / "system-a" / f"{key}.txt").read_text("utf-8").removesuffix("\n") for key in keys],
        ids=keys,
        facts={"folder": [key.partition("/")[0] for key in keys]},
        by="folder",
        ladder=True,
    )


def without_web_fonts(svg: str) -> str:
    """The SVG without rich's font downloads; the text keeps its measures in any monospaced font."""
    svg = re.sub(r"\s*@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: ?(?:Fira Code|'Fira Code'|\"Fira Code\")[^;]*;", f"font-family: {FONTS};", svg)


if __name__ == "__main__":
    main()
