"""The one door: what the paths are decides how they are read, and a wrong path gets a clear answer."""

import os
import pickle
import subprocess
import sys

import pytest

from errata.errors import InputError, UnknownNameError, UsageError
from errata.io import open_source

TABLE = '{"reference": "a", "hypothesis": "b"}\n'


def test_what_the_paths_are_decides_the_kind(write, tmp_path):
    text, other = write("one/a.txt", "a\n"), write("two/a.txt", "b\n")
    kinds = [
        open_source(text, other),
        open_source(text, other, lines=True),
        open_source(tmp_path / "one", tmp_path / "two"),
        open_source(write("t.jsonl", TABLE)),
    ]
    assert [source.description["kind"] for source in kinds] == ["files", "lines", "folders", "table"]


def test_paths_are_described_as_they_were_given(write, tmp_path, monkeypatch):
    write("one/a.txt", "a"), write("two/a.txt", "b"), write("t.jsonl", TABLE)
    monkeypatch.chdir(tmp_path)
    assert open_source("one/", "./two").description["hypothesis"] == "./two"
    assert open_source("t.jsonl").description["table"] == "t.jsonl"
    assert open_source("one/a.txt", "two/a.txt").description["reference"] == "one/a.txt"


def test_a_path_that_is_not_there_suggests_the_nearest(write, tmp_path):
    write("pairs.jsonl", TABLE)
    with pytest.raises(InputError, match=r"no such file or folder \(Did you mean 'pairs\.jsonl'\?\)"):
        open_source(tmp_path / "pair.jsonl")
    with pytest.raises(InputError, match=r"b\.txt: there is no such file"):
        open_source(write("a.txt", ""), tmp_path / "b.txt")
    with pytest.raises(InputError, match=r"The folder .*nowhere' does not exist either"):
        open_source(tmp_path / "nowhere" / "a.jsonl")
    with pytest.raises(InputError, match="no file has such a name"):
        open_source(tmp_path / "*.parquet")
    with pytest.raises(InputError, match="no such file or folder"):
        open_source("a\x00b.jsonl")


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(read, write):
    assert read(open_source(write("t[1].jsonl", TABLE))).pairs == [("1", "a", "b")]


def test_a_folder_against_a_file_is_refused(write, tmp_path):
    path = write("one/a.txt", "")
    for pair in ((path, tmp_path / "one"), (tmp_path / "one", path)):
        with pytest.raises(UsageError, match=r"one is a folder and .*a\.txt is a file"):
            open_source(*pair)


def test_the_same_file_twice_is_refused(write, tmp_path):
    path = write("a.txt", "")
    (tmp_path / "link.txt").symlink_to(path)
    for other in (path, tmp_path / "link.txt", f"{tmp_path}/./a.txt"):
        with pytest.raises(UsageError, match="The same path was given twice"):
            open_source(path, other)


@pytest.mark.parametrize(
    ("names", "match"),
    [
        (["a.txt"], "neither a folder nor a table"),
        (["a.jsonl.gz"], "is compressed"),
        (["a.jsonl", "b.txt"], r"a\.jsonl is a table\. A table holds both sides"),
        (["a.txt", "b.PARQUET"], r"b\.PARQUET is a table"),
    ],
)
def test_paths_that_nothing_can_be_made_of_are_refused(write, names, match):
    with pytest.raises(UsageError, match=match):
        open_source(*[write(name, TABLE) for name in names])


def test_a_word_too_many_beside_a_table_is_named_though_it_is_no_file(write):
    with pytest.raises(UsageError, match=r"a\.jsonl is a table\. .* give it alone, without 'wer'"):
        open_source(write("a.jsonl", TABLE), "wer", id_column="id")


def test_a_pattern_of_several_formats_is_refused(write, tmp_path):
    write("part.csv", ""), write("part.jsonl", "")
    with pytest.raises(UsageError, match=r"several kinds \(\.csv, \.jsonl\)"):
        open_source(tmp_path / "part.*")


def test_options_that_cannot_apply_are_refused(write, tmp_path):
    files = write("one/a.txt", ""), write("two/a.txt", "")
    folders = tmp_path / "one", tmp_path / "two"
    table = write("t.jsonl", TABLE)
    with pytest.raises(UsageError, match=r"--reference-column, --id-column names a column of a table"):
        open_source(*files, reference_column="x", id_column="y")
    with pytest.raises(UsageError, match="--hypothesis-column"):
        open_source(*folders, hypothesis_column="x")
    with pytest.raises(UsageError, match="Two text files have no facts, so none named 'language'"):
        open_source(*files, facts="language")
    for paths in (folders, (table,)):
        with pytest.raises(UsageError, match="--lines reads two text files"):
            open_source(*paths, lines=True)
    with pytest.raises(UnknownNameError, match=r"policy for unmatched samples 'counts'\. Did you mean count"):
        open_source(*files, unmatched="counts")
    with pytest.raises(UnknownNameError, match="policy for errors 'ignore'"):
        open_source(*files, on_error="ignore")


def test_a_table_that_is_no_regular_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.jsonl")
    os.mkfifo(tmp_path / "pipe.parquet")
    (tmp_path / "gone.csv").symlink_to("nowhere")
    for name, match in (
        ("pipe.jsonl", "it is a pipe"),
        ("pipe.parquet", "it is a pipe"),
        ("gone.csv", "a link to a file that does not exist"),
    ):
        with pytest.raises(InputError, match=match):
            open_source(tmp_path / name)


def test_sources_travel_to_other_processes(read, write, tmp_path):
    files = write("one/a.txt", "x"), write("two/a.txt", "y")
    sources = [
        open_source(*files),
        open_source(*files, lines=True),
        open_source(tmp_path / "one", tmp_path / "two"),
        open_source(write("t.jsonl", TABLE)),
        open_source(write("t.csv", "gt,ocr\nx,y\n")),
    ]
    for source in sources:
        copy = pickle.loads(pickle.dumps(source))
        assert read(copy) == read(source)
        assert copy.description == source.description


def test_importing_the_readers_loads_no_heavy_library():
    code = "import errata.io, sys; print([name for name in ('numpy', 'pyarrow') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_reading_text_loads_no_heavy_library(write):
    paths = write("a.txt", "x"), write("b.txt", "y")
    code = (
        "import sys; from errata.io import open_source\n"
        "list(open_source(*sys.argv[1:]).batches(9)); print('pyarrow' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, *paths], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
