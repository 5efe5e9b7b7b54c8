"""The generated pages are what the registries say today."""

import importlib.util
from pathlib import Path

import pytest
from doc_blocks import ROOT

from errata.metrics.registry import SUITE, VARIANTS
from errata.profiles.registry import PROFILES
from errata.text.normalize import STEPS


def load(path: Path):
    """A script of the docs folder, as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = load(ROOT / "docs" / "generate.py").pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_reference_is_current(name):
    written = (ROOT / "docs" / "reference" / name).read_text("utf-8")
    assert written == PAGES[name], f"docs/reference/{name} is out of date: run `python docs/generate.py`"


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("metrics.md", [metric.name for metric in (*SUITE, *VARIANTS)]),
        ("profiles.md", PROFILES),
        ("steps.md", STEPS),
    ],
)
def test_everything_registered_is_in_the_reference(page, names):
    assert [name for name in names if f"`{name}`" not in PAGES[page]] == []


def test_no_page_of_the_reference_is_left_from_something_that_is_gone():
    by_hand = {"run-directory.md"}
    assert {path.name for path in (ROOT / "docs" / "reference").glob("*.md")} == PAGES.keys() | by_hand
