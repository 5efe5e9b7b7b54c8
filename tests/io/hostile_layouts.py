"""Hostile layouts: evaluation schema, COCO, Label Studio, YOLO, VOC, regions of PAGE."""

import json
from collections.abc import Iterator
from typing import Any

from hostile import Case, Refused

COCO = {
    "images": [{"id": 1, "file_name": "a.png", "width": 10, "height": 10}],
    "categories": [{"id": 1, "name": "Text"}],
    "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 2, 2]}],
}
STUDIO = [
    {
        "id": 1,
        "data": {"image": "a.png"},
        "annotations": [
            {
                "result": [
                    {"id": "x", "type": "rectanglelabels", "original_width": 10, "original_height": 10,
                     "value": {"x": 1, "y": 1, "width": 5, "height": 5, "rectanglelabels": ["Text"]}}
                ]
            }
        ],
    }
]  # fmt: skip
VOC = "<annotation><filename>a.png</filename><size><width>10</width><height>10</height></size>{}</annotation>"
OBJECT = "<object><name>Text</name><bndbox><xmin>{}</xmin><ymin>1</ymin><xmax>5</xmax><ymax>5</ymax></bndbox></object>"


def coco(**changes: Any) -> str:
    """A dataset with the annotation changed."""
    return json.dumps(COCO | {"annotations": [COCO["annotations"][0] | changes]})


def cases() -> Iterator[Case]:
    """Each format with what breaks JSON or XML, and with boxes that are none."""
    yield from in_json()
    yield from in_xml()


def layout(name: str, file: str, content: Any, what: str, place: str = "{}", **options: Any) -> Case:
    """A case that is refused."""
    return Case(name, file, content, Refused(what, place), "layout", options)


def in_json() -> Iterator[Case]:
    """What is no JSON, and what is no dataset."""
    for form, text in (
        ("coco", json.dumps(COCO)),
        ("labelstudio", json.dumps(STUDIO)),
        ("snapshot", '{"label_map": {}}'),
    ):
        named = {"form": form}
        yield layout(f"{form} cut off", "a.json", text[:-9], "near|too early|expect", r"{}:1:\d+", **named)
        yield layout(f"{form} nested 100,000 deep", "a.json", "[" * 100_000, "nested too deeply", "{}", **named)
        yield layout(f"{form} in UTF-16", "a.json", text.encode("utf-16"), "looks like UTF-16", "{}", **named)
        yield layout(f"{form} with a byte ff", "a.json", text.encode()[:-1] + b"\xff", "not UTF-8", "{}", **named)
        yield layout(f"{form} without a byte", "a.json", b"", "empty|too early|expecting", r"{}(:1:1)?", **named)
        yield layout(f"{form} that is null", "a.json", "null", "an object", r"{}( \$\[0\])?", **named)
    numbers = "a box is four finite numbers"
    for name, changes, what in (
        ("NaN", {"bbox": [float("nan"), 1, 2, 2]}, numbers),
        ("infinity", {"bbox": [1, 1, float("inf"), 2]}, numbers),
        ("three numbers", {"bbox": [1, 1, 2]}, numbers),
        ("words", {"bbox": ["1", "1", "2", "2"]}, numbers),
        ("null", {"bbox": None}, numbers),
        ("a score of 400 digits", {"score": 10**400}, "a finite number as its score"),
        ("less than no width", {"bbox": [1, 1, -2, 2]}, "has no area"),
        ("far out", {"bbox": [1, 1, 1e9, 2]}, "reaches outside the page"),
        ("no image", {"image_id": 9}, "image_id 9 is not the id of an image"),
        ("no class", {"category_id": 9}, "category_id 9 is not the id of a category"),
        ("an id of true", {"image_id": True}, "image_id True is not the id of an image"),
    ):
        place = r"{} \$\.annotations\[0\]"
        yield layout(f"COCO with {name}", "a.json", coco(**changes), what, place, form="coco")
    for name, value in (
        ("a word for a place", {"x": "1"}),
        ("no width", {"width": None}),
        ("NaN", {"x": float("nan")}),
    ):
        tasks = json.loads(json.dumps(STUDIO))
        tasks[0]["annotations"][0]["result"][0]["value"] |= value
        what, place = "x, y, width and height are numbers", r"{} \$\[0\]\.annotations\.result\[0\]"
        yield layout(f"Label Studio with {name}", "a.json", json.dumps(tasks), what, place, form="labelstudio")


def in_xml() -> Iterator[Case]:
    """VOC and PAGE with entities, and boxes that are none."""
    bomb = '<?xml version="1.0"?><!DOCTYPE annotation [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>'
    whole = VOC.format(OBJECT.format(1))
    yield layout(
        "VOC with entities", "a.xml", bomb + whole.replace("Text", "&b;"), "has the entity &b;", "{}:1", form="voc"
    )
    yield layout("VOC cut off", "a.xml", whole[:-20], "well-formed", r"{}(:\d+)*", form="voc")
    yield layout("VOC 10,000 deep", "a.xml", "<annotation>" * 10_000, "depth|well-formed", r"{}(:\d+)*", form="voc")
    for place in ("nan", "inf", "-1e400", "one", "", "9"):
        what = "has no area" if place == "9" else "the corners of a box are four finite numbers"
        yield layout(
            f"VOC with the place {place!r}", "a.xml", VOC.format(OBJECT.format(place)), ".", "{}.*", form="voc"
        )
    page = '<PcGts><Page imageWidth="10" imageHeight="10"><TextRegion id="r"><Coords points="{}"/></TextRegion></Page>'
    page += "</PcGts>"
    for points in ("1,1 nan,2", "", "1,1 99,99"):
        what = "reaches outside the page" if "99" in points else "has no coordinates"
        name = f"regions of PAGE with the points {points!r}"
        yield layout(name, "a.xml", page.format(points), what, "{} region 'r'", form="page")
    yield layout(
        "regions of PAGE cut off", "a.xml", page[:-20], "Premature|End|end|expected", r"{}(:\d+)+", form="page"
    )
