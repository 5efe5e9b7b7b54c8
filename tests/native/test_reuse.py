"""The twin keeps its memory between pairs and plans; nothing of an earlier pair may show in a later one."""

import random

import numpy as np
import pytest

from errata.kernels import native
from errata.metrics.count import count_in_python
from errata.metrics.plan import Plan
from errata.metrics.registry import METRICS
from errata.text.view import View

ALPHABET = "abAB .,\n\t\u00a0é\u0301ß가각월웛ابِكकि\u094dष😀\U0001f469\u200d"


@pytest.mark.skipif(not native.available(), reason="the compiled twin is not installed")
def test_small_plans_after_other_plans_count_like_the_python_kernels():
    source = random.Random(0)

    def text():
        return "".join(source.choice(ALPHABET) for _ in range(source.choice([0, 3, 25])))

    for _ in range(3000):
        unit = source.choice(["character", "grapheme", "jamo", "byte"])
        view = View((), unit, source.choice(["whitespace", "uax29", "biblicus"]))
        groups = Plan.of(METRICS.values(), view).groups
        chosen = sorted(source.sample(groups, source.choice([1, 2, 5])), key=groups.index)
        plan = Plan(tuple(chosen), view)
        pair = text(), text()
        batch = native.count([pair[0]], [pair[1]], [group.key for group in chosen], unit=unit, words=view.words)
        if not batch.left:
            assert np.array_equal(batch.rows, count_in_python([pair[0]], [pair[1]], plan)), (plan, pair)
