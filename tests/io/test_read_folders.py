"""Folders of text files: pairing, policies, and what lies about in real folders."""

import os
from pathlib import Path

import pytest

from errata.errors import InputError, PairingError, UnknownNameError, UsageError
from errata.io import open_source
from errata.io.decode import open_regular


@pytest.fixture
def folders(write, tmp_path):
    """Two folders from mappings of name to text."""

    def make(references, hypotheses):
        for side, files in (("ref", references), ("hyp", hypotheses)):
            (tmp_path / side).mkdir(exist_ok=True)
            for name, content in files.items():
                write(f"{side}/{name}", content)
        return str(tmp_path / "ref"), str(tmp_path / "hyp")

    return make


def test_files_pair_by_relative_path_without_suffix_in_code_point_order(read, folders):
    paths = folders(
        {"b.gt.txt": "B\n", "a.txt": "A", "de/z.GT.TXT": "Z", "B.txt": "bb", "ä.txt": "ae", "de/10.txt": "10"},
        {"a.ocr.txt": "1", "b.pred.txt": "2", "de/z.txt": "3", "B.txt": "4", "ä.txt": "5", "de/10.pred.txt": "6\r\n"},
    )
    source = open_source(*paths)
    found = read(source, size=4)
    assert found.pairs == [
        ("B", "bb", "4"),
        ("a", "A", "1"),
        ("b", "B", "2"),
        ("de/10", "10", "6"),
        ("de/z", "Z", "3"),
        ("ä", "ae", "5"),
    ]
    assert found.facts == {"folder": [None, None, None, "de", "de", None]}
    assert source.size == 6
    assert found.sizes == [4, 2]


def test_the_fact_folder_can_be_asked_for_and_no_other(folders):
    paths = folders({"a.txt": ""}, {"a.txt": ""})
    assert open_source(*paths, facts=["folder"]).size == 1
    with pytest.raises(UnknownNameError, match=r"'folders'.*Did you mean folder"):
        open_source(*paths, facts=["folders"])


def test_what_is_not_text_is_counted_and_what_is_hidden_passed_over(read, folders):
    paths = folders({"a.gt.txt": "A", "a.png": "", "notes.md": "", ".a.txt": "h", ".git/x.txt": "h"}, {"a.txt": "A"})
    source = open_source(*paths)
    assert read(source).ids == ["a"]
    assert source.description["ignored"] == {"reference": 2, "hypothesis": 0}


def test_files_without_a_partner_are_all_listed_by_default(folders):
    paths = folders({"a.txt": "", "b.txt": "", "c.txt": ""}, {"b.txt": "", "d.txt": ""})
    with pytest.raises(PairingError) as caught:
        open_source(*paths)
    assert caught.value.only_reference == ("a", "c")
    assert caught.value.only_hypothesis == ("d",)
    with pytest.raises(PairingError):
        open_source(*paths, on_error="skip")


def test_count_scores_a_missing_hypothesis_as_empty_and_lists_a_missing_reference(read, folders):
    paths = folders({"a.txt": "A", "b.txt": "B"}, {"b.txt": "b", "d.txt": "d"})
    found = read(open_source(*paths, unmatched="count"))
    assert found.pairs == [("a", "A", ""), ("b", "B", "b")]
    assert found.missing == 1
    assert found.whats == ["d: has no reference and is not scored"]
    assert found.read == 3


def test_drop_leaves_out_both_kinds_and_says_how_many(read, folders):
    source = open_source(*folders({"a.txt": "A", "b.txt": "B"}, {"b.txt": "b", "d.txt": "d"}), unmatched="drop")
    found = read(source)
    assert (found.pairs, found.missing, found.problems, found.read) == ([("b", "B", "b")], 0, [], 3)
    assert source.warnings == ["Left out: 1 without a hypothesis, 1 without a reference."]
    assert source.description["without_hypothesis"] == 1


