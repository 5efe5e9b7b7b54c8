"""Scoring in memory: what is accepted, and what is refused with which words."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import errata
from errata.errors import InputError, LengthMismatchError, UnknownNameError, UsageError

REFERENCES = ["hello world", "Grüße", "각"]
HYPOTHESES = ["helo world", "Grusse", "각"]


@pytest.mark.parametrize(
    "column",
    [tuple, np.array, pd.Series, pl.Series, pa.array, lambda texts: pa.chunked_array([texts[:1], texts[1:]]),
     lambda texts: pa.array(texts, pa.large_string()), iter, lambda texts: pd.array(texts, "string")],
    ids=["tuple", "numpy", "pandas", "polars", "arrow", "chunked", "large", "iterator", "pandas-string"],
)  # fmt: skip
def test_columns_of_every_library_are_accepted(column):
    expected = errata.score(REFERENCES, HYPOTHESES).to_dict()
    assert errata.score(column(REFERENCES), column(HYPOTHESES)).to_dict() == expected


@pytest.mark.parametrize(
    "facts",
    [{"lang": ["en", "de", "ko"]}, [{"lang": "en"}, {"lang": "de"}, {"lang": "ko"}],
     pd.DataFrame({"lang": ["en", "de", "ko"]}), pl.DataFrame({"lang": ["en", "de", "ko"]}),
     pa.table({"lang": ["en", "de", "ko"]})],
    ids=["mapping", "records", "pandas", "polars", "arrow"],
)  # fmt: skip
def test_facts_come_as_columns_records_or_frames(facts):
    result = errata.score(REFERENCES, HYPOTHESES, facts=facts, by=["lang"])
    assert sorted(result.groups["lang"]) == ["de", "en", "ko"]
    assert result.samples["fact.lang"].to_pylist() == ["en", "de", "ko"]


def test_nulls_are_listed_with_their_places_and_the_remedy():
    with pytest.raises(InputError) as caught:
        errata.score(["a", "b", "c"], ["a", None, 5])
    assert [str(problem) for problem in caught.value.problems] == [
        "hypothesis 1: is null",
        "hypothesis 2: is int, not text",
    ]
    assert "'' for a missing prediction" in str(caught.value)


def test_a_pandas_nan_is_a_null():
    with pytest.raises(InputError, match="hypothesis 1: is null"):
        errata.score(["a", "b"], pd.Series(["a", float("nan")], dtype=object))


def test_lists_of_different_lengths_are_refused_with_both_lengths():
    with pytest.raises(LengthMismatchError, match="2 references, 1 hypotheses"):
        errata.score(["a", "b"], ["a"])


def test_duplicate_ids_are_refused_with_both_places():
    with pytest.raises(InputError, match="id 'x': stands at 0 and at 2"):
        errata.score(["a"] * 3, ["a"] * 3, ids=["x", "y", "x"])


def test_one_text_in_place_of_a_list_is_refused():
    with pytest.raises(UsageError, match=r"errata\.cer"):
        errata.score("abc", "abd")
    with pytest.raises(UsageError, match=r"errata\.score"):
        errata.cer(["abc"], ["abd"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": ["cerr"]}, "Unknown metric 'cerr'. Did you mean cer"),
        ({"profile": "standart"}, "Unknown profile 'standart'. Did you mean standard"),
        ({"unit": "graphem"}, "Unknown unit 'graphem'. Did you mean grapheme"),
        ({"words": "spaces"}, "Unknown kind of words 'spaces'"),
        ({"normalize": ["ncf"]}, "Unknown normalisation step 'ncf'. Did you mean nf"),
        ({"empty": "zero"}, "Unknown empty policy 'zero'"),
        ({"tie": "del_first"}, "Unknown tie order 'del_first'"),
        ({"colour": "red"}, "No such option: colour"),
        ({"by": "lang"}, "No fact named 'lang' to group or resample by"),
        ({"metrics": []}, "The list of metrics is empty"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(options, message):
    with pytest.raises(UsageError) as caught:
        errata.score(["a"], ["a"], **options)
    assert message in str(caught.value)


def test_a_result_names_the_nearest_metric_it_has():
    with pytest.raises(UnknownNameError, match="Did you mean cer"):
        errata.score(["a"], ["b"], metrics=["cer"])["cers"]


def test_no_samples_give_a_result_without_values():
    result = errata.score([], [])
    assert result.tally.samples == 0
    document = json.loads(result.to_json())
    assert document["metrics"]["cer"]["micro"] is None
    assert document["metrics"]["cer"]["reason"] == "no sample has a value"
    assert result.samples.num_rows == 0


def test_lone_surrogates_are_characters_until_bytes_are_asked_for():
    assert errata.cer("a\ud800", "a\udfff") == 0.5
    with pytest.raises(InputError, match="surrogate"):
        errata.cer("a\ud800", "a", unit="byte")


def test_both_sides_pass_the_same_steps_in_the_order_given():
    assert errata.cer("ſtraße", "STRASSE") == pytest.approx(7 / 6)
    assert errata.cer("ſtraße", "STRASSE", normalize=["casefold"]) == 0
    assert errata.cer("ſo", "so", normalize=[{"ſ": "s"}]) == 0


def test_the_signature_tells_apart_what_must_not_be_compared():
    base = errata.score(["a"], ["b"]).signature
    others = [
        errata.score(["a"], ["b"], **options).signature
        for options in ({"unit": "grapheme"}, {"words": "uax29"}, {"normalize": ["nfc"]}, {"empty": "inf"},
                        {"tie": "sub_ins_del"}, {"profile": "lines"}, {"normalize": [{"a": "b"}]},
                        {"normalize": [{"a": "c"}]})
    ]  # fmt: skip
    assert len({base, *others}) == len(others) + 1
    assert errata.score(["x"], ["y"], metrics=["cer"]).signature == base


def test_a_line_of_three_hundred_thousand_characters_is_scored():
    reference = "abcdefghij" * 30_000
    hypothesis = reference[:1000] + "X" + reference[1001:]
    assert errata.cer(reference, hypothesis) == 1 / 300_000
    assert (
        errata.score([reference], [hypothesis], metrics=["cer", "char_substitutions"])["char_substitutions"].micro == 1
    )
