"""The evaluation specification of OCR-D: graphemes in NFC, error rates that stay below 1, bags of words."""

from types import MappingProxyType

from errata.profiles.base import Profile

OCRD = Profile(
    name="ocrd",
    title="OCR-D: grapheme clusters in NFC, CER = e / (e + c), UAX #29 words",
    source="OCR-D evaluation specification",
    metrics=("cer", "wer", "bag_error", "char_hits", "char_substitutions", "char_deletions", "char_insertions"),
    headline=("cer", "wer", "bag_error"),
    aggregation="macro",
    steps=("nfc", "bidi"),
    unit="grapheme",
    words="uax29",
    instead=MappingProxyType({"cer": "char_mer"}),
)
