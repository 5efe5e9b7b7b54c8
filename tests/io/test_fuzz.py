"""Whatever the bytes of a file are, a reader gives what it says or one clear error, soon.

`make fuzz` runs many more examples than `make test` does, and other ones each time.
"""

import json
import os
from copy import deepcopy
from pathlib import Path

import pytest
from hostile_layouts import COCO, OBJECT, STUDIO, VOC
from hostile_tables import parquet_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from test_document_samples import NAMES, SAMPLES
from test_hostile import _listed, limits

from errata.errors import ErrataError, InputError
from errata.io import open_source
from errata.io.convert import lost
from errata.io.documents import FORMATS, read_document
from errata.io.format import Wish
from errata.io.json_document import read_json, write_json
from errata.io.layout_formats import read_layout

EXAMPLES = int(os.environ.get("ERRATA_FUZZ", "0"))
MANY = settings(
    max_examples=EXAMPLES or 60,
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

TOKENS = [
    *b"\0 \n \r \t \" ' < > & ; , . - ( ) [ ] { } : = / ! # %".split(b" "),
    *b"&amp; &#0; &x; <!-- --> <![CDATA[ <?x?> <br> <p> </div> <Word> </Page> nan -1 1e999 null true (a)".split(),
    *(b"9" * 20, b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xef\xb7\x90", b"\xf3\xa0\x80\x81"),
    *(b"\x1f\x8b", b"PK\x03\x04", b"\xff\xfe", b"\\ud83d", b"\\u0000", b' index="x"', b' id="l1"', b' points="1,2"'),
    *(b"x_wconf 7", b"bbox 1 2", b' custom="readingOrder {index:1;}"'),
]
POSITION = st.floats(0, 1, exclude_max=True)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), POSITION, st.sampled_from(TOKENS) | st.binary(max_size=4)),
        st.tuples(st.just("over"), POSITION, st.sampled_from(TOKENS) | st.binary(min_size=1, max_size=2)),
        st.tuples(st.just("drop"), POSITION, st.integers(1, 60)),
        st.tuples(st.just("twice"), POSITION, st.integers(1, 200)),
        st.tuples(st.just("cut"), POSITION, st.none()),
        st.tuples(st.just("move"), POSITION, POSITION),
    ),
    min_size=1,
    max_size=6,
)

TABLES = {
    "a.jsonl": b'{"id": "1", "reference": "a", "hypothesis": "b"}\n{"id": "2", "reference": "\\u00e9"}\n',
    "a.json": b'[{"id": 1, "reference": "a", "hypothesis": "b"}, {"id": 2, "reference": "c", "hypothesis": "d"}]',
    "a.csv": 'id,reference,hypothesis\n1,"a, ""b""","x\ny"\n2,é,\n'.encode(),
    "a.tsv": b"id\treference\thypothesis\n1\ta\tb\n",
    "a.parquet": parquet_of(id=["1", "2"], reference=["a", "é"], hypothesis=["b", None]),
}
LAYOUTS = {
    "coco": ("a.json", json.dumps(COCO).encode()),
    "labelstudio": ("a.json", json.dumps(STUDIO).encode()),
    "voc": ("a.xml", VOC.format(OBJECT.format(1)).encode()),
    "page": ("a.xml", (SAMPLES / "page.xml").read_bytes()),
}


def changed(data: bytes, changes) -> bytes:
    """The bytes after these changes."""
    for kind, at, more in changes:
        place = int(at * len(data))
        if kind == "put":
            data = data[:place] + more + data[place:]
        elif kind == "over":
            data = data[:place] + more + data[place + len(more) :]
        elif kind == "drop":
            data = data[:place] + data[place + more :]
        elif kind == "twice":
            data = data[:place] + data[place : place + more] * 2 + data[place + more :]
        elif kind == "cut":
            data = data[:place]
        else:
            other = int(more * len(data))
            data = data[:place] + data[other : other + 50] + data[place:]
    return data


