"""Sums by cluster, the linear part of a number, and draws: what intervals are made of."""

import math

import numpy as np
import pytest

from errata.errors import LengthMismatchError, UnknownNameError, UsageError
from errata.metrics.registry import METRICS
from errata.stats.clusters import BLOCKS, WHOLE, codes_of, each, sharing
from errata.stats.resample import POISSON, drawn, keys_of, poisson_weights, weights
from errata.stats.spread import deviation, deviations, gradient, moments
from errata.stats.sums import FINE, Sums, blocked, difference, of_formula, of_shards

CER, F1, BLEU = (METRICS[name].formula for name in ("cer", "bag_f1", "bleu"))


def counts(edits, lengths):
    lengths = np.array(lengths, dtype=np.int64)
    return {"distance": np.array(edits, dtype=np.int64), "reference": lengths, "hypothesis": lengths, "longer": lengths}


COLUMNS = counts([1, 0, 4, 2, 7, 3], [10, 20, 15, 30, 12, 9])


class TestClusters:
    def test_samples_of_one_label_are_one_row(self):
        codes = codes_of(["b", "a", "b", None, "", "a"])
        assert codes.tolist() == [1, 0, 1, 2, 3, 0]
        assert of_formula(CER, COLUMNS, clusters=codes).rows[:2].tolist() == [[3, 29], [5, 25]]

    def test_a_sample_without_a_label_is_a_cluster_of_its_own(self):
        assert sharing(["x", None, "x", None]).number == 3
        assert codes_of([float("nan"), 1, 1]).tolist() == [1, 0, 0]

    def test_thousands_of_clusters_are_put_into_blocks_of_equal_numbers(self):
        size = 3 * BLOCKS + 5
        found = each(size)
        assert (found.rows, found.number) == (BLOCKS, size)
        assert set(np.bincount(found.codes).tolist()) == {3, 4}
        assert each(WHOLE).rows == WHOLE

    def test_a_label_is_in_the_same_block_whatever_else_is_read(self):
        labels = [f"page-{number}" for number in range(WHOLE + 100)]
        first, again = sharing(labels), sharing(labels[::-1])
        assert first.codes.tolist() == again.codes[::-1].tolist()

    def test_blocks_keep_the_sums(self):
        rows = np.arange(2.0 * (WHOLE + 1)).reshape(-1, 2)
        found = blocked(Sums(rows, lambda sums: sums[:, 0]))
        assert len(found.rows) == BLOCKS
        assert found.rows.sum(axis=0).tolist() == rows.sum(axis=0).tolist()


class TestSums:
    def test_micro_holds_the_counts_that_the_formula_reads(self):
        sums = of_formula(CER, COLUMNS)
        assert sums.rows.tolist() == [[1, 10], [0, 20], [4, 15], [2, 30], [7, 12], [3, 9]]
        assert sums.total() == 17 / 96

    def test_macro_holds_values_on_a_grid_that_sums_exactly(self):
        sums = of_formula(CER, COLUMNS, average="macro")
        values = np.array([1 / 10, 0, 4 / 15, 2 / 30, 7 / 12, 3 / 9])
        assert sums.total() == pytest.approx(values.mean(), abs=1 / FINE)
        assert (sums.rows == np.round(sums.rows)).all()

    def test_parts_give_the_same_table_as_the_whole(self):
        codes = np.array([0, 1, 0, 2, 1, 2])
        halves = [{name: column[part] for name, column in COLUMNS.items()} for part in (slice(0, 2), slice(2, 6))]
        for average in ("micro", "macro"):
            whole = of_formula(CER, COLUMNS, clusters=codes, average=average)
            parts = of_shards(CER, halves, codes, 3, empty="count", average=average)
            assert (whole.rows == parts.rows).all()

    def test_skipped_and_undefined_samples_are_in_no_sum(self):
        columns = counts([3, 2, 0], [0, 10, 5])
        columns["hypothesis"] = np.array([3, 10, 5])
        assert of_formula(CER, columns, empty="skip").total() == 2 / 15
        assert of_formula(CER, columns, empty="count").total() == 5 / 15
        assert of_formula(CER, columns, empty="nan", average="macro").total() == pytest.approx(0.1)

    def test_a_mean_with_an_infinite_value_has_nothing_to_resample(self):
        columns = counts([3, 2], [0, 10])
        assert math.isnan(of_formula(CER, columns, empty="inf", average="macro").total())

    def test_bad_tables_are_refused(self):
        with pytest.raises(LengthMismatchError):
            of_formula(CER, COLUMNS, clusters=np.array([0, 1]))
        with pytest.raises(UnknownNameError, match="average"):
            of_formula(CER, COLUMNS, average="median")
        with pytest.raises(UsageError, match="no samples"):
            of_shards(CER, [], np.zeros(0, np.int64), 0, empty="count", average="micro")


