"""`errata diff`."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from cyclopts import Parameter

from errata.cli.options import Flag, Normalisation, Number, Tie, Unit, Words
from errata.cli.output import write
from errata.cli.texts import text_of
from errata.corpus.align import align
from errata.report.diff import on_standard_output

__all__ = ["diff"]

NORMALISATION = Normalisation()


def diff(
    reference: Annotated[str, Parameter(name="REF")],
    hypothesis: Annotated[str, Parameter(name="HYP")],
    /,
    *,
    unit: Unit = "character",
    words: Words | None = None,
    tie: Tie = "sub_del_ins",
    normalisation: Normalisation = NORMALISATION,
    text: Flag = False,
    encoding: str = "utf-8",
    context: Number = 40,
    whole: Flag = False,
    format: Literal["text", "json"] = "text",  # noqa: A002
) -> None:
    """Show where two texts differ.

    What is only in the reference is struck out, what is only in the hypothesis
    is underlined; without colours they read [-so-] and {+so+}. Spaces, line
    breaks and characters that cannot be seen are named where they are edited.

    For example:
      errata diff reference.txt hypothesis.txt
      errata diff reference.txt hypothesis.txt --words whitespace
      errata diff --text "kitten" "sitting"
      errata diff page.gt.txt page.txt --normalize nfc --whole

    Parameters
    ----------
    reference
        A text file; with --text the text itself.
    hypothesis
        A text file; with --text the text itself.
    unit
        What is aligned: what a character is.
    words
        Align words of this kind instead of characters.
    tie
        Which edit the walk back prefers where several are optimal.
    text
        REF and HYP are texts, not files.
    encoding
        The encoding of the files.
    context
        How many characters of a match to show beside an edit.
    whole
        Show all of every match.
    format
        How to show the alignment.
    """
    ours, theirs = (text_of(given, encoding, literal=text) for given in (reference, hypothesis))
    found = align(ours, theirs, unit=unit, words=words, tie=tie, normalize=normalisation.steps())
    if format == "json":
        write([json.dumps(found.to_dict(), indent=2), "\n"])
    else:
        write(on_standard_output(found, context=None if whole else context), document=False)
