"""What this interpreter knows of Unicode, for the compiled kernels: compiled into them, run once at first need."""

import unicodedata

SCANNED = (range(0x3400), range(0x4DC0, 0x4E00), range(0xA000, 0xAC00), range(0xD7A4, 0xD800), range(0xF900, 0x20000))
TAGS = range(0xE0000, 0xE0200)
IDEOGRAPHS = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0xAC00, 0xD7A4), range(0x20000, 0x34000))
BREAK = "\n"  # in no decomposition, neither cased nor case-ignorable


def characters(ranges):
    """Every character of these ranges but the separator."""
    return [chr(point) for points in ranges for point in points if point != 0x0A]


def changed(scanned, change):
    """The characters that a method changes, and to what."""
    return [(before, after) for before, after in zip(scanned, map(change, scanned), strict=True) if before != after]


def ends_in_final_sigma(scanned, before):
    """For each character whether a capital sigma behind it, with `before` in front of it, becomes a final one."""
    lowered = (before + f"Σ{BREAK}{before}".join(scanned) + "Σ").lower().split(BREAK)
    return bytes(word.endswith("ς") for word in lowered)


def facts():
    """Characters with general category P or S, `str.isalnum`, cased and case-ignorable; lower, folded, digits."""
    scanned = characters((*SCANNED, TAGS))
    removed = bytes(category[0] in "PS" for category in map(unicodedata.category, scanned))
    cased = ends_in_final_sigma(scanned, "")
    cased_or_ignorable = ends_in_final_sigma(scanned, "A")
    ideographs = characters(IDEOGRAPHS)
    return (
        "".join(scanned),
        removed,
        bytes(map(str.isalnum, scanned)),
        cased,
        cased_or_ignorable,
        "".join(ideographs),
        bytes(map(str.isalnum, ideographs)),
        changed(scanned, str.lower),
        changed(scanned, str.casefold),
        [(digit, str(unicodedata.decimal(digit))) for digit in scanned if digit.isdecimal()],
    )


def forms():
    """Characters, their combining classes, and each of their four normalised forms, one character a line."""
    scanned = characters((*SCANNED, range(0x2F800, 0x2FA20), TAGS))
    text = BREAK.join(scanned)
    normalised = [unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    return "".join(scanned), bytes(map(unicodedata.combining, scanned)), normalised
