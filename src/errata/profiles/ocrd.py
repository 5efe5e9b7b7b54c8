"""The evaluation specification of OCR-D: graphemes in NFC, error rates that stay below 1, bags of words.

What is to be ignored is dropped first: a mark of direction inside a letter and its accent would keep NFC from joining
them.
"""

from types import MappingProxyType

from errata.profiles.base import Profile

OCRD = Profile(
    name="ocrd",
    title="OCR-D: grapheme clusters in NFC, UAX #29 words, error rates e / (e + c)",
    source="OCR-D evaluation specification",
    metrics=("cer", "wer", "bag_error", "char_hits", "char_substitutions", "char_deletions", "char_insertions"),
    headline=("cer", "wer", "bag_error"),
    aggregation="macro",
    steps=("bidi", "nfc"),
    unit="grapheme",
    words="uax29",
    instead=MappingProxyType({"cer": "char_mer", "wer": "mer"}),
)
