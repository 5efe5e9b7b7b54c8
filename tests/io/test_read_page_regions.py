"""Regions of PAGE XML as layout objects."""

import pytest

from errata.errors import InputError
from errata.io.layout_formats import read_layout

PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15">
<Page imageFilename="scan.png" imageWidth="200" imageHeight="100">
<ImageRegion id="i"><Coords points="0,0 100,0 100,50 0,50"/></ImageRegion>
<TableRegion id="t"><Coords points="20,60 180,60 180,100"/></TableRegion>
<TextRegion id="r" type="heading"><Coords points="120,10 160,10 160,30 120,30"/>
<TextLine id="l"><Coords points="120,10 160,10 160,30 120,30"/>
<TextEquiv><Unicode>Words</Unicode></TextEquiv></TextLine>
</TextRegion>
</Page></PcGts>"""


@pytest.fixture
def pages(write, tmp_path):
    def folder(text):
        write("pages/a/p1.xml", text)
        return read_layout(tmp_path / "pages")

    return folder


def test_regions_have_their_kind_their_box_and_their_outline(pages):
    found = pages(PAGE)
    objects = {
        name: (found.labels[label], box)
        for name, label, box in zip(found.object_ids, found.object_label, found.boxes.tolist(), strict=True)
    }
    assert objects == {
        "a/p1:i": ("ImageRegion", [0.0, 0.0, 0.5, 0.5]),
        "a/p1:t": ("TableRegion", [0.1, 0.6, 0.9, 1.0]),
        "a/p1:r": ("heading", [0.6, 0.1, 0.8, 0.3]),
    }
    assert found.outlines[list(found.object_ids).index("a/p1:t")] == ((0.1, 0.6), (0.9, 0.6), (0.9, 1.0))
    assert found.pages == ("a/p1",)
    assert found.sizes == {0: (200, 100)}
    assert found.images == {0: "scan.png"}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (PAGE.replace('imageWidth="200"', 'imageWidth="0"'), "whole pixels"),
        (PAGE.replace('imageWidth="200"', 'imageWidth="100"'), "reaches outside the page of 100 by 100"),
        (PAGE.replace('<Coords points="20,60 180,60 180,100"/>', ""), "has no coordinates"),
        (PAGE[:-20], "p1.xml"),
    ],
)
def test_what_is_wrong_is_named_by_file_and_value(pages, text, what):
    with pytest.raises(InputError) as caught:
        pages(text)
    assert what in str(caught.value)
    assert "p1.xml" in str(caught.value)
