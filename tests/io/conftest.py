"""What the tests of readers share: everything a source gives, in lists."""

from dataclasses import dataclass, field

import pytest


@dataclass
class Everything:
    """What all batches of a source give together."""

    ids: list = field(default_factory=list)
    references: list = field(default_factory=list)
    hypotheses: list = field(default_factory=list)
    facts: dict = field(default_factory=dict)
    missing: int = 0
    problems: list = field(default_factory=list)
    read: int = 0
    sizes: list = field(default_factory=list)

    @property
    def pairs(self):
        return list(zip(self.ids, self.references, self.hypotheses, strict=True))

    @property
    def whats(self):
        return [str(problem) for problem in self.problems]


def listed(column):
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


@pytest.fixture(scope="session")
def read():
    def everything(source, size=1000, start=0):
        found = Everything()
        for batch in source.batches(size, start):
            assert len(batch.ids) == len(batch.references) == len(batch.hypotheses) == len(batch)
            found.ids += batch.ids
            found.references += listed(batch.references)
            found.hypotheses += listed(batch.hypotheses)
            for name, values in batch.facts.items():
                assert len(values) == len(batch)
                found.facts.setdefault(name, []).extend(values)
            found.missing += batch.missing
            found.problems += batch.problems
            found.read += batch.read
            found.sizes.append(batch.read)
        return found

    return everything


@pytest.fixture
def write(tmp_path):
    """Write a file below the temporary folder; text is written as UTF-8, line ends as they are."""

    def put(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return put
