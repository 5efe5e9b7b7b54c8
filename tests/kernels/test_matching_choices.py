"""The other matchings: by score as COCO does, and the best total; and the search for boxes that touch."""

import itertools
import math

import numpy as np
import pytest

from errata.kernels.assignment import assign, components
from errata.kernels.boxes import overlap
from errata.kernels.matching import greedy
from errata.kernels.matching_scored import MATCHINGS, matcher, measured_boxes
from errata.kernels.neighbours import SMALL, touching
from errata.model import Layout


def boxes(rng, count, side=0.4):
    low = rng.uniform(0, 1, (count, 2))
    return np.hstack([low, np.minimum(low + rng.uniform(0.001, side, (count, 2)), 1.0)])


def layout(given, scores=None):
    found = np.array(given, float).reshape(-1, 4)
    none, page = np.zeros(len(found), np.int64), np.zeros(1, np.int64)
    score = np.full(len(found), math.nan) if scores is None else np.array(scores, float)
    names = [str(number) for number in range(len(found))]
    return Layout(("Table",), ("d",), ("p",), page, page, names, none, none, found, score)


def one_page(reference, hypothesis, threshold, name, scores=None):
    found = MATCHINGS[name](layout(reference), layout(hypothesis, scores), threshold)
    return list(zip(found.reference.tolist(), found.hypothesis.tolist(), strict=True))


# Two references side by side; the first hypothesis lies on both, the second on the first alone.
#   IoU with (r0, r1): h0 (0.5, 0.5), h1 (0.6, 0)
SIDE = [[0.0, 0.0, 0.4, 0.4], [0.4, 0.0, 0.8, 0.4]]


def test_the_three_matchings_of_one_page_by_hand():
    # r0 = [0, 4], r1 = [4, 6] on a line of height 1; h0 = [0, 6] holds both, h1 = [1, 4] lies in r0.
    # IoU: h0-r0 4/6, h0-r1 2/6, h1-r0 3/4, h1-r1 0.  T = 0.3.
    line = [[0, 0, 0.4, 1], [0.4, 0, 0.6, 1]], [[0, 0, 0.6, 1], [0.1, 0, 0.4, 1]]
    assert one_page(*line, 0.3, "greedy") == [(0, 1), (1, 0)]  # 3/4 first, then 2/6
    assert one_page(*line, 0.3, "coco", [0.9, 0.8]) == [(0, 0)]  # h0 takes r0; nothing is left for h1
    assert one_page(*line, 0.3, "coco", [0.8, 0.9]) == [(0, 1), (1, 0)]
    assert one_page(*line, 0.3, "optimal") == [(0, 1), (1, 0)]


def test_optimal_gives_up_the_best_pair_for_one_pair_more():
    # Greedy takes r0-h0 first, and h0 was the only chance of r1.
    reference = [[0, 0, 0.5, 1], [0.4, 0, 0.6, 1]]
    hypothesis = [[0.1, 0, 0.6, 1], [0, 0, 0.25, 1]]
    #  IoU: r0-h0 0.4/0.6, r0-h1 0.25/0.5, r1-h0 0.2/0.5, r1-h1 0
    assert one_page(reference, hypothesis, 0.39, "greedy") == [(0, 0)]
    assert one_page(reference, hypothesis, 0.39, "optimal") == [(0, 1), (1, 0)]


def test_objects_without_a_score_choose_last_and_equal_scores_in_file_order():
    same = [[0, 0, 0.5, 0.5]]
    assert one_page(same, same * 3, 0.5, "coco", [math.nan, 0.1, 0.1]) == [(0, 1)]


def test_an_equal_iou_goes_to_the_later_reference_as_in_pycocotools():
    assert one_page([[0, 0, 0.5, 0.5]] * 2, [[0, 0, 0.5, 0.5]], 0.5, "coco", [1.0]) == [(1, 0)]


@pytest.mark.parametrize("name", MATCHINGS)
def test_nothing_matches_nothing(name):
    assert one_page([], [], 0.5, name) == []
    assert one_page(SIDE, [], 0.5, name) == []
    assert one_page([], SIDE, 0.5, name) == []


