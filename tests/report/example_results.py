"""Results built by hand, so that what a report shows can be read off this page."""

import math

import pyarrow as pa

from errata.report.result import Group, Result, Score, Tally

NAN, INF = math.nan, math.inf
SIGNATURE = "profile:standard|unit:character|words:whitespace|steps:none|errata:0.1.0"
SETTINGS = {
    "aggregation": "micro",
    "unit": "character",
    "words": "whitespace",
    "terms": "biblicus",
    "steps": [],
    "ties": "sub_del_ins",
    "empty": "count",
    "by": [],
    "ladder": False,
    "per_class": False,
    "worst": 0,
    "csv_average": ["MACRO_AVG"],
}


def score(name, title, *numbers, better="lower", scale="rate", aggregation="micro", **more):
    """A score of these numbers: micro, macro, median, std, p95, min, max, undefined."""
    return Score(name, title, better, scale, aggregation, *numbers, **more)


def named(*scores):
    return {one.name: one for one in scores}


def samples(**columns):
    table = pa.table(columns)
    return lambda names: [table if names is None else table.select(names)]


def small():
    """Three samples, two metrics, nothing special."""
    return Result(
        errata="0.1.0",
        profile="standard",
        signature=SIGNATURE,
        tally=Tally(3, 0, 0),
        scores=named(
            score("cer", "Character error rate", 0.05214, 0.0496, 0.031, 0.02, 0.12, 0.0, 0.12, 0),
            score("cer_norm", "Character error rate, whitespace normalised", 0.05, 0.04, 0.03, 0.02, 0.1, 0, 0.1, 0),
            score("char_f1", "Character F1", 0.97, 0.96, 0.98, 0.01, 1.0, 0.9, 1.0, 0, better="higher"),
            score("char_hits", "Hits, chars", 1234.0, 411.3333, 400.0, 9.5, 500.0, 300.0, 534.0, 0, better="higher",
                  scale="count"),
        ),
        headline=("cer", "cer_norm", "char_f1", "char_hits"),
        settings=SETTINGS,
        parts=samples(
            **{
                "id": ["a", "b,c", "d"],
                "original_length.reference": [10, 20, 0],
                "original_length.hypothesis": [11, 20, 3],
                "cer": [0.1, 1 / 3, None],
                "cer_norm": [0.0, 0.5, INF],
                "char_f1": [1.0, 0.9, 0.0],
                "char_hits": [9.0, 18.0, 0.0],
            }
        ),
    )  # fmt: skip


def full():
    """Everything at once: groups, ladder, worst, classes, a band, an interval, infinite, undefined, skipped."""
    cer = score("cer", "Character error rate", 0.2, INF, 0.5, NAN, INF, 0.0, INF, 2, aggregation="macro", band="poor")
    f1 = score("word_f1", "Word F1", 0.00001, 0.999999, 1, 0, 1, 0, 1, 0, better="higher", aggregation="macro",
               interval=(0.91234, 0.98))  # fmt: skip
    none = score("lcs_ratio", "LCS ratio", NAN, NAN, NAN, NAN, NAN, NAN, NAN, 7, better="higher", aggregation="macro")
    scores = named(cer, f1, none)
    return Result(
        errata="0.1.0",
        profile="handbook",
        signature=SIGNATURE,
        tally=Tally(1234567, 2, 1, 3, 7),
        scores=scores,
        headline=("cer", "word_f1", "lcs_ratio"),
        groups={
            "lang": {"(none)": Group(1, scores), "한국어": Group(12345, scores), "العربية": Group(2, scores)},
            "doc": {"<b>|`x`": Group(1, scores)},
        },
        settings={**SETTINGS, "aggregation": "macro", "ladder": True, "per_class": True, "worst": 3, "by": ["lang"]},
        ladder=(
            {"step": "as given", "cer": 0.4, "edits": 40, "characters": 100, "explains": 0.0},
            {"step": "whitespace", "cer": 0.15, "edits": 15, "characters": 100, "explains": 0.625},
            {"step": "casefold", "cer": 0.16, "edits": 16, "characters": 100, "explains": -0.025},
        ),
        worst=(
            {
                "id": "page\n1", "metric": "cer", "value": None, "reason": "infinite: 1 sample(s)",
                "reference": "", "hypothesis": "abc", "alignment": "3I",
            },
            {
                "id": "صفحة", "metric": "cer", "value": 0.5, "reference": "مكتبة الكتب", "hypothesis": "مكتبه  الكتب",
                "alignment": "4=1X1=1I5=",
            },
            {"id": "long", "metric": "cer", "value": 0.25, "reference": "x" * 30000, "hypothesis": "y" * 30000},
        ),
        per_class={
            "macro_f1": 0.75,
            "classes": [
                {"class": " ", "matched": 9, "reference": 10, "hypothesis": 9, "precision": 1.0, "recall": 0.9,
                 "f1": 0.9473684210526315},
                {"class": "\u0301", "matched": 0, "reference": 5, "hypothesis": 0, "precision": 0.0, "recall": 0.0,
                 "f1": 0.0},
                {"class": "a", "matched": 3, "reference": 3, "hypothesis": 3, "precision": 1.0, "recall": 1.0,
                 "f1": 1.0},
            ],
        },
        problems=(
            {"where": "b.gt.txt", "what": "is not UTF-8: byte 0xff at 7", "hint": "pass --encoding"},
            {"where": "evil\x1b[2J.txt", "what": "is empty", "hint": ""},
        ),
        intervals={"confidence": 0.95, "of": "macro", "method": "studentised", "cluster": "doc", "clusters": 12,
                   "resamples": 2000, "seed": 0},
    )  # fmt: skip


def empty():
    """Nothing was scored."""
    nothing = score("cer", "Character error rate", NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0)
    columns = {"original_length.reference": pa.int64(), "original_length.hypothesis": pa.int64(), "cer": pa.float64()}
    parts = samples(id=pa.array([], pa.string()), **{name: pa.array([], kind) for name, kind in columns.items()})
    tally = Tally(0, 0, 0)
    return Result("0.1.0", "standard", SIGNATURE, tally, {"cer": nothing}, ("cer",), settings=SETTINGS, parts=parts)


RESULTS = {"small": small, "full": full, "empty": empty}
