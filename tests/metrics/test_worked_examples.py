"""Every metric with a number worked by hand."""

import math

import pytest

import errata
from errata.metrics.registry import METRICS

LN = math.log

# name -> (reference, hypothesis, value as arithmetic)
EXAMPLES = {
    "cer": ("The quick brown fox", "The quich brown fax", 2 / 19),
    "wer": ("hello world from biblicus", "hello form world biblicus", 2 / 4),
    "ser": ("a", "a ", 1.0),
    "perfect_match_rate": ("a b", "a b", 1.0),
    "ned": ("abc", "abcde", 2 / 5),
    "nacc": ("abc", "abcde", 1 - 2 / 5),
    "character_accuracy": ("abc", "xbcde", 1 - 3 / 5),
    "mer": ("a b c", "a x c d", (1 + 0 + 1) / (2 + 1 + 0 + 1)),
    "wil": ("a b c", "a x c d", 1 - (2 / 3) * (2 / 4)),
    "wip": ("a b c", "a x c d", (2 / 3) * (2 / 4)),
    "char_mer": ("abc", "axcd", 2 / 4),
    "word_ned": ("a b c", "a b", 1 / 3),
    "char_precision": ("aabb", "abbb c", 3 / 6),
    "char_recall": ("aabb", "abbb c", 3 / 4),
    "char_f1": ("aabb", "abbb c", 2 * 3 / (4 + 6)),
    "exact_line_precision": ("Hello\nWorld\nHello", "Hello\nWorld\nTest", 2 / 3),
    "exact_line_recall": ("Hello\nWorld\nHello\nWorld", "Hello\nWorld\nTest", 2 / 4),
    "exact_line_f1": ("Hello\nWorld\nHello\nWorld", "Hello\nWorld\nTest", 2 * 2 / (4 + 3)),
    "line_accuracy": ("a\nb\nc", "a\nx\nb\nc", 1 / 4),
    "reverse_line_accuracy": ("a\nb\nc", "a\nx\nb\nc", 2 / 4),
    "word_precision": ("hello world from biblicus", "hello world form", 2 / 3),
    "word_recall": ("hello world from biblicus", "hello world form", 2 / 4),
    "word_f1": ("hello world from biblicus", "hello world form", 2 * 2 / (4 + 3)),
    "bag_precision": ("the cat the dog", "the the the cat", 3 / 4),
    "bag_recall": ("the cat the dog sat", "the the the cat", 3 / 5),
    "bag_f1": ("the cat the dog sat", "the the the cat", 2 * 3 / (5 + 4)),
    "bag_error": ("a b c", "a b b d", (1 + 1 + 1) / (3 + 4)),
    "sequence_accuracy": ("hello world from biblicus", "hello form world biblicus", 2 / 4),
    "lcs_ratio": ("the quick brown fox jumps", "the brown quick fox", 3 / 5),
    "bigram_overlap": ("hello world from biblicus", "hello world biblicus from", 1 / 3),
    "trigram_overlap": ("the quick brown fox", "the quick brown dog", 1 / 2),
    "bigram_overlap_distinct": ("a b a b a b", "a b a b a b", 2 / 5),
    "trigram_overlap_distinct": ("a b a b a b", "a b a b a b", 2 / 4),
    # matches 5/5, 4/4, 3/3, 2/2 and 5 words against 6
    "bleu": ("a b c d e f", "a b c d e", math.exp(1 - 6 / 5)),
    # unigrams 2/3, bigrams (1 + 1)/(2 + 1), trigrams (0 + 1)/(1 + 1), no fourgrams
    "bleu_smoothed": ("a b c", "a b x", math.exp((LN(2 / 3) + LN(2 / 3) + LN(1 / 2)) / 3)),
    # walking back from the end of "aba" and "bcab": a deleted, b and a kept, c and b inserted
    "char_hits": ("aba", "bcab", 2),
    "char_substitutions": ("aba", "bcab", 0),
    "char_deletions": ("aba", "bcab", 1),
    "char_insertions": ("aba", "bcab", 2),
    "word_hits": ("a b c", "a x c d", 2),
    "word_substitutions": ("a b c", "a x c d", 1),
    "word_deletions": ("a b c", "a c", 1),
    "word_insertions": ("a b c", "a x c d", 1),
}


def test_every_metric_has_a_worked_example():
    assert sorted(EXAMPLES) == sorted(name for name in METRICS if not name.endswith("_norm"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_metric_gives_the_number_worked_by_hand(name):
    reference, hypothesis, expected = EXAMPLES[name]
    assert getattr(errata, name)(reference, hypothesis) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_normalised_metric_forgives_whitespace_between_words(name):
    reference, hypothesis, expected = EXAMPLES[name]
    if name == "ser":
        hypothesis, expected = "a", 0.0
    spread = "\n".join(f"  {line.replace(' ', chr(0x2003) * 2)}\t" for line in hypothesis.split("\n"))
    value = getattr(errata, f"{name}_norm")(reference, spread)
    assert value == pytest.approx(expected, abs=1e-15)


def test_the_normalised_sequence_error_rate_forgives_a_trailing_space():
    assert errata.ser_norm("a", "a ") == 0.0


def test_both_documents_examples_of_wrong_arithmetic_follow_the_formula():
    """The document prints 0.250 for both; its formulas give 0.5."""
    pair = "hello world from biblicus", "hello form world biblicus"
    assert errata.wer(*pair) == 0.5
    assert errata.sequence_accuracy(*pair) == 0.5


def test_the_korean_example_of_the_handbook():
    pair = "보험금 청구서 접수일: 2024년 3월 15일", "보험금 청구서 접수일: 2024년 3웛 15일"
    assert errata.cer(*pair) == 1 / 25
    assert errata.wer(*pair) == 1 / 6
    assert errata.char_f1(*pair) == pytest.approx(0.96)
    assert errata.bleu(*pair) == pytest.approx(0.537284965911771, abs=1e-12)
    assert errata.bag_f1(*pair) == pytest.approx(5 / 6)  # short words and Hangul stay


def test_normalised_line_accuracy_forgives_whitespace_within_each_line_only():
    reference, hypothesis = "a  b\nc", "a b\nc"
    assert errata.line_accuracy(reference, hypothesis) == 1 / 2
    assert errata.line_accuracy_norm(reference, hypothesis) == 1.0
    assert errata.line_accuracy_norm("a\nb", "a b") == 0.0


@pytest.mark.parametrize(("unit", "expected"), [("character", 1 / 5), ("grapheme", 1 / 3), ("byte", 2 / 15)])
def test_a_unit_decides_what_is_one_character(unit, expected):
    reference, hypothesis = "\u0915\u093f\u0937\u093f\u092e", "\u0915\u093f\u0937\u0940\u092e"  # किषिम, किषीम
    assert errata.cer(reference, hypothesis, unit=unit) == pytest.approx(expected)


def test_jamo_split_one_wrong_vowel_out_of_a_syllable():
    assert errata.cer("월", "웰") == 1.0
    assert errata.cer("월", "웰", unit="jamo") == 1 / 3
