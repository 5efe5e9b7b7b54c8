"""Hostile lists of texts: JSON Lines, PaddleOCR labels, Tesseract's TSV, two columns, transcripts, plain text."""

from collections.abc import Iterator

from hostile import Case, Read, Refused

HEADER = "level page_num block_num par_num line_num word_num left top width height conf text".replace(" ", "\t")
WIDE = "starts with|has a NUL in every other byte|looks like"


def cases() -> Iterator[Case]:
    """Each list, then what they share."""
    yield from pages_in_json()
    yield from labels()
    yield from rows_of_tesseract()
    yield from lists()
    yield from encodings()


def of_a_line(more: str) -> str:
    """A page of one line that says something more."""
    return f'{{"regions": [{{"lines": [{{"text": "a", {more}}}]}}]}}'


def pages_in_json() -> Iterator[Case]:
    """Lines of JSON that are no pages."""
    good = '{"id": "a", "text": "a"}\n'
    for name, line, what in (
        ("cut off", '{"id": "b", "regi', "is no page: Unterminated string"),
        ("nested 100,000 deep", '{"regions": ' + "[" * 100_000, "nested too deeply"),
        ("objects nested 100,000 deep", '{"regions": ' * 100_000, "nested too deeply"),
        ("with a key twice", '{"id": "b", "id": "c", "text": "x"}', "the key 'id' appears twice"),
        ("with NaN", '{"id": "b", "regions": [], "width": NaN}', "NaN is no number"),
        ("with Infinity", '{"id": "b", "regions": [], "width": -Infinity}', "-Infinity is no number"),
        ("with 1e999", '{"id": "b", "regions": [], "width": 1e999}', "1e999 is no number"),
        ("with a number of 10,000 digits", '{"id": "b", "regions": [], "width": ' + "9" * 10_000 + "}", "limit|int"),
        ("with half of a surrogate pair", '{"id": "b", "text": "\\ud83d"}', "surrogates not allowed"),
        ("with half of one in an id", '{"id": "\\udc00", "text": "b"}', "surrogates not allowed"),
        ("that are an array", "[1, 2]", "the page is an array"),
        ("that are a number", "7", "the page is a number"),
        ("that are null", "null", "the page is null"),
        ("without a text", '{"id": "b"}', "no 'regions' and no 'text'"),
        ("whose text is a number", '{"id": "b", "text": 7}', "'text' is a number"),
        ("whose regions are a text", '{"regions": "all"}', "'regions' is a string"),
        ("whose box has three corners", of_a_line('"box": [1, 2, 3]'), "'box' holds 3 numbers"),
        ("whose corner is null", '{"regions": [{"outline": [null, [1, 2]]}]}', "'outline' holds null"),
        ("whose confidence is true", of_a_line('"confidence": true'), "'confidence' holds a boolean"),
        ("two to a line", '{"text": "a"}{"text": "b"}', "Extra data"),
    ):  # fmt: skip
        yield Case(f"pages {name}", "a.jsonl", good + line + "\n", Refused(what, "{}:2"), options={"format": "jsonl"})
    yield Case("no pages", "a.jsonl", "\n\n", Refused("holds no text at all"))


def labels() -> Iterator[Case]:
    """Lines of label.txt that are no labels."""
    good = 'a.jpg\t[{"transcription": "a", "points": [[0, 0], [1, 0], [1, 1], [0, 1]]}]\n'
    for name, listed, what in (
        ("cut off", '[{"transcription": "x"', "no path, tab and JSON list"),
        ("that are an object", '{"transcription": "x"}', "is an object, not an array"),
        ("with a text that is no object", '["x"]', "a text is a string, not an object"),
        ("without a transcription", '[{"points": []}]', "no 'transcription'"),
        ("with a transcription that is null", '[{"transcription": null}]', "a transcription is null"),
        ("with corners that are numbers", '[{"transcription": "x", "points": [1, 2]}]', "no path, tab and JSON list"),
        ("with a key twice", '[{"transcription": "x", "transcription": "y"}]', "appears twice"),
        ("nested 100,000 deep", "[" * 100_000, "nested too deeply"),
    ):  # fmt: skip
        yield Case(f"labels {name}", "label.txt", f"{good}b.jpg\t{listed}\n", Refused(what, "{}:2"))
    yield Case("labels without a tab", "label.txt", good + "b.jpg []\n", Refused("no path, tab and JSON list", "{}:2"))
    for points in ("[[0, 0], [1]]", '[["x", 0], [1, 1]]', "[[1e300, 0], [1, 1]]", "[]"):
        expected = (
            Read("x", ("coordinates are broken",)) if points != "[[0, 0], [1]]" else Refused("no path, tab", "{}:1")
        )
        content = f'b.jpg\t[{{"transcription": "x", "points": {points}}}]\n'
        yield Case(f"labels with the corners {points}", "label.txt", content, expected)


