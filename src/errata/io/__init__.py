"""Readers: they read what a file says and normalise nothing."""

from errata.io.memory import MemorySource
from errata.io.opening import open_source

__all__ = ["MemorySource", "open_source"]
