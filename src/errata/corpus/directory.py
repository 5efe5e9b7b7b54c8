"""The files of a run directory: written whole or not at all, and never over somebody else's."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from errata.errors import Problem, RunError
from errata.report.result import Result
from errata.version import __version__

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA = 1
FACT = "fact."  # before the names of columns that hold facts


class Pinned(Protocol):
    """What pins a run: the conventions of its numbers."""

    @property
    def signature(self) -> str: ...
    @property
    def digest(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...


class Described(Protocol):
    """What was read."""

    @property
    def description(self) -> Mapping[str, Any]: ...


class RunDirectory:
    """One run directory, new, unfinished or finished."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._manifest = path / "manifest.json"
        self._parts = path / "samples.parquet"
        self._states = path / "unfinished"
        self._detections = path / "detections.parquet"

    def begin(self, settings: Pinned, source: Described, *, overwrite: bool) -> int:
        """Make the directory ready, and return how many parts of the same run it already holds."""
        manifest = {
            "schema": SCHEMA,
            "state": "running",
            "errata": __version__,
            "signature": settings.signature,
            "digest": settings.digest,
            "settings": settings.to_dict(),
            "input": dict(source.description),
        }
        with self.guarded():
            if overwrite:
                self._remove()
            known = self._known()
            if known is None:
                self.path.mkdir(parents=True, exist_ok=True)
                _write(self._manifest, _json(manifest))
            else:
                self._check_same(known, manifest)
            for folder in (self._parts, self._states):
                folder.mkdir(exist_ok=True)
        return self._whole_parts()

    def add_part(self, number: int, table: pa.Table, state: dict[str, Any]) -> None:
        """Write one part; its state comes last and makes it count."""
        name = f"{number:06d}.parquet"
        _write_table(self._parts / name, table, self._states / f"{name}.tmp", **_encodings(table.schema))
        _write(self._states / f"{number:06d}.json", json.dumps(state))

    def add_detections(self, table: pa.Table) -> None:
        """Write the scored detections of a layout."""
        _write_table(self._detections, table, self._states / f"{self._detections.name}.tmp", compression="zstd")

    def detections(self) -> pa.Table | None:
        """The scored detections of a layout, where the run keeps them."""
        import pyarrow.parquet as pq

        return pq.read_table(self._detections) if self._detections.exists() else None

    def states(self) -> Iterator[dict[str, Any]]:
        """What each part adds to the result besides its rows."""
        for path in sorted(self._states.glob("*.json")):
            yield json.loads(path.read_text("utf-8"))

    def parts(self) -> list[Path]:
        """The files of the parts, in order."""
        return sorted(self._parts.glob("*.parquet"))

    def read(self, path: Path, columns: Sequence[str] | None) -> pa.Table:
        """These columns of a part, or all of them."""
        import pyarrow.parquet as pq

        return pq.read_table(path, columns=columns and list(columns), use_threads=False)

    def columns(self, names: Sequence[str] | None) -> Iterator[pa.Table]:
        """These columns of each part, or all of them, in order."""
        for path in self.parts():
            yield self.read(path, names)

    def rows(self) -> int:
        """The number of samples in all parts."""
        import pyarrow.parquet as pq

        return sum(pq.read_metadata(path).num_rows for path in self.parts())

    def facts(self) -> list[str]:
        """The names of the facts that samples carry."""
        import pyarrow.parquet as pq

        names = [name for path in self.parts()[:1] for name in pq.read_schema(path).names]
        return [name.removeprefix(FACT) for name in names if name.startswith(FACT)]

    def finish(self, result: Result, problems: Sequence[Problem]) -> None:
        """Write the result and declare the run complete."""
        lines = [
            json.dumps({"where": problem.where, "what": problem.what, "hint": problem.hint}, ensure_ascii=False)
            for problem in problems
        ]
        _write(self.path / "problems.jsonl", "".join(f"{line}\n" for line in lines))
        _write(self.path / "result.json", result.to_json())
        manifest = json.loads(self._manifest.read_text("utf-8"))
        _write(self._manifest, _json(manifest | {"state": "complete"}))
        shutil.rmtree(self._states)

    def result(self) -> dict[str, Any]:
        """The result document of a finished run."""
        manifest = self._known() if self._manifest.exists() else None
        if manifest is None:
            raise RunError(f"{self.path} is not a run directory: it has no manifest.json.")
        if manifest["state"] != "complete":
            message = f"The run in {self.path} is not finished. Run the same command again to go on."
            raise RunError(message)
        document: dict[str, Any] = _read(self.path / "result.json")
        return document

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Turn a failing disk into a message that says what is safe and how to go on."""
        try:
            yield
        except OSError as error:
            what = f"Cannot write the run directory {self.path}: {error.strerror or error}."
            if isinstance(error, (NotADirectoryError, FileExistsError)):
                raise RunError(f"{what} Choose another --out directory.") from error
            samples = self.safe()
            kept = f" {samples:,} samples are safe." if samples else ""
            hint = "Free some space or correct the permissions, then run the same command again to go on."
            raise RunError(f"{what}{kept} {hint}") from error

    def safe(self) -> int:
        """The number of samples that need not be counted again."""
        import pyarrow.parquet as pq

        paths = self.parts()[: self._whole_parts()]
        return sum(pq.read_metadata(path).num_rows for path in paths)

    def _known(self) -> dict[str, Any] | None:
        if self._manifest.exists():
            manifest: dict[str, Any] = _read(self._manifest)
            return manifest
        if self.path.is_dir() and {path.name for path in self.path.iterdir()} - {f"{self._manifest.name}.tmp"}:
            raise RunError(f"{self.path} holds files that are no run of errata. Choose another --out directory.")
        return None

    def _check_same(self, known: dict[str, Any], wanted: dict[str, Any]) -> None:
        if known["state"] == "complete":
            raise RunError(
                f"{self.path} holds a finished run. Pass --overwrite to replace it, or choose another --out."
            )
        differing = [
            name for name in ("errata", "signature", "settings", "digest", "input") if known.get(name) != wanted[name]
        ]
        if differing:
            name = differing[0]
            raise RunError(
                f"{self.path} holds an unfinished run with another {name}: {known.get(name)!r}, not {wanted[name]!r}."
                " Pass --overwrite to start anew, or choose another --out."
            )

    def _whole_parts(self) -> int:
        done = 0
        while (self._states / f"{done:06d}.json").exists() and (self._parts / f"{done:06d}.parquet").exists():
            done += 1
        return done

    def _remove(self) -> None:
        if self._manifest.exists():
            for folder in (self._parts, self._states):
                if folder.exists():
                    shutil.rmtree(folder)
            for name in (
                "result.json",
                "problems.jsonl",
                self._detections.name,
                self._manifest.name,
            ):  # what says that this is a run goes last
                (self.path / name).unlink(missing_ok=True)


def _encodings(schema: pa.Schema) -> dict[str, Any]:
    """How the columns are written: counts as differences, the rest by a dictionary, and only texts are compressed.

    To compress numbers as well would save a fifth of the space, and cost as much time again as to write them.
    """
    import pyarrow.types as types

    counts = [field.name for field in schema if types.is_integer(field.type)]
    return {
        "use_dictionary": [field.name for field in schema if field.name not in counts],
        "column_encoding": dict.fromkeys(counts, "DELTA_BINARY_PACKED"),
        "compression": {field.name: "zstd" if types.is_string(field.type) else "none" for field in schema},
    }


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(f"Cannot read {path}: {error}.") from error


def _write_table(path: Path, table: pa.Table, unfinished: Path, **options: Any) -> None:
    """Write Parquet whole or not at all: what a state declares whole is whole after a power cut, too."""
    import pyarrow.parquet as pq

    with unfinished.open("wb") as file:
        pq.write_table(table, file, write_statistics=False, **options)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(path.name + ".tmp")
    with unfinished.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
