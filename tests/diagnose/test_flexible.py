"""Flexible character accuracy: the published figures, numbers by hand, the oracle, and pages of any size."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errata.diagnose.clear_pairs import clear_pairs
from errata.diagnose.flexible import GRID, flexible
from errata.kernels.edits import distance
from oracles import flexible as oracle

WORDS = ("Eight", "happy", "frogs", "scuba", "dived", "Jenny", "chick", "flaps", "white", "wings")
TWO_COLUMNS = [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]
FOUR_LINES = [(0, 1, 2), (3, 4), (5, 6, 7), (8, 9)]


def lines(*numbers):
    return [" ".join(WORDS[number] for number in line) for line in numbers]


def errors(reference, hypothesis):
    return flexible(reference, hypothesis).errors


@pytest.mark.parametrize(
    ("reference", "hypothesis", "accuracy"),
    [
        (TWO_COLUMNS, TWO_COLUMNS, 1),
        (TWO_COLUMNS, TWO_COLUMNS[::-1], 1),
        (FOUR_LINES, [(0, 1, 2, 5, 6, 7), (3, 4, 8, 9)], 0.964),  # merged across columns
        (TWO_COLUMNS, FOUR_LINES, 0.966),
        (TWO_COLUMNS, TWO_COLUMNS[:1], 0.5),
        (TWO_COLUMNS, TWO_COLUMNS[1:], 0.5),
        (TWO_COLUMNS, [], 0),
        (TWO_COLUMNS[:1], [(0, 1, 2, 3, 4), (5, 6)], 0.621),
    ],
)
def test_the_published_accuracies_of_figure_4(reference, hypothesis, accuracy):
    ours = lines(*reference)
    assert 1 - errors(ours, lines(*hypothesis)) / sum(map(len, ours)) == pytest.approx(accuracy, abs=0.0005)


def test_the_published_texts_of_figure_3_differ_by_one_error_in_sixty_eight_characters():
    reference = ['"I have', "no special", "talent.", "I am only", "passionately", 'curious."', "Albert", "Einstein"]
    read = ["1 hav", "nospecial", "talents.", "I am one", "passionate", 'curiousity."', "Alberto", "Emstein"]
    assert sum(map(len, reference)) == 68
    assert errors(reference, read) == 14  # 15 by the figure, which compares line by line
    assert errors(reference, [*read[6:], *read[:6]]) == 14


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ([], [], 0),
        ([], ["ab"], 2),
        (["ab", ""], [], 2),
        (["aaa", "bbb", "ccc"], ["ccc", "aaa", "bbb"], 0),
        (["aaa", "bbb", "ccc"], ["aaa", "bbb"], 3),
        (["bbb"], ["aaa", "bbb", "ccc"], 6),
        (["a"], ["a", "bb", "ccc"], 5),
        (["accc"], ["a", "bb", "ccc"], 2),
        (["aaa", "bbb", "ccc"], ["bbb"], 6),
        (["one two"], ["two", "one "], 0),
    ],
)
def test_worked_examples(reference, hypothesis, expected):
    assert errors(reference, hypothesis) == expected


def test_all_published_combinations_are_tried():
    assert sorted(GRID) == oracle.WEIGHTS
    assert len(GRID) == 768


SHORT = st.lists(st.text("ab c", max_size=6), max_size=3)


@given(SHORT, SHORT)
@settings(max_examples=25, deadline=None)
def test_the_oracle_says_the_same(reference, hypothesis):
    assert errors(reference, hypothesis) == oracle.errors(reference, hypothesis)


PAGE = st.lists(st.text("abcdef ", max_size=12), max_size=6)


@given(PAGE, PAGE, st.randoms())
def test_every_character_is_matched_lost_or_added_and_the_order_of_lines_costs_nothing(reference, hypothesis, random):
    found = flexible(reference, hypothesis)
    matched = (
        sum(match.reference.size for match in found.matches),
        sum(match.hypothesis.size for match in found.matches),
    )
    assert matched[0] + found.lost == sum(map(len, reference))
    assert matched[1] + found.added == sum(map(len, hypothesis))
    shuffled = random.sample(reference, len(reference))
    assert errors(reference, shuffled) == 0
    assert found.errors <= sum(map(len, reference)) + sum(map(len, hypothesis))


def newspaper(lines, source):
    """Lines of words that are all different, each read with an error or two."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    reference = [" ".join("".join(source.choices(letters, k=6)) for _ in range(7)) for _ in range(lines)]
    read = []
    for line in reference:
        place = source.randrange(len(line))
        read.append(f"{line[:place]}#{line[place + source.randrange(2) :]}")
    return reference, read


def test_a_page_of_100_000_characters_in_any_order_takes_seconds_and_has_the_errors_of_its_lines():
    source = random.Random(4)
    reference, read = newspaper(2000, source)
    source.shuffle(read)
    start = time.process_time()
    assert errors(reference, read) == 2000
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        (["nothing here is like it"] * 400, ["0123 456 789 0123 456"] * 300),
        (["a" * 20_000], ["b" * 20_000]),
        (["ab " * 20_000], ["ba " * 19_000]),
        (["x"] * 600, ["y"] * 500),
    ],
)
def test_pages_on_which_nothing_fits_end_too(reference, hypothesis):
    start = time.process_time()
    assert errors(reference, hypothesis) <= sum(map(len, reference)) + sum(map(len, hypothesis))
    assert time.process_time() - start < 20


def test_a_text_without_line_breaks_may_begin_anywhere():
    source = random.Random(5)
    words = ["".join(source.choices("abcdefghij", k=6)) for _ in range(2000)]
    there = " ".join(words)
    turned = " ".join(words[1000:] + words[:1000])
    assert errors([there], [turned]) < 0.01 * len(there) < 0.5 * distance(there, turned)
    assert errors([there.encode()], [there.encode()]) == 0


LINES = st.lists(st.text("abcde ", max_size=20), max_size=8)


@given(LINES, LINES)
def test_lines_are_paired_once_and_alike_from_both_sides(ours, theirs):
    found = clear_pairs(ours, theirs)
    assert len({row for row, _ in found}) == len({column for _, column in found}) == len(found)
    assert sorted((column, row) for column, row in clear_pairs(theirs, ours)) == sorted(
        (column, row) for row, column in found
    )
    for row, column in found:
        assert distance(ours[row], theirs[column]) <= 0.4 * max(len(ours[row]), len(theirs[column]))


def test_lines_are_paired_by_what_they_share_and_equal_ones_in_their_order():
    reference = ["the ship came in", "total", "with her sails torn", "total"]
    read = ["total", "wlth her sails torm", "something else", "total", "the shlp came in"]
    assert clear_pairs(reference, read) == [(0, 4), (1, 0), (2, 1), (3, 3)]


def test_columns_read_across_on_a_large_page_are_taken_apart():
    left, right = newspaper(40, random.Random(6))[0], [line[:9] for line in newspaper(40, random.Random(7))[0]]
    across = [f"{one} {other}" for one, other in zip(left, right, strict=True)]
    assert errors([*left, *right], across) <= 40  # the spaces between the columns


def test_a_line_is_not_paired_with_two_in_one():
    assert clear_pairs(["the ship came in on friday"], ["the ship came in on friday at noon"]) == []
