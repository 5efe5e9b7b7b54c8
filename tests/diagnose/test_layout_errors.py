"""The kind of every layout error: each by hand, and laws over random pages."""

import numpy as np
import pytest
from layout_sides import random_side, side

from errata.diagnose.layout_errors import KINDS, MATCHED, Bounds, layout_errors
from errata.diagnose.layout_repairs import repairs
from errata.errors import UsageError
from errata.kernels.matching import greedy
from errata.kernels.matching_scored import MATCHINGS


def kinds(reference, hypothesis, **bounds):
    """The kind of each reference and of each hypothesis object; None where it is matched."""
    chosen = Bounds(**bounds)
    found = layout_errors(reference, hypothesis, greedy(reference, hypothesis, chosen.match), chosen)
    return tuple(
        [None if kind == MATCHED else KINDS[kind] for kind in kinds.tolist()]
        for kinds in (found.reference, found.hypothesis)
    )


T = ("a", "Table")
F = ("a", "Figure")


@pytest.mark.parametrize(
    ("reference", "hypothesis", "missed", "false"),
    [
        pytest.param([(*T, [0, 0, 4, 4])], [(*T, [0, 0, 4, 4])], [None], [None], id="a match"),
        pytest.param([(*T, [0, 0, 4, 4])], [], ["missed"], [], id="nothing there"),
        pytest.param([], [(*T, [0, 0, 4, 4])], [], ["background"], id="nothing meant"),
        # IoU 1 and 3.5/4: the second is the same object once more
        pytest.param(
            [(*T, [0, 0, 4, 4])],
            [(*T, [0, 0, 4, 4]), (*T, [0, 0, 4, 3.5])],
            [None],
            [None, "duplicate"],
            id="found twice",
        ),
        # IoU 1 with the other class
        pytest.param(
            [(*T, [0, 0, 4, 4])], [(*F, [0, 0, 4, 4])], ["wrong class"], ["wrong class"], id="the other class"
        ),
        # shared 4 x 2 of 4 x 4 and 4 x 5: IoU 8 / 28, coverage .5, purity .4
        pytest.param(
            [(*T, [0, 0, 4, 4])], [(*T, [0, 2, 4, 7])], ["badly localised"], ["badly localised"], id="beside it"
        ),
        pytest.param([(*T, [0, 0, 4, 4])], [(*F, [0, 2, 4, 7])], ["both"], ["both"], id="beside it, the other class"),
        # shared 4 x 0.5 = 2 of 16 + 16: IoU 2 / 30 < 0.1
        pytest.param([(*T, [0, 0, 4, 4])], [(*T, [0, 3.5, 4, 7.5])], ["missed"], ["background"], id="hardly touching"),
        # the hypothesis holds all of it: coverage 1, purity 16 / 64
        pytest.param(
            [(*T, [1, 1, 5, 5])], [(*T, [0, 0, 8, 8])], ["over-cropped"], ["over-cropped"], id="too much around it"
        ),
        # purity 1, coverage 4 / 16
        pytest.param(
            [(*T, [0, 0, 4, 4])], [(*T, [1, 1, 3, 3])], ["under-cropped"], ["under-cropped"], id="too little of it"
        ),
        # even where the IoU is only 1 / 100, what lies inside an object is not background
        pytest.param(
            [(*T, [0, 0, 10, 10])], [(*T, [1, 1, 2, 2])], ["under-cropped"], ["under-cropped"], id="a speck of it"
        ),
        # one box over two tables of the same size: IoU 16 / 36 with each
        pytest.param(
            [(*T, [0, 0, 4, 4]), (*T, [5, 0, 9, 4])],
            [(*T, [0, 0, 9, 4])],
            ["merged", "merged"],
            ["merged"],
            id="two in one box",
        ),
        # the box matches the larger table (IoU 24 / 36) and swallows the smaller one
        pytest.param(
            [(*T, [0, 0, 6, 4]), (*T, [7, 0, 9, 4])],
            [(*T, [0, 0, 9, 4])],
            [None, "merged"],
            [None],
            id="one swallowed by the match of another",
        ),
        # two halves of one table, neither of them enough
        pytest.param(
            [(*T, [0, 0, 9, 4])],
            [(*T, [0, 0, 4, 4]), (*T, [5, 0, 9, 4])],
            ["split"],
            ["split", "split"],
            id="one in two boxes",
        ),
        # the larger part matches (24 / 36), the smaller one is its other piece
        pytest.param(
            [(*T, [0, 0, 9, 4])],
            [(*T, [0, 0, 6, 4]), (*T, [7, 0, 9, 4])],
            [None],
            [None, "split"],
            id="a piece beside the match",
        ),
        # two boxes in one table, one in the other: the same piece over again, and no split
        pytest.param(
            [(*T, [0, 0, 9, 4])],
            [(*T, [0, 0, 4, 4]), (*T, [1, 1, 3, 3])],
            ["under-cropped"],
            ["under-cropped", "under-cropped"],
            id="a piece within a piece",
        ),
        # figures and tables do not merge
        pytest.param(
            [(*T, [0, 0, 4, 4]), (*F, [5, 0, 9, 4])],
            [(*T, [0, 0, 9, 4])],
            ["over-cropped", "both"],
            ["over-cropped"],
            id="two classes in one box",
        ),
        # another page is another world
        pytest.param(
            [("a", "Table", [0, 0, 4, 4])],
            [("b", "Table", [0, 0, 4, 4])],
            ["missed"],
            ["background"],
            id="the same place on another page",
        ),
    ],
)
def test_each_kind_by_hand(reference, hypothesis, missed, false):
    assert kinds(side(*reference), side(*hypothesis)) == (missed, false)


