"""The twin's layouts: it matches as the Python kernel does, and reads what the rules find valid, as they read it."""

import json
import random
from dataclasses import fields
from math import nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errata.io.snapshot import read_snapshot
from errata.io.snapshot_columns import read_columns
from errata.io.snapshot_layout import layout_of
from errata.io.snapshot_rules import REVISIONS, violations
from errata.io.strict_json import parse
from errata.kernels import native
from errata.kernels.matching import match_at

SIDES = st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.5, 0.75, 0.9, 1.0])
BOXES = st.lists(st.tuples(st.integers(0, 3), SIDES, SIDES, SIDES, SIDES), max_size=20)
NAMES = st.text('abé한\U0001f600/"\\\n', min_size=1, max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | NAMES,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)


def columns_of(boxes):
    rows = [(group, min(x), min(y), max(x), max(y)) for group, *sides in boxes for x, y in [(sides[0::2], sides[1::2])]]
    found = np.array(rows, dtype=np.float64).reshape(-1, 5)
    return found[:, 0].astype(np.int64), np.ascontiguousarray(found[:, 1:])


def same(one, other):
    assert all((getattr(one, field.name) == getattr(other, field.name)).all() for field in fields(one))


@given(BOXES, BOXES)
@settings(deadline=None)
def test_both_twins_match_the_same_pairs_with_the_same_bits(reference, hypothesis):
    thresholds = [0.5, 0.1, 1.0]
    sides = [*columns_of(reference), *columns_of(hypothesis)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, "native")
        assert native.match_boxes(*sides, thresholds) is not None
        ours = match_at(*sides, thresholds)
        patch.setenv(native.SWITCH, "python")
        assert native.match_boxes(*sides, thresholds) is None
        theirs = match_at(*sides, thresholds)
    for one, other in zip(ours, theirs, strict=True):
        same(one, other)


@pytest.mark.parametrize("odd", [nan, float("inf"), -float("inf")])
def test_a_box_that_is_no_box_is_left_to_the_python_kernel(odd):
    groups, boxes = np.zeros(1, np.int64), np.array([[0.0, 0.0, 1.0, 1.0]])
    assert native.match_boxes(groups, boxes, groups, np.array([[0.0, 0.0, 1.0, odd]]), [0.5]) is None


def test_a_threshold_of_nothing_and_a_page_of_thousands_are_left_to_the_python_kernel():
    groups, boxes = np.zeros(300, np.int64), np.tile([0.0, 0.0, 1.0, 1.0], (300, 1))
    assert native.match_boxes(groups, boxes, groups, boxes, [0.5]) is None
    assert len(match_at(groups, boxes, groups, boxes, [0.5])[0]) == 300
    assert native.match_boxes(groups[:1], boxes[:1], groups[:1], boxes[:1], [0.0]) is None


def test_columns_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="one group for each"):
        native.twin.match_boxes(np.zeros(2, np.int64), np.zeros((1, 4)), np.zeros(0, np.int64), np.zeros((0, 4)), [0.5])


@st.composite
def files(draw):
    """A valid file of either kind and of either revision."""
    prediction, old = draw(st.booleans()), draw(st.booleans())
    labels = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    documents = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    source = draw(st.randoms(use_true_random=False))
    pages = draw(st.lists(NAMES, max_size=4, unique=True))
    names = iter(draw(st.lists(NAMES, min_size=12, max_size=12, unique=True)))
    scores = {True: [0, 0.5, 1], False: [None]}[prediction]

    def thing():
        left, top = source.choice([0, 0.25]), source.choice([0.0, 1e-3])
        found = {"id": next(names), "label": source.choice(labels), "bbox": [left, top, 0.5, source.choice([1, 0.75])]}
        if prediction or (not old and source.random() < 0.5):
            found["score"] = source.choice(scores)
        if source.random() < 0.3:
            found["attributes"] = {"note": draw(VALUES)}
        return dict(source.sample(sorted(found.items()), len(found)))

    def page(name):
        found = {"page_id": name, "doc_id": source.choice(documents), "page_index": source.randrange(9)}
        found["objects"] = [thing() for _ in range(source.randrange(4))]
        if old and not prediction:
            found["image"] = {"width_px": 10, "height_px": 20, "path": name}
        return dict(source.sample(sorted(found.items()), len(found)))

    system = {"type": "normalized_xyxy", "range": [0.0, 1.0], "origin": "top_left"}
    info = {
        "schema_version": "1.3",
        "type": "prediction" if prediction else "ground_truth",
        "coordinate_system": system,
    }
    if prediction or not old:
        info |= {"run_id": "r", "model": {"name": "m"}}
    if not prediction and old:
        info |= {"dataset_id": "d", "created_at": "2026-02-22"}
    document = {
        "label_map": {str(place): name for place, name in enumerate(labels, 1)},
        "info": info,
        "documents": [{"doc_id": name, "doc_name": name, "doc_path": name} for name in documents],
        "predictions": [page(name) for name in pages],
    }
    document = dict(source.sample(sorted(document.items()), len(document)))
    return json.dumps(document, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))


