"""Average precision, curves and calibration: by hand, against pycocotools, and where they are undefined."""

import contextlib
import io
import math
import sys

import numpy as np
import pytest

from errata.errors import UsageError
from errata.kernels.matching_scored import MATCHINGS
from errata.metrics.coco import THRESHOLDS, average_precisions
from errata.metrics.scored import average_precision, best_point, calibration, curve
from errata.model import Layout

HITS = np.array([True, False, True])
SCORES = np.array([0.9, 0.8, 0.7])


def layout(rng, count, pages=6, labels=("A", "B", "C"), like=None, levels=20):
    if like is None:
        low = rng.uniform(0, 0.7, (count, 2))
        boxes = np.hstack([low, low + rng.uniform(0.05, 0.3, (count, 2))])
        page, label = rng.integers(0, pages, count), rng.integers(0, len(labels), count)
    else:
        chosen = rng.integers(0, len(like.boxes), count)
        boxes = like.boxes[chosen] + rng.normal(0, 0.015, (count, 4))
        page, label = like.object_page[chosen], np.where(rng.uniform(size=count) < 0.8, like.object_label[chosen], 0)
    names = tuple(f"p{number}" for number in range(pages))
    scores = rng.integers(0, levels, count) / levels if like is not None else np.full(count, math.nan)
    return Layout(labels, names, names, np.arange(pages), np.zeros(pages, np.int64),
                  [str(number) for number in range(count)], page, label, boxes, scores)  # fmt: skip


