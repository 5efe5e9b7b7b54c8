"""Running the command line in this process."""

from types import SimpleNamespace

import pytest

from errata.cli.main import main


@pytest.fixture
def errata(capfdbinary, monkeypatch, tmp_path):
    """Run a command in an empty folder: its exit code, and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words):
        code = main([str(word) for word in words])
        out, err = capfdbinary.readouterr()
        return SimpleNamespace(code=code, out=out.decode("utf-8"), err=err.decode("utf-8"))

    return run


@pytest.fixture
def pairs(tmp_path):
    """A small table of pairs."""
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"id": "a", "reference": "The quick fox", "hypothesis": "The quik fox", "lang": "en"}\n'
        '{"id": "b", "reference": "안녕하세요", "hypothesis": "안녕하새요", "lang": "ko"}\n'
        '{"id": "c", "reference": "Same", "hypothesis": "Same", "lang": "en"}\n',
        "utf-8",
    )
    return path


@pytest.fixture
def folders(tmp_path):
    """Two folders: one pair, one reference alone, one file that is not UTF-8."""
    for name, data in {
        "ref/a.gt.txt": b"abc\n",
        "hyp/a.txt": b"abd\n",
        "ref/b.gt.txt": b"only\n",
        "ref/c.gt.txt": b"x\xff\n",
        "hyp/c.txt": b"x\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return "ref", "hyp"
