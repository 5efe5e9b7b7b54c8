"""Write the types of the lazily loaded front door: `python tools/make_stubs.py` rewrites src/errata/__init__.pyi."""

from __future__ import annotations

from pathlib import Path

import errata
from errata.metrics.registry import METRICS

TARGET = Path(__file__).parents[1] / "src" / "errata" / "__init__.pyi"

HEAD = """# Types of the public names; written by tools/make_stubs.py from the registries.

from typing import Any

"""
SIGNATURE = "(reference: str, hypothesis: str, **settings: Any) -> float: ..."


def stubs() -> str:
    """The text of the stub file."""
    homes: dict[str, list[str]] = {}
    for name, module in errata._HOME.items():
        homes.setdefault(module, []).append(name)
    lines = ["from errata import compat as compat"]
    for module, names in sorted(homes.items()):
        lines += [f"from {module} import {name} as {name}" for name in sorted(names)]
    lines += ["from errata.version import __version__ as __version__", ""]
    return HEAD + "\n".join([*lines, *(f"def {name}{SIGNATURE}" for name in METRICS)]) + "\n"


if __name__ == "__main__":
    TARGET.write_text(stubs(), "utf-8")
