"""Intervals: equal to scipy and to slow versions of themselves, the same bits always, honest where little is known."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import errata
from errata.errors import InputError, LengthMismatchError, UnknownNameError, UsageError
from errata.metrics.registry import METRICS
from errata.stats import bounds
from errata.stats.clusters import WHOLE
from errata.stats.interval import FEW, MANY, Interval, Resampling, bootstrap_ci, interval, interval_of, intervals_of
from errata.stats.resample import drawn, weights
from errata.stats.sums import Sums, difference, of_formula

CER, F1 = METRICS["cer"].formula, METRICS["bag_f1"].formula
METHODS = ("studentised", "bca", "percentile", "poisson")


def counts(edits, lengths=None):
    edits = np.array(edits, dtype=np.int64)
    lengths = np.full(len(edits), 20, np.int64) if lengths is None else np.array(lengths, dtype=np.int64)
    return {"distance": edits, "reference": lengths, "hypothesis": lengths, "longer": lengths}


def corpus(size, seed=0):
    generator = np.random.default_rng(seed)
    lengths = generator.integers(20, 90, size)
    return counts(generator.binomial(lengths, generator.beta(1, 15, size)), lengths)


def rate(edits, lengths, axis=-1):
    return np.sum(edits, axis=axis) / np.sum(lengths, axis=axis)


class TestAgainstScipy:
    @pytest.mark.parametrize(("method", "theirs"), [("bca", "BCa"), ("percentile", "percentile")])
    @pytest.mark.parametrize("size", [8, 60])
    def test_the_same_draws_give_the_same_bounds(self, method, theirs, size):
        """scipy takes a distribution of draws that was made elsewhere."""
        columns = corpus(size)
        sums = of_formula(CER, columns)
        values = sums.function(drawn([sums.rows], 2000, 0)[0])
        wanted = stats.bootstrap(
            (columns["distance"], columns["reference"]), rate, paired=True, vectorized=True, n_resamples=0,
            method=theirs, bootstrap_result=SimpleNamespace(bootstrap_distribution=values),
        ).confidence_interval  # fmt: skip
        assert tuple(interval(CER, columns, method=method)) == pytest.approx(tuple(wanted), rel=1e-8)

    def test_other_draws_give_bounds_as_near_as_draws_are(self):
        columns = corpus(100)
        wanted = stats.bootstrap((columns["distance"], columns["reference"]), rate, paired=True, vectorized=True,
                                 n_resamples=20_000, method="BCa", rng=1)  # fmt: skip
        found = interval(CER, columns, method="bca", resamples=20_000)
        assert tuple(found) == pytest.approx(tuple(wanted.confidence_interval), rel=0.02)

    def test_the_mean_of_values_is_scipys_percentile_interval(self):
        values = np.random.default_rng(2).gamma(2, 0.01, 50)
        wanted = stats.bootstrap((values,), np.mean, n_resamples=20_000, method="percentile", rng=1).confidence_interval
        assert bootstrap_ci(values, resamples=20_000) == pytest.approx(tuple(wanted), rel=0.01)


class TestStudentised:
    def slow(self, columns, confidence=0.95, resamples=2000):
        """Draw by draw, with the textbook's variance of a ratio (Cochran 1977)."""
        edits, lengths, size = columns["distance"], columns["reference"], len(columns["distance"])

        def error(edits, lengths):
            residuals = edits - edits.sum() / lengths.sum() * lengths
            return math.sqrt(size / (size - 1) * (residuals**2).sum()) / lengths.sum()

        estimate, spread, ratios = edits.sum() / lengths.sum(), error(edits, lengths), []
        for counted in np.concatenate(list(weights(size, resamples, 0))).astype(int):
            drawn_edits, drawn_lengths = np.repeat(edits, counted), np.repeat(lengths, counted)
            value = drawn_edits.sum() / drawn_lengths.sum()
            ratios.append((value - estimate) / error(drawn_edits, drawn_lengths))
        tail = stats.norm.cdf(stats.t.ppf((1 - confidence) / 2, size - 1))
        low, high = np.quantile(ratios, (tail, 1 - tail))
        return estimate - high * spread, estimate - low * spread

    def test_it_is_the_slow_version(self):
        columns = corpus(25, seed=4)
        assert tuple(interval(CER, columns)) == pytest.approx(self.slow(columns), rel=1e-5)

    def test_a_rate_of_few_errors_has_more_room_above_than_below(self):
        columns = corpus(40)
        found, value = interval(CER, columns), rate(columns["distance"], columns["reference"])
        assert found.high - value > 1.2 * (value - found.low)

    def test_a_difference_has_the_same_room_on_both_sides(self):
        first, second = (of_formula(CER, corpus(40, seed)) for seed in (1, 2))
        sums = difference(first, second)
        found = interval_of(sums)
        assert found.high - sums.total() == pytest.approx(sums.total() - found.low, rel=1e-6)

    @pytest.mark.parametrize(("wrong", "size"), [(1, 10), (1, 30), (2, 30), (3, 30), (1, 100), (2, 100), (29, 30)])
    def test_few_clusters_with_errors_give_about_the_exact_binomial_interval(self, wrong, size):
        """Many draws hold no error, so they have no spread: BCa does these, near to Clopper and Pearson (1934)."""
        found = interval(CER, counts([1] * wrong + [0] * (size - wrong), [1] * size)).within(0, 1)
        exact = stats.binomtest(wrong, size).proportion_ci()
        assert found.method == "bca"
        assert tuple(found) == pytest.approx(tuple(exact), abs=0.2 * exact.high)


