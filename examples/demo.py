"""Score the demo corpus as a user would, from the command line: `make demo`.

Each command is printed before it runs, and each step says which exit code is right. Everything lands in `runs/`; what
an earlier demo left there is removed.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = Path("runs")

REFERENCE = "examples/demo/reference"
SYSTEM_A, SYSTEM_B = "examples/demo/system-a", "examples/demo/system-b"
PAGE = "en/letter-1887"
LAYOUT = "examples/layout"
PAGE_XML, ALTO = "examples/documents/reference", "examples/documents/hypothesis"


@dataclass(frozen=True)
class Step:
    """One command, what it shows, where its output goes (None: the terminal), and the exit code that is right here."""

    title: str
    command: str
    target: str | None = None
    code: int = 0


STEPS = (
    Step("System A, by language, with the ladder of normalisation and the worst pages",
         f"errata score {REFERENCE} {SYSTEM_A} --by folder --ladder --worst 3 --out runs/demo-a"),
    Step("System B has no file for one page: it is scored as an empty text",
         f"errata score {REFERENCE} {SYSTEM_B} --unmatched count --by folder --out runs/demo-b"),
    Step("Is B better than A? Paired by page, with intervals and corrected p-values",
         "errata compare runs/demo-a runs/demo-b --metrics cer,wer,word_f1"),
    Step("A gate that passes: at most 10 % of the characters wrong, every page there",
         "errata gate runs/demo-a --max cer=10%,missing=0"),
    Step("A gate that fails, with exit code 1: the demo expects that and goes on",
         "errata gate runs/demo-b --max cer=10%,missing=0", code=1),
    Step("What went wrong with system A: every edit in one class, by language",
         f"errata errors {REFERENCE} {SYSTEM_A} --by folder --top 5"),
    Step("A page in PAGE XML against what was read, in ALTO",
         f"errata score {PAGE_XML} {ALTO} --no-ci"),
    Step("Whose fault is that? The columns were read across: nearly all of it is reading order",
         f"errata errors {PAGE_XML} {ALTO} --budget"),
    Step("The same as CSV, one row a page",
         f"errata score {REFERENCE} {SYSTEM_A} --format csv", "runs/demo-a.csv"),
    Step("The same as a JSON document",
         f"errata score {REFERENCE} {SYSTEM_A} --by folder --ladder --format json", "runs/demo-a.json"),
    Step("The edits of one page",
         f"errata diff {REFERENCE}/{PAGE}.gt.txt {SYSTEM_A}/{PAGE}.txt"),
    Step("Figures and tables that a detector found: what it got wrong, and each page drawn with its errors",
         f"errata layout {LAYOUT}/reference.json {LAYOUT}/detector-a.json --iou 0.5,0.75 --errors"
         " --overlay runs/demo-pages --out runs/demo-layout-a"),
    Step("Another detector, at a stricter threshold, too, and by a fact of the documents",
         f"errata layout {LAYOUT}/reference.json {LAYOUT}/detector-b.json --iou 0.5,0.75"
         f" --facts {LAYOUT}/documents.csv --by kind --out runs/demo-layout-b"),
    Step("Which is better? B finds more and cuts off more: recall and coverage are two questions",
         "errata compare runs/demo-layout-a runs/demo-layout-b --metrics recall@0.5,mean_coverage@0.5 --cluster page"),
)  # fmt: skip

WRITTEN = (
    ("runs/demo-a", "the run of system A: one row of counts and scores for each page, settings, result"),
    ("runs/demo-b", "the run of system B"),
    ("runs/demo-a.csv", "one row for each page, and the average"),
    ("runs/demo-a.json", "the result document"),
    ("runs/demo-layout-a", "the run of detector A: one row for each class on each page"),
    ("runs/demo-layout-b", "the run of detector B"),
    ("runs/demo-pages", "one SVG for each page; index.html lists them, those with the most errors first"),
)


def main() -> int:
    """Run every command; stop at the first that ends otherwise than it should."""
    os.chdir(ROOT)
    clear()
    for step in STEPS:
        say(f"\n# {step.title}\n$ {step.command}{f' > {step.target}' if step.target else ''}\n")
        code = run(shlex.split(step.command)[1:], step.target)
        if code != step.code:
            say(f"\nThe demo stopped: the last command ended with exit code {code}, not {step.code}.")
            return code or 1
    say("\nWritten:")
    for path, what in WRITTEN:
        say(f"  {path:20} {what}")
    return 0


def clear() -> None:
    """Remove what an earlier demo wrote, and nothing else."""
    RUNS.mkdir(exist_ok=True)
    for path in RUNS.glob("demo-*"):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def run(arguments: list[str], target: str | None) -> int:
    """Call the command line of this environment; standard output goes to the terminal or into the target."""
    call = [sys.executable, "-c", "import sys; from errata.cli.main import main; sys.exit(main())", *arguments]
    if target is None:
        return subprocess.run(call, check=False).returncode
    with Path(target).open("wb") as file:
        return subprocess.run(call, stdout=file, check=False).returncode


def say(text: str) -> None:
    """Print at once, so that lines stay in order with those of the commands."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
