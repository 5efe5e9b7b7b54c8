"""Polygons: worked areas, boxes where a side has only boxes, broken rings, masks, and a missing extra."""

import sys

import numpy as np
import pytest

from errata.errors import UsageError
from errata.kernels.matching_scored import matcher, measured_boxes
from errata.kernels.polygons import measured_polygons
from errata.model import Layout

LOWER = ((0.0, 0.0), (0.8, 0.8), (0.0, 0.8))  # the lower left half of a square of 0.8
UPPER = ((0.0, 0.0), (0.8, 0.0), (0.8, 0.8))
SQUARE = [0.0, 0.0, 0.8, 0.8]


def layout(boxes, outlines=None, parts=None):
    found, zeros = np.array(boxes, float).reshape(-1, 4), np.zeros(len(boxes), np.int64)
    page = np.zeros(1, np.int64)
    return Layout(
        ("Figure",), ("d",), ("p",), page, page, [str(place) for place in range(len(boxes))], zeros, zeros, found,
        np.full(len(boxes), np.nan), outlines or {}, parts or {},
    )  # fmt: skip


def measured(reference, hypothesis):
    first = np.zeros(1, np.int64)
    return [float(value[0]) for value in measured_polygons(reference, hypothesis)(first, first)]


def test_two_halves_of_a_square_have_the_same_box_and_share_nothing():
    ours, theirs = layout([SQUARE], {0: LOWER}), layout([SQUARE], {0: UPPER})
    assert measured(ours, theirs) == [0.0, 0.0, 0.0]
    assert len(matcher("greedy", measured_polygons(ours, theirs))(ours, theirs, 0.5)) == 0
    assert len(matcher("greedy", measured_boxes(ours, theirs))(ours, theirs, 0.5)) == 1


def test_a_polygon_against_an_object_without_one_counts_its_box():
    ours = layout([SQUARE], {0: LOWER})
    theirs = layout([SQUARE, [0, 0, 0.1, 0.1]], {1: LOWER})  # one polygon elsewhere: the side has polygons
    assert measured(ours, theirs) == pytest.approx([0.5, 1.0, 0.5])


def test_where_a_side_has_only_boxes_those_of_the_other_side_count():
    assert measured(layout([SQUARE], {0: LOWER}), layout([SQUARE])) == pytest.approx([1.0, 1.0, 1.0])


def test_a_mask_of_several_parts_is_all_of_them_once():
    left = ((0.0, 0.0), (0.5, 0.0), (0.5, 0.8), (0.0, 0.8))
    right = ((0.3, 0.0), (0.8, 0.0), (0.8, 0.8), (0.3, 0.8))
    ours = layout([SQUARE], parts={0: (left, right)})
    assert measured(ours, layout([SQUARE], {0: LOWER})) == pytest.approx([0.5, 0.5, 1.0])


def test_a_ring_that_crosses_itself_is_repaired():
    bow = ((0.0, 0.0), (0.8, 0.8), (0.8, 0.0), (0.0, 0.8))  # two triangles that meet in the middle
    iou, coverage, purity = measured(layout([SQUARE], {0: bow}), layout([SQUARE], {0: LOWER}))
    assert (iou, coverage, purity) == pytest.approx((1 / 3, 0.5, 0.5))


def test_polygons_that_are_boxes_measure_as_boxes_do():
    rng = np.random.default_rng(4)
    low = rng.uniform(0, 0.6, (2, 30, 2))
    high = low + rng.uniform(0.05, 0.4, (2, 30, 2))
    sides = []
    for side in (0, 1):
        corners = np.hstack([low[side], high[side]])
        rings = {
            place: ((left, top), (right, top), (right, bottom), (left, bottom))
            for place, (left, top, right, bottom) in enumerate(corners.tolist())
        }
        sides.append(layout(corners, rings))
    one, other = (found.ravel() for found in np.indices((30, 30)))
    for polygon, box in zip(measured_polygons(*sides)(one, other), measured_boxes(*sides)(one, other), strict=True):
        np.testing.assert_allclose(polygon, box, rtol=0, atol=1e-12)


def test_without_shapely_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "shapely", None)
    with pytest.raises(UsageError, match=r"pip install 'errata\[polygons\]'"):
        measured_polygons(layout([SQUARE]), layout([SQUARE]))
