"""Samples in memory: lists and Arrow arrays, under the same policies as files."""

import pyarrow as pa
import pytest

from errata.errors import InputError, LengthMismatchError, UsageError
from errata.io import MemorySource
from errata.io.policy import Policy


def test_lists_are_batches_of_slices(read):
    source = MemorySource(["a", "b", "c"], ["1", "2", "3"], ["x", "y", "z"], {"language": ["de", None, 3]})
    found = read(source, size=2)
    assert found.pairs == [("a", "1", "x"), ("b", "2", "y"), ("c", "3", "z")]
    assert found.facts == {"language": ["de", None, "3"]}
    assert (found.sizes, source.size, source.warnings) == ([2, 1], 3, [])


def test_without_ids_they_are_positions_from_0(read):
    assert read(MemorySource(None, ["a", "b"], ["c", "d"])).ids == ["0", "1"]


def test_arrow_arrays_are_not_copied(read):
    texts = pa.array(["one", "two", "three"])
    (batch,) = MemorySource(None, texts, ["1", "2", "3"]).batches(5)
    assert batch.references.buffers()[2].address == texts.buffers()[2].address
    chunked = pa.chunked_array([["one"], ["two", "three"]])
    assert read(MemorySource(pa.array(["a", "b", "c"]), chunked, chunked), size=2).pairs == [
        ("a", "one", "one"),
        ("b", "two", "two"),
        ("c", "three", "three"),
    ]


@pytest.mark.parametrize("form", [list, tuple, pa.array], ids=["list", "tuple", "arrow"])
def test_none_falls_under_the_policies(read, form):
    ids, references, hypotheses = ["a", "b", "c"], form(["1", None, "3"]), form(["x", "y", None])
    with pytest.raises(InputError, match=r"(?s)row 2: has no reference.*row 3: has no hypothesis"):
        read(MemorySource(ids, references, hypotheses), size=1)
    found = read(MemorySource(ids, references, hypotheses, policy=Policy("count", "skip")))
    assert (found.pairs, found.missing, len(found.problems)) == ([("a", "1", "x"), ("c", "3", "")], 1, 1)


def test_what_is_no_text_or_no_unicode_is_a_problem(read):
    found = read(
        MemorySource(
            list("abcde"), ["1", 2, "3", "\ud800", "5"], ["", "", b"", "", "x\udfff"], policy=Policy(on_error="skip")
        )
    )
    assert found.ids == ["a"]
    assert found.whats == [
        "row 2: the reference is int, not str",
        "row 3: the hypothesis is bytes, not str",
        "row 4: the reference holds the lone surrogate \\ud800 at character 0",
        "row 5: the hypothesis holds the lone surrogate \\udfff at character 1",
    ]


def test_repeated_ids_are_found_from_any_start(read):
    source = MemorySource(["a", "b", "a", "c", "b"], list("12345"), list("12345"), policy=Policy(on_error="skip"))
    assert read(source, size=2).ids == ["a", "b", "c"]
    found = read(source, size=2, start=3)
    assert found.ids == ["c"]
    assert found.problems[0].what == "the id 'b' was used before, in row 2"


def test_different_lengths_are_refused_with_all_of_them():
    with pytest.raises(LengthMismatchError, match="references: 2, hypotheses: 1, ids: 2"):
        MemorySource(["a", "b"], ["1", "2"], ["x"])
    with pytest.raises(LengthMismatchError, match="values of the fact 'language': 1"):
        MemorySource(None, ["1", "2"], ["x", "y"], {"language": ["de"]})


def test_one_text_in_the_place_of_a_list_is_refused():
    with pytest.raises(UsageError, match="The references are a str"):
        MemorySource(None, "text", ["x"])
    with pytest.raises(UsageError, match="an Arrow array of int64"):
        MemorySource(None, pa.array([1]), ["x"])


def test_the_description_is_the_same_for_the_same_samples_only():
    def digest(*columns, **facts):
        return MemorySource(*columns, facts=facts).description["digest"]

    first = digest(["a", "b"], ["x", "yz"], ["", "w"])
    assert first == digest(["a", "b"], pa.array(["x", "yz"]), ("", "w"))
    others = [
        digest(["a", "c"], ["x", "yz"], ["", "w"]),
        digest(["a", "b"], ["xy", "z"], ["", "w"]),
        digest(["a", "b"], ["x", "yz"], [None, "w"]),
        digest(["a", "b"], ["", "w"], ["x", "yz"]),
        digest(None, ["x", "yz"], ["", "w"]),
        digest(["a", "b"], ["x", "yz"], ["", "w"], f=["1", "2"]),
        digest(["a", "b"], ["x", "yz"], ["", "w"], g=["1", "2"]),
    ]
    assert len({first, *others}) == 8
