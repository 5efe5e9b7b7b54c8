"""These tests need the compiled twin; where it is not built they are skipped, unless ERRATA_KERNELS=native."""

import os
from pathlib import Path

import pytest

from errata.kernels import native


def pytest_collection_modifyitems(items):
    if native.twin is None and os.environ.get(native.SWITCH) != "native":
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="the compiled twin is not built"))
