"""COCO as layouts: pixels to shares, ids that start anywhere, results for a dataset, and what can be wrong."""

import json
import math

import pytest

from errata.errors import InputError
from errata.io.layout_formats import Reading, read_layout

DATASET = {
    "images": [
        {"id": 0, "file_name": "a/one.png", "width": 200, "height": 100},
        {"id": 7, "file_name": "two.jpg", "width": 10, "height": 20, "doc_name": "book", "page_no": 3},
    ],
    "categories": [{"id": 0, "name": "Figure"}, {"id": 4, "name": "Table"}],
    "annotations": [
        {"id": 0, "image_id": 0, "category_id": 4, "bbox": [20, 10, 100, 50]},
        {"id": 1, "image_id": 7, "category_id": 0, "bbox": [0, 0, 10, 20], "segmentation": [[0, 0, 10, 0, 10, 20]]},
    ],
}
RESULTS = [{"image_id": 0, "category_id": 4, "bbox": [20, 10, 100, 50], "score": 0.5}]


@pytest.fixture
def dataset(write):
    def read(change=None, form=None, **options):
        document = json.loads(json.dumps(DATASET))
        if change:
            change(document)
        return read_layout(write("gt.json", json.dumps(document)), form, Reading(**options))

    return read


@pytest.fixture
def results(write, dataset):
    def read(rows, **options):
        return read_layout(write("hyp.json", json.dumps(rows)), None, Reading(beside=dataset(), **options))

    return read


def refused(call, *args, **options):
    with pytest.raises(InputError) as caught:
        call(*args, **options)
    return caught.value


def test_pixels_become_shares_of_the_page(dataset):
    found = dataset()
    assert found.boxes.tolist() == [[20 / 200, 10 / 100, 120 / 200, 60 / 100], [0.0, 0.0, 1.0, 1.0]]
    assert found.sizes == {0: (200, 100), 1: (10, 20)}
    assert all(math.isnan(score) for score in found.scores)


def test_ids_may_start_at_zero_and_leave_gaps(dataset):
    found = dataset()
    assert found.object_ids == ["0", "1"]
    assert [found.labels[label] for label in found.object_label] == ["Table", "Figure"]
    assert [found.pages[page] for page in found.object_page] == ["a/one", "two"]


def test_documents_and_page_numbers_are_read_where_the_images_have_them(dataset):
    found = dataset()
    assert [found.documents[document] for document in found.page_document] == ["a/one", "book"]
    assert found.page_index.tolist() == [0, 3]


def test_a_polygon_of_one_part_is_the_outline(dataset):
    assert dataset().outlines == {1: ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))}


def test_polygons_of_several_parts_keep_them_all(dataset):
    two = [[0, 0, 10, 0, 10, 20], [0, 0, 5, 0, 5, 20]]
    found = dataset(lambda d: d["annotations"][1].update(segmentation=two))
    assert found.outlines == {}
    assert found.parts == {1: (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0)))}


def test_pixels_in_runs_become_rectangles_side_by_side(dataset):
    # a mask 3 high and 4 wide, down the columns: column 0 rows 1-2, column 1 rows 1-2, column 2 row 0, column 3 all
    runs = [1, 2, 1, 3, 2, 3]
    found = dataset(lambda d: d["annotations"][1].update(segmentation={"size": [3, 4], "counts": runs}))
    boxes = {(min(x for x, _ in ring), min(y for _, y in ring), max(x for x, _ in ring), max(y for _, y in ring))
             for ring in found.parts[1]}  # fmt: skip
    third = 1 / 3
    assert boxes == {(0.0, third, 0.5, 1.0), (0.5, 0.0, 0.75, third), (0.75, 0.0, 1.0, 1.0)}


@pytest.mark.parametrize("seed", range(4))
def test_masks_have_the_area_that_pycocotools_says(dataset, seed):
    import numpy as np
    from pycocotools import mask

    rng = np.random.default_rng(seed)
    pixels = np.asfortranarray((rng.uniform(size=(20, 10)) < 0.6).astype(np.uint8))
    packed = mask.encode(pixels)
    segmentation = {"size": [20, 10], "counts": packed["counts"].decode()}
    found = dataset(lambda d: d["annotations"][1].update(segmentation=segmentation))
    again = np.zeros((20, 10), int)
    for ring in found.parts[1]:
        left, right = (round(edge(x for x, _ in ring) * 10) for edge in (min, max))
        top, bottom = (round(edge(y for _, y in ring) * 20) for edge in (min, max))
        again[top:bottom, left:right] += 1
    assert (again == pixels).all()


def test_crowds_are_left_out_and_counted(dataset):
    found = dataset(lambda d: d["annotations"][0].update(iscrowd=1))
    assert found.object_ids == ["1"]
    assert found.description["warnings"] == ("1 object stands for a crowd: left out",)


def test_results_take_pages_classes_and_sizes_from_their_dataset(results):
    found = results(RESULTS)
    assert found.boxes.tolist() == [[0.1, 0.1, 0.6, 0.6]]
    assert found.scores.tolist() == [0.5]
    assert found.pages == ("a/one", "two")
    assert found.labels == ("Figure", "Table")
    assert results([]).boxes.shape == (0, 4)


def test_results_without_their_dataset_say_what_is_needed(write):
    error = refused(read_layout, write("hyp.json", json.dumps(RESULTS)))
    assert "needs the COCO dataset" in str(error)
    assert "--beside" in str(error)


