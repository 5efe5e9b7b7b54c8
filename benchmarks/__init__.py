"""Measurements beside peers, in one run on one machine: `make bench` writes RESULTS.md."""
