"""Units, words and lines: examples by hand, and the fast ways against the definitions they stand for."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.errors import InputError, UnknownNameError
from errata.text.tokenize import UNITS, WORDS, lines
from errata.text.view import View

TEXT = (
    st.text(st.characters(exclude_categories=()), max_size=30)
    | st.text(
        st.sampled_from("aBΣςİß9_.,'-$€「」한글हिنَ \t\n\r\x0b\x1c\x1f\x85\xa0\u2028\u3000\u200b\ufeff\0\ud800"),
        max_size=30,
    )
    | st.text(st.sampled_from(string.printable), max_size=40)
)


def naive_biblicus(text: str) -> list[str]:
    """The definition: word by word."""
    bare = ("".join(c for c in word if unicodedata.category(c)[0] not in "PS") for word in text.lower().split())
    return [word for word in bare if word]


def naive_biblicus_code(text: str) -> list[str]:
    bare = ("".join(c for c in word if c in string.ascii_lowercase + string.digits) for word in text.lower().split())
    return [word for word in bare if len(word) > 2]


def test_the_units_and_words_have_these_names():
    assert list(UNITS) == ["character", "grapheme", "jamo", "byte"]
    assert list(WORDS) == ["whitespace", "uax29", "biblicus", "biblicus-code"]


@pytest.mark.parametrize(
    ("text", "counts"),
    [  # code points, grapheme clusters, jamo, bytes
        ("", (0, 0, 0, 0)),
        ("Maß", (3, 3, 3, 4)),
        ("Mu\u0308he", (5, 4, 5, 6)),
        ("한국어", (3, 3, 8, 9)),
        ("हिन्दी", (6, 2, 6, 18)),
        ("مُدَرِّس", (8, 4, 8, 16)),
        ("👨\u200d👩\u200d👧", (5, 1, 5, 18)),
        ("a\r\nb", (4, 3, 4, 4)),
    ],
)
def test_a_text_is_this_long_in_each_unit(text, counts):
    assert tuple(len(split(text)) for split in UNITS.values()) == counts


def test_hangul_syllables_become_conjoining_jamo_and_nothing_else_changes():
    assert UNITS["jamo"]("한글 가 ㄱ é e\u0301") == "\u1112\u1161\u11ab\u1100\u1173\u11af \u1100\u1161 ㄱ é e\u0301"
    assert UNITS["jamo"]("힣") == "\u1112\u1175\u11c2"


def test_jamo_agrees_with_unicode_on_every_syllable():
    syllables = "".join(map(chr, range(0xAC00, 0xD7A4)))
    assert UNITS["jamo"](syllables) == unicodedata.normalize("NFD", syllables)
    assert UNITS["jamo"]("\uabff\ud7a4\U0002f800") == "\uabff\ud7a4\U0002f800"


def test_the_character_of_a_text_is_the_code_point():
    assert UNITS["character"]("e\u0301\ud800") == "e\u0301\ud800"


def test_a_lone_surrogate_has_no_bytes_and_the_error_says_where():
    with pytest.raises(InputError, match=r"character 2: U\+D83D is a lone surrogate") as info:
        UNITS["byte"]("aé\ud83d")
    assert info.value.problems[0].where == "character 2"


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("whitespace", " Don't  stop\u00a0-\u3000now\u200b!\x1c", ["Don't", "stop", "-", "now\u200b!"]),
        ("uax29", " Don't  stop\u00a0-\u3000now!", ["Don't", "stop", "now"]),
        ("biblicus", "Don't STOP -- «Größe»  $5.00 a_b", ["dont", "stop", "größe", "500", "ab"]),
        ("biblicus", "대한민국은, 법 앞에.", ["대한민국은", "법", "앞에"]),
        ("biblicus", "हिन्दी। العَرَبِيَّة؟ ΣΑΣ!", ["हिन्दी", "العَرَبِيَّة", "σας"]),
        ("biblicus", "... – €", []),
        ("biblicus-code", "Don't STOP at Größe 한국어 a-b-c 10 1000", ["dont", "stop", "gre", "abc", "1000"]),
    ],
)
def test_a_text_has_these_words(kind, text, expected):
    assert WORDS[kind](text) == expected


@given(TEXT)
def test_biblicus_words_are_what_the_definition_says_word_by_word(text):
    assert WORDS["biblicus"](text) == naive_biblicus(text)


@given(TEXT)
def test_biblicus_code_words_are_what_the_definition_says_word_by_word(text):
    assert WORDS["biblicus-code"](text) == naive_biblicus_code(text)


def test_no_whitespace_is_punctuation_so_biblicus_may_clean_before_it_splits():
    spaces = [chr(point) for point in range(0x110000) if chr(point).isspace()]
    assert len(spaces) == 29
    assert [space for space in spaces if unicodedata.category(space)[0] in "PS" or space.lower() != space] == []


@given(TEXT)
def test_words_of_whitespace_and_biblicus_are_blind_to_the_kind_of_whitespace(text):
    for kind in ("whitespace", "biblicus", "biblicus-code"):
        assert WORDS[kind](" ".join(text.split())) == WORDS[kind](text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t\r\n ", []),
        ("a", ["a"]),
        ("\n\n a \n\n  b\t\n", ["a", "", "b"]),
        ("a\r\nb\rc\x0bd\x0ce\x1cf\x1dg\x1eh\x85i\u2028j\u2029k", list("abcdefghijk")),
        ("a\x1fb", ["a\x1fb"]),
        ("a  b", ["a  b"]),
        ("\ufeff\nb", ["\ufeff", "b"]),
    ],
)
def test_a_text_has_these_lines(text, expected):
    assert lines(text) == expected


@given(TEXT)
def test_lines_are_what_the_definition_says(text):
    assert lines(text) == ([] if text.strip() == "" else [line.strip() for line in text.strip().splitlines()])


def test_unknown_units_and_kinds_of_words_are_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match=r"Unknown unit 'graphem'\. Did you mean grapheme"):
        View(unit="graphem")
    with pytest.raises(UnknownNameError, match=r"Unknown kind of words 'uax-29'\. Did you mean uax29"):
        View(words="uax-29")
