"""What the twin takes as a column of texts, and what it gives back."""

import native_oracle as oracle
import numpy as np
import pyarrow as pa
import pytest
from native_texts import pairs

from errata.kernels import native

GROUPS = ("edits:characters", "bag:words")
PLAN = native.twin.Plan(GROUPS) if native.twin else None


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_every_arrow_string_type_counts_as_a_list_does(kind):
    references, hypotheses = map(list, zip(*pairs(300, seed=1), strict=True))
    expected = np.asarray(PLAN.count(references, tuple(hypotheses)))
    arrays = pa.array(references, kind), pa.chunked_array([hypotheses[:7], [], hypotheses[7:]], kind)
    assert np.array_equal(np.asarray(PLAN.count(*arrays)), expected)
    assert np.array_equal(np.asarray(PLAN.count(arrays[0], hypotheses)), expected)


def test_a_sliced_array_counts_its_own_part():
    texts = pa.array(["no", "abc", "x y", "no"])
    counts = PLAN.count(texts.slice(1, 2), ["abd", "x"])
    assert np.asarray(counts).tolist() == [oracle.row(*pair, GROUPS) for pair in (("abc", "abd"), ("x y", "x"))]


def test_the_record_batch_has_the_same_numbers_under_the_same_names():
    counts = PLAN.count(["abc", "x y"], ["abd", ""])
    batch = pa.record_batch(counts)
    assert batch.schema.names == counts.columns == PLAN.columns
    assert PLAN.columns[:2] == ["characters_edits.hits", "characters_edits.substitutions"]
    assert [list(row.values()) for row in batch.to_pylist()] == np.asarray(counts).tolist()


def test_no_pairs_give_no_rows():
    counts = PLAN.count([], [])
    assert np.asarray(counts).shape == (0, len(PLAN.columns))
    assert len(counts) == pa.record_batch(counts).num_rows == 0


def test_the_rows_cannot_be_written():
    rows = np.asarray(PLAN.count(["a"], ["b"]))
    with pytest.raises(ValueError, match="read-only"):
        rows[0, 0] = 1


def test_a_lone_surrogate_is_left_to_the_python_kernels():
    counts = PLAN.count(["a\ud800b", "abc", "x"], ["ab", "abd", "\udfff"])
    assert counts.left == [0, 2]
    assert np.asarray(counts).tolist() == [[0] * 7, oracle.row("abc", "abd", GROUPS), [0] * 7]
    assert PLAN.row("\ud800", "x") is None
    with pytest.raises(UnicodeEncodeError):
        native.distance("\ud800", "x")


@pytest.mark.parametrize(
    "texts", [["a", None, None], pa.array(["a", None, "b"]), pa.chunked_array([["a"], [None, "b"]])]
)
def test_a_null_is_named_by_its_index(texts):
    with pytest.raises(ValueError, match=r"hypotheses: the text at index 1 is null"):
        PLAN.count(["a", "b", "c"], texts)


def test_other_columns_are_refused():
    with pytest.raises(ValueError, match="2 references but 1 hypotheses"):
        PLAN.count(["a", "b"], ["c"])
    with pytest.raises(TypeError, match=r"references: expected str at index 1, got .*int"):
        PLAN.count(["a", 1], ["c", "d"])
    with pytest.raises(TypeError, match="expected strings, got Arrow type Int64"):
        PLAN.count(pa.array([1]), ["a"])
    with pytest.raises(TypeError, match="references: expected a list of str or an Arrow array of strings, got str"):
        PLAN.count("a", ["a"])


@pytest.mark.parametrize(
    ("groups", "settings"),
    [
        (("edits:text",), {}),
        (("edits:words:raw",), {}),
        (("nothing",), {}),
        (GROUPS, {"unit": "glyph"}),
        (GROUPS, {"words": "all"}),
        (GROUPS, {"order": "ins"}),
        (GROUPS, {"steps": ["magic"]}),
    ],
)
def test_unknown_names_are_refused(groups, settings):
    with pytest.raises(ValueError, match="unknown"):
        native.twin.Plan(groups, **settings)
