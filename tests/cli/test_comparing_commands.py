"""`errata compare`, `gate`, `power`, `metrics --for`, `--explain`, and the GitHub Action."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

ACTION = Path(__file__).parents[2] / ".github" / "actions" / "errata-gate" / "action.yml"
LINES = [f"line {number:02} of the page" for number in range(30)]


def table(path, wrong):
    rows = [
        {"id": str(at), "reference": text, "hypothesis": "#" * wrong(at) + text[wrong(at) :], "page": str(at // 3)}
        for at, text in enumerate(LINES)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


@pytest.fixture
def runs(errata, tmp_path):
    """Three runs: good, fair, and one under other conventions."""
    for name, wrong, options in (
        ("good", lambda at: at % 2, ()),
        ("fair", lambda at: 3 + at % 4, ()),
        ("folded", lambda at: at % 2, ("--normalize", "casefold")),
    ):
        table(tmp_path / f"{name}.jsonl", wrong)
        assert errata("score", f"{name}.jsonl", "--facts", "page", "--out", name, *options).code == 0


def test_compare_says_which_run_is_better(errata, runs):
    found = errata("compare", "good", "fair", "--metrics", "cer,wer")
    assert (found.code, found.err) == (0, "")
    assert "good and fair: 30 paired samples" in found.out
    assert "worse" in found.out
    assert max(len(line) for line in found.out.splitlines() if "|" not in line and ":" not in line) <= 80


def test_compare_writes_csv_and_json_and_markdown(errata, runs):
    rows = list(
        csv.DictReader(errata("compare", "good", "fair", "--metrics", "cer", "--format", "csv").out.splitlines())
    )
    document = json.loads(errata("compare", "good", "fair", "--metrics", "cer", "--format", "json").out)
    assert [row["metric"] for row in rows] == ["cer"]
    assert float(rows[0]["difference"]) == document["pairs"][0]["metrics"]["cer"]["difference"]
    assert "| cer ↓ |" in errata("compare", "good", "fair", "--format", "markdown").out


def test_compare_ranks_three_runs_and_clusters_by_a_fact(errata, runs, tmp_path):
    table(tmp_path / "best.jsonl", lambda at: 0)
    errata("score", "best.jsonl", "--facts", "page", "--out", "best")
    found = errata("compare", "good", "fair", "best", "--metrics", "cer", "--cluster", "page")
    assert "Ranks by cer" in found.out
    assert "clusters are swapped whole" in found.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good", "folded"), "steps: 'none' in good, 'casefold' in folded"),
        (("good",), "two runs or more"),
        ((), "two runs or more"),
        (("good", "good"), "given twice"),
        (("good", "nowhere"), "not a run directory"),
        (("good", "fair", "--metrics", "cerr"), "Did you mean cer"),
        (("good", "fair", "--cluster", "document"), "fact of this run"),
        (("good", "fair", "--confidence", "95"), "between 0 and 1"),
        (("good", "fair", "--unmatched", "count"), "error"),
        (("good", "fair", "folded", "--explain"), "takes two runs"),
    ],
)
def test_compare_refuses_what_does_not_compare(errata, runs, words, message):
    found = errata("compare", *words)
    assert (found.code, found.out) == (2, "")
    assert message in found.err
    assert "Traceback" not in found.err


def test_explain_shows_what_each_convention_moves(errata, runs):
    found = errata("compare", "good", "folded", "--explain", "--metrics", "cer")
    assert found.code == 0
    assert "none – casefold" in found.out
    assert "the rest: other texts" in found.out


def test_a_gate_passes_with_0_and_fails_with_1(errata, runs):
    assert errata("gate", "good", "--max", "cer=10%,missing=0", "--min", "char_f1=0.9").code == 0
    failed = errata("gate", "fair", "--max", "cer=0.05")
    assert failed.code == 1
    assert "failed 1 of 1 checks" in failed.out


def test_a_gate_against_a_baseline(errata, runs):
    assert errata("gate", "fair", "--baseline", "good", "--margin", "cer=0.002").code == 1
    assert errata("gate", "good", "--baseline", "fair", "--margin", "cer=0.002").code == 0


def test_a_gate_writes_junit_and_appends_a_summary(errata, runs, tmp_path):
    (tmp_path / "summary.md").write_text("# Before\n", "utf-8")
    words = ("fair", "--max", "cer=0.05", "--junit", "gate.xml", "--summary", "summary.md")
    assert errata("gate", *words).code == 1
    assert ElementTree.parse(tmp_path / "gate.xml").getroot().attrib["failures"] == "1"
    page = (tmp_path / "summary.md").read_text("utf-8")
    assert page.startswith("# Before\n**fair: failed 1 of 1 checks**")
    assert errata("gate", "fair", "--max", "cer=0.05", "--format", "junit").out == (tmp_path / "gate.xml").read_text(
        "utf-8"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good",), "nothing to check"),
        (("good", "--max", "cerr=1"), "Did you mean cer"),
        (("good", "--max", "cer"), "is no limit"),
        (("good", "--max", "cer=low"), "is no limit"),
        (("good", "--baseline", "fair", "--margin", "cer=-0.1"), "0 or more"),
        (("good", "--margin", "cer=0.1"), "--baseline"),
        (("good", "--targets", "novels"), "forms"),
        (("good", "--baseline", "folded"), "not measured in the same way"),
        (("nowhere", "--max", "cer=1"), "not a run directory"),
        (("good", "--max", "cer=1", "--junit", "no/such/folder.xml"), "Cannot write"),
    ],
)
def test_a_gate_that_cannot_judge_ends_with_2(errata, runs, words, message):
    found = errata("gate", *words)
    assert found.code == 2
    assert message in found.err
    assert "Traceback" not in found.err


def test_power_names_samples_and_the_smallest_difference(errata, runs):
    found = json.loads(errata("power", "good", "--difference", "0.005", "--format", "json").out)
    one = found["metrics"][0]
    # twice the samples show a difference that is smaller by the root of two
    more = json.loads(errata("power", "good", "--difference", str(0.005 / 2), "--format", "json").out)["metrics"][0]
    assert more["samples"] == pytest.approx(4 * one["samples"], rel=0.01)
    assert "samples needed" in errata("power", "good", "fair", "--difference", "0.005").out
    assert "clusters" not in errata("power", "good", "--difference", "0.01", "--cluster", "page").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good",), "--difference"),
        (("good", "--difference", "0"), "above 0"),
        (("good", "--difference", "nan"), "above 0"),
        (("good", "--difference", "0.1", "--power", "1"), "between 0 and 1"),
        (("good", "--difference", "0.1", "--correlation", "2"), "correlation"),
        (("good", "--difference", "0.1", "--metrics", "cerr"), "Did you mean cer"),
    ],
)
def test_power_refuses_what_it_cannot_reach(errata, runs, words, message):
    found = errata("power", *words)
    assert (found.code, found.out) == (2, "")
    assert message in found.err


def test_one_sample_has_no_power(errata, tmp_path):
    (tmp_path / "one.jsonl").write_text('{"id": "1", "reference": "ab", "hypothesis": "ax"}\n', "utf-8")
    errata("score", "one.jsonl", "--out", "one")
    found = errata("power", "one", "--difference", "0.1")
    assert found.code == 2
    assert "fewer than two" in found.err


def test_metrics_for_a_kind_of_documents(errata):
    found = errata("metrics", "--for", "receipts")
    assert "0.8 (production)" in found.out
    assert [row["metric"] for row in json.loads(errata("metrics", "--for", "legal", "--format", "json").out)] == [
        "word_recall", "word_f1", "wer",
    ]  # fmt: skip
    assert errata("metrics", "cer", "--for", "legal").code == 2


def test_explain_adds_sentences_for_people_only(errata, runs):
    assert "for every 100 characters" in errata("report", "good", "--explain").out
    assert "\n- cer" in errata("report", "good", "--explain", "--format", "markdown").out
    refused = errata("report", "good", "--explain", "--format", "json")
    assert (refused.code, refused.out) == (2, "")


class TestAction:
    @pytest.fixture
    def step(self):
        return yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"][-1]

    def run(self, step, tmp_path, **inputs):
        tools = tmp_path / "tools"
        tools.mkdir(exist_ok=True)
        call = "import sys; from errata.cli.main import main; sys.exit(main())"
        (tools / "errata").write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{call}" "$@"\n', "utf-8")
        (tools / "errata").chmod(0o755)
        values = dict.fromkeys(step["env"], "") | {"JUNIT": "gate.xml", "STRICT": "false"} | inputs
        environment = os.environ | values | {
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "GITHUB_STEP_SUMMARY": str(tmp_path / "step.md"),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }  # fmt: skip
        done = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=environment, check=False,
                              capture_output=True, text=True)  # fmt: skip
        return done.returncode

    def test_every_input_reaches_the_gate_through_the_environment(self, step):
        action = yaml.safe_load(ACTION.read_text("utf-8"))
        assert "${{" not in step["run"]
        assert {f"${{{{ inputs.{name} }}}}" for name in action["inputs"]} - {"${{ inputs.install }}"} == set(
            step["env"].values()
        )
        assert all(f"${name}" in step["run"] for name in step["env"])

    def test_it_passes_and_fails_and_writes_its_files(self, step, runs, tmp_path):
        assert self.run(step, tmp_path, RUN="good", MAX="cer=0.1", STRICT="true") == 0
        assert self.run(step, tmp_path, RUN="fair", MAX="cer=0.05", MIN="char_f1=10%") == 1
        assert self.run(step, tmp_path, RUN="fair", BASELINE="good", MARGIN="cer=0.01", CLUSTER="page") == 1
        assert self.run(step, tmp_path, RUN="good; exit 0", TARGETS="forms") == 2
        assert "failed 1 of 2 checks" in (tmp_path / "step.md").read_text("utf-8")
        assert (tmp_path / "gate.xml").exists()
