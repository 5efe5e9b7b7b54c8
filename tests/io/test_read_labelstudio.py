"""Exports of Label Studio: per cent, cancelled annotations, rotation, and both kinds of file."""

import json

import pytest

from errata.errors import InputError
from errata.io.layout_formats import read_layout


def shape(label="Table", **value):
    box = {"x": 10, "y": 20, "width": 30, "height": 40, "rotation": 0, "rectanglelabels": [label]}
    return {"type": "rectanglelabels", "original_width": 800, "original_height": 1000, "value": box | value}


def task(*annotations, image="/data/upload/3/0123abcd-page-1.png", **more):
    return {"id": 1, "data": {"image": image}, "annotations": list(annotations), **more}


@pytest.fixture
def read(write):
    return lambda document: read_layout(write("export.json", json.dumps(document)))


def refused(read, document):
    with pytest.raises(InputError) as caught:
        read(document)
    return str(caught.value)


def test_per_cent_become_shares(read):
    found = read([task({"result": [shape()]})])
    assert found.boxes.tolist() == [pytest.approx([0.1, 0.2, 0.4, 0.6])]
    assert found.labels == ("Table",)
    assert found.sizes == {0: (800, 1000)}


def test_the_page_is_named_as_the_file_was_before_it_was_uploaded(read):
    assert read([task({"result": []})]).pages == ("page-1",)
    assert read([task({"result": []}, image="s3://bucket/scans/p.2.tif")]).pages == ("p.2",)
    assert read([task({"result": []}, image="/data/local-files/?d=scans/p3.png")]).pages == ("p3",)


def test_the_latest_annotation_that_was_not_cancelled_counts(read):
    found = read(
        [
            task(
                {"result": [shape("Old")], "updated_at": "2026-01-01T00:00:00Z"},
                {"result": [shape("New")], "updated_at": "2026-03-01T00:00:00Z"},
                {"result": [shape("Cancelled")], "updated_at": "2026-04-01T00:00:00Z", "was_cancelled": True},
                {"result": [shape("Older")], "updated_at": "2025-01-01T00:00:00Z"},
            )
        ]
    )
    assert found.labels == ("New",)


def test_a_task_that_nobody_annotated_is_left_out_and_counted(read):
    found = read([task({"result": [shape()]}), task({"result": [], "was_cancelled": True}, image="b.png")])
    assert found.pages == ("page-1",)
    assert "1 task without an annotation" in found.description["warnings"][0]


def test_predictions_count_where_no_task_is_annotated(read):
    predictions = [{"result": [shape() | {"score": 0.25}, shape("Figure", x=50)], "score": 0.75}]
    found = read([{"data": {"image": "a.png"}, "annotations": [], "predictions": predictions}])
    assert found.scores.tolist() == [0.25, 0.75]


def test_polygons_keep_their_outline_and_have_a_box(read):
    value = {"points": [[10, 10], [50, 10], [50, 90]], "polygonlabels": ["Figure"]}
    entry = {"type": "polygonlabels", "original_width": 10, "original_height": 10, "value": value}
    found = read([task({"result": [entry]})])
    assert found.boxes.tolist() == [[0.1, 0.1, 0.5, 0.9]]
    assert found.outlines == {0: ((0.1, 0.1), (0.5, 0.1), (0.5, 0.9))}


def test_a_rectangle_whose_label_stands_beside_it_is_read(read):
    bare = {"id": "r1", "type": "rectangle", "value": {"x": 0, "y": 0, "width": 50, "height": 50}}
    label = {"id": "r1", "type": "labels", "value": {"labels": ["Figure"]}}
    text = {"id": "r1", "type": "textarea", "value": {"text": ["abc"]}}
    found = read([task({"result": [bare, label, text]})])
    assert [found.labels[number] for number in found.object_label] == ["Figure"]


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        (shape(rotation=12.5), "has the rotation 12.5: rotated shapes are not read"),
        (shape() | {"image_rotation": 90}, "has the image_rotation 90"),
        (shape(width="30"), "x, y, width and height are numbers"),
        (shape(x=90), "reaches outside the page"),
        (shape(width=0), "has no area"),
        (shape(rectanglelabels=[]), "the shape has no label"),
        (shape() | {"type": "brushlabels"}, "is of the type 'brushlabels'"),
        (shape(points=[[1, 2], [3, 4]]), "at least three pairs"),
        (7, "an object is expected, not a number"),
    ],
)
def test_what_is_wrong_is_named_by_file_path_and_value(read, entry, what):
    error = refused(read, [task({"result": [shape(), entry]})])
    assert what in error
    assert "export.json $[0].annotations.result[1]" in error


def test_json_min_is_read_with_its_latest_annotation_of_a_task(read):
    box = {"x": 10, "y": 20, "width": 30, "height": 40, "rotation": 0, "original_width": 8, "original_height": 9}
    rows = [
        {"image": "a.png", "id": 1, "label": [box | {"rectanglelabels": ["New"]}], "updated_at": "2026-02-01"},
        {"image": "a.png", "id": 1, "label": [box | {"rectanglelabels": ["Old"]}], "updated_at": "2026-01-01"},
        {"image": "b.png", "id": 2, "updated_at": "2026-01-01", "annotator": 1, "annotation_id": 2},
    ]
    found = read(rows)
    assert found.pages == ("a", "b")
    assert found.labels == ("New",)
    assert found.boxes.tolist() == [pytest.approx([0.1, 0.2, 0.4, 0.6])]


def test_json_min_that_mixes_boxes_into_transcriptions_has_each_box_once(read):
    box = {"x": 10, "y": 20, "width": 30, "height": 40, "rotation": 0, "original_width": 8, "original_height": 9}
    row = {"ocr": "a.png", "bbox": [box], "label": [box | {"labels": ["Text"]}], "transcription": ["words", "x"]}
    found = read([row])
    assert found.labels == ("Text",)
    assert len(found.object_ids) == 1
    assert "has the rotation 3" in refused(read, [row | {"label": [box | {"labels": ["Text"], "rotation": 3}]}])
