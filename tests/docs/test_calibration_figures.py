"""The figures of calibration that the documentation shows are those that `make calibrate` wrote."""

from doc_blocks import ROOT

CALIBRATION = (ROOT / "benchmarks" / "calibration.md").read_text("utf-8")
PAGE = (ROOT / "docs" / "concepts" / "intervals.md").read_text("utf-8")


def table(text, title=""):
    section = text.partition(title)[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("|")]


def test_the_page_shows_the_table_of_the_default_method():
    assert table(PAGE, "## How well they keep their promise") == table(CALIBRATION, "## Intervals: the default method")


def test_what_the_page_promises_is_in_the_table():
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table(CALIBRATION, "the default method")[2:]]
    shares = {name: [float(share.removesuffix(" %")) for share in row] for name, *row in rows}
    large = [share for name, row in shares.items() if int(name.split()[0].replace(",", "")) >= 30 for share in row]
    assert len(large) == 24
    assert all(93 <= share <= 97 for share in large)


def test_lines_resampled_one_by_one_hold_the_truth_half_of_the_time():
    rows = table(CALIBRATION, "## Intervals: lines instead of documents")[2:]
    assert all(45 <= float(row.split("|")[2].removesuffix(" % ")) <= 55 for row in rows)


def test_it_was_made_with_two_thousand_corpora():
    assert "from 2,000 simulated corpora" in CALIBRATION
