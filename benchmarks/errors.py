"""The analysis of errors: a million line pairs in bounded memory, beside counting rapidfuzz's edit operations."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from rapidfuzz.distance import Levenshtein

import errata
from benchmarks.data import pairs, text, with_errors
from benchmarks.table import Bound, Row

SIZE, RATE = 60, 0.05
SAMPLE = 20_000  # pairs that are timed beside the peer
MEMORY = 400  # MB
SCORED = """
import json, resource, sys
import errata
result = errata.score_corpus(sys.argv[1], sys.argv[2], metrics=["cer"], errors=True, intervals=False)
edits = sum(row["edits"] for row in result.errors["classes"])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
print(json.dumps({"samples": result.errors["samples"], "edits": edits, "peak": peak}))
"""


def write(path: Path, number: int) -> None:
    """A table of line pairs with 5 % of errors, no two alike."""
    source = random.Random(11)
    with path.open("w", encoding="utf-8") as file:
        for place in range(number):
            line = text(SIZE, source)
            row = {"id": f"p{place // 50}/l{place % 50}", "reference": line}
            file.write(json.dumps({**row, "hypothesis": with_errors(line, RATE, source)}, ensure_ascii=False) + "\n")


def peak(number: int) -> dict[str, float]:
    """Samples, edits and megabytes at most of a process that looks at the errors of this many line pairs."""
    with tempfile.TemporaryDirectory() as name:
        table = Path(name) / "pairs.jsonl"
        write(table, number)
        call = [sys.executable, "-c", SCORED, str(table), str(Path(name) / "run")]
        found: dict[str, float] = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
        return found


def rows(number: int = 1_000_000) -> list[Row | Bound]:
    """Time for each pair beside the peer, and the memory of all of them."""
    found = pairs(SAMPLE, SIZE, RATE)
    ours, theirs = ([pair[side] for pair in found] for side in (0, 1))

    def peer() -> None:
        counts = Counter[tuple[str, str, str]]()
        for reference, hypothesis in found:
            for kind, row, column in Levenshtein.editops(reference, hypothesis):
                down, right = kind != "insert", kind != "delete"
                counts[kind, reference[row] if down else "", hypothesis[column] if right else ""] += 1

    title = (
        f"Lines of {SIZE} characters with 5 % of errors: classes and character confusions with examples, a line (CPU)"
    )
    taken = _cpu(lambda: errata.score(ours, theirs, metrics=["cer"], errors=["character"], intervals=False))
    scored = _cpu(lambda: errata.score(ours, theirs, intervals=False), kernels="python")
    counted = _cpu(peer)
    return [
        Row(title, taken / SAMPLE, "every metric of the same lines by the Python kernels", scored / SAMPLE, 1.5),
        Row(title, taken / SAMPLE, "rapidfuzz's edit operations counted, without classes", counted / SAMPLE, 40),
        Bound(
            f"The errors of {number:,} line pairs from a file, by character and word",
            peak(number)["peak"],
            "MB",
            MEMORY,
        ),
    ]


def _cpu(work: Callable[[], object], kernels: str = "") -> float:
    """The processor time that work takes with these kernels."""
    before = os.environ.get("ERRATA_KERNELS")
    os.environ["ERRATA_KERNELS"] = kernels
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        if before is None:
            del os.environ["ERRATA_KERNELS"]
        else:
            os.environ["ERRATA_KERNELS"] = before
