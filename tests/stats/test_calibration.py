"""Small calibrations: every interval holds the truth, and every p-value errs, about as often as it says.

`make calibrate` does the same on 2,000 corpora for each number. The seeds are fixed, so these never fail by chance.
"""

import numpy as np
import pytest
from benchmarks import simulated
from benchmarks.simulated import KINDS, TESTS
from scipy.stats import kstest

from errata.stats.fairness import shrink
from errata.stats.ranking import rank_table

CORPORA = 200
ERROR = (0.05 * 0.95 / CORPORA) ** 0.5  # the standard error of a share of 95 % in so many


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("documents", [True, False], ids=["documents", "lines"])
def test_default_intervals_of_thirty_clusters_hold_the_truth(kind, documents):
    found = simulated.coverage(kind, 30, CORPORA, documents=documents)
    assert 0.93 - 2.5 * ERROR <= found <= 0.97 + 2.5 * ERROR


@pytest.mark.parametrize("method", ["studentised", "bca", "percentile", "poisson"])
def test_every_method_holds_the_truth_on_many_clusters(method):
    found = simulated.coverage(KINDS[0], 400, CORPORA, method, documents=True)
    assert 0.92 - 2.5 * ERROR <= found <= 0.97 + 2.5 * ERROR


def test_lines_of_documents_resampled_as_if_independent_are_far_too_sure():
    assert simulated.coverage(KINDS[0], 30, CORPORA, documents=True, whole=False) < 0.7


def test_the_interval_of_a_gap_between_groups_holds_it():
    assert 0.93 - 2.5 * ERROR <= simulated.gap_coverage(30, CORPORA) <= 0.97 + 2.5 * ERROR


@pytest.mark.parametrize("test", TESTS)
def test_p_values_are_uniform_where_nothing_is_to_be_found(test):
    found = simulated.p_values(test, 40, 2 * CORPORA)
    assert kstest(found, "uniform").pvalue > 0.01
    assert (found < 0.05).mean() == pytest.approx(0.05, abs=2.5 * ERROR)


def test_p_values_of_documents_swapped_whole_are_uniform():
    found = simulated.p_values("permutation, micro", 20, 2 * CORPORA, documents=True)
    assert kstest(found, "uniform").pvalue > 0.01


@pytest.mark.parametrize("power", [0.5, 0.8])
def test_differences_are_found_as_often_as_power_says(power):
    needed, found = simulated.power_found(power, CORPORA)
    assert found == pytest.approx(power, abs=2.5 * (power * (1 - power) / CORPORA) ** 0.5)
    assert needed > 100


def test_corrections_keep_what_they_promise():
    family, false = simulated.false_findings(1000)
    assert family == pytest.approx(0.05, abs=0.02)
    assert false < 0.05


def test_ranks_tell_equal_systems_apart_as_seldom_as_holm_promises():
    generator, apart = np.random.default_rng(7), 0
    for _ in range(CORPORA):
        lines = simulated.corpus(generator, 20, documents=False)
        rates = simulated.document_rates(generator, lines, simulated.RATE)
        systems = {name: simulated.edits(generator, lines, rates) for name in "abc"}
        table = rank_table(simulated.CER, systems, resamples=499)
        apart += any(system.groups != "a" for system in table.systems)
    assert apart / CORPORA <= 0.05 + 2.5 * ERROR


def test_shrinking_tiny_groups_brings_them_nearer_to_the_truth():
    generator = np.random.default_rng(0)
    raw = drawn = 0.0
    for _ in range(CORPORA):
        truth = generator.normal(0.05, 0.01, 8)
        errors = np.repeat([0.003, 0.03], 4)
        values = generator.normal(truth, errors)
        raw += ((values - truth) ** 2).sum()
        drawn += ((np.array(shrink(values.tolist(), errors.tolist(), [100] * 8)) - truth) ** 2).sum()
    assert drawn < 0.4 * raw
