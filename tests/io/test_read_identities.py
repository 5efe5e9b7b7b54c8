"""Repeated ids among many, against a plain dictionary."""

import random

import pytest

from errata.io import identity, open_source
from errata.io.identity import Identities


@pytest.fixture
def small_runs(monkeypatch):
    monkeypatch.setattr(identity, "LONGEST", 64)


@pytest.mark.parametrize("size", [1, 3, 50])
def test_every_repetition_names_the_first_use(small_runs, size):
    generator = random.Random(size)
    ids = [generator.choice([None, *(str(n) for n in range(400))]) for _ in range(1000)]
    first, expected = {}, {}
    for number, key in enumerate(ids):
        if key is not None and first.setdefault(key, number) != number:
            expected[number] = first[key]
    identities, found = Identities(), {}
    for start in range(0, len(ids), size):
        for position, earlier in identities.remember(ids[start : start + size], start).items():
            found[start + position] = earlier
    assert len(expected) > 500
    assert found == expected


def test_ids_that_agree_in_their_first_hash_are_told_apart_by_the_second(small_runs, monkeypatch):
    monkeypatch.setattr(identity, "first_hash", lambda key: 7)
    identities = Identities()
    keys = [str(number) for number in range(40)]
    for start in range(0, 40, 4):
        assert identities.remember(keys[start : start + 4], start) == {}
    assert identities.remember(["39", "40", "0"], 40) == {0: 39, 2: 0}


def test_a_full_memory_still_knows_the_first_ids_and_says_that_it_is_full(small_runs):
    identities = Identities(limit=20)
    assert identities.remember([str(number) for number in range(30)], 0) == {}
    assert identities.full
    assert identities.remember(["25", "3"], 30) == {1: 3}


def test_the_source_warns_when_not_all_ids_were_compared(read, write, monkeypatch):
    monkeypatch.setattr("errata.io.table.Identities", lambda: Identities(limit=3))
    source = open_source(write("t.csv", "id,gt,ocr\n" + "".join(f"{n},x,y\n" for n in range(9))))
    before = len(source.warnings)
    read(source, size=2)
    assert len(source.warnings) == before + 1
    assert "ids were remembered" in source.warnings[-1]
