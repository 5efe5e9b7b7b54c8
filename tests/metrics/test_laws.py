"""Laws that hold for every metric, present and future, over texts of many scripts."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.corpus.settings import settle
from errata.metrics.count import count
from errata.metrics.plan import Plan, group_of
from errata.metrics.registry import METRICS
from errata.stats.average import Averaging, Selection, summarise
from errata.text.view import View

ALPHABET = "abAB .,\n\t\u00a0é\u0301ß가각월웛ابِكककि\u094dष😀\U0001f469\u200d"
texts = st.text(alphabet=ALPHABET, max_size=24)
pairs = st.tuples(texts, texts)
corpora = st.lists(pairs, min_size=1, max_size=6)

PLAN = Plan.of(METRICS.values())
ALL = sorted(METRICS)


def values(pairs, names=ALL, plan=PLAN, policy="count"):
    rows = count([reference for reference, _ in pairs], [hypothesis for _, hypothesis in pairs], plan)
    found = {}
    for name in names:
        metric = METRICS[name]
        columns = plan.fields(group_of(metric, plan.view), rows)
        found[name] = metric.formula.values(columns, policy), metric.formula.undefined(columns)
    return found


@given(text=texts)
def test_a_text_against_itself_is_perfect_wherever_the_metric_is_defined(text):
    for name, (value, undefined) in values([(text, text)]).items():
        expected = METRICS[name].identity
        if expected is not None and not undefined[0]:
            assert value[0] == expected, name


@given(pair=pairs)
def test_symmetric_metrics_do_not_care_which_side_is_the_reference(pair):
    both = values([pair, pair[::-1]])
    for name, (value, _) in both.items():
        if METRICS[name].symmetric:
            assert value[0] == value[1], name


def test_metrics_not_declared_symmetric_have_a_witness():
    """The declaration is sharp: every other metric differs on one of these pairs when the sides are swapped."""
    witnesses = [
        ("aba c d", "bcab d d x"),
        ("a b\nc", "a b\nc\nd"),
        ("a b c d e", "a b c d e f"),
        ("", "a b c"),
        ("", "a\n\nb"),
    ]
    swapped = values([*witnesses, *[pair[::-1] for pair in witnesses]])
    size = len(witnesses)
    same = [
        name
        for name, (value, _) in swapped.items()
        if np.array_equal(value[:size], value[size:], equal_nan=True) and not METRICS[name].symmetric
    ]
    # hits, substitutions and the rates made of them depend on which optimal alignment the ties choose
    assert set(same) <= {name for name in ALL if METRICS[name].counter.tied}


@given(corpus=corpora)
def test_values_stay_in_the_declared_range(corpus):
    for name, (value, _) in values(corpus).items():
        low, high = METRICS[name].range
        defined = value[~np.isnan(value)]
        assert np.all((defined >= low) & (defined <= high)), name


@given(corpus=corpora)
def test_the_corpus_value_stays_in_the_declared_range(corpus):
    rows = count(*zip(*corpus, strict=True), PLAN)
    for name in ALL:
        summary = micro(name, rows)
        low, high = METRICS[name].range
        assert math.isnan(summary) or low <= summary <= high, name


def micro(name, *parts):
    metric = METRICS[name]
    group = group_of(metric, PLAN.view)
    shards = [PLAN.fields(group, rows) for rows in parts]
    return summarise(metric.formula, shards, Averaging(), [Selection("all")])[0].micro


@given(corpus=corpora, cut=st.integers(0, 6), seed=st.randoms(use_true_random=False))
def test_any_split_in_any_order_gives_the_same_corpus_value(corpus, cut, seed):
    rows = count(*zip(*corpus, strict=True), PLAN)
    parts = [part for part in (rows[:cut], rows[cut:]) if len(part)]
    seed.shuffle(parts)
    for name in ALL:
        assert micro(name, rows) == pytest.approx(micro(name, *parts), abs=0, nan_ok=True), name


@given(corpus=corpora)
def test_clean_texts_score_the_same_raw_and_normalised(corpus):
    clean = [tuple(" ".join(text.split()) for text in pair) for pair in corpus]
    found = values(clean)
    for name, (value, undefined) in found.items():
        if not name.endswith("_norm"):
            assert np.array_equal(value, found[f"{name}_norm"][0], equal_nan=True), name
            assert np.array_equal(undefined, found[f"{name}_norm"][1]), name


@given(pair=pairs)
def test_a_normalised_metric_is_the_metric_of_normalised_texts(pair):
    clean = tuple(" ".join(text.split()) for text in pair)
    ours, theirs = values([pair]), values([clean])
    for name in ALL:
        if name.endswith("_norm") and METRICS[name].tokens != "lines":
            assert np.array_equal(ours[name][0], theirs[name.removesuffix("_norm")][0], equal_nan=True), name


@given(pair=pairs)
def test_hits_and_edits_add_up_to_both_lengths(pair):
    for tie in ("sub_del_ins", "sub_ins_del"):
        plan = Plan.of(METRICS.values(), tie=tie)
        rows = count([pair[0]], [pair[1]], plan)
        for group in plan.groups:
            if group.counter.name != "edits":
                continue
            split = {name: int(column[0]) for name, column in plan.fields(group, rows).items()}
            other = next(
                g
                for g in plan.groups
                if (g.counter.name, g.tokens, g.normalised) == ("distance", group.tokens, group.normalised)
            )
            size = {name: int(column[0]) for name, column in plan.fields(other, rows).items()}
            hits, substitutions, deletions, insertions = split.values()
            assert hits + substitutions + deletions == size["reference"]
            assert hits + substitutions + insertions == size["hypothesis"]
            assert substitutions + deletions + insertions == size["distance"]


@given(
    corpus=corpora,
    unit=st.sampled_from(["character", "grapheme", "jamo", "byte"]),
    words=st.sampled_from(["whitespace", "uax29", "biblicus"]),
)
def test_a_plan_counts_in_any_company_what_it_counts_alone(corpus, unit, words):
    """Groups share tokens and copies; none of that may show."""
    view = View((), unit, words)
    together = Plan.of(METRICS.values(), view)
    rows = count(*zip(*corpus, strict=True), together)
    for group in together.groups:
        alone = Plan((group,), view)
        assert np.array_equal(rows[:, together.slices[group]], count(*zip(*corpus, strict=True), alone)), group.key


@given(pair=pairs)
def test_the_value_of_one_row_is_the_value_of_a_table(pair):
    rows = count([pair[0]], [pair[1]], PLAN)
    for name in ALL:
        metric = METRICS[name]
        group = group_of(metric, PLAN.view)
        for policy in ("count", "inf", "one", "nan", "skip"):
            table = metric.formula.values(PLAN.fields(group, rows), policy)[0]
            single = metric.formula.on_row(group.counter.fields)(rows[0, PLAN.slices[group]].tolist(), policy)
            assert table == single or (math.isnan(table) and math.isnan(single)), (name, policy)


def test_every_profile_keeps_its_promises():
    from errata.profiles.registry import PROFILES

    for name, profile in PROFILES.items():
        settings = settle(name)
        assert set(profile.headline) <= set(profile.metrics)
        assert len(settings.plan.columns) == len(set(settings.plan.columns))
        assert {band.metric for band in profile.bands} <= set(profile.metrics)


def test_the_laws_can_fail():
    """A formula that is wrong on purpose is caught by the kind of check above."""
    random.seed(0)
    rows = count(["abc", "a"], ["abd", "xyz"], PLAN)
    columns = PLAN.fields(group_of(METRICS["cer"], PLAN.view), rows)
    wrong = columns["distance"] / columns["hypothesis"]
    assert not np.array_equal(wrong, METRICS["cer"].formula.values(columns, "count"))
