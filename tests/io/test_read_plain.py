"""Plain text files: one text a file, or one a line, exactly as they are."""

import codecs
import os

import pytest

from errata.errors import InputError, UnknownNameError
from errata.io import open_source
from errata.io.decode import read_text, text_lines


def texts_of(read, write, reference, hypothesis=b"x", **options):
    found = read(open_source(write("a.gt.txt", reference), write("b.txt", hypothesis), **options))
    return found.references[0]


def test_two_files_are_one_sample_named_after_the_reference(read, write):
    source = open_source(write("page.gt.txt", "one\n"), write("other.txt", "two\n"))
    assert read(source).pairs == [("page", "one", "two")]
    assert source.size == 1
    assert source.warnings == []


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("a\n", "a"),
        ("a\r\n", "a"),
        ("a\n\n", "a\n"),
        ("a\r\r\n", "a\r"),
        ("a\r", "a\r"),
        ("\n", ""),
        ("", ""),
        ("  a \t\nb  \n", "  a \t\nb  "),
        ("a\r\nb\rc\u2028d\x85\x1c\n", "a\r\nb\rc\u2028d\x85\x1c"),
        ("e\u0301\n", "e\u0301"),
        ("a\x00b\n", "a\x00b"),
        ("\x00\x00\x00\x00\x00\x00\x00\x00", "\x00" * 8),
    ],
)
def test_only_the_last_line_end_of_a_file_is_dropped(read, write, content, text):
    assert texts_of(read, write, content) == text


def test_a_byte_order_mark_at_the_start_is_dropped_and_elsewhere_kept(read, write):
    assert texts_of(read, write, b"\xef\xbb\xbfa\xef\xbb\xbfb") == "a\ufeffb"
    assert texts_of(read, write, "ä\n".encode("utf-16"), "x".encode("utf-16"), encoding="utf-16") == "ä"


def test_a_file_that_is_not_utf8_is_named_with_offset_and_bytes(read, write):
    source = open_source(write("a.txt", "caf\xe9 au lait".encode("latin-1")), write("b.txt", "café"))
    with pytest.raises(InputError) as caught:
        read(source)
    (problem,) = caught.value.problems
    assert problem.where.endswith("a.txt")
    assert "is not UTF-8: byte offset 3 holds e9" in problem.what
    assert "--encoding" in problem.hint


def test_the_encoding_that_is_given_is_used(read, write):
    assert texts_of(read, write, "café".encode("latin-1"), encoding="latin-1") == "café"


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        ("Grüße an alle".encode("utf-16"), "--encoding utf-16"),
        (codecs.BOM_UTF16_BE + "Grüße".encode("utf-16-be"), "--encoding utf-16"),
        ("plain text".encode("utf-16-le"), "--encoding utf-16-le"),
        ("plain text".encode("utf-16-be"), "--encoding utf-16-be"),
        ("plain text".encode("utf-32"), "--encoding utf-32"),
    ],
)
def test_a_utf16_file_is_recognised_and_the_right_encoding_advised(read, write, content, advice):
    with pytest.raises(InputError, match="looks like UTF-") as caught:
        texts_of(read, write, content)
    assert f"pass {advice}" == caught.value.problems[0].hint
    encoding = advice.split()[1]
    assert not isinstance(read_text(write("again.txt", content), encoding), tuple)
    assert read_text(write("again.txt", content), encoding) == content.decode(encoding).removeprefix("\ufeff")


def test_both_sides_are_told_when_both_are_broken(read, write):
    source = open_source(write("a.txt", b"\xff"), write("b.txt", b"ok\xfe"), on_error="skip")
    found = read(source)
    assert found.ids == []
    assert found.read == 1
    (what,) = found.whats
    assert "byte offset 0 holds ff" in what
    assert "byte offset 2 holds fe" in what


def test_an_unknown_encoding_suggests_the_nearest(write):
    with pytest.raises(UnknownNameError, match=r"utf-81.*Did you mean utf-8"):
        open_source(write("a.txt", ""), write("b.txt", ""), encoding="utf-81")


