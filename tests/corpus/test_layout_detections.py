"""The scored detections of layouts: kept, given back, and what they say of how sure average precision is."""

import itertools
import json
import math

import jsonschema
import numpy as np
import pytest
from layouts import LABELS, layout_of

import errata
from errata.corpus.layout_detections import detections_of
from errata.corpus.layout_pairing import lined_up
from errata.corpus.layout_settings import LayoutSettings
from errata.errors import UsageError
from errata.metrics.coco import THRESHOLDS, average_precisions
from errata.metrics.scored import average_precision, weighted_averages
from errata.report.json import schema

AVERAGES = ("ap", "ap50", "ap75", "ar")


def corpus(seed, documents=12, pages=2, skill=0.05):
    """Both sides of random pages: every object is found, badly by some documents, and some that are not there."""
    rng = np.random.default_rng(seed)
    truth, found = {}, {}
    shifts = rng.uniform(0, 2 * skill, documents)  # documents are easy or hard
    for number, page in itertools.product(range(documents), range(pages)):
        name = (f"d{number:03d}", f"d{number:03d}p{page}")
        low = rng.uniform(0, 0.7, (rng.integers(1, 5), 2))
        boxes = [(*corner, *(corner + 0.25)) for corner in low]
        truth[name] = [(LABELS[rng.integers(2)], tuple(map(float, box))) for box in boxes]
        found[name] = [
            (label, tuple(side + rng.uniform(0, shifts[number]) for side in box), rng.integers(2, 10) / 10)
            for label, box in truth[name]
        ]
        found[name] += [(LABELS[0], (0.1, 0.1, 0.2, 0.2), rng.integers(0, 8) / 10)] * rng.integers(0, 2)
    return truth, found


def detected(truth, found, iou=(0.5,)):
    return detections_of(lined_up(layout_of(truth), layout_of(found), "error"), LayoutSettings(iou))


def scored(truth, found, **options):
    return errata.layout(layout_of(truth), layout_of(found), average_precision=True, **options)


def intervals(truth, found, **options):
    return scored(truth, found, **options).layout["average_precision"]["intervals"]


def test_a_detection_holds_its_class_score_and_whether_it_hits_at_each_threshold():
    truth = {("d", "p1"): [("Table", (0.0, 0.0, 0.5, 0.5))], ("d", "p2"): [("Figure", (0.0, 0.0, 0.5, 0.5))]}
    found = {("d", "p1"): [("Table", (0.0, 0.0, 0.5, 0.4), 0.5), ("Figure", (0.0, 0.0, 0.5, 0.5), 0.75)],
             ("d", "p2"): []}  # fmt: skip
    records = scored(truth, found, iou=(0.3, 0.85)).detections
    hits = (0.3, *THRESHOLDS)
    assert records.fields == ("class", "score", "object", *(f"hit@{threshold:g}" for threshold in hits))
    table = ("Table", 0.5, 0, *(threshold <= 0.8 for threshold in hits))
    assert records.bags == (("d/p1", (("Figure", 0.75, 1, *[False] * len(hits)), table)), ("d/p2", ()))


def test_a_run_gives_its_detections_back_and_replaces_them_with_the_run(tmp_path):
    sides = corpus(1)
    made = scored(*sides, out=tmp_path / "run")
    assert len(list(made.detections)) > 30
    assert errata.load_run(tmp_path / "run").detections == made.detections
    errata.layout(*map(layout_of, sides), out=tmp_path / "run", overwrite=True)
    assert not (tmp_path / "run" / "detections.parquet").exists()
    with pytest.raises(UsageError, match="--ap --out"):
        _ = errata.load_run(tmp_path / "run").detections


def test_without_scores_there_are_no_detections_and_no_interval_but_a_reason(tmp_path):
    truth, found = corpus(2)
    bare = {page: [thing[:2] for thing in things] for page, things in found.items()}
    result = scored(truth, bare, out=tmp_path / "run")
    assert not (tmp_path / "run" / "detections.parquet").exists()
    with pytest.raises(UsageError, match="have no score"):
        _ = result.detections
    made = result.layout["average_precision"]["intervals"]
    assert "no score" in made["reason"]
    assert [made[name] for name in AVERAGES] == [None] * 4
    jsonschema.validate(json.loads(result.to_json()), schema())


