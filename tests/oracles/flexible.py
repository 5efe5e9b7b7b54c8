"""Flexible character accuracy one combination of weights at a time, on plain strings, as the steps are written down.

Clausner, Pletschacher and Antonacopoulos 2020; slow, and without anything shared between the combinations.
"""

from itertools import product

from oracles.edits import longest_common_subsequence, table

WEIGHTS = list(product((15, 20, 25, 30), (0, 3, 6, 9, 12, 15, 18, 21), (0, 1, 2, 3), (0, 1, 2, 3, 4, 5)))


def levenshtein(one, other):
    return table(one, other)[-1][-1]


def indel(one, other):
    return len(one) + len(other) - 2 * longest_common_subsequence(one, other)


def laid_along(ours, theirs):
    """The cost and the starts of the two stretches where the shorter text fits the longer best, the first of all."""
    size = min(len(ours), len(theirs))
    starts = product(range(len(ours) - size + 1), range(len(theirs) - size + 1))
    return min((indel(ours[i : i + size], theirs[j : j + size]), i, j) for i, j in starts)


def penalty(ours, theirs, fit, weights):
    cost, i, j = fit
    difference = abs(len(ours) - len(theirs))
    offset = difference / 2 - abs(max(i, j) - difference / 2) if difference > 1 else 0
    edits, lengths, offsets, overlap = weights
    return edits * cost + lengths * difference + offsets * offset - overlap * min(len(ours), len(theirs))


def errors_with(reference, hypothesis, weights):
    ours = [(number, 0, line) for number, line in enumerate(reference) if line]
    theirs = [(number, 0, line) for number, line in enumerate(hypothesis) if line]
    matches = []
    while ours and theirs:
        for parts in (ours, theirs):
            parts.sort(key=lambda part: (-len(part[2]), part[0], part[1]))
        reach = min(len(ours[0][2]), len(theirs[0][2]))
        chosen = []
        for mine in [part for part in ours if len(part[2]) >= reach]:
            fits = [laid_along(mine[2], part[2]) for part in theirs]
            penalties = [penalty(mine[2], part[2], fit, weights) for part, fit in zip(theirs, fits, strict=True)]
            place = penalties.index(min(penalties))
            yours, (_, i, j) = theirs[place], fits[place]
            size = min(len(mine[2]), len(yours[2]))
            rate = levenshtein(mine[2][i : i + size], yours[2][j : j + size]) / size
            chosen.append((rate, len(chosen), mine, yours, i, j, size))
        _, _, mine, yours, i, j, size = min(chosen, key=lambda one: one[:2])
        matches.append(((mine[0], mine[1] + i, size), (yours[0], yours[1] + j, size)))
        for parts, (line, start, text), cut in ((ours, mine, i), (theirs, yours, j)):
            parts.remove((line, start, text))
            parts += [
                rest for rest in ((line, start, text[:cut]), (line, start + cut + size, text[cut + size :])) if rest[2]
            ]
    return counted(reference, hypothesis, matches)


def counted(reference, hypothesis, matches):
    """Edits inside the matches, each with the free characters right beside it, and all that is left."""
    free = [[[True] * len(line) for line in side] for side in (reference, hypothesis)]
    for match in matches:
        for side, (line, start, size) in zip(free, match, strict=True):
            side[line][start : start + size] = [False] * size
    errors = 0
    for match in matches:
        texts = []
        for side, lines, (line, start, size) in zip(free, (reference, hypothesis), match, strict=True):
            stop = start + size
            while start > 0 and side[line][start - 1]:
                start -= 1
            while stop < len(lines[line]) and side[line][stop]:
                stop += 1
            side[line][start:stop] = [False] * (stop - start)
            texts.append(lines[line][start:stop])
        errors += levenshtein(*texts)
    return errors + sum(map(sum, free[0])) + sum(map(sum, free[1]))


def errors(reference, hypothesis):
    return min(errors_with(reference, hypothesis, weights) for weights in WEIGHTS)
