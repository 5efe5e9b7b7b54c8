"""`errata errors`: from texts and from runs, in every format, on any terminal."""

import csv
import io
import json
from pathlib import Path

import jsonschema
import pytest

from errata.report.budget import schema as budget_schema
from errata.report.errors import schema

ROOT = Path(__file__).parents[2]


@pytest.fixture
def wrong(tmp_path):
    """Pairs with errors of several classes, one of them in each script."""
    path = tmp_path / "wrong.jsonl"
    rows = [
        ("a", "The Cat\u200f sat", "the cat sat"),
        ("b", "안녕하세요", "안녕하새요"),
        ("c", "كَتَبَ الرسالة", "كتب الرسالة"),
        ("d", "one", "one one one one one one"),
        ("e", "a|b", "a*b"),
    ]
    path.write_text(
        "".join(json.dumps({"id": key, "reference": one, "hypothesis": other}) + "\n" for key, one, other in rows),
        "utf-8",
    )
    return path


def test_errors_shows_classes_confusions_and_findings(errata, wrong):
    found = errata("errors", wrong)
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("5 samples, 5 with errors: 28 edits in 37 characters, CER 75.68 %\n")
    for said in ("repetition", "diacritic", "Confusions by character", "Confusions by word", "∅", "<RLM>", "loops"):
        assert said in found.out
    assert max(map(len, found.out.split("\n\n")[1].split("\n"))) <= 80


def test_a_run_that_was_kept_with_errors_shows_the_same(errata, wrong):
    assert errata("score", wrong, "--errors", "--out", "run").code == 0
    assert errata("errors", "run").out == errata("errors", wrong).out


def test_a_run_without_errors_reads_its_inputs_again(errata, wrong):
    errata("score", wrong, "--normalize", "casefold", "--unit", "grapheme", "--out", "run")
    found = errata("errors", "run")
    assert (found.code, found.err) == (0, "")
    same = errata("errors", wrong, "--normalize", "casefold", "--unit", "grapheme").out
    assert found.out == same != errata("errors", wrong).out


def test_a_run_of_documents_reads_them_again(errata):
    sides = [ROOT / "examples" / "documents" / side for side in ("reference", "hypothesis")]
    errata("score", *sides, "--out", "folders")
    pages = [next(side.iterdir()) for side in sides]
    errata("score", *pages, "--level", "word", "--out", "pages")
    for run, texts in (("folders", sides), ("pages", [*pages, "--level", "word"])):
        found = errata("errors", run)
        assert (found.code, found.out) == (0, errata("errors", *texts).out)


def test_a_run_whose_inputs_are_others_by_now_says_so(errata, wrong):
    errata("score", wrong, "--out", "run")
    wrong.write_text(wrong.read_text("utf-8").replace("one", "two"), "utf-8")
    found = errata("errors", "run")
    assert (found.code, found.out) == (2, "")
    assert "have changed since they were scored" in found.err
    assert "errata score --errors" in found.err


def test_a_run_of_layouts_is_sent_to_the_command_for_layouts(errata):
    sides = [ROOT / "examples" / "layout" / name for name in ("reference.json", "detector-a.json")]
    errata("layout", *sides, "--out", "run")
    found = errata("errors", "run")
    assert found.code == 2
    assert "errata layout --errors" in found.err


def test_options_that_a_run_cannot_follow_are_refused(errata, wrong):
    errata("score", wrong, "--errors", "--out", "run")
    for words in (("--unit", "grapheme"), ("--confusions", "word"), (str(wrong),)):
        found = errata("errors", "run", *words)
        assert found.code == 2
        assert "Give it alone" in found.err


def test_json_keeps_the_schema_and_top_bounds_the_confusions(errata, wrong):
    document = json.loads(errata("errors", wrong, "--format", "json", "--top", 2).out)
    jsonschema.Draft202012Validator(schema()).validate(document)
    assert [len(table["rows"]) for table in document["confusions"].values()] == [2, 2]


def test_csv_has_a_row_for_each_class_and_confusion_and_the_ids(errata, wrong):
    rows = list(csv.DictReader(io.StringIO(errata("errors", wrong, "--format", "csv").out)))
    assert {row["table"] for row in rows} == {"class", "character", "word"}
    assert next(row for row in rows if row["reference"] == "세")["ids"] == "b"
    assert sum(int(row["count"]) for row in rows if row["table"] == "class") == 28


def test_markdown_escapes_what_would_be_a_table(errata, wrong):
    out = errata("errors", wrong, "--format", "markdown").out
    assert "| \\| | \\* | 1 |" in out


def test_tables_are_chosen_by_name(errata, wrong):
    out = errata("errors", wrong, "--confusions", "grapheme,jamo", "--top", 3).out
    assert "Confusions by grapheme" in out
    assert "Confusions by jamo" in out
    assert "Confusions by word" not in out
    found = errata("errors", wrong, "--confusions", "graphem")
    assert (found.code, "Did you mean grapheme?" in found.err) == (2, True)