@pytest.mark.parametrize("seed", range(8))
def test_optimal_is_what_trying_everything_finds(seed):
    rng = np.random.default_rng(seed)
    weights = np.where(rng.uniform(size=(5, 4)) < 0.5, rng.uniform(0.1, 1, (5, 4)), 0)
    ours, theirs = np.nonzero(weights)
    kept = assign(ours, theirs, weights[ours, theirs])
    found = (len(kept), sum(weights[ours[place], theirs[place]] for place in kept))
    best = max(
        (sum(1 for pair in pairs if weights[pair]), sum(weights[pair] for pair in pairs))
        for rows in itertools.permutations(range(5), 4)
        for pairs in [list(zip(rows, range(4), strict=True))]
    )
    assert found[0] == best[0]
    assert found[1] == pytest.approx(best[1])


@pytest.mark.parametrize("seed", range(3))
def test_optimal_agrees_with_scipy_on_dense_pages(seed):
    scipy = pytest.importorskip("scipy.optimize")
    rng = np.random.default_rng(seed)
    side = 40
    weights = rng.uniform(0.3, 1, (side, side))
    ours, theirs = np.divmod(np.arange(side * side), side)
    kept = assign(ours, theirs, weights.ravel())
    rows, columns = scipy.linear_sum_assignment(weights, maximize=True)
    assert len(kept) == side
    assert weights.ravel()[kept].sum() == pytest.approx(weights[rows, columns].sum())


@pytest.mark.parametrize("threshold", [0.05, 0.3, 0.5])
def test_optimal_has_never_fewer_pairs_and_greedy_never_fewer_than_half(threshold):
    rng = np.random.default_rng(7)
    ours, theirs = boxes(rng, 150), boxes(rng, 150)
    counts = {name: len(one_page(ours, theirs, threshold, name, rng.uniform(size=150))) for name in MATCHINGS}
    assert counts["optimal"] >= max(counts["greedy"], counts["coco"])
    assert 2 * min(counts.values()) >= counts["optimal"]


def test_components_hang_together_through_shared_members():
    assert components([0, 1, 1, 3], [5, 5, 6, 0]) == [[0, 1, 2], [3]]


def test_by_score_matches_what_pycocotools_matches():
    from pycocotools import mask

    rng = np.random.default_rng(3)
    for _ in range(30):
        ours, theirs, scores = boxes(rng, 12), boxes(rng, 15), rng.integers(0, 6, 15) / 5
        wide = [np.hstack([side[:, :2], side[:, 2:] - side[:, :2]]) for side in (ours, theirs)]
        iou = mask.iou(wide[1], wide[0], [0] * 12)
        taken, want = set(), []
        for other in np.argsort(-scores, kind="mergesort").tolist():  # the loop of pycocotools, at one threshold
            best, chosen = 0.3 - 1e-10, -1
            for one in range(12):
                if one not in taken and iou[other, one] >= best:
                    best, chosen = iou[other, one], one
            if chosen >= 0:
                taken.add(chosen)
                want.append((chosen, other))
        assert one_page(ours, theirs, 0.3, "coco", scores) == sorted(want)


@pytest.mark.parametrize(("count", "side", "pages"), [(300, 0.05, 1), (300, 0.9, 2), (200, 0.002, 1), (60, 0.3, 9)])
def test_touching_finds_every_pair_that_shares_area_and_no_other(count, side, pages):
    rng = np.random.default_rng(count)
    ours, theirs = boxes(rng, count, side), boxes(rng, count + 50, side)
    ours[0] = [0, 0, 1, 1]
    groups = rng.integers(0, pages, count), rng.integers(0, pages, count + 50)
    shared = overlap(ours[None], theirs[:, None]).iou > 0
    want = np.nonzero(shared & (groups[0][None] == groups[1][:, None]))
    one, other = touching(groups[0], ours, groups[1], theirs)
    assert (other.tolist(), one.tolist()) == (want[0].tolist(), want[1].tolist())
    assert count * count > SMALL or pages > 1


def test_greedy_over_any_measure_is_the_greedy_of_the_specification():
    rng = np.random.default_rng(11)
    ours, theirs = layout(boxes(rng, 200)), layout(boxes(rng, 200))
    found = matcher("greedy", measured_boxes(ours, theirs))(ours, theirs, 0.5)
    direct = greedy(ours, theirs, 0.5)
    for name in ("reference", "hypothesis", "iou", "coverage", "purity"):
        assert getattr(found, name).tolist() == getattr(direct, name).tolist()
