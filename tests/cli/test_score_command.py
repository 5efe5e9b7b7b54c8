"""`errata score` and `errata report`, as users type them."""

import csv
import errno
import io
import json
from functools import partial
from tempfile import TemporaryDirectory

import jsonschema
import pytest

import errata as package
from errata.corpus import parts as parts_module
from errata.report.json import schema

VALIDATOR = jsonschema.Draft202012Validator(schema())


def document(found):
    assert (found.code, found.err) == (0, "")
    VALIDATOR.validate(json.loads(found.out))
    return json.loads(found.out)


def test_a_table_of_pairs_is_scored_and_shown(errata, pairs):
    found = errata("score", "pairs.jsonl")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("3 samples, none empty, missing or skipped (profile standard)\n")
    assert "cer                 ↓   9.09 %" in found.out
    assert "\x1b" not in found.out
    assert not [path for path in pairs.parent.iterdir() if path != pairs], "nothing is left behind"


def test_the_json_is_the_result_document_of_the_same_call_in_python(errata, pairs, tmp_path):
    found = document(errata("score", "pairs.jsonl", "--format", "json", "--by", "lang", "--worst", "2", "--ladder"))
    result = package.score_corpus("pairs.jsonl", tmp_path / "run", by="lang", worst=2, ladder=True)
    assert found == result.to_dict()


def test_lists_are_given_with_commas_or_one_by_one(errata, pairs):
    one = document(errata("score", "pairs.jsonl", "--format", "json", "--metrics", "cer,wer", "--metrics", "mer"))
    assert list(one["metrics"]) == ["cer", "wer", "mer"]
    steps = errata("score", "pairs.jsonl", "--format", "json", "--normalize", "nfc, casefold", "--normalize=whitespace")
    assert document(steps)["settings"]["steps"] == ["nfc", "casefold", "whitespace"]


def test_the_options_reach_the_settings(errata, pairs):
    found = document(
        errata("score", "pairs.jsonl", "--format", "json", "--profile", "thulium", "--unit", "jamo", "--words", "uax29",
               "--empty", "nan", "--per-class", "--metrics", "all")
    )  # fmt: skip
    settings = found["settings"]
    assert (found["profile"], settings["unit"], settings["words"], settings["empty"]) == (
        "thulium",
        "jamo",
        "uax29",
        "nan",
    )
    assert found["per_class"]["classes"]
    assert set(found["metrics"]) == set(package.METRICS)


def test_a_table_of_replacements_is_a_step_at_its_place(errata, pairs, tmp_path):
    (tmp_path / "old.json").write_text('{"the quik": "the quick"}', "utf-8")

    def scored(steps):
        return document(errata("score", "pairs.jsonl", "--format", "json", "--normalize", steps))

    first, last = scored("old.json,casefold"), scored("casefold,old.json,nfc")
    assert last["settings"]["steps"][::2] == ["casefold", "nfc"]
    assert last["settings"]["steps"][1].startswith("replace-")
    assert [found["metrics"]["char_deletions"]["micro"] for found in (first, last)] == [1, 0]


def test_all_shows_more_than_the_headline(errata, pairs):
    assert "trigram_overlap" not in errata("score", "pairs.jsonl").out
    assert "trigram_overlap" in errata("score", "pairs.jsonl", "--all").out


def test_markdown_is_for_pull_requests(errata, pairs):
    out = errata("score", "pairs.jsonl", "--metrics", "cer", "--format", "markdown").out
    assert "| cer | Character error rate | ↓ | 9.09 % |" in out


def test_the_csv_has_the_line_ends_and_the_columns_of_the_document(errata, pairs):
    out = errata("score", "pairs.jsonl", "--profile", "lines", "--format", "csv").out
    rows = list(csv.reader(io.StringIO(out, newline="")))
    assert out.count("\r\n") == out.count("\n") == 5
    assert rows[0][:7] == ["id", "len_gt", "len_pred", "wer", "cer", "wer_norm", "cer_norm"]
    assert [row[0] for row in rows[1:]] == ["a", "b", "c", "MACRO_AVG"]
    assert rows[1][1:3] == ["13", "12"]


def test_two_files_are_one_sample_and_with_lines_one_each(errata, tmp_path):
    (tmp_path / "r.txt").write_text("one\ntwo\n")
    (tmp_path / "h.txt").write_text("one\ntwq\n")
    assert document(errata("score", "r.txt", "h.txt", "--format", "json"))["samples"] == 1
    assert document(errata("score", "r.txt", "h.txt", "--lines", "--format", "json"))["samples"] == 2


def test_columns_of_a_table_can_be_named(errata, tmp_path):
    (tmp_path / "t.csv").write_text("key,truth,ocr,doc\n1,abc,abd,x\n")
    found = errata("score", "t.csv", "--reference-column", "truth", "--hypothesis-column", "ocr", "--id-column", "key",
                   "--facts", "doc", "--out", "run")  # fmt: skip
    assert found.code == 0
    samples = package.load_run("run").samples
    assert samples.select(["id", "fact.doc"]).to_pydict() == {"id": ["1"], "fact.doc": ["x"]}


def test_what_does_not_line_up_is_refused_unless_told_otherwise(errata, folders):
    found = errata("score", *folders)
    assert (found.code, found.out) == (2, "")
    assert "--unmatched count" in found.err
    unread = errata("score", *folders, "--unmatched", "drop")
    assert unread.code == 2
    assert "c.gt.txt: is not UTF-8" in unread.err
    assert "--on-error skip" in unread.err


