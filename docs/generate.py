"""Write the reference pages from the registries: `python docs/generate.py`. A test asserts that they are current."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from errata.corpus.settings import LADDER
from errata.metrics.base import EMPTY_POLICIES, Metric
from errata.metrics.registry import METRICS, STANDARD, SUITE, VARIANTS
from errata.profiles.base import Profile
from errata.profiles.registry import PROFILES
from errata.text.normalize import STEPS

sys.path.insert(0, str(Path(__file__).parent))
import python_pages

FOLDER = Path(__file__).parent / "reference"
NOTE = "<!-- Written by docs/generate.py from {source}. Do not edit. -->\n\n"

EXIT_CODES = {
    0: "done",
    1: "a finding, such as a failed check",
    2: "bad input or usage; one message on standard error",
    130: "stopped by Ctrl-C; a run directory can be finished by the same command",
    141: "whoever read the output stopped reading",
}

TOKENS = {
    "characters": "On characters (`--unit`)",
    "words": "On words (`--words`)",
    "terms": "On the words of the Biblicus document: lower-cased, without punctuation",
    "lines": "On lines",
    "text": "On whole texts",
}


def main() -> None:
    """Write every page."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8", newline="\n")


def pages() -> dict[str, str]:
    """The pages by file name."""
    return {
        "metrics.md": NOTE.format(source="errata.metrics.registry") + metrics_page(),
        "profiles.md": NOTE.format(source="errata.profiles.registry") + profiles_page(),
        "steps.md": NOTE.format(source="errata.text.normalize") + steps_page(),
        "python.md": NOTE.format(source="the docstrings of errata") + python_pages.python_page(),
        "compat.md": NOTE.format(source="the docstrings of errata.compat") + python_pages.compat_page(),
        **{
            f"{name}.md": NOTE.format(source=f"errata/report/{name}.schema.json") + schema_page(name)
            for name in DOCUMENTS
        },
        "cli.md": NOTE.format(source="errata.cli") + cli_page(),
    }


def metrics_page() -> str:
    """Every metric: name, formula, direction, range and source, by what it counts."""
    parts = [
        "# Metrics\n",
        (
            f"{len(SUITE)} metrics, each on the text as given and, with `_norm` behind its name, on"
            " whitespace-normalised text. A formula is applied to one sample, or to the sum of all of them (micro).\n"
        ),
        (
            "Better: ↓ lower, ↑ higher. Fields of the formulas are explained in"
            " [the one rule](../concepts/rows-and-formulas.md).\n"
        ),
    ]
    for tokens, title in TOKENS.items():
        rows = [_metric_row(metric) for metric in SUITE if metric.tokens == tokens]
        parts.append(f"## {title}\n\n{_table(('name', 'is', 'formula', 'better', 'range', 'source'), rows)}")
    parts.append("## Forms of other systems\n")
    parts.append("Profiles show these under the usual names. They can also be asked for by their own.\n")
    parts.append(_table(("name", "is", "formula", "better", "range", "source"), [_metric_row(one) for one in VARIANTS]))
    return "\n".join(parts)


def profiles_page() -> str:
    """Every profile and its fields."""
    head = ("profile", "is", "first number", "unit", "words", "steps", "ties", "empty")
    rows = [
        (
            f"[`{name}`](#{name})",
            one.title,
            one.aggregation,
            one.unit,
            one.words,
            ", ".join(one.steps) or "none",
            one.tie,
            one.empty,
        )
        for name, one in PROFILES.items()
    ]
    parts = [
        "# Profiles\n",
        (
            "A profile is a set of conventions, as data. Choose one with `--profile` or `profile=`. The options"
            " `--unit`, `--words` and `--empty` override single fields of it; in Python `tie` does, too.\n"
        ),
        _table(head, rows),
        *(_profile_section(profile) for profile in PROFILES.values()),
    ]
    return "\n".join(parts)


def steps_page() -> str:
    """Every normalisation step, the ladder, and the policies for empty references."""
    rows = [(f"`{name}`", step.title, step.description) for name, step in STEPS.items()]
    policies = [
        (f"`{name}`", "the number of edits" if value is None else f"{value:g}")
        for name, value in EMPTY_POLICIES.items()
    ]
    return "\n".join(
        (
            "# Normalisation steps\n",
            "Names for `--normalize` and `normalize=`, applied to both sides in the order given.\n",
            _table(("step", "is", "does"), rows),
            "## The ladder\n",
            f"`--ladder` takes these steps, one more on each rung: {', '.join(f'`{name}`' for name in LADDER)}.\n",
            "## Policies for an empty reference\n",
            (
                "Names for `--empty` and `empty=`: what an error rate is where the reference is empty and the"
                " hypothesis is not. See [Undefined is not zero](../concepts/undefined.md).\n"
            ),
            _table(("policy", "value of the sample"), policies),
        )
    )


