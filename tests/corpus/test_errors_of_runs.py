"""Errors in results and runs: the same from memory and from parts, kept in the run, in bounded memory."""

import json
import random
from collections import Counter

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import errata
from errata.corpus import parts as parts_module
from errata.diagnose.analysis import Analysis
from errata.diagnose.confusions import EXAMPLES, Confusions
from errata.diagnose.excerpts import Excerpts
from errata.diagnose.runs import Runs, loop
from errata.errors import UnknownNameError, UsageError
from errata.kernels.edits import alignment
from errata.report.errors import schema
from errata.report.json import schema as result_schema
from errata.report.result import Result
from errata.text.view import View

REFERENCES = ["The Cat sat", "안녕하세요", "كَتَبَ", "same", "corn\nrow", "घर है"]
HYPOTHESES = ["the cat  sat", "안녕하새요", "كتب", "same", "com\nrow", "धर है"]


def of_class(result, name):
    return next(row for row in result.errors["classes"] if row["class"] == name)


def test_a_result_has_errors_only_where_they_are_asked_for():
    assert errata.score(REFERENCES, HYPOTHESES).errors is None
    assert "errors" not in errata.score(REFERENCES, HYPOTHESES).to_dict()
    result = errata.score(REFERENCES, HYPOTHESES, errors=True)
    assert result.errors["cer"] == result["cer"].micro
    assert result.errors["edits"] == 10
    assert of_class(result, "diacritic")["edits"] == 3
    assert of_class(result, "diacritic")["examples"] == [{"id": "2", "reference": "كَتَبَ", "hypothesis": "كتب"}]
    assert of_class(result, "jamo")["parts"] == {"lead": 0, "vowel": 1, "tail": 0, "several": 0}


def test_confusions_are_counted_by_each_table_asked_for():
    tables = errata.score(REFERENCES, HYPOTHESES, errors=["character", "grapheme", "jamo", "word"]).errors["confusions"]
    found = {
        name: {(row["reference"], row["hypothesis"]): row["count"] for row in table["rows"]}
        for name, table in tables.items()
    }
    assert found["character"]["세", "새"] == 1
    assert found["character"]["\u064e", ""] == 3
    assert found["grapheme"]["كَ", "ك"] == 1
    assert found["jamo"]["\u1166", "\u1162"] == 1  # ㅔ and ㅐ
    assert found["word"]["The", "the"] == 1
    assert found["word"]["corn", "com"] == 1


def test_words_that_were_split_or_joined_are_one_confusion():
    rows = errata.score(["to day and more"], ["today and mo re"], errors=["word"]).errors["confusions"]["word"]["rows"]
    assert {(row["reference"], row["hypothesis"]) for row in rows} == {("to day", "today"), ("more", "mo re")}


def test_words_of_other_kinds_are_aligned_by_themselves():
    result = errata.score(["One, two three"], ["one two tree"], errors=["word"], words="uax29")
    rows = result.errors["confusions"]["word"]["rows"]
    assert {(row["reference"], row["hypothesis"]) for row in rows} == {("One", "one"), ("three", "tree")}
    grouped = errata.score(["a today b"], ["a to day b"], errors=["word"], words="uax29").errors
    assert grouped["confusions"]["word"]["rows"][0]["hypothesis"] == "to day"


def test_the_errors_of_a_run_do_not_depend_on_its_parts(tmp_path, monkeypatch):
    table = tmp_path / "pairs.jsonl"
    rows = zip(REFERENCES * 5, HYPOTHESES * 5, strict=True)
    table.write_text(
        "".join(json.dumps({"reference": one, "hypothesis": other}) + "\n" for one, other in rows), "utf-8"
    )
    whole = errata.score_corpus(table, tmp_path / "whole", errors=True)
    monkeypatch.setattr(parts_module, "PART", 8)
    monkeypatch.setattr(parts_module, "READ", 4)
    parts = errata.score_corpus(table, tmp_path / "parts", errors=True)
    assert parts.errors == whole.errors
    assert errata.load_run(tmp_path / "parts").errors == whole.errors
    in_memory = errata.score(REFERENCES * 5, HYPOTHESES * 5, range(1, 31), errors=True)
    assert in_memory.errors == whole.errors


@pytest.mark.parametrize("profile", ["standard", "ocrd", "biblicus"])
def test_errors_keep_the_schema_and_come_back(profile):
    result = errata.score(REFERENCES, HYPOTHESES, profile=profile, errors=["character", "word"])
    document = json.loads(result.to_json(), parse_constant=pytest.fail)
    jsonschema.Draft202012Validator(result_schema()).validate(document)
    jsonschema.Draft202012Validator(schema()).validate(document["errors"])
    assert Result.from_dict(document).to_dict() == document


def test_no_samples_and_no_edits_have_a_document_too():
    for texts in ([], ["same"], [""]):
        document = errata.score(texts, texts, errors=True).errors
        jsonschema.Draft202012Validator(schema()).validate(document)
        assert document["edits"] == 0


def test_lone_surrogates_are_classified_and_written():
    result = errata.score(["a\ud800b"], ["a\udfffb"], errors=True)
    assert result.errors["edits"] == 1
    result.to_json().encode("utf-8")


