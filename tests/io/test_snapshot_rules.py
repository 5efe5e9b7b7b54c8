"""Files of the evaluation schema that break its rules: each alone, several at once, and what is hardly JSON."""

import copy
import json
from pathlib import Path

import pytest

import errata
from errata.errors import InputError
from errata.io.snapshot import read_pair, read_snapshot
from errata.io.snapshot_check import check_snapshots
from errata.kernels import native

DEMO = Path(__file__).parents[2] / "examples" / "layout"
REFERENCE = json.loads((DEMO / "reference.json").read_text("utf-8"))
HYPOTHESIS = json.loads((DEMO / "detector-a.json").read_text("utf-8"))
FIRST = "predictions[0].objects[0]"


@pytest.fixture(params=["python", "native"], autouse=True)
def twin(request, monkeypatch):
    """Every test by the definition, and with the twin where there is one."""
    if request.param == "native" and native.twin is None:
        pytest.skip("the compiled twin is not built")
    monkeypatch.setenv(native.SWITCH, request.param)


def put(value, *path):
    """A change that puts a value at a path."""

    def change(document):
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


def without(*path):
    """A change that takes a member away."""

    def change(document):
        for key in path[:-1]:
            document = document[key]
        del document[path[-1]]

    return change


def thing(value, key, page=0, place=0):
    return put(value, "predictions", page, "objects", place, key)


BROKEN = [
    ("9.1", put("1.2", "info", "schema_version"), "info.schema_version", '"1.2"'),
    ("9.1", put(1.3, "info", "schema_version"), "info.schema_version", "1.3"),
    ("9.1", without("info", "schema_version"), "info.schema_version", "is missing"),
    ("9.2", put({"1": "Table", "2": "Figure"}, "label_map"), "label_map", '"1": "Table"'),
    ("9.3", put("nowhere", "predictions", 0, "doc_id"), "predictions[0].doc_id", '"nowhere"'),
    ("9.4", thing([0, 0, 1.5, 1], "bbox"), f"{FIRST}.bbox[2]", "1.5"),
    ("9.4", thing([-0.1, 0, 1, 1], "bbox"), f"{FIRST}.bbox[0]", "-0.1"),
    ("9.4", thing([0, 0, 1e300, 1], "bbox"), f"{FIRST}.bbox[2]", "1e+300"),
    ("9.5", without("predictions", 0, "objects", 0, "score"), f"{FIRST}.score", "is missing"),
    ("9.5", thing(None, "score"), f"{FIRST}.score", "null"),
    ("3", thing([0.5, 0, 0.5, 1], "bbox"), f"{FIRST}.bbox", "x1 < x2"),
    ("3", thing([0, 0.9, 1, 0.2], "bbox"), f"{FIRST}.bbox", "y1 < y2"),
    ("3", thing([0, 0, 1], "bbox"), f"{FIRST}.bbox", "four numbers"),
    ("3", thing("0 0 1 1", "bbox"), f"{FIRST}.bbox", "four numbers"),
    ("3", thing([0, 0, "1", 1], "bbox"), f"{FIRST}.bbox[2]", '"1"'),
    ("3", thing([0, 0, True, 1], "bbox"), f"{FIRST}.bbox[2]", "true"),
    ("2", thing("Chart", "label"), f"{FIRST}.label", '"Chart"'),
    ("4", without("predictions"), "predictions", "is missing"),
    ("4", put("annotation", "info", "type"), "info.type", '"annotation"'),
    ("4", put("bottom_left", "info", "coordinate_system", "origin"), "info.coordinate_system.origin", '"bottom_left"'),
    ("4", put([0, 100], "info", "coordinate_system", "range"), "info.coordinate_system.range", "[0, 100]"),
    ("4", put("annual-report", "documents", 1, "doc_id"), "documents[1].doc_id", "documents[0].doc_id"),
    ("4", put("annual-report::p000", "predictions", 1, "page_id"), "predictions[1].page_id", "predictions[0].page_id"),
    ("4", thing("annual-report::p000:0", "id", 1), "predictions[1].objects[0].id", f"{FIRST}.id"),
    ("schema", put(-1, "predictions", 0, "page_index"), "predictions[0].page_index", "at least 0"),
    ("schema", put(0.5, "predictions", 0, "page_index"), "predictions[0].page_index", "integer"),
    ("schema", put([], "documents"), "documents", "1 items"),
    ("schema", put("", "documents", 0, "doc_name"), "documents[0].doc_name", "1 characters"),
    ("schema", thing(2, "score"), f"{FIRST}.score", "at most 1"),
    ("schema", thing("0.9", "score"), f"{FIRST}.score", "number"),
    ("schema", thing(1, "colour"), f"{FIRST}.colour", "not a key"),
    ("schema", thing([], "attributes"), f"{FIRST}.attributes", "object"),
    ("schema", put({"0": "Figure", "2": "Table"}, "label_map"), "label_map", "does not match"),
]
ALONE = pytest.mark.parametrize(
    ("rule", "change", "path", "evidence"), BROKEN, ids=[f"{rule} {path} {said}" for rule, _, path, said in BROKEN]
)


def written(folder, document, name="hypothesis.json"):
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return path