def test_what_is_left_out_is_said(errata, folders):
    found = errata("score", *folders, "--unmatched", "drop", "--on-error", "skip")
    assert found.code == 0
    assert found.err == "warning: Left out: 1 without a hypothesis, 0 without a reference.\n"
    assert "1 sample, 1 skipped" in found.out
    assert "skipped: ref/c.gt.txt: is not UTF-8" in found.out
    counted = errata("score", *folders, "--unmatched", "count", "--on-error", "skip", "--format", "json")
    assert json.loads(counted.out)["missing"] == 1


def test_swapped_folders_are_noticed(errata, folders):
    assert "look swapped" in errata("score", "hyp", "ref", "--unmatched", "drop", "--on-error", "skip").err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--metrics", "cerr"], "Did you mean cer"),
        (["--metrics", ""], "list of metrics is empty"),
        (["--normalize", "nfcc"], "Did you mean nfc"),
        (["--by", "language"], "Did you mean 'lang'?"),
        (["--encoding", "utf-9"], "Did you mean utf-8"),
        (["--normalize", "none.json"], "none.json"),
        (["--out", "pairs.jsonl"], "pairs.jsonl"),
    ],
)
def test_bad_input_is_one_message_that_says_what_to_do(words, message, errata, pairs):
    found = errata("score", "pairs.jsonl", *words)
    assert (found.code, found.out) == (2, "")
    assert message in found.err
    assert "Traceback" not in found.err


def test_a_run_is_kept_and_shown_again_in_any_format(errata, pairs):
    first = errata("score", "pairs.jsonl", "--out", "run", "--by", "lang", "--worst", "1")
    assert first.code == 0
    assert errata("report", "run").out == first.out
    assert document(errata("report", "run", "--format", "json")) == package.load_run("run").to_dict()
    assert "trigram_overlap" in errata("report", "run", "--all").out
    csv_lines = errata("report", "run", "--format", "csv").out.split("\r\n")
    assert [line.split(",")[0] for line in csv_lines] == ["id", "a", "b", "c", "MACRO_AVG", ""]


def test_a_finished_run_is_replaced_only_when_told(errata, pairs):
    errata("score", "pairs.jsonl", "--out", "run")
    again = errata("score", "pairs.jsonl", "--out", "run")
    assert again.code == 2
    assert "--overwrite" in again.err
    assert errata("score", "pairs.jsonl", "--out", "run", "--overwrite").code == 0


def test_what_is_no_run_is_not_reported(errata, pairs, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x").write_text("x")
    for path in ("nothing", "folder"):
        found = errata("report", path)
        assert found.code == 2
        assert "is not a run directory" in found.err


@pytest.fixture
def stops(monkeypatch):
    """A run of parts of one sample that is stopped at its third."""
    counted = parts_module.count
    calls = []

    def count(*texts):
        calls.append(texts)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return counted(*texts)

    monkeypatch.setattr(parts_module, "READ", 1)
    monkeypatch.setattr(parts_module, "PART", 1)
    monkeypatch.setattr(parts_module, "count", count)


def test_a_stopped_run_says_what_is_safe_and_goes_on(errata, pairs, stops):
    found = errata("score", "pairs.jsonl", "--out", "run")
    assert (found.code, found.out) == (130, "")
    assert found.err == "stopped: 2 samples are safe in run; run the same command again to go on.\n"
    assert "not finished" in errata("report", "run").err
    assert "3 samples" in errata("score", "pairs.jsonl", "--out", "run").out


def test_a_stopped_run_without_a_directory_keeps_nothing(errata, pairs, stops):
    found = errata("score", "pairs.jsonl")
    assert (found.code, found.err) == (130, "stopped: nothing was kept; with --out, a run can be stopped and go on.\n")


def test_a_full_disk_under_temporary_files_promises_nothing(errata, pairs, monkeypatch, tmp_path):
    (tmp_path / "temporary").mkdir()
    here = partial(TemporaryDirectory, dir=tmp_path / "temporary")
    monkeypatch.setattr("errata.cli.runs.TemporaryDirectory", here)

    def full(*what):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("errata.corpus.directory.RunDirectory.add_part", full)
    assert errata("score", "pairs.jsonl").err == (
        "error: Cannot write temporary files: No space left on device. Name a folder with room in the variable TMPDIR, "
        "or keep the run with --out.\n"
    )
    assert list((tmp_path / "temporary").iterdir()) == []
    (tmp_path / "temporary").rmdir()
    assert "error: Cannot write temporary files: No such file" in errata("score", "pairs.jsonl").err


def test_an_input_error_without_a_directory_stays_what_it_is(errata, tmp_path):
    (tmp_path / "none.jsonl").write_text('{"reference": null, "hypothesis": "a"}\n')
    assert "no sample could be read" in errata("score", "none.jsonl", "--on-error", "skip").err


def test_a_stop_after_the_end_says_that_the_run_is_complete(errata, pairs, monkeypatch):
    def stopped(*what, **how):
        raise KeyboardInterrupt

    monkeypatch.setattr("errata.cli.score.show", stopped)
    found = errata("score", "pairs.jsonl", "--out", "run")
    assert found.err == "stopped: the run in run is complete; errata report run shows it.\n"


def test_a_table_on_an_old_terminal_is_ascii(errata, pairs, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), "ascii", write_through=True)
    monkeypatch.setattr("sys.stdout", out)
    assert errata("score", "pairs.jsonl", "--by", "lang", "--worst", "2").code == 0
    printed = out.buffer.getvalue().decode("ascii")
    assert "low " in printed
    assert "\\uc138" in printed


def test_a_document_is_utf_8_whatever_the_terminal_is(errata, pairs, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), "ascii", write_through=True)
    monkeypatch.setattr("sys.stdout", out)
    errata("score", "pairs.jsonl", "--format", "json", "--worst", "2")
    assert "안녕하세요" in out.buffer.getvalue().decode("utf-8")
