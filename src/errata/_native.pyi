# The compiled twin of the counting kernels (native/, optional).

from collections.abc import Sequence
from typing import Protocol, TypeAlias, final

from typing_extensions import CapsuleType

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[CapsuleType, CapsuleType]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType: ...

Texts: TypeAlias = list[str] | tuple[str, ...] | _ArrowArray | _ArrowStream

STEPS: tuple[str, ...]

def info() -> dict[str, str | int]: ...
def distance_pair(reference: str, hypothesis: str, unit: str = "character") -> int: ...
def split_pair(
    reference: str, hypothesis: str, order: str = "sub_del_ins", unit: str = "character"
) -> tuple[int, int, int, int]: ...

@final
class Plan:
    def __new__(
        cls,
        groups: Sequence[str],
        *,
        unit: str = "character",
        words: str = "whitespace",
        terms: str = "biblicus",
        order: str = "sub_del_ins",
        steps: Sequence[str] = (),
    ) -> Plan: ...
    @property
    def columns(self) -> list[str]: ...
    def count(self, references: Texts, hypotheses: Texts, *, threads: int = 0) -> Counts: ...
    def row(self, reference: str, hypothesis: str) -> list[int] | None: ...

@final
class Counts:
    @property
    def columns(self) -> list[str]: ...
    @property
    def left(self) -> list[int]: ...
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[CapsuleType, CapsuleType]: ...