def test_texts_without_errors_are_one_line_and_the_signature(errata, tmp_path):
    (tmp_path / "same.txt").write_text("same\n")
    (tmp_path / "copy.txt").write_text("same\n")
    out = errata("errors", "same.txt", "copy.txt").out
    assert out.startswith("1 sample, 0 with errors: 0 edits in 4 characters, CER 0.00 %\n\nprofile:")


@pytest.fixture
def pages(tmp_path):
    """Two folders of two pages, one of which was read in the wrong order."""
    for name, text in {
        "ref/a.gt.txt": "first column here\nsecond column there\n",
        "hyp/a.txt": "second column there\nfirst column here\n",
        "ref/b.gt.txt": "right",
        "hyp/b.txt": "right",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return "ref", "hyp"


def test_a_budget_says_whose_fault_it_is(errata, pages):
    found = errata("errors", *pages, "--budget")
    assert (found.code, found.err) == (0, "")
    assert "mostly reading order" in found.out.split("\n")[0]
    assert "with the best order of lines 0.00 %, bag-of-words error 0.00 %" in found.out
    assert "Kendall's tau" in found.out


def test_a_budget_has_every_format(errata, pages):
    document = json.loads(errata("errors", *pages, "--budget", "--format", "json").out)
    jsonschema.Draft202012Validator(budget_schema()).validate(document)
    rows = list(csv.DictReader(io.StringIO(errata("errors", *pages, "--budget", "--format", "csv").out)))
    assert [row["id"] for row in rows] == ["a", "b"]
    assert rows[0]["by_text.order"] == rows[0]["edits"]
    assert "| order |" in errata("errors", *pages, "--budget", "--format", "markdown").out


def test_a_budget_needs_texts_and_counts_no_confusions(errata, pages):
    errata("score", *pages, "--out", "run")
    for words in (("run",), (*pages, "--confusions", "word")):
        found = errata("errors", *words, "--budget")
        assert found.code == 2
        assert "--budget" in found.err


def test_documents_are_matched_by_place_too(errata):
    documents = Path(__file__).parents[2] / "examples" / "documents"
    found = errata("errors", documents / "reference", documents / "hypothesis", "--budget", "--format", "json")
    document = json.loads(found.out)
    jsonschema.Draft202012Validator(budget_schema()).validate(document)
    assert document["by_place"] is not None
    assert document["confidence"]["lines"]["cases"] == 10
    assert document["confidence"]["words"]["cases"] == 43
    assert sum(document["by_place"].values()) == sum(document["by_text"].values()) == document["edits"]


def test_groups_show_their_classes_and_their_budgets(errata, tmp_path):
    rows = [("a", "de", "Über", "Uber"), ("b", "en", "corn", "com"), ("c", "en", "one", "one"), ("d", None, "x", "")]
    lines = [
        json.dumps({"id": key, "lang": lang, "reference": one, "hypothesis": other}) for key, lang, one, other in rows
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines), "utf-8")
    document = json.loads(errata("errors", "pairs.jsonl", "--by", "lang", "--format", "json").out)
    jsonschema.Draft202012Validator(schema()).validate(document)
    groups = document["groups"]["lang"]
    assert {name: group["edits"] for name, group in groups.items()} == {"(none)": 1, "de": 1, "en": 2}
    assert groups["en"]["samples"], groups["en"]["classes"]["confusable"] == (2, 2)
    assert "By lang" in errata("errors", "pairs.jsonl", "--by", "lang").out
    assert "lang=de,diacritic,,1,1.0," in errata("errors", "pairs.jsonl", "--by", "lang", "--format", "csv").out
    budget = json.loads(errata("errors", "pairs.jsonl", "--by", "lang", "--budget", "--format", "json").out)
    jsonschema.Draft202012Validator(budget_schema()).validate(budget)
    assert budget["groups"]["lang"]["en"]["by_text"]["recognition"] == 2
    for words in (("--by", "langs"), ("--by", "langs", "--budget")):
        found = errata("errors", "pairs.jsonl", *words)
        assert (found.code, "langs" in found.err) == (2, True)


@pytest.fixture
def two_documents(tmp_path):
    """Two documents, one of which was not read."""
    documents = Path(__file__).parents[2] / "examples" / "documents"
    page = (documents / "reference" / "harbour.gt.page.xml").read_text("utf-8")
    alto = (documents / "hypothesis" / "harbour.ocr.alto.xml").read_text("utf-8")
    for name, text in {"ref/a.gt.page.xml": page, "ref/b.gt.page.xml": page, "hyp/a.ocr.alto.xml": alto}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_documents_without_a_partner_follow_the_policy(errata, two_documents):
    assert errata("errors", "ref", "hyp", "--budget").code == 2
    pages = {}
    for unmatched in ("count", "drop"):
        found = errata("errors", "ref", "hyp", "--budget", "--unmatched", unmatched, "--format", "json")
        pages[unmatched] = [page["id"] for page in json.loads(found.out)["pages"]]
    assert pages == {"count": ["a", "b"], "drop": ["a"]}


