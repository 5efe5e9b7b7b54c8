"""Alignments: every operation in order, and counts that are those of the metrics."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import errata
from errata.errors import UnknownNameError, UsageError
from errata.text.tokenize import UNITS

TEXTS = st.text("abc é\u0301가\n", max_size=20)


def kinds(alignment):
    return [(one.kind, one.reference, one.hypothesis) for one in alignment]


def test_operations_stand_in_reading_order_with_their_texts_and_places():
    found = errata.align("kitten", "sitting")
    assert kinds(found) == [
        ("substitution", "k", "s"),
        ("match", "itt", "itt"),
        ("substitution", "e", "i"),
        ("match", "n", "n"),
        ("insertion", "", "g"),
    ]
    assert [(one.reference_span, one.hypothesis_span) for one in found][-1] == ((6, 6), (6, 7))
    assert (found.distance, len(found), str(found)) == (3, 5, "[-k-]{+s+}itt[-e-]{+i+}n{+g+}")


def test_the_split_depends_on_the_tie_order_and_the_distance_does_not():
    found = errata.align("aba", "bcab")
    other = errata.align("aba", "bcab", tie="sub_ins_del")
    assert found.distance == other.distance == 3
    assert found.counts_by_tie == other.counts_by_tie
    assert found.counts == found.counts_by_tie["sub_del_ins"]
    assert other.counts == found.counts_by_tie["sub_ins_del"]


@given(TEXTS, TEXTS, st.sampled_from(["sub_del_ins", "sub_ins_del"]), st.sampled_from(sorted(UNITS)))
def test_the_operations_rebuild_both_texts_and_sum_to_the_counts(reference, hypothesis, tie, unit):
    found = errata.align(reference, hypothesis, tie=tie, unit=unit)
    sizes = dict.fromkeys(("match", "substitution", "deletion", "insertion"), 0)
    for one in found:
        sizes[one.kind] += one.size
    counts = found.counts
    assert tuple(sizes.values()) == (counts.hits, counts.substitutions, counts.deletions, counts.insertions)
    if unit in ("character", "grapheme"):
        assert "".join(one.reference for one in found) == reference
        assert "".join(one.hypothesis for one in found) == hypothesis
    assert errata.char_substitutions(reference, hypothesis, unit=unit, tie=tie) == counts.substitutions


def test_words_align_as_words():
    found = errata.align("a big house", "a bigger house", words="whitespace")
    assert kinds(found) == [("match", "a", "a"), ("substitution", "big", "bigger"), ("match", "house", "house")]
    assert found.tokens == "words"
    assert str(found) == "a [-big-]{+bigger+} house"


def test_words_have_no_unit():
    with pytest.raises(UsageError, match="leave out the words 'uax29' or the unit 'byte'"):
        errata.align("a", "b", words="uax29", unit="byte")


def test_bytes_that_are_no_text_are_escaped():
    found = kinds(errata.align("어", "여", unit="byte"))
    assert found == [("match", "\\xec", "\\xec"), ("substitution", "\\x96\\xb4", "\\x97\\xac")]


def test_both_texts_pass_the_steps_first():
    found = errata.align("Ab  c", "aB c", normalize=["casefold", "whitespace", {"b": ""}])
    assert kinds(found) == [("match", "a c", "a c")]


def test_an_alignment_is_json():
    document = json.loads(json.dumps(errata.align("ab", "b").to_dict()))
    assert document["counts"] == {"hits": 1, "substitutions": 0, "deletions": 1, "insertions": 0}
    assert document["operations"][0] == {
        "kind": "deletion", "reference": "a", "hypothesis": "", "reference_span": [0, 1], "hypothesis_span": [0, 0],
    }  # fmt: skip


@pytest.mark.parametrize("how", [{"unit": "charakter"}, {"words": "witespace"}, {"tie": "sub_in_del"}])
def test_an_unknown_name_is_refused_with_the_nearest(how):
    with pytest.raises(UnknownNameError, match="Did you mean"):
        errata.align("a", "b", **how)


def test_the_worst_samples_come_with_their_alignment_and_the_perfect_do_not_come_at_all():
    result = errata.score(["same", "Abc", "abcd"], ["same", "abx", "abxx"], worst=3, normalize=["casefold"])
    assert [row["id"] for row in result.worst] == ["2", "1"]
    assert result.worst[0] == {
        "id": "2", "metric": "cer", "value": 0.5, "reference": "abcd", "hypothesis": "abxx", "alignment": "2=2X",
    }  # fmt: skip
    assert result.worst[1]["reference"] == "abc"


def test_an_infinitely_bad_sample_is_the_worst():
    result = errata.score(["ab", "", "ab"], ["xx", "x", "ab"], worst=2, empty="inf")
    assert [(row["id"], row["value"]) for row in result.worst] == [("1", None), ("0", 1.0)]
    assert result.worst[0]["reason"].startswith("infinite")


def test_the_worst_of_a_metric_that_should_be_high_are_the_lowest():
    result = errata.score(["ab", "ab", "ab"], ["ax", "xx", "ab"], worst=2, metrics=["char_f1"])
    assert [row["id"] for row in result.worst] == ["1", "0"]


def test_a_worst_sample_too_long_to_align_is_listed_without_an_alignment():
    result = errata.score(["a" * 20_001], ["b"], worst=1, metrics=["ser"])
    assert "alignment" not in result.worst[0]


def test_an_alignment_shows_itself_in_a_notebook_with_everything_escaped():
    shown = errata.align("a<b>", "a<c>")._repr_html_()
    assert "a&lt;<del>b</del><ins>c</ins>&gt;" in shown
    assert shown.startswith('<div class="errata"><style>')


@pytest.mark.parametrize("pair", [("a", None), (["a"], "a"), (b"a", "a")])
def test_what_is_no_text_is_not_aligned(pair):
    with pytest.raises(UsageError, match=r"errata\.align compares two texts, and the (reference|hypothesis) is a"):
        errata.align(*pair)


def test_a_pair_of_paths_is_two_paths():
    with pytest.raises(UsageError, match="not 3 paths"):
        errata.score_corpus(("a", "b", "c"), "run")
