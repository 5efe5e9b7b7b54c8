"""The contract of the counters in the plainest Python there is: slow, and independent of every kernel."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

GROUPS = (
    "length:original",
    "exact:text",
    "exact:text:norm",
    "distance:characters",
    "edits:characters",
    "bag:characters",
    "distance:characters:norm",
    "edits:characters:norm",
    "bag:characters:norm",
    "distance:words",
    "edits:words",
    "bag:words",
    "fluency:words",
    "distance:words:norm",
    "edits:words:norm",
    "bag:terms",
    "distinct:terms",
    "order:terms",
    "overlap:terms",
    "bag:lines",
    "positions:lines",
    "bag:lines:norm",
    "positions:lines:norm",
)


def row(
    reference, hypothesis, groups=GROUPS, *, unit="character", words="whitespace", terms="biblicus", order="sub_del_ins"
):
    """All counts of one pair, group by group."""
    rule = {"unit": unit, "words": words, "terms": terms}
    counts = []
    for group in groups:
        counter, tokens, *norm = group.split(":")
        ours, theirs = (sequence(text, tokens, bool(norm), rule) for text in (reference, hypothesis))
        counts += COUNTERS[counter](ours, theirs, order)
    return counts


def sequence(text, tokens, norm, rule):
    """The tokens of a text."""
    if tokens == "lines":
        lines = [line.strip() for line in text.strip().splitlines()] if text.strip() else []
        return [" ".join(line.split()) for line in lines] if norm else lines
    if norm:
        text = " ".join(text.split())
    if tokens == "characters":
        return characters(text, rule["unit"])
    return text if tokens in ("text", "original") else cut(text, rule[tokens])


def characters(text, unit):
    """Code points, jamo or bytes."""
    if unit == "byte":
        return list(text.encode())
    return [letter for one in text for letter in (jamo(one) if unit == "jamo" else one)]


def jamo(character):
    """A Hangul syllable as its letters, by canonical decomposition; everything else unchanged."""
    return unicodedata.normalize("NFD", character) if "\uac00" <= character <= "\ud7a3" else character


def cut(text, rule):
    """Words by whitespace, or the terms of the Biblicus document or of its code."""
    if rule == "whitespace":
        return text.split()
    if rule == "biblicus-code":
        return [term for word in text.lower().split() if len(term := re.sub("[^a-z0-9]", "", word)) > 2]
    kept = ("".join(c for c in word if unicodedata.category(c)[0] not in "PS") for word in text.lower().split())
    return [word for word in kept if word]


def table(ours, theirs):
    """The textbook table of edit distances."""
    rows = [list(range(len(theirs) + 1))]
    for index, token in enumerate(ours, 1):
        last, row = rows[-1], [index]
        for column, other in enumerate(theirs, 1):
            row.append(min(last[column - 1] + (token != other), last[column] + 1, row[-1] + 1))
        rows.append(row)
    return rows


def distance(ours, theirs, order):
    """The edit distance, both lengths, the longer one."""
    return [table(ours, theirs)[-1][-1], len(ours), len(theirs), max(len(ours), len(theirs))]


def edits(ours, theirs, order):
    """Hits, substitutions, deletions, insertions of the ruled walk back."""
    d, i, j, counts = table(ours, theirs), len(ours), len(theirs), [0, 0, 0, 0]
    while i or j:
        if i and j and ours[i - 1] == theirs[j - 1]:
            kind = 0
        elif i and j and d[i][j] == d[i - 1][j - 1] + 1:
            kind = 1
        else:
            deletes, inserts = i and d[i][j] == d[i - 1][j] + 1, j and d[i][j] == d[i][j - 1] + 1
            kind = 2 if deletes and (order == "sub_del_ins" or not inserts) else 3
        counts[kind] += 1
        i, j = i - (kind != 3), j - (kind != 2)
    return counts


def bag(ours, theirs, order):
    """The multiset intersection and both sizes."""
    return [sum((Counter(ours) & Counter(theirs)).values()), len(ours), len(theirs)]


def distinct(ours, theirs, order):
    """The set intersection and both sizes."""
    return [len(set(ours) & set(theirs)), len(set(ours)), len(set(theirs))]


def in_order(ours, theirs, order):
    """Equal positions, the longest common subsequence, both lengths."""
    rows = [[0] * (len(theirs) + 1)]
    for token in ours:
        last, row = rows[-1], [0]
        for column, other in enumerate(theirs):
            row.append(last[column] + 1 if token == other else max(last[column + 1], row[-1]))
        rows.append(row)
    equal = sum(a == b for a, b in zip(ours, theirs, strict=False))
    return [equal, rows[-1][-1], len(ours), len(theirs)]


def ngrams(tokens, n):
    """All runs of n tokens."""
    return [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


def overlap(ours, theirs, order):
    """Clipped and distinct matches of n-grams and the reference's number, for 2 and 3."""
    counts = []
    for n in (2, 3):
        left, right = ngrams(ours, n), ngrams(theirs, n)
        counts += [bag(left, right, order)[0], len(set(left) & set(right)), len(left)]
    return counts


def fluency(ours, theirs, order):
    """Clipped matches and the hypothesis's numbers for 1 to 4, both lengths."""
    matched = [bag(ngrams(ours, n), ngrams(theirs, n), order)[0] for n in (1, 2, 3, 4)]
    return [*matched, *(len(ngrams(theirs, n)) for n in (1, 2, 3, 4)), len(ours), len(theirs)]


def positions(ours, theirs, order):
    """Equal lines from the start and from the end; missing lines are empty."""
    longer = max(len(ours), len(theirs))
    if not ours:
        return [0, 0, longer]
    left, right = ([*side, *[""] * (longer - len(side))] for side in (ours, theirs))
    rear = ([*[""] * (longer - len(side)), *side] for side in (ours, theirs))
    return [sum(map(str.__eq__, left, right)), sum(map(str.__eq__, *rear)), longer]


COUNTERS = {
    "length": lambda ours, theirs, order: [len(ours), len(theirs), int(not ours.strip()), int(not theirs.strip())],
    "exact": lambda ours, theirs, order: [int(ours != theirs), 1],
    "distance": distance,
    "edits": edits,
    "bag": bag,
    "distinct": distinct,
    "order": in_order,
    "overlap": overlap,
    "fluency": fluency,
    "positions": positions,
}
