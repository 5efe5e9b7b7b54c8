"""The version of errata, read by the build, the signature and every result."""

__version__ = "0.1.0"
