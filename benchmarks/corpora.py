"""Corpora: one million pairs streamed from Parquet into a finished run directory, and what that costs in memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import jiwer
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.data import pairs
from benchmarks.table import Bound, Row, best

MEASURE = """
import json, resource, sys, time
import errata
start = time.perf_counter()
errata.score_corpus(sys.argv[1], out=sys.argv[2])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([time.perf_counter() - start, peak]))
"""


def write(path: Path, number: int) -> None:
    """A Parquet file of line pairs: 20,000 different ones, over and over, with ids of their own."""
    known = pairs(min(number, 20_000), 50, 0.05)
    schema = pa.schema([("id", pa.string()), ("reference", pa.string()), ("hypothesis", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, number, 20_000):
            chunk = known[: min(20_000, number - start)]
            references, hypotheses = zip(*chunk, strict=True)
            ids = [f"line-{start + at}" for at in range(len(chunk))]
            writer.write_table(pa.table([pa.array(ids), pa.array(references), pa.array(hypotheses)], schema=schema))


def rows(number: int = 1_000_000) -> list[Row | Bound]:
    """A run over `number` pairs, beside jiwer over a sample of the same pairs in memory."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "pairs.parquet"
        write(table, number)
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, str(table), str(Path(folder) / "run")],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    seconds, peak = json.loads(done.stdout)
    references, hypotheses = map(list, zip(*pairs(20_000, 50, 0.05), strict=True))
    theirs = best(lambda: (jiwer.cer(references, hypotheses), jiwer.wer(references, hypotheses)), 1) / len(references)
    name = f"{number:,} line pairs from Parquet to a finished run directory"
    return [
        Row(name, seconds / number, "jiwer CER + WER over lists in memory, a pair", theirs, 12, faster=True),
        Bound(f"{name}: peak memory", peak / 2**20, "MiB", 600),
    ]
