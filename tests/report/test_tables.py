"""Tables at any width, and what every format has in common."""

from html.parser import HTMLParser

import pytest
from example_results import RESULTS, full, samples, small
from rich.cells import cell_len

import errata
from errata.errors import UnknownNameError, UsageError
from errata.report import csv, grids, markdown, notebook, terminal
from errata.report.formats import FORMATS, format_named
from errata.report.grids import Column, Grid
from errata.report.layout import tables
from errata.report.listing import LISTINGS, Listing
from errata.report.listing import render as render_listing
from errata.report.screen import captured, plain_console


def printed(result, width=80, encoding="utf-8", **how):
    console = plain_console(encoding, width)
    terminal.render(result, console, **how)
    return captured(console)


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_renders_every_result(form, name):
    result = RESULTS[name]()
    if form == "csv" and result.parts is None:
        with pytest.raises(UsageError, match="run directory"):
            "".join(FORMATS[form].render(result, all_metrics=True))
    else:
        assert "cer" in "".join(FORMATS[form].render(result, all_metrics=True))


def test_an_unknown_format_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="markdown"):
        format_named("markdwon")


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_no_line_of_a_table_is_wider_than_the_terminal(width):
    lines = printed(full(), width).split("\n")
    assert [line for line in lines if cell_len(line) > width and "sample" not in line and "|" not in line
            and not line.startswith(("skipped", "…"))] == []  # fmt: skip


def test_a_number_is_never_cut():
    for width in (30, 44, 80):
        for cell in ("1,234,567", ">99.99 %", "91.23–98.00"):
            assert cell in printed(full(), width)


def test_titles_give_way_to_numbers():
    assert "Character error rate" in printed(small(), 80)
    assert "Character error rate" not in printed(small(), 50)


def test_texts_give_way_one_by_one_and_the_last_first():
    columns = (Column("name", "name"), Column("first", "text", 6), Column("second", "text", 6))
    grid = Grid("", columns, (("n" * 8, "one two", "three four"),))
    shown = {}
    for width in (30, 24, 22, 16, 15, 8):
        console = plain_console("utf-8", width)
        for part in tables(grid, console):
            console.print(part)
        shown[width] = captured(console).split()
    heads = {width: [word for word in words if word in ("name", "first", "second")] for width, words in shown.items()}
    assert heads[30] == heads[24] == ["name", "first", "second"]
    assert heads[22] == heads[16] == ["name", "first"]
    assert heads[15] == heads[8] == ["name"]


def test_all_metrics_are_shown_when_asked_for():
    result = errata.score(["a b"], ["a c"], metrics=None)
    assert "trigram_overlap" not in printed(result)
    assert "trigram_overlap" in printed(result, all_metrics=True)
    assert "trigram\\_overlap" in "".join(markdown.render(result, all_metrics=True))


def test_printing_a_result_shows_the_table():
    assert str(small()) == printed(small())


def test_printing_a_result_keeps_to_what_standard_output_can_show(monkeypatch):
    class Output:
        encoding = "ascii"

    monkeypatch.setattr("sys.stdout", Output())
    text = str(full())
    text.encode("ascii")
    assert "inf" in text


def test_many_groups_are_cut_to_the_worst():
    result = errata.score(
        ["abcd"] * 50, ["abcd"] * 49 + ["abxx"], facts={"doc": [f"d{n:02}" for n in range(50)]}, by="doc"
    )
    grid = grids.groups(result)[0]
    assert len(grid.rows) == 41
    assert grid.rows[0][0] == "d49"
    assert grid.rows[-1][0] == "all"
    assert grid.note.startswith("the 40 worst of 50 by cer")


def test_the_worst_groups_of_a_metric_that_should_be_high_are_the_low_ones():
    facts = {"doc": [f"d{n:02}" for n in range(50)]}
    result = errata.score(["abcd"] * 50, ["abcd"] * 49 + ["abxx"], facts=facts, by="doc", metrics=["char_f1"])
    assert grids.groups(result)[0].rows[0][0] == "d49"


class Tree(HTMLParser):
    """Checks that every element is closed in turn, and collects the text."""

    def __init__(self, markup):
        super().__init__()
        self.open, self.text, self.tags = [], [], set()
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("name", RESULTS)
def test_the_notebook_gets_one_well_formed_element(name):
    assert "cer" in Tree(notebook.html(RESULTS[name]())).text


