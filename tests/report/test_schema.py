"""The result document keeps the JSON Schema that the package ships."""

import copy
import json as stdlib_json

import jsonschema
import pytest
from example_results import RESULTS, full

import errata
from errata.profiles.registry import PROFILES
from errata.report import json
from errata.report.result import Result

VALIDATOR = jsonschema.Draft202012Validator(json.schema())
REFERENCES = ["The quick brown fox", "", "", "안녕하세요 세계", "line one\nline two", "a"]
HYPOTHESES = ["The quik brown  fox", "abc", "", "안녕하새요", "line one\nlinetwo", ""]


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(json.schema())


@pytest.mark.parametrize("name", RESULTS)
def test_results_built_by_hand_keep_the_schema_and_come_back(name):
    document = stdlib_json.loads(RESULTS[name]().to_json(), parse_constant=pytest.fail)
    VALIDATOR.validate(document)
    assert Result.from_dict(document).to_dict() == document


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("empty", [None, "count", "inf", "one", "nan", "skip"])
def test_scored_results_keep_the_schema_and_come_back(profile, empty):
    result = errata.score(
        REFERENCES, HYPOTHESES, facts={"lang": ["en", "en", "en", "ko", None, ""]}, profile=profile, empty=empty,
        by="lang", ladder=True, worst=3, per_class=True,
    )  # fmt: skip
    document = stdlib_json.loads(result.to_json(), parse_constant=pytest.fail)
    VALIDATOR.validate(document)
    assert Result.from_dict(document).to_dict() == document


def test_no_samples_keep_the_schema():
    VALIDATOR.validate(
        errata.score([], [], by="lang", facts={"lang": []}, ladder=True, worst=3, per_class=True).to_dict()
    )


def test_lone_surrogates_are_escaped_so_that_the_document_is_utf_8():
    result = errata.score(["a\ud800"], ["b\udfff"], worst=1, metrics=["cer"])
    text = result.to_json()
    text.encode("utf-8")
    assert "\\ud800" in text
    assert stdlib_json.loads(text) == result.to_dict()


def broken(change):
    document = copy.deepcopy(full().to_dict())
    change(document)
    return document


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.update(schema=2),
        lambda document: document.update(extra=1),
        lambda document: document.pop("signature"),
        lambda document: document.update(samples=-1),
        lambda document: document["metrics"]["cer"].pop("reason"),
        lambda document: document["metrics"]["cer"].update(better="up"),
        lambda document: document["metrics"]["cer"].update(micro="0.2"),
        lambda document: document["metrics"]["word_f1"].update(interval=[0.1]),
        lambda document: document["metrics"]["word_f1"].update(std=None),
        lambda document: document["settings"].update(empty="zero"),
        lambda document: document["worst"][0].pop("reason"),
        lambda document: document["worst"][1].update(alignment="4M"),
        lambda document: document["groups"]["lang"]["(none)"].pop("samples"),
        lambda document: document["ladder"][0].update(explains="much"),
        lambda document: document["per_class"]["classes"][0].update(f1=1.5),
    ],
)
def test_the_schema_refuses_what_is_no_result(change):
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(broken(change))