def by_pycocotools(reference, hypothesis):
    """Precision (threshold, recall, class) and recall (threshold, class) of the original, with room for every box."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    def rows(side):
        for number, (left, top, right, bottom) in enumerate(side.boxes.tolist()):
            box = [left, top, right - left, bottom - top]
            yield {"id": number + 1, "image_id": int(side.object_page[number]) + 1, "bbox": box, "iscrowd": 0,
                   "category_id": int(side.object_label[number]) + 1, "area": box[2] * box[3],
                   "score": float(side.scores[number])}  # fmt: skip

    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO()
        truth.dataset = {
            "images": [{"id": number + 1} for number in range(len(reference.pages))],
            "categories": [{"id": number + 1, "name": name} for number, name in enumerate(reference.labels)],
            "annotations": list(rows(reference)),
        }
        truth.createIndex()
        found = COCOeval(truth, truth.loadRes(list(rows(hypothesis))), "bbox")
        found.params.maxDets = [10_000]
        found.params.areaRng, found.params.areaRngLbl = [[0, 1e10]], ["all"]
        found.evaluate()
        found.accumulate()
    return found.eval["precision"][..., 0, 0], found.eval["recall"][..., 0, 0]


@pytest.mark.parametrize("seed", range(12))
def test_average_precision_is_that_of_pycocotools_with_room_for_every_detection(seed):
    rng = np.random.default_rng(seed)
    reference = layout(rng, 80)
    hypothesis = layout(rng, 700, like=reference)  # more than a hundred a page
    precision, recall = by_pycocotools(reference, hypothesis)
    found = average_precisions(reference, hypothesis)
    np.testing.assert_allclose(found.precision, precision, rtol=0, atol=1e-12)
    assert found.ap == pytest.approx(precision.mean(), abs=1e-12)
    assert found.ap50 == pytest.approx(precision[0].mean(), abs=1e-12)
    assert found.ap75 == pytest.approx(precision[5].mean(), abs=1e-12)
    assert found.ar == pytest.approx(recall.mean(), abs=1e-12)
    for place, row in enumerate(found.classes):
        assert row.ap == pytest.approx(precision[:, :, place].mean(), abs=1e-12)
        assert row.ar == pytest.approx(recall[:, place].mean(), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_our_own_formula_on_matches_by_score_is_the_same_number(seed):
    rng = np.random.default_rng(100 + seed)
    reference = layout(rng, 60)
    hypothesis = layout(rng, 200, like=reference)
    found = average_precisions(reference, hypothesis)
    # COCO ranks equal scores by page, and within a page by file order
    order = np.argsort(hypothesis.object_page, kind="stable")
    for place, threshold in enumerate(THRESHOLDS):
        matches = MATCHINGS["coco"](reference, hypothesis, threshold)
        hits = np.zeros(200, bool)
        hits[matches.hypothesis] = True
        for label in range(3):
            chosen = order[hypothesis.object_label[order] == label]
            positives = int((reference.object_label == label).sum())
            value = average_precision(hypothesis.scores[chosen], hits[chosen], positives)
            assert value == pytest.approx(found.precision[place, :, label].mean(), abs=1e-9)


def test_average_precision_by_hand():
    # 2 references; ranks hit, miss, hit: precision 1 up to recall 1/2 (51 points), then 2/3 (50 points)
    assert average_precision(SCORES, HITS, 2) == pytest.approx((51 + 50 * 2 / 3) / 101)
    # 4 references: 1 up to 1/4 (26 points), 2/3 up to 1/2 (25 points), then nothing
    assert average_precision(SCORES, HITS, 4) == pytest.approx((26 + 25 * 2 / 3) / 101)
    assert math.isnan(average_precision(SCORES, HITS, 0))
    assert average_precision(SCORES[:0], HITS[:0], 3) == 0.0


def test_a_layout_with_scores_against_itself_is_perfect():
    rng = np.random.default_rng(0)
    reference = layout(rng, 40)
    hypothesis = Layout(**{name: getattr(reference, name) for name in reference.__dataclass_fields__}
                        | {"scores": rng.uniform(size=40)})  # fmt: skip
    found = average_precisions(reference, hypothesis)
    assert (found.ap, found.ap50, found.ap75, found.ar) == (1.0, 1.0, 1.0, 1.0)
    assert found.curve("A", 0.75) == [(step / 100, 1.0) for step in range(101)]


def test_without_scores_ap_is_undefined_and_says_why():
    reference = layout(np.random.default_rng(0), 10)
    found = average_precisions(reference, reference)
    assert math.isnan(found.ap)
    assert "10 of 10 hypothesis objects have no score" in found.reason
    assert found.curve("A") == []


def test_without_a_reference_object_ap_is_undefined_and_never_minus_one():
    rng = np.random.default_rng(0)
    full = layout(rng, 10)
    empty = layout(rng, 0)
    found = average_precisions(empty, layout(rng, 5, like=full))
    assert "no reference object" in found.reason
    assert math.isnan(found.ap)
    found = average_precisions(full, layout(rng, 0, like=full))
    assert (found.ap, found.ar) == (0.0, 0.0)


def test_a_class_without_references_stays_outside_the_mean():
    rng = np.random.default_rng(0)
    reference = layout(rng, 30, labels=("A", "B"))
    hypothesis = layout(rng, 60, labels=("B", "Z", "A"), like=reference)
    found = average_precisions(reference, hypothesis)
    assert [row.label for row in found.classes] == ["A", "B", "Z"]
    assert math.isnan(found.classes[2].ap)
    assert found.ap == pytest.approx((found.classes[0].ap + found.classes[1].ap) / 2)
    assert found.curve("Z") == []


@pytest.mark.parametrize(("label", "threshold"), [("Q", 0.5), ("A", 0.51)])
def test_a_curve_that_is_not_there_is_refused_with_those_that_are(label, threshold):
    reference = layout(np.random.default_rng(0), 10)
    with pytest.raises(UsageError, match=r"There are curves of the classes \['A', 'B', 'C'\]"):
        average_precisions(reference, reference).curve(label, threshold)


def test_without_hotcoco_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "hotcoco", None)
    rng = np.random.default_rng(0)
    reference = layout(rng, 10)
    with pytest.raises(UsageError, match=r"pip install 'errata\[coco\]'"):
        average_precisions(reference, layout(rng, 10, like=reference))


def test_the_sweep_and_its_best_point_by_hand():
    points = curve(np.array([0.9, 0.7, 0.7, 0.2]), np.array([True, True, False, False]), 3)
    rows = [(point.threshold, point.true_positives, point.false_positives, point.false_negatives) for point in points]
    assert rows == [(0.9, 1, 0, 2), (0.7, 2, 1, 1), (0.2, 2, 2, 1)]
    # F1: 2 / (1 + 3), 4 / (3 + 3), 4 / (4 + 3)
    assert [point.f1 for point in points] == pytest.approx([0.5, 2 / 3, 4 / 7])
    assert best_point(points) is points[1]


def test_the_sweep_of_nothing_has_no_best_point():
    assert best_point(curve(SCORES[:0], HITS[:0], 3)) is None
    only_false = curve(SCORES, np.zeros(3, bool), 0)
    assert all(math.isnan(point.recall) for point in only_false)
    assert best_point(only_false).f1 == 0.0


def test_of_equal_f1_the_highest_threshold_is_the_best():
    points = curve(np.array([0.9, 0.8]), np.array([False, False]), 1)
    assert best_point(points).threshold == 0.9


def test_calibration_by_hand():
    # bin [0, .5): scores .2, .4, one hit: gap |.3 - .5| = .2 on 2 of 4; bin [.5, 1]: .6, 1, two hits: gap .2 on 2 of 4
    found = calibration(np.array([0.2, 0.4, 0.6, 1.0]), np.array([True, False, True, True]), bins=2)
    assert found.ece == pytest.approx(0.2)
    assert found.mce == pytest.approx(0.2)
    assert [(row.count, row.score, row.hits) for row in found.bins] == [
        (2, pytest.approx(0.3), 0.5),
        (2, pytest.approx(0.8), 1.0),
    ]


def test_calibration_agrees_with_hotcoco():
    from hotcoco.metrics import calibration_error

    rng = np.random.default_rng(2)
    scores = rng.uniform(0, 1, 500)
    hits = rng.uniform(size=500) < scores**2
    found = calibration(scores, hits)
    assert (found.ece, found.mce) == pytest.approx(calibration_error(scores, hits, 10))


def test_scores_that_are_the_share_of_hits_are_calibrated():
    assert calibration(np.array([0.0, 0.0, 1.0]), np.array([False, False, True])).ece == 0.0


@pytest.mark.parametrize("score", [1.5, -0.1, math.nan])
def test_scores_outside_zero_to_one_cannot_be_calibrated(score):
    with pytest.raises(UsageError, match="1 of 2 scores are not between 0 and 1"):
        calibration(np.array([score, 0.5]), np.array([True, True]))


def test_calibration_of_nothing_is_undefined():
    found = calibration(SCORES[:0], HITS[:0])
    assert math.isnan(found.ece)
    assert found.bins == ()
    with pytest.raises(UsageError, match="at least 1 bin"):
        calibration(SCORES, HITS, bins=0)
