"""Every metric by its name: what `errata metrics` prints and the documentation is generated from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from errata.errors import UnknownNameError
from errata.metrics.bags import BAG_ERROR, BAGS
from errata.metrics.base import Metric
from errata.metrics.fluency import FLUENCIES
from errata.metrics.lines import LINES
from errata.metrics.order import DISTINCT_OVERLAPS, ORDERS
from errata.metrics.rates import EDIT_COUNTS, RATE_VARIANTS, RATES

SUITE: tuple[Metric, ...] = (*RATES, *BAGS, *LINES, *ORDERS, *FLUENCIES, *EDIT_COUNTS)
VARIANTS: tuple[Metric, ...] = (
    *RATE_VARIANTS,
    BAG_ERROR,
    *DISTINCT_OVERLAPS,
)  # other systems' forms; profiles name them


def _with_normalised(metrics: Iterable[Metric]) -> dict[str, Metric]:
    return {metric.name: metric for raw in metrics for metric in (raw, raw.on_normalised_text())}


STANDARD: tuple[str, ...] = tuple(_with_normalised(SUITE))
METRICS: Mapping[str, Metric] = MappingProxyType(_with_normalised((*SUITE, *VARIANTS)))


def find(names: Iterable[str]) -> tuple[Metric, ...]:
    """The metrics of these names, in this order; an unknown name is refused with the nearest known ones."""
    wanted = tuple(names)
    UnknownNameError.check("metric", wanted, METRICS)
    return tuple(METRICS[name] for name in wanted)
