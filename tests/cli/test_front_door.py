"""What every command has in common: help, names, exit codes, and what they cost."""

import ast
import importlib
import inspect
import subprocess
import sys

import pytest

import errata as package
from errata.cli.main import COMMANDS, main

LIGHT = ["numpy", "pyarrow", "rapidfuzz", "cyclopts", "rich", "errata.metrics", "errata.report"]


def test_the_overview_names_every_command_and_fits_a_terminal(errata):
    found = errata()
    assert (found.code, found.err) == (0, "")
    for name, command in COMMANDS.items():
        assert name in found.out
        assert command.summary in found.out
    assert max(map(len, found.out.split("\n"))) <= 80
    assert [errata(word).out for word in ("--help", "-h", "help")] == [found.out] * 3


def test_help_of_a_command_is_asked_for_in_either_order(errata):
    assert errata("help", "score").out == errata("score", "--help").out
    assert errata("help", "scor").err == errata("scor", "--help").err


def test_the_overview_loads_nothing_of_what_it_offers():
    code = (
        "import sys; from errata.cli.main import main; main(['--help']); "
        f"print([name for name in {[*LIGHT, 'rich.table']!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: errata")
    assert done.stderr.strip() == "[]"


def test_the_version_is_that_of_the_package(errata):
    assert errata("--version").out == f"errata {package.__version__}\n"


def function_of(name):
    return getattr(importlib.import_module(f"errata.cli.{name}"), name)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_summary_of_a_command_is_the_first_line_of_its_help(name, errata):
    assert inspect.getdoc(function_of(name)).split("\n")[0] == COMMANDS[name].summary
    found = errata(name, "--help")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith(f"Usage: errata {name}")
    assert COMMANDS[name].summary in found.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_shows_examples_and_describes_every_option(name, errata):
    out = errata(name, "--help").out
    assert f"  errata {name}" in out.partition("For example:")[2]
    assert max(map(len, out.split("\n"))) <= 80
    options = [line for line in out.split("\n") if line.startswith("  --")]
    assert all(len(line.split("  ")) > 2 for line in options), "an option without a description"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_only_parses_calls_and_prints(name):
    tree = ast.parse(inspect.getsource(function_of(name)))
    function = tree.body[0]
    body = function.body[1:]
    assert body[-1].end_lineno - body[0].lineno < 30
    assert not [
        node for node in ast.walk(function) if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.BitOr)
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["scor"], 'Did you mean "score"?'),
        (["score", "--formt", "csv"], "Did you mean --format?"),
        (["score", "a", "b", "--format", "cvs"], 'Did you mean "csv"?'),
        (["score", "a", "b", "--profile", "standrd"], 'Did you mean "standard"?'),
        (["score", "a", "b", "--worst", "x"], "--worst"),
        (["score", "a", "b", "--worst", "-1"], ">= 0"),
        (["score", "a", "b", "c", "d"], "Too many arguments: c d."),
        (["score"], "error: REF is missing.\n"),
        (["score", "a", "b", "--out"], "error: --out needs a value.\n"),
        (["power", "run"], "error: --difference is missing.\n"),
        (["diff", "a"], "error: HYP is missing.\n"),
        (["metrics", "cerr"], "Did you mean cer"),
        (["profiles", "lins"], "Did you mean lines"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_wrong_usage_ends_with_2_and_one_message_on_standard_error(words, message, errata):
    found = errata(*words)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("error: ")
    assert message in found.err
    assert "Traceback" not in found.err


def test_wrong_usage_points_to_the_help_of_its_command(errata):
    assert errata("score", "--formt").err.endswith("See errata score --help.\n")


def python(*words, **how):
    return subprocess.run([sys.executable, "-m", "errata", *words], capture_output=True, text=True, check=False, **how)


def test_the_module_runs_as_the_command_does():
    assert python("--version").stdout == f"errata {package.__version__}\n"
    done = python("score", "nothing-here.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nothing-here.jsonl" in done.stderr


def test_a_reader_that_leaves_early_is_no_error():
    child = subprocess.Popen([sys.executable, "-m", "errata", "metrics", "--format", "json"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)  # fmt: skip
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() == 141


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
@pytest.mark.parametrize("words", [[], ["--version"], ["metrics"], ["doctor", "--format", "json"]])
def test_a_full_disk_is_a_message(words):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "errata", *words], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"error: Cannot write the output: No space left on device.\n"


def test_a_stop_while_loading_is_quiet(monkeypatch, capsys):
    def stopped(words):
        raise KeyboardInterrupt

    monkeypatch.setattr("errata.cli.main._run", stopped)
    assert main(["score"]) == 130
    assert capsys.readouterr().err == "stopped: nothing was kept; with --out, a run can be stopped and go on.\n"
