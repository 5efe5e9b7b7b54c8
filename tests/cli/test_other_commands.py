"""`errata diff`, `metrics`, `profiles`, `doctor`, and the progress bar."""

import io
import json
import os
import sys

import pytest

import errata as package
from errata.cli.progress import Progress
from errata.kernels import native
from errata.profiles.registry import PROFILES


def test_diff_shows_where_two_files_differ(errata, tmp_path):
    (tmp_path / "r.txt").write_text("the cat sat\n")
    (tmp_path / "h.txt").write_text("the hat  sat\n")
    found = errata("diff", "r.txt", "h.txt")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("the [-c-]{+h+}at{+␣+} sat\n")
    assert found.out.endswith("2 edits in 11 characters (18.18 %): 1 substitution, 1 insertion\n")


def test_diff_takes_texts_steps_and_words(errata):
    assert errata("diff", "--text", "same", "same").out == "identical: 4 characters\n"
    assert "identical" in errata("diff", "--text", "A b", "a  b", "--normalize", "casefold,whitespace").out
    assert (
        "the [-big-]{+bad+} cat" in errata("diff", "--text", "the big cat", "the bad cat", "--words", "whitespace").out
    )
    assert "1 grapheme " in errata("diff", "--text", "e\u0301", "e", "--unit", "grapheme").out


def test_diff_shortens_long_matches_unless_told(errata):
    long = "x" * 300
    assert len(errata("diff", "--text", f"{long}a", f"{long}b").out.split("\n")[0]) < 80
    assert "x" * 7 + "[-a-]" in errata("diff", "--text", f"{long}a", f"{long}b", "--context", "7").out
    assert long in errata("diff", "--text", f"{long}a", f"{long}b", "--whole").out


def test_diff_as_json_is_the_alignment(errata):
    found = json.loads(errata("diff", "--text", "aba", "bcab", "--tie", "sub_ins_del", "--format", "json").out)
    assert found == json.loads(json.dumps(package.align("aba", "bcab", tie="sub_ins_del").to_dict()))


def test_diff_of_lone_surrogates_prints(errata):
    assert "<U+D800>" in errata("diff", "--text", "a\ud800", "a").out
    assert "\\ud800" in errata("diff", "--text", "a\ud800", "a", "--format", "json").out


def test_diff_says_how_to_compare_texts(errata, tmp_path):
    found = errata("diff", "kitten", "sitting")
    assert found.code == 2
    assert "--text" in found.err
    (tmp_path / "bad.txt").write_bytes(b"\xff")
    bad = errata("diff", "bad.txt", "bad.txt")
    assert "bad.txt: is not UTF-8" in bad.err
    assert "--text" not in bad.err


def test_metrics_lists_every_metric_and_json_everything_of_each(errata):
    table = errata("metrics").out
    records = {record["name"]: record for record in json.loads(errata("metrics", "--format", "json").out)}
    assert set(records) == set(package.METRICS)
    assert all(name in table for name, record in records.items() if not record["normalised"])
    assert "distance / reference" in table, "80 columns have room for the formulas"
    assert "characters" in table
    assert "cer_norm" not in table
    assert "NAME_norm" in table
    assert records["cer"] | {"title": ""} == {
        "name": "cer", "title": "", "formula": "distance / reference", "tokens": "characters", "normalised": False,
        "better": "lower", "scale": "rate", "minimum": 0, "maximum": None, "symmetric": False, "empty_by_profile": True,
        "counter": "distance", "counts": ["distance", "reference", "hypothesis", "longer"],
        "source": "Levenshtein 1966",
    }  # fmt: skip


def test_metrics_says_everything_of_the_named_ones(errata):
    out = errata("metrics", "cer", "wil_norm").out
    assert "Levenshtein 1966" in out
    assert "Word information lost, whitespace normalised" in out
    assert "| name | better |" in errata("metrics", "--format", "markdown").out


def test_profiles_lists_every_profile_and_what_it_sets(errata):
    table = errata("profiles").out
    assert all(name in table for name in PROFILES)
    records = json.loads(errata("profiles", "lines", "ocrd", "--format", "json").out)
    assert [record["name"] for record in records] == ["lines", "ocrd"]
    assert records[1]["instead"] == {"cer": "char_mer", "wer": "mer"}
    assert "excellent 0.75" in errata("profiles", "biblicus").out


def test_doctor_says_what_decides_about_numbers_and_speed(errata, monkeypatch):
    found = json.loads(errata("doctor", "--format", "json").out)
    assert found["errata"] == package.__version__
    assert found["kernels"] == ("native" if native.available() else "python")
    assert set(found["unicode"]) == {"interpreter", "segmentation"}
    assert found["numpy"]
    assert package.__version__ in errata("doctor").out
    monkeypatch.setenv("ERRATA_KERNELS", "python")
    assert json.loads(errata("doctor", "--format", "json").out)["kernels"] == "python"
    monkeypatch.setenv("ERRATA_KERNELS", "fast")
    assert errata("doctor").code == 2


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_shows_itself_after_a_second_on_a_terminal_only(monkeypatch):
    clock = iter([0.0, 0.5, 1.5, 2.0])
    monkeypatch.setattr("errata.cli.progress.monotonic", lambda: next(clock))
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with Progress() as progress:
        progress(10, 100)
        assert sys.stderr.getvalue() == ""
        progress(50, 100)
        progress(60, None)
    shown = sys.stderr.getvalue()
    assert "scoring" in shown
    assert "50 of 100 samples" in shown
    assert "60 samples" in shown, "a total that is not known is not shown"
    assert "?" not in shown.replace("\x1b[?25", "")


def test_progress_is_silent_where_nobody_watches(monkeypatch):
    monkeypatch.setattr("errata.cli.progress.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with Progress() as progress:
        progress(10, 100)
    assert sys.stderr.getvalue() == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("settings", "wanted"), [({}, "\x1b[9;31m"), ({"NO_COLOR": "1"}, "[-k-]"), ({"TERM": "dumb"}, "[-k-]")]
)
def test_colours_come_with_a_terminal_that_has_them(settings, wanted):
    import pty
    import subprocess

    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", **settings}
    words = [sys.executable, "-m", "errata", "diff", "--text", "kitten", "sitting"]
    subprocess.run(words, stdin=child, stdout=child, stderr=child, env=environment, check=True)
    os.close(child)
    printed = os.read(parent, 10_000).decode()
    os.close(parent)
    assert wanted in printed