def rows_of_tesseract() -> Iterator[Case]:
    """Rows that Tesseract would not write."""
    good = f"{HEADER}\n5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t96\ta\n"
    yield Case("Tesseract's rows too short", "a.tsv", good + "5\t1\t1\n", Refused("has 3 cells", "{}:3"))
    yield Case(
        "Tesseract's rows of level 7",
        "a.tsv",
        good + good.split("\n")[1].replace("5", "7", 1) + "\n",
        Refused("its level is '7'", "{}:3"),
    )
    yield Case("Tesseract's header alone", "a.tsv", f"{HEADER}\n", Refused("has no row"))
    yield Case(
        "Tesseract's boxes that are no numbers",
        "a.tsv",
        good.replace("\t9\t9\t", "\tx\tnan\t"),
        Read("a", ("coordinates are broken",)),
    )
    yield Case(
        "Tesseract's confidence of -7", "a.tsv", good.replace("96", "-7"), Read("a", ("a word confidence is not",))
    )
    yield Case("Tesseract's word with tabs in it", "a.tsv", good.replace("\ta\n", "\ta\tb\n"), Read("a\tb"))


def lists() -> Iterator[Case]:
    """Transcripts and two columns."""
    for name, line, what in (
        ("without an id", "no id here", "does not end in an id"),
        ("with an empty id", "text ()", "does not end in an id"),
        ("with an id twice", "more (x)", "the id 'x' was used before, in line 1"),
        ("with text after the id", "text (y) z", "does not end in an id"),
        ("of a million blanks", " " * 1_000_000 + "x", "does not end in an id"),
        ("of a million brackets", "(" * 1_000_000, "does not end in an id"),
    ):
        yield Case(f"a transcript {name}", "a.trn", f"a (x)\n{line}\n", Refused(what, "{}:2"))
    yield Case("a transcript without a line", "a.trn", ";; nothing\n", Refused("has no entry"))
    yield Case("columns with an id twice", "a.tsv", "x\ta\nx\tb\n", Refused("the id 'x' was used before", "{}:2"))
    yield Case("columns without a tab", "a.tsv", "x\ta\nyb\n", Refused("is no id, tab and text", "{}:2"))
    yield Case("columns with an empty id", "a.tsv", "x\ta\n\tb\n", Refused("is no id, tab and text", "{}:2"))
    yield Case(
        "a text with every control character",
        "a.txt",
        bytes(range(10)) + bytes(range(11, 32)),
        Read("".join(map(chr, [*range(10), *range(11, 32)]))),
    )
    yield Case("a text of one line of 20 MB", "a.txt", "x" * 20_000_000, Read("x" * 20_000_000))
    yield Case("a text of a million empty lines", "a.txt", "\n" * 1_000_000, Read(""))
    yield Case("a text with marks that turn it round", "a.txt", "a\u202eb\u2066c\n", Read("a\u202eb\u2066c"))
    yield Case("a text of private use", "a.txt", "\ue000\U0010fffd", Read("\ue000\U0010fffd"))
    yield Case(
        "a text with 100,000 marks on a letter", "a.txt", "e" + "\u0301" * 100_000, Read("e" + "\u0301" * 100_000)
    )


def encodings() -> Iterator[Case]:
    """Bytes that are no text, or none in UTF-8."""
    for file, text in (
        ("a.txt", "Löwe\n"),
        ("a.trn", "Löwe (x)\n"),
        ("a.tsv", "x\tLöwe\n"),
        ("a.jsonl", '{"id": "x", "text": "Löwe"}\n'),
    ):
        yield Case(f"Latin-1 in {file}", file, text.encode("latin-1"), Refused("is not UTF-8: byte offset", "{}:1"))
        yield Case(
            f"UTF-8 cut off in {file}",
            file,
            text.encode()[: text.encode().index(b"\xb6")],
            Refused("is not UTF-8", "{}:1"),
        )
        yield Case(f"UTF-16 in {file}", file, text.encode("utf-16"), Refused("looks like UTF-16"))
        yield Case(f"UTF-32 in {file}", file, text.encode("utf-32"), Refused("looks like UTF-32"))
        yield Case(
            f"UTF-16 without a mark in {file}", file, (text * 9).encode("utf-16-le"), Refused("looks like UTF-16")
        )
        yield Case(f"a byte order mark in {file}", file, text.encode("utf-8-sig"), Read("Löwe"))
    yield Case(
        "an unknown encoding",
        "a.txt",
        "a",
        Refused("encoding 'klingon'", kind="UnknownNameError"),
        options={"encoding": "klingon"},
    )
    yield Case(
        "an encoding that makes no text",
        "a.txt",
        "a",
        Refused("encoding 'zip'", kind="UnknownNameError"),
        options={"encoding": "zip"},
    )
    yield Case(
        "half of a surrogate pair in UTF-7",
        "a.txt",
        b"+2D0-",
        Refused("half of a surrogate pair|UTF-7", "{}(:1)?"),
        options={"encoding": "utf-7"},
    )
