"""The recorded cases of four systems, one JSON object a line; copied unchanged, never edited to pass.

`inf` and `nan` are strings there, exceptions are `{"raises": ...}`, and `source` and `note` say where a case is from.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
NUMBERS = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


@dataclass(frozen=True)
class Case:
    file: str
    line: int
    function: str
    input: dict
    expected: object
    note: str

    @property
    def id(self):
        return f"{self.file[:3]}:{self.line}:{self.function}"


def cases(file):
    """The cases of a file. Its lines end in LF only: texts hold other line breaks, all of them escaped."""
    lines = (FOLDER / file).read_text("ascii").split("\n")
    return [_case(file, number, json.loads(line)) for number, line in enumerate(lines, 1) if line]


def of(file, function):
    """The cases of one function of a file."""
    return [case for case in cases(file) if case.function == function]


def _case(file, number, row):
    return Case(file, number, row["function"], row["input"], row["expected"], row["note"])
