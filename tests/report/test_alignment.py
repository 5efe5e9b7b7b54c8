"""Alignments that stay readable whatever the texts hold."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import errata
from errata.report import diff
from errata.report.alignment import excerpt, marks, pieces, shortened
from errata.report.operations import encode, operations
from errata.report.screen import captured, plain_console
from errata.report.visible import label, visible


def shown(reference, hypothesis, context=None, **how):
    aligned = errata.align(reference, hypothesis, **how)
    return marks(pieces(aligned.operations, joiner=aligned.joiner, context=context))


def test_edits_stand_where_they_happened():
    assert shown("kitten", "sitting") == "[-k-]{+s+}itt[-e-]{+i+}n{+g+}"


def test_words_are_kept_apart_by_spaces():
    assert shown("a big house here", "a house is here", words="whitespace") == "a [-big house-]{+house is+} here"


@pytest.mark.parametrize(
    ("char", "name"),
    [
        (" ", "␣"), ("\n", "⏎"), ("\t", "⇥"), ("\0", "<NUL>"), ("\u200d", "<ZWJ>"), ("\ufeff", "<BOM>"),
        ("\u202e", "<RLO>"), ("\x1b", "<ESC>"), ("\u00a0", "<NBSP>"), ("\x07", "<U+0007>"), ("\ud800", "<U+D800>"),
        ("\u2028", "<LSEP>"), ("\u3000", "<U+3000>"), ("\ufe0f", "◌<VS16>"), ("\U000e0041", "<U+E0041>"),
        ("\ufffe", "<U+FFFE>"),
    ],
)  # fmt: skip
def test_an_edit_of_something_unseen_names_it(char, name):
    assert shown("ab", f"a{char}b") == f"a{{+{name}+}}b"


def test_what_could_steer_a_terminal_is_named_in_matches_too():
    assert shown("a\x1b[2J\u202e\ud800b", "a\x1b[2J\u202e\ud800b") == "a<ESC>[2J<RLO><U+D800>b"


def test_line_breaks_and_joiners_of_matches_stay_as_they_are():
    assert shown("a\nक\u200dष b", "a\nक\u200dष c") == "a\nक\u200dष [-b-]{+c+}"


def test_a_lone_mark_stands_on_a_dotted_circle():
    assert shown("नमस्ते", "नमस्त") == "नमस्त[-\u25ccे-]"
    assert shown("e\u0301a", "o\u0301a") == "[-e-]{+o+}\u25cc\u0301a"


def test_runs_with_right_to_left_letters_are_isolated_and_lines_start_from_the_right():
    found = shown("كتب\nقلم 1", "كتب\nقلن 1")
    assert found == "\u200f\u2068كتب\u2069\n\u200f\u2068قل\u2069[-\u2068م\u2069-]{+\u2068ن\u2069+} 1"
    assert "\u200f" not in shown("abc كتب", "abd كتب")


def test_long_matches_are_shortened_beside_edits_and_never_between_a_letter_and_its_mark():
    text = "a" * 50 + "x" + "b" * 50
    assert shown(text, text.replace("x", "y"), context=3) == " … aaa[-x-]{+y+}bbb … "
    assert shown("e\u0301" * 30 + "x", "e\u0301" * 30 + "y", context=2) == " … e\u0301[-x-]{+y+}"
    assert shown("e\u0301" * 30 + "x", "e\u0301" * 30 + "y", context=1) == " … [-x-]{+y+}"


def test_a_short_match_is_not_shortened():
    assert shown("abcdefghx", "abcdefghy", context=6) == "abcdefgh[-x-]{+y+}"


def test_an_excerpt_ends_where_it_must():
    row = {"reference": "abcdef", "hypothesis": "xbcdef", "alignment": "1X5="}
    assert marks(shortened(excerpt(row), 4)) == "[-a-]{+x+}bc … "
    long = {"reference": "a" * 30_000, "hypothesis": "b"}
    assert marks(excerpt(long)) == "30,000 and 1 characters: too long to align"


@given(st.text(max_size=30), st.text(max_size=30))
def test_an_alignment_written_as_runs_reads_back_as_it_was(reference, hypothesis):
    aligned = errata.align(reference, hypothesis)
    assert tuple(operations(encode(aligned.operations), reference, hypothesis)) == aligned.operations


ANY = st.text(st.characters(exclude_categories=()), max_size=12)


@given(ANY, ANY)
def test_whatever_the_texts_hold_the_diff_prints_and_steers_nothing(reference, hypothesis):
    for encoding in ("utf-8", "ascii", "cp1252"):
        console = plain_console(encoding)
        diff.render(errata.align(reference, hypothesis), console)
        printed = captured(console)
        printed.encode(encoding)
        odd = {char for char in printed if unicodedata.category(char) == "Cc" and char != "\n"}
        assert not odd
        assert not set(printed) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067")


def test_the_diff_explains_its_marks_and_counts_the_edits():
    console = plain_console("utf-8")
    diff.render(errata.align("the cat", "the  hat"), console)
    assert captured(console) == (
        "the{+␣+} [-c-]{+h+}at\n\n[-only in the reference-]  {+only in the hypothesis+}  ␣ space\n"
        "2 edits in 7 characters (28.57 %): 1 substitution, 1 insertion"
    )


def test_the_diff_tells_the_other_split_where_there_is_one():
    console = plain_console("utf-8")
    diff.render(errata.align("aba", "bcab"), console)
    assert captured(console).split("\n")[-2:] == [
        "3 edits in 3 characters (100.00 %): 1 deletion, 2 insertions",
        "with --tie sub_ins_del: 2 substitutions, 1 insertion",
    ]


def test_the_diff_speaks_of_one_token_in_the_singular():
    for words, unit, said in (
        (None, "byte", "1 byte "),
        ("whitespace", "character", "1 word "),
        (None, "jamo", "1 jamo "),
    ):
        assert f"in {said}" in diff.summary(errata.align("a", "b", words=words, unit=unit))


def test_the_diff_of_equal_texts_is_one_line():
    console = plain_console("utf-8")
    diff.render(errata.align("same", "same", unit="grapheme"), console)
    assert captured(console) == "identical: 4 graphemes"


def test_a_name_stands_on_one_line_and_within_its_width():
    assert label("page\n1") == "page⏎1"
    assert label("a" * 40, 10) == "a" * 9 + "…"
    assert label("صفحة") == "\u2068صفحة\u2069"
    assert visible("plain text") == "plain text"
