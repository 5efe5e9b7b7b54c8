"""What is odd about texts before they are scored: lost characters, mixed forms, marks nobody sees, ids used twice."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from errata.errors import Problem
from errata.model import Page

SHOWN = 5  # characters that a finding lists
LOST = "\ufffd"
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")
TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
UNSEEN = re.compile("[\u00ad\u180e\u200b\u2060\ufeff]")  # soft hyphen, zero width, byte order mark
CONTROL = re.compile("[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]")
GARBLED = re.compile("[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6-\u2122]+")  # UTF-8 that was read as cp1252
FORMS = ("neither", "composed", "decomposed", "mixed")


@dataclass(slots=True)
class Findings:
    """What is wrong, and what is only odd; the normal form of the text that was looked at."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    form: str = FORMS[0]


@dataclass(frozen=True, slots=True)
class Rule:
    """Characters that should be known of before a text is scored."""

    pattern: re.Pattern[str]
    what: str
    hint: str
    wrong: bool = False


RULES = (
    Rule(re.compile(LOST), "stand-ins for lost characters", "read the source again in its own encoding", wrong=True),
    Rule(PRIVATE, "characters of private use, known to one font only", "--replace maps them to known ones"),
    Rule(TURNING, "marks that only turn the direction of a text, and count", "--normalize bidi drops them"),
    Rule(UNSEEN, "characters that nobody sees, and count", "--normalize bidi drops soft hyphens and byte order marks"),
    Rule(CONTROL, "control characters, which count", "look where they come from"),
)


def examine_text(name: str, text: str) -> Findings:
    """What is odd about one text; `name` is where it stands."""
    found = Findings(form=form_of(text))
    if not text.strip():
        found.notes.append(Problem(name, "has no text at all"))
        return found
    if text.isascii() and CONTROL.search(text) is None:
        return found
    for rule in RULES:
        if places := list(rule.pattern.finditer(text)):
            said = Problem(name, f"{rule.what}: {_listed(places)}{_line(text, places[0].start())}", rule.hint)
            (found.problems if rule.wrong else found.notes).append(said)
    if found.form == "mixed":
        found.notes.append(Problem(name, f"mixes {_both_forms(text)}", "--normalize nfc makes them one"))
    found.notes += _garbled(name, text)
    return found


def examine_pages(name: str, pages: Sequence[Page]) -> Findings:
    """What is odd about a document: its texts, the ids in it, and what its reader has to say."""
    found = Findings()
    for page in pages:
        inside = examine_text(name if len(pages) == 1 else f"{name} {page.id}", page.text)
        found.problems += [*_ids(name, page), *inside.problems]
        found.notes += [*inside.notes, *(Problem(name, sentence) for sentence in page.warnings)]
    found.form = joined_form(form_of(page.text) for page in pages)
    return found


def form_of(text: str) -> str:
    """Whether accented letters are single characters (composed), letters and marks (decomposed), both, or not there."""
    if text.isascii():
        return FORMS[0]
    composed = any(map(_is_composed, set(text)))
    decomposed = not unicodedata.is_normalized("NFC", text)
    return FORMS[composed + 2 * decomposed]


def joined_form(forms: Iterator[str]) -> str:
    """The form of several texts together."""
    known = set(forms) - {FORMS[0]}
    return FORMS[0] if not known else known.pop() if len(known) == 1 else FORMS[3]


@lru_cache(maxsize=1 << 16)
def _is_composed(character: str) -> bool:
    return len(unicodedata.normalize("NFD", character)) > 1 and unicodedata.is_normalized("NFC", character)


def _both_forms(text: str) -> str:
    composed = next(character for character in text if _is_composed(character))
    found = unicodedata.normalize("NFC", text)
    place = next(
        (n for n, (ours, theirs) in enumerate(zip(text, found, strict=False)) if ours != theirs), len(found) - 1
    )
    other = text[place : place + 2]
    return f"composed characters ({_code(composed)}) with some that are not ({' '.join(map(_code, other))})"


def _garbled(name: str, text: str) -> Iterator[Problem]:
    """Where UTF-8 was read as cp1252, once at least: "Ã¼" for "ü"."""
    examples = []
    for place in GARBLED.finditer(text):
        try:
            meant = place[0].encode("cp1252").decode("utf-8")
        except UnicodeError:
            continue
        examples.append((place, meant))
    if examples:
        place, meant = examples[0]
        what = f"looks like UTF-8 that was read as cp1252, {_times(len(examples))}: {place[0]!r} for {meant!r}"
        yield Problem(name, f"{what}{_line(text, place.start())}", "convert it back before it is scored")


def _ids(name: str, page: Page) -> Iterator[Problem]:
    """Ids that stand twice in a page: a later error could not be pointed to."""
    kinds = {
        "regions": [region.id for region in page.regions],
        "lines": [line.id for line in page.lines],
        "words": [word.id for line in page.lines for word in line.words],
    }
    for kind, ids in kinds.items():
        again = [key for key, count in Counter(filter(None, ids)).items() if count > 1]
        if again:
            more = f" and {len(again) - SHOWN} more" if len(again) > SHOWN else ""
            yield Problem(name, f"the ids of {kind} are not unique: {', '.join(map(repr, again[:SHOWN]))}{more}")


def _listed(places: Sequence[re.Match[str]]) -> str:
    """Which characters there are, and how often."""
    known = Counter(place[0] for place in places).most_common()
    more = f", and {len(known) - SHOWN} others" if len(known) > SHOWN else ""
    return ", ".join(f"{_code(character)} {_times(count)}" for character, count in known[:SHOWN]) + more


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _line(text: str, place: int) -> str:
    number = text.count("\n", 0, place) + 1
    return f", first in line {number} of the text" if "\n" in text else ""
