"""The shape of the house: who may import whom, and what importing costs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "errata"

# A room may import the rooms of its own floor that are listed, and every floor below.
FLOORS = [
    {"errors", "version", "model", "text", "kernels", "_native"},
    {"metrics"},
    {"stats"},
    {"profiles", "meters", "io", "diagnose", "report"},
    {"corpus", "bench", "compat"},
    {"cli"},
]
FORBIDDEN = {("io", "text"), ("kernels", "text"), ("report", "metrics"), ("metrics", "io"), ("kernels", "model")}
HEAVY = ["numpy", "pyarrow", "rapidfuzz", "rich", "cyclopts", "lxml", "matplotlib", "duckdb", "ray", "pyspark", "scipy"]
HEAVY += ["psutil", "pynvml"]


def room_of(path):
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else path.stem


def imports():
    """Every (room, imported room, file) of the package, imports inside functions and for types included."""
    for path in sorted(SOURCE.rglob("*.py")):
        if path.name in ("__init__.py", "__main__.py") and path.parent == SOURCE:
            continue  # the front doors may open every room
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module] if node.module != "errata" else [f"errata.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                if name.startswith("errata."):
                    yield room_of(path), name.split(".")[1], path.relative_to(SOURCE)


def floor(room):
    matches = [level for level, rooms in enumerate(FLOORS) if room in rooms]
    assert matches, f"room {room!r} stands on no floor: add it to FLOORS"
    return matches[0]


def test_rooms_import_only_downwards():
    upwards = [f"{path}: {room} -> {other}" for room, other, path in imports() if floor(other) > floor(room)]
    assert upwards == []


def test_rooms_keep_to_the_forbidden_doors():
    assert [f"{path}: {room} -> {other}" for room, other, path in imports() if (room, other) in FORBIDDEN] == []


def test_importing_the_package_loads_nothing_heavy():
    code = f"import errata, sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_say_what_they_are_and_stay_short(path):
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text)), "the first line of a module says what it is"
    if "_tables" not in path.name:
        assert text.count("\n") <= 300


def length_of(function):
    """The lines of a function without its docstring and its parameters."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def test_functions_stay_short():
    functions = (
        (path.relative_to(SOURCE), node)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    )
    assert [f"{path}: {one.name}" for path, one in functions if length_of(one) > 40] == []
