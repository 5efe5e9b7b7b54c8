"""What starting costs: importing the package, and the help of the command line."""

from __future__ import annotations

import os
import subprocess
import sys

from benchmarks.table import COMPILED, Row, each

GOALS = (
    ("import errata", ["-c", "import errata"], 0.100),
    ("errata --help", ["-m", "errata", "--help"], 0.150),
)


def rows() -> list[Row]:
    """Each start beside that of the bare interpreter; the goals are absolute: 100 and 150 ms."""
    bare, *times = each(*(lambda a=a: _run(a) for a in (["-c", "pass"], *(goal[1] for goal in GOALS))), rounds=11)
    return [
        Row(f"{name} (goal {goal * 1000:.0f} ms)", ours, "python -c pass", bare, goal / bare)
        for (name, _, goal), ours in zip(GOALS, times, strict=True)
    ]


def _run(arguments: list[str]) -> None:
    subprocess.run([sys.executable, *arguments], env=os.environ | COMPILED, stdout=subprocess.DEVNULL, check=True)
