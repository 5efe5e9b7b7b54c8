"""No file makes a reader hang, crash, carry out anything, or lose a text in silence."""

import faulthandler
import re
import resource
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest
from hostile import Read, Refused, cases

from errata.errors import ErrataError
from errata.io import open_source
from errata.io.documents import read_document
from errata.io.layout_formats import read_layout
from errata.io.names import printable

CASES = list(cases())
SECONDS, MEMORY = 10, 1 << 30


def outcome(case, path):
    """What became of a file: its text and warnings, or its error."""
    try:
        if case.how == "document":
            pages = read_document(path, **case.options)
            return "\n".join(page.text for page in pages), [sentence for page in pages for sentence in page.warnings]
        if case.how == "layout":
            return f"{len(read_layout(path, case.options['form']).object_ids)} objects", []
        paths = [path] if case.how == "table" else [path, path.parent / case.options["beside"]]
        source = open_source(*paths, **{name: said for name, said in case.options.items() if name != "beside"})
        texts = [text for batch in source.batches(100) for text in _listed(batch.references)]
        return "\n".join(texts), list(source.warnings)
    except ErrataError as error:
        return error


def _listed(column):
    return column.to_pylist() if hasattr(column, "to_pylist") else column


@contextmanager
def limits():
    """Time and memory for one file; a reader that waits for ever ends the process with a traceback."""
    used = int(re.search(r"VmSize:\s+(\d+)", Path("/proc/self/status").read_text("utf-8"))[1]) * 1024
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, hard))
    faulthandler.dump_traceback_later(6 * SECONDS, exit=True)
    before = signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of this process alone: a busy machine is no hostile file
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        faulthandler.cancel_dump_traceback_later()
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _late(*_):
    raise TimeoutError(f"a reader took more than {SECONDS} seconds")


def test_there_are_at_least_150_hostile_cases_and_no_two_share_a_name():
    assert len(CASES) >= 150
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_hostile_file_is_refused_with_its_place_or_read_with_a_word(case, tmp_path):
    path = case.write(tmp_path)
    with limits():
        found = outcome(case, path)
    if isinstance(case.expected, Read):
        assert not isinstance(found, ErrataError), found
        text, warnings = found
        assert text == case.expected.text
        assert len(warnings) == len(case.expected.warnings), warnings
        for said, expected in zip(warnings, case.expected.warnings, strict=True):
            assert expected in said
    else:
        assert isinstance(found, ErrataError), found
        check(found, case.expected, path)


def check(error, expected: Refused, path):
    """The kind of the error, the place and the words of its first problem; and a message in one piece."""
    assert type(error).__name__ == expected.kind
    str(error).encode()
    if expected.kind == "InputError":
        first = error.problems[0]
        place = expected.place.replace("{}", re.escape(printable(str(path))))
        assert re.fullmatch(place, first.where), (first.where, place)
        assert re.search(expected.what, first.what), first.what
    else:
        assert re.search(expected.what, str(error)), str(error)
