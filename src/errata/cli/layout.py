"""`errata layout`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from errata.cli.options import MEASURED, READ, REPORTED, SHOWN, Flag, Format, Intervals, Names, Unmatched, listed
from errata.cli.output import complain, show
from errata.corpus.layout import layout as score_layout
from errata.corpus.layout_settings import MATCHINGS, SHAPES
from errata.errors import UsageError
from errata.io.document_facts import read_facts
from errata.io.layout_builder import OUTSIDE
from errata.io.snapshot_rules import REVISIONS

if TYPE_CHECKING:
    Matching = str
    Outside = str
    Schema = str
    Shapes = str
else:
    Matching, Outside = (Literal[tuple(known)] for known in (MATCHINGS, OUTSIDE))
    Schema, Shapes = (Literal[tuple(known)] for known in (REVISIONS, SHAPES))

__all__ = ["layout"]

INTERVALS = Intervals()


def layout(
    reference: Annotated[str, Parameter(name="REF")],
    hypothesis: Annotated[str, Parameter(name="HYP")],
    /,
    *,
    iou: Annotated[Names, Parameter(group=MEASURED, metavar="T,...")] = ("0.5",),
    labels: Annotated[Names, Parameter(group=MEASURED, metavar="CLASS,...")] = (),
    matching: Annotated[Matching, Parameter(group=MEASURED)] = "greedy",
    shapes: Annotated[Shapes, Parameter(group=MEASURED)] = "boxes",
    format_in: Annotated[Names, Parameter(group=READ, metavar="REF,HYP")] = (),
    unmatched: Annotated[Unmatched, Parameter(group=READ)] = "error",
    outside: Annotated[Outside, Parameter(group=READ)] = "error",
    category_offset: Annotated[int, Parameter(group=READ, metavar="N", show_default=False)] = 0,
    classes: Annotated[Path | None, Parameter(group=READ)] = None,
    schema: Annotated[Schema, Parameter(group=READ)] = "either",
    facts: Annotated[Path | None, Parameter(group=READ)] = None,
    by: Annotated[Names, Parameter(group=REPORTED, metavar="FACT,...")] = (),
    weights: Annotated[Names, Parameter(group=REPORTED, metavar="CLASS=W,...")] = (),
    average_precision: Annotated[Flag, Parameter(name=["--average-precision", "--ap"], group=REPORTED)] = False,
    errors: Annotated[Flag, Parameter(group=REPORTED)] = False,
    calibration: Annotated[Flag, Parameter(group=REPORTED)] = False,
    differences: Annotated[Flag, Parameter(group=REPORTED)] = False,
    intervals: Intervals = INTERVALS,
    format: Annotated[Format, Parameter(group=SHOWN)] = "table",  # noqa: A002
    overlay: Annotated[Path | None, Parameter(group=SHOWN, metavar="DIR")] = None,
    images: Annotated[Path | None, Parameter(group=SHOWN, metavar="DIR")] = None,
    out: Annotated[Path | None, Parameter(group=SHOWN)] = None,
    overwrite: Annotated[Flag, Parameter(group=SHOWN)] = False,
) -> None:
    """Score detected objects of pages: figures, tables ...

    Sides are files of the unified evaluation schema 1.3, of COCO or Label Studio,
    or folders of YOLO text, Pascal VOC or PAGE. Objects are matched per document,
    page and class, best IoU first, each at most once.

    For example:
      errata layout truth.json predicted.json
      errata layout truth.json predicted.json --iou 0.5,0.75 --by document
      errata layout coco.json results.json --ap --errors --calibration
      errata layout truth.json predicted.json --overlay pages/ --images scans/

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
        How objects find partners: best IoU first, by score, or best total.
    shapes
        What overlaps; polygons are the boxes where one side has only boxes.
    format_in
        The format of both sides, or of each, where it is not to be told.
    unmatched
        Documents of one side only: refuse, count their objects, or drop.
    outside
        Boxes that reach over their page: refuse, or cut off.
    category_offset
        Add this to every category id of COCO results.
    classes
        The file of class names of YOLO text.
    schema
        Hold the files to one revision of the schema.
    facts
        A CSV or TSV file of facts to group by: document, then a column a fact.
    by
        Also score groups: document, page, or a fact.
    weights
        Weights of classes in one more mean, over classes; 1 where not given.
    average_precision
        COCO's AP and AR, of the scores of the hypothesis.
    errors
        The kind of every error, and what its repair would gain.
    calibration
        What scores are worth: the best threshold, and calibration.
    differences
        Pages on which the matchings would pair other objects.
    format
        How to show the result.
    overlay
        Draw each page as SVG into this folder.
    images
        The page images to draw on.
    out
        Keep the run in this directory.
    overwrite
        Replace the run that is there.
    """
    result = score_layout(
        reference, hypothesis,
        iou=[_number(value, "--iou takes numbers such as 0.5,0.75") for value in listed(iou)],
        labels=listed(labels), matching=matching, shapes=shapes,
        formats=listed(format_in), unmatched=unmatched, outside=outside, category_offset=category_offset,
        classes=classes, schema=schema, facts=read_facts(str(facts)) if facts else None,
        by=listed(by), weights=_weights(listed(weights)),
        average_precision=average_precision, errors=errors, calibration=calibration, differences=differences,
        overlay=overlay, images=images, out=out, overwrite=overwrite, **intervals.options(),
    )  # fmt: skip
    for problem in result.problems:
        complain(f"{problem['where']} {problem['what']}", "warning")
    for sentence in (result.layout or {}).get("warnings", ()):
        complain(sentence, "warning")
    show(result, format)


def _weights(values: list[str]) -> dict[str, float]:
    pairs = [value.rpartition("=") for value in values]
    return {name: _number(weight, "--weights takes CLASS=NUMBER, such as Figure=2") for name, _, weight in pairs}


def _number(text: str, rule: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{rule}, not {text!r}.") from None
