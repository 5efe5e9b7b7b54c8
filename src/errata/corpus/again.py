"""Reading the inputs of a finished run once more, under the settings that it was scored with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errata.corpus.settings import Settings, settle
from errata.errors import ErrataError, RunError
from errata.io.document_source import UNIT
from errata.io.opening import PairSource, open_source
from errata.profiles.registry import profile_named
from errata.report.result import Result
from errata.text.normalize import REPLACED

__all__ = ["settings_of", "source_of"]


def settings_of(result: Result, *, errors: bool = False) -> Settings:
    """The settings that a result was scored with, as far as they decide its numbers; with `errors` those of errors."""
    kept = result.settings
    profile = profile_named(result.profile)
    steps = kept["steps"][len(profile.steps) :]
    tables = [step for step in steps if step.startswith(REPLACED)]
    if tables:
        raise RunError(
            f"The run used a table of replacements ({', '.join(tables)}), which a run directory does not keep."
            " Score its inputs again with the table under --normalize to see what it does."
        )
    return settle(
        profile, ["cer"] if errors else list(result), steps, per_class=False, unit=kept["unit"], words=kept["words"],
        empty=kept["empty"], tie=kept["ties"], errors=errors,
    )  # fmt: skip


def source_of(run: Path, result: Result) -> PairSource:
    """The inputs of a run, opened as its manifest says; refused where they are gone or are others by now."""
    try:
        recorded = json.loads((run / "manifest.json").read_text("utf-8"))["input"]
    except (OSError, ValueError, KeyError) as error:
        raise RunError(f"Cannot read the inputs of {run} from its manifest.json: {error}.") from error
    try:
        source = _opened(recorded, "skip" if result.tally.skipped else "fail")
    except ErrataError as error:
        raise RunError(
            f"The inputs of {run} cannot be read again: {error}\nPaths are as they were given: run this in that folder."
        ) from error
    digest = source.description.get("digest")
    if digest != recorded.get("digest"):
        raise RunError(
            f"The inputs of {run} have changed since they were scored: their digest is {digest}, not"
            f" {recorded.get('digest')}. Score them again."
        )
    return source


def _opened(recorded: Mapping[str, Any], on_error: str) -> PairSource:
    kind = recorded.get("kind")
    shared: dict[str, Any] = {"encoding": recorded.get("encoding", "utf-8"), "on_error": on_error}
    if kind == "table":
        names = {f"{side}_column": recorded["columns"][side] for side in ("reference", "hypothesis", "id")}
        return open_source(recorded["table"], None, unmatched=recorded["unmatched"], **names, **shared)
    if kind in ("folders", "files", "lines"):
        more: dict[str, Any] = {"unmatched": recorded["unmatched"]} if kind == "folders" else {}
        return open_source(recorded["reference"], recorded["hypothesis"], lines=kind == "lines", **more, **shared)
    if kind == "documents" and recorded.get("documents", 1) == 1:  # or the lines of many documents
        named = None if recorded["format"] == "sniffed" else recorded["format"]
        more = {"unmatched": recorded["unmatched"], "format_in": named, "level": recorded["level"]}
        lines = recorded.get("unit") == UNIT[True]
        return open_source(recorded["reference"], recorded["hypothesis"], lines=lines, **more, **shared)
    raise RunError(f"They are of the kind {kind!r}, which only the program that held them can read again.")
