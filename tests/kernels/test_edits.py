"""Distance, ruled split and ruled alignment against the textbook table, in every script and on long texts."""

import random
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from errata.errors import UnknownNameError
from errata.kernels import bitwalk, edits, wavewalk
from errata.kernels.edits import TIE_ORDERS, Block, alignment, distance, lcs, split
from oracles import edits as oracle
from oracles.pairs import ALPHABETS, noisy, random_pair, random_pairs

# the smallest memory forces checkpoints within checkpoints
WALKS = {
    "waves": lambda ours, theirs, cost, first: wavewalk.walk(ours, theirs, cost, first),
    "bits": lambda ours, theirs, cost, first: bitwalk.walk(ours, theirs, cost, first),
    "bits in little memory": lambda ours, theirs, cost, first: bitwalk.walk(ours, theirs, cost, first, memory=1),
}

texts = st.text(alphabet="ab가\u0301😀\0", max_size=40) | st.text(max_size=20)
words = st.lists(st.sampled_from(["a", "b", "the", "of", "", "\0", "각"]), max_size=12)


def operations(blocks):
    """The single operations of the blocks, as the oracle gives them."""
    single = []
    for block in blocks:
        rows, columns = block.kind != "insertion", block.kind != "deletion"
        size = max(block.reference_stop - block.reference_start, block.hypothesis_stop - block.hypothesis_start)
        single += [
            (block.kind, block.reference_start + step * rows, block.hypothesis_start + step * columns)
            for step in range(size)
        ]
    return single


def assert_like_the_oracle(reference, hypothesis):
    values = oracle.table(reference, hypothesis)
    assert distance(reference, hypothesis) == values[-1][-1]
    for order in TIE_ORDERS:
        expected = oracle.operations(reference, hypothesis, order, values)
        assert operations(alignment(reference, hypothesis, order)) == expected, (reference, hypothesis, order)
        counts = oracle.split(reference, hypothesis, order, values)
        assert split(reference, hypothesis, order) == counts, (reference, hypothesis, order)


def test_the_tie_order_decides_between_two_splits_of_three_edits():
    # Of aba -> bcab the last tokens differ, and a substitution is not optimal there (ab -> bca costs 3 by itself).
    # A deletion leaves ab -> bcab: two matches and two insertions. An insertion leaves aba -> bca: one match and
    # two substitutions. Both cost 3, so the tie order decides.
    assert split("aba", "bcab", "sub_del_ins") == (2, 0, 1, 2)
    assert split("aba", "bcab", "sub_ins_del") == (1, 2, 0, 1)


def test_an_alignment_gives_exact_places_in_runs():
    assert alignment("kitten", "sitting") == [
        Block("substitution", 0, 1, 0, 1), Block("match", 1, 4, 1, 4), Block("substitution", 4, 5, 4, 5),
        Block("match", 5, 6, 5, 6), Block("insertion", 6, 6, 6, 7)]  # fmt: skip


def test_a_doubled_start_is_inserted_before_the_match_because_the_walk_comes_from_the_end():
    assert alignment("a", "aa") == [Block("insertion", 0, 0, 0, 1), Block("match", 0, 1, 1, 2)]
    assert alignment("abab", "ab") == [Block("deletion", 0, 2, 0, 0), Block("match", 2, 4, 0, 2)]


@pytest.mark.parametrize(("reference", "hypothesis", "counts"), [
    ("", "", (0, 0, 0, 0)), ("abc", "", (0, 0, 3, 0)), ("", "abc", (0, 0, 0, 3)), ("abc", "abc", (3, 0, 0, 0)),
    ("a\0b", "a\0", (2, 0, 1, 0)), ("a\u2028\x85\x1f", "a\u2028\n\x1f", (3, 1, 0, 0)), ("\r\n", "\n", (1, 0, 1, 0)),
    ("\ud800a", "a\udfff", (0, 2, 0, 0)),
])  # fmt: skip
def test_empty_equal_and_odd_texts_are_counted(reference, hypothesis, counts):
    assert split(reference, hypothesis) == counts


@pytest.mark.parametrize("name", ALPHABETS)
def test_short_texts_of_every_script_are_walked_like_the_textbook(name):
    for reference, hypothesis in random_pairs(f"short {name}", ALPHABETS[name]):
        assert_like_the_oracle(reference, hypothesis)


@pytest.mark.parametrize("name", ALPHABETS)
def test_long_texts_of_every_script_are_walked_like_the_textbook(name):
    generator = random.Random(f"long {name}")
    for _ in range(8):
        assert_like_the_oracle(*random_pair(generator, ALPHABETS[name], 200))


@pytest.mark.parametrize("order", TIE_ORDERS)
@pytest.mark.parametrize("walk", WALKS)
def test_each_walk_finds_the_edits_of_the_textbook_in_their_places(walk, order):
    generator = random.Random(f"{walk} {order}")
    for number in range(1500):
        reference, hypothesis = random_pair(generator, "ab" if number % 2 else "abcde", 120 if number % 50 == 0 else 24)
        values = oracle.table(reference, hypothesis)
        expected = oracle.operations(reference, hypothesis, order, values)
        changed = [
            (kind, i + (kind != "insertion"), j + (kind != "deletion")) for kind, i, j in expected if kind != "match"
        ]
        walked = list(WALKS[walk](reference, hypothesis, values[-1][-1], order == "sub_del_ins"))
        # the walk may stop where one side is used up: what it leaves are indels of the other
        assert walked == changed[::-1][: len(walked)], (reference, hypothesis)
        assert all(0 in (i, j) for _, i, j in changed[: len(changed) - len(walked)]), (reference, hypothesis)