def test_an_unreadable_file_among_many_fails_with_its_name_or_is_skipped(read, folders, tmp_path):
    names = {f"{number:03d}.txt": str(number) for number in range(50)}
    paths = folders(names, names)
    (tmp_path / "hyp" / "007.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "hyp" / "013.txt").unlink()
    (tmp_path / "hyp" / "013.txt").symlink_to("nowhere")
    (tmp_path / "ref" / "040.txt").unlink()
    os.mkfifo(tmp_path / "ref" / "040.txt")
    with pytest.raises(InputError, match="3 samples cannot be scored") as caught:
        read(open_source(*paths), size=4)
    assert [Path(problem.where).name for problem in caught.value.problems] == ["007.txt", "013.txt", "040.txt"]
    assert "link to a file that does not exist" in caught.value.problems[1].what
    assert "a pipe, not a regular file" in caught.value.problems[2].what
    found = read(open_source(*paths, on_error="skip"), size=4)
    assert (len(found.ids), len(found.problems), found.read) == (47, 3, 50)


def test_a_folder_named_like_a_text_file_is_a_folder(read, folders):
    paths = folders({"x.txt/a.txt": "A"}, {"x.txt/a.txt": "B"})
    assert read(open_source(*paths)).pairs == [("x.txt/a", "A", "B")]


def test_a_loop_of_links_ends(read, folders, tmp_path):
    paths = folders({"a.txt": "A"}, {"a.txt": "A"})
    (tmp_path / "ref" / "again").symlink_to(tmp_path / "ref")
    (tmp_path / "hyp" / "loop.txt").symlink_to(tmp_path / "hyp")
    source = open_source(*paths)
    assert read(source).ids == ["a"]
    assert source.warnings == ["Links to folders are not followed: 2 passed over."]


def test_links_to_files_are_read(read, folders, tmp_path):
    paths = folders({"a.txt": "A"}, {"a.txt": "B"})
    (tmp_path / "ref" / "b.txt").symlink_to(tmp_path / "ref" / "a.txt")
    (tmp_path / "hyp" / "b.txt").symlink_to(tmp_path / "hyp" / "a.txt")
    assert read(open_source(*paths)).pairs == [("a", "A", "B"), ("b", "A", "B")]


def test_names_with_line_feeds_and_bytes_get_printable_ids(read, folders, tmp_path):
    paths = folders({}, {})
    for side in ("ref", "hyp"):
        for name in (b"a\nb.txt", b"caf\xe9.txt"):
            Path(os.fsdecode(os.fsencode(tmp_path / side) + b"/" + name)).write_text(side)
    found = read(open_source(*paths))
    assert found.pairs == [("a\\nb", "ref", "hyp"), ("caf\\xe9", "ref", "hyp")]


def test_names_that_look_alike_once_they_are_escaped_are_refused(folders):
    paths = folders({"a\nb.txt": "", "a\\nb.txt": ""}, {"a\nb.txt": "", "a\\nb.txt": ""})
    with pytest.raises(InputError, match="cannot be told apart"):
        open_source(*paths)


def test_two_files_of_one_id_are_refused_with_both_names(folders):
    paths = folders({"a.txt": "", "a.gt.txt": "", "b.txt": ""}, {"a.txt": "", "b.txt": ""})
    with pytest.raises(InputError) as caught:
        open_source(*paths)
    (problem,) = caught.value.problems
    assert problem.where == "a"
    assert "ref/a.gt.txt and " in problem.what
    assert problem.what.endswith("ref/a.txt")


def test_an_empty_folder_says_what_was_looked_for_and_found(folders):
    paths = folders({"a.txt": ""}, {"a.png": "", "b.png": "", "c.pdf": ""})
    with pytest.raises(InputError, match=r"\.gt\.txt, \.pred\.txt, \.ocr\.txt, \.txt; found 2 \.png, 1 \.pdf"):
        open_source(*paths)
    Path(paths[0], "a.txt").unlink()
    with pytest.raises(InputError, match="found no file at all"):
        open_source(*paths, unmatched="count")


def test_one_folder_may_hold_both_sides(read, folders):
    path, _ = folders({"a.gt.txt": "A", "a.txt": "a", "b/c.gt.txt": "C", "b/c.pred.txt": "c"}, {})
    expected = [("a", "A", "a"), ("b/c", "C", "c")]
    assert read(open_source(path, path)).pairs == expected
    assert read(open_source(path)).pairs == expected
    assert read(open_source(path, f"{path}/../ref/")).pairs == expected
    assert open_source(path).warnings == []


def test_one_folder_with_two_hypotheses_for_a_reference_is_ambiguous(folders):
    path, _ = folders({"a.gt.txt": "", "a.txt": "", "a.pred.txt": "", "b.gt.txt": "", "b.txt": ""}, {})
    with pytest.raises(InputError, match="a: more than one file could be the hypothesis") as caught:
        open_source(path, path)
    assert len(caught.value.problems) == 1


def test_one_folder_under_the_policies(read, folders):
    path, _ = folders({"a.gt.txt": "A", "b.gt.txt": "B", "b.txt": "b"}, {})
    with pytest.raises(PairingError):
        open_source(path)
    assert read(open_source(path, unmatched="count")).pairs == [("a", "A", ""), ("b", "B", "b")]


def test_the_same_folder_twice_without_references_is_refused(folders, tmp_path):
    path, _ = folders({"a.txt": ""}, {})
    with pytest.raises(UsageError, match="The same path stands for references and hypotheses"):
        open_source(path, path)
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(UsageError, match="The same path"):
        open_source(path, tmp_path / "link")
    (tmp_path / "ref" / "a.txt").rename(tmp_path / "ref" / "a.gt.txt")
    with pytest.raises(InputError, match="holds only references"):
        open_source(path, path)


def test_swapped_folders_are_noticed(folders):
    references, hypotheses = folders({"a.gt.txt": ""}, {"a.txt": ""})
    assert open_source(references, hypotheses).warnings == []
    (warning,) = open_source(hypotheses, references).warnings
    assert "look swapped" in warning


def test_folders_without_a_common_file_are_noticed(folders):
    source = open_source(*folders({"a.txt": ""}, {"b.txt": ""}), unmatched="count")
    assert source.warnings == ["No reference has a hypothesis: are these the right folders?"]


def test_reading_from_a_later_sample_opens_no_earlier_file(read, folders, monkeypatch):
    names = {f"{number:02d}.txt": str(number) for number in range(20)}
    source = open_source(*folders(names, names))
    opened = []
    monkeypatch.setattr("errata.io.decode.open_regular", lambda path: opened.append(path) or open_regular(path))
    assert read(source, size=4, start=16).ids == ["16", "17", "18", "19"]
    assert len(opened) == 8


def test_the_description_tells_ids_and_sizes_apart(folders, write):
    paths = folders({"a.txt": "A"}, {"a.txt": "B"})
    first = open_source(*paths).description
    assert first == open_source(*paths).description
    assert first["kind"] == "folders"
    assert first["samples"] == 1
    write("hyp/a.txt", "BB")
    assert open_source(*paths).description["digest"] != first["digest"]


def test_a_subfolder_that_cannot_be_listed_stops_the_reading(folders, monkeypatch):
    paths = folders({"a.txt": "", "sub/b.txt": ""}, {"a.txt": "", "sub/b.txt": ""})
    scandir = os.scandir

    def refusing(path):
        if str(path).endswith("sub/"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.raises(InputError, match="sub/: cannot be read: Permission denied"):
        open_source(*paths, on_error="skip")


def test_files_that_cannot_be_opened_are_problems(read, folders, monkeypatch):
    source = open_source(*folders({"a.txt": "", "b.txt": ""}, {"a.txt": "", "b.txt": ""}), on_error="skip")

    def refusing(path):
        if path.endswith("hyp/a.txt"):
            raise PermissionError(13, "Permission denied", path)
        return open_regular(path)

    monkeypatch.setattr("errata.io.decode.open_regular", refusing)
    found = read(source)
    assert found.ids == ["b"]
    assert found.problems[0].what == "cannot be read: Permission denied"
