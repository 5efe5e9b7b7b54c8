"""The twin keeps its memory between pairs and plans; nothing of an earlier pair may show in a later one."""

import random

import numpy as np
import pytest

from errata.corpus.settings import settle
from errata.kernels import native
from errata.metrics.count import count, count_in_python
from errata.metrics.plan import Group, Plan
from errata.metrics.rates import DISTANCE
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


def test_steps_that_the_twin_lacks_are_taken_by_python_first():
    texts = [("“a” — b", "'a' - b\u200f"), ("", "x\u00ad"), ("\ud800«", '"'), ("café ", "cafe\u0301")]
    references, hypotheses = map(list, zip(*texts, strict=True))
    for steps in (["quotes", "bidi"], ["nfc", "diacritics"], [{"é": "e"}]):
        view = settle(normalize=steps).view
        assert not native.can_count(step.name for step in view.steps)
        plan = Plan.of(METRICS.values(), view)
        assert np.array_equal(count(references, hypotheses, plan), count_in_python(references, hypotheses, plan))
        alone = Plan((Group(DISTANCE, "characters"),), view)  # as the ladder has it
        assert np.array_equal(count(references, hypotheses, alone), count_in_python(references, hypotheses, alone))