def test_foreign_text_is_never_markup():
    evil = "<script>alert(1)</script>&\"'"
    facts = {evil: [evil, "b"]}
    result = errata.score(["abc", "x"], [f"a{evil}", "x"], [evil, "b"], facts, by=[evil], worst=2, per_class=True)
    tree = Tree(result._repr_html_())
    assert "script" not in tree.tags
    assert evil in tree.text
    assert "<script>" not in "".join(markdown.render(result))


def test_a_pipe_in_a_name_does_not_split_a_cell():
    result = errata.score(["a"], ["b"], facts={"doc": ["x|y"]}, by="doc")
    line = next(line for line in "".join(markdown.render(result)).split("\n") if "x" in line and "y" in line)
    assert "x\\|y" in line


COLUMNS = (
    "id,len_gt,len_pred,wer,cer,wer_norm,cer_norm,line_acc,line_acc_norm,rev_line_acc,rev_line_acc_norm,"
    "exact_line_precision,exact_line_recall,exact_line_f1,"
    "exact_line_precision_norm,exact_line_recall_norm,exact_line_f1_norm"
)


def test_the_csv_is_that_of_the_line_metrics_document():
    texts = ["Hello\nWorld\nHello"], ["Hello\nWorld\nTest"]
    row = (
        "doc-dups,17,16,0.3333333333333333,0.23529411764705882,0.3333333333333333,0.23529411764705882"
        + 10 * ",0.6666666666666666"
    )
    average = row.removeprefix("doc-dups,17,16")
    found = "".join(csv.render(errata.score(*texts, ids=["doc-dups"], profile="lines")))
    assert found == f"{COLUMNS}\r\n{row}\r\nMACRO_AVG,,{average}\r\n"
    code = "".join(csv.render(errata.score(*texts, ids=["doc-dups"], profile="lines-code")))
    assert code == f"{COLUMNS}\r\n{row}\r\n\r\nmacro_avg,,{average}\r\n"


def test_the_csv_of_no_samples_is_its_header():
    assert "".join(csv.render(errata.score([], [], profile="lines"))) == f"{COLUMNS}\r\n"


def test_the_csv_of_other_metrics_has_their_own_names():
    result = errata.score(["abcd"], ["abxd"], ids=["one"], metrics=["ned", "cer"])
    assert "".join(csv.render(result)) == "id,len_gt,len_pred,ned,cer\r\none,4,4,0.25,0.25\r\nMACRO_AVG,,,0.25,0.25\r\n"


def test_the_csv_reads_samples_in_parts_and_holds_none():
    result = small()
    parts = [result.parts(None)[0].slice(row, 1) for row in range(3)]
    asked = []

    def stream(names):
        for number, part in enumerate(parts):
            asked.append(number)
            yield part.select(names)

    object.__setattr__(result, "parts", stream)
    lines = csv.render(result)
    assert next(lines).startswith("id,")
    assert next(lines).startswith("a,")
    assert asked == [0]


def test_samples_of_a_result_are_one_table():
    result = small()
    object.__setattr__(result, "parts", samples(id=["x", "y"]))
    assert result.samples.to_pydict() == {"id": ["x", "y"]}


def render(*what, **how):
    return "".join(render_listing(*what, **how))


RECORDS = Listing(
    [
        {"name": "one", "better": None, "extra": ["x", "y"], "more": {"k": True}},
        {"name": "two_norm", "better": "low", "extra": [], "more": {}},
    ],
    (grids.Column("name", "name"), grids.Column("better", "text")),
    hidden=lambda record: record["name"].endswith("_norm"),
    note="hidden: norm",
)


def test_a_listing_is_a_table_of_some_fields_and_json_of_all():
    table = render(RECORDS, "table")
    assert "one" in table
    assert "two_norm" not in table
    assert "hidden: norm" in table
    assert '"extra": [\n      "x"' in render(RECORDS, "json")
    assert render(RECORDS, "markdown").startswith("| name | better |\n| :--- | :--- |\n| one | none |\n")


def test_details_show_every_field():
    table = render(RECORDS, "table", details=True)
    assert "x, y" in table
    assert "k yes" in table
    assert "two_norm" in table
    assert "| name | better | extra | more |" in render(RECORDS, "markdown", details=True)


def test_every_listing_format_has_a_name_and_others_are_refused():
    assert set(LISTINGS) == {"table", "json", "markdown"}
    with pytest.raises(UnknownNameError, match="table"):
        render(RECORDS, "tabel")
