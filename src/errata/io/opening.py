"""One door to every reader of pairs: what the paths are decides who reads them."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from pathlib import Path

from errata.errors import InputError, Problem, UnknownNameError, UsageError
from errata.io.columns import Wanted
from errata.io.decode import known_encoding
from errata.io.document_reader import DocumentReader, has_documents, is_document, is_listed
from errata.io.document_source import DocumentSource
from errata.io.documents import Reading, format_named
from errata.io.names import near_path, printable
from errata.io.pairing import FACT, FolderSource
from errata.io.plain import FileSource, LineSource, PlainReader
from errata.io.policy import Policy
from errata.io.suffixes import guessed_suffixes
from errata.io.table import PARQUET, SUFFIXES, TableSource

PairSource = FileSource | LineSource | FolderSource | TableSource | DocumentSource

TEXTS = (".txt",)
COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")


def open_source(
    reference: str | Path,
    hypothesis: str | Path | None = None,
    *,
    reference_column: str | None = None,
    hypothesis_column: str | None = None,
    id_column: str | None = None,
    facts: Sequence[str] = (),
    unmatched: str = "error",
    on_error: str = "fail",
    encoding: str = "utf-8",
    lines: bool = False,
    level: str = "auto",
    format_in: str | None = None,
) -> PairSource:
    """The pairs of two files, of two folders, or of one table.

    Two files are one sample, or with `lines` one sample a line. Two folders are paired by relative path without the
    suffixes .gt.txt, .pred.txt, .ocr.txt and .txt; one folder (given alone or twice) may hold both sides when the
    references end in .gt.txt. Folders give the fact `folder`: the first part of the relative path. A table is a .jsonl,
    .ndjson, .json, .csv, .tsv or .parquet file, a folder of Parquet files, or a pattern such as "part-*.jsonl"; its
    columns are guessed from well-known names where they are not given.

    Documents (PAGE, ALTO, hOCR ...) are told by their content, in folders and as two files, and each page is a sample;
    `format_in` forces a format, and `level` chooses the text level of PAGE.

    `unmatched` (error, count, drop) decides about samples without a partner, `on_error` (fail, skip) about samples
    that cannot be read: see `errata.io.policy`.
    """
    policy = Policy(unmatched, on_error)
    encoding = known_encoding(encoding)
    names = (facts,) if isinstance(facts, str) else tuple(facts)
    reading = Reading(format_in, level, encoding)
    wanted = Wanted(reference_column, hypothesis_column, id_column, names)
    first = os.fspath(reference)
    paths = _table_paths(first) if hypothesis is None else []
    if paths:
        if lines:
            raise UsageError(f"--lines reads two text files line by line; {printable(first)} is a table.")
        _refuse_reading(reading)
        return TableSource(first, paths, wanted, policy, encoding)
    second = first if hypothesis is None else os.fspath(hypothesis)
    _refuse_tables(first, second, reading)
    _refuse_columns(wanted)
    if _is_folder(first, second):
        return _folders(first, second, policy, reading, lines=lines, facts=names)
    if format_in is None:
        _refuse_for_files(first, second, names)
    if is_document(first, second, reading):
        key = DocumentReader(reading).split(Path(first).name)[0]
        return DocumentSource([(printable(key), first, second)], policy, reading, lines=lines)
    _refuse_reading(reading)
    return (LineSource if lines else FileSource)(first, second, policy, encoding)


def _folders(
    first: str, second: str, policy: Policy, reading: Reading, *, lines: bool, facts: tuple[str, ...]
) -> FolderSource | DocumentSource:
    for name in facts:
        if name != FACT:
            raise UnknownNameError("fact of files in folders", name, [FACT])
    if reading.format in (None, "text") and not has_documents(first, second):
        if lines:
            raise UsageError("--lines reads two text files line by line, and these are folders.")
        _refuse_reading(reading)
        return FolderSource(
            first, second, policy, PlainReader(reading.encoding, guessed_suffixes(first, second, TEXTS))
        )
    ends = DocumentReader(reading).ends
    source = FolderSource(first, second, policy, DocumentReader(reading, guessed_suffixes(first, second, ends)))
    return DocumentSource(source.paths, policy, reading, lines=True) if lines else source


def _refuse_reading(reading: Reading) -> None:
    if reading.level != "auto":
        raise UsageError("--level chooses the text level of PAGE documents, and these are none.")
    if reading.format not in (None, "text"):
        format_named(reading.format)
        raise UsageError("--format-in names the format of documents, and this is a table.")


def _table_paths(path: str) -> list[str]:
    """The files of the table that this path names; none where it is a folder of text files."""
    if not os.path.lexists(path):
        found = sorted(glob.glob(path)) if glob.has_magic(path) else []  # noqa: PTH207  # as a pattern is given
        if not found:
            raise _missing(path)
        return _of_one_format(path, found)
    if Path(path).is_dir():
        return _parquet_below(path)
    return _of_one_format(path, [path])


def _of_one_format(path: str, found: list[str]) -> list[str]:
    suffixes = sorted({Path(name).suffix.lower() for name in found})
    if suffixes[0] in SUFFIXES and len(suffixes) == 1:
        return found
    name = printable(path)
    if len(suffixes) > 1:
        raise UsageError(
            f"{name} names files of several kinds ({', '.join(suffixes)}). A table is in files of one format."
        )
    if suffixes[0] in COMPRESSED:
        raise UsageError(
            f"{name} is compressed, which no reader opens. Unpack it first, or write Parquet, which is compressed."
        )
    raise UsageError(
        f"One path was given, and {name} is neither a folder nor a table ({', '.join(SUFFIXES)})."
        " Give the reference and the hypothesis."
    )


def _parquet_below(folder: str) -> list[str]:
    found = []
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        found += [
            f"{path}/{name}" for name in files if name.lower().endswith(PARQUET) and not name.startswith((".", "_"))
        ]
    return sorted(found)


def _is_folder(first: str, second: str) -> bool:
    """Whether both paths are folders; refuse one of each kind, and what is not there."""
    for path in (first, second):
        if not os.path.lexists(path):
            raise _missing(path)
    kinds = [Path(path).is_dir() for path in (first, second)]
    if all(kinds):
        return True
    names = [printable(path) for path in (first, second)]
    if any(kinds):
        folder, file = names if kinds[0] else names[::-1]
        raise UsageError(f"{folder} is a folder and {file} is a file. Give two folders, two files, or one table.")
    if os.path.realpath(first) == os.path.realpath(second):
        raise UsageError(
            f"The same path was given twice: {names[0]} and {names[1]}. A file scored against itself is always right."
        )
    return False


def _refuse_tables(first: str, second: str, reading: Reading) -> None:
    if reading.format not in (None, "text") or (is_listed(first) and is_listed(second)):
        return
    for path, other in ((first, second), (second, first)):
        if path.lower().endswith(SUFFIXES) and Path(path).is_file() and not is_listed(path):
            raise UsageError(
                f"{printable(path)} is a table. A table holds both sides: give it alone, without {printable(other)!r}."
            )


def _refuse_columns(wanted: Wanted) -> None:
    given = {
        "--reference-column": wanted.reference,
        "--hypothesis-column": wanted.hypothesis,
        "--id-column": wanted.id,
    }
    if options := [option for option, value in given.items() if value is not None]:
        raise UsageError(
            f"{', '.join(options)} names a column of a table, and this is no table. Give one table, or leave it out."
        )


def _refuse_for_files(first: str, second: str, facts: tuple[str, ...]) -> None:
    if facts:
        names = ", ".join(map(repr, facts))
        raise UsageError(f"Two text files have no facts, so none named {names}. Tables and folders have.")


def _missing(path: str) -> InputError:
    what = "no file has such a name" if glob.has_magic(path) else "there is no such file or folder"
    return InputError("The input is not there.", [Problem(printable(path), what, near_path(path))])
