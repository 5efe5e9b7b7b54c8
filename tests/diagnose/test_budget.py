"""Error budgets: whose fault it is, on pages where that is known; reading order; confidences."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.diagnose.budget import Parts, budget, page_of_text
from errata.diagnose.order import order
from errata.diagnose.whose_fault import document, verdict
from errata.kernels.edits import distance
from errata.model import Line, Page, Region, Word
from errata.stats.calibration import expected_calibration_error, reliability, review
from errata.text.view import View

LEFT, RIGHT = ("the ship came in", "with her sails"), ("corn was sold at", "twelve a sack")
COLUMNS = "\n".join(LEFT + RIGHT)


def of_texts(reference, hypothesis, view=None):
    return budget("page", page_of_text("page", reference), page_of_text("page", hypothesis), view or View())


def test_wrong_letters_are_recognition():
    found = of_texts(COLUMNS, COLUMNS.replace("corn", "com").replace("sack", "sock"))
    assert (found.edits, found.by_text) == (3, Parts(3, 0, 0))


def test_a_lost_line_is_segmentation():
    found = of_texts(COLUMNS, "\n".join(LEFT + RIGHT[1:]))
    assert (found.edits, found.by_text) == (17, Parts(0, 17, 0))  # its 16 characters and a line break


def test_a_line_break_in_another_place_is_segmentation():
    found = of_texts("one two\nthree", "one\ntwo three")
    assert (found.edits, found.by_text) == (2, Parts(0, 2, 0))


def test_columns_in_the_wrong_order_are_order():
    found = of_texts(COLUMNS, "\n".join(RIGHT + LEFT))
    assert found.best_order == 0
    assert found.by_text == Parts(0, 0, found.edits)
    assert found.words_missed + found.words_added == 0
    assert verdict({"recognition": 0, "segmentation": 0, "order": found.edits}, found.edits).startswith(
        "mostly reading"
    )


def test_two_empty_pages_and_one_empty_side_have_a_budget():
    assert of_texts("", "").by_text == Parts(0, 0, 0)
    assert of_texts("ab", "").by_text == Parts(0, 2, 0)
    assert of_texts("", "ab").by_text == Parts(0, 2, 0)


def test_graphemes_and_steps_are_those_of_the_view():
    assert of_texts("कि\nab", "क\nab", View(unit="grapheme")).edits == 1
    assert of_texts("कि\nab", "क\nab").reference == 5


@given(st.text("ab \n", max_size=20), st.text("ab \n", max_size=20))
def test_the_parts_are_never_below_zero_and_add_up_to_the_edits_as_read(reference, hypothesis):
    found = of_texts(reference, hypothesis)
    parts = found.by_text
    assert min(parts.recognition, parts.segmentation, parts.order) >= 0
    assert parts.recognition + parts.segmentation + parts.order == found.edits
    texts = ["\n".join(line for line in text.splitlines() if line) for text in (reference, hypothesis)]
    assert found.edits == distance(*texts)


def page(*lines, size=(1000, 1000)):
    """A page of lines: text, left, top, right, bottom and perhaps words."""
    made = [
        Line(f"l{number}", text, tuple(box), words=tuple(words)) for number, (text, box, *words) in enumerate(lines)
    ]
    return Page("p", (Region("r", "text", tuple(made)),), *size)


TRUTH = page(
    ("left one", (0, 0, 400, 50)), ("left two", (0, 60, 400, 110)), ("right one", (500, 0, 900, 50)),
    ("right two", (500, 60, 900, 110)),
)  # fmt: skip


def test_lines_in_their_place_are_matched_whatever_their_text_and_order():
    read = page(
        ("right two", (505, 62, 890, 108)), ("lxft xxe", (0, 0, 400, 50)), ("left two", (0, 60, 400, 110)),
        ("right one", (500, 0, 900, 50)),
    )  # fmt: skip
    found = budget("p", TRUTH, read, View())
    assert found.by_place.recognition == 3
    assert found.by_place.segmentation == 0
    assert found.by_place.order == found.edits - 3


def test_lines_joined_across_columns_are_told_apart_by_their_words():
    joined = [
        (f"left {name} right {name}", (0, top, 900, top + 50), Word("", "left", (0, top, 190, top + 50)),
         Word("", name, (200, top, 400, top + 50)), Word("", "right", (500, top, 700, top + 50)),
         Word("", name, (710, top, 900, top + 50)))
        for name, top in (("one", 0), ("two", 60))
    ]  # fmt: skip
    found = budget("p", TRUTH, page(*joined), View())
    assert found.by_place.recognition == 0
    assert found.reading.matched == 4


def test_text_where_the_reference_has_none_and_lines_with_nothing_on_them_are_segmentation():
    read = page(("left one", (0, 0, 400, 50)), ("a stain", (0, 800, 400, 850)))
    found = budget("p", TRUTH, read, View())
    assert found.by_place.recognition == 0
    assert found.by_place.segmentation >= len("a stain")
    assert found.reading.matched == 1


def test_pages_of_two_sizes_are_scaled_and_pages_without_boxes_are_matched_by_text_alone():
    half = [(line.text, tuple(side / 2 for side in line.box)) for line in TRUTH.lines]
    assert budget("p", TRUTH, page(*half, size=(500, 500)), View()).by_place == Parts(0, 0, 0)
    assert budget("p", TRUTH, page_of_text("p", TRUTH.text), View()).by_place is None


@pytest.mark.parametrize(
    ("places", "tau", "footrule", "edit"),
    [
        ([0, 1, 2, 3], 1, 1, 1),
        ([3, 2, 1, 0], -1, 0, 0),  # displaced 3 + 1 + 1 + 3 of 8 at most
        ([1, 0, 2, 3], 1 - 2 / 6, 1 - 2 / 8, 1 - 2 / 4),
        ([2, 3, 0, 1], -1 / 3, 0, 0),  # as far from order as can be, by the footrule; two lines moved are 4 edits
        ([0, 0, 1], 2 / 3, 1, 1),  # two lines joined: neither in order nor out of it
        ([5], 1, 1, 1),
    ],
)
def test_reading_order_by_hand(places, tau, footrule, edit):
    found = order(len(places), places)
    assert found.tau == pytest.approx(tau)
    assert found.footrule == pytest.approx(footrule)
    assert found.edit == pytest.approx(edit)
    assert found.share == 1


def test_what_could_not_be_matched_is_not_well_ordered():
    assert order(10, []).scaled("tau") == 0
    assert order(10, [4]).scaled("tau") == pytest.approx(0.1)
    assert order(4, [0, 1]).scaled("footrule") == pytest.approx(0.5)
    blank = of_texts(COLUMNS, "")
    junk = of_texts(COLUMNS, "zzz zzz\nqqqq\nxxxxx")
    assert blank.reading.scaled("tau") == junk.reading.scaled("tau") == 0


@given(st.lists(st.integers(0, 5), max_size=7))
def test_kendall_is_the_count_over_all_pairs(places):
    pairs = [(i, j) for j in range(len(places)) for i in range(j)]
    signs = sum((places[i] < places[j]) - (places[i] > places[j]) for i, j in pairs)
    assert order(len(places), places).tau == pytest.approx(signs / len(pairs) if pairs else float(len(places)))


def test_reliability_and_calibration_error_by_hand():
    table = reliability([0.95, 0.85, 0.9, 0.1, 0.0, 1.0], [1, 0, 1, 0, 0, 1])
    by_low = {one.low: one for one in table if one.cases}
    assert {low: one.cases for low, one in by_low.items()} == {0.0: 2, 0.8: 2, 0.9: 2}  # a bound is in the bin below
    assert by_low[0.8].confidence == pytest.approx(0.875)
    assert by_low[0.8].accuracy == 0.5
    # bins of two: |0.05 - 0|, |0.875 - 0.5| and |0.975 - 1|, a third of the cases each
    assert expected_calibration_error(table) == pytest.approx((0.05 + 0.375 + 0.025) / 3)
    assert math.isnan(expected_calibration_error(reliability([], [])))


def test_review_corrects_the_least_sure_first():
    shares, left = review([0.9, 0.2, 0.5], [1, 4, 0], [10, 10, 10])
    assert shares.tolist() == pytest.approx([0, 1 / 3, 2 / 3, 1])
    assert left.tolist() == pytest.approx([5 / 30, 1 / 30, 1 / 30, 0])


def test_confidences_of_lines_and_of_their_words_are_held_against_their_errors():
    sure = (
        Line("a", "right", confidence=0.9),
        Line("b", "wrang", words=(Word("", "wrang", None, 0.4),)),
        Line("c", "x"),
    )
    read = Page("p", (Region("r", "text", sure),))
    found = budget("p", page_of_text("p", "right\nwrong"), read, View())
    assert found.sure == ((0.9, 0, 5), (0.4, 1, 5))
    assert found.sure_words == ((0.4, False),)
    made = document([found], "signature", "character")["confidence"]
    assert made["lines"]["cases"] == 2
    assert made["lines"]["ece"] == pytest.approx((abs(0.9 - 1) + abs(0.4 - 4 / 5)) / 2)
    assert made["words"]["ece"] == pytest.approx(0.4)
    assert made["review"][0]["cer"] == pytest.approx(1 / 10)
    assert made["review"][-1] == {"reviewed": 1.0, "cer": 0.0}
    assert made["targets"] == [{"cer": target, "reviewed": 0.5} for target in (0.01, 0.02, 0.05)]


@pytest.mark.parametrize(
    ("reference", "text", "words", "right"),
    [
        ("the old dog", "the old dog", ("the", "old", "dog"), (True, True, True)),
        ("the old dog", "tha old dog", ("tha", "old", "dog"), (False, True, True)),
        ("within reach", "with reach", ("with", "reach"), (False, True)),  # its word goes on
        ("today", "to day", ("to", "day"), (False, False)),
        ("to day", "today", ("today",), (False,)),
        ("one\ntwo", "two\none", ("two", "one"), (True, True)),  # lines in another place are right
        ("東京都", "東京部", ("東", "京", "部"), (True, True, False)),  # no spaces between words
        ("the shil-", "the shil-", ("the", "shil"), (True, True)),  # the hyphen is no part of the last word
        ("कि का", "कि क", ("कि", "क"), (True, False)),
    ],
)
@pytest.mark.parametrize("unit", ["character", "grapheme", "byte"])
def test_a_word_is_right_if_all_of_it_is_and_it_ends_where_the_references_does(reference, text, words, right, unit):
    given_words = list(words)
    lines = []
    for line in text.split("\n"):
        mine = [given_words.pop(0) for _ in range(len(given_words)) if given_words[0] in line]
        lines.append(Line(line, line, words=tuple(Word("", word, None, 0.5) for word in mine)))
    read = Page("p", (Region("r", "text", tuple(lines)),))
    found = budget("p", page_of_text("p", reference), read, View(unit=unit))
    assert tuple(word.right for word in found.sure_words) == right


def test_words_that_are_not_the_text_of_their_line_are_left_out():
    line = Line("a", "one two", words=(Word("", "uno", None, 0.5), Word("", "two", None, 0.5)))
    found = budget("p", page_of_text("p", "one two"), Page("p", (Region("r", "text", (line,)),)), View())
    assert found.sure_words == ()
    assert found.sure == ((0.5, 0, 7),)


def test_the_totals_of_groups_are_those_of_their_pages():
    pages = [
        of_texts(COLUMNS, COLUMNS.replace("corn", "com")),
        of_texts(COLUMNS, "\n".join(RIGHT + LEFT)),
        of_texts("a", "a"),
    ]
    made = document(pages, "signature", "character", {"kind": ["book", "news", None]})
    groups = made["groups"]["kind"]
    assert list(groups) == ["(none)", "book", "news"]
    assert groups["book"]["by_text"] == {"recognition": 2, "segmentation": 0, "order": 0}
    assert groups["news"]["order"]["tau"] == pytest.approx(-1 / 3)
    for name in ("edits", "reference", "words"):
        assert sum(group[name] for group in groups.values()) == made[name]


def test_the_rate_with_lines_matched_by_place_is_the_rate_without_order():
    made = document([budget("p", TRUTH, TRUTH, View())], "signature", "character")
    assert made["cer_by_place"] == 0
    assert document([of_texts("a", "b")], "signature", "character")["cer_by_place"] is None
