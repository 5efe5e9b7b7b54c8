"""The pages on profiles: their tables are computed again, and profiles differ for no reason that no table gives."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from test_code_profiles import recorded_pairs, scored

from errata.compat.biblicus import calculate_character_accuracy_without_editdistance
from errata.corpus.score import score
from errata.kernels.ngrams import ngrams
from errata.profiles.registry import PROFILES
from errata.report.result import NUMBERS
from errata.text.tokenize import WORDS

PAGES = Path(__file__).parents[2] / "docs" / "profiles"
PAIRS = ["lines", "handbook", "thulium", "biblicus"]
INPUTS = ["input reference", "input hypothesis", "metric"]

terms = WORDS["biblicus"]


def has_other_letters(reference, hypothesis, metric):
    return any(word.strip("abcdefghijklmnopqrstuvwxyz0123456789") for word in [*terms(reference), *terms(hypothesis)])


def has_short_words(reference, hypothesis, metric):
    return any(len(word) <= 2 for word in [*terms(reference), *terms(hypothesis)])


def repeats_ngrams(reference, hypothesis, metric):
    runs = ngrams(terms(reference), size_of(metric))
    return len(set(runs)) < len(runs)


def is_too_short(reference, hypothesis, metric):
    return len(terms(reference)) < size_of(metric)


def size_of(metric):
    return {"bigram": 2, "trigram": 3}[metric.split("_")[0]]


# Reasons why the values of a sample may differ; all other reasons concern a corpus.
REASONS = {
    "lines": {
        "outer whitespace": lambda reference, hypothesis, _: (
            reference.strip() + hypothesis.strip() != reference + hypothesis
        ),
        "empty reference": lambda reference, hypothesis, _: not reference.split() and hypothesis.split(),
    },
    "handbook": {},
    "thulium": {},
    "biblicus": {
        "other letters": has_other_letters,
        "short words": has_short_words,
        "repeated n-grams": repeats_ngrams,
        "too few words": is_too_short,
        "empty reference": lambda reference, hypothesis, _: not terms(reference) and terms(hypothesis),
    },
}


def tables(page):
    """Every table of a page that compares values: its header and its rows."""
    lines = (PAGES / f"{page}.md").read_text("utf-8").splitlines()
    found = []
    for number, line in enumerate(lines):
        if cells(line)[:3] == INPUTS:
            rows = [cells(row) for row in lines[number + 2 :]]
            found.append((cells(line), rows[: rows.index([])]))
    return found


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []


def code(cell):
    """What stands in a code span."""
    assert cell.startswith("`"), cell
    assert cell.endswith("`"), cell
    return cell[1:-1]


def inputs(row):
    return json.loads(code(row[0])), json.loads(code(row[1])), code(row[2])


def printed(cell):
    """The value of a cell: JSON, or a fraction."""
    text = code(cell)
    return float(Fraction(text)) if "/" in text else json.loads(text)


def computed(profile, reference, hypothesis, metric):
    """The value of a sample, or of a corpus where the metric names a number of it."""
    name, _, number = metric.partition(".")
    if name == "profile":
        return list(getattr(PROFILES[profile], number))
    if not number:
        return score([reference], [hypothesis], profile=profile, metrics=[name]).samples.column(name)[0].as_py()
    if name == "per_class":
        return (score(reference, hypothesis, profile=profile).per_class or {}).get(number)
    return getattr(score(reference, hypothesis, profile=profile, metrics=[name])[name], number)


def differences(page):
    """The rows of the page's table of differences."""
    header, rows = tables(page)[0]
    assert header == [*INPUTS, f"`{page}`", f"`{page}-code`", "why"]
    return rows


def reason_of(row):
    """What the last cell says before its colon."""
    return row[5].split(":")[0]


def named(value):
    return value if isinstance(value, str) else ", ".join(value[:3])


ROWS = [(page, row) for page in PAIRS for row in differences(page)]
SAMPLE_ROWS = [(page, row) for page, row in ROWS if "." not in code(row[2])]


@pytest.mark.parametrize(("page", "row"), ROWS, ids=named)
def test_both_sides_of_a_difference_are_as_the_page_says(page, row):
    sides = [computed(name, *inputs(row)) for name in (page, f"{page}-code")]
    assert sides == [pytest.approx(printed(cell), abs=1e-12) if "[" not in cell else printed(cell) for cell in row[3:5]]
    assert sides[0] != sides[1]


@pytest.mark.parametrize(("page", "row"), SAMPLE_ROWS, ids=named)
def test_the_reason_of_a_difference_holds_for_its_texts(page, row):
    assert REASONS[page][reason_of(row)](*inputs(row))


@pytest.mark.parametrize("page", PAIRS)
def test_profiles_differ_on_recorded_texts_only_for_reasons_on_their_page(page):
    listed = {(reason_of(row), code(row[2])) for row in differences(page)}
    pairs = recorded_pairs()
    document, published = (scored(pairs, name).samples for name in (page, f"{page}-code"))
    assert len(pairs) > 250
    for metric in PROFILES[page].metrics:
        reasons = [holds for reason, holds in REASONS[page].items() if (reason, metric) in listed]
        for pair, ours, theirs in zip(pairs, document.column(metric), published.column(metric), strict=True):
            if ours != theirs:
                assert any(holds(*pair, metric) for holds in reasons), (metric, pair, ours, theirs)


@pytest.mark.parametrize("page", ["handbook", "thulium"])
def test_equal_samples_give_equal_corpora_but_for_the_numbers_on_the_page(page):
    document, published = (scored(recorded_pairs(), name) for name in (page, f"{page}-code"))
    listed = {code(row[2]).partition(".")[2] for row in differences(page)}
    differing = {
        number
        for name in document
        for number in NUMBERS
        if getattr(document[name], number) != pytest.approx(getattr(published[name], number), nan_ok=True)
    }
    assert differing <= listed


def test_the_worked_examples_that_contradict_their_formula_are_listed_with_both_values():
    header, rows = tables("biblicus")[1]
    assert header == [*INPUTS, "the document prints", "`biblicus`", "`biblicus-code`", "why"]
    assert [code(row[2]) for row in rows] == ["wer", "sequence_accuracy"]
    for row in rows:
        assert [computed(name, *inputs(row)) for name in ("biblicus", "biblicus-code")] == list(map(printed, row[4:6]))
        assert printed(row[3]) == 0.25
        assert printed(row[3]) != printed(row[4])


def test_the_original_without_its_optional_package_is_as_the_page_says():
    header, rows = tables("biblicus")[2]
    assert header == [*INPUTS, "`biblicus-code`", "the original without `editdistance`", "why"]
    for row in rows:
        reference, hypothesis, metric = inputs(row)
        assert metric == "character_accuracy"
        assert computed("biblicus-code", reference, hypothesis, metric) == pytest.approx(printed(row[3]))
        assert calculate_character_accuracy_without_editdistance(reference, hypothesis) == printed(row[4])