@pytest.mark.parametrize("name", ["rot13", "rot-13", "bz2-codec", "hex-codec"])
def test_a_codec_that_makes_no_text_is_neither_taken_nor_suggested(write, name):
    with pytest.raises(UnknownNameError, match=f"Unknown encoding '{name}'") as caught:
        open_source(write("a.txt", ""), write("b.txt", ""), encoding=name)
    assert not {"rot-13", "bz2-codec", "hex-codec"} & set(caught.value.known)
    assert {"utf-8", "cp1252", "shift-jis"} <= set(caught.value.known)


def test_half_a_surrogate_pair_from_an_odd_encoding_is_a_problem(read, write):
    with pytest.raises(InputError, match=r"lone surrogate \\ud800 at character 1"):
        texts_of(read, write, rb"a\ud800", encoding="unicode_escape")


def test_a_pipe_in_the_place_of_a_file_is_refused_without_waiting(read, write, tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    source = open_source(str(tmp_path / "pipe.txt"), write("b.txt", "x"))
    with pytest.raises(InputError, match="it is a pipe, not a regular file"):
        read(source)


def test_a_line_of_300_000_characters_and_a_text_of_5_million_are_read(read, write):
    line = "ab한" * 100_000
    assert texts_of(read, write, line) == line
    text = "\n".join(["0123456789" * 10] * 50_000)
    assert texts_of(read, write, text) == text


def test_swapped_files_are_noticed(write):
    source = open_source(write("a.txt", "x"), write("a.gt.txt", "y"))
    assert len(source.warnings) == 1
    assert "look swapped" in source.warnings[0]


def test_lines_are_samples_numbered_from_one(read, write):
    source = open_source(write("a.txt", "one\r\n\nthree\u2028x\n"), write("b.txt", "1\n2\n3"), lines=True)
    found = read(source)
    assert found.pairs == [("1", "one", "1"), ("2", "", "2"), ("3", "three\u2028x", "3")]
    assert source.size == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-32", "iso2022_jp", "shift_jis"])
def test_lines_come_out_alike_in_every_encoding(read, write, encoding):
    paths = [write("a.txt", "ア\nイ ウ\n\nエ".encode(encoding)), write("b.txt", "ア\nイ\n\nエ\n".encode(encoding))]
    found = read(open_source(*paths, lines=True, encoding=encoding), size=2)
    assert found.references == ["ア", "イ ウ", "", "エ"]
    assert found.hypotheses == ["ア", "イ", "", "エ"]


def test_lines_longer_than_a_block_of_a_wide_encoding_are_whole(write):
    lines = ["x" * 700_000, "y" * 700_000, "한" * 300_000]
    path = write("a.txt", "\n".join(lines).encode("utf-16"))
    assert [line.text.removesuffix("\n") for line in text_lines(path, "utf-16")] == lines


def test_different_numbers_of_lines_are_refused_with_both(write):
    with pytest.raises(InputError, match=r"(?s)a\.txt: has 2 lines.*b\.txt: has 3 lines"):
        open_source(write("a.txt", "1\n2\n"), write("b.txt", "1\n2\n3"), lines=True)
    with pytest.raises(InputError, match="Both files are empty"):
        open_source(write("a.txt", ""), write("b.txt", ""), lines=True)


def test_a_line_that_cannot_be_decoded_is_named_and_the_others_are_read(read, write):
    paths = write("a.txt", b"one\ntw\xf6\nthree\n"), write("b.txt", b"1\n2\n3\n")
    found = read(open_source(*paths, lines=True, on_error="skip"))
    assert found.ids == ["1", "3"]
    assert found.problems[0].where.endswith("a.txt:2")
    assert "byte offset 6 holds f6" in found.problems[0].what


def test_a_wide_file_that_breaks_off_is_read_up_to_there(read, write):
    whole = "one\ntwo\nthree".encode("utf-16-le")
    path = write("a.txt", whole + b"\x00\xd8\x00")
    lines = text_lines(path, "utf-16-le")
    assert [next(lines).text, next(lines).text] == ["one\n", "two\n"]
    with pytest.raises(InputError, match="byte offset 26"):
        next(lines)


def test_the_description_changes_with_the_content_only(write):
    def digest(content):
        return open_source(write("a.txt", content), write("b.txt", "x")).description["digest"]

    assert digest("one") == digest("one")
    assert digest("one") != digest("two")
    first = open_source(write("a.txt", "12"), write("b.txt", "3")).description["digest"]
    assert first != open_source(write("a.txt", "1"), write("b.txt", "23")).description["digest"]
