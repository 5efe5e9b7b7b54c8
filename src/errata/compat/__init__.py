"""The original functions of other systems, by their names, thin over the rooms below.

    errata.compat.line_metrics     line metrics of a line-alignment project (000)
    errata.compat.ocr_handbook     the code of a Korean OCR handbook, chapter 13.1 (001)
    errata.compat.thulium          Thulium's handwriting metrics (002)
    errata.compat.snapshot         the evaluator of a data-snapshot detector (003)
    errata.compat.biblicus         Biblicus' extraction benchmark (004)

Names, arguments, return shapes, printed forms and numbers are the originals'. A module is loaded when it is first used.
"""

from importlib import import_module
from types import ModuleType

__all__ = ["biblicus", "line_metrics", "ocr_handbook", "snapshot", "thulium"]


def __getattr__(name: str) -> ModuleType:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return [*__all__]
