"""Scoring in memory: what is accepted, and what is refused with which words."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import errata
from errata.corpus.texts import texts_of
from errata.errors import InputError, LengthMismatchError, UnknownNameError, UsageError

REFERENCES = ["hello world", "Grüße", "각"]
HYPOTHESES = ["helo world", "Grusse", "각"]


@pytest.mark.parametrize(
    "column",
    [tuple, np.array, pd.Series, pl.Series, pa.array, lambda texts: pa.chunked_array([texts[:1], texts[1:]]),
     lambda texts: pa.array(texts, pa.large_string()), iter, lambda texts: pd.array(texts, "string"),
     lambda texts: pa.array(texts).dictionary_encode(), lambda texts: pd.Series(texts, dtype="category"),
     lambda texts: pl.Series(texts, dtype=pl.Categorical), lambda texts: pd.Series(texts, dtype=object)],
    ids=["tuple", "numpy", "pandas", "polars", "arrow", "chunked", "large", "iterator", "pandas-string", "dictionary",
         "pandas-category", "polars-category", "pandas-object"],
)  # fmt: skip
def test_columns_of_every_library_are_accepted(column):
    expected = errata.score(REFERENCES, HYPOTHESES).to_dict()
    assert errata.score(column(REFERENCES), column(HYPOTHESES)).to_dict() == expected


def address(column):
    """Where the bytes of the texts of an Arrow column lie."""
    return (column.chunk(0) if isinstance(column, pa.ChunkedArray) else column).buffers()[2].address


@pytest.mark.parametrize(
    "column",
    [pa.array, lambda texts: pa.array(texts, pa.large_string()), lambda texts: pa.chunked_array([texts]),
     lambda texts: pd.Series(texts, dtype="string[pyarrow]"),
     lambda texts: pd.Series(texts, dtype=pd.ArrowDtype(pa.string()))],
    ids=["arrow", "large", "chunked", "pandas-pyarrow", "pandas-arrow"],
)  # fmt: skip
def test_texts_that_are_arrow_strings_are_not_copied(column):
    texts = column(REFERENCES)
    given = texts if hasattr(texts, "null_count") else pa.array(texts.array)
    assert address(texts_of(texts, REFERENCES)[0]) == address(given)


def test_a_polars_column_reaches_the_kernels_as_arrow():
    assert isinstance(texts_of(pl.Series(REFERENCES), HYPOTHESES)[0], pa.ChunkedArray)


@pytest.mark.parametrize(
    "column",
    [lambda texts: texts, pa.array, pl.Series, lambda texts: pd.Series(texts, dtype="string"),
     lambda texts: pd.Series([pd.NA if text is None else text for text in texts], dtype=object)],
    ids=["list", "arrow", "polars", "pandas-string", "pandas-NA"],
)  # fmt: skip
def test_nulls_of_both_sides_and_of_every_library_are_listed(column):
    with pytest.raises(InputError, match="1 of 2 reference and 1 of 2 hypothesis texts cannot be scored") as caught:
        errata.score(column(["a", None]), column([None, "b"]))
    assert [str(problem) for problem in caught.value.problems] == ["reference 1: is null", "hypothesis 0: is null"]


@pytest.mark.parametrize(
    "column",
    [{"a": "x"}, {"x"}, pd.DataFrame({"a": ["x"]}), pl.DataFrame({"a": ["x"]}), pa.table({"a": ["x"]}),
     np.array([["x"]])],
    ids=["dict", "set", "pandas", "polars", "arrow", "matrix"],
)  # fmt: skip
def test_what_is_no_column_of_texts_in_order_is_refused(column):
    with pytest.raises(UsageError, match="which is no column of values in order"):
        errata.score(column, ["x"])


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
    with pytest.raises(LengthMismatchError, match="references: 2, hypotheses: 1"):
        errata.score(["a", "b"], ["a"])


def test_duplicate_ids_are_refused_with_both_places():
    with pytest.raises(InputError, match="id 'x': stands at 0 and at 2"):
        errata.score(["a"] * 3, ["a"] * 3, ids=["x", "y", "x"])


def test_a_null_id_is_refused_with_its_place():
    with pytest.raises(InputError, match="id 1: is null"):
        errata.score(["a"] * 2, ["a"] * 2, ids=["x", None])


def test_one_text_in_place_of_a_list_is_refused():
    with pytest.raises(UsageError, match=r"errata\.cer"):
        errata.score("abc", "abd")
    with pytest.raises(UsageError, match=r"errata\.score"):
        errata.cer(["abc"], ["abd"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": ["cerr"]}, "Unknown metric 'cerr'. Did you mean cer"),
        ({"metrics": ["cer", "werr", "blue"]}, "Unknown metric 'werr'. Did you mean wer"),
        ({"metrics": ["cer", "werr", "blue"]}, "\nUnknown metric 'blue'. Did you mean bleu"),
        ({"normalize": ["ncf", "xyz"]}, "Unknown normalisation step 'ncf'. Did you mean nf"),
        ({"normalize": ["ncf", "xyz"]}, "\nUnknown normalisation step 'xyz'.\nKnown: bidi, casefold"),
        ({"profile": "standart"}, "Unknown profile 'standart'. Did you mean standard"),
        ({"unit": "graphem"}, "Unknown unit 'graphem'. Did you mean grapheme"),
        ({"words": "spaces"}, "Unknown kind of words 'spaces'"),
        ({"normalize": ["ncf"]}, "Unknown normalisation step 'ncf'. Did you mean nf"),
        ({"empty": "zero"}, "Unknown empty policy 'zero'"),
        ({"tie": "del_first"}, "Unknown tie order 'del_first'"),
        ({"by": "lang"}, "No fact named 'lang' to group or resample by"),
        ({"metrics": []}, "The list of metrics is empty"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(options, message):
    with pytest.raises(UsageError) as caught:
        errata.score(["a"], ["a"], **options)
    assert message in str(caught.value)


def test_a_setting_that_no_metric_has_is_refused_with_those_that_it_has():
    with pytest.raises(UsageError, match=r"option: colour\. Known: profile, normalize, unit, words, empty, tie"):
        errata.cer("a", "a", colour="red")


def test_a_result_shows_itself_in_one_line_at_a_prompt():
    assert repr(errata.score(["ab"], ["ax"])) == (
        "<Result of 1 sample, profile standard: cer 0.5000, cer_norm 0.5000, wer 1.0000>"
    )


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


def test_each_rung_of_the_ladder_explains_what_its_own_step_removes():
    result = errata.score(["A b", "é"], ["a  b", "e\u0301"], ladder=True, metrics=["cer"], intervals=False)
    rungs = {rung["step"]: (rung["edits"], rung["characters"], rung["explains"]) for rung in result.ladder}
    assert rungs["as given"] == (4, 4, 0.0)  # A and a, a space too many, and two edits for an accent
    assert rungs["nfc"] == (2, 4, 0.5)
    assert rungs["whitespace"] == (1, 4, 0.25)
    assert rungs["casefold"] == (0, 4, 0.25)
    assert rungs["bidi"] == (2, 4, 0.0)
    assert sum(explains for _, _, explains in rungs.values()) == 1
