"""What each renderer writes, byte for byte.

After a wanted change record the files anew and read the difference: ERRATA_RECORD=1 pytest tests/report
"""

import os
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from example_results import RESULTS, full, small
from rich.console import Console

from errata.report import csv, json, markdown, notebook, terminal

GOLDEN = Path(__file__).parent / "golden"


def screen(show, encoding="utf-8", width=80, **settings):
    """What `show` prints on a console of this kind."""
    buffer = BytesIO()
    file = TextIOWrapper(buffer, encoding, "backslashreplace", newline="\n", write_through=True)
    colour = (
        {"force_terminal": True, "color_system": "standard"}
        if settings.pop("colour", False)
        else {"color_system": None}
    )
    show(Console(file=file, width=width, legacy_windows=False, _environ=settings, **colour))
    return buffer.getvalue().decode(encoding)


CASES = {
    "small.txt": lambda: screen(lambda console: terminal.render(small(), console)),
    "full.txt": lambda: screen(lambda console: terminal.render(full(), console)),
    "empty.txt": lambda: screen(lambda console: terminal.render(RESULTS["empty"](), console)),
    "full-narrow.txt": lambda: screen(lambda console: terminal.render(full(), console), width=44),
    "full-wide.txt": lambda: screen(lambda console: terminal.render(full(), console), width=132),
    "full-ascii.txt": lambda: screen(lambda console: terminal.render(full(), console), encoding="ascii"),
    "full-colour.txt": lambda: screen(lambda console: terminal.render(full(), console), colour=True),
    "full-no-color.txt": lambda: screen(lambda console: terminal.render(full(), console), colour=True, NO_COLOR="1"),
    "small.csv": lambda: "".join(csv.render(small())),
    "empty.csv": lambda: "".join(csv.render(RESULTS["empty"]())),
    "full.json": lambda: "".join(json.render(full())),
    "full.md": lambda: "".join(markdown.render(full())),
    "full.html": lambda: notebook.html(full()),
}


@pytest.mark.parametrize("name", CASES)
def test_a_renderer_writes_its_golden_file(name):
    path, found = GOLDEN / name, CASES[name]()
    if os.environ.get("ERRATA_RECORD"):
        path.write_text(found, "utf-8", newline="")
    assert found == path.read_bytes().decode("utf-8")


def test_no_golden_file_is_left_behind():
    assert {path.name for path in GOLDEN.iterdir()} == set(CASES)
