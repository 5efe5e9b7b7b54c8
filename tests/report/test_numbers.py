"""Numbers as people read them."""

import math

import pytest

from errata.report.numbers import ASCII, UNICODE, count, number, share


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0.00 %"),
        (0.0521, "5.21 %"),
        (1, "100.00 %"),
        (12.5, "1,250.00 %"),
        (0.00004, "<0.01 %"),
        (0.00005, "0.01 %"),
        (0.99996, ">99.99 %"),
        (-0.025, "-2.50 %"),
    ],
)
def test_a_share_is_a_percentage_that_says_none_and_all_only_where_it_is_so(value, shown):
    assert share(value) == shown


def test_a_count_is_whole_where_it_is_whole():
    assert [count(1234.0), count(3.14159), count(0)] == ["1,234", "3.14", "0"]


def test_what_is_no_finite_number_has_a_sign():
    assert [number(value, "rate") for value in (math.inf, -math.inf, math.nan)] == ["∞", "-∞", "–"]
    assert [number(value, "count", ASCII) for value in (math.inf, math.nan)] == ["inf", "-"]


def test_a_bar_is_as_long_as_its_share():
    assert [UNICODE.bar(value, 4) for value in (0, 0.25, 0.5, 1, 2, -1)] == ["", "█", "██", "████", "████", ""]
    assert UNICODE.bar(0.125 / 4, 4) == "▏"
    assert [ASCII.bar(value, 4) for value in (0.1, 0.25, 0.6)] == ["", "#", "##"]
