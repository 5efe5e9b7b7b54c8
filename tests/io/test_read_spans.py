"""The law of all sources: batches of any size from any start give what one pass gives."""

import json
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errata.errors import UsageError
from errata.io import MemorySource, open_source
from errata.io.policy import Policy

COUNT = 23
KINDS = ["files", "lines", "wide lines", "folders", "jsonl", "json", "csv", "parquet", "parts", "memory", "arrow"]


def rows():
    """Rows with nulls and repeated ids among them."""
    generator = random.Random(7)
    ids = [f"id{number if generator.random() < 0.8 else number // 2}" for number in range(COUNT)]
    references = [None if generator.random() < 0.1 else f"réf {number}\n" for number in range(COUNT)]
    hypotheses = [None if generator.random() < 0.2 else f"hyp {number}" for number in range(COUNT)]
    return ids, references, hypotheses, [str(number % 3) for number in range(COUNT)]


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A source of every kind, with problems and missing hypotheses among the samples."""
    root = tmp_path_factory.mktemp("sources")
    ids, references, hypotheses, pages = rows()
    columns = {"id": ids, "reference": references, "hypothesis": hypotheses, "page": pages}
    records = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    (root / "t.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records) + "broken\n")
    (root / "t.json").write_text(json.dumps(records))
    table = "".join(f'{r["id"]},"{r["reference"]}",{r["hypothesis"]},{r["page"]}\n' for r in records)
    (root / "t.csv").write_text("id,reference,hypothesis,page\n" + table + "short\n")
    pq.write_table(pa.table(columns), root / "t.parquet", row_group_size=5)
    for part in range(3):
        pq.write_table(pa.table(columns).slice(part * 9, 9), root / f"part{part}.parquet", row_group_size=4)
    for side, texts in (("ref", references), ("hyp", hypotheses)):
        (root / side).mkdir()
        for number, text in enumerate(texts):
            if text is not None:
                (root / side / f"{number:02d}.txt").write_bytes(text.encode("latin-1" if number == 11 else "utf-8"))
        (root / f"{side}.txt").write_text("".join(f"{number}\n" for number in range(COUNT)))
        (root / f"{side}16.txt").write_text("".join(f"{number}\n" for number in range(COUNT)), "utf-16")
    options = {"unmatched": "count", "on_error": "skip"}
    files = {"jsonl": "t.jsonl", "json": "t.json", "csv": "t.csv", "parquet": "t.parquet", "parts": "part*.parquet"}
    policy = Policy(**options)
    chunked = pa.chunked_array([hypotheses[:7], hypotheses[7:]])
    return {
        "files": open_source(root / "ref.txt", root / "hyp.txt"),
        "lines": open_source(root / "ref.txt", root / "hyp.txt", lines=True),
        "wide lines": open_source(root / "ref16.txt", root / "hyp16.txt", lines=True, encoding="utf-16"),
        "folders": open_source(root / "ref", root / "hyp", **options),
        **{kind: open_source(root / name, facts=["page"], **options) for kind, name in files.items()},
        "memory": MemorySource(ids, references, hypotheses, {"page": pages}, policy=policy),
        "arrow": MemorySource(ids, pa.array(references), chunked, policy=policy),
    }


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30, deadline=None)
@given(size=st.integers(1, COUNT + 3), start=st.integers(0, COUNT + 3))
def test_any_size_and_start_give_the_same_samples_as_one_pass(read, sources, kind, size, start):
    source = sources[kind]
    singles = list(source.batches(1))
    found = read(source, size, start)
    expected = singles[start:]
    assert found.read == len(expected)
    assert found.ids == [key for batch in expected for key in batch.ids]
    for side in ("references", "hypotheses"):
        assert getattr(found, side) == [
            text if isinstance(text, str) else text.as_py() for b in expected for text in getattr(b, side)
        ]
    for name, values in found.facts.items():
        assert values == [value for batch in expected for value in batch.facts[name]]
    assert found.problems == [problem for batch in expected for problem in batch.problems]
    assert found.missing == sum(batch.missing for batch in expected)
    assert all(taken == size for taken in found.sizes[:-1])
    assert source.size in (None, len(singles))


def test_the_sources_of_this_law_hold_problems_and_missing_hypotheses(read, sources):
    for kind in ("folders", "jsonl", "parquet", "memory"):
        found = read(sources[kind])
        assert found.missing > 0
        assert found.problems


@pytest.mark.parametrize("kind", KINDS)
def test_descriptions_survive_json_and_are_stable(sources, kind):
    description = dict(sources[kind].description)
    assert json.loads(json.dumps(description)) == description
    assert len(description["digest"]) == 64
    assert description["kind"]


@pytest.mark.parametrize("kind", KINDS)
def test_no_batch_is_empty_and_no_start_before_the_first(sources, kind):
    for size, start in ((0, 0), (1, -1)):
        with pytest.raises(UsageError, match="Batches have at least 1 sample"):
            list(sources[kind].batches(size, start))
