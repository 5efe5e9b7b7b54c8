"""How large an image is, from its first bytes: PNG, JPEG, GIF and WebP, without decoding it."""

from __future__ import annotations

import struct

__all__ = ["image_size"]

FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # JPEG segments that say the size


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None where the bytes do not say it."""
    try:
        found = _size(data)
    except (struct.error, IndexError):
        return None
    return found if found and min(found) > 0 else None


def _size(data: bytes) -> tuple[int, int] | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        wide, high = struct.unpack(">II", data[16:24])
        return wide, high
    if data[:6] in (b"GIF87a", b"GIF89a"):
        wide, high = struct.unpack("<HH", data[6:10])
        return wide, high
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X":
        return tuple(1 + int.from_bytes(data[at : at + 3], "little") for at in (24, 27))  # type: ignore[return-value]
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8 ":
        wide, high = struct.unpack("<HH", data[26:30])
        return wide & 0x3FFF, high & 0x3FFF
    return None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    place = 2
    while place + 9 < len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker in FRAMES:
            high, wide = struct.unpack(">HH", data[place + 5 : place + 9])
            return wide, high
        place += 2 + struct.unpack(">H", data[place + 2 : place + 4])[0]
    return None
