"""What the numbers of a result mean, in sentences: bands, patterns of several metrics, and what to look at next."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errata.profiles.targets import quality
from errata.report.fair import sentences
from errata.report.numbers import share

if TYPE_CHECKING:
    from errata.report.result import Result, Score

__all__ = ["explained"]

APART = 0.05  # precision and recall that differ by more are a trade-off
FAR = 1.5  # a macro average that many times the micro average is worth a sentence
GOOD = ("excellent", "good")
OF_HUNDRED = {
    "cer": ("characters of the references", "edits"),
    "wer": ("words of the references", "edits"),
    "ser": ("samples", "samples that are not exactly right"),
}


def explained(result: Result) -> list[str]:
    """Sentences about the scores, in reading order; about each thing only where there is something to say."""
    return [
        *_of_hundred(result),
        *_spaces(result),
        *_averages(result),
        *_bands(result),
        *_trade_off(result),
        *_order(result),
        *sentences(result),
        *_left_out(result),
    ]


def _of_hundred(result: Result) -> Iterator[str]:
    for name, (of, what) in OF_HUNDRED.items():
        if name in result and math.isfinite(result[name].micro):
            yield f"{name} {share(result[name].micro)}: for every 100 {of} there are {_few(result[name].micro)} {what}."


def _few(value: float) -> str:
    hundred = 100 * value
    if hundred == 0:
        return "no"
    return f"about {hundred:.0f}" if hundred >= 10 else f"about {hundred:.2g}"


def _spaces(result: Result) -> Iterator[str]:
    if "cer" in result and "cer_norm" in result and result["cer"].micro > 0:
        part = 1 - result["cer_norm"].micro / result["cer"].micro
        if part >= 0.1:
            yield (
                f"{part:.0%} of the character errors are spaces and line breaks: cer_norm is"
                f" {share(result['cer_norm'].micro)}."
            )


def _averages(result: Result) -> Iterator[str]:
    score = next((result[name] for name in ("cer", "wer") if name in result), None)
    if score is None or not (math.isfinite(score.micro) and math.isfinite(score.macro)):
        return
    if score.macro > FAR * score.micro:
        yield (
            f"The macro average of {score.name}, {share(score.macro)}, is far above the micro average: short samples"
            f" are read worse than long ones, or a few are lost. The median is {share(score.median)}; look at the worst"
            " with --worst 10."
        )
    elif score.micro > FAR * score.macro:
        yield (
            f"The micro average of {score.name}, {share(score.micro)}, is far above the macro average,"
            f" {share(score.macro)}: the long samples are read worse than the short ones."
        )


def _bands(result: Result) -> Iterator[str]:
    told = [(score, band) for score in result.scores.values() if (band := _band(result, score))]
    if told:
        named = ", ".join(f"{score.name} {share(score.macro)} {band}" for score, band in told)
        yield f"By the bands of Biblicus (004), on macro averages: {named}."
    if "wer" in result and result.settings.get("words") != "biblicus" and told:
        yield "wer has no band here: it counts case and punctuation, which 004 does not (--words biblicus)."


def _trade_off(result: Result) -> Iterator[str]:
    if "word_precision" not in result or "word_recall" not in result:
        return
    precision, recall = result["word_precision"].macro, result["word_recall"].macro
    both = f"word precision {share(precision)}, recall {share(recall)}"
    if precision - recall > APART:
        yield f"Conservative ({both}): what is read is mostly right, but text is missed. Good where noise is expensive."
    elif recall - precision > APART:
        yield f"Aggressive ({both}): most text is found, with noise. Good where nothing may be missed."
    elif math.isfinite(precision - recall):
        yield f"Balanced ({both}): as much is missed as is added."


def _order(result: Result) -> Iterator[str]:
    """F1 against the order of words: by wer on 004's words where there is one, else by the LCS ratio."""
    names = [name for name in ("wer", "lcs_ratio") if name in result and _band(result, result[name])]
    if not names or "word_f1" not in result:
        return
    found, ordered = _band(result, result["word_f1"]), _band(result, result[names[0]])
    if found in GOOD and ordered == "poor":
        yield f"Good F1, poor {names[0]}: the words are found, but in the wrong order. Columns may be mixed."
    elif found in GOOD and ordered in GOOD:
        yield f"Good F1, good {names[0]}: the right words in the right order."
    elif found == "poor" and ordered in GOOD:
        yield f"Poor F1, good {names[0]}: few words are found, but in order. The extraction is probably incomplete."


def _left_out(result: Result) -> Iterator[str]:
    seen = result.tally
    for number, what in (
        (seen.missing, "without a hypothesis: scored as empty texts"),
        (seen.skipped, "left out of every number: they could not be scored"),
    ):
        if number:
            yield f"{number:,} {'sample' if number == 1 else 'samples'} {what}."


def _band(result: Result, score: Score) -> str | None:
    return quality(score.name, score.macro, str(result.settings.get("words")))
