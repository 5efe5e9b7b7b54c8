"""Every count of the twin against the plainest Python, over scripts, whitespace oddities and both tie orders."""

import native_oracle as oracle
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_texts import ALPHABETS, pairs

from errata.kernels import native

SETTINGS = (
    {},
    {"order": "sub_ins_del"},
    {"unit": "jamo", "words": "biblicus"},
    {"unit": "byte", "words": "biblicus-code", "terms": "biblicus-code", "order": "sub_ins_del"},
)


def rows(sample, groups=oracle.GROUPS, **settings):
    batch = native.count([pair[0] for pair in sample], [pair[1] for pair in sample], groups, **settings)
    assert batch.left == []
    return batch.rows.tolist()


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_every_count_equals_the_textbook(settings):
    sample = pairs(400, seed=len(settings))
    for pair, counted in zip(sample, rows(sample, **settings), strict=True):
        assert counted == oracle.row(*pair, **settings), pair


@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from(SETTINGS))
def test_arbitrary_text_equals_the_textbook(reference, hypothesis, settings):
    batch = native.count([reference], [hypothesis], oracle.GROUPS, **settings)
    expected = [0] * batch.rows.shape[1] if batch.left else oracle.row(reference, hypothesis, **settings)
    assert batch.rows[0].tolist() == expected


@given(
    st.lists(st.text("aA.\n \u00a0Σ", max_size=4)).map("".join),
    st.lists(st.text("aA.\n \u00a0σς", max_size=4)).map("".join),
)
def test_many_lines_and_few_letters_equal_the_textbook(reference, hypothesis):
    assert rows([(reference, hypothesis)]) == [oracle.row(reference, hypothesis)]


def test_long_texts_equal_the_textbook():
    sample = pairs(12, seed=5, lengths=(300, 700))
    for pair, counted in zip(sample, rows(sample), strict=True):
        assert counted == oracle.row(*pair), pair


@pytest.mark.parametrize("group", oracle.GROUPS)
def test_a_group_alone_counts_what_it_counts_among_others(group):
    sample = pairs(60, seed=9)
    for pair, counted in zip(sample, rows(sample, (group,)), strict=True):
        assert counted == oracle.row(*pair, (group,)), pair


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_a_text_compared_with_itself_has_no_edits(alphabet):
    text = alphabet * 40
    row = dict(
        zip(
            native._plan(oracle.GROUPS, "character", "whitespace", "biblicus", "sub_del_ins", ()).columns,
            rows([(text, text)])[0],
            strict=True,
        )
    )
    assert [
        name
        for name, value in row.items()
        if value and name.split(".")[1] in ("distance", "different", "substitutions", "deletions", "insertions")
    ] == []
    assert row["characters_edits.hits"] == len(text)


def test_one_pair_counts_as_a_batch_does():
    for pair in pairs(200, seed=11):
        assert native.count_pair(*pair, oracle.GROUPS, order="sub_ins_del") == oracle.row(*pair, order="sub_ins_del")
        assert native.distance(*pair) == oracle.distance(*pair, "")[0]
        assert list(native.split(*pair, "sub_ins_del")) == oracle.edits(*pair, "sub_ins_del")


def test_the_number_of_threads_does_not_change_the_rows():
    sample = pairs(3000, seed=12, lengths=(0, 10, 40, 200))
    sides = [pair[0] for pair in sample], [pair[1] for pair in sample]
    alone, *others = (native.count(*sides, oracle.GROUPS, threads=threads).rows for threads in (1, 2, 5))
    assert all(np.array_equal(alone, other) for other in others)
