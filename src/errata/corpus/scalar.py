"""Every metric as a function of one pair of texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Unpack

from errata.corpus.settings import Conventions, settle
from errata.errors import UsageError
from errata.metrics.base import Metric
from errata.metrics.count import PairCounter
from errata.metrics.plan import group_of
from errata.metrics.registry import METRICS
from errata.text.view import View


class Scalar(Protocol):
    """A metric of one pair of texts."""

    def __call__(self, reference: str, hypothesis: str, **settings: Unpack[Conventions]) -> float: ...


def scalar(name: str) -> Scalar:
    """The metric of this name as `function(reference, hypothesis, **settings) -> float`.

    Without settings it is the metric of the standard profile. The settings are those of `errata.score`: profile,
    unit, words, normalize, empty and tie.
    """
    metric = METRICS[name]
    standard = _standard(metric)

    def measure(reference: str, hypothesis: str, **settings: Unpack[Conventions]) -> float:
        if not (isinstance(reference, str) and isinstance(hypothesis, str)):
            raise _not_a_text(name, reference, hypothesis)
        if settings:
            return _with_settings(name, reference, hypothesis, settings)
        return standard(reference, hypothesis)

    measure.__name__ = measure.__qualname__ = name
    measure.__doc__ = f"{metric.title}: {metric.formula.text}, on {metric.tokens}. Source: {metric.source}."
    return measure


def _standard(metric: Metric) -> Callable[[str, str], float]:
    """The metric under the standard conventions, with everything resolved beforehand."""
    kernel, fields = metric.counter.kernel, metric.counter.fields
    value = metric.formula.on_row(fields)
    if metric.tokens in ("characters", "text") and not metric.normalised:
        return lambda reference, hypothesis: value(kernel(reference, hypothesis), "count")
    tokens = View().tokeniser(metric.tokens, normalised=metric.normalised)
    return lambda reference, hypothesis: value(kernel(tokens(reference), tokens(hypothesis)), "count")


def _with_settings(name: str, reference: str, hypothesis: str, settings: Conventions) -> float:
    settled = settle(metrics=[name], **settings)
    metric, plan = settled.metrics[name], settled.plan
    group = group_of(metric, plan.view)
    row = PairCounter(plan)(reference, hypothesis)[plan.slices[group]]
    return metric.formula.on_row(group.counter.fields)(row, settled.profile.empty)


def _not_a_text(name: str, *texts: object) -> UsageError:
    kinds = " and ".join(type(text).__name__ for text in texts)
    return UsageError(
        f"errata.{name} compares two texts, not {kinds}. For lists use errata.score(references, hypotheses)."
    )
