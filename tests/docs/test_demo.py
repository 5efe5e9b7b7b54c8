"""The demo corpus is what its README says, and the demo runs."""

import os
import shutil
import subprocess
import sys

import pytest
from doc_blocks import ROOT

import errata

DEMO = ROOT / "examples" / "demo"
SYSTEMS = ("system-a", "system-b")


def texts(folder, suffix):
    """Texts of a folder by their id."""
    root = DEMO / folder
    return {
        path.relative_to(root).as_posix().removesuffix(suffix): path.read_text("utf-8")
        for path in root.rglob(f"*{suffix}")
    }


REFERENCES = texts("reference", ".gt.txt")


def test_five_languages_have_seven_pages_or_more():
    languages = [key.partition("/")[0] for key in REFERENCES]
    assert {language: languages.count(language) >= 7 for language in languages} == dict.fromkeys(
        ("en", "de", "ko", "ar", "hi"), True
    )


@pytest.mark.parametrize("folder", ["reference", *SYSTEMS])
def test_files_are_utf_8_with_line_feeds(folder):
    for path in (DEMO / folder).rglob("*.txt"):
        data = path.read_bytes()
        assert data == b"" or (data.endswith(b"\n") and b"\r" not in data and not data.startswith(b"\xef\xbb\xbf")), (
            path
        )


def test_the_special_cases_are_there():
    assert [key for key, text in REFERENCES.items() if not text] == ["en/blank-verso"]
    assert texts("system-a", ".txt")["ko/stamp"] == ""
    assert REFERENCES.keys() - texts("system-b", ".txt").keys() == {"ar/receipt"}
    assert REFERENCES.keys() == texts("system-a", ".txt").keys()


def test_the_layout_demo_has_the_errors_that_its_readme_lists():
    folder = ROOT / "examples" / "layout"
    page_of = {
        line.split("`")[1]: line for line in (folder / "README.md").read_text("utf-8").splitlines() if "::" in line
    }
    found = errata.layout(folder / "reference.json", folder / "detector-a.json", errors=True, differences=True)
    for row in found.layout["errors"]["kinds"]:
        if row["kind"] != "both":
            assert row["false_positives"] + row["false_negatives"] > 0, row
    assert [page["page"] for page in found.layout["differences"]["pages"]] == ["census::p000"]
    rows = found.samples.to_pydict()
    wrong = {
        page for page, *counts in zip(rows["fact.page"], rows["fp@0.5"], rows["fn@0.5"], strict=True) if any(counts)
    }
    assert wrong == page_of.keys() - {"memo::p000"}


def test_the_demo_runs_twice_and_leaves_its_files(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    for _ in range(2):
        done = subprocess.run([sys.executable, str(tmp_path / "examples" / "demo.py")], cwd=tmp_path, env=environment,
                              capture_output=True, text=True, encoding="utf-8", check=False)  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in (tmp_path / "runs").iterdir()} == {
        "demo-a", "demo-b", "demo-a.csv", "demo-a.json", "demo-layout-a", "demo-layout-b", "demo-pages",
    }  # fmt: skip
    assert done.stdout.count("\n$ errata ") == 14
    assert len(list((tmp_path / "runs/demo-pages").glob("*.svg"))) == 12
    assert "CER as read 52.34 %: mostly reading order" in done.stdout
    assert "demo-a: passed" in done.stdout
    assert "demo-b: failed 1 of 2 checks" in done.stdout


def test_the_demo_fails_where_the_corpus_is_broken(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "examples/demo/system-a/en/letter-1887.txt").write_bytes(b"\xff\xfe\x00")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, str(tmp_path / "examples" / "demo.py")], env=environment,
                          capture_output=True, text=True, encoding="utf-8", check=False)  # fmt: skip
    assert done.returncode == 2
    assert "letter-1887" in done.stderr


def test_the_demo_stops_where_a_gate_that_must_fail_passes(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    demo = tmp_path / "examples" / "demo"
    shutil.copy(demo / "reference/ar/receipt.gt.txt", demo / "system-b/ar/receipt.txt")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, str(tmp_path / "examples" / "demo.py")], env=environment,
                          capture_output=True, text=True, encoding="utf-8", check=False)  # fmt: skip
    assert done.returncode == 1
    assert "ended with exit code 0, not 1" in done.stdout
