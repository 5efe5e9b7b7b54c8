"""The scored detections of a layout: as columns, as `Records`, and what they say of how sure average precision is.

A detection is a hit where the matching by score gives it a partner, as in COCO, whatever matching the scores rest on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from errata.corpus.layout_pairing import Paired
from errata.corpus.layout_rows import escaped, measure_of
from errata.corpus.layout_settings import LayoutSettings
from errata.errors import UsageError
from errata.kernels.matching import Places, places
from errata.kernels.matching_scored import hits_by_score
from errata.metrics.coco import THRESHOLDS
from errata.metrics.scored import Ranking, weighted_averages
from errata.report.result import Result
from errata.stats.clusters import sharing
from errata.stats.interval import Interval, Resampling
from errata.stats.weighted import DRAWS, METHOD, intervals_of_weights

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from errata.model import Layout

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["Detections", "detections_of", "has_scores", "with_precision_intervals"]

NUMBERS = ("ap", "ap50", "ap75", "ar")


@dataclass(frozen=True, slots=True)
class Detections:
    """The detections in the order of pages, and of the file within each; whether each is a hit, by threshold."""

    where: Places
    page: Integers
    kind: Integers
    scores: Floats
    hits: NDArray[np.bool_]
    thresholds: tuple[float, ...]

    @property
    def table(self) -> pa.Table:
        """A row for each page, with its id and its bag of detections; made of whole columns."""
        import numpy as np
        import pyarrow as pa
        import pyarrow.compute as pc

        pages = self.where.pages
        document, page = (pa.array([names[side] for names in pages], pa.string()) for side in (0, 1))
        starts = np.searchsorted(self.page, np.arange(len(pages) + 1))
        columns = {
            "class": pa.array(self.where.labels, pa.string()).take(pa.array(self.kind)),
            "score": pa.array(self.scores),
            "object": pa.array(np.arange(len(self.page)) - starts[self.page]),
        }
        columns |= {f"hit@{threshold:g}": pa.array(self.hits[:, n]) for n, threshold in enumerate(self.thresholds)}
        bags = pa.ListArray.from_arrays(
            pa.array(starts.astype(np.int32)), pa.StructArray.from_arrays(list(columns.values()), list(columns))
        )
        ids = pc.binary_join_element_wise(document, escaped(page), "/")
        return pa.table({"id": ids, "records": bags})

    def rankings(self, clusters: Integers, rows: int) -> list[Ranking]:
        """The detections of each class by score; equal scores in the order of pages, as COCO ranks them."""
        import numpy as np

        labels = len(self.where.labels)
        positives = np.zeros((labels, rows))
        pages, kinds = np.divmod(self.where.reference, max(labels, 1))
        np.add.at(positives, (kinds, clusters[pages]), 1)
        columns = [self.thresholds.index(threshold) for threshold in THRESHOLDS]
        found = []
        for number in range(labels):
            chosen = np.flatnonzero(self.kind == number)
            ranked = chosen[np.argsort(-self.scores[chosen], kind="stable")]
            hits = tuple(np.flatnonzero(self.hits[ranked, column]) for column in columns)
            found.append(Ranking(clusters[self.page[ranked]], hits, positives[number]))
        return found


def detections_of(paired: Paired, settings: LayoutSettings) -> Detections:
    """The detections of two sides that line up; refused where one of them has no score."""
    import numpy as np

    sides = paired.reference, paired.hypothesis
    scores = paired.hypothesis.scores
    if not has_scores(paired.hypothesis):
        unscored = int(np.isnan(scores).sum())
        why = (
            f"{unscored:,} of {len(scores):,} objects of the hypothesis have no score" if unscored else "there is none"
        )
        raise UsageError(f"This result has no scored detections: {why}.")
    where = places(*sides)
    thresholds = tuple(sorted({*THRESHOLDS, *settings.thresholds}))
    hits = hits_by_score(*sides, thresholds, measure_of(*sides, settings))
    page, kind = np.divmod(where.hypothesis, len(where.labels))
    order = np.argsort(page, kind="stable")
    return Detections(where, page[order], kind[order], scores[order], hits[order], thresholds)


def has_scores(side: Layout) -> bool:
    """Whether there are objects, and every one has a score."""
    import numpy as np

    return len(side.scores) > 0 and not bool(np.isnan(side.scores).any())


def with_precision_intervals(
    result: Result,
    detected: Callable[[], Detections],
    facts: Mapping[str, Mapping[str, str]],
    how: Resampling,
    cluster: str | None,
) -> Result:
    """The result with the intervals of its average precision; null and the reason where there are none."""
    found: dict[str, Any] = dict((result.layout or {})["average_precision"])
    cluster = cluster or "document"
    told: dict[str, Any] = {
        "confidence": how.confidence, "method": METHOD, "cluster": cluster, "clusters": 0,
        "resamples": min(how.resamples, DRAWS), "seed": how.seed,
    }  # fmt: skip
    nothing = dict.fromkeys(NUMBERS)
    some = any(one["hypotheses"] for one in found["classes"])
    reason = found["reason"] or (None if some else "there is no detection")
    if reason:
        told |= {"reason": reason, **nothing, "classes": {one["label"]: nothing for one in found["classes"]}}
    else:
        told |= _judged(detected(), facts, how, cluster)
    found["intervals"] = told
    return replace(result, layout={**(result.layout or {}), "average_precision": found})


def _judged(
    detected: Detections, facts: Mapping[str, Mapping[str, str]], how: Resampling, cluster: str
) -> dict[str, Any]:
    """The bounds of each number: of the mean over classes, and of each class."""
    import numpy as np

    labels, pages = detected.where.labels, detected.where.pages
    used = np.union1d(detected.page, detected.where.reference // len(labels))  # an empty page is no sample either
    clusters = sharing(_names([pages[page] for page in used.tolist()], facts, cluster))
    codes = np.zeros(len(pages), np.int64)
    codes[used] = clusters.codes
    rankings = detected.rankings(codes, clusters.rows)

    def numbers(weights: Floats) -> Floats:
        rows = np.array([_numbers(*weighted_averages(ranking, weights)) for ranking in rankings])
        known = ~np.isnan(rows[:, 0])
        mean = rows[known].mean(axis=0) if known.any() else np.full(len(NUMBERS), np.nan)
        return np.concatenate([mean, rows.ravel()])

    found = intervals_of_weights(numbers, clusters, how)
    width = len(NUMBERS)
    groups = [dict(zip(NUMBERS, found[at : at + width], strict=True)) for at in range(0, len(found), width)]
    bounds = [{name: _bounds(one) for name, one in group.items()} for group in groups]
    void = not any(bounds[0].values())
    return {
        "clusters": clusters.number,
        "reason": groups[0]["ap"].warning if void else None,
        **bounds[0],
        "classes": dict(zip(labels, bounds[1:], strict=True)),
    }


def _numbers(precision: Floats, recall: Floats) -> list[float]:
    at50, at75 = (float(precision[THRESHOLDS.index(threshold)]) for threshold in (0.5, 0.75))
    return [float(precision.mean()), at50, at75, float(recall.mean())]


def _names(
    pages: Sequence[tuple[str, str]], facts: Mapping[str, Mapping[str, str]], cluster: str
) -> Sequence[str | None]:
    if cluster in ("document", "page"):
        return [names[cluster == "page"] for names in pages]
    return [facts[cluster].get(document) for document, _ in pages]


def _bounds(found: Interval) -> list[float] | None:
    return list(found.within(0.0, 1.0)) if found.low < found.high else None
