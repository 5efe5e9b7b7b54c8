"""Numbers of other tools, where the conventions agree and where they are known not to."""

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

import errata

words = st.lists(st.text(alphabet="abcé각واक्ष😀", min_size=1, max_size=5), min_size=1, max_size=8)


@given(reference=words, hypothesis=words)
def test_cer_and_wer_are_jiwers_on_clean_text(reference, hypothesis):
    """jiwer 4.0: single spaces between words, none at the ends, a reference with at least one word."""
    pair = " ".join(reference), " ".join(hypothesis)
    assert errata.cer(*pair) == pytest.approx(jiwer.cer(*pair), abs=1e-12)
    assert errata.wer(*pair) == pytest.approx(jiwer.wer(*pair), abs=1e-12)


@given(reference=words, hypothesis=words)
def test_the_distance_of_words_is_jiwers_though_the_split_need_not_be(reference, hypothesis):
    pair = " ".join(reference), " ".join(hypothesis)
    theirs = jiwer.process_words(*pair)
    ours = [getattr(errata, f"word_{name}")(*pair) for name in ("hits", "substitutions", "deletions", "insertions")]
    assert sum(ours[1:]) == theirs.substitutions + theirs.deletions + theirs.insertions
    assert ours[2] - ours[3] == theirs.deletions - theirs.insertions


def test_the_corpus_rate_is_jiwers():
    references, hypotheses = ["a b c d", "x"], ["a b c x", "y z"]
    result = errata.score(references, hypotheses)
    assert result["wer"].micro == jiwer.wer(references, hypotheses) == 3 / 5
    assert result["cer"].micro == jiwer.cer(references, hypotheses)


def test_an_empty_reference_counts_its_insertions_as_jiwer_does():
    assert errata.cer("", "abc def") == jiwer.cer("", "abc def") == 7
    assert errata.wer("", "abc def") == jiwer.wer("", "abc def") == 2


def test_jiwer_splits_words_at_spaces_only_and_strips_the_ends():
    """Recorded with jiwer 4.0.0: a line break joins words there, and outer spaces are not counted."""
    assert jiwer.wer("a\nb", "a b") == 2.0
    assert errata.wer("a\nb", "a b") == 0.0
    assert jiwer.cer("hello world", "hello world ") == 0.0
    assert errata.cer("hello world", "hello world ") == pytest.approx(1 / 11)