@pytest.mark.parametrize("name", MATCHINGS)
@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.75])
@pytest.mark.parametrize("seed", range(4))
def test_every_unmatched_object_has_one_kind_and_the_totals_are_fp_plus_fn(name, threshold, seed):
    rng = np.random.default_rng(seed)
    reference, hypothesis = random_side(rng, 60), random_side(rng, 70, scored=True)
    matches = MATCHINGS[name](reference, hypothesis, threshold)
    found = layout_errors(reference, hypothesis, matches, Bounds(match=threshold))
    assert np.flatnonzero(found.reference == MATCHED).tolist() == sorted(matches.reference.tolist())
    assert np.flatnonzero(found.hypothesis == MATCHED).tolist() == sorted(matches.hypothesis.tolist())
    false, missed = 70 - len(matches), 60 - len(matches)
    assert found.hypothesis_counts.sum() == false
    assert found.reference_counts.sum() == missed
    assert sum(sum(pair) for pair in found.totals.values()) == false + missed
    assert found.totals["duplicate"][1] == found.totals["background"][1] == found.totals["missed"][0] == 0
    one, other = found.repair
    assert (found.reference[one] == found.hypothesis[other]).all()
    assert len(set(one.tolist())) == len(one)
    assert len(set(other.tolist())) == len(other)


def test_a_layout_against_itself_has_no_error():
    reference = random_side(np.random.default_rng(1), 50)
    found = layout_errors(reference, reference, greedy(reference, reference, 0.5), Bounds())
    assert set(found.totals.values()) == {(0, 0)}


def test_nothing_against_nothing_has_no_error():
    assert kinds(side(), side()) == ([], [])


def test_classes_are_the_same_by_name_and_counted_where_they_belong():
    reference = side(("a", "Table", [0, 0, 4, 4]), labels=("Table", "Figure"))
    hypothesis = side(("a", "Map", [0, 0, 4, 4]), labels=("Map", "Table"))
    found = layout_errors(reference, hypothesis, greedy(reference, hypothesis, 0.5), Bounds())
    assert found.labels == ("Table", "Figure", "Map")
    wrong = KINDS.index("wrong class")
    assert found.reference_counts[:, wrong].tolist() == [1, 0, 0]
    assert found.hypothesis_counts[:, wrong].tolist() == [0, 0, 1]


def test_the_gain_of_a_repair_by_hand():
    # 1 match, 1 wrong class on both sides, 1 background: F1 = 2 / (2 + 2 + 1) = 0.4
    reference = side(("a", "Table", [0, 0, 4, 4]), ("b", "Table", [0, 0, 4, 4]))
    hypothesis = side(
        ("a", "Table", [0, 0, 4, 4], 0.5), ("b", "Figure", [0, 0, 4, 4], 0.9), ("a", "Table", [5, 5, 9, 9], 0.7)
    )
    matches = greedy(reference, hypothesis, 0.5)
    found = layout_errors(reference, hypothesis, matches, Bounds())
    rows = {row.kind: row for row in repairs(found, reference, hypothesis, matches, hypothesis.scores)}
    # the class repaired: 2 matches, 1 background: 4 / (4 + 1);  the background gone: 2 / (2 + 1 + 1)
    assert rows["wrong class"].f1 == pytest.approx(0.8)
    assert rows["wrong class"].f1_gain == pytest.approx(0.4)
    assert rows["background"].f1 == pytest.approx(0.5)
    # AP of tables, 2 references: ranks 0.7 miss, 0.5 hit: precision 1/2 up to recall 1/2 (51 of 101 points)
    before = 0.5 * 51 / 101
    assert rows["split"].ap == pytest.approx(before)
    # the wrong class repaired: ranks 0.9 hit, 0.7 miss, 0.5 hit: 1 on 51 points and 2/3 on 50
    assert rows["wrong class"].ap == pytest.approx((51 + 50 * 2 / 3) / 101)
    assert rows["background"].ap_gain == pytest.approx(51 / 101 - before)


def test_repairing_everything_is_perfect_and_no_repair_makes_f1_worse():
    rng = np.random.default_rng(5)
    reference, hypothesis = random_side(rng, 80), random_side(rng, 80, scored=True)
    matches = greedy(reference, hypothesis, 0.5)
    found = layout_errors(reference, hypothesis, matches, Bounds())
    rows = repairs(found, reference, hypothesis, matches, hypothesis.scores)
    assert all(row.f1_gain >= 0 for row in rows)
    assert all((row.f1_gain > 0) == (row.false_positives + row.false_negatives > 0) for row in rows)
    assert len(matches) + sum(row.false_negatives for row in rows) == 80
    assert len(matches) + sum(row.false_positives for row in rows) == 80


def test_ap_is_undefined_where_a_hypothesis_has_no_score():
    reference = side(("a", "Table", [0, 0, 4, 4]))
    matches = greedy(reference, reference, 0.5)
    found = layout_errors(reference, reference, matches, Bounds())
    assert all(row.ap != row.ap for row in repairs(found, reference, reference, matches, reference.scores))


@pytest.mark.parametrize("bounds", [{"background": 0.6}, {"background": 0}, {"mostly": 0.95}, {"mostly": 0}])
def test_bounds_that_contradict_each_other_are_refused(bounds):
    with pytest.raises(UsageError, match="at most"):
        Bounds(**bounds)