def is_read_as_the_definition_reads_it(path, text):
    """Whether the twin reads this text; if it does, then as the definition."""
    path.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, "native")
        found = {revision: read_columns(str(path), revision=revision) for revision in REVISIONS}
    for revision, quick in found.items():
        if quick is None:
            continue
        document = parse(text.encode(), str(path))
        assert not list(violations(document, str(path), revision=revision))
        wanted, given = layout_of(document, str(path)), quick[1]
        for field in fields(wanted):
            ours, theirs = getattr(given, field.name), getattr(wanted, field.name)
            if isinstance(theirs, np.ndarray):
                np.testing.assert_array_equal(ours, theirs)
                assert ours.dtype == theirs.dtype
            else:
                assert ours == theirs, field.name
    return found


@given(files())
@settings(deadline=None)
def test_a_valid_file_is_read_as_the_definition_reads_it(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("files") / "file.json"
    found = is_read_as_the_definition_reads_it(path, text)
    document = json.loads(text)
    for revision, quick in found.items():
        valid = not list(violations(document, str(path), revision=revision))
        assert (quick is not None) == valid, revision
    assert found["either"] is not None


@given(files(), st.integers(0, 2**32))
@settings(deadline=None, max_examples=300)
def test_a_damaged_file_is_read_as_the_definition_reads_it_or_left_to_it(tmp_path_factory, text, seed):
    source = random.Random(seed)
    for _ in range(source.randrange(1, 4)):
        at, end = sorted(source.randrange(len(text) + 1) for _ in range(2))
        piece = source.choice(
            ["", '"', "0", "-", "1e9", "NaN", "{", "}", ",", "null", "\\u0041", "\ud800", text[at:end]]
        )
        text = text[:at] + piece + text[source.choice([at, min(at + 1, len(text)), end]) :]
    path = tmp_path_factory.mktemp("files") / "file.json"
    is_read_as_the_definition_reads_it(path, text.replace("\ud800", "\\ud800"))


@pytest.mark.parametrize("part", ["label", "doc_id", "score", "image"])
def test_what_only_the_whole_file_decides_is_left_to_the_rules(tmp_path, part):
    path = tmp_path / "file.json"
    page = {"page_id": "p", "doc_id": "d", "page_index": 0, "objects": []}
    thing = {"id": "o", "label": "Figure", "bbox": [0, 0, 1, 1]}
    changed = {"label": {"label": "Table"}, "doc_id": {}, "score": {"score": 0.5}, "image": {}}[part]
    page |= {"doc_id": {"doc_id": "e"}, "image": {"image": {"width_px": 1, "height_px": 1, "path": "p"}}}.get(part, {})
    system = {"type": "normalized_xyxy", "range": [0.0, 1.0], "origin": "top_left"}
    document = {
        "label_map": {"1": "Figure"},
        "info": {"schema_version": "1.3", "type": "ground_truth", "coordinate_system": system},
        "documents": [{"doc_id": "d", "doc_name": "d", "doc_path": "d"}],
        "predictions": [page | {"objects": [thing | changed]}],
    }
    if part == "image":
        document["info"] |= {"run_id": None, "model": {"name": "m"}}
    revision = "2026-05" if part == "image" else "either"
    path.write_text(json.dumps(document))
    assert read_columns(str(path), revision=revision) is None
    with pytest.raises(Exception, match="1 rule of the layout schema broken"):
        read_snapshot(path, revision=revision)
