"""Rewrite the outputs in the documentation that are no longer true: `python tests/docs/rewrite_outputs.py [PAGE...]`.

Only shown outputs change, never a command or a promised value, and none that leaves something out with `...` but for a
signature. What cannot be rewritten is printed. Look at the difference before you commit it.
"""

import re
import sys
import tempfile
from pathlib import Path

from doc_blocks import PAGES, Block, PageRunner, blocks, commands, matches, tidy

SIGNATURE = re.compile(r"^(profile:[a-z-]+\|).*$", re.MULTILINE)


def main(names: list[str]) -> int:
    """Rewrite these pages, or all; 1 if a block needs a human."""
    pages = [Path(name).resolve() for name in names] or list(PAGES)
    left = [problem for page in pages for problem in rewrite(page)]
    sys.stdout.writelines(f"{problem}\n" for problem in left)
    return 1 if left else 0


def rewrite(page: Path) -> list[str]:
    """Rewrite a page; return what needs a human."""
    lines, changes, left = page.read_text("utf-8").splitlines(keepends=True), [], []
    with tempfile.TemporaryDirectory() as folder:
        runner = PageRunner(Path(folder))
        for block in blocks(page):
            try:
                changes.append((block.line, len(block.body.splitlines()), current(runner, block)))
            except Exception as error:  # a human must see whatever a block raises
                left.append(f"{block.place}: {error}")
    for start, length, body in reversed(changes):
        lines[start : start + length] = [body]
    page.write_text("".join(lines), "utf-8", newline="\n")
    return left


def current(runner: PageRunner, block: Block) -> str:
    """The block with the outputs of today."""
    if block.kind == "text" and block.mark == "output":
        return shown(block.body, runner.printed)
    if block.kind == "console" and block.no_run is None:
        parts = [(command, expected, runner.shell(command).stdout) for command, expected in commands(block.body)]
        return "".join(
            f"$ {command}\n{shown(expected, printed) if expected else ''}" for command, expected, printed in parts
        )
    runner.run(block)
    return block.body


def shown(expected: str, printed: str) -> str:
    """What stands there where it is still true, else what is printed, with a shortened signature."""
    if matches(expected, printed):
        return expected
    assert "..." not in SIGNATURE.sub("", expected), f"leaves something out and printed instead:\n{printed}"
    return SIGNATURE.sub(r"\1...", tidy(printed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