@pytest.mark.parametrize("seed", range(8))
def test_each_cluster_counted_once_gives_the_averages_of_hotcoco(seed):
    truth, found = corpus(seed)
    known = average_precisions(layout_of(truth), layout_of(found))
    rankings = detected(truth, found).rankings(np.arange(len(truth)), len(truth))
    for ranking, one, column in zip(rankings, known.classes, range(2), strict=True):
        precision, recall = weighted_averages(ranking, np.ones(len(truth)))
        np.testing.assert_allclose(precision, known.precision[:, :, column].mean(axis=1), rtol=0, atol=1e-12)
        assert recall.mean() == pytest.approx(one.ar, abs=1e-12)


def test_a_weight_is_as_many_copies_of_every_detection_in_all_resamples_of_a_tiny_corpus():
    sides = detected(*corpus(5, documents=4, pages=1))
    for number, ranking in enumerate(sides.rankings(np.arange(4), 4)):
        of_class = np.flatnonzero(sides.kind == number)
        for draw in itertools.product(range(4), repeat=4):
            weights = np.bincount(draw, minlength=4)
            copies = np.repeat(of_class, weights[sides.page[of_class]])
            positives = int(ranking.positives @ weights)
            found = weighted_averages(ranking, weights.astype(float))
            for place in range(len(THRESHOLDS)):
                hits = sides.hits[copies, place]
                slow = average_precision(sides.scores[copies], hits, positives)
                recall = hits.sum() / positives if positives else math.nan
                np.testing.assert_allclose((found[0][place], found[1][place]), (slow, recall), rtol=0, atol=1e-12)


def test_bounds_are_the_same_bits_for_any_order_of_pages():
    truth, found = corpus(6)
    turned = [dict(reversed(side.items())) for side in (truth, found)]
    assert intervals(truth, found) == intervals(*turned)
    assert intervals(truth, found, cluster="page") == intervals(*turned, cluster="page")


def test_documents_are_drawn_whole_unless_pages_or_a_fact_are_named():
    truth, found = corpus(7)
    facts = {"kind": {document: document[-1] for document, _ in truth}}
    by_document, by_page = intervals(truth, found), intervals(truth, found, cluster="page")
    by_fact = intervals(truth, found, cluster="kind", facts=facts)
    assert [made["clusters"] for made in (by_document, by_page, by_fact)] == [12, 24, 10]
    assert by_document["ap"] != by_page["ap"]
    known = scored(truth, found).layout["average_precision"]
    for made in (by_document, by_page, by_fact):
        assert all(made[name][0] < known[name] < made[name][1] for name in AVERAGES)


@pytest.mark.parametrize(("documents", "kept", "reason"), [(1, True, "too few"), (6, False, "no detection")])
def test_what_cannot_be_resampled_is_null_with_its_reason(documents, kept, reason):
    truth, found = corpus(8, documents=documents)
    result = scored(truth, found if kept else {page: [] for page in found})
    made = result.layout["average_precision"]["intervals"]
    assert reason in made["reason"]
    assert made["ap"] is None
    jsonschema.validate(json.loads(result.to_json()), schema())
    assert made["reason"] in str(result)


def test_every_report_shows_the_intervals_unless_they_are_turned_off():
    truth, found = corpus(9)
    result = scored(truth, found)
    low, high = result.layout["average_precision"]["intervals"]["ap50"]
    for shown in (str(result), result._repr_html_()):
        assert f"{low * 100:.2f}–{high * 100:.2f}" in shown
    assert "intervals" not in scored(truth, found, intervals=False).layout["average_precision"]


def test_nine_in_ten_intervals_and_more_hold_the_average_precision_of_all_documents():
    everything = scored(*corpus(10, documents=2000, pages=1), intervals=False).layout["average_precision"]
    held = dict.fromkeys(AVERAGES, 0)
    for seed in range(100, 140):
        made = intervals(*corpus(seed, documents=40, pages=1))
        for name in AVERAGES:
            held[name] += made[name][0] <= everything[name] <= made[name][1]
    assert all(35 <= number <= 40 for number in held.values()), held
    assert sum(held.values()) < 4 * 40
