"""Averages worked by hand, under every policy for empty references."""

import math

import pytest

import errata

REFERENCES = ["abcdefgh", "ab", "", ""]
HYPOTHESES = ["abcdefgh", "xy", "xyz", ""]


def cer(**settings):
    return errata.score(REFERENCES, HYPOTHESES, metrics=["cer"], **settings)["cer"]


def test_micro_weighs_by_length_and_macro_does_not():
    score = errata.score(["abcdefgh", "ab"], ["abcdefgh", "xy"], metrics=["cer"])["cer"]
    assert score.micro == 2 / 10
    assert score.macro == (0 + 1) / 2


@pytest.mark.parametrize(
    ("policy", "micro", "macro", "largest"),
    [
        ("count", (2 + 3) / 10, (0 + 1 + 3 + 0) / 4, 3.0),
        ("inf", (2 + 3) / 10, math.inf, math.inf),
        ("one", (2 + 3) / 10, (0 + 1 + 1 + 0) / 4, 1.0),
        ("nan", (2 + 3) / 10, (0 + 1 + 0) / 3, 1.0),
        ("skip", 2 / 10, (0 + 1 + 0) / 3, 1.0),
    ],
)
def test_the_policy_decides_what_text_against_an_empty_reference_gives(policy, micro, macro, largest):
    score = cer(empty=policy)
    assert (score.micro, score.macro, score.max) == (micro, macro, largest)
    assert score.undefined == 1


def test_two_empty_texts_are_perfect_for_rates_and_zero_for_shares():
    result = errata.score([""], [""])
    perfect = {"cer": 0, "wer": 0, "mer": 0, "wil": 0, "wip": 1, "ned": 0, "nacc": 1, "ser": 0, "perfect_match_rate": 1,
               "line_accuracy": 1, "sequence_accuracy": 1, "lcs_ratio": 1}  # fmt: skip
    for name, value in perfect.items():
        assert (result[name].macro, result[name].micro, result[name].undefined) == (value, value, 0), name
    for name in ("char_f1", "word_precision", "bag_recall", "exact_line_f1"):
        assert (result[name].macro, result[name].micro, result[name].undefined) == (0, 0, 1), name
    assert math.isnan(result["bigram_overlap"].macro)
    assert result["bigram_overlap"].undefined == 1
    assert result["bleu"].macro == 0


def test_one_wordless_side_follows_the_table_of_undefined_values():
    for pair in (["", "a b"], ["a b", ""]):
        result = errata.score([pair[0]], [pair[1]])
        assert (result["mer"].macro, result["wil"].macro, result["wip"].macro) == (1, 1, 0)
        assert (result["sequence_accuracy"].macro, result["lcs_ratio"].macro) == (0, 0)
        assert result["lcs_ratio"].undefined == (1 if not pair[0] else 0)
        assert result["bleu"].macro == 0
        assert result["line_accuracy"].macro == 0


def test_spread_is_of_the_population_and_quantiles_are_linear():
    score = errata.score(["aaaa"] * 4, ["aaaa", "aaab", "aabb", "abbb"], metrics=["cer"])["cer"]
    assert score.median == pytest.approx((0.25 + 0.5) / 2)
    assert score.p95 == pytest.approx(0.5 + 0.85 * 0.25)  # position 0.95 * 3 = 2.85
    assert score.std == pytest.approx(math.sqrt((0.375**2 + 0.125**2) * 2 / 4))
    assert (score.min, score.max) == (0.0, 0.75)


def test_one_infinite_sample_poisons_the_macro_the_spread_and_the_tail():
    score = cer(profile="handbook")
    assert math.isinf(score.macro)
    assert math.isnan(score.std)
    assert score.median == 0.5


def test_the_published_codes_quantiles_differ_where_the_profiles_say():
    texts = ["aaaa"] * 4, ["aaaa", "aaab", "aabb", "abbb"]
    assert errata.score(*texts, profile="thulium")["cer"].p95 == pytest.approx(0.7125)
    assert errata.score(*texts, profile="thulium-code")["cer"].p95 == 0.75  # sorted[min(int(4 * .95), 3)]
    words = ["hello world", "hello world"], ["hello world", "hello there"]
    assert errata.score(*words, profile="biblicus")["word_f1"].median == 0.75
    assert errata.score(*words, profile="biblicus-code")["word_f1"].median == 1.0  # upper median


def test_a_corpus_of_empty_references_has_a_value_by_the_profile():
    assert errata.score(["", ""], ["ab", "c"], profile="standard")["cer"].micro == 3.0
    assert errata.score(["", ""], ["ab", "c"], profile="thulium")["cer"].micro == 1.0
    assert errata.score(["", ""], ["ab", "c"], profile="thulium-code")["cer"].micro == 0.0


def test_groups_are_the_same_formulas_over_fewer_rows():
    facts = {"lang": ["de", "en", "de", None]}
    result = errata.score(REFERENCES, HYPOTHESES, facts=facts, by="lang", metrics=["cer", "char_f1"])
    groups = result.groups["lang"]
    assert sorted(groups) == ["(none)", "de", "en"]
    assert groups["de"]["cer"].micro == 3 / 8
    assert groups["en"]["cer"].macro == 1.0
    assert [groups[label].samples for label in ("(none)", "de", "en")] == [1, 2, 1]


def test_per_character_f1_averages_over_characters():
    result = errata.score(["aab", "b"], ["abb", "c"], per_class=True)
    rows = {row["class"]: (row["matched"], row["reference"], row["hypothesis"]) for row in result.per_class["classes"]}
    assert rows == {"a": (1, 2, 1), "b": (1, 2, 2), "c": (0, 0, 1)}
    assert result.per_class["macro_f1"] == pytest.approx((2 / 3 + 2 / 4 + 0) / 3)


def test_the_ladder_says_how_much_of_the_error_each_step_explains():
    rungs = errata.score(["Hello World"], ["hello  World"], ladder=True).ladder
    steps = {rung["step"]: rung["edits"] for rung in rungs}
    assert steps == {"as given": 2, "nfc": 2, "bidi": 2, "whitespace": 1, "quotes": 1, "casefold": 0,
                     "punctuation": 0, "diacritics": 0, "digits": 0}  # fmt: skip
    assert sum(rung["explains"] for rung in rungs) == pytest.approx(1.0)
