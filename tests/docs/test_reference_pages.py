"""The generated pages are what the registries say today."""

import importlib.util
import re
from pathlib import Path

import pytest
from doc_blocks import ROOT

from errata import compat
from errata.corpus.parts import KEPT, PART, READ
from errata.metrics.registry import SUITE, VARIANTS
from errata.profiles.registry import PROFILES
from errata.text.normalize import STEPS


def load(path: Path):
    """A script of the docs folder, as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages():
    return load(ROOT / "docs" / "generate.py").pages()


def test_every_page_of_the_reference_is_current(pages):
    written = {name: (ROOT / "docs" / "reference" / name).read_text("utf-8") for name in pages}
    stale = [name for name in pages if pages[name] != written[name]]
    assert stale == [], "run `python docs/generate.py`"


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("metrics.md", [metric.name for metric in (*SUITE, *VARIANTS)]),
        ("profiles.md", PROFILES),
        ("steps.md", STEPS),
    ],
)
def test_everything_registered_is_in_the_reference(pages, page, names):
    assert [name for name in names if f"`{name}`" not in pages[page]] == []


def test_every_public_function_of_other_systems_is_in_the_reference(pages):
    names = [name for module in compat.__all__ for name in getattr(compat, module).__all__]
    assert len(names) > 40
    assert [name for name in names if not re.search(rf"^\* `{name}\b.*`: .+", pages["compat.md"], re.MULTILINE)] == []


def test_no_page_of_the_reference_is_left_from_something_that_is_gone(pages):
    by_hand = {"run-directory.md", "formats.md"}
    assert {path.name for path in (ROOT / "docs" / "reference").glob("*.md")} == pages.keys() | by_hand


def words_of(picture):
    """What a picture says, but for the Unicode version, which is the interpreter's."""
    texts = re.findall(r">([^<]*)</text>", picture)
    return re.sub(r"unicode:[\d.]+", "unicode:", " ".join(texts))


def test_the_picture_shows_what_the_command_prints_today():
    drawn = load(ROOT / "docs" / "make_picture.py").picture()
    written = (ROOT / "docs" / "assets" / "score.svg").read_text("utf-8")
    assert words_of(written) == words_of(drawn), "run `python docs/make_picture.py`"
    assert "Character&#160;error&#160;rate" in words_of(written)


def test_the_picture_of_a_page_is_what_the_overlay_draws_today():
    drawn = load(ROOT / "docs" / "make_picture.py").layout_picture()
    assert (ROOT / "docs" / "assets" / "layout.svg").read_text("utf-8") == drawn, "run `python docs/make_picture.py`"
    assert "over-cropped" in drawn


@pytest.mark.parametrize(
    ("page", "numbers"),
    [
        ("docs/how-to/larger-than-memory.md", [f"{PART:,} samples", f"{READ:,} samples", f"{KEPT >> 20} MiB"]),
        ("docs/reference/run-directory.md", [f"{PART:,} samples"]),
        ("README.md", [f"{len(SUITE)} metrics"]),
        ("CHANGELOG.md", [f"{len(SUITE)} text metrics"]),
    ],
)
def test_numbers_in_the_text_are_those_of_the_code(page, numbers):
    text = " ".join((ROOT / page).read_text("utf-8").split())
    assert [number for number in numbers if number not in text] == []
