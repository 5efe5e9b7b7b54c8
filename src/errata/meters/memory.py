"""How much memory a piece of work takes at most: of the process and its children, and of the GPUs they use."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from errata.errors import UsageError
from errata.meters.table import records_of
from errata.stats.table import Records

__all__ = ["MemoryMeter", "Peak"]

EVERY = 0.05  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Peak:
    """The most memory seen during one piece of work, in bytes; `gpu` is None where no GPU knows the process."""

    key: str
    resident: int
    gpu: int | None


class MemoryMeter:
    """Measures the peak of the resident memory of the process tree: `with meter.measure():`.

    A thread looks every `every` seconds, so a peak shorter than that may be missed. Memory that processes share is
    counted for each of them. The memory on GPUs is what NVML knows of these processes; None where it knows none, as in
    a container with process numbers of its own. A block that raises is counted in `failed` and gives no peak.
    """

    def __init__(self, *, warmup: int = 0, every: float = EVERY) -> None:
        if warmup < 0 or every <= 0:
            raise UsageError(f"warmup is at least 0 and every is more than 0 seconds, not {warmup} and {every}.")
        self.warmup, self.failed = warmup, 0
        self._every, self._resident, self._gpu = every, _resident_of_tree(), _gpu_of_tree()
        self._peaks: list[Peak] = []

    @contextmanager
    def measure(self, key: str | None = None) -> Iterator[None]:
        """Watch a block; `key` is the id of the sample that it reads."""
        watch = _Watch(self._resident, self._gpu, self._every)
        watch.start()
        try:
            yield
        except BaseException:
            self.failed += 1
            raise
        finally:
            watch.stop()
        self._peaks.append(Peak(str(len(self._peaks)) if key is None else key, watch.resident, watch.gpu))

    @property
    def peaks(self) -> list[Peak]:
        """The peaks after the warm-up, in order."""
        return self._peaks[self.warmup :]

    @property
    def peak(self) -> int:
        """The largest resident memory of all blocks, in bytes; 0 without a block."""
        return max((peak.resident for peak in self.peaks), default=0)

    @property
    def gpu_peak(self) -> int | None:
        """The largest memory on GPUs of all blocks, in bytes; None where no GPU knows the process."""
        return max((peak.gpu for peak in self.peaks if peak.gpu is not None), default=None)

    def records(self) -> Records:
        """The peaks as a table: one record of bytes for each block, by the key of its sample."""
        fields = {"resident_bytes": "int", "gpu_bytes": "int"}
        return records_of(fields, ((peak.key, (peak.resident, peak.gpu)) for peak in self.peaks))

    def summary(self) -> dict[str, int | None]:
        """Blocks, failures, and the largest peaks in bytes."""
        return {
            "count": len(self.peaks), "failed": self.failed, "resident_bytes": self.peak, "gpu_bytes": self.gpu_peak,
        }  # fmt: skip


class _Watch(threading.Thread):
    """Looks at the memory until it is told to stop, and once more then."""

    def __init__(self, resident: Callable[[], int], gpu: Callable[[], int | None] | None, every: float) -> None:
        super().__init__(name="errata-memory", daemon=True)
        self._ask, self._ask_gpu, self._every = resident, gpu, every
        self._over = threading.Event()
        self.resident, self.gpu = resident(), gpu() if gpu else None

    def run(self) -> None:
        while not self._over.wait(self._every):
            self._look()

    def stop(self) -> None:
        """End the thread after a last look."""
        self._over.set()
        self.join()
        self._look()

    def _look(self) -> None:
        self.resident = max(self.resident, self._ask())
        held = self._ask_gpu() if self._ask_gpu else None
        if held is not None:
            self.gpu = max(self.gpu or 0, held)


def _resident_of_tree() -> Callable[[], int]:
    psutil = _psutil()
    root = psutil.Process()

    def ask() -> int:
        total = 0
        for process in (root, *root.children(recursive=True)):
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):  # it ended while we looked
                total += process.memory_info().rss
        return total

    return ask


def _gpu_of_tree() -> Callable[[], int | None] | None:
    """A function that asks every GPU what this process and its children hold there; None without NVML or a GPU."""
    try:
        import pynvml
    except ImportError:
        return None
    try:
        pynvml.nvmlInit()
        devices = [pynvml.nvmlDeviceGetHandleByIndex(number) for number in range(pynvml.nvmlDeviceGetCount())]
    except pynvml.NVMLError:
        return None
    if not devices:
        return None
    root = _psutil().Process()

    def ask() -> int | None:
        ours = {os.getpid(), *(child.pid for child in root.children(recursive=True))}
        held = [size for device in devices for size in _held(pynvml, device, ours)]
        return sum(held) if held else None

    return ask


def _held(nvml: Any, device: Any, processes: set[int]) -> list[int]:
    """What each of these processes holds on a device, as far as the device tells."""
    try:
        running = nvml.nvmlDeviceGetComputeRunningProcesses(device)
    except nvml.NVMLError:
        return []
    return [process.usedGpuMemory or 0 for process in running if process.pid in processes]


def _psutil() -> Any:
    try:
        import psutil
    except ImportError as error:
        raise UsageError("A MemoryMeter needs psutil, which is not installed: pip install 'errata[meters]'.") from error
    return psutil