class TestSpread:
    def test_the_deviation_of_a_ratio_is_the_textbooks(self):
        """Cochran 1977, 6.4: sqrt(n / (n - 1) * sum (y - R x)^2) / sum x."""
        sums = of_formula(CER, COLUMNS)
        edits, lengths = sums.rows.T
        rate, size = edits.sum() / lengths.sum(), len(edits)
        textbook = math.sqrt(size / (size - 1) * ((edits - rate * lengths) ** 2).sum()) / lengths.sum()
        assert deviation(sums) == pytest.approx(textbook, rel=1e-8)

    def test_the_deviation_of_a_mean_is_its_standard_error(self):
        values = np.array([0.1, 0.4, 0.2, 0.25])
        sums = Sums(np.stack([values, np.ones(4)], axis=1), lambda sums: sums[:, 0] / sums[:, 1])
        assert deviation(sums) == pytest.approx(values.std(ddof=1) / 2, rel=1e-8)

    def test_clusters_that_agree_have_a_deviation_of_exactly_0(self):
        assert deviation(of_formula(CER, counts([1, 2, 3], [10, 20, 30]))) == 0
        assert math.isnan(deviation(of_formula(CER, counts([1], [10]))))

    def test_gradients_are_those_worked_by_hand(self):
        totals = np.array([[17.0, 96.0], [3.0, 1e9]])
        found = gradient(totals, of_formula(CER, COLUMNS))
        assert found[0] == pytest.approx([1 / 96, -17 / 96**2], rel=1e-8)
        assert found[1] == pytest.approx([1e-9, -3e-18], rel=1e-6)

    def test_the_gradient_of_a_logarithm_of_a_small_count(self):
        """A step of a share of the largest sum would reach below 0 here."""
        function = lambda sums: np.log(np.maximum(sums[:, 0], 0))  # noqa: E731
        found = gradient(np.array([[2.0, 1e8]]), Sums(np.ones((2, 2)), function))
        assert found[0] == pytest.approx([0.5, 0], rel=1e-5)

    @pytest.mark.parametrize("formula", [CER, F1])
    def test_the_deviation_of_a_draw_is_that_of_the_drawn_rows(self, formula):
        generator = np.random.default_rng(3)
        columns = {name: generator.integers(5, 40, 9) for name in ("reference", "hypothesis", "longer")}
        columns |= {"distance": generator.integers(0, 9, 9), "matched": generator.integers(0, 5, 9)}
        sums = of_formula(formula, columns)
        table = drawn([moments(sums.rows)], 20, 7)[0]
        width = sums.rows.shape[1]
        found = deviations(sums, table[:, :width], table[:, width:])
        for draw, counted in zip(found, np.concatenate(list(weights(9, 20, 7))), strict=True):
            rows = np.repeat(sums.rows, counted.astype(int), axis=0)
            assert draw == pytest.approx(deviation(Sums(rows, sums.function)), rel=1e-5)

    def test_a_difference_of_equal_tables_is_0_with_deviation_0(self):
        sums = of_formula(BLEU, {name: np.array([4, 5, 6, 9]) for name in METRICS["bleu"].counter.fields})
        assert difference(sums, sums).total() == 0
        assert deviation(difference(sums, sums)) == 0


class TestDraws:
    def test_each_draw_takes_as_many_clusters_as_there_are(self):
        every = np.concatenate(list(weights(7, 5000, 0)))
        assert (every.sum(axis=1) == 7).all()
        assert every.mean(axis=0) == pytest.approx(np.ones(7), abs=0.06)
        assert every.var(axis=0) == pytest.approx(np.full(7, 6 / 7), abs=0.08)

    def test_these_draws_never_change(self):
        """Their stream is promised by NumPy; published intervals rest on it."""
        assert next(weights(5, 4, 0)).astype(int).tolist() == [
            [0, 2, 2, 1, 0], [2, 2, 0, 0, 1], [0, 0, 2, 2, 1], [2, 1, 1, 0, 1],
        ]  # fmt: skip
        assert poisson_weights(np.arange(6, dtype=np.uint64), 0, 2, 0).astype(int).tolist() == [
            [0, 0, 1, 0, 1, 1], [1, 1, 0, 3, 0, 0],
        ]  # fmt: skip

    def test_draws_do_not_depend_on_how_many_are_made_at_once(self):
        from errata.stats import resample

        whole = np.concatenate(list(weights(50, 30, 2)))
        assert (np.concatenate(list(weights(50, 100, 2)))[:30] == whole).all()
        keys = np.arange(50, dtype=np.uint64)
        parts = [poisson_weights(keys, first, 5, 2) for first in range(0, 30, 5)]
        assert (np.concatenate(parts) == poisson_weights(keys, 0, 30, 2)).all()
        assert resample.CELLS >= 100 * 50

    def test_poisson_weights_are_poisson_and_depend_on_the_key_alone(self):
        keys = keys_of(f"document {number}" for number in range(400))
        every = poisson_weights(keys, 0, 1000, 5)
        shares = np.bincount(every.astype(int).ravel(), minlength=10) / every.size
        assert shares[:5] == pytest.approx(POISSON[:5], abs=0.003)
        assert (poisson_weights(keys[::-1].copy(), 0, 1000, 5) == every[:, ::-1]).all()
        assert np.corrcoef(every[:, 0], every[:, 1])[0, 1] == pytest.approx(0, abs=0.1)

    def test_tables_share_their_draws(self):
        rows = np.arange(12.0).reshape(6, 2)
        both = drawn([rows, 2 * rows], 50, 1)
        assert (both[1] == 2 * both[0]).all()
        assert (both[0] == np.concatenate(list(weights(6, 50, 1))) @ rows).all()
