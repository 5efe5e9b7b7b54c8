"""Bags, n-grams and lines against their textbook definitions."""

from collections import Counter
from itertools import zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.kernels.bags import bag, distinct
from errata.kernels.classes import Classes
from errata.kernels.lines import length, positions
from errata.kernels.ngrams import fluency, overlap
from errata.kernels.ngrams import order as word_order
from oracles.pairs import ALPHABETS, random_pairs

words = st.lists(st.sampled_from(["a", "b", "c", "the", "of", "Ö", "각"]), max_size=90)
texts = st.text(alphabet="abc é가각😀\u0301", max_size=300) | st.text(max_size=40)
lines = st.lists(st.sampled_from(["", "a", "b", "c d"]), max_size=8)


def grams(tokens, n):
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def textbook_bag(reference, hypothesis):
    return sum((Counter(reference) & Counter(hypothesis)).values()), len(reference), len(hypothesis)


def textbook_set(reference, hypothesis):
    return len(set(reference) & set(hypothesis)), len(set(reference)), len(set(hypothesis))


def textbook_fluency(reference, hypothesis):
    matched = [sum((grams(reference, n) & grams(hypothesis, n)).values()) for n in (1, 2, 3, 4)]
    totals = [sum(grams(hypothesis, n).values()) for n in (1, 2, 3, 4)]
    return (*matched, *totals, len(reference), len(hypothesis))


def textbook_overlap(reference, hypothesis):
    expected = []
    for n in (2, 3):
        ours, theirs = grams(reference, n), grams(hypothesis, n)
        expected += [sum((ours & theirs).values()), len(set(ours) & set(theirs)), sum(ours.values())]
    return tuple(expected)


def longest_common_subsequence(reference, hypothesis):
    row = [0] * (len(hypothesis) + 1)
    for ours in reference:
        previous = 0
        for at, theirs in enumerate(hypothesis, 1):
            previous, row[at] = row[at], previous + 1 if ours == theirs else max(row[at], row[at - 1])
    return row[-1]


def textbook_order(reference, hypothesis):
    equal = sum(ours == theirs for ours, theirs in zip(reference, hypothesis, strict=False))
    return equal, longest_common_subsequence(reference, hypothesis), len(reference), len(hypothesis)


def textbook_positions(reference, hypothesis):
    longer = max(len(reference), len(hypothesis))
    forward = sum(ours == theirs for ours, theirs in zip_longest(reference, hypothesis, fillvalue=""))
    backward = zip_longest(reversed(reference), reversed(hypothesis), fillvalue="")
    return (forward, sum(ours == theirs for ours, theirs in backward), longer) if reference else (0, 0, longer)


@pytest.mark.parametrize("name", ALPHABETS)
def test_random_texts_of_every_script_are_counted_like_the_textbook(name):
    for reference, hypothesis in random_pairs(f"bags {name}", ALPHABETS[name]):
        assert bag(reference, hypothesis) == textbook_bag(reference, hypothesis)
        ours, theirs = list(reference), list(hypothesis)  # characters in the place of words and of lines
        assert bag(ours, theirs) == textbook_bag(ours, theirs)
        assert distinct(ours, theirs) == textbook_set(ours, theirs)
        assert fluency(ours, theirs) == textbook_fluency(ours, theirs)
        assert overlap(ours, theirs) == textbook_overlap(ours, theirs)
        assert word_order(ours, theirs) == textbook_order(ours, theirs)
        assert positions(ours, theirs) == textbook_positions(ours, theirs)


@given(reference=words, hypothesis=words)
def test_bags_of_words_are_multisets(reference, hypothesis):
    assert bag(reference, hypothesis) == textbook_bag(reference, hypothesis)
    assert distinct(reference, hypothesis) == textbook_set(reference, hypothesis)


@given(reference=texts, hypothesis=texts)
def test_bags_of_characters_are_multisets(reference, hypothesis):
    assert bag(reference, hypothesis) == textbook_bag(reference, hypothesis)


def test_bags_of_many_different_characters_are_multisets():
    reference = "".join(map(chr, range(0xAC00, 0xAC00 + 400))) * 2
    hypothesis = "".join(map(chr, range(0xAC00 + 100, 0xAC00 + 500))) * 3
    assert bag(reference, hypothesis) == (2 * 300, 800, 1200)


@given(reference=words, hypothesis=words)
def test_fluency_counts_clipped_ngrams(reference, hypothesis):
    assert fluency(reference, hypothesis) == textbook_fluency(reference, hypothesis)


@given(reference=words, hypothesis=words)
def test_overlap_counts_clipped_and_distinct_ngrams_of_the_reference(reference, hypothesis):
    assert overlap(reference, hypothesis) == textbook_overlap(reference, hypothesis)


@given(reference=words, hypothesis=words)
def test_order_counts_equal_positions_and_the_longest_common_subsequence(reference, hypothesis):
    assert word_order(reference, hypothesis) == textbook_order(reference, hypothesis)


@given(reference=lines, hypothesis=lines)
def test_lines_are_compared_in_place_with_empty_strings_for_missing_ones(reference, hypothesis):
    assert positions(reference, hypothesis) == textbook_positions(reference, hypothesis)


@pytest.mark.parametrize(
    ("reference", "expected"),
    [("", (0, 1)), (" \u3000\x1f\x85", (4, 1)), ("\u200b", (1, 0)), ("a ", (2, 0)), ("😀", (1, 0))],
)
def test_a_text_of_whitespace_counts_as_empty(reference, expected):
    assert length(reference, "x") == (expected[0], 1, expected[1], 0)


def classes_of(pairs):
    classes = Classes()
    for pair in pairs:
        classes.add(*pair)
    return classes


def test_a_class_is_matched_as_often_as_both_sides_of_a_sample_have_it():
    rows = classes_of([("aab", "abb"), ("b", "c"), ("c", "")]).rows()
    assert rows == [("a", 1, 2, 1), ("b", 1, 2, 2), ("c", 0, 1, 1)]
    assert classes_of([(b"a", b"\n")]).rows() == [("0x0a", 0, 0, 1), ("0x61", 0, 1, 0)]


@given(pairs=st.lists(st.tuples(texts, texts), max_size=5), cut=st.integers(0, 5))
def test_classes_add_up_to_the_bags_of_the_samples_in_any_split(pairs, cut):
    whole, first, second = (classes_of(part) for part in (pairs, pairs[:cut], pairs[cut:]))
    bags = [textbook_bag(*pair) for pair in pairs]
    sums = [sum(counts) for counts in zip(*(row[1:] for row in whole.rows()), strict=True)]
    assert sums == ([sum(counts) for counts in zip(*bags, strict=True)] if whole.rows() else [])
    first.merge(second.rows())
    assert first.rows() == whole.rows()
