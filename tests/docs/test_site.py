"""The documentation builds without a warning, asks no other host for anything, and leaves no page out."""

import re
import subprocess
import sys

import pytest
from doc_blocks import ROOT

LOADED = re.compile(
    r"""<(?:link|script|img|iframe|source|use|image)\b[^>]*?(?:href|src)=["']?(?:https?:)?//[^"'\s>]+"""
)
IN_STYLE = re.compile(r"""url\(["']?(?:https?:)?//[^)"']+|@import\s+["'](?:https?:)?//[^"']+""")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    call = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_site_loads_nothing_from_another_host(site):
    asked = {
        (path.name, found)
        for path in site.rglob("*")
        if path.suffix in {".html", ".css", ".svg"}
        for pattern in (LOADED, IN_STYLE)
        for found in pattern.findall(path.read_text("utf-8"))
    }
    assert asked == set()


def test_every_page_is_in_the_site_and_its_marks_for_tests_are_not(site):
    sources = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert {path for path in sources if not (site / path).with_suffix(".html").exists()} == set()
    marked = [
        page.name for page in site.rglob("*.html") if re.search(r"<p>```|no-run:|exit=2", page.read_text("utf-8"))
    ]
    assert marked == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (LOADED, '<script src="https://cdn.example/x.js"></script>'),
        (LOADED, '<link rel="stylesheet" href="//fonts.example/css">'),
        (IN_STYLE, "@font-face { src: url(https://fonts.example/a.woff2) }"),
        (IN_STYLE, '@import "https://fonts.example/css"'),
    ],
)
def test_a_request_to_another_host_would_be_found(pattern, text):
    assert pattern.search(text)
