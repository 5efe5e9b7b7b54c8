"""Normalisation steps: what each changes, by hand, and the laws that hold for every text."""

import pickle
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.errors import UnknownNameError, UsageError
from errata.text import normalize as module
from errata.text.normalize import REPLACED, STEPS, Step, replacement_step, resolve
from errata.text.view import View

EVERY_CHARACTER = st.characters(exclude_categories=())  # lone surrogates, too
MARKED = (
    "aeäſßžΑΣςάюйאשׁبلآأةـक़किজ্字か한각\u1112\u1161\u11ab\u0301\u0300\u0327\u0345\u0360\u05b7\u05c1\u064b\u0651\u0653"
    "\u0654\u0670\u0901\u093c\u09c7\u09be\u0903\u20dd\u20d0\u302e\u0f71\u3099\u034f\u200d\u200c\ufe0f\U0001d165\U0001d16d"
    "\ud834 \n\r\x85"
    "İıǅﬁ①²Ａ１٣۵६𝟙\u2126\u212b\u1e9b\u0390\u2019\u201c\u2014\u00ab'\"-\u200f\ufeff\u00ad"
)
TEXT = st.text(EVERY_CHARACTER, max_size=30) | st.text(st.sampled_from(MARKED), max_size=20)

# Unicode's property Quotation_Mark (PropList.txt), copied: unicodedata does not know it.
QUOTATION_MARKS = "\"'«»‘’‚‛“”„‟‹›⹂「」『』〝〞〟﹁﹂﹃﹄＂＇｢｣"


# Every code point but those of the planes that are empty or private.
CHARACTERS = [chr(point) for point in range(sys.maxunicode + 1) if point >> 16 in (0, 1, 2, 3, 14)]


def apply(name: str, text: str) -> str:
    return STEPS[name].apply(text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("nfc", "Gro\u0308ße \u1112\u1161\u11ab", "Größe 한"),
        ("nfd", "é각", "e\u0301\u1100\u1161\u11a8"),
        ("nfkc", "ﬁn ２①", "fin 21"),
        ("nfkd", "ﬁ é", "fi e\u0301"),
        ("casefold", "Straße ΣΑΣ İ", "strasse σασ i\u0307"),
        ("lowercase", "Straße ΣΑΣ", "straße σας"),
        ("whitespace", "\ufeff a\u00a0\u3000b\r\n\x1fc\u2028", "\ufeff a b c"),
        ("strip", " \t a  b\n\u2029", "a  b"),
        ("punctuation", "„Maß“, 3,50 € – a_b·c! 가。", "Maß 350   abc 가"),
        ("punctuation", "don't (stop) $5 + a@b.c", "dont stop 5  abc"),
        ("punctuation", "हिन्दी।", "हिन्दी"),
        ("quotes", "„Maß“ ‚x‘ l’été «ja» ‹so› 5′ 6″ it´s", "\"Maß\" 'x' l'été \"ja\" 'so' 5' 6\" it's"),
        ("quotes", "1914–18 — so ‑ − Hand⸗werk", "1914-18 - so - - Hand-werk"),
        ("quotes", "「彼は『はい』と」〜ー", "\"彼は'はい'と\"〜ー"),
        ("quotes", "צה״ל ג׳ בית־ספר", "צה\"ל ג' בית-ספר"),
        ("digits", "٣۵ ६ ४ ２ 𝟙 ໒ ² ½ 四", "35 6 4 2 1 2 ² ½ 四"),
        ("bidi", "\ufeff\u202bשלום\u202c\u200f Donau\u00addampf\u200d\u200c", "שלום Donaudampf\u200d\u200c"),
        ("diacritics", "Größe élève ñ Łódź ſ́", "Große eleve n Łodz ſ"),
        ("diacritics", "Άνθρωπος ᾳ йё", "Ανθρωπος α ие"),
        ("diacritics", "العَرَبِيَّةُ ـَ آأإؤئ", "العربية ـ اااوي"),
        ("diacritics", "שָׁלוֹם", "שלום"),
        ("diacritics", "हिन्दी कँ बাং\u0e01\u0e33\u0e48", "हिन्दी कँ बাং\u0e01\u0e33\u0e48"),
        ("diacritics", "が か\u3099 ぱ", "が が ぱ"),
        (
            "diacritics",
            "क\u0301 字\u0301 \u0301 1\u0301",
            "क\u0301 字\u0301 \u0301 1\u0301",
        ),  # no base of the five scripts
        ("diacritics", "a\u0901\u0301b", "a\u0901b"),  # an Indic mark stays wherever it stands
        ("diacritics", "a\u20dd\u0301", "a\u20dd"),  # an enclosing circle is not a non-spacing mark
        ("diacritics", "\u064bب", "\u064bب"),
        ("diacritics", "\u1112\u1161\u11ab", "한"),  # NFC even where nothing is removed
    ],
)
def test_a_step_does_this_by_hand(name, text, expected):
    assert apply(name, text) == expected


def test_the_steps_have_these_names():
    assert list(STEPS) == [
        *("nfc", "nfd", "nfkc", "nfkd", "casefold", "lowercase", "whitespace", "strip"),
        *("punctuation", "diacritics", "quotes", "digits", "bidi"),
    ]
    assert all(name == step.name and step.title and step.description.endswith(".") for name, step in STEPS.items())


@pytest.mark.parametrize("name", STEPS)
@given(text=TEXT)
def test_a_step_applied_twice_changes_nothing_more(name, text):
    once = apply(name, text)
    assert apply(name, once) == once


@pytest.mark.parametrize("name", STEPS)
def test_a_step_applied_twice_to_any_single_code_point_changes_nothing_more(name):
    step = STEPS[name].apply
    results = {step(char) for char in CHARACTERS}
    assert {result for result in results if step(result) != result} == set()


