"""The textbook Levenshtein table and its ruled walk back, cell by cell: slow, short, and easy to check by eye."""

ORDERS = ("sub_del_ins", "sub_ins_del")


def table(reference, hypothesis):
    """The full table: rows are prefixes of the reference, columns prefixes of the hypothesis."""
    rows = [list(range(len(hypothesis) + 1))]
    for i, ours in enumerate(reference, 1):
        above, row = rows[-1], [i]
        for j, theirs in enumerate(hypothesis, 1):
            row.append(min(above[j - 1] + (ours != theirs), above[j] + 1, row[j - 1] + 1))
        rows.append(row)
    return rows


def operations(reference, hypothesis, order, values=None):
    """(kind, i, j) from left to right; i and j count the tokens used up before the operation."""
    values = values or table(reference, hypothesis)
    i, j, walked = len(reference), len(hypothesis), []
    while i or j:
        value = values[i][j]
        substitution = i > 0 and j > 0 and value == values[i - 1][j - 1] + 1
        deletion = i > 0 and value == values[i - 1][j] + 1
        insertion = j > 0 and value == values[i][j - 1] + 1
        if i and j and reference[i - 1] == hypothesis[j - 1]:
            kind = "match"
        elif substitution:
            kind = "substitution"
        elif deletion and (order == "sub_del_ins" or not insertion):
            kind = "deletion"
        else:
            kind = "insertion"
        i -= kind != "insertion"
        j -= kind != "deletion"
        walked.append((kind, i, j))
    return walked[::-1]


def split(reference, hypothesis, order, values=None):
    """Hits, substitutions, deletions and insertions."""
    kinds = [kind for kind, _, _ in operations(reference, hypothesis, order, values)]
    return tuple(map(kinds.count, ("match", "substitution", "deletion", "insertion")))


def longest_common_subsequence(reference, hypothesis):
    """Its length, by the textbook recurrence."""
    row = [0] * (len(hypothesis) + 1)
    for ours in reference:
        previous, row = row, [0]
        for j, theirs in enumerate(hypothesis, 1):
            row.append(previous[j - 1] + 1 if ours == theirs else max(previous[j], row[-1]))
    return row[-1]