class TestMethods:
    def test_few_clusters_are_studentised_and_many_corrected(self):
        assert interval(CER, corpus(MANY - 1), resamples=200).method == "studentised"
        assert interval(CER, corpus(MANY), resamples=200).method == "bca"

    @pytest.mark.parametrize("formula", [CER, F1])
    def test_on_many_clusters_all_agree(self, formula):
        generator = np.random.default_rng(1)
        columns = corpus(3000)
        columns["matched"] = columns["reference"] - generator.binomial(columns["reference"], 0.2)
        found = [tuple(interval(formula, columns, method=method)) for method in METHODS]
        width = found[0][1] - found[0][0]
        for low, high in found[1:]:
            assert (low, high) == pytest.approx(found[0], abs=0.1 * width)

    def test_a_higher_confidence_is_a_wider_interval(self):
        columns = corpus(60)
        for method in METHODS:
            spans = [interval(CER, columns, method=method, confidence=share) for share in (0.5, 0.8, 0.95, 0.99)]
            widths = [found.high - found.low for found in spans]
            assert widths == sorted(widths)

    def test_a_total_of_counts_is_one_of_as_many_samples(self):
        """Poisson draws hold more or fewer clusters; what they sum to is brought to the number there is."""
        total = Sums(np.stack([corpus(500)["distance"], np.ones(500)], axis=1), lambda sums: sums[:, 0])
        poisson, plain = (interval_of(total, method=method) for method in ("poisson", "percentile"))
        assert tuple(poisson) == pytest.approx(tuple(plain), rel=0.05)

    def test_corpora_too_large_to_resample_one_by_one_keep_their_interval(self):
        columns = corpus(3 * WHOLE)
        whole = interval_of(of_formula(CER, columns), method="bca", resamples=1000)
        edits, lengths = columns["distance"], columns["reference"]
        residuals = edits - edits.sum() / lengths.sum() * lengths
        error = math.sqrt((residuals**2).sum()) / lengths.sum()
        assert whole.high - whole.low == pytest.approx(2 * 1.96 * error, rel=0.08)

    def test_lines_of_one_document_are_resampled_together(self):
        edits = np.repeat(np.random.default_rng(0).integers(0, 9, 40), 10)
        clusters = np.repeat(np.arange(40), 10)
        apart, together = interval(CER, counts(edits)), interval(CER, counts(edits), clusters=clusters)
        assert (together.clusters, apart.clusters) == (40, 400)
        assert together.high - together.low > 2.5 * (apart.high - apart.low)


class TestSameBits:
    def test_a_seed_gives_the_same_bits_and_another_does_not(self):
        columns = corpus(50)
        for method in METHODS:
            first, again, other = (interval(CER, columns, method=method, seed=seed) for seed in (0, 0, 1))
            assert first == again
            assert tuple(first) != tuple(other)

    def test_these_bounds_never_change(self):
        columns = counts([1, 0, 4, 2, 7, 3, 0, 1, 2, 5], [10, 20, 15, 30, 12, 9, 14, 22, 31, 16])
        assert tuple(interval(CER, columns, method="bca")) == (0.0677168236, 0.274003712)

    def test_how_many_are_asked_for_together_changes_nothing(self):
        many = [of_formula(CER, corpus(30, seed)) for seed in range(4)]
        for method in METHODS:
            how = Resampling(method=method)
            assert intervals_of(many, how) == [intervals_of([one], how)[0] for one in many]

    def test_the_order_of_samples_within_clusters_changes_nothing(self):
        columns, clusters = corpus(60), np.arange(60) % 12
        order = np.random.default_rng(0).permutation(60)
        shuffled = {name: column[order] for name, column in columns.items()}
        assert interval(CER, columns, clusters=clusters) == interval(CER, shuffled, clusters=clusters[order])


