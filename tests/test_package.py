"""The front door: every public name, its types, and nothing else."""

import re
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from mypy import api as mypy

import errata
from errata.metrics.registry import METRICS

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import make_stubs

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".mypy_cache"

PUBLIC = {
    "ErrataError", "InputError", "LatencyMeter", "Layout", "METRICS", "MemoryMeter", "PROFILES", "PairingError",
    "Profile",
    "Result", "RunError", "Sample", "ThroughputMeter", "UsageError", "__version__", "align", "bootstrap_ci", "compare",
    "compat", "error_budget", "gate", "layout", "load_run", "power", "score", "score_corpus", "throughput",
}  # fmt: skip


def test_the_public_names_are_these_and_every_metric():
    assert set(errata.__all__) == PUBLIC
    assert list(errata.__all__) == sorted(errata.__all__)
    assert set(dir(errata)) == PUBLIC | set(METRICS)


@pytest.mark.parametrize("name", sorted(PUBLIC | set(METRICS)))
def test_every_public_name_loads_and_is_documented(name):
    value = getattr(errata, name)
    if callable(value):
        assert value.__doc__, name


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="cerr"):
        errata.cerr  # noqa: B018


def test_the_types_of_the_front_door_are_current():
    assert make_stubs.TARGET.read_text("utf-8") == make_stubs.stubs(), "run: python tools/make_stubs.py"


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        ('errata.cer("a", "b", unit="byte", normalize=["nfc", {"a": "b"}], profile="ocrd") / 2', ""),
        ('errata.score(["a"], ["b"], unit="byte")["cer"].micro / 2', ""),
        ('errata.cer("a", "b", unitt="byte")', "unitt"),
        ('errata.score(["a"], ["b"], wrods="uax29")', "wrods"),
        ('errata.cer(["a"], ["b"])', "list"),
    ],
)
def test_type_checkers_know_what_a_call_takes_and_gives(call, complaint, tmp_path):
    (tmp_path / "user.py").write_text(f"import errata\n\nvalue: float = {call}\n", "utf-8")
    out, err, code = mypy.run(["--strict", "--config-file=", f"--cache-dir={CACHE}", str(tmp_path / "user.py")])
    assert (code, err) == (1 if complaint else 0, ""), out
    assert complaint in out


def test_the_oldest_versions_that_are_tested_are_the_lowest_that_are_allowed():
    root = Path(__file__).parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    requirements = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    lowest = dict(re.match(r"([\w-]+)>=([\d.]+),<", line).groups() for line in requirements if "errata[" not in line)
    tested = dict(line.split("==") for line in (root / "tests/oldest.txt").read_text("utf-8").split())
    assert tested.keys() == lowest.keys()
    assert {name: version for name, version in tested.items() if not f"{version}.".startswith(f"{lowest[name]}.")} == {}


def test_the_package_names_its_version():
    assert errata.__version__.count(".") == 2
