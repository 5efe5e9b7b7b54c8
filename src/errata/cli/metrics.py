"""`errata metrics`."""

from __future__ import annotations

import math
from typing import Annotated, Any

from cyclopts import Parameter

from errata.cli.options import ListFormat
from errata.cli.output import write
from errata.metrics.base import Metric
from errata.metrics.registry import METRICS, find
from errata.report.grids import Column
from errata.report.listing import Listing, render

__all__ = ["metrics"]

COLUMNS = (
    Column("name", "name"),
    Column("better", "name"),
    Column("title", "name"),
    Column("formula", "text", least=44),
)
NOTE = "Each of them is also there as NAME_norm: the same after whitespace has been normalised on both sides."


def metrics(*names: Annotated[str, Parameter(name="NAME")], format: ListFormat = "table") -> None:  # noqa: A002
    """List the metrics with their formulas and sources.

    For example:
      errata metrics
      errata metrics cer bleu
      errata metrics --format json

    Parameters
    ----------
    names
        Say everything about these metrics.
    format
        How to show them.
    """
    chosen = find(names or METRICS)
    listing = Listing(
        [described(metric) for metric in chosen], COLUMNS, hidden=lambda row: row["normalised"], note=NOTE
    )
    write(render(listing, format, details=bool(names)), document=format != "table")


def described(metric: Metric) -> dict[str, Any]:
    """What the registry says of a metric, as JSON values; a bound of null is none."""
    low, high = metric.range
    return {
        "name": metric.name,
        "title": metric.title,
        "formula": metric.formula.text,
        "tokens": metric.tokens,
        "normalised": metric.normalised,
        "better": metric.better,
        "scale": metric.scale,
        "minimum": low,
        "maximum": high if math.isfinite(high) else None,
        "symmetric": metric.symmetric,
        "empty_by_profile": metric.formula.policed,
        "counter": metric.counter.name,
        "counts": list(metric.counter.fields),
        "source": metric.source,
    }
