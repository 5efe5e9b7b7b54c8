"""`errata metrics`."""

from __future__ import annotations

import math
from typing import Annotated, Any

from cyclopts import Parameter

from errata.cli.options import Documents, ListFormat
from errata.cli.output import write
from errata.errors import UsageError
from errata.metrics.base import Metric
from errata.metrics.registry import METRICS, find
from errata.profiles.targets import Guide, guide_named
from errata.report.grids import Column
from errata.report.listing import Listing, render

__all__ = ["metrics"]

COLUMNS = (
    Column("name", "name"),
    Column("better", "name"),
    Column("formula", "text", least=34),
    Column("tokens", "text", least=10),
    Column("title", "text", least=24),
    Column("source", "text", least=24),
)
GUIDED = (
    Column("metric", "name"),
    Column("better", "name"),
    Column("role", "name"),
    Column("target", "name"),
    Column("why", "text", least=24),
)
NOTE = """\
Each of them is also there as NAME_norm: the same after whitespace has been normalised on both sides.
errata metrics NAME says everything of one: title, range, counts, source."""


def metrics(
    *names: Annotated[str, Parameter(name="NAME")],
    documents: Annotated[Documents | None, Parameter(name="--for")] = None,
    format: ListFormat = "table",  # noqa: A002
) -> None:
    """List the metrics with their formulas and sources.

    With --for it says which of them to read for a kind of documents, why, and
    which values to reach.

    For example:
      errata metrics
      errata metrics cer bleu
      errata metrics --for receipts
      errata metrics --format json

    Parameters
    ----------
    names
        Say everything about these metrics.
    documents
        What to read for this kind of documents.
    format
        How to show them.
    """
    if documents:
        if names:
            raise UsageError("Name metrics, or a kind of documents with --for, but not both.")
        write(render(guide(guide_named(documents)), format), document=format != "table")
        return
    chosen = find(names or METRICS)
    listing = Listing(
        [described(metric) for metric in chosen], COLUMNS, hidden=lambda row: row["normalised"], note=NOTE
    )
    write(render(listing, format, details=bool(names)), document=format != "table")


def guide(found: Guide) -> Listing:
    """What to read, as records: metric, role, target, why."""
    targets = {target.metric: f"{target.at_least:g} ({target.purpose})" for target in found.targets}
    records = [
        {
            "metric": reading.metric,
            "better": METRICS[reading.metric].better,
            "role": reading.role,
            "target": targets.get(reading.metric, ""),
            "why": reading.why,
        }
        for reading in found.readings
    ]
    averages = " Targets are on macro averages." if targets else ""
    return Listing(records, GUIDED, caption=f"{found.title}.{averages} Source: {found.source}.")


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