TREES = st.lists(
    st.tuples(
        st.sampled_from(["drop", "twice", "into", "say", "set"]),
        POSITION,
        POSITION,
        st.sampled_from(["", "x", "-1", "nan", "1,2 3", "l1", "r1", "0", "1e999", "ocr_line", "ocrx_word", "\u0301"]),
    ),
    min_size=1,
    max_size=8,
)


def regrown(data: bytes, changes) -> bytes:
    """A document with elements dropped, doubled, put into others, and with other texts and attributes."""
    root = etree.fromstring(data)
    for kind, at, other, value in changes:
        elements = [element for element in root.iter() if isinstance(element.tag, str)][1:]
        if not elements:
            break
        element, target = (elements[int(place * len(elements))] for place in (at, other))
        if kind == "drop":
            element.getparent().remove(element)
        elif kind == "twice":
            element.addnext(deepcopy(element))
        elif kind == "into":
            target.append(deepcopy(element))
        elif kind == "say":
            element.text = value
        elif element.attrib:
            element.set(sorted(element.attrib)[int(other * len(element.attrib))], value)
    return etree.tostring(root)


def check(error: ErrataError, path: Path) -> None:
    """An error can be shown, and says where it is."""
    str(error).encode()
    if isinstance(error, InputError):
        assert error.problems, error
        assert any(path.name in problem.where for problem in error.problems), error


@pytest.mark.parametrize("name", NAMES)
@given(changes=CHANGES)
@MANY
def test_no_document_breaks_its_reader(name, tmp_path_factory, changes):
    path = tmp_path_factory.getbasetemp() / f"fuzzed-{NAMES[name]}"
    path.write_bytes(changed((SAMPLES / NAMES[name]).read_bytes(), changes))
    try_reading(name, path)


@pytest.mark.parametrize("name", ["page", "alto", "hocr"])
@given(changes=TREES)
@MANY
def test_no_well_formed_document_breaks_its_reader(name, tmp_path_factory, changes):
    path = tmp_path_factory.getbasetemp() / f"regrown-{NAMES[name]}"
    path.write_bytes(regrown((SAMPLES / NAMES[name]).read_bytes(), changes))
    try_reading(name, path)


def try_reading(name, path) -> None:
    """A document is read, kept whole as JSON and written in every format; or it is refused."""
    try:
        with limits():
            pages = read_document(path, format=name)
            plain = read_document(path, format=name, places=False)
    except ErrataError as error:
        check(error, path)
        return
    assert [page.text for page in plain] == [page.text for page in pages]
    copy = path.with_suffix(".jsonl")
    copy.write_bytes(write_json(pages))
    assert read_json(copy, Wish()) == pages
    for form in FORMATS.values():
        if form.write is not None:
            rewrite(pages, form, path.with_suffix(form.suffixes[0]))


def rewrite(pages, form, path) -> None:
    """Pages written in another format are refused, or read back without a crash."""
    try:
        path.write_bytes(form.write(pages))
        back = form.read(path, Wish(level="line"))
    except ErrataError:
        return
    assert all(sentence.startswith("not in the new file") for sentence in lost(pages, back))


@pytest.mark.parametrize("name", TABLES)
@given(changes=CHANGES)
@MANY
def test_no_table_breaks_its_reader(name, tmp_path_factory, changes):
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(changed(TABLES[name], changes))
    try:
        with limits():
            source = open_source(path, unmatched="count", on_error="skip")
            for batch in source.batches(10):
                for text in [*_listed(batch.references), *_listed(batch.hypotheses)]:
                    text.encode()
    except ErrataError as error:
        check(error, path)


@pytest.mark.parametrize("form", LAYOUTS)
@given(changes=CHANGES)
@MANY
def test_no_layout_breaks_its_reader(form, tmp_path_factory, changes):
    name, data = LAYOUTS[form]
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(changed(data, changes))
    try:
        with limits():
            found = read_layout(path, form)
    except ErrataError as error:
        check(error, path)
        return
    assert len(found.boxes) == len(found.object_ids)
    assert not (found.boxes < -1e6).any()
