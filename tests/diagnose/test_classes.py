"""Every class of errors by hand, in several scripts, and the laws that hold for all of them."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from errata.diagnose.analysis import PARTS, Analysis
from errata.diagnose.classes import CLASSES, changed_jamo, scripts, substitution
from errata.diagnose.confusable import GROUPS, SEQUENCES, look_alike
from errata.diagnose.edits import classified
from errata.diagnose.gather import aligned
from errata.kernels.edits import alignment, distance, split
from errata.text.tokenize import UNITS
from errata.text.view import View


def classes(reference, hypothesis, unit="character", order="sub_del_ins"):
    """How many edits there are of each class."""
    ours, theirs = UNITS[unit](reference), UNITS[unit](hypothesis)
    found = Counter()
    for edit in classified(ours, theirs, aligned(ours, theirs, order)):
        found[edit.label] += edit.size
    return dict(found)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ("The Cat", "the cat", {"case": 2}),
        ("ΟΔΟΣ", "οδος", {"case": 4}),
        ("Straße", "STRASSE", {"case": 6}),
        ("Straße", "Strasse", {"confusable": 2}),
        ("café", "cafe", {"diacritic": 1}),
        ("cafe\u0301", "cafe", {"diacritic": 1}),
        ("cafe\u0301", "café", {"diacritic": 2}),  # the same letter in two normal forms
        ("Äpfel", "apfel", {"diacritic": 1}),
        ("كَتَبَ", "كتب", {"diacritic": 3}),
        ("أحمد", "احمد", {"diacritic": 1}),
        ("שָׁלוֹם", "שלום", {"diacritic": 3}),
        ("ёлка", "елка", {"diacritic": 1}),
        ("Yes, no.", "Yes. no", {"punctuation": 2}),
        ("«так»", '"так"', {"punctuation": 2}),
        ("a\u2013b", "a-b", {"punctuation": 1}),
        ("to day", "today", {"whitespace": 1}),
        ("today", "to day", {"whitespace": 1}),
        ("two  blanks", "two blanks", {"whitespace": 1}),
        ("one\ntwo", "one two", {"whitespace": 1}),
        ("the cat", "th ecat", {"whitespace": 2}),
        ("Anno 1887", "Anno 1837", {"digit": 1}),
        ("No 12", "No 112", {"digit": 1}),
        ("عام ١٩٤٨", "عام ١٩٤٧", {"digit": 1}),
        ("1887", "1B87", {"confusable": 1}),
        ("corn", "com", {"confusable": 2}),
        ("ﬁne", "fine", {"confusable": 2}),
        ("Waſſer", "Waffer", {"confusable": 2}),
        ("رز", "رر", {"confusable": 1}),
        ("घर", "धर", {"confusable": 1}),
        ("人口", "入口", {"confusable": 1}),
        ("안녕하세요", "안녕하새요", {"jamo": 1}),
        ("각", "간", {"jamo": 1}),
        ("가", "너", {"other": 1}),  # no letter in common
        ("page", "pаge", {"script": 1}),  # a Cyrillic а
        ("東京", "東K", {"script": 1}),
        ("Ver-\nlust", "Verlust", {"hyphenation": 2}),
        ("Verlust", "Ver-\nlust", {"hyphenation": 2}),
        ("word-", "word", {"hyphenation": 1}),
        ("word-", "word¬", {"hyphenation": 1}),
        ("well-known", "wellknown", {"punctuation": 1}),
        ("hello", "helo", {"repetition": 1}),
        ("so it is", "so so it is", {"repetition": 3}),
        ("ok", "ok ok ok ok ok", {"repetition": 12}),
        ("end", "end........", {"repetition": 8}),
        ("a quiet place", "a quiet little place", {"insertion_run": 7}),
        ("a quiet place", "a quiet place with no people at all", {"insertion_run": 22}),
        ("चार घर हैं", "घर हैं", {"deletion_run": 4}),
        ("the old dog", "the dog", {"deletion_run": 4}),
        ("", "made up", {"insertion_run": 7}),
        ("form", "from", {"order": 2}),
        ("first line\nsecond one", "second one\nfirst line", None),
        ("शांति", "शाति", {"other": 1}),  # an Indic vowel sign is a letter
        ("word", "wird", {"other": 1}),
        ("word", "wrd", {"other": 1}),
    ],
)
def test_worked_examples(reference, hypothesis, expected):
    found = classes(reference, hypothesis)
    assert sum(found.values()) == distance(reference, hypothesis)
    if expected is not None:
        assert found == expected


def test_lines_in_another_place_are_errors_of_order_whatever_the_alignment_makes_of_them():
    reference, hypothesis = "the first line\nthen a second\nthird", "then a second\nthe first line\nthird"
    assert set(classes(reference, hypothesis)) <= {"order", "whitespace"}
    assert classes(reference, hypothesis)["order"] >= 18


def test_lines_in_another_place_may_have_errors_of_their_own():
    reference = "the ship came in\nwith her sails torn\ncorn was sold at\ntwelve shillings"
    hypothesis = "com was sold at\ntwelve shillinqs\nthe ship came im\nwith her salls torn"
    found = classes(reference, hypothesis)
    assert set(found) <= {"order", "whitespace"}
    assert found["order"] > 0.9 * distance(reference, hypothesis)


def test_lines_with_errors_in_their_place_are_no_errors_of_order():
    assert classes("Total 1887 Mark\nTotal 1888 Mark", "Total 1837 Mark\nTotal 1888 Marc") == {"digit": 1, "other": 1}


def test_a_line_that_is_right_in_its_place_is_no_error_of_order():
    assert "order" not in classes("one line\nanother", "one line\none line\nanother")


def test_a_run_that_was_left_out_and_stands_elsewhere_is_an_error_of_order():
    found = classes("alpha beta gamma delta epsilon zeta", "beta gamma delta epsilon zeta alpha")
    assert found == {"order": 12}


def test_on_graphemes_a_letter_and_its_mark_are_one_edit():
    assert classes("cafe\u0301", "cafe", "grapheme") == {"diacritic": 1}
    assert classes("कि", "क", "grapheme") == {"other": 1}


def test_on_jamo_the_letters_of_a_syllable_are_edits():
    assert classes("각", "간", "jamo") == {"jamo": 1}
    assert classes("각", "가", "jamo") == {"jamo": 1}


@pytest.mark.parametrize(
    ("reference", "hypothesis", "part"),
    [
        ("각", "낙", "lead"),
        ("각", "객", "vowel"),
        ("각", "간", "tail"),
        ("각", "나", "several"),
        ("가", "너", ""),
        ("각", "x", ""),
    ],
)
def test_the_wrong_letter_of_a_syllable_is_named(reference, hypothesis, part):
    assert changed_jamo(reference, hypothesis) == changed_jamo(hypothesis, reference) == part


def test_scripts_are_those_of_letters_and_han_and_kana_are_one():
    assert scripts("abc, 12") == {"LATIN"}
    assert scripts("1 + 2") == frozenset()
    assert scripts("東京タワー へ") == {"HAN"}
    assert scripts("été и ещё") == {"LATIN", "CYRILLIC"}


def test_split_and_joined_words_are_counted_within_whitespace():
    analysis = Analysis(View(), "sub_del_ins", ())
    for key, (reference, hypothesis) in enumerate([("to day", "today"), ("today", "to day"), ("a  b", "a b")]):
        analysis.add(str(key), reference, hypothesis)
    assert analysis.parts["whitespace"] == {"split": 1, "joined": 1, "rest": 1}


def test_the_table_of_look_alikes_repeats_nothing_and_keeps_to_one_script():
    pairs = [frozenset(pair) for group in GROUPS for pair in combinations(group, 2)]
    assert all(len(set(group)) == len(group) for group in GROUPS)
    assert all(one != other for one, other in SEQUENCES)
    assert all(len(scripts("".join(pair))) <= 1 for pair in pairs)
    assert look_alike("rn", "m")
    assert look_alike("m", "rn")
    assert not look_alike("m", "x")


TEXTS = st.text("abcdeée E.,-\n 01ßſа한각간कि\u0301\u064eس", max_size=24)
WORDY = st.lists(st.sampled_from(["the", "cat", "sat", "on", "mat", "12", "-", "\n", "Ver-\nlust"]), max_size=8).map(
    " ".join
)
ANY = st.one_of(TEXTS, WORDY, st.text(max_size=12))


@given(ANY, ANY, st.sampled_from(["character", "grapheme", "jamo"]))
@example("a\u0301", "\u0301", "character")
def test_classes_are_exclusive_and_add_up_to_all_edits_of_the_ruled_alignment(reference, hypothesis, unit):
    ours, theirs = UNITS[unit](reference), UNITS[unit](hypothesis)
    edits = classified(ours, theirs, aligned(ours, theirs))
    kinds = Counter()
    for edit in edits:
        assert edit.label in CLASSES
        kinds[edit.kind] += edit.size
    _, substitutions, deletions, insertions = split(ours, theirs)
    assert (kinds["substitution"], kinds["deletion"], kinds["insertion"]) == (substitutions, deletions, insertions)
    rows = [row for edit in edits for row in range(edit.reference_start, edit.reference_stop)]
    columns = [column for edit in edits for column in range(edit.hypothesis_start, edit.hypothesis_stop)]
    assert rows == sorted(set(rows))
    assert columns == sorted(set(columns))


@given(ANY, ANY)
def test_gathering_runs_keeps_the_number_of_edits_of_each_kind_and_a_true_alignment(reference, hypothesis):
    blocks = aligned(reference, hypothesis)
    kinds = Counter()
    row = column = 0
    for block in blocks:
        assert (block.reference_start, block.hypothesis_start) == (row, column)
        row, column = block.reference_stop, block.hypothesis_stop
        kinds[block.kind] += max(row - block.reference_start, column - block.hypothesis_start)
        if block.kind == "match":
            assert reference[block.reference_start : row] == hypothesis[block.hypothesis_start : column]
    assert (row, column) == (len(reference), len(hypothesis))
    assert tuple(kinds[kind] for kind in ("match", "substitution", "deletion", "insertion")) == split(
        reference, hypothesis
    )
    assert len(blocks) <= len(alignment(reference, hypothesis))


SWAPPED = {"insertion_run": "deletion_run", "deletion_run": "insertion_run"}


@given(ANY, ANY)
@settings(max_examples=200)
def test_exchanging_the_sides_exchanges_runs_and_changes_no_other_class(reference, hypothesis):
    there = classes(reference, hypothesis, order="sub_del_ins")
    back = classes(hypothesis, reference, order="sub_ins_del")
    assert {SWAPPED.get(label, label): count for label, count in there.items()} == back


@given(st.characters(), st.characters())
def test_a_substitution_has_one_class_whichever_side_it_is_read_from(one, other):
    assert substitution(one, other) in CLASSES
    assert substitution(one, other) == substitution(other, one)


@given(st.lists(st.tuples(ANY, ANY), max_size=6), st.integers(0, 6))
def test_parts_merge_into_what_one_pass_gives(pairs, cut):
    whole, first, second = (Analysis(View(), "sub_del_ins", ("character", "grapheme", "word")) for _ in range(3))
    for number, (reference, hypothesis) in enumerate(pairs):
        whole.add(str(number), reference, hypothesis)
        (first if number < cut else second).add(str(number), reference, hypothesis)
    first.merge(second.to_dict())
    assert first.document() == whole.document()


@given(st.lists(st.tuples(ANY, ANY), max_size=5))
def test_the_document_adds_up(pairs):
    analysis = Analysis(View(), "sub_del_ins", ("character", "word"))
    for number, (reference, hypothesis) in enumerate(pairs):
        analysis.add(str(number), reference, hypothesis)
    document = analysis.document()
    edits = sum(distance(reference, hypothesis) for reference, hypothesis in pairs)
    assert document["edits"] == edits == sum(row["edits"] for row in document["classes"])
    assert document["edits"] == document["confusions"]["character"]["total"]
    assert sum(row["share"] for row in document["classes"]) == pytest.approx(1.0 if edits else 0.0)
    assert sum(row["cer"] for row in document["classes"]) == pytest.approx(document["cer"])
    for row in document["classes"]:
        assert row["edits"] == row["substitutions"] + row["deletions"] + row["insertions"]
        assert row["class"] not in PARTS or sum(row["parts"].values()) == row["edits"]
