"""Pages with more boxes than pairs could be held of: searched in pieces, and found as a full matrix finds them."""

import tracemalloc

import numpy as np
import pytest

from errata.kernels.matching import match


def crowd(number, size, seed=3):
    """Boxes of about this size all over one page, and the same moved a little."""
    source = np.random.default_rng(seed)
    low = source.uniform(0, 1 - size, (number, 2))
    boxes = np.hstack([low, low + source.uniform(size / 2, size, (number, 2))])
    return boxes, np.clip(boxes + source.normal(0, size / 40, (number, 1)), 0, 1)


def matrix(reference, hypothesis, threshold):
    """The greedy matches from all pairs at once."""
    low = np.maximum(reference[:, None, :2], hypothesis[None, :, :2])
    high = np.minimum(reference[:, None, 2:], hypothesis[None, :, 2:])
    shared = np.maximum(high - low, 0).prod(axis=2)
    areas = [(side[:, 2:] - side[:, :2]).prod(axis=1) for side in (reference, hypothesis)]
    iou = shared / (areas[1][None, :] + areas[0][:, None] - shared)
    ours, theirs = np.nonzero(iou >= threshold)
    found, taken, used = [], set(), set()
    for place in np.lexsort((ours, theirs, -iou[ours, theirs])):
        one, other = int(ours[place]), int(theirs[place])
        if one not in taken and other not in used:
            taken.add(one)
            used.add(other)
            found.append((one, other))
    return sorted(found)


@pytest.mark.parametrize("size", [0.02, 0.3])
def test_a_crowded_page_is_matched_as_from_the_full_matrix(size):
    reference, hypothesis = crowd(700, size)
    groups = np.zeros(700, np.int64)
    found = match(groups, reference, groups, hypothesis, 0.5)
    assert list(zip(found.reference.tolist(), found.hypothesis.tolist(), strict=True)) == matrix(
        reference, hypothesis, 0.5
    )


def test_memory_is_that_of_the_matches_and_not_of_the_pairs():
    number = 10_000  # a box shares area with hundreds: millions of pairs, which take 500 MB to hold and measure at once
    reference, hypothesis = crowd(number, 0.15)
    groups = np.zeros(number, np.int64)
    tracemalloc.start()
    try:
        found = match(groups, reference, groups, hypothesis, 0.9)
        assert tracemalloc.get_traced_memory()[1] < 220e6
    finally:
        tracemalloc.stop()
    assert len(found) > number / 10
