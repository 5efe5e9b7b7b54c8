"""Write the types of the lazily loaded front door: `python tools/make_stubs.py` rewrites src/errata/__init__.pyi."""

from __future__ import annotations

from pathlib import Path

import errata
from errata.metrics.registry import METRICS

TARGET = Path(__file__).parents[1] / "src" / "errata" / "__init__.pyi"

HEAD = """# Types of the public names; written by tools/make_stubs.py from the registries.

from typing import Unpack

"""
SIGNATURE = "(reference: str, hypothesis: str, **settings: Unpack[Conventions]) -> float: ..."


def stubs() -> str:
    """The text of the stub file."""
    public = {**errata._HOME, "compat": "errata", "__version__": "errata.version"}
    imports = [f"from {module} import {name} as {name}" for name, module in public.items()]
    imports.append("from errata.corpus.settings import Conventions")  # a type of this file, and no public name
    return HEAD + "\n".join([*sorted(imports), "", *(f"def {name}{SIGNATURE}" for name in METRICS)]) + "\n"


if __name__ == "__main__":
    TARGET.write_text(stubs(), "utf-8")
