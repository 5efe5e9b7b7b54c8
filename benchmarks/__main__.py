"""Run the benchmarks and write RESULTS.md: `python -m benchmarks [section ...]`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks import corpora, documents, errors, layouts, native_twin, python_kernels, resampling, startup
from benchmarks.table import Bound, Row, markdown

RESULTS = Path(__file__).parent / "RESULTS.md"
PEERS = ("rapidfuzz", "jiwer", "numpy", "scipy", "pyarrow", "lxml", "hotcoco", "pycocotools")

SECTIONS: dict[str, tuple[str, Callable[[], Sequence[Row | Bound]]]] = {
    "startup": ("Starting", startup.rows),
    "python": ("The Python kernels, one thread", python_kernels.rows),
    "native": ("The compiled twin, one thread", native_twin.rows),
    "corpora": ("Corpora", corpora.rows),
    "documents": ("Documents", documents.rows),
    "errors": ("Errors", errors.rows),
    "layouts": ("Layouts", layouts.rows),
    "resampling": ("Resampling", resampling.rows),
}

HEAD = """# Benchmarks

Measured by `make bench`. Each ratio compares two times of one run on one machine, the best of rounds in which
both take turns; the times alone mean nothing elsewhere. What one thread does is measured in processor time, all else in
elapsed time.

Machine: {processor}, {cores} cores, Python {python}, {peers}.
"""


def main(names: Sequence[str]) -> None:
    """Measure the named sections, or all, and write them; sections that were not asked for keep their last results."""
    parts = _known() if names else {}
    for name in names or SECTIONS:
        title, rows = SECTIONS[name]
        parts[title] = markdown(title, rows())
        print(parts[title], flush=True)
    peers = ", ".join(f"{name} {version(name)}" for name in PEERS)
    head = HEAD.format(processor=_processor(), cores=os.cpu_count(), python=platform.python_version(), peers=peers)
    RESULTS.write_text("\n".join([head, *parts.values()]), "utf-8")


def _known() -> dict[str, str]:
    if not RESULTS.exists():
        return {}
    sections = RESULTS.read_text("utf-8").split("## ")[1:]
    return {section.split("\n", 1)[0]: f"## {section.rstrip()}\n" for section in sections}


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text("utf-8").split("\n"):
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main(sys.argv[1:])
