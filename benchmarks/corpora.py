"""Corpora: one million pairs streamed from Parquet into a finished run directory, and what that costs in memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import jiwer
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.data import pairs
from benchmarks.table import COMPILED, Bound, Row, best

MEASURE = """
import json, resource, sys, time
import errata
start = time.perf_counter()
errata.score_corpus(sys.argv[1], out=sys.argv[2], overwrite=True, intervals=sys.argv[3] == "intervals")
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([time.perf_counter() - start, peak]))
"""
PEER = """
import json, sys, time
import jiwer
import pyarrow.parquet as pq
table = pq.read_table(sys.argv[1], columns=["reference", "hypothesis"])
references, hypotheses = (column.to_pylist() for column in table.columns)
del table
start = time.perf_counter()
jiwer.cer(references, hypotheses)
jiwer.wer(references, hypotheses)
print(json.dumps(time.perf_counter() - start))
"""
DIFFERENT = 20_000


def write(path: Path, number: int) -> None:
    """A Parquet file of line pairs: 20,000 different ones, over and over, with ids of their own."""
    known = pairs(min(number, DIFFERENT), 50, 0.05)
    schema = pa.schema([("id", pa.string()), ("reference", pa.string()), ("hypothesis", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, number, DIFFERENT):
            chunk = known[: min(DIFFERENT, number - start)]
            references, hypotheses = zip(*chunk, strict=True)
            ids = [f"line-{start + at}" for at in range(len(chunk))]
            writer.write_table(pa.table([pa.array(ids), pa.array(references), pa.array(hypotheses)], schema=schema))


def rows(number: int = 1_000_000, rounds: int = 3) -> list[Row | Bound]:
    """A run over `number` pairs, with intervals as by default and without, beside jiwer over the same lists.

    Beside jiwer over the 20,000 that differ, too: Python's garbage collection costs it less there.
    """
    references, hypotheses = map(list, zip(*pairs(DIFFERENT, 50, 0.05), strict=True))
    with tempfile.TemporaryDirectory() as folder:
        table, tenth, run = (Path(folder) / name for name in ("pairs.parquet", "tenth.parquet", "run"))
        write(table, number)
        write(tenth, number // 10)
        theirs, ours, without, small = [], [], [], []
        for _ in range(rounds):  # they take turns, so that what else the machine does hits all alike
            theirs.append(best(lambda: (jiwer.cer(references, hypotheses), jiwer.wer(references, hypotheses)), 1))
            ours.append(_run(table, run))
            without.append(_run(table, run, "none"))
            small.append(_run(tenth, run))
        python = _run(table, run, kernels="python")
        whole = json.loads(_call(PEER, str(table)))
    name = f"{number:,} line pairs from Parquet to a finished run directory"
    peer = "jiwer CER + WER over the same lists in memory, a pair"
    short = f"jiwer CER + WER over the first {DIFFERENT:,}, a pair"
    theirs_a_pair, seconds, tenths = min(theirs) / DIFFERENT, min(ours)[0], min(small)[0]
    peak = max(bytes_ for _, bytes_ in ours)
    return [
        Row(name, seconds / number, peer, whole / number, 12, faster=True),
        Row("the same without intervals", min(without)[0] / number, peer, whole / number, 12, faster=True),
        Row("the same with intervals", seconds / number, short, theirs_a_pair, 12, faster=True),
        Row("the same, a pair", seconds / number, f"{number // 10:,} pairs", tenths / (number // 10), 1.3),
        Bound(f"{name}: peak memory", peak / 2**20, "MiB", 400),
        Bound("the same by the Python kernels: peak memory", python[1] / 2**20, "MiB", 600),
    ]


def _run(table: Path, out: Path, intervals: str = "intervals", kernels: str = "") -> tuple[float, float]:
    """Seconds and bytes of a run in a process of its own."""
    seconds, peak = json.loads(_call(MEASURE, str(table), str(out), intervals, kernels=kernels))
    return seconds, peak


def _call(program: str, *arguments: str, kernels: str = "") -> str:
    """What a program prints in a process of its own."""
    environment = os.environ | COMPILED | {"ERRATA_KERNELS": kernels}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
