"""`errata layout`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from errata.cli.options import MEASURED, READ, REPORTED, SHOWN, Flag, Format, Names, Unmatched, listed
from errata.cli.output import complain, show
from errata.corpus.layout import layout as score_layout
from errata.corpus.layout_settings import MATCHINGS
from errata.errors import UsageError
from errata.io.document_facts import read_facts
from errata.io.snapshot_rules import REVISIONS

if TYPE_CHECKING:
    Matching = str
    Schema = str
else:
    Matching, Schema = (Literal[tuple(known)] for known in (MATCHINGS, REVISIONS))

__all__ = ["layout"]


def layout(
    reference: Annotated[str, Parameter(name="REF")],
    hypothesis: Annotated[str, Parameter(name="HYP")],
    /,
    *,
    iou: Annotated[Names, Parameter(group=MEASURED, metavar="T,...")] = ("0.5",),
    labels: Annotated[Names, Parameter(group=MEASURED, metavar="CLASS,...")] = (),
    matching: Annotated[Matching, Parameter(group=MEASURED)] = "greedy",
    weights: Annotated[Names, Parameter(group=REPORTED, metavar="CLASS=W,...")] = (),
    unmatched: Annotated[Unmatched, Parameter(group=READ)] = "error",
    schema: Annotated[Schema, Parameter(group=READ)] = "either",
    facts: Annotated[Path | None, Parameter(group=READ)] = None,
    by: Annotated[Names, Parameter(group=REPORTED, metavar="FACT,...")] = (),
    format: Annotated[Format, Parameter(group=SHOWN)] = "table",  # noqa: A002
    out: Annotated[Path | None, Parameter(group=SHOWN)] = None,
    overwrite: Annotated[Flag, Parameter(group=SHOWN)] = False,
) -> None:
    """Score detected objects of pages: figures, tables ...

    Both sides are files of the unified evaluation schema 1.3. Objects are matched
    per document, page and class, best IoU first, each at most once.

    For example:
      errata layout truth.json predicted.json
      errata layout truth.json predicted.json --iou 0.5,0.75 --by document
      errata layout truth.json predicted.json --labels Table --format csv
      errata layout truth.json predicted.json --out runs/detector

    Parameters
    ----------
    reference
        The ground truth.
    hypothesis
        The prediction.
    iou
        Thresholds from which a pair may match (default: 0.5).
    labels
        These classes only.
    matching
        How objects find their partners.
    weights
        Weights of classes in one more mean, over classes; 1 where not given.
    unmatched
        Documents of one side only: refuse, count their objects, or drop.
    schema
        Hold the files to one revision of the schema.
    facts
        A CSV or TSV file of facts to group by: document, then a column a fact.
    by
        Also score groups: document, page, or a fact.
    format
        How to show the result.
    out
        Keep the run in this directory.
    overwrite
        Replace the run that is there.
    """
    result = score_layout(
        reference,
        hypothesis,
        iou=[_number(value, "--iou takes numbers such as 0.5,0.75") for value in listed(iou)],
        labels=listed(labels),
        matching=matching,
        weights=_weights(listed(weights)),
        unmatched=unmatched,
        schema=schema,
        by=listed(by),
        facts=read_facts(str(facts)) if facts else None,
        out=out,
        overwrite=overwrite,
    )
    for problem in result.problems:
        complain(f"{problem['where']} {problem['what']}", "warning")
    show(result, format)


def _weights(values: list[str]) -> dict[str, float]:
    pairs = [value.rpartition("=") for value in values]
    return {name: _number(weight, "--weights takes CLASS=NUMBER, such as Figure=2") for name, _, weight in pairs}


def _number(text: str, rule: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{rule}, not {text!r}.") from None
