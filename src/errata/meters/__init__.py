"""What a system costs while it reads: time, pages a minute, memory. No text is measured here."""

from errata.meters.latency import LatencyMeter
from errata.meters.memory import MemoryMeter
from errata.meters.rates import LATENCY, MEMORY, PER_MINUTE, compare, interval
from errata.meters.throughput import ThroughputMeter, throughput

__all__ = [
    "LATENCY",
    "MEMORY",
    "PER_MINUTE",
    "LatencyMeter",
    "MemoryMeter",
    "ThroughputMeter",
    "compare",
    "interval",
    "throughput",
]
