"""YOLO text and Pascal VOC: folders of one file a page."""

import pytest

from errata.errors import InputError
from errata.io.layout_formats import Reading, read_layout


def refused(path, **options):
    with pytest.raises(InputError) as caught:
        read_layout(path, None, Reading(**options))
    return str(caught.value)


@pytest.fixture
def yolo(write, tmp_path):
    def folder(pages, classes="Figure\nTable\n", name="classes.txt"):
        if classes:
            write(f"labels/{name}", classes)
        for stem, text in pages.items():
            write(f"labels/{stem}.txt", text)
        return str(tmp_path / "labels")

    return folder


VOC = """<annotation><filename>a.png</filename><size><width>200</width><height>100</height></size>
<object><name>Table</name>{0}<bndbox><xmin>{1}</xmin><ymin>10</ymin><xmax>120</xmax><ymax>60</ymax></bndbox></object>
</annotation>"""


@pytest.fixture
def voc(write, tmp_path):
    def folder(text):
        write("voc/b/page.xml", text)
        return str(tmp_path / "voc")

    return folder


def test_centres_become_corners(yolo):
    found = read_layout(yolo({"p1": "1 0.5 0.5 0.2 0.4\n\n0 0.5 0.5 1 1\n", "p2": ""}))
    assert found.boxes.tolist() == [pytest.approx([0.4, 0.3, 0.6, 0.7]), [0.0, 0.0, 1.0, 1.0]]
    assert found.pages == ("p1", "p2")
    assert [found.labels[label] for label in found.object_label] == ["Table", "Figure"]
    assert found.scores.tolist() == pytest.approx([float("nan")] * 2, nan_ok=True)


def test_a_sixth_number_is_the_confidence(yolo):
    assert read_layout(yolo({"p1": "1 0.5 0.5 0.2 0.4 0.875"})).scores.tolist() == [0.875]


def test_more_numbers_are_the_corners_of_a_polygon(yolo):
    found = read_layout(yolo({"p": "0 0.1 0.2 0.5 0.2 0.5 0.8\n0 0.1 0.2 0.5 0.2 0.5 0.8 0.25\n"}))
    assert found.boxes.tolist() == [[0.1, 0.2, 0.5, 0.8]] * 2
    assert found.outlines[1] == ((0.1, 0.2), (0.5, 0.2), (0.5, 0.8))
    assert found.scores.tolist() == pytest.approx([float("nan"), 0.25], nan_ok=True)


@pytest.mark.parametrize(
    "text",
    ["path: x\nnames: [Figure, 'Table']\nnc: 2\n", "names:\n  0: Figure\n  1: Table\n", "names:\n- Figure\n- Table\n"],
)
def test_classes_are_named_in_data_yaml(yolo, text):
    assert read_layout(yolo({"p": "1 0.5 0.5 0.2 0.4"}, text, "data.yaml")).labels == ("Figure", "Table")


def test_classes_without_names_are_numbers_and_that_is_said(yolo):
    found = read_layout(yolo({"p": "10 0.5 0.5 0.2 0.4\n2 0.5 0.5 0.2 0.4"}, classes=None))
    assert found.labels == ("2", "10")
    assert [found.labels[label] for label in found.object_label] == ["10", "2"]
    assert "no class names" in found.description["warnings"][0]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("1 0.5 0.5 0.2", "has 4 fields"),
        ("1 0.5 0.5 nan 0.4", "are numbers"),
        ("1 0.5 x 0.2 0.4", "are numbers"),
        ("2 0.5 0.5 0.2 0.4", "the class 2 is not known: classes are 0 to 1"),
        ("-1 0.5 0.5 0.2 0.4", "the class -1 is not known"),
        ("0.5 0.5 0.5 0.2 0.4", "the class 0.5 is not known"),
        ("1 0.5 0.5 0 0.4", "has no area"),
        ("1 0.95 0.5 0.2 0.4", "'0.95 0.5 0.2 0.4' reaches outside the page"),
        ("1 200 300 50 60", "lies beside the page"),
    ],
)
def test_what_is_wrong_is_named_by_file_line_and_value(yolo, line, what):
    error = refused(yolo({"p": f"1 0.5 0.5 0.2 0.4\n{line}\n"}))
    assert what in error
    assert "p.txt:2" in error


def test_a_file_that_is_no_text_is_named(yolo, write):
    folder = yolo({"p": ""})
    write("labels/q.txt", b"\xff\xfe\x00")
    assert "q.txt" in refused(folder)


def test_a_folder_without_pages_is_no_layout(tmp_path):
    assert "holds neither .xml nor .txt files" in refused(str(tmp_path))


def test_corners_of_voc_are_pixels(voc):
    found = read_layout(voc(VOC.format("<score>0.5</score>", 20)))
    assert found.boxes.tolist() == [[0.1, 0.1, 0.6, 0.6]]
    assert found.scores.tolist() == [0.5]
    assert found.pages == ("b/page",)
    assert found.images == {0: "a.png"}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (VOC.format("", "nan"), "are four finite numbers"),
        (VOC.format("", "left"), "'xmin': 'left'"),
        (VOC.format("", ""), "'xmin': ''"),
        (VOC.format("", 120), "has no area"),
        (VOC.format("", -20), "[-20.0, 10.0, 120.0, 60.0] reaches outside the page of 200 by 100"),
        (VOC.format("<score>high</score>", 20), "score is 'high'"),
        (VOC.replace("<width>200</width>", "").format("", 20), "has width None"),
        (VOC.replace("<name>Table</name>", "<name> </name>").format("", 20), "has no name"),
        (VOC.format("", 20)[:-20], "is not well-formed XML"),
        ("<annotation", "is not well-formed XML"),
    ],
)
def test_what_is_wrong_in_voc_is_named_by_file_and_value(voc, text, what):
    error = refused(voc(text))
    assert what in error
    assert "page.xml" in error


def test_entities_are_never_expanded(voc, tmp_path):
    (tmp_path / "secret").write_text("secret words", "utf-8")
    bomb = f'<!DOCTYPE a [<!ENTITY x SYSTEM "file://{tmp_path}/secret"><!ENTITY y "{"y" * 1000}">]>'
    for entity in ("&x;", "&y;"):
        error = refused(voc(bomb + VOC.replace("Table", entity).format("", 20)))
        assert "secret words" not in error
        assert f"has the entity {entity}" in error
