"""Scoring layouts: numbers by hand, the specification step by step, and laws that hold for every corpus."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from layouts import LABELS, PAGES, SIDES, boxes, layout_of, written

import errata
from errata.corpus.layout_settings import MATCHINGS
from errata.errors import InputError, UnknownNameError, UsageError

RATES = ("precision", "recall", "f1", "mean_iou", "mean_coverage", "mean_purity")
COUNTS = ("tp", "fp", "fn")
HALF = (0.0, 0.0, 1.0, 0.5)
WHOLE = (0.0, 0.0, 1.0, 1.0)
MOST = (0.0, 0.0, 1.0, 0.75)


def scored(reference, hypothesis, **options):
    return errata.layout(layout_of(reference), layout_of(hypothesis), **{"intervals": False} | options)


def values(result, threshold=0.5, names=(*RATES, *COUNTS)):
    return [result[f"{name}@{threshold:g}"].micro for name in names]


def same(one, other):
    return all(left == right or (left != left and right != right) for left, right in zip(one, other, strict=True))


def test_every_number_of_a_small_corpus_by_hand():
    reference = {("d", "a"): [("Figure", WHOLE), ("Table", HALF)], ("e", "b"): [("Figure", HALF)]}
    hypothesis = {("d", "a"): [("Figure", MOST), ("Figure", HALF)], ("e", "b"): [("Figure", HALF)]}
    result = scored(reference, hypothesis, iou=(0.5, 0.8), by="document")
    assert values(result, names=COUNTS) == [2, 1, 1]  # Figure a: 0.75, Figure b: 1; Table missed, one Figure too many
    assert values(result, names=RATES) == [2 / 3, 2 / 3, 2 / 3, 0.875, 0.875, 1.0]
    assert values(result, 0.8, COUNTS) == [1, 2, 2]
    assert result["recall@0.5"].macro == (1 / 2 + 1) / 2
    assert result.groups["class"]["Table"]["recall@0.5"].micro == 0.0
    assert math.isnan(result.groups["class"]["Table"]["precision@0.5"].micro)
    assert result.groups["document"]["e"]["f1@0.8"].micro == 1.0
    assert result.samples["id"].to_pylist() == ["d/a/Figure", "d/a/Table", "e/b/Figure"]


def by_the_specification(reference, hypothesis, threshold):
    """Section 5 and 7 in exact fractions: matches and the sums of IoU, coverage and purity, for each class."""
    found = {label: [0, Fraction(0), Fraction(0), Fraction(0)] for label in LABELS}
    for page in reference:
        for label in LABELS:
            ours, theirs = ([box for kind, box, *_ in side[page] if kind == label] for side in (reference, hypothesis))
            pairs = []
            for other, given_box in enumerate(theirs):
                for one, box in enumerate(ours):
                    (a, b, c, d), (e, f, g, h) = ([Fraction(side) for side in sides] for sides in (box, given_box))
                    shared = max(min(c, g) - max(a, e), 0) * max(min(d, h) - max(b, f), 0)
                    left, right = (c - a) * (d - b), (g - e) * (h - f)
                    iou = shared / (left + right - shared)
                    if iou >= Fraction(threshold):
                        pairs.append((-iou, other, one, shared / left, shared / right))
            taken, used = set(), set()
            for iou, other, one, coverage, purity in sorted(pairs):
                if one not in taken and other not in used:
                    taken.add(one)
                    used.add(other)
                    for place, value in enumerate((1, -iou, coverage, purity)):
                        found[label][place] += value
    return found


@given(SIDES, SIDES)
@settings(deadline=None)
def test_greedy_is_the_specification_in_exact_fractions(reference, hypothesis):
    result = scored(reference, hypothesis, iou=(0.5, 0.75))
    for threshold in (0.5, 0.75):
        for label, (matched, *sums) in by_the_specification(reference, hypothesis, threshold).items():
            group = result.groups["class"][label]
            assert group[f"tp@{threshold}"].micro == matched
            sizes = [
                sum(kind == label for things in side.values() for kind, *_ in things)
                for side in (hypothesis, reference)
            ]
            assert [group[f"{name}@{threshold}"].micro + matched for name in ("fp", "fn")] == sizes
            for name, total in zip(("mean_iou", "mean_coverage", "mean_purity"), sums, strict=True):
                value = group[f"{name}@{threshold}"].micro
                assert math.isnan(value) if not matched else math.isclose(value, total / matched, rel_tol=1e-12)


@pytest.mark.parametrize("matching", MATCHINGS)
@given(SIDES)
@settings(deadline=None)
def test_a_layout_against_itself_is_perfect(matching, side):
    assume(any(side.values()))
    result = scored(side, side, iou=(0.5, 1.0), matching=matching, errors=True)
    for threshold in (0.5, 1.0):
        assert values(result, threshold, RATES) == [1.0] * len(RATES)
        assert values(result, threshold, ("fp", "fn")) == [0, 0]
    assert all(row["false_positives"] == row["false_negatives"] == 0 for row in result.layout["errors"]["kinds"])


@pytest.mark.parametrize("matching", MATCHINGS)
@given(SIDES, SIDES, st.sampled_from(PAGES), st.sampled_from(LABELS))
@settings(deadline=None)
def test_an_object_that_matches_nothing_never_raises_precision_and_changes_no_recall(
    matching, reference, hypothesis, page, label
):
    free = reference | {page: [thing for thing in reference[page] if thing[0] != label]}
    before = scored(free, hypothesis, matching=matching)
    after = scored(free, hypothesis | {page: [*hypothesis[page], (label, WHOLE, 1.0)]}, matching=matching)
    assert after["fp@0.5"].micro == before["fp@0.5"].micro + 1
    assert not after["precision@0.5"].micro > before["precision@0.5"].micro
    assert same(values(before, names=("tp", "fn", "recall")), values(after, names=("tp", "fn", "recall")))


@given(SIDES, SIDES)
@settings(deadline=None)
def test_splitting_the_corpus_never_changes_micro(reference, hypothesis):
    whole = scored(reference, hypothesis)
    parts = [
        scored({page: reference[page] for page in some}, {page: hypothesis[page] for page in some})
        for some in (PAGES[:2], PAGES[2:])
    ]
    rows = [dict(zip(rows["id"], zip(*(rows[name] for name in rows), strict=True), strict=True))
            for rows in (part.samples.to_pydict() for part in (whole, *parts))]  # fmt: skip
    assert repr(rows[0]) == repr(rows[1] | rows[2])  # the rows are the same, to the bit and for NaN
    for name in COUNTS:
        assert whole[f"{name}@0.5"].micro == sum(part[f"{name}@0.5"].micro for part in parts)


@given(SIDES, SIDES, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_pages_and_documents_plays_no_part(reference, hypothesis, source):
    order = source.sample(PAGES, len(PAGES))
    moved = scored(*({page: side[page] for page in order} for side in (reference, hypothesis)))
    assert moved.scores.keys() == scored(reference, hypothesis).scores.keys()
    assert same(values(moved), values(scored(reference, hypothesis)))


@pytest.mark.parametrize("matching", MATCHINGS)
@pytest.mark.parametrize("scale", [(0.5, 0.5), (0.25, 1.0)])
@given(SIDES, SIDES)
@settings(deadline=None)
def test_scaling_boxes_does_not_matter(matching, scale, reference, hypothesis):
    factors = np.array([*scale, *scale])
    small = [
        {page: [(label, tuple(np.array(box) * factors), score) for label, box, score in things]
         for page, things in side.items()}
        for side in (reference, hypothesis)
    ]  # fmt: skip
    assert same(values(scored(*small, matching=matching)), values(scored(reference, hypothesis, matching=matching)))


@given(SIDES, SIDES)
@settings(deadline=None)
def test_swapping_the_sides_swaps_precision_and_recall(reference, hypothesis):
    names = ("precision", "recall", "tp", "fp", "fn", "f1")
    swapped = ("recall", "precision", "tp", "fn", "fp", "f1")
    one, other = (scored(*sides, matching="optimal") for sides in ((reference, hypothesis), (hypothesis, reference)))
    assert same(values(one, names=names), values(other, names=swapped))


@given(SIDES, SIDES)
@settings(deadline=None)
def test_a_higher_threshold_never_matches_more(reference, hypothesis):
    result = scored(reference, hypothesis, iou=(0.25, 0.5, 0.75, 1.0), matching="optimal")
    found = [result[f"tp@{threshold:g}"].micro for threshold in (0.25, 0.5, 0.75, 1.0)]
    assert found == sorted(found, reverse=True)


def test_files_and_layouts_in_memory_give_the_same(tmp_path):
    reference = {("d", "a"): [("Figure", WHOLE)], ("e", "b"): []}
    hypothesis = {("d", "a"): [("Figure", MOST)], ("e", "b"): [("Table", HALF)]}
    paths = written(tmp_path, reference, hypothesis)
    assert same(values(errata.layout(*paths, intervals=False)), values(scored(reference, hypothesis)))


def test_pages_of_one_name_in_two_documents_do_not_meet():
    reference = {("d", "1"): [("Figure", WHOLE)], ("e", "1"): []}
    hypothesis = {("d", "1"): [], ("e", "1"): [("Figure", WHOLE)]}
    assert values(scored(reference, hypothesis), names=COUNTS) == [0, 1, 1]


def test_nothing_against_nothing_is_undefined_and_no_error():
    result = scored({("d", "a"): []}, {("d", "a"): []})
    assert all(math.isnan(value) for value in values(result, names=RATES))
    assert values(result, names=COUNTS) == [0, 0, 0]
    document = result.to_dict()["metrics"]["precision@0.5"]
    assert document["micro"] is None


def test_weights_make_one_more_mean_over_classes():
    reference = {("d", "a"): [("Figure", WHOLE), ("Table", HALF)]}
    result = scored(reference, {("d", "a"): [("Figure", WHOLE)]}, weights={"Figure": 3})
    assert result.layout["weighted"]["recall@0.5"] == (3 * 1 + 1 * 0) / 4
    assert result.layout["weighted"]["precision@0.5"] == 1.0  # the class without predictions has none


def test_documents_group_by_any_fact():
    reference = {("d", "a"): [("Figure", WHOLE)], ("e", "b"): [("Figure", WHOLE)], ("f", "c"): [("Figure", WHOLE)]}
    hypothesis = {("d", "a"): [("Figure", WHOLE)], ("e", "b"): [], ("f", "c"): [("Figure", WHOLE)]}
    result = scored(reference, hypothesis, by="lang", facts={"lang": {"d": "en", "e": "en"}})
    assert result.groups["lang"]["en"]["recall@0.5"].micro == 0.5
    assert result.groups["lang"]["(none)"]["recall@0.5"].micro == 1.0
    with pytest.raises(UnknownNameError, match="lang"):
        scored(reference, hypothesis, by="lnag", facts={"lang": {}})


def test_intervals_resample_documents_and_hold_the_number():
    pages = {(f"d{place}", f"p{place}"): [("Figure", WHOLE)] for place in range(40)}
    found = {page: things if place % 3 else [] for place, (page, things) in enumerate(pages.items())}
    result = scored(pages, found, intervals=True)
    assert result.intervals["cluster"] == "document"
    assert result.intervals["clusters"] == 40
    low, high = result["recall@0.5"].interval
    assert 0.4 < low < result["recall@0.5"].micro < high < 0.85
    again = result.interval("recall@0.5")
    assert (again.low, again.high) == pytest.approx((low, high))


ALONE = {("d", "a"): [("Figure", WHOLE)], ("e", "b"): [("Figure", HALF)]}
OTHERS = {("d", "a"): [("Figure", WHOLE)], ("f", "c"): [("Figure", HALF), ("Table", HALF)]}


class TestUnmatched:
    def test_an_error_lists_the_documents_of_either_side(self):
        with pytest.raises(InputError, match=r"(?s)e: is a document of the reference only.*f: .*hypothesis only"):
            scored(ALONE, OTHERS)

    def test_count_takes_their_objects_as_missed_and_surplus(self):
        result = scored(ALONE, OTHERS, unmatched="count")
        assert values(result, names=COUNTS) == [1, 2, 1]
        assert (result.layout["only_reference"], result.layout["only_hypothesis"]) == (["e"], ["f"])
        assert result.tally.missing == 1

    def test_drop_leaves_them_out_and_says_so(self):
        result = scored(ALONE, OTHERS, unmatched="drop")
        assert values(result, names=COUNTS) == [1, 0, 0]
        assert result.tally.skipped == 2
        assert len(result.problems) == 2

    @pytest.mark.parametrize(("policy", "counts"), [("count", [0, 1, 1]), ("drop", [0, 0, 0])])
    def test_a_page_by_two_names_is_reported(self, policy, counts):
        sides = {("d", "page-1"): [("Figure", WHOLE)]}, {("d", "page_1"): [("Figure", WHOLE)]}
        with pytest.raises(InputError, match="page_index 0 is 'page-1' in the reference and 'page_1'"):
            scored(*sides)
        assert values(scored(*sides, unmatched=policy), names=COUNTS) == counts


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iou": 0}, "above 0 and at most 1, not 0"),
        ({"iou": 1.5}, "not 1.5"),
        ({"iou": float("nan")}, "not nan"),
        ({"iou": []}, "give one or more"),
        ({"iou": 0.1234567}, "at most six digits"),
        ({"matching": "gredy"}, "greedy"),
        ({"labels": ["Figur"]}, "Figure"),
        ({"weights": {"Figure": -1}}, "0 or more"),
        ({"weights": {"Figure": 0}}, "above 0"),
        ({"weights": {"Chart": 1}}, "class to weigh"),
        ({"shapes": "masks"}, "polygons"),
        ({"unmatched": "ignore"}, "policy"),
    ],
)
def test_what_cannot_be_meant_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        scored({("d", "a"): []}, {("d", "a"): []}, **options)


@given(boxes(), boxes())
@settings(deadline=None)
def test_coverage_and_purity_are_never_below_iou(one, other):
    result = scored({("d", "a"): [("Figure", one)]}, {("d", "a"): [("Figure", other)]}, iou=0.01)
    iou, coverage, purity = values(result, 0.01, RATES[3:])
    assert math.isnan(iou) or (iou <= coverage and iou <= purity)