@given(TEXT)
def test_fast_paths_agree_with_the_definition_by_category(text):
    categories = [(char, unicodedata.category(char)) for char in text]
    assert apply("punctuation", text) == "".join(char for char, kind in categories if kind[0] not in "PS")
    digits = (str(unicodedata.decimal(char)) if kind == "Nd" else char for char, kind in categories)
    assert apply("digits", text) == "".join(digits)
    assert apply("bidi", text) == "".join(char for char in text if char not in module.BIDI)


def test_fast_paths_agree_with_the_definition_on_all_of_ascii():
    ascii_text = "".join(map(chr, range(128)))
    kept = "".join(char for char in ascii_text if unicodedata.category(char)[0] not in "PS")
    assert apply("punctuation", ascii_text) == kept
    for name in ("nfc", "nfkd", "quotes", "digits", "bidi", "diacritics"):
        assert apply(name, ascii_text) == ascii_text


@given(TEXT)
def test_diacritics_keeps_every_character_that_is_not_a_mark(text):
    def bare(some: str) -> str:
        return "".join(c for c in unicodedata.normalize("NFD", some) if unicodedata.category(c)[0] != "M")

    assert bare(apply("diacritics", text)) == bare(text)


@given(st.text(st.characters(categories=["L", "M", "N", "Z"], min_codepoint=0x0900, max_codepoint=0x0DFF), max_size=20))
def test_diacritics_leaves_indic_text_as_nfc_has_it(text):
    assert apply("diacritics", text) == unicodedata.normalize("NFC", text)


def test_quotes_folds_every_quotation_mark_of_unicode_and_every_plain_dash():
    assert set(apply("quotes", QUOTATION_MARKS)) == {"'", '"'}
    kept = "\u1400\u1806\u301c\u3030\u30a0\U00010d6e\U00010ead"
    dashes = [c for c in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(c) == "Pd" and c not in kept]
    assert {apply("quotes", dash) for dash in dashes} == {"-"}
    assert apply("quotes", kept) == kept


def test_quotes_folds_two_strokes_to_a_double_quote_and_one_to_a_single():
    assert [char for char in module.SINGLE_QUOTES if "DOUBLE" in unicodedata.name(char)] == []
    assert [char for char in module.DOUBLE_QUOTES if "SINGLE" in unicodedata.name(char)] == []
    folded = module.SINGLE_QUOTES + module.DOUBLE_QUOTES + module.DASHES
    assert len(set(folded)) == len(folded)


def test_the_folds_treat_canonically_equal_characters_alike():
    for name in ("quotes", "digits", "bidi"):
        one_way = [c for c in CHARACTERS if apply(name, apply("nfc", c)) != apply("nfc", apply(name, c))]
        assert one_way == [], name


def test_steps_apply_in_the_order_they_are_named():
    assert View(resolve(["bidi", "lowercase", "strip"])).prepare("  Ä\u00adB ") == "äb"
    assert View(resolve(["nfkc", "digits"])).prepare("٢²") == "22"
    assert View(resolve(["casefold", "nfkd"])).prepare("\u1d2c") == "A"
    assert View(resolve(["nfkd", "casefold"])).prepare("\u1d2c") == "a"
    assert View().prepare("a ") == "a "


def test_an_unknown_step_is_refused_with_the_nearest_name():
    with pytest.raises(
        UnknownNameError, match=r"Unknown normalisation step 'diacritic'\. Did you mean diacritics"
    ) as info:
        resolve(["nfc", "diacritic"])
    assert info.value.name == "diacritic"


def test_a_replacement_takes_the_longest_match_from_the_left_and_only_once():
    step = replacement_step({"a": "b", "ab": "x", "b": "a", "aab": "y", ".": ""})
    assert step.apply("aab ab a b c.") == "y x b a c"  # a to b and b to a swap instead of meeting


def test_a_replacement_of_single_characters_is_one_pass_too():
    step = replacement_step({"ſ": "s", "s": "ſ", "ꝛ": "r", "-": ""})
    assert step.apply("ſs-ꝛ") == "sſr"


def test_a_replacement_of_nothing_leaves_the_text():
    assert replacement_step({}).apply("a.b") == "a.b"


@given(
    TEXT,
    st.dictionaries(st.text(st.sampled_from("ab.\ud800ä"), min_size=1, max_size=3), st.text(max_size=2), max_size=5),
)
def test_a_replacement_is_the_slow_scan(text, table):
    rest, expected = text, ""
    while rest:
        match = max((old for old in table if rest.startswith(old)), key=len, default="")
        expected += table[match] if match else rest[0]
        rest = rest[len(match) or 1 :]
    assert replacement_step(table).apply(text) == expected


def test_a_replacement_of_the_empty_text_is_refused():
    with pytest.raises(UsageError, match=r"hold an empty key \(it becomes 'x'\)"):
        replacement_step({"": "x"})


def test_replacement_steps_are_equal_and_share_their_name_when_their_tables_are_equal():
    one, same = replacement_step({"a": "b", "c": "d"}), replacement_step({"c": "d", "a": "b"})
    other = replacement_step({"a": "b", "c": "e"})
    assert one == same
    assert one.name.startswith(REPLACED)
    assert one.name != other.name
    assert hash(one) == hash(same)
    assert one != other


def test_every_step_can_go_to_another_process():
    steps = (*STEPS.values(), replacement_step({"ſ": "s"}), replacement_step({"aa": "å", "ſ": "s"}))
    for step in steps:
        copy: Step = pickle.loads(pickle.dumps(step))
        assert copy == step
        assert copy.apply("Aaa, ſÉ٣") == step.apply("Aaa, ſÉ٣")
