"""Pages a minute, and peaks of memory."""

import builtins
import json
import math
import subprocess
import sys
from types import SimpleNamespace

import pytest

from errata.errors import UnknownNameError, UsageError
from errata.meters import MemoryMeter, ThroughputMeter, throughput

MEGABYTE = 1 << 20


def test_throughput_is_a_number_over_a_time():
    assert throughput(1000, 10) == 100
    assert throughput(3, 2, per="minute") == 90
    assert throughput(1, 1800, per="hour") == 2
    assert math.isnan(throughput(5, 0))


def test_a_throughput_of_less_than_nothing_is_refused():
    with pytest.raises(UsageError, match="at least 0"):
        throughput(-1, 2)
    with pytest.raises(UnknownNameError, match="minute"):
        throughput(1, 2, per="minutes")


def test_samples_lines_and_pages_share_one_clock():
    times = iter([0, 0, 2_000_000_000, 5_000_000_000, 9_000_000_000])
    meter = ThroughputMeter(warmup=1, clock=lambda: next(times))
    next(times)
    for _ in range(2):
        with meter.measure(samples=1, lines=30, pages=2):
            pass
    assert meter.summary() == {
        "samples": 1, "lines": 30, "pages": 2, "seconds": 4.0, "failed": 0,
        "samples_per_minute": 15.0, "lines_per_minute": 450.0, "pages_per_minute": 30.0,
    }  # fmt: skip
    assert meter.rate("lines", "second") == 7.5
    assert meter.records().bags == (("1", ((4_000_000_000, 1, 30, 2),)),)


def test_work_that_raises_counts_as_failed_and_unknown_things_are_named():
    meter = ThroughputMeter()
    with pytest.raises(KeyError), meter.measure(pages=1):
        raise KeyError
    assert (meter.failed, meter.seconds) == (1, 0)
    assert meter.summary()["pages_per_minute"] is None
    with pytest.raises(UnknownNameError, match="pages"):
        meter.rate("page")
    with pytest.raises(UsageError, match="at least 0"):
        meter.add(-1.0)


HELD = """
import json
from errata.meters import MemoryMeter
meter = MemoryMeter(every=0.005)
with meter.measure("small"):
    pass
with meter.measure("large"):
    held = bytearray(64 << 20)
    held[:: 1 << 12] = b"x" * (len(held) >> 12)
    del held
    held = bytearray(64 << 20)
    held[:: 1 << 12] = b"x" * (len(held) >> 12)
print(json.dumps([[peak.resident for peak in meter.peaks], meter.peak, [key for key, _ in meter.records()]]))
"""
CHILD = """
import json, subprocess, sys
from errata.meters import MemoryMeter
code = "held = bytearray(80 << 20); held[::4096] = b'x' * (len(held) >> 12); print(flush=True); input()"
meter = MemoryMeter(every=0.005)
with meter.measure("alone"):
    pass
with meter.measure("together"):
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()
    alone = meter.peaks[0].resident
    child.communicate(b"\\n")
print(json.dumps([alone, meter.peak]))
"""


def told(code):
    """What the code prints in a process of its own: this one may be giving back what earlier tests held."""
    return json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def test_the_peak_of_memory_sees_what_is_held_and_given_back():
    (small, large), peak, keys = told(HELD)
    assert large - small > 50 * MEGABYTE
    assert peak == large
    assert keys == ["large", "small"]


def test_the_peak_counts_children():
    alone, peak = told(CHILD)
    assert peak - alone > 60 * MEGABYTE


def test_a_block_that_raises_gives_no_peak():
    meter = MemoryMeter()
    with pytest.raises(ZeroDivisionError), meter.measure():
        _ = 1 / 0
    assert meter.summary() == {"count": 0, "failed": 1, "resident_bytes": 0, "gpu_bytes": None}


def fake_nvml(held):
    """An NVML with two devices; `held` is asked for the processes of a device."""
    return SimpleNamespace(
        NVMLError=OSError,
        nvmlInit=lambda: None,
        nvmlDeviceGetCount=lambda: 2,
        nvmlDeviceGetHandleByIndex=lambda number: number,
        nvmlDeviceGetComputeRunningProcesses=held,
    )


def test_the_memory_on_gpus_is_summed_over_devices_for_our_processes_only(monkeypatch):
    import os

    def held(device):
        ours = SimpleNamespace(pid=os.getpid(), usedGpuMemory=100 * (device + 1))
        return [ours, SimpleNamespace(pid=1, usedGpuMemory=5000)]

    monkeypatch.setitem(sys.modules, "pynvml", fake_nvml(held))
    meter = MemoryMeter()
    with meter.measure():
        pass
    assert meter.gpu_peak == 300


def test_a_gpu_that_does_not_know_the_process_says_nothing(monkeypatch):
    def refuse(device):
        raise OSError("not supported")

    for held in (refuse, lambda device: []):
        monkeypatch.setitem(sys.modules, "pynvml", fake_nvml(held))
        meter = MemoryMeter()
        with meter.measure():
            pass
        assert meter.gpu_peak is None


def test_without_psutil_the_message_names_the_extra(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "psutil":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UsageError, match=r"errata\[meters\]"):
        MemoryMeter()
