"""`errata layout`: every report and format, runs that other commands read, pictures, and messages."""

import csv
import io
import json
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import jsonschema
import pytest

from errata.diagnose.layout_errors import KINDS
from errata.report.json import schema

DEMO = Path(__file__).parents[2] / "examples" / "layout"
TRUTH, A, B = (DEMO / f"{name}.json" for name in ("reference", "detector-a", "detector-b"))


def test_the_tables_are_those_of_the_specification(errata):
    found = errata("layout", TRUTH, A, "--iou", "0.5,0.75")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("8 documents, 12 pages, 20 objects in the reference, 21 in the hypothesis")
    for head in ("Detection, IoU ≥ 0.5", "Detection, IoU ≥ 0.75", "Spatial accuracy"):
        assert head in found.out
    lines = [line.split() for line in found.out.split("\n")]
    assert ["Figure", "13", "14", "9", "5", "4", "64.29", "%", "69.23", "%", "66.67", "%"] in lines
    assert ["all", "(micro)", "20", "21", "12", "9", "8", "57.14", "%", "60.00", "%", "58.54", "%"] in lines
    assert max(map(len, found.out.split("profile:")[0].split("\n")[1:])) <= 80


def test_json_is_the_result_document_and_csv_has_a_row_for_each_class_and_group(errata):
    options = ("--by", "document", "--ap", "--errors", "--calibration", "--differences", "--weights", "Figure=2")
    document = json.loads(errata("layout", TRUTH, A, *options, "--format", "json").out)
    jsonschema.validate(document, schema())
    assert document["metrics"]["precision@0.5"]["micro"] == 12 / 21
    assert set(document["layout"]) >= {"average_precision", "errors", "calibration", "differences", "weighted"}
    rows = list(csv.DictReader(io.StringIO(errata("layout", TRUTH, A, *options, "--format", "csv").out)))
    named = {(row["group"], row["value"]): row for row in rows}
    assert named["class", "Table"]["recall"] == str(3 / 7)
    assert named["document", "soil-study"]["precision"] == "0.0"
    assert named["document", "soil-study"]["recall"] == ""
    assert {"mean of documents", "weighted classes"} <= {value for _, value in named}
    shown = errata("layout", TRUTH, A, *options, "--format", "markdown").out
    assert "| Table | 7 | 7 | 3 | 4 | 4 | 42.86 % |" in shown


def test_every_error_has_one_kind_and_the_kinds_add_up(errata):
    document = json.loads(errata("layout", TRUTH, A, "--errors", "--format", "json").out)
    kinds = document["layout"]["errors"]["kinds"]
    assert [row["kind"] for row in kinds] == list(KINDS)
    assert sum(row["false_positives"] for row in kinds) == document["metrics"]["fp@0.5"]["micro"]
    assert sum(row["false_negatives"] for row in kinds) == document["metrics"]["fn@0.5"]["micro"]


def test_a_run_is_reported_compared_and_gated(errata):
    for name, file in (("a", A), ("b", B)):
        assert errata("layout", TRUTH, file, "--out", name).code == 0
    assert errata("report", "a").out == errata("layout", TRUTH, A).out
    compared = errata("compare", "a", "b", "--metrics", "recall@0.5,mean_coverage@0.5", "--cluster", "page")
    assert compared.code == 0
    assert "better" in compared.out
    assert "worse" in compared.out
    passed = errata("gate", "b", "--min", "recall@0.5=0.9,mean_coverage@0.5.macro=0.8")
    assert (passed.code, "recall@0.5.macro" in passed.out) == (0, False)
    failed = errata("gate", "a", "--min", "recall@0.5=0.9")
    assert failed.code == 1
    assert "recall@0.5" in failed.out
    unknown = errata("gate", "a", "--min", "recall@0.6=0.9")
    assert unknown.code == 2
    assert "recall@0.5" in unknown.err


def test_a_run_is_not_overwritten_unless_asked(errata):
    assert errata("layout", TRUTH, A, "--out", "run").code == 0
    refused = errata("layout", TRUTH, B, "--out", "run")
    assert refused.code == 2
    assert "--overwrite" in refused.err
    assert errata("layout", TRUTH, B, "--out", "run", "--overwrite").code == 0


