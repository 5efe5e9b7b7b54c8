"""Run directories: written whole, resumed after a kill, and honest about what they hold."""

import errno
import json
import os
import pathlib

import pyarrow.parquet as pq
import pytest

import errata
from errata.corpus import directory as directory_module
from errata.corpus import parts as parts_module
from errata.errors import InputError, Problem, RunError
from errata.model import Batch

SIZE = 10


class Numbers:
    """A source of samples in memory that can fail on the way."""

    def __init__(self, size, fail_at=None, problems=()):
        self.size, self.fail_at, self.problems = size, fail_at, problems
        self.description = {"kind": "numbers", "size": size}

    def batches(self, size, start=0):
        for first in range(start, self.size, size):
            numbers = range(first, min(first + size, self.size))
            if self.fail_at is not None and self.fail_at in numbers:
                raise KeyboardInterrupt
            kept = [number for number in numbers if number not in self.problems]
            yield Batch(
                ids=[f"n{number}" for number in kept],
                references=[f"line number {number}" for number in kept],
                hypotheses=[f"line nunber {number}" if number % 3 else "" for number in kept],
                facts={"parity": ["odd" if number % 2 else None for number in kept]},
                missing=sum(number % 3 == 0 for number in kept),
                problems=tuple(
                    Problem(f"n{number}", "is unreadable", "") for number in numbers if number in self.problems
                ),
                read=len(numbers),
            )


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(parts_module, "PART", SIZE)
    monkeypatch.setattr(parts_module, "READ", SIZE // 2)


OPTIONS = {"by": "parity", "ladder": True, "worst": 4, "per_class": True}


def contents(path):
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def test_a_run_scores_what_a_call_in_memory_scores(tmp_path):
    ran = errata.score_corpus(Numbers(37), out=tmp_path / "run", **OPTIONS)
    batch = next(Numbers(37).batches(37))
    scored = errata.score(batch.references, batch.hypotheses, batch.ids, batch.facts, **OPTIONS)
    ours, theirs = ran.to_dict(), scored.to_dict()
    assert ours.pop("missing") == 13
    assert theirs.pop("missing") == 0
    assert ours == theirs
    assert ran.samples.equals(scored.samples)


def test_a_killed_run_resumes_and_ends_with_the_same_bytes(tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    errata.score_corpus(Numbers(37, problems=(5, 22)), out=whole, **OPTIONS)
    with pytest.raises(KeyboardInterrupt):
        errata.score_corpus(Numbers(37, fail_at=25, problems=(5, 22)), out=killed, **OPTIONS)
    with pytest.raises(RunError, match="not finished"):
        errata.load_run(killed)
    seen = []
    errata.score_corpus(
        Numbers(37, problems=(5, 22)), out=killed, progress=lambda done, size: seen.append((done, size)), **OPTIONS
    )
    assert seen == [(25, 37), (30, 37), (35, 37), (37, 37)]  # the first two parts were not counted again
    assert contents(whole) == contents(killed)


def test_a_run_loads_as_the_result_it_was(tmp_path):
    ran = errata.score_corpus(Numbers(12), out=tmp_path / "run", **OPTIONS)
    loaded = errata.load_run(tmp_path / "run")
    assert loaded == ran
    assert loaded.samples.num_rows == 12
    assert loaded["cer"].micro == ran["cer"].micro


def test_the_samples_of_a_run_are_one_table_to_other_tools(tmp_path):
    errata.score_corpus(Numbers(25), out=tmp_path / "run")
    table = pq.read_table(tmp_path / "run" / "samples.parquet")
    assert table["id"].to_pylist() == [f"n{number}" for number in range(25)]


def test_problems_are_listed_counted_and_left_out(tmp_path):
    result = errata.score_corpus(Numbers(12, problems=(3, 4)), out=tmp_path / "run")
    assert (result.tally.samples, result.tally.skipped) == (10, 2)
    lines = (tmp_path / "run" / "problems.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["where"] for line in lines] == ["n3", "n4"]


def test_a_source_with_nothing_to_score_is_an_error(tmp_path):
    with pytest.raises(InputError, match="nothing to score"):
        errata.score_corpus(Numbers(2, problems=(0, 1)), out=tmp_path / "run")


def test_a_finished_run_is_not_overwritten_by_accident(tmp_path):
    errata.score_corpus(Numbers(5), out=tmp_path / "run")
    before = contents(tmp_path / "run")
    with pytest.raises(RunError, match="--overwrite"):
        errata.score_corpus(Numbers(6), out=tmp_path / "run")
    assert contents(tmp_path / "run") == before
    assert errata.score_corpus(Numbers(6), out=tmp_path / "run", overwrite=True).tally.samples == 6


def test_an_unfinished_run_goes_on_only_with_the_same_settings_and_input(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        errata.score_corpus(Numbers(37, fail_at=25), out=tmp_path / "run")
    with pytest.raises(RunError, match="signature"):
        errata.score_corpus(Numbers(37), out=tmp_path / "run", unit="byte")
    with pytest.raises(RunError, match="input"):
        errata.score_corpus(Numbers(38), out=tmp_path / "run")


def test_a_folder_that_is_no_run_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("precious")
    for overwrite in (False, True):
        with pytest.raises(RunError, match="no run of errata"):
            errata.score_corpus(Numbers(5), out=tmp_path, overwrite=overwrite)
    assert (tmp_path / "thesis.tex").read_text() == "precious"


def test_a_full_disk_says_what_is_safe_and_the_run_goes_on_later(tmp_path, monkeypatch):
    replace, calls = pathlib.Path.replace, []

    def full(path, target):
        calls.append(path)
        if len(calls) == 6:  # the manifest, two files for each of two parts, and one of the third
            raise OSError(errno.ENOSPC, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(directory_module.Path, "replace", full)
    with pytest.raises(RunError, match=r"No space left on device\. 20 samples are safe"):
        errata.score_corpus(Numbers(37), out=tmp_path / "run")
    monkeypatch.setattr(directory_module.Path, "replace", replace)
    errata.score_corpus(Numbers(37), out=tmp_path / "run")
    errata.score_corpus(Numbers(37), out=tmp_path / "other")
    assert contents(tmp_path / "run") == contents(tmp_path / "other")


@pytest.mark.parametrize("stop", range(1, 13))
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_run_that_ends_at_any_write_goes_on_to_the_same_bytes(stop, error, tmp_path, monkeypatch):
    replace, calls = pathlib.Path.replace, []

    def ends(path, target):
        calls.append(path)
        if len(calls) == stop:
            raise error
        return replace(path, target)

    monkeypatch.setattr(directory_module.Path, "replace", ends)
    with pytest.raises((KeyboardInterrupt, RunError)):
        errata.score_corpus(Numbers(37, problems=(5,)), out=tmp_path / "run", **OPTIONS)
    errata.score_corpus(Numbers(37, problems=(5,)), out=tmp_path / "run", **OPTIONS)
    assert len(calls) > 12, "the last write is among those that were stopped"
    errata.score_corpus(Numbers(37, problems=(5,)), out=tmp_path / "other", **OPTIONS)
    assert contents(tmp_path / "run") == contents(tmp_path / "other")


def test_a_run_that_cannot_be_removed_is_not_mixed_with_the_next(tmp_path, monkeypatch):
    errata.score_corpus(Numbers(37), out=tmp_path / "run")

    def refused(*what, **how):
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(directory_module.shutil, "rmtree", refused)
        with pytest.raises(RunError, match="Permission denied"):
            errata.score_corpus(Numbers(7), out=tmp_path / "run", overwrite=True)
    assert len(errata.score_corpus(Numbers(7), out=tmp_path / "run", overwrite=True)) == 7
    assert errata.load_run(tmp_path / "run").samples.num_rows == 7


def test_every_file_of_a_run_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    sync, synced = os.fsync, set()

    def recorded(file):
        synced.add(os.fstat(file).st_ino)
        sync(file)

    monkeypatch.setattr(directory_module.os, "fsync", recorded)
    errata.score_corpus(Numbers(37, problems=(5,)), out=tmp_path / "run")
    files = [path for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert len(files) == 3 + 4
    assert [path.name for path in files if path.stat().st_ino not in synced] == []


def test_a_damaged_run_says_which_file(tmp_path):
    errata.score_corpus(Numbers(5), out=tmp_path / "run")
    (tmp_path / "run" / "result.json").write_text('{"schema": 1')
    with pytest.raises(RunError, match=r"result\.json"):
        errata.load_run(tmp_path / "run")
    with pytest.raises(RunError, match="not a run directory"):
        errata.load_run(tmp_path / "nowhere")
