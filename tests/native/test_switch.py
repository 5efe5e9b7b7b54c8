"""Which kernels count: the twin where it is installed, and what ERRATA_KERNELS says."""

import pytest

from errata.errors import UsageError
from errata.kernels import native


def test_the_twin_is_used_where_it_is_installed(monkeypatch):
    monkeypatch.delenv("ERRATA_KERNELS", raising=False)
    assert native.available()
    assert native.info()["threads"] >= 1
    assert native.info()["version"].count(".") == 2
    assert native.can_count(("nfc", "whitespace"))
    assert not native.can_count(("nfc", "mine"))


def test_python_turns_it_off(monkeypatch):
    monkeypatch.setenv("ERRATA_KERNELS", "python")
    assert not native.available()
    assert native.info() == {}
    assert not native.can_count(())


def test_asking_for_a_missing_twin_says_what_to_do(monkeypatch):
    monkeypatch.setattr(native, "twin", None)
    monkeypatch.delenv("ERRATA_KERNELS", raising=False)
    assert not native.available()
    monkeypatch.setenv("ERRATA_KERNELS", "native")
    with pytest.raises(UsageError, match="Install a Rust toolchain"):
        native.available()


def test_an_unknown_choice_is_refused(monkeypatch):
    monkeypatch.setenv("ERRATA_KERNELS", "fortran")
    with pytest.raises(UsageError, match="python or native"):
        native.available()
