"""Measure what an OCR, handwriting or document-layout system got wrong."""

from errata.version import __version__

__all__ = ["__version__"]
