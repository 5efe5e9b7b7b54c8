"""Layouts written and read again: nothing is lost but what the writer says."""

import json
import math

import numpy as np
import pytest

from errata.errors import InputError, UnknownNameError, UsageError
from errata.io.layout_formats import LAYOUT_FORMATS, Reading, Writing, read_layout, sniffed, write_layout
from errata.model import Layout

WRITTEN = [name for name, form in LAYOUT_FORMATS.items() if form.write]
TARGETS = {"snapshot": "x.json", "coco": "x.json", "coco-results": "x.json", "yolo": "x", "voc": "x"}


def layout(seed=0, scored=True, outlines=None):
    rng = np.random.default_rng(seed)
    low = rng.uniform(0, 0.7, (9, 2))
    return Layout(
        labels=("Figure", "Table", "Équation <&>"),
        documents=("p0", "p1", "p2"),
        pages=("p0", "p1", "p2"),
        page_document=np.arange(3),
        page_index=np.zeros(3, np.int64),
        object_ids=[f"o{n}" for n in range(9)],
        object_page=np.array([0, 0, 0, 0, 2, 2, 2, 2, 2]),
        object_label=np.array([0, 1, 2, 0, 1, 2, 0, 1, 2]),
        boxes=np.hstack([low, low + rng.uniform(0.01, 0.3, (9, 2))]),
        scores=rng.uniform(0, 1, 9) if scored else np.full(9, math.nan),
        outlines=outlines or {},
        sizes=dict.fromkeys(range(3), (813, 1109)),
        description={"format": "snapshot", "type": "prediction" if scored else "ground_truth"},
    )


@pytest.mark.parametrize("scored", [True, False])
@pytest.mark.parametrize("form", WRITTEN)
def test_what_is_written_is_read_again(tmp_path, form, scored):
    before, path = layout(scored=scored), tmp_path / TARGETS[form]
    if form == "coco-results" and not scored:
        with pytest.raises(InputError, match="has no score"):
            write_layout(before, path, form)
        return
    assert write_layout(before, path, form)
    assert sniffed(str(path)).name == form
    dataset = tmp_path / "dataset.json"
    write_layout(before, dataset, "coco")
    after = read_layout(path, None, Reading(beside=read_layout(dataset)))
    assert after.pages == before.pages
    assert [after.documents[place] for place in after.page_document] == list(before.documents)
    kinds = [[side.labels[label] for label in side.object_label] for side in (before, after)]
    assert kinds[0] == kinds[1]
    assert after.object_page.tolist() == before.object_page.tolist()
    np.testing.assert_allclose(after.boxes, before.boxes, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(after.scores, before.scores)


@pytest.mark.parametrize("form", ["coco", "yolo"])
def test_outlines_are_written_where_there_is_room_for_them(tmp_path, form):
    corners = ((0.1, 0.1), (0.4, 0.1), (0.4, 0.5))
    before, path = layout(outlines={2: corners}), tmp_path / TARGETS[form]
    write_layout(before, path, form)
    assert np.array(read_layout(path).outlines[2]) == pytest.approx(np.array(corners))


@pytest.mark.parametrize("form", ["snapshot", "voc"])
def test_outlines_that_are_lost_are_said_to_be(tmp_path, form):
    lost = write_layout(layout(outlines={2: ((0, 0), (1, 0), (1, 1))}), tmp_path / TARGETS[form], form)
    assert any("outlines" in sentence for sentence in lost)


@pytest.mark.parametrize("form", ["coco", "coco-results", "voc"])
def test_pixels_need_the_sizes_of_the_pages(tmp_path, form):
    bare = layout()
    bare = Layout(**{name: getattr(bare, name) for name in bare.__dataclass_fields__} | {"sizes": {}})
    with pytest.raises(InputError, match="--page-size WIDTHxHEIGHT"):
        write_layout(bare, tmp_path / TARGETS[form], form)
    write_layout(bare, tmp_path / "dataset.json", "coco", Writing((1000, 2000)))
    assert read_layout(tmp_path / "dataset.json").sizes[0] == (1000, 2000)


def test_a_written_coco_dataset_has_what_other_tools_expect(tmp_path):
    write_layout(layout(scored=False), tmp_path / "x.json", "coco")
    document = json.loads((tmp_path / "x.json").read_text("utf-8"))
    first = document["annotations"][0]
    assert first["area"] == pytest.approx(first["bbox"][2] * first["bbox"][3])
    assert (first["id"], first["image_id"], first["category_id"], first["iscrowd"]) == (1, 1, 1, 0)


@pytest.mark.parametrize("name", ["../out", "/etc/x", "a\nb", "classes"])
def test_a_page_id_that_leaves_the_folder_is_refused(tmp_path, name):
    bad = layout()
    bad = Layout(**{key: getattr(bad, key) for key in bad.__dataclass_fields__} | {"pages": (name, "p1", "p2")})
    with pytest.raises(InputError, match="page id"):
        write_layout(bad, tmp_path / "x", "yolo")
    assert list(tmp_path.rglob("out*")) == []


def test_a_snapshot_holds_objects_of_one_kind(tmp_path):
    mixed = layout()
    mixed.scores[0] = math.nan
    with pytest.raises(InputError, match="some objects have a score and some have none"):
        write_layout(mixed, tmp_path / "x.json", "snapshot")


def test_an_unknown_format_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(UnknownNameError, match="coco"):
        write_layout(layout(), tmp_path / "x", "cocoo")
    with pytest.raises(UsageError, match="They are written as: snapshot, coco, coco-results, yolo, voc"):
        write_layout(layout(), tmp_path / "x", "labelstudio")
    with pytest.raises(InputError, match="there is no such file"):
        read_layout(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("content", "form"),
    [
        ('{"label_map": {}, "info": {}}', "snapshot"),
        ('{"images": [], "annotations": [], "categories": []}', "coco"),
        ('{"annotations": [{"image_id": 1}]}', "coco"),
        ('[{"image_id": 1, "bbox": []}]', "coco-results"),
        (" [ ]\n", "coco-results"),
        ('[{"id": 1, "data": {}, "annotations": []}]', "labelstudio"),
        ('[{"image": "a.png", "label": [{"rectanglelabels": []}]}]', "labelstudio"),
    ],
)
def test_formats_are_told_by_their_first_bytes(write, content, form):
    assert sniffed(write("x.json", content)).name == form


@pytest.mark.parametrize("content", ["", "{}", "[1]", "hello", "\x00\x01"])
def test_what_is_no_layout_is_refused_with_the_known_formats(write, content):
    with pytest.raises(InputError, match="Known: snapshot, coco"):
        read_layout(write("x.json", content))