class TestLittleIsKnown:
    @pytest.mark.parametrize("method", METHODS)
    def test_one_sample_has_no_interval(self, method):
        found = interval(CER, counts([3]), method=method)
        assert math.isnan(found.low)
        assert math.isnan(found.high)
        assert found.warning == "1 cluster(s): too few to resample"

    def test_none_has_none_either(self):
        found = interval_of(Sums(np.zeros((0, 2)), lambda sums: sums[:, 0] / sums[:, 1]))
        assert math.isnan(found.low)
        assert found.clusters == 0
        assert intervals_of([], Resampling()) == []

    @pytest.mark.parametrize("method", METHODS)
    def test_samples_that_agree_say_that_nothing_is_known_of_others(self, method):
        found = interval(CER, counts([2] * 50), method=method)
        assert (found.low, found.high) == (0.1, 0.1)
        assert found.warning == "all 50 clusters agree: nothing is known of others"

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("average", ["micro", "macro"])
    def test_undefined_samples_have_no_interval(self, method, average):
        found = interval(CER, counts([1] * 40, [0] * 40), method=method, average=average, empty="nan")
        assert math.isnan(found.low)
        assert "no finite value" in found.warning

    def test_some_undefined_samples_are_left_out(self):
        columns = corpus(60)
        columns["reference"] = np.where(np.arange(60) < 10, 0, columns["reference"])
        found = interval(CER, columns, average="macro", empty="nan")
        assert 0 < found.low < found.high < 1

    def test_few_clusters_warn(self):
        assert "only 29 clusters" in interval(CER, corpus(FEW - 1)).warning
        assert interval(CER, corpus(FEW)).warning is None

    def test_draws_without_a_value_have_no_say_unless_they_are_most(self):
        sums = Sums(np.array([[1.0], [2.0], [3.0], [5.0]]), lambda sums: np.where(sums[:, 0] > 6, sums[:, 0], np.nan))
        low, high = bounds.percentile(sums.function(drawn([sums.rows], 500, 0)[0]), 0.9)
        assert 6 < low < high <= 20
        assert bounds.percentile(np.array([math.nan, math.nan, 1.0]), 0.9) != (1.0, 1.0)

    def test_an_interval_is_cut_at_the_range_of_its_metric(self):
        assert tuple(Interval(-0.1, 1.4, "bca", 9).within(0, 1)) == (0, 1)
        assert 0.5 in Interval(0.4, 0.6, "bca", 9)


class TestBootstrapCi:
    def test_the_documents_example_warns_of_its_five_values(self):
        with pytest.warns(UserWarning, match="only 5 values"):
            low, high = errata.bootstrap_ci([0.02, 0.018, 0.023, 0.019, 0.021], confidence=0.95)
        assert 0.018 < low < 0.0202 < high < 0.023

    def test_thirty_values_do_not_warn(self):
        low, high = errata.bootstrap_ci(np.linspace(0, 1, 30))
        assert low < 0.5 < high

    def test_one_value_and_equal_values_are_a_point(self):
        with pytest.warns(UserWarning, match="only 1 values"):
            assert bootstrap_ci([0.3]) == (0.3, 0.3)
        assert bootstrap_ci([0.25] * 40) == (0.25, 0.25)

    @pytest.mark.parametrize("values", [[], [[1.0, 2.0]]])
    def test_no_values_are_refused(self, values):
        with pytest.raises(UsageError, match="no values"):
            bootstrap_ci(values)

    def test_values_that_are_no_numbers_are_named(self):
        with pytest.raises(InputError, match="value 1: is nan") as caught:
            bootstrap_ci([0.1, math.nan, math.inf])
        assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"confidence": 95}, "between 0 and 1"), ({"confidence": 0}, "between 0 and 1"),
        ({"resamples": 99}, "too few"), ({"seed": -1}, "from 0 on"),
    ],
)  # fmt: skip
def test_choices_that_make_no_sense_are_refused(options, words):
    with pytest.raises(UsageError, match=words):
        interval(CER, corpus(10), **options)
    with pytest.raises(UnknownNameError, match="percentile"):
        interval(CER, corpus(10), method="percentil")


def test_numbers_of_other_clusters_share_no_draws():
    with pytest.raises(LengthMismatchError):
        intervals_of([of_formula(CER, corpus(5)), of_formula(CER, corpus(6))], Resampling())