def test_tables_that_do_not_exist_and_bytes_are_refused():
    with pytest.raises(UnknownNameError, match="grapheme"):
        errata.score(["a"], ["b"], errors=["graphem"])
    with pytest.raises(UsageError, match="bytes"):
        errata.score(["a"], ["b"], errors=True, unit="byte")


def test_beyond_the_bound_the_rarer_confusions_are_dropped_and_the_loss_is_named():
    table, true = Confusions(kept=8), Counter()
    for number in range(2000):
        key = ("often", "wrong") if number % 2 else (f"rare {number}", "")
        true[key] += 1
        table.add(key, Excerpts("id", "", ""), (0, 0, 0, 0))
        assert len(table.to_dict()["rows"]) <= 8
    document = table.document(top=1)
    assert document["total"] == 2000
    assert document["rows"][0]["reference"] == "often"
    assert true["often", "wrong"] - document["lost"] <= document["rows"][0]["count"] <= true["often", "wrong"]
    assert document["lost"] > 0


def test_examples_are_few_and_of_different_samples():
    table = Confusions()
    for key in ("a", "a", "b", "c", "d"):
        table.add(("x", "y"), Excerpts(key, "x", "y"), (0, 1, 0, 1))
    assert [example["id"] for example in table.document(1)["rows"][0]["examples"]] == ["a", "b", "c"][:EXAMPLES]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("and so on and so on and so on and so on and so on ", ("and so on ", 5)),
        ("start ha ha ha ha ha ha", (" ha", 6)),
        ("aaaaaaaaaaaaaaaa", ("a", 16)),
        ("................", None),  # a leader, not a loop
        ("no loop in this sentence at all", None),
        ("ha ha ha", None),
        ("", None),
    ],
)
def test_a_loop_is_a_text_four_times_in_a_row(text, found):
    assert loop(text) == found


def findings(reference, hypothesis):
    runs = Runs()
    runs.add("id", reference, hypothesis, alignment(reference, hypothesis))
    return {name for name, samples in runs.samples.items() if samples}


def test_samples_that_stand_out_are_found_and_nothing_else():
    assert findings("one line", "one line" + " again" * 8) == {"loops", "too_long"}
    assert findings("a long enough line", "a long") == {"too_short"}
    assert findings("the gate", "the гate") == {"intrusions"}
    assert findings("ворота the gate", "ворота the гate") == set()  # a letter of both sides' scripts
    assert findings("one two", "one twe") == set()
    assert findings("12", "1б") == set()  # a reference without letters has no script to be foreign to


def test_runs_are_counted_by_their_length_and_the_longest_are_kept():
    runs = Runs()
    for key, hypothesis in (("a", "xb"), ("b", "xbcd"), ("c", "x" + "b" * 40)):
        runs.add(key, "x", hypothesis, alignment("x", hypothesis))
    document = runs.document(100)
    assert document["insertions"]["lengths"] == {
        "1": 1, "2-3": 1, "4-7": 0, "8-15": 0, "16-31": 0, "32 or more": 1,
    }  # fmt: skip
    assert [row["id"] for row in document["insertions"]["longest"]] == ["c", "b", "a"]
    assert document["deletions"]["longest"] == []


def test_the_state_stays_as_small_however_many_samples_there_are(monkeypatch):
    monkeypatch.setattr(Confusions.__init__, "__defaults__", (256,))
    source = random.Random(1)
    analysis = Analysis(View(), "sub_del_ins", ("character", "grapheme", "word"))
    sizes = []
    for number in range(2000):
        reference = " ".join(str(source.randrange(10**6)) for _ in range(6))
        hypothesis = "".join(chr(0x4E00 + source.randrange(20_000)) if char == "7" else char for char in reference)
        analysis.add(f"sample {number}", reference, hypothesis)
        if number in (999, 1999):
            sizes.append(len(json.dumps(analysis.to_dict())))
    assert all(len(table["rows"]) <= 256 for table in analysis.to_dict()["confusions"].values())
    assert (
        max(sizes) < 3 * 256 * 3 * 150
    )  # tables, rows, examples, characters of one; all of them would be 10 times as many
    assert sum(sum(kinds.values()) for kinds in analysis.counts.values()) == analysis.document()["edits"] > 5000


@given(
    st.lists(
        st.tuples(st.text("abc \n", max_size=12), st.text("abc \n", max_size=12), st.sampled_from("xyz")), max_size=8
    )
)
def test_groups_add_up_to_the_whole(rows):
    analysis = Analysis(View(), "sub_del_ins", (), ("lang",))
    for number, (reference, hypothesis, lang) in enumerate(rows):
        analysis.add(str(number), reference, hypothesis, {"lang": lang})
    document = analysis.document()
    groups = document["groups"]["lang"].values()
    for name in ("samples", "faulty", "reference", "hypothesis", "edits"):
        assert sum(group[name] for group in groups) == document[name]
    for row in document["classes"]:
        assert sum(group["classes"][row["class"]] for group in groups) == row["edits"]