@given(reference=texts, hypothesis=texts)
def test_any_two_texts_are_walked_like_the_textbook(reference, hypothesis):
    assert_like_the_oracle(reference, hypothesis)


@given(reference=words, hypothesis=words)
def test_words_are_compared_as_strings_even_where_their_hashes_agree(reference, hypothesis):
    assert_like_the_oracle(reference, hypothesis)
    assert split(tuple(reference), hypothesis) == split(reference, hypothesis)
    assert lcs(reference, hypothesis) == oracle.longest_common_subsequence(reference, hypothesis)


def test_an_empty_word_is_not_the_word_that_hashes_like_it():
    assert Levenshtein.distance([""], ["\0"]) == 0, "rapidfuzz tells them apart: the detour is no longer needed"
    assert (distance([""], ["\0"]), split([""], ["\0"]), lcs([""], ["\0"])) == (1, (0, 1, 0, 0), 0)


@given(reference=st.binary(max_size=30), hypothesis=st.binary(max_size=30))
def test_bytes_are_tokens_too(reference, hypothesis):
    assert_like_the_oracle(reference, hypothesis)


@given(reference=texts, hypothesis=texts)
def test_the_longest_common_subsequence_is_that_of_the_textbook(reference, hypothesis):
    assert lcs(reference, hypothesis) == oracle.longest_common_subsequence(reference, hypothesis)


@given(reference=texts, hypothesis=texts)
def test_the_other_tie_order_is_the_same_walk_with_the_sides_exchanged(reference, hypothesis):
    hits, substitutions, deletions, insertions = split(reference, hypothesis, "sub_del_ins")
    assert split(hypothesis, reference, "sub_ins_del") == (hits, substitutions, insertions, deletions)


def test_an_unknown_tie_order_is_refused_before_anything_is_counted():
    for count in (split, alignment):
        with pytest.raises(UnknownNameError, match=r"Unknown tie order 'sub_del'\. Did you mean .*sub_del_ins"):
            count("same", "same", "sub_del")


@pytest.mark.parametrize("rates", [(0, 0.9), (0.9, 0), (0.05, 0.05), (0.4, 0.4), (0, 0)])
def test_a_wrong_guess_of_the_distance_changes_nothing(rates):
    generator = random.Random(f"guess {rates}")
    for size in (edits.HINTED, 700, 3000):
        reference = "".join(generator.choices("etaoin shrdlu", k=size))
        halves = zip((reference[: size // 2], reference[size // 2 :]), rates, strict=True)
        hypothesis = "".join(noisy(generator, half, "etaoin shrdlu", rate) for half, rate in halves)
        for ours, theirs in ((reference, hypothesis), (reference, hypothesis[: size // 2]), (hypothesis, reference)):
            assert distance(ours, theirs) == Levenshtein.distance(ours, theirs)


def long_pair(size, rate):
    generator = random.Random(f"{size} {rate}")
    reference = "".join(generator.choices("etaoin shrdlu가각한글", k=size))
    return reference, noisy(generator, reference, "etaoin shrdlu가각한글", rate)


@pytest.mark.parametrize("order", TIE_ORDERS)
def test_little_memory_gives_the_same_walk_over_a_long_text(order):
    reference, hypothesis = long_pair(20_000, 0.05)
    cost, first = distance(reference, hypothesis), order == "sub_del_ins"
    whole = list(bitwalk.walk(reference, hypothesis, cost, first, memory=1 << 30))
    assert list(bitwalk.walk(reference, hypothesis, cost, first, memory=1 << 16)) == whole
    assert list(wavewalk.walk(reference, hypothesis, cost, first)) == whole
    substitutions = sum(kind == "substitution" for kind, _, _ in whole)
    assert split(reference, hypothesis, order)[1] == substitutions > 0


def test_waves_walk_only_texts_whose_waves_fit_into_memory(monkeypatch):
    reference, hypothesis = long_pair(1_000, 0.03)
    expected, walk, walked = split(reference, hypothesis), wavewalk.walk, []
    monkeypatch.setattr(wavewalk, "walk", lambda *what: walked.append(what) or walk(*what))
    assert (split(reference, hypothesis), len(walked)) == (expected, 1)
    monkeypatch.setattr(edits, "WAVE_TOKENS", 1_500)
    assert (split(reference, hypothesis), len(walked)) == (expected, 1), "bit vectors have taken over"


def test_a_short_text_against_a_very_long_line_stays_within_its_memory():
    reference, hypothesis = long_pair(300_000, 0)[0], long_pair(1_500, 0)[0]
    unbounded = 1_500 * 2 * 300_000 // 8
    tracemalloc.start()
    try:
        hits, substitutions, deletions, insertions = split(reference, hypothesis)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (hits + substitutions + deletions, hits + substitutions + insertions) == (300_000, 1_500)
    assert peak < 3 * bitwalk.MEMORY < 2 * unbounded


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is kB on Linux only")
def test_a_line_of_300_000_characters_is_split_within_bounded_memory():
    code = (
        "import resource, sys; sys.path[:0] = sys.argv[1:]; from test_edits import long_pair, split, distance\n"
        "reference, hypothesis = long_pair(300_000, 0.02)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "counts = split(reference, hypothesis)\n"
        "assert sum(counts[1:]) == distance(reference, hypothesis) > 5_000\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    here = Path(__file__).parent
    command = [sys.executable, "-c", code, str(here), str(here.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    kilobytes = int(done.stdout)
    assert kilobytes < 150_000, "stored whole, the columns would take 480,000 kB"
