"""Every profile by its name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from errata.errors import UnknownNameError
from errata.profiles.base import Profile
from errata.profiles.biblicus import BIBLICUS, BIBLICUS_CODE
from errata.profiles.handbook import HANDBOOK, HANDBOOK_CODE
from errata.profiles.lines import LINES, LINES_CODE
from errata.profiles.ocrd import OCRD
from errata.profiles.standard import STANDARD
from errata.profiles.thulium import THULIUM, THULIUM_CODE

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            STANDARD, LINES, LINES_CODE, HANDBOOK, HANDBOOK_CODE, THULIUM, THULIUM_CODE, BIBLICUS, BIBLICUS_CODE, OCRD,
        )
    }
)  # fmt: skip


def profile_named(name: str) -> Profile:
    """The profile of this name; an unknown name is refused with the nearest known ones."""
    if name not in PROFILES:
        raise UnknownNameError("profile", name, PROFILES)
    return PROFILES[name]