DOCUMENTS = {
    "result": (
        "The result document",
        (
            "`errata score --format json` prints it, a run directory keeps it as `result.json`, and"
            " `Result.to_dict()` returns it in Python. It is strict JSON: `null` where there is no finite number,"
            " with the reason beside it."
        ),
    ),
    "errors": (
        "The document of errors",
        (
            "`errata errors --format json` prints it, and `result.errors` holds it in Python where a result was made"
            " with `errors=True`. See [what went wrong](../how-to/what-went-wrong.md)."
        ),
    ),
    "budget": (
        "The document of error budgets",
        (
            "`errata errors --budget --format json` prints it, and `errata.error_budget` returns it in Python. See"
            " [the error budget](../concepts/error-budget.md)."
        ),
    ),
}


def schema_page(name: str) -> str:
    """A document as its published JSON Schema describes it."""
    schema = json.loads(resources.files("errata.report").joinpath(f"{name}.schema.json").read_text("utf-8"))
    title, where = DOCUMENTS[name]
    rows = [
        (
            f"`{key}`",
            "yes" if key in schema["required"] else "",
            _kind(part, schema["$defs"]),
            part.get("description", ""),
        )
        for key, part in schema["properties"].items()
    ]
    return "\n".join(
        (
            f"# {title}\n",
            f"{where}\n",
            _table(("key", "always", "holds", "meaning"), rows),
            "## JSON Schema\n",
            f"The schema is shipped with the package as `errata/report/{name}.schema.json`.\n",
            f"```json\n{json.dumps(schema, indent=2, ensure_ascii=False)}\n```\n",
        )
    )


def cli_page() -> str:
    """The help of the command line and of every command, as it prints it."""
    from errata.cli.main import COMMANDS

    parts = ["# Command line\n", f"```text\n{_help()}\n```\n"]
    parts += [f"## errata {name}\n\n```text\n{_help(name)}\n```\n" for name in COMMANDS]
    parts.append("## Exit codes\n")
    parts.append(_table(("code", "means"), ((f"`{code}`", what) for code, what in EXIT_CODES.items())))
    return "\n".join(parts)


def _help(*command: str) -> str:
    call = [sys.executable, "-c", "from errata.cli.main import main; main()", *command, "--help"]
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1"}
    done = subprocess.run(call, env=environment, capture_output=True, encoding="utf-8", check=True)
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())


def _metric_row(metric: Metric) -> tuple[str, ...]:
    low, high = ("∞" if bound == float("inf") else f"{bound:g}" for bound in metric.range)
    better = {"lower": "↓", "higher": "↑", "neither": ""}[metric.better]
    return f"`{metric.name}`", metric.title, f"`{metric.formula.text}`", better, f"{low} to {high}", metric.source


def _profile_section(profile: Profile) -> str:
    lines = [f"## {profile.name}\n", f"{profile.title}. Source: {profile.source}.\n"]
    names = "every metric of [the table](metrics.md)" if profile.metrics == STANDARD else _code(profile.metrics)
    lines.append(f"* Metrics: {names}.")
    lines.append(f"* Shown first: {_code(profile.headline)}.")
    if profile.instead:
        renamed = (f"`{shown}` is `{name}`" for shown, name in profile.instead.items())
        lines.append(f"* Under the usual names: {', '.join(renamed)}.")
    if (profile.median, profile.percentile) != ("middle", "linear"):
        lines.append(f"* Median: {profile.median}. Percentile: {profile.percentile}.")
    if profile.empty_micro is not None:
        lines.append(f"* Micro where all references are empty: {profile.empty_micro:g}.")
    if profile.per_class:
        lines.append("* Reports precision, recall and F1 for each character.")
    for band in profile.bands:
        sign = "≤" if METRICS[band.metric].better == "lower" else "≥"
        bounds = ", ".join(f"{label} {sign} {bound:g}" for label, bound in band.bounds)
        lines.append(f"* Bands of `{band.metric}`: {bounds}, else {band.otherwise}.")
    return "\n".join(lines) + "\n"


def _kind(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    if "const" in part:
        return f"`{json.dumps(part['const'])}`"
    if "$ref" in part:
        part = definitions[part["$ref"].rpartition("/")[2]]
    if "anyOf" in part:
        return " or ".join(_kind(one, definitions) for one in part["anyOf"])
    return "string" if "enum" in part else str(part["type"])


def _code(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
