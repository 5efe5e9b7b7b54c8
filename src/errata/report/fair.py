"""How a result shows fairness: for each fact how far its groups are apart, and the groups of the first metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from errata.report.grids import Column, Grid
from errata.report.numbers import UNICODE, Signs, number
from errata.report.result import Result
from errata.report.visible import label

__all__ = ["grids", "sentences"]


def grids(result: Result, signs: Signs = UNICODE) -> Iterator[Grid]:
    """Two tables for each fact."""
    for fact, metrics in result.fairness.items():
        yield _gaps(result, fact, metrics, signs)
        yield _groups(result, fact, next(iter(metrics)), signs)


def sentences(result: Result) -> Iterator[str]:
    """What the first metric says of each fact, in words."""
    for fact, metrics in result.fairness.items():
        name, block = next(iter(metrics.items()))
        low, high = (_points(bound, UNICODE) for bound in block["gap"])
        yield (
            f"By {fact}, {name} is best for {label(block['best'])} and worst for {label(block['worst'])}: Delta is"
            f" {_points(block['delta'], UNICODE)} points ({low} to {high}), which Thulium (002) calls {block['parity']}"
            f" {'parity' if block['parity'] in ('excellent', 'good') else 'disparity'}."
        )
        for other, adjusted in block.get("adjusted", {}).items():
            yield from _mix(block, other, adjusted)


def _mix(block: Mapping[str, Any], other: str, adjusted: Mapping[str, Any]) -> Iterator[str]:
    if adjusted["gap"] is None:
        yield f"These two groups share no {other}, so the gap cannot be told from one of {other}."
        return
    raw = block["groups"][block["worst"]]["micro"] - block["groups"][block["best"]]["micro"]
    gap, share = abs(adjusted["gap"]), adjusted["shared"]
    part = "" if share == 1 else f" (as far as both have it: {share:.0%} of them)"
    over = f"if both had the mix of {other} of all samples{part}"
    if raw * adjusted["gap"] < 0:
        yield f"The gap turns around, to {gap * 100:.2f} points the other way, {over}: it is one of {other}."
    elif gap < abs(raw) / 2:
        yield f"The gap shrinks to {gap * 100:.2f} points, {over}: most of it is one of {other}."
    else:
        yield f"The gap is {gap * 100:.2f} points {over}."


def _gaps(result: Result, fact: str, metrics: Mapping[str, Any], signs: Signs) -> Grid:
    others = list(dict.fromkeys(other for block in metrics.values() for other in block.get("adjusted", {})))
    rows = []
    for name, block in metrics.items():
        direction = signs.direction(result.scores[name].better)
        gap = _range([_points(bound, signs) for bound in block["gap"]], signs)
        rows.append((
            f"{name} {direction}".rstrip(), _points(block["delta"], signs), gap,
            _points(block["sigma"], signs), block["parity"], label(block["best"], 16), label(block["worst"], 16),
            *(_points(_gap(block, other), signs) for other in others), _index(block["theil"], signs),
            _index(block["gini"], signs),
        ))  # fmt: skip
    columns = (
        Column("metric", "name"), Column("Delta"), Column("worst - best"), Column("Sigma"), Column("parity", "name"),
        Column("best", "name"), Column("worst", "name"), *(Column(f"at equal_{other}") for other in others),
        Column("Theil"), Column("Gini"),
    )  # fmt: skip
    return Grid(f"Fairness by {fact}: micro averages, in percentage points", columns, tuple(rows))


def _groups(result: Result, fact: str, name: str, signs: Signs) -> Grid:
    scale = result.scores[name].scale
    rows = []
    for one, group in result.fairness[fact][name]["groups"].items():
        interval = _range([_number(bound, scale, signs).removesuffix(" %") for bound in group["interval"]], signs)
        rows.append((
            label(one, 28), f"{group['samples']:,}", _number(group["micro"], scale, signs), interval,
            _number(group["macro"], scale, signs),
            _number(group["shrunk"], scale, signs),
        ))  # fmt: skip
    columns = (
        Column(fact, "name"), Column("samples"), Column(name), Column("interval"), Column("macro"), Column("shrunk"),
    )  # fmt: skip
    note = "shrunk: drawn towards all groups, the more the less is known of the group"
    return Grid(f"{name} by {fact}, with intervals", columns, tuple(rows), note)


def _range(bounds: Sequence[str], signs: Signs) -> str:
    """Both bounds, apart because they may be negative; nothing where there is no interval."""
    low, high = bounds
    return "" if signs.none in (low, high) else f"{low} {signs.between} {high}"


def _gap(block: Mapping[str, Any], other: str) -> float | None:
    adjusted: float | None = block.get("adjusted", {}).get(other, {}).get("gap")
    return adjusted


def _points(value: float | None, signs: Signs) -> str:
    return signs.none if value is None else f"{value * 100:.2f}"


def _index(value: float | None, signs: Signs) -> str:
    return signs.none if value is None else f"{value:.3f}"


def _number(value: float | None, scale: str, signs: Signs) -> str:
    return signs.none if value is None else number(value, scale, signs)
