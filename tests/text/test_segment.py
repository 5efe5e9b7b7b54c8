"""Grapheme clusters and words: official vectors, a slow oracle, and examples of many scripts."""

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
import uax29_oracle as oracle
from hypothesis import given
from hypothesis import strategies as st

from errata.text import segment, unicode_tables

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "segmentation.json").read_text("utf-8"))

# Code points that the rules tell apart, several of each class, some of the newest Unicode versions.
RULED = (
    "\r\n\x0b\x85\u2028\u00ad\u200b\u200c\u200d\u200d\u200d\u2060\ufeff\ufe0f\u0301\u0308\u20dd\u0600\u06dd\u070f\u0903"
    "कषतरज़ािी्््ंकক্তગ્ജ്\u1039\u17d2\u1a60\u1b44\u1c50\U00011133\U00011107"
    "\u1100\u1161\u11a8\uac00\uac01\ua960\ud7b0\ud7cb한글"
    "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f469\U0001f467\u2764\u00a9\u24c2\u2139\U0001f3fd\U0001f170"
    "aäzßſЖωאבшعلَُّـّกำเ中文アーヷあ\uff91"
    "019٣२𝟘_‿::··..\u2024''’\",;;\u0387\u060c  \u3000\u2009!?—«»$€\U0001e947\U00016d63\ud800\udfff"
)
RULED_TEXT = st.text(st.sampled_from(RULED), max_size=24) | st.text(max_size=16)
ASCII_TEXT = st.text(st.sampled_from("abZ019_:.,;'\"  \t\r\n\x0b-!"), max_size=24)


def pieces(vector: str) -> list[str]:
    return ["".join(chr(int(point, 16)) for point in piece.split()) for piece in vector.split("÷")]


def test_the_tables_the_vectors_and_the_constant_are_of_one_unicode_version():
    assert segment.SEGMENTATION_UNICODE == unicode_tables.UNICODE_VERSION == VECTORS["unicode"]


def test_every_official_grapheme_vector_is_cut_as_unicode_says():
    assert len(VECTORS["graphemes"]) == 766
    wrong = [v for v in VECTORS["graphemes"] if segment.graphemes("".join(pieces(v))) != pieces(v)]
    assert wrong == []


def test_every_official_word_vector_is_cut_as_unicode_says():
    assert len(VECTORS["words"]) == 1944
    wrong = [v for v in VECTORS["words"] if segment.word_segments("".join(pieces(v))) != pieces(v)]
    assert wrong == []


def test_the_oracle_agrees_with_the_official_vectors():
    assert [v for v in VECTORS["graphemes"] if oracle.graphemes("".join(pieces(v))) != pieces(v)] == []
    assert [v for v in VECTORS["words"] if oracle.word_segments("".join(pieces(v))) != pieces(v)] == []


@given(RULED_TEXT | ASCII_TEXT)
def test_graphemes_are_cut_as_the_rule_by_rule_oracle_cuts(text):
    assert segment.graphemes(text) == oracle.graphemes(text)


@given(RULED_TEXT | ASCII_TEXT)
def test_word_segments_are_cut_as_the_rule_by_rule_oracle_cuts(text):
    assert segment.word_segments(text) == oracle.word_segments(text)


@given(RULED_TEXT | ASCII_TEXT)
def test_words_are_the_segments_that_hold_a_letter_or_a_digit(text):
    assert segment.words(text) == [s for s in oracle.word_segments(text) if any(c.isalnum() for c in s)]


@given(RULED_TEXT)
def test_no_cut_loses_a_code_point(text):
    assert "".join(segment.graphemes(text)) == text
    assert "".join(segment.word_segments(text)) == text


def test_the_tables_cover_every_code_point_once():
    assert len(oracle.GRAPHEME_CLASSES) == len(oracle.WORD_CLASSES) == sys.maxunicode + 1


@pytest.mark.skipif(
    int(unicodedata.unidata_version.split(".")[0]) > 17, reason="the interpreter knows marks that the tables do not"
)
def test_every_combining_mark_that_the_interpreter_knows_extends_a_cluster():
    """The tables come from elsewhere than `unicodedata`; every mark but a few spacing ones must still extend."""
    marks = [chr(c) for c in range(sys.maxunicode + 1) if unicodedata.category(chr(c)) in ("Mn", "Me")]
    assert len(marks) > 1800
    assert [m for m in marks if oracle.grapheme_class(m) not in "EJKS"] == []


@pytest.mark.parametrize(
    ("text", "clusters"),
    [
        ("", []),
        ("Maß", ["M", "a", "ß"]),
        ("Mu\u0308he", ["M", "u\u0308", "h", "e"]),
        ("a\r\nb\n\r", ["a", "\r\n", "b", "\n", "\r"]),
        ("ä\r\n", ["ä", "\r\n"]),
        ("한국", ["한", "국"]),
        ("\u1112\u1161\u11ab\u1100", ["\u1112\u1161\u11ab", "\u1100"]),  # conjoining jamo: han, then a lone g
        ("हिन्दी", ["हि", "न्दी"]),
        ("क्षत्रिय", ["क्ष", "त्रि", "य"]),
        ("क्\u200cष", ["क्\u200c", "ष"]),  # ZWNJ forbids the conjunct
        ("مَدْرَسَة", ["مَ", "دْ", "رَ", "سَ", "ة"]),
        ("กำ", ["กำ"]),
        ("👨\u200d👩\u200d👧!", ["👨\u200d👩\u200d👧", "!"]),
        ("👍🏽❤\ufe0f", ["👍🏽", "❤\ufe0f"]),
        ("🇩🇪🇫🇷🇰", ["🇩🇪", "🇫🇷", "🇰"]),
        ("\ud800a", ["\ud800", "a"]),
    ],
)
def test_a_reader_sees_these_characters(text, clusters):
    assert segment.graphemes(text) == clusters


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("  ...  ", []),
        ("Don't stop, it's 3.14 (or 1,000).", ["Don't", "stop", "it's", "3.14", "or", "1,000"]),
        ("foo_bar e.g. a:b 1:2 ___", ["foo_bar", "e.g", "a:b", "1", "2"]),
        ("Größe – «Maß»", ["Größe", "Maß"]),
        ("l’été", ["l’été"]),
        ("대한민국의 국민", ["대한민국의", "국민"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("اللُّغَةُ العَرَبِيَّة", ["اللُّغَةُ", "العَرَبِيَّة"]),
        ('צה"ל ג׳', ['צה"ל', "ג׳"]),
        ("カタカナ_ab", ["カタカナ_ab"]),
        ("中文", ["中", "文"]),
        ("👍 ok", ["ok"]),
    ],
)
def test_a_reader_counts_these_words(text, words):
    assert segment.words(text) == words


def test_a_line_of_nothing_but_joiners_takes_linear_time():
    for unit in ("\u0600", "क्", "\u1100", "👩\u200d", "a\u0301", "א'", "_", "1,", "\U0001f1e9"):
        text = unit * 20_000
        assert "".join(segment.graphemes(text)) == text
        assert "".join(segment.word_segments(text)) == text


def test_importing_the_module_builds_no_table():
    code = (
        "import sys, errata.text.segment as s; "
        "assert 'errata.text.unicode_tables' not in sys.modules; s.graphemes('é\u0301'); "
        "assert 'errata.text.unicode_tables' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