def test_category_ids_that_are_one_off_are_noticed_and_can_be_shifted(results):
    rows = [{**RESULTS[0], "category_id": 3}, {**RESULTS[0], "category_id": -1}]
    assert "pass --category-offset 1" in str(refused(results, rows))
    found = results(rows, category_offset=1)
    assert [found.labels[label] for label in found.object_label] == ["Table", "Figure"]


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        (lambda d: d.pop("annotations"), "$.annotations", "is missing"),
        (lambda d: d.update(images={}), "$.images", "is an object"),
        (lambda d: d["images"].append(5), "$.images[2]", "an image is an object, not a number"),
        (lambda d: d["images"].append(d["images"][0]), "$.images[2]", "the id 0 was used before"),
        (lambda d: d["images"][0].update(id=1.5), "$.images[0]", "has the id 1.5"),
        (
            lambda d: d["images"][1].update(file_name="a/one.jpg", doc_name="a/one"),
            "$.images[1]",
            "the page 'a/one' was there before",
        ),
        (lambda d: d["images"][0].update(width=0), "$.images[0]", "has width 0 and height 100"),
        (lambda d: d["images"][0].update(height="100"), "$.images[0]", "has width 200 and height '100'"),
        (lambda d: d["categories"][0].update(name=""), "$.categories[0]", "has the name ''"),
        (lambda d: d["categories"][0].update(name="Table"), "$.categories[1]", "that of another category"),
        (lambda d: d["annotations"][0].update(bbox=[1, 2, 3]), "$.annotations[0]", "bbox is [1, 2, 3]"),
        (lambda d: d["annotations"][0].update(bbox=[1, 2, "3", 4]), "$.annotations[0]", "bbox is [1, 2, '3', 4]"),
        (lambda d: d["annotations"][0].update(bbox=[math.nan, 2, 3, 4]), "$.annotations[0]", "bbox is [NaN, 2, 3, 4]"),
        (lambda d: d["annotations"][0].update(bbox=[1, 2, 10**400, 4]), "$.annotations[0]", "bbox is [1, 2, 1000"),
        (lambda d: d["annotations"][0].update(bbox=[1, 2, 0, 4]), "$.annotations[0]", "has no area"),
        (lambda d: d["annotations"][0].update(bbox=[1, 2, 3, -4]), "$.annotations[0]", "has no area"),
        (lambda d: d["annotations"][0].pop("bbox"), "$.annotations[0]", "bbox is None"),
        (lambda d: d["annotations"][0].update(image_id=99), "$.annotations[0]", "image_id 99 is not"),
        (lambda d: d["annotations"][0].update(image_id=[0]), "$.annotations[0]", "image_id [0] is not"),
        (lambda d: d["annotations"][0].update(category_id=None), "$.annotations[0]", "category_id None is not"),
        (lambda d: d["annotations"][0].update(score="high"), "$.annotations[0]", "score is 'high'"),
        (lambda d: d["annotations"][1].update(id=0), "$.annotations[1]", "the id '0' was used before"),
        (
            lambda d: d["annotations"][1].update(segmentation=[[1, 2, 3]]),
            "$.annotations[1]",
            "segmentation is [[1, 2, 3]]",
        ),
        (
            lambda d: d["annotations"][1].update(segmentation={"size": [2, 2], "counts": [3]}),
            "$.annotations[1]",
            "segm",
        ),
        (
            lambda d: d["annotations"][1].update(segmentation={"size": [2, 2], "counts": "é"}),
            "$.annotations[1]",
            "segm",
        ),
        (lambda d: d["annotations"].append(None), "$.annotations[2]", "an object is expected, not null"),
    ],
)
def test_what_is_wrong_is_named_by_file_path_and_value(dataset, change, where, what):
    error = refused(dataset, change, form="coco")
    found = [problem for problem in error.problems if problem.where.endswith(where) and what in problem.what]
    assert found, str(error)
    assert "gt.json" in found[0].where


def test_all_problems_of_a_file_are_listed_at_once(dataset):
    def change(document):
        document["annotations"][0]["bbox"] = [1, 2]
        document["annotations"][1]["category_id"] = 9

    assert refused(dataset, change).total == 2


def test_a_result_without_a_score_is_refused(results):
    row = {key: value for key, value in RESULTS[0].items() if key != "score"}
    assert "score is None" in str(refused(results, [row]))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"images": [], "images": []}', "has a key more than once: 'images'"),
        ('{"images": [{"id": 1', "the file ends too early"),
        ("[" * 100_000, "is nested too deeply"),
    ],
)
def test_broken_json_is_named_and_never_a_traceback(write, text, what):
    assert what in str(refused(read_layout, write("broken.json", text), "coco"))


def test_a_pixel_of_rounding_is_cut_off_and_more_is_an_error(dataset):
    found = dataset(lambda d: d["annotations"][0].update(bbox=[150, 10, 50.8, 50]))
    assert found.boxes[0].tolist() == [0.75, 0.1, 1.0, 0.6]
    assert found.description["warnings"] == ("1 object reaches outside its page: cut off",)
    error = refused(dataset, lambda d: d["annotations"][0].update(bbox=[150, 10, 52, 50]))
    assert "[150, 10, 52, 50] reaches outside the page of 200 by 100 pixels" in str(error)
    assert "--outside clip" in str(error)


def test_boxes_outside_the_page_are_cut_off_where_that_is_asked_for(dataset):
    found = dataset(lambda d: d["annotations"][0].update(bbox=[150, -10, 100, 50]), outside="clip")
    assert found.boxes[0].tolist() == [0.75, 0.0, 1.0, 0.4]
    error = refused(dataset, lambda d: d["annotations"][0].update(bbox=[250, 10, 20, 20]), outside="clip")
    assert "lies beside the page" in str(error)
