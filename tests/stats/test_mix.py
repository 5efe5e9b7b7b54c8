"""Gaps between groups, before and after their mixes are made equal."""

import math

import numpy as np
import pytest

from errata.errors import LengthMismatchError
from errata.metrics.registry import METRICS
from errata.stats.mix import mix_adjusted

CER = METRICS["cer"].formula


def table(*cells):
    """Samples of 100 characters: (label, stratum, edits, how many)."""
    labels, strata, edits = [], [], []
    for label, stratum, wrong, number in cells:
        labels += [label] * number
        strata += [stratum] * number
        edits += [wrong] * number
    distance = np.array(edits)
    columns = {"distance": distance, "reference": np.full(len(edits), 100)}
    columns |= {"hypothesis": columns["reference"], "longer": columns["reference"]}
    return columns, labels, strata


def adjusted(*cells, groups=("de", "ko")):
    columns, labels, strata = table(*cells)
    return mix_adjusted(CER, columns, labels, strata, groups)


def test_a_gap_that_is_only_one_of_the_mix_vanishes():
    # print costs 2 edits and handwriting 20 in both languages; ko has more handwriting
    found = adjusted(("de", "print", 2, 90), ("de", "hand", 20, 10), ("ko", "print", 2, 10), ("ko", "hand", 20, 90))
    assert found.gap == pytest.approx(0)
    assert found.first == found.second == pytest.approx(0.11)
    assert found.shared == 1


def test_a_gap_can_turn_around():
    # within each stratum ko is better by one edit; in the whole it looks far worse
    found = adjusted(("de", "print", 3, 90), ("de", "hand", 21, 10), ("ko", "print", 2, 10), ("ko", "hand", 20, 90))
    assert found.gap == pytest.approx(-0.01)


def test_equal_mixes_leave_the_gap_as_it_is():
    found = adjusted(("de", "print", 2, 30), ("de", "hand", 20, 10), ("ko", "print", 4, 60), ("ko", "hand", 30, 20))
    assert (found.first, found.second) == (pytest.approx(0.065), pytest.approx(0.105))


def test_strata_of_one_group_alone_are_left_out_and_told():
    found = adjusted(("de", "print", 2, 50), ("de", "map", 90, 25), ("ko", "print", 4, 25))
    assert found.gap == pytest.approx(0.02)
    assert found.shared == 0.75


def test_groups_without_a_common_stratum_have_no_gap():
    found = adjusted(("de", "print", 2, 50), ("ko", "hand", 4, 50))
    assert math.isnan(found.gap)
    assert found.shared == 0


def test_other_groups_count_for_the_mix_and_for_nothing_else():
    found = adjusted(("de", "print", 2, 10), ("de", "hand", 20, 10), ("ko", "print", 4, 10), ("ko", "hand", 20, 10),
                     ("en", "hand", 77, 40))  # fmt: skip
    # the mix of all: a quarter print, three quarters hand
    assert found.first == pytest.approx(0.25 * 0.02 + 0.75 * 0.20)
    assert found.second == pytest.approx(0.25 * 0.04 + 0.75 * 0.20)


def test_columns_of_other_lengths_are_refused():
    columns, labels, strata = table(("de", "print", 1, 3))
    with pytest.raises(LengthMismatchError):
        mix_adjusted(CER, columns, labels, strata[:2], ("de", "ko"))
