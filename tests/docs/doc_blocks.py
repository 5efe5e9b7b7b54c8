"""The code blocks of the documentation, and how each kind is held to what it says.

    ```python           runs; pages are read from top to bottom, with one namespace and one directory a page
    ```text output      what the Python block before it printed
    ```console          each line `$ command` runs; the lines below it are its output; `exit=2` in the info string
                        is the exit code of the last command
    ```json, ```jsonl   parses
    ```text, csv, xml   is only shown
    ```bash no-run: …   is shown and not run, for the reason given

In expected output a line `...` stands for any lines, and `...` within a line for any characters. In Python, a comment
`# gives 0.25` behind an expression is compared with its value; `...` works there, too.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
GIVES = re.compile(r"#\s*gives (?P<value>.+)$")
SHOWN = {"text", "csv", "xml", "toml", "yaml", "makefile"}  # kinds that nothing can check


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: where it starts, its kind, the rest of its info string, and its lines."""

    page: Path
    line: int
    kind: str
    mark: str
    body: str

    @property
    def place(self) -> str:
        """File and line, as editors understand them."""
        return f"{os.path.relpath(self.page, ROOT)}:{self.line}"

    @property
    def no_run(self) -> str | None:
        """Why the block is not run, or None when it is."""
        return self.mark.removeprefix("no-run:").strip() if self.mark.startswith("no-run:") else None


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, from top to bottom."""
    text = page.read_text("utf-8")
    for match in FENCE.finditer(text):
        kind, _, mark = match["info"].strip().partition(" ")
        indent = len(match["indent"])
        body = "".join(line[indent:] if line.strip() else line for line in match["body"].splitlines(keepends=True))
        yield Block(page, text.count("\n", 0, match.start()) + 1, kind, mark.strip(), body)


class PageRunner:
    """Runs the blocks of one page in one directory, which holds the repository's examples."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__page__"}
        self.printed = ""
        shutil.copytree(ROOT / "examples", folder / "examples")
        self.environment = _environment(folder)

    def run(self, block: Block) -> None:
        """Run or check one block; raise AssertionError that names its place."""
        if block.no_run is not None or (block.kind in SHOWN and block.mark != "output"):
            return
        checks = {
            "python": self._python,
            "text": self._output,
            "console": self._console,
            "json": _json,
            "jsonl": _jsonl,
        }
        assert block.kind in checks, f"{block.place}: no rule for a block of kind {block.kind!r}"
        checks[block.kind](block)

    def _python(self, block: Block) -> None:
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed):
            for statement in ast.parse(block.body).body:
                self._statement(block, statement)
        self.printed = printed.getvalue()

    def _statement(self, block: Block, statement: ast.stmt) -> None:
        source, name = block.body.splitlines()[statement.end_lineno - 1], f"<{block.place}>"  # type: ignore[operator]
        promised = GIVES.search(source)
        if isinstance(statement, ast.Expr) and promised:
            value = eval(compile(ast.Expression(statement.value), name, "eval"), self.names)
            assert matches(promised["value"], str(value)) or matches(promised["value"], repr(value)), (
                f"{block.place}: {source.strip()}\n  gives {value!r}"
            )
            return
        assert not promised, f"{block.place}: only an expression gives a value: {source.strip()}"
        exec(compile(ast.Module([statement], []), name, "exec"), self.names)

    def _output(self, block: Block) -> None:
        assert matches(block.body, self.printed), f"{block.place}: printed instead:\n{self.printed}"

    def _console(self, block: Block) -> None:
        code = 0
        for command, expected in commands(block.body):
            done = self.shell(command)
            code = done.returncode
            if expected:
                assert matches(expected, done.stdout), f"{block.place}: $ {command}\nprinted instead:\n{done.stdout}"
        wanted = int(block.mark.removeprefix("exit=")) if block.mark.startswith("exit=") else 0
        assert code == wanted, f"{block.place}: exit code {code}, not {wanted}:\n{done.stdout}"

    def shell(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the page's directory; both of its outputs are in `stdout`."""
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )


def commands(body: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that is shown for it."""
    found: list[tuple[str, str]] = []
    for line in body.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].rstrip("\n"), ""))
        elif found and found[-1][0].endswith("\\") and line.startswith("  ") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line.rstrip()}", "")
        else:
            assert found, f"a console block starts with a command, not with {line!r}"
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def matches(expected: str, actual: str) -> bool:
    """Whether the output is what the page shows, as far as it shows it."""
    pattern = ""
    for line in expected.rstrip().split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ ]*\n"
    return re.fullmatch(pattern, tidy(actual)) is not None


def tidy(text: str) -> str:
    """The text without blanks at the ends of lines and without blank lines at its ends."""
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    return "\n".join(lines) + "\n"


def _json(block: Block) -> None:
    json.loads(block.body)


def _jsonl(block: Block) -> None:
    for line in block.body.splitlines():
        json.loads(line)


def _environment(folder: Path) -> dict[str, str]:
    """An `errata` on the path that is the one under test, and a terminal of a known width without colours."""
    tools = folder / ".tools"
    tools.mkdir()
    for name, code in (("errata", "import sys; from errata.cli.main import main; sys.exit(main())"), ("python", None)):
        call = f"-c {code!r}" if code else ""
        (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {call} "$@"\n', "utf-8")
        (tools / name).chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FORCE_", "CLICOLOR", "TTY_"))}
    return kept | {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONUTF8": "1",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