def test_documents_that_cannot_be_read_are_refused_or_listed(errata, two_documents):
    (two_documents / "hyp" / "b.ocr.alto.xml").write_text("<alto", "utf-8")
    refused = errata("errors", "ref", "hyp", "--budget")
    assert (refused.code, "b.ocr.alto.xml" in refused.err) == (2, True)
    found = errata("errors", "ref", "hyp", "--budget", "--on-error", "skip", "--format", "json")
    assert [page["id"] for page in json.loads(found.out)["pages"]] == ["a"]
    assert "b.ocr.alto.xml" in json.loads(found.out)["problems"][0]["where"]
    assert "skipped" in found.err


def test_what_errors_and_budgets_do_not_look_at_is_refused(errata, pages):
    assert "leave out --lines" in errata("errors", *pages, "--budget", "--lines").err
    assert "leave out --metrics" in errata("errors", *pages, "--metrics", "wer").err


DOCUMENTS = Path(__file__).parents[2] / "examples" / "documents"


def examples_of(document):
    yield from (example for row in document["classes"] for example in row["examples"])
    for table in document["confusions"].values():
        yield from (example for row in table["rows"] for example in row["examples"])


@pytest.mark.parametrize(
    "paths", [("reference", "hypothesis"), ("reference/harbour.gt.page.xml", "hypothesis/harbour.ocr.alto.xml")]
)
def test_every_example_of_a_document_points_to_its_lines_and_their_boxes(errata, paths):
    out = errata("errors", *(DOCUMENTS / path for path in paths), "--format", "json").out
    document = json.loads(out)
    jsonschema.Draft202012Validator(schema()).validate(document)
    for example in examples_of(document):
        assert example["at"]["reference"]["box"] is not None
    found = next(row for row in document["confusions"]["word"]["rows"] if row["reference"] == "14")["examples"][0]
    assert found["lines"] == [8, 7]  # of ten lines on either side
    assert found["at"] == {
        "reference": {"page": "harbour.png", "line": "r3_l3", "box": [640, 320, 1108, 360]},
        "hypothesis": {"page": "harbour.png", "line": "line_7", "box": [642, 319, 1110, 360]},
    }


def test_the_table_and_the_csv_name_the_line(errata):
    paths = DOCUMENTS / "reference", DOCUMENTS / "hypothesis"
    assert "harbour:r3_l3" in errata("errors", *paths).out
    rows = list(csv.DictReader(io.StringIO(errata("errors", *paths, "--format", "csv", "--top", 99).out)))
    row = next(row for row in rows if row["reference"] == "14")
    assert (row["ids"], row["lines"], row["boxes"]) == ("harbour", "harbour:r3_l3", "640,320,1108,360")


def test_pages_of_one_document_and_lines_by_their_ids_have_places(errata, tmp_path):
    line = '<span class="ocr_line" id="l{0}" title="bbox 0 {1} 90 {2}"><span class="ocrx_word">{3}</span></span>'
    for name, texts in {"a": ("one", "two", "three"), "b": ("one", "twe", "thres")}.items():
        pages = [
            f'<div class="ocr_page" id="p{number}" title="bbox 0 0 99 99">{line.format(number, 9, 19, text)}</div>'
            for number, text in enumerate(texts)
        ]
        (tmp_path / f"{name}.hocr").write_text(f"<html><body>{''.join(pages)}</body></html>", "utf-8")
    for words in ((), ("--lines",)):
        document = json.loads(errata("errors", "a.hocr", "b.hocr", "--format", "json", *words).out)
        places = [example["at"]["reference"] for example in examples_of(document)]
        assert places
        assert {place["line"] for place in places} == {"l1", "l2"}
        assert all(place["box"] == [0, 9, 90, 19] for place in places)


def test_examples_of_plain_pages_say_the_numbers_of_their_lines(errata, tmp_path):
    (tmp_path / "a.txt").write_text("first line\n\nthird line\n")
    (tmp_path / "b.txt").write_text("first line\nthird lime\n")
    rows = json.loads(errata("errors", "a.txt", "b.txt", "--format", "json").out)["confusions"]["word"]["rows"]
    lines = {row["hypothesis"]: row["examples"][0]["lines"] for row in rows}
    assert lines["lime"] == [3, 2]
    joined = errata("errors", "a.txt", "b.txt", "--format", "json", "--normalize", "whitespace").out
    assert all("lines" not in example for example in examples_of(json.loads(joined)))  # breaks are not the file's
