"""`errata profiles`."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from errata.cli.options import ListFormat
from errata.cli.output import write
from errata.profiles.base import Profile
from errata.profiles.registry import PROFILES, profile_named
from errata.report.grids import Column
from errata.report.listing import Listing, render

__all__ = ["profiles"]

COLUMNS = (Column("name", "name"), Column("aggregation", "name"), Column("empty", "name"), Column("title", "text"))


def profiles(*names: Annotated[str, Parameter(name="NAME")], format: ListFormat = "table") -> None:  # noqa: A002
    """List the profiles and what they set.

    A profile holds the conventions of one way of measuring: what is counted, on
    which text, and what becomes of what the formulas leave open. A profile of a
    system follows its document; the one that ends in -code follows its program.

    For example:
      errata profiles
      errata profiles lines lines-code
      errata score references/ hypotheses/ --profile thulium

    Parameters
    ----------
    names
        Say everything about these profiles.
    format
        How to show them.
    """
    chosen = [profile_named(name) for name in names or PROFILES]
    listing = Listing([described(profile) for profile in chosen], COLUMNS)
    write(render(listing, format, details=bool(names)), document=format != "table")


def described(profile: Profile) -> dict[str, Any]:
    """What a profile sets, as JSON values."""
    bands = {
        band.metric: [*(f"{label} {bound}" for label, bound in band.bounds), band.otherwise] for band in profile.bands
    }
    return {
        "name": profile.name,
        "title": profile.title,
        "source": profile.source,
        "aggregation": profile.aggregation,
        "steps": list(profile.steps),
        "unit": profile.unit,
        "words": profile.words,
        "terms": profile.terms,
        "ties": profile.tie,
        "empty": profile.empty,
        "empty_micro": profile.empty_micro,
        "median": profile.median,
        "percentile": profile.percentile,
        "instead": dict(profile.instead),
        "per_class": profile.per_class,
        "headline": list(profile.headline),
        "metrics": list(profile.metrics),
        "bands": bands,
        "csv_average": list(profile.csv_average),
    }
