"""What a system costs while it reads: time, pages a minute, memory. No text is measured here."""

from errata.meters.latency import LatencyMeter
from errata.meters.memory import MemoryMeter
from errata.meters.throughput import ThroughputMeter, throughput

__all__ = ["LatencyMeter", "MemoryMeter", "ThroughputMeter", "throughput"]
