"""Measure what an OCR, handwriting or document-layout system got wrong.

    import errata

    errata.cer("reference", "hypothesis")             # one pair, any metric by its name
    result = errata.score(references, hypotheses)     # every metric of a profile, in one pass
    errata.score_corpus("pairs.parquet", out="runs/a")
    errata.load_run("runs/a")

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import Any

from errata.version import __version__ as __version__

_HOME = {
    "ErrataError": "errata.errors",
    "InputError": "errata.errors",
    "Layout": "errata.model",
    "LatencyMeter": "errata.meters",
    "MemoryMeter": "errata.meters",
    "METRICS": "errata.metrics.registry",
    "PROFILES": "errata.profiles.registry",
    "PairingError": "errata.errors",
    "Profile": "errata.profiles.base",
    "Result": "errata.report.result",
    "RunError": "errata.errors",
    "Sample": "errata.model",
    "ThroughputMeter": "errata.meters",
    "UsageError": "errata.errors",
    "align": "errata.corpus.align",
    "bootstrap_ci": "errata.stats.interval",
    "layout": "errata.corpus.layout",
    "compare": "errata.corpus.compare",
    "error_budget": "errata.corpus.budgets",
    "gate": "errata.corpus.gate",
    "load_run": "errata.corpus.run",
    "power": "errata.corpus.power",
    "score": "errata.corpus.score",
    "score_corpus": "errata.corpus.run",
    "throughput": "errata.meters",
}

__all__ = [*sorted([*_HOME, "__version__", "compat"])]  # and every metric of METRICS, as a function of one pair


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    elif name == "compat":
        value = import_module("errata.compat")
    elif name.startswith("_"):
        raise AttributeError(f"module 'errata' has no attribute {name!r}")
    else:
        from errata.metrics.registry import METRICS

        if name not in METRICS:
            raise AttributeError(f"module 'errata' has no attribute {name!r}")
        from errata.corpus.scalar import scalar

        value = scalar(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from errata.metrics.registry import METRICS

    return sorted([*__all__, *METRICS])
