"""The reference pages of the Python interface, from signatures and docstrings."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import errata
from errata import compat
from errata.corpus.align import Alignment, Counts
from errata.io.opening import open_source
from errata.metrics.base import Metric
from errata.metrics.registry import STANDARD
from errata.report.operations import Operation
from errata.report.result import Group, Score, Tally

RETURNED = (Score, Tally, Group, Alignment, Counts, Operation, Metric)


def python_page() -> str:
    """The public names with their signatures and docstrings, what they return, and how a corpus is read."""
    public = set(vars(errata)["__all__"]) - {"__version__", "compat"}
    names = ", ".join(f"`{name}`" for name in STANDARD if not name.endswith("_norm"))
    return "\n".join(
        (
            "# Python\n",
            (
                "Everything here is in `errata`: `import errata`. The package is fully typed. `errata.compat` has"
                " [a page of its own](compat.md).\n"
            ),
            *(_entry(name, getattr(errata, name)) for name in sorted(public, key=_order)),
            "## Every metric as a function\n",
            (
                "Each metric is a function of one pair of texts: `errata.cer(reference, hypothesis, **settings) ->"
                " float`. The settings are `profile`, `normalize`, `unit`, `words`, `empty` and `tie`. The names are"
                f" {names}, and each with `_norm` behind it.\n"
            ),
            "## How a corpus is read\n",
            "The keywords of `errata.score_corpus` that say how its source is read:\n",
            f"```text\n{_signature(open_source)}\n```\n",
            f"{inspect.getdoc(open_source)}\n",
            "## What calls return\n",
            "These are not called by name. They are what a result, an alignment and `METRICS` hold.\n",
            *(_entry(value.__name__, value).replace("## ", "### ", 1) for value in RETURNED),
        )
    )


def compat_page() -> str:
    """The functions of other systems, module by module."""
    parts = [
        "# Functions of other systems\n",
        (
            "`errata.compat` has the functions of other systems under their own names, with their arguments, return"
            " shapes, printed forms and numbers: `from errata.compat import thulium`. Scripts that call the originals"
            " need another import and nothing else. To measure by a system's conventions with the metrics of `errata`,"
            " take its [profile](profiles.md).\n"
        ),
    ]
    for name in vars(compat)["__all__"]:
        module = getattr(compat, name)
        title = (inspect.getdoc(module) or "").partition("\n")[0]
        parts.append(f"## errata.compat.{name}\n\n{title}\n")
        parts.append("".join(_line(module, public) for public in module.__all__))
    return "\n".join(parts)


def _line(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    call = name if dataclasses.is_dataclass(value) else f"{name}{_arguments(value)}"
    return f"* `{call}`: {(inspect.getdoc(value) or '').partition(chr(10))[0]}\n"


def _arguments(function: Any) -> str:
    parameters = inspect.signature(function).parameters.values()
    return f"({', '.join(str(one.replace(annotation=one.empty)) for one in parameters)})"


def _order(name: str) -> tuple[bool, bool, str]:
    return name.endswith("Error"), name[0].isupper(), name


def _entry(name: str, value: Any) -> str:
    documentation = inspect.getdoc(value) or ""
    if inspect.isfunction(value):
        return f"## {name}\n\n```text\nerrata.{name}{_signature(value)}\n```\n\n{documentation}\n"
    if isinstance(value, Mapping):
        return f"## {name}\n\nA mapping of {len(value)} names, `{next(iter(value))}` for one, to what they stand for.\n"
    members = [f"* `{field.name}`: `{field.type}`" for field in _fields(value)]
    members += [f"* `{member}`: {documented}" for member, documented in _documented(value)]
    return "\n".join((f"## {name}\n", f"{documentation}\n", *members)) + ("\n" if members else "")


def _fields(value: Any) -> Sequence[Any]:
    return [field for field in dataclasses.fields(value) if field.repr] if dataclasses.is_dataclass(value) else ()


def _documented(value: type) -> Iterable[tuple[str, str]]:
    """The members of our own classes that have a docstring, with its first line."""
    for name, part in inspect.getmembers(value):
        function = part.fget if isinstance(part, property) else part
        ours = str(getattr(function, "__module__", "")).startswith("errata")
        if ours and not name.startswith("_") and (text := inspect.getdoc(part)):
            yield (name if isinstance(part, property) else f"{name}()"), text.splitlines()[0]


def _signature(function: Any) -> str:
    signature = inspect.signature(function)
    lines, starred = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            lines.append("    *,")
            starred = True
        lines.append(f"    {_parameter(parameter)},")
    returned = signature.return_annotation
    return "(\n" + "\n".join(lines) + f"\n) -> {getattr(returned, '__name__', returned)}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
    default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
    return f"{stars}{parameter.name}: {parameter.annotation}{default}"