@ALONE
def test_each_rule_broken_alone_is_named_with_file_path_rule_and_value(tmp_path, rule, change, path, evidence):
    document = copy.deepcopy(HYPOTHESIS)
    change(document)
    file = written(tmp_path, document)
    with pytest.raises(InputError) as caught:
        read_pair(DEMO / "reference.json", file)
    said = [str(problem) for problem in caught.value.problems]
    found = [line for line in said if f"[rule {rule}]" in line and line.startswith(f"{file}: {path}:")]
    assert found, said
    assert evidence in found[0]


@ALONE
def test_validate_names_the_same(tmp_path, rule, change, path, evidence):
    document = copy.deepcopy(HYPOTHESIS)
    change(document)
    file = str(written(tmp_path, document))
    found = {name: problems for name, problems, _ in check_snapshots([str(DEMO / "reference.json"), file])}
    assert found[str(DEMO / "reference.json")] == []
    kind = document["info"].get("type")
    if kind == "prediction":
        assert any(f"[rule {rule}]" in problem.what and path in problem.where for problem in found[file])
    else:
        assert found[file]


def test_a_score_in_a_ground_truth_breaks_a_rule_and_null_does_not(tmp_path):
    document = copy.deepcopy(REFERENCE)
    assert document["predictions"][0]["objects"][0]["score"] is None
    document["predictions"][0]["objects"][0]["score"] = 0.5
    with pytest.raises(InputError, match=r"score: must not be in a ground truth .*: 0.5 \[rule 9.6\]"):
        read_snapshot(written(tmp_path, document), role="ground_truth")


def test_several_rules_at_once_are_all_named(tmp_path):
    document = copy.deepcopy(HYPOTHESIS)
    chosen = [BROKEN[0], BROKEN[4], BROKEN[16]]
    for _, change, _, _ in (*chosen, ("9.4", thing([0, 0, 1.5, 1], "bbox", 1), "", "")):
        change(document)
    with pytest.raises(InputError, match="4 rules of the layout schema broken") as caught:
        read_snapshot(written(tmp_path, document))
    assert {problem.what.rpartition("[rule ")[2] for problem in caught.value.problems} == {"9.1]", "9.3]", "2]", "9.4]"}


def test_a_million_broken_rules_are_counted_and_some_of_them_listed(tmp_path):
    document = copy.deepcopy(HYPOTHESIS)
    page = document["predictions"][0]
    page["objects"] = [page["objects"][0] | {"id": str(place), "label": "Chart"} for place in range(3000)]
    with pytest.raises(InputError, match="3000 rules") as caught:
        read_snapshot(written(tmp_path, document))
    assert caught.value.total == 3000
    assert len(caught.value.problems) == 1000


TEXT = json.dumps(HYPOTHESIS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        (TEXT[:-1], "the file ends too early"),
        (TEXT[: len(TEXT) // 2], "too early|expecting|unterminated"),
        (TEXT + "]", "extra data"),
        (TEXT.replace("0.97", "NaN"), r"is no number that JSON has: NaN \[rule json\]"),
        (TEXT.replace("0.97", "-Infinity"), r"-Infinity \[rule json\]"),
        (TEXT.replace("0.97", "1e999"), r"1e999 \[rule json\]"),
        (TEXT.replace("0.97", "9" * 5000), r"\[rule json\]"),
        (TEXT.replace('"score": 0.97', '"score": 0.97, "score": 0.98'), r'a key more than once: "score" \[rule json\]'),
        (TEXT.replace('"info": {', '"info": {}, "info": {'), r'a key more than once: "info" \[rule json\]'),
        (TEXT.replace("annual-report::p000:0", "\\ud800"), r"half of a character .* \[rule json\]"),
        (TEXT.replace('"attributes"', "").replace('"score": 0.97', '"attributes": ' + "[" * 50_000), "too deeply"),
        ("3", r"must be an object .*: 3 \[rule 4\]"),
        ("null", r"must be an object"),
        ('{"predictions": [null, 3, {"objects": {}}, {"objects": [null]}]}', "label_map: is missing"),
        ("\ufeff" + TEXT, "byte order mark"),
    ],
    ids=range(16),
)
def test_what_is_hardly_json_is_refused_with_its_place(tmp_path, text, message):
    with pytest.raises(InputError, match=f"(?s){message}"):
        read_snapshot(written(tmp_path, text))


def test_a_ground_truth_for_a_prediction_and_the_reverse_are_seen_through():
    with pytest.raises(InputError, match="in each other's place"):
        errata.layout(DEMO / "detector-a.json", DEMO / "reference.json")
    with pytest.raises(InputError, match=r"must be prediction: \"ground_truth\" \[rule 4\]"):
        errata.layout(DEMO / "reference.json", DEMO / "reference.json")
    with pytest.raises(InputError, match=r"must be ground_truth: \"prediction\" \[rule 4\]"):
        errata.layout(DEMO / "detector-a.json", DEMO / "detector-b.json")


@pytest.mark.parametrize(("revision", "valid"), [("either", True), ("2026-05", True), ("2026-02", False)])
def test_a_file_is_held_to_the_revision_that_is_asked_for(revision, valid):
    if valid:
        assert len(read_snapshot(DEMO / "reference.json", revision=revision).boxes) == 20
    else:
        with pytest.raises(InputError, match="rule schema"):
            read_snapshot(DEMO / "reference.json", revision=revision)