def test_pages_are_drawn_with_their_errors(errata, tmp_path):
    assert errata("layout", TRUTH, A, "--overlay", "pages").code == 0
    drawn = sorted(path.name for path in (tmp_path / "pages").glob("*.svg"))
    assert len(drawn) == 12
    said = (tmp_path / "pages/annual-report_p001.svg").read_text("utf-8")
    ElementTree.fromstring(said)
    assert "Table 0.71: merged" in said
    listed = (tmp_path / "pages/index.html").read_text("utf-8")
    assert listed.count("<a href=") == 12
    assert listed.index("annual-report_p001") < listed.index("memo_p000")


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_without_scores_the_reports_say_what_has_no_value(errata, form):
    for file in (TRUTH, A):
        errata("convert", file, f"{file.stem}.coco.json", "--to", "coco", "--page-size", "1000x1000")
    words = ("layout", "detector-a.coco.json", "reference.coco.json", "--ap", "--calibration", "--format", form)
    said = " ".join(errata(*words).out.split())
    assert "20 of 20 hypothesis objects have no score: AP ranks by score, and is undefined without" in said
    assert "no value: 20 of 20 objects of the hypothesis have no score" in said
    assert "nan" not in said
    assert "-1" not in said


def test_facts_of_documents_make_groups(errata):
    found = errata("layout", TRUTH, B, "--facts", DEMO / "documents.csv", "--by", "kind")
    assert "By kind, IoU ≥ 0.5" in found.out
    assert [line.split()[:4] for line in found.out.split("\n") if line.startswith("maps")] == [["maps", "7", "0", "0"]]


def test_converted_files_give_the_same_numbers(errata):
    unsized = errata("convert", TRUTH, "truth.coco.json", "--to", "coco")
    assert unsized.code == 2
    assert "error: truth.coco.json cannot be written: its boxes are in pixels" in unsized.err
    wanted = errata("layout", TRUTH, A, "--format", "csv").out
    for side, file in (("truth", TRUTH), ("found", A)):
        done = errata("convert", file, f"{side}.json", "--to", "coco", "--page-size", "1000x1000")
        assert done.code == 0, done.err
    rows = list(csv.DictReader(io.StringIO(errata("layout", "truth.json", "found.json", "--format", "csv").out)))
    again = list(csv.DictReader(io.StringIO(wanted)))
    assert [row["tp"] for row in rows] == [row["tp"] for row in again]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["missing.json"], "missing.json: cannot be read: No such file or directory"),
        ([A, "--iou", "half"], "--iou takes numbers such as 0.5,0.75, not 'half'"),
        ([A, "--iou", "2"], "above 0 and at most 1, not 2"),
        ([A, "--labels", "Figur"], "Did you mean Figure?"),
        ([A, "--by", "kind"], "Unknown fact of the documents 'kind'"),
        ([A, "--weights", "Figure"], "--weights takes CLASS=NUMBER"),
        ([A, "--images", "nowhere", "--overlay", "pages"], "The page images are not there"),
        ([TRUTH], 'info.type: must be prediction: "ground_truth" [rule 4]'),
    ],
)
def test_what_cannot_be_meant_ends_with_one_message(errata, words, said):
    found = errata("layout", TRUTH, *words)
    assert found.code == 2
    assert said in found.err
    assert "Traceback" not in found.err
    assert found.out == ""


def test_documents_of_one_side_are_listed_and_their_policy_is_asked_for(errata, tmp_path):
    document = json.loads(A.read_text("utf-8"))
    document["documents"] = [one for one in document["documents"] if one["doc_id"] != "census"]
    document["predictions"] = [one for one in document["predictions"] if one["doc_id"] != "census"]
    (tmp_path / "less.json").write_text(json.dumps(document), "utf-8")
    refused = errata("layout", TRUTH, "less.json")
    assert refused.code == 2
    assert "census: is a document of the reference only" in refused.err
    assert "--unmatched count" in refused.err
    counted = errata("layout", TRUTH, "less.json", "--unmatched", "count", "--format", "json")
    assert "warning: census is a document of the reference only" in counted.err
    assert json.loads(counted.out)["layout"]["reference_objects"] == 20
    dropped = errata("layout", TRUTH, "less.json", "--unmatched", "drop")
    assert "7 documents" in dropped.out
    assert "1 left out" in dropped.out


def test_validate_lists_everything_and_ends_with_1(errata, tmp_path):
    shutil.copy(TRUTH, tmp_path / "good.json")
    (tmp_path / "bad.json").write_text(A.read_text("utf-8").replace('"1.3"', '"1.2"').replace("0.97", "7"), "utf-8")
    found = errata("validate", "good.json", "bad.json")
    assert found.code == 1
    assert "good.json: valid" in found.out
    assert "[rule 9.1]" in found.out
    assert "must be at most 1" in found.out
    assert errata("validate", "good.json").code == 0
