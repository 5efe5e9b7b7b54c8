"""The page on the profile snapshot: both sides of its table are computed, and all else is equal to the last bit."""

import json
import math
from pathlib import Path

import pytest
from recorded import of
from test_profile_pages import code, tables

import errata
from errata.compat import snapshot
from errata.errors import InputError, UnknownNameError

DEMO = Path(__file__).parents[2] / "examples" / "layout"
SYSTEM = {"type": "normalized_xyxy", "range": [0.0, 1.0], "origin": "top_left"}
NAMES = {"mean_coverage": "mean_area_recall", "mean_purity": "mean_area_precision"}
METRICS = ("tp", "fp", "fn", "precision", "recall", "mean_iou", "mean_coverage", "mean_purity")
HEADER, ROWS = tables("snapshot")[0]


def document_of(objects, kind):
    """Objects as the page writes them, as a file of the schema."""
    pages, labels = {}, {"Figure": None, "Table": None}
    for place, text in enumerate(objects):
        where, _, thing = text.partition(": ")
        label, *sides = thing.split()
        labels[label] = None
        score = {"score": 0.5} if kind == "prediction" else {}
        box = [int(side) / 100 for side in sides]
        pages.setdefault(where, []).append({"id": str(place), "label": label, "bbox": box} | score)
    documents = dict.fromkeys(where.split("/")[0] for where in pages) or {"d": None}
    return {
        "label_map": {str(place): name for place, name in enumerate(labels, 1)},
        "info": {"schema_version": "1.3", "type": kind, "coordinate_system": SYSTEM},
        "documents": [{"doc_id": name, "doc_name": name, "doc_path": name} for name in documents],
        "predictions": [
            {"page_id": where.split("/")[1], "doc_id": where.split("/")[0], "page_index": 0, "objects": things}
            for where, things in pages.items()
        ],
    }


def written(folder, reference, hypothesis):
    paths = [folder / "reference.json", folder / "hypothesis.json"]
    for path, document in zip(paths, (reference, hypothesis), strict=True):
        path.write_text(json.dumps(document), "utf-8")
    return paths


def ours(paths, metric):
    try:
        return errata.layout(*paths, unmatched="count", intervals=False)[f"{metric}@0.5"].micro
    except InputError:
        return "refused"


@pytest.mark.parametrize("row", ROWS, ids=[" ".join(row[:3]) for row in ROWS])
def test_both_sides_of_a_difference_are_as_the_page_says(row, tmp_path):
    assert HEADER[3:] == ["`snapshot`", "`snapshot-code`", "why"]
    sides = [json.loads(code(cell)) for cell in row[:2]]
    metric = code(row[2])
    documents = [document_of(*side) for side in zip(sides, ("ground_truth", "prediction"), strict=True)]
    for document in documents:
        document["label_map"] = max((one["label_map"] for one in documents), key=len)
    paths = written(tmp_path, *documents)
    value = ours(paths, metric)
    said = json.loads(code(row[3]))
    assert math.isnan(value) if said is None else value == said
    theirs = snapshot.evaluate(*paths, iou_thresholds=[0.5])["metrics"]["0.5"]["micro"][NAMES.get(metric, metric)]
    said = json.loads(code(row[4]))
    assert math.isnan(theirs) if math.isnan(said) else theirs == said


def same(paths, thresholds=(0.5, 0.75)):
    """Whether every number of both is the same, in all and for each class."""
    result = errata.layout(*paths, iou=thresholds, labels=["Figure", "Table"], unmatched="count", intervals=False)
    report = snapshot.evaluate(*paths, iou_thresholds=thresholds)["metrics"]
    for threshold in thresholds:
        holders = {"micro": result, **result.groups["class"]}
        for name, holder in holders.items():
            theirs = report[str(threshold)]["micro"] if name == "micro" else report[str(threshold)]["per_class"][name]
            for metric in METRICS:
                value, other = holder[f"{metric}@{threshold:g}"].micro, theirs[NAMES.get(metric, metric)]
                assert (math.isnan(value) and math.isnan(other)) or value == pytest.approx(other, rel=1e-15, abs=0)
    return result


@pytest.mark.parametrize("detector", ["detector-a", "detector-b"])
def test_the_demo_set_gives_the_same_under_both(detector):
    same([DEMO / "reference.json", DEMO / f"{detector}.json"])


def test_recorded_cases_that_keep_the_rules_give_the_same_under_both(tmp_path):
    compared = 0
    for function in ("evaluate", "validate_and_evaluate"):
        for case in of("003-snapshot-detection.jsonl", function):
            paths = written(tmp_path, case.input["ground_truth"], case.input["prediction"])
            try:
                result = same(paths)
            except (InputError, UnknownNameError):
                continue
            compared += len(result.samples) > 0
    assert compared == 32  # the other 21 break a rule
