"""Case, categories and normal forms are the running interpreter's, whatever Unicode version the twin was built with."""

import sys
import unicodedata

import native_oracle as oracle
import pytest

from errata.kernels import native

POINTS = [chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point < 0xE000]
STEPS = {
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "nfd": lambda text: unicodedata.normalize("NFD", text),
    "nfkc": lambda text: unicodedata.normalize("NFKC", text),
    "nfkd": lambda text: unicodedata.normalize("NFKD", text),
    "casefold": str.casefold,
    "lowercase": str.lower,
    "strip": str.strip,
    "whitespace": lambda text: " ".join(text.split()),
    "punctuation": lambda text: "".join(c for c in text if unicodedata.category(c)[0] not in "PS"),
    "digits": lambda text: "".join(str(unicodedata.decimal(c, c)) for c in text),
}


def test_every_code_point_is_split_as_python_splits():
    texts = [f"a{point}b" for point in POINTS]
    rows = native.count(texts, texts, ("bag:words", "bag:lines")).rows[:, [1, 4]].tolist()
    assert rows == [[len(text.split()), len(text.splitlines())] for text in texts]


@pytest.mark.parametrize("terms", ["biblicus", "biblicus-code"])
def test_every_code_point_is_lowered_and_dropped_as_python_does(terms):
    words = [f"a{point}ab" for point in POINTS]
    expected = [" ".join(oracle.cut(word, terms)) for word in words]
    batch = native.count(words, expected, ("exact:text", "distance:terms"), terms=terms)
    assert batch.left == []
    assert not batch.rows[:, 2].any()
    assert (batch.rows[:, 3] == [len(text.split()) for text in expected]).all()


@pytest.mark.parametrize("name", STEPS)
def test_a_step_changes_every_code_point_as_python_does(name):
    texts = [f"a{point}\u0301b{point}" for point in POINTS]
    changed = [STEPS[name](text) for text in texts]
    batch = native.count(texts, changed, ("exact:text",), steps=(name,))
    again = [index for index, row in enumerate(batch.rows.tolist()) if row[0]]
    assert all(STEPS[name](changed[index]) != changed[index] for index in again)
    assert len(batch.left) < 600  # what the interpreter normalises otherwise than the twin's tables
    assert all(name.startswith("nf") for _ in batch.left[:1])


@pytest.mark.parametrize(
    "text",
    [
        "ΑΣ",
        "ΑΣΑ",
        "Σ",
        "ΑΣ.",
        "ΑΣ'Α",
        "Α'Σ",
        "1Σ",
        "ΑΣ\u0301",
        "ΑΣ\u0301Β",
        "\u0345Σ",
        "ʰΣ",
        "ΑΣ Α",
        "İΣ",
        "\u02b0ΣΣ Σ",
    ],
)
def test_the_final_sigma_is_where_python_puts_it(text):
    lowered = text.lower()
    assert native.count_pair(text, lowered, ("edits:terms", "distance:terms"))[4] == 0
    assert native.count([text], [lowered], ("exact:text",), steps=("lowercase",)).rows.tolist() == [[0, 1]]


def test_dotted_capital_i_becomes_two_characters():
    assert native.count(["İ"], ["i\u0307"], ("distance:characters",), steps=("lowercase",)).rows.tolist() == [
        [0, 2, 2, 2]
    ]


def test_steps_are_applied_in_order():
    pair = "  \uff34HE  Cat. ", "the cat"
    counted = native.count(
        [pair[0]], [pair[1]], ("exact:text",), steps=("nfkc", "casefold", "punctuation", "whitespace")
    )
    assert counted.rows.tolist() == [[0, 1]]
    assert (
        native.count([pair[0]], [pair[1]], ("exact:text",), steps=("nfkc", "casefold", "punctuation")).rows[0, 0] == 1
    )
