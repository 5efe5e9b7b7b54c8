"""Where a number moves when conventions change: the recorded inputs scored again, one convention at a time."""

import json

import pytest

import errata
from errata.corpus.conventions import conventions
from errata.errors import RunError, UnknownNameError, UsageError

PAIRS = [("1", "The Cat", "the cat"), ("2", "", "x"), ("3", "a b c", "a b d")]


@pytest.fixture
def runs(tmp_path):
    """A function that scores the pairs, or others, into a run."""

    def run(name, pairs=PAIRS, suffix="jsonl", **options):
        path = tmp_path / f"pairs-{len(pairs)}-{pairs[0][2]}.{suffix}"
        rows = [dict(zip(("id", "reference", "hypothesis"), pair, strict=True)) for pair in pairs]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        errata.score_corpus(path, tmp_path / name, **options)
        return tmp_path / name

    return run


def test_each_convention_is_changed_alone_and_all_together(runs):
    first = runs("first", metrics=["cer"])
    second = runs("second", metrics=["cer"], normalize=["casefold"], empty="one", profile="lines")
    found = conventions(first, second)
    moved = {one.field: one for one in found.moved}
    assert set(moved) == {"profile", "steps", "empty", "average"}
    # micro: (2 + 1 + 1) / 12; without case 2 / 12; macro: (2/7 + 1 + 1/5) / 3
    assert found.recorded["cer"] == found.again["cer"] == pytest.approx(4 / 12)
    assert moved["steps"].values["cer"] == pytest.approx(2 / 12)
    assert moved["empty"].values["cer"] == pytest.approx(4 / 12)
    assert moved["average"].values["cer"] == pytest.approx((2 / 7 + 1 + 1 / 5) / 3)
    assert found.together["cer"] == pytest.approx((0 + 1 + 1 / 5) / 3)
    assert found.other["cer"] == found.together["cer"]
    assert (moved["steps"].first, moved["steps"].second) == ("none", "casefold")


def test_what_is_left_is_the_difference_of_the_texts(runs):
    first = runs("first", metrics=["cer"])
    second = runs("second", [("1", "The Cat", "the dog"), *PAIRS[1:]], metrics=["cer"], normalize=["casefold"])
    found = conventions(first, second)
    assert found.together["cer"] == pytest.approx(2 / 12)
    assert found.other["cer"] == pytest.approx(5 / 12)


def test_runs_of_one_signature_have_nothing_to_explain(runs):
    first = runs("first", metrics=["cer"])
    second = runs("second", [("1", "The Cat", "the dog"), *PAIRS[1:]], metrics=["cer"])
    found = conventions(first, second)
    assert found.moved == ()
    assert "no convention moves a number" in found.sheet().remarks[0]


def test_inputs_that_have_changed_are_refused_by_their_digest(runs, tmp_path):
    first, second = runs("first", metrics=["cer"]), runs("second", metrics=["cer"], empty="one")
    path = tmp_path / "pairs-3-the cat.jsonl"
    path.write_text(path.read_text("utf-8").replace("a b d", "a b x"), "utf-8")
    with pytest.raises(RunError, match="have changed since they were scored"):
        conventions(first, second)
    path.unlink()
    with pytest.raises(RunError, match="cannot be read again"):
        conventions(first, second)


def test_folders_lines_and_files_are_read_again_as_they_were(tmp_path):
    for side, suffix in (("ref", ".gt.txt"), ("hyp", ".txt")):
        (tmp_path / side).mkdir()
        for name, text in (("a", "one two\nthree\n"), ("b", "Four\n")):
            if (side, name) != ("hyp", "b"):
                (tmp_path / side / f"{name}{suffix}").write_text(text.upper() if side == "hyp" else text, "utf-8")
    files = tmp_path / "ref" / "a.gt.txt", tmp_path / "hyp" / "a.txt"
    for kind, source, reading in (
        ("folders", (tmp_path / "ref", tmp_path / "hyp"), {"unmatched": "count"}),
        ("lines", files, {"lines": True}),
        ("files", files, {}),
    ):
        runs = [tmp_path / f"{kind}-{name}" for name in ("plain", "folded")]
        errata.score_corpus(source, runs[0], metrics=["cer"], **reading)
        errata.score_corpus(source, runs[1], metrics=["cer"], normalize=["casefold"], **reading)
        found = conventions(*runs)
        assert found.again == found.recorded, kind
        assert found.together == found.other, kind


def test_a_table_of_replacements_cannot_be_read_back(runs):
    first = runs("first", metrics=["cer"], normalize=[{"a": "b"}])
    with pytest.raises(RunError, match="table of replacements"):
        conventions(first, runs("second", metrics=["cer"]))


def test_metrics_must_be_in_both_runs(runs):
    first, second = runs("first", metrics=["cer"]), runs("second", metrics=["wer"])
    with pytest.raises(UsageError, match="no metric of the first one's headline in common"):
        conventions(first, second)
    with pytest.raises(UnknownNameError, match="bleu"):
        conventions(first, second, metrics=["bleu"])


def test_results_in_memory_have_no_inputs_to_read_again(runs, tmp_path):
    from errata.io.memory import MemorySource

    errata.score_corpus(MemorySource(["1"], ["ab"], ["ac"]), tmp_path / "memory", metrics=["cer"])
    with pytest.raises(RunError, match="only the program that held them"):
        conventions(tmp_path / "memory", runs("second", metrics=["cer"], empty="one"))
