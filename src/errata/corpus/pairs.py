"""Runs side by side: the same samples in the same order, under the same conventions, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errata.corpus import layout_counted
from errata.corpus.counted import Counted, Rows, columns_of, counted, is_layout, rows_of
from errata.errors import InputError, Problem, UnknownNameError, UsageError
from errata.report.result import Result

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["UNMATCHED", "Paired", "differing", "paired", "refuse_differing"]

UNMATCHED = ("error", "drop")
REFERENCE = "original_length.reference"
AGAIN = (
    "Score them again with the same options; errata compare --explain shows how far each of these moves the numbers."
)


@dataclass(frozen=True, slots=True)
class Paired:
    """Several runs over the samples that all of them have."""

    names: tuple[str, ...]
    results: tuple[Result, ...]
    rows: tuple[Rows, ...]
    metrics: Mapping[str, Counted]
    unpaired: Mapping[str, tuple[str, ...]]  # by run: the ids that another run lacks
    samples: Mapping[str, int]  # by run: all of its samples, or documents of a layout

    def __len__(self) -> int:
        return len(self.rows[0].ids)


def differing(first: Result, second: Result) -> dict[str, tuple[str, str]]:
    """The conventions in which two results differ: the fields of their signatures, with both values."""
    ours, theirs = (
        dict(part.partition(":")[::2] for part in result.signature.split("|")) for result in (first, second)
    )
    names = list(dict.fromkeys([*ours, *theirs]))
    return {
        name: (ours.get(name, "none"), theirs.get(name, "none")) for name in names if ours.get(name) != theirs.get(name)
    }


def refuse_differing(results: Mapping[str, Result], hint: str = "") -> None:
    """Refuse results that were not measured in the same way, and name what differs."""
    (first, ours), *others = results.items()
    problems = [
        Problem(field, f"{mine!r} in {first}, {other!r} in {name}")
        for name, theirs in others
        for field, (mine, other) in differing(ours, theirs).items()
    ]
    if problems:
        raise InputError(
            "The runs were not measured in the same way, so their numbers do not compare.", problems,
            hint or AGAIN,
        )  # fmt: skip


def paired(
    results: Mapping[str, Result],
    metrics: Sequence[str] | None = None,
    *,
    unmatched: str = "error",
    facts: Sequence[str] = (),
    hint: str = "",
) -> Paired:
    """The samples that all runs have, by their ids, with the counts of these metrics (the headline of the first)."""
    if unmatched not in UNMATCHED:
        raise UnknownNameError("policy for unmatched samples", unmatched, UNMATCHED)
    if len(results) < 2:
        raise UsageError("A comparison needs two runs or more.")
    refuse_differing(results, hint)
    known = {name: counted(result) for name, result in results.items()}
    wanted = _chosen(results, metrics)
    chosen = {metric: next(iter(known.values()))[metric] for metric in wanted}
    first = next(iter(results.values()))
    size = layout_counted.reference_of(first.settings["iou"]) if is_layout(first) else REFERENCE
    sizes = {"": Counted(next(iter(chosen.values())).formula, {"": size})}
    rows = {
        name: rows_of(result, {**chosen, **_present(result, sizes)}, facts=facts, exact=True)
        for name, result in results.items()
    }
    if is_layout(first):
        rows = _with_empty(rows, size)
    places, unpaired = _matched(rows, unmatched)
    sides = tuple(side.take(at) for side, at in zip(rows.values(), places, strict=True))
    _refuse_other_references(tuple(results), sides, size)
    counts = {name: len(side.ids) for name, side in rows.items()}
    return Paired(tuple(results), tuple(results.values()), sides, chosen, unpaired, counts)


def _chosen(results: Mapping[str, Result], metrics: Sequence[str] | None) -> list[str]:
    (_, first), *others = results.items()
    if metrics is None:
        shared = [name for name in first.headline if all(name in other for _, other in others)]
        if not shared:
            raise UsageError("The runs have no metric of their headlines in common. Name one with --metrics.")
        return shared
    for name, result in results.items():
        for metric in metrics:
            if metric not in result:
                raise UnknownNameError(f"metric of {name}", metric, result)
    return list(dict.fromkeys(metrics))


def _matched(rows: Mapping[str, Rows], unmatched: str) -> tuple[list[NDArray[np.int64]], dict[str, tuple[str, ...]]]:
    import numpy as np

    sets = {name: set(side.ids) for name, side in rows.items()}
    common = set.intersection(*sets.values())
    unpaired = {name: tuple(sorted(ids - common)) for name, ids in sets.items()}
    if not common:
        examples = [Problem(name, f"has {', '.join(map(repr, sorted(ids)[:3])) or 'no sample'} …")
                    for name, ids in sets.items()]  # fmt: skip
        raise InputError("The runs have no sample in common, so there is nothing to compare.", examples,
                         "Samples are paired by their ids: score the same corpus in both runs.")  # fmt: skip
    if unmatched == "error" and any(unpaired.values()):
        problems = [Problem(key, f"is in {name} and not in every run") for name, ids in unpaired.items() for key in ids]
        raise InputError(f"The runs do not hold the same samples: {len(common)} are in all of them.", problems,
                         "Pass --unmatched drop to compare the common ones, or score the run that lacks them again with"
                         " --unmatched count.")  # fmt: skip
    ordered = sorted(common)
    found = []
    for side in rows.values():
        place = {key: number for number, key in enumerate(side.ids)}
        found.append(np.array([place[key] for key in ordered], dtype=np.int64))
    return found, unpaired


def _with_empty(rows: Mapping[str, Rows], reference: str) -> dict[str, Rows]:
    """Rows of zeros for the documents in which a layout run has no object: it keeps none for them."""
    import numpy as np

    known = {key: (side, place) for side in rows.values() for place, key in enumerate(side.ids)}
    objects = {key: int(side.counts[reference][place]) for key, (side, place) in known.items()}
    found = {}
    for name, side in rows.items():
        added = layout_counted.absent(objects, side.ids)
        counts = {field: np.append(column, np.zeros(len(added), column.dtype)) for field, column in side.counts.items()}
        facts = {
            fact: [*values, *(known[key][0].facts[fact][known[key][1]] for key in added)]
            for fact, values in side.facts.items()
        }
        found[name] = Rows([*side.ids, *added], counts, facts)
    return found


def _present(result: Result, columns: Mapping[str, Counted]) -> Mapping[str, Counted]:
    known = set(columns_of(result))
    return {name: one for name, one in columns.items() if known.issuperset(one.columns.values())}


def _refuse_other_references(names: Sequence[str], sides: Sequence[Rows], size: str) -> None:
    """Texts and objects are not kept, but the sizes of references are: other sizes are other references."""
    first, what = sides[0].counts.get(size), "characters" if size == REFERENCE else "objects"
    problems = []
    for name, side in zip(names[1:], sides[1:], strict=True):
        theirs = side.counts.get(size)
        if first is None or theirs is None:
            continue
        problems += [
            Problem(
                side.ids[place], f"its reference has {first[place]} {what} in {names[0]}, {theirs[place]} in {name}"
            )
            for place in (first != theirs).nonzero()[0].tolist()
        ]
    if problems:
        raise InputError("The runs were scored against other references, so their numbers do not compare.", problems,
                         "Score both again against the same references.")  # fmt: skip
