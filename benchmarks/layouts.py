"""Layouts: the files of both sides to a finished report, beside hotcoco and pycocotools on the same boxes."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import hotcoco
import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import errata
from benchmarks.layout_data import Files, pages, write, write_snapshots
from benchmarks.table import Bound, Row, best
from errata.kernels.matching import match

THRESHOLDS = (0.5, 0.75)
STEPS = 3  # tenfold steps of the growth of a corpus, the last to five times the corpus that is measured
TENFOLD = 12.0  # how much longer ten times the pages may take
MEASURE = """
import sys
import errata
str(errata.layout(sys.argv[1], sys.argv[2], iou=(0.5, 0.75)))
with open("/proc/self/status") as file:  # getrusage would count the process that started this one, too
    print(next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:")))
"""


def rows(number: int = 20_000) -> list[Row | Bound]:
    """Corpora of `number` pages with 2 and 11 classes, the matcher alone, and how time grows with pages."""
    found: list[Row | Bound] = []
    with tempfile.TemporaryDirectory() as name:
        for classes in (2, 11):
            found += _report(write(Path(name), number, classes), number, classes)
        found.append(_matcher(number))
        found.append(_growth(Path(name), 5 * number))
    return found


def _report(files: Files, number: int, classes: int) -> list[Row | Bound]:
    ours = best(lambda: str(errata.layout(files.reference, files.hypothesis, iou=THRESHOLDS)))
    rust = best(lambda: _averages(hotcoco.COCO, hotcoco.COCOeval, files))
    python = best(lambda: _averages(COCO, COCOeval, files), 1)
    work = f"{number:,} pages, {classes} classes: JSON to report"
    return [
        Row(work, ours, "hotcoco, JSON to AP", rust, 1.5),
        Row(work, ours, "pycocotools, JSON to AP", python, 20, faster=True),
        Bound(f"{work}: peak memory", _peak(files) / 2**20, "MiB", 600),
    ]


def _averages(dataset: Any, evaluator: Any, files: Files) -> None:
    """Average precision as either package documents it."""
    with contextlib.redirect_stdout(io.StringIO()):
        truth = dataset(files.dataset)
        evaluation = evaluator(truth, truth.loadRes(files.results), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()


def _peak(files: Files) -> int:
    """The bytes that an interpreter of its own needs at most."""
    command = [sys.executable, "-c", MEASURE, files.reference, files.hypothesis]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _matcher(number: int) -> Row:
    """The greedy kernel on boxes in arrays, beside the same on lists of each page and class."""
    groups: tuple[list[int], list[int]] = [], []
    boxes: tuple[list[list[float]], list[list[float]]] = [], []
    for place, page in enumerate(pages(number, 2)):
        for side, objects in enumerate(page):
            groups[side].extend(2 * place + kind for kind, _, _ in objects)
            boxes[side].extend(box for _, box, _ in objects)
    lists = [defaultdict(list), defaultdict(list)]
    for side in (0, 1):
        for group, box in zip(groups[side], boxes[side], strict=True):
            lists[side][group].append(box)
    columns = [np.array(one) for side in (0, 1) for one in (groups[side], boxes[side])]
    found = len(match(*columns, 0.5))
    if found != sum(_matched(lists[0][group], lists[1][group], 0.5) for group in lists[0]):
        raise AssertionError("the matcher and the lists disagree")
    ours = best(lambda: match(*columns, 0.5))
    theirs = best(lambda: [_matched(lists[0][group], lists[1][group], 0.5) for group in lists[0]], 1)
    return Row(f"Greedy matching of {len(boxes[0]):,} and {len(boxes[1]):,} boxes", ours, "lists", theirs, 30, True)


def _matched(reference: list[list[float]], hypothesis: list[list[float]], threshold: float) -> int:
    """The number of matches of a page and class, in plain Python."""
    pairs = []
    for other, (left, top, right, bottom) in enumerate(hypothesis):
        for one, box in enumerate(reference):
            wide, high = min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1])
            if wide > 0 and high > 0:
                shared = wide * high
                ours, theirs = (box[2] - box[0]) * (box[3] - box[1]), (right - left) * (bottom - top)
                iou = shared / (theirs + ours - shared)
                if iou >= threshold:
                    pairs.append((-iou, other, one, shared / ours, shared / theirs))
    pairs.sort()
    taken: set[int] = set()
    used: set[int] = set()
    for _, other, one, _, _ in pairs:
        if one not in taken and other not in used:
            taken.add(one)
            used.add(other)
    return len(taken)


def _growth(folder: Path, most: int) -> Bound:
    """The largest factor between a corpus and ten times it, up to `most` pages."""
    times = []
    for step in range(STEPS, -1, -1):
        files = write_snapshots(folder, most // 10**step, 2)
        times.append(best(lambda files=files: str(errata.layout(*files, iou=THRESHOLDS)), 3))
    growth = max(after / before for before, after in pairwise(times))
    return Bound(f"From {most // 10**STEPS:,} to {most:,} pages, ten times the pages", growth, "times as long", TENFOLD)
