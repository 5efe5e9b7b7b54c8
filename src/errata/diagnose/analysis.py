"""The analysis of errors over any number of samples: classes that add up to all edits, confusions, runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from errata.diagnose.classes import CLASSES, changed_jamo
from errata.diagnose.confusions import EXAMPLES, Confusions
from errata.diagnose.edits import Edit, classified
from errata.diagnose.excerpts import AROUND, Example, Excerpts, example_document
from errata.diagnose.gather import aligned
from errata.diagnose.runs import Runs
from errata.diagnose.words import between_spaces, word_by_word
from errata.errors import UnknownNameError, UsageError
from errata.kernels.edits import MATCH, Block
from errata.kernels.wavewalk import DELETION, INSERTION, SUBSTITUTION
from errata.stats.groups import label_of
from errata.text.tokenize import UNITS, WORDS
from errata.text.view import View

__all__ = ["SCHEMA", "TABLES", "Analysis", "check_tables"]

SCHEMA = 1
TABLES = ("character", "grapheme", "jamo", "word")
SIZES = ("samples", "faulty", "reference", "hypothesis")
KINDS = (SUBSTITUTION, DELETION, INSERTION)
LONG = 60  # characters of the texts of a confusion
TOP = 1000  # confusions of each table that the document lists
PARTS = {"whitespace": ("split", "joined", "rest"), "jamo": ("lead", "vowel", "tail", "several")}

Texts = Sequence[str]


def check_tables(names: Sequence[str], unit: str) -> None:
    """Refuse a table that does not exist, and a unit whose tokens have no class."""
    if names and unit == "byte":
        raise UsageError("Errors have no classes on bytes. Choose the unit character, grapheme or jamo.")
    for name in names:
        if name not in TABLES:
            raise UnknownNameError("table of confusions", name, TABLES)


class Analysis:
    """Additive over samples and over parts of a corpus: a part's state merged into another is as one pass."""

    def __init__(self, view: View, tie: str, tables: Sequence[str], by: Sequence[str] = ()) -> None:
        self._view, self._tie = view, tie
        self._tokens = UNITS[view.unit]
        self.counts = {label: dict.fromkeys(KINDS, 0) for label in CLASSES}
        self.parts = {label: dict.fromkeys(parts, 0) for label, parts in PARTS.items()}
        self.examples: dict[str, list[Example]] = {label: [] for label in CLASSES}
        self.sizes = Counter(dict.fromkeys(SIZES, 0))
        self.confusions = {name: Confusions() for name in tables}
        self.groups: dict[str, dict[str, Counter[str]]] = {fact: {} for fact in by}
        self.runs = Runs()

    def add(self, key: str, reference: str, hypothesis: str, facts: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Look at one sample; only one with edits is aligned."""
        numbered = True
        if self._view.steps:
            breaks = reference.count("\n"), hypothesis.count("\n")
            reference, hypothesis = self._view.prepare(reference), self._view.prepare(hypothesis)
            numbered = breaks == (reference.count("\n"), hypothesis.count("\n"))
        ours, theirs = cast("Texts", self._tokens(reference)), cast("Texts", self._tokens(hypothesis))
        faulty = reference != hypothesis
        groups = [known.setdefault(label_of(facts.get(name)), Counter()) for name, known in self.groups.items()]
        for total in (self.sizes, *groups):
            total["samples"] += 1
            total["faulty"] += faulty
            total["reference"] += len(ours)
            total["hypothesis"] += len(theirs)
        if not faulty:
            return
        blocks = aligned(ours, theirs, self._tie)
        excerpts = Excerpts(key, ours, theirs, numbered=numbered)
        for edit in classified(ours, theirs, blocks):
            self._count(excerpts, edit, ours, theirs)
            for group in groups:
                group[edit.label] += edit.size
        self.runs.add(key, ours, theirs, blocks)
        for name, table in self.confusions.items():
            if name == "word":
                self._add_words(table, excerpts, (reference, hypothesis), (ours, theirs), blocks)
            elif name == self._view.unit:
                _add_tokens(table, excerpts, ours, theirs, blocks)
            else:
                mine, yours = cast("Texts", UNITS[name](reference)), cast("Texts", UNITS[name](hypothesis))
                same = self._view.unit == "character" and len(mine) == len(ours) and len(yours) == len(theirs)
                theirs_too = Excerpts(key, mine, yours, numbered=numbered)
                _add_tokens(table, theirs_too, mine, yours, blocks if same else aligned(mine, yours, self._tie))

    def _count(self, excerpts: Excerpts, edit: Edit, ours: Texts, theirs: Texts) -> None:
        label = edit.label
        self.counts[label][edit.kind] += edit.size
        if label in PARTS:
            part = _space(edit, ours, theirs) if label == "whitespace" else _letter(edit, ours, theirs)
            self.parts[label][part] += edit.size
        examples = self.examples[label]
        if len(examples) < EXAMPLES and (not examples or examples[-1][0] != excerpts.key):
            examples.append(excerpts.at(*edit[2:]))

    def _add_words(
        self,
        table: Confusions,
        excerpts: Excerpts,
        texts: tuple[str, str],
        tokens: tuple[Texts, Texts],
        blocks: Sequence[Block],
    ) -> None:
        """Count words: between spaces from the alignment at hand, of any other kind from one of their own."""
        if self._view.words == "whitespace":
            (ours, theirs), joiner = tokens, ""
            found = Excerpts(excerpts.key, ours, theirs, around=2 * AROUND, numbered=excerpts.numbered)
            spans = between_spaces(ours, blocks)
        else:
            split = WORDS[self._view.words]
            ours, theirs, joiner = split(texts[0]), split(texts[1]), " "
            found = Excerpts(excerpts.key, ours, theirs, around=2, joiner=" ", numbered=False)
            spans = word_by_word(aligned(ours, theirs, self._tie))
        for place in spans:
            row, row_stop, column, column_stop = place
            pair = _cut(joiner.join(ours[row:row_stop])), _cut(joiner.join(theirs[column:column_stop]))
            table.add(pair, found, place)

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON values."""
        return {
            "counts": self.counts,
            "parts": self.parts,
            "examples": self.examples,
            "sizes": self.sizes,
            "confusions": {name: table.to_dict() for name, table in self.confusions.items()},
            "groups": self.groups,
            "runs": self.runs.to_dict(),
        }

    def merge(self, state: Mapping[str, Any]) -> None:
        """Add the state of a part that follows the samples seen so far."""
        for ours, theirs in ((self.counts, state["counts"]), (self.parts, state["parts"])):
            for label, counts in theirs.items():
                for name, count in counts.items():
                    ours[label][name] += count
        for label, examples in state["examples"].items():
            mine = self.examples[label]
            mine += [tuple(example) for example in examples[: EXAMPLES - len(mine)]]
        self.sizes.update(state["sizes"])
        for fact, labels in state["groups"].items():
            for label, sizes in labels.items():
                self.groups[fact].setdefault(label, Counter()).update(sizes)
        for name, table in state["confusions"].items():
            self.confusions[name].merge(table)
        self.runs.merge(state["runs"])

    def document(self) -> dict[str, Any]:
        """The document that reports read: classes by their share, confusions by their count, runs."""
        edits = sum(sum(kinds.values()) for kinds in self.counts.values())
        length = max(1, self.sizes["reference"])
        classes = [self._class(label, edits, length) for label in CLASSES]
        return {
            "schema": SCHEMA,
            "unit": self._view.unit,
            "words": self._view.words,
            "ties": self._tie,
            "steps": [step.name for step in self._view.steps],
            **self.sizes,
            "edits": edits,
            "cer": edits / length,
            "classes": sorted(classes, key=lambda row: -row["edits"]),
            "confusions": {name: table.document(TOP) for name, table in self.confusions.items()},
            "runs": self.runs.document(edits),
            "groups": {
                fact: {label: _group(labels[label]) for label in sorted(labels)} for fact, labels in self.groups.items()
            },
        }

    def _class(self, label: str, edits: int, length: int) -> dict[str, Any]:
        kinds = self.counts[label]
        size = sum(kinds.values())
        examples = list(map(example_document, self.examples[label]))
        row: dict[str, Any] = {"class": label, "title": CLASSES[label], "edits": size}
        row |= {f"{kind}s": count for kind, count in kinds.items()}
        row |= {"share": size / edits if edits else 0.0, "cer": size / length}
        return row | {"parts": dict(self.parts.get(label, {})), "examples": examples}


def _group(counts: Mapping[str, int]) -> dict[str, Any]:
    """The classes of some of the samples."""
    classes = {label: counts.get(label, 0) for label in CLASSES}
    edits = sum(classes.values())
    sizes = {name: counts[name] for name in SIZES}
    return {**sizes, "edits": edits, "cer": edits / max(1, sizes["reference"]), "classes": classes}


def _add_tokens(table: Confusions, excerpts: Excerpts, ours: Texts, theirs: Texts, blocks: Sequence[Block]) -> None:
    """Count every single edit."""
    for kind, row, row_stop, column, column_stop in blocks:
        if kind == MATCH:
            continue
        down, right = kind != INSERTION, kind != DELETION
        for _ in range(max(row_stop - row, column_stop - column)):
            pair = ours[row] if down else "", theirs[column] if right else ""
            table.add(pair, excerpts, (row, row + down, column, column + right))
            row, column = row + down, column + right


def _cut(text: str) -> str:
    """Words on one line, and not more of them than can be read."""
    words = " ".join(text.split())
    return words if len(words) <= LONG else f"{words[: LONG - 1]}…"


def _space(edit: Edit, ours: Texts, theirs: Texts) -> str:
    """Whether an edit of whitespace splits a word, joins two, or is something else."""
    if edit.kind == INSERTION and edit.size == 1 and _between_words(theirs, edit.hypothesis_start):
        return "split"
    return (
        "joined" if edit.kind == DELETION and edit.size == 1 and _between_words(ours, edit.reference_start) else "rest"
    )


def _between_words(tokens: Texts, place: int) -> bool:
    inner = 0 < place < len(tokens) - 1
    return inner and tokens[place].isspace() and not (tokens[place - 1].isspace() or tokens[place + 1].isspace())


def _letter(edit: Edit, ours: Texts, theirs: Texts) -> str:
    """Which letter of a Hangul syllable is wrong; letters by themselves are told by their place in Unicode."""
    if edit.kind == SUBSTITUTION:
        return changed_jamo(ours[edit.reference_start], theirs[edit.hypothesis_start])
    token = theirs[edit.hypothesis_start] if edit.kind == INSERTION else ours[edit.reference_start]
    return "lead" if token < "\u1160" else "vowel" if token < "\u11a8" else "tail"
