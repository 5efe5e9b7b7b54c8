"""The doctor of inputs finds each thing that would spoil a score, and nothing where nothing is wrong."""

import json

import pytest

from errata.cli.main import main
from errata.errors import InputError, UsageError
from errata.io.checks import check
from errata.io.documents import Reading
from errata.io.examine import examine_text, form_of
from errata.io.examine_files import LISTED
from errata.io.examine_pairs import alike, pieces_of

PAGE = (
    '<PcGts><Page imageFilename="{image}.png"><TextRegion id="r"><TextLine id="l"><Word id="w">'
    "<TextEquiv{conf}><Unicode>{text}</Unicode></TextEquiv></Word></TextLine></TextRegion></Page></PcGts>"
)
TEXTS = [
    "The ship left the harbour at dawn with forty barrels of salt.",
    "Paid to the carpenter for two new doors and a window frame.",
    "Rain and strong wind from the west, the bridge is closed today.",
    "My dear sister, your letter of the ninth has reached me safely.",
]


def whats(findings):
    return [problem.what for problem in findings]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a\ue000b\ue000", "characters of private use, known to one font only: U+E000 2 times"),
        ("a\U0010fffd", "characters of private use, known to one font only: U+10FFFD once"),
        ("x\na\u200fb", "turn the direction of a text, and count: U+200F once, first in line 2 of the text"),
        ("a\u202eb\u2066", "U+202E once, U+2066 once"),
        ("a\u00adb\ufeff\u200b", "characters that nobody sees, and count: U+00AD once, U+FEFF once, U+200B once"),
        ("a\x07", "control characters, which count: U+0007 once"),
        ("caf\u00e9 cafe\u0301", "mixes composed characters (U+00E9) with some that are not (U+0065 U+0301)"),
        ("M\u00c3\u00bcller \u00e2\u20ac\u201c", "looks like UTF-8 that was read as cp1252, 2 times: 'Ã¼' for 'ü'"),
        ("", "has no text at all"),
        (" \n ", "has no text at all"),
    ],
)  # fmt: skip
def test_what_is_odd_about_a_text_is_noted(text, what):
    found = examine_text("a.txt", text)
    assert found.problems == []
    assert len(found.notes) == 1
    assert what in found.notes[0].what


def test_characters_that_were_lost_are_a_problem():
    found = examine_text("a.txt", "a\ufffdb")
    assert whats(found.problems) == ["stand-ins for lost characters: U+FFFD once"]


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "Löwe çà là",
        "Lo\u0308we",
        "שלום",
        "नमस्ते",
        "한국어",
        "日本語\n次",
        "tab\tand\fform feed",
        "Ångström ÂB ñ",
    ],
)
def test_nothing_is_said_of_texts_in_which_nothing_is_odd(text):
    found = examine_text("a.txt", text)
    assert (found.problems, found.notes) == ([], [])


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("abc", "neither"),
        ("日本", "neither"),
        ("é", "composed"),
        ("e\u0301", "decomposed"),
        ("ée\u0301", "mixed"),
        ("각", "composed"),
    ],
)
def test_the_normal_form_of_a_text_is_told(text, form):
    assert form_of(text) == form


def test_ids_that_stand_twice_are_a_problem_of_their_page(write):
    content = "<PcGts><Page>{}</Page></PcGts>".format(
        '<TextRegion id="r"><TextLine id="l"><Word id="w"/><Word id="w"/></TextLine></TextRegion>' * 2
    )
    (found,) = check([write("a.xml", content)])
    assert whats(found.problems) == [
        "the ids of regions are not unique: 'r'",
        "the ids of lines are not unique: 'l'",
        "the ids of words are not unique: 'w'",
    ]


def test_a_file_in_another_encoding_is_a_problem_until_the_encoding_is_named(write):
    path = write("a.txt", "Löwe".encode("latin-1"))
    (found,) = check([path])
    assert "is not UTF-8: byte offset 1 holds f6" in found.problems[0].what
    (found,) = check([path], options=None, kind="document")
    assert not found.valid
    from errata.io.checks import Options

    (found,) = check([path], options=Options(reading=Reading(encoding="latin-1")))
    assert found.valid


def test_levels_that_disagree_and_broken_places_are_notes(write):
    content = PAGE.format(image="a", conf="", text="one").replace(
        "</TextLine>", "<TextEquiv><Unicode>two</Unicode></TextEquiv></TextLine>"
    )
    (found,) = check([write("a.xml", content)])
    assert found.valid
    assert "a text differs from that of its words" in found.notes[0].what
    assert found.facts["formats"] == ["page 1"]


@pytest.fixture
def sides(write, tmp_path):
    """Two folders with a page for each text; of a tuple the parts go to the two sides."""

    def put(*texts, names=("one", "two"), form="{text}", suffix=".txt"):
        for number, text in enumerate(texts):
            pair = text if isinstance(text, tuple) else (text, text.replace("e", "c", 1))
            for name, said in zip(names, pair, strict=True):
                if said is not None:
                    write(f"{name}/p{number}{suffix}", form.format(text=said, image=f"p{number}", conf=""))
        return [str(tmp_path / name) for name in names]

    return put


def test_two_folders_in_which_nothing_is_wrong_are_valid(sides):
    (found,) = check(sides(*TEXTS))
    assert (found.problems, found.notes) == ((), ())
    assert found.facts["pairs"] == len(TEXTS)


def test_partners_that_are_not_there_are_problems(sides):
    found = check(sides(TEXTS[0], (TEXTS[1], None), (None, TEXTS[2])))[-1]
    assert [str(problem) for problem in found.problems] == [
        "p1: has no hypothesis (--unmatched count or drop scores the others)",
        "p2: has no reference (--unmatched count or drop scores the others)",
    ]


def test_a_pair_that_matches_another_name_better_is_found(sides):
    swapped = (TEXTS[0], TEXTS[1].replace("two", "tvvo")), (TEXTS[1], TEXTS[0].replace("ship", "shjp"))
    found = check(sides(*swapped, *TEXTS[2:]))[-1]
    assert [problem.where for problem in found.problems] == ["p0", "p1"]
    assert "its reference is like the hypothesis of p1" in found.problems[0].what


def test_a_bad_hypothesis_alone_is_no_wrong_partner(sides):
    (found,) = check(sides((TEXTS[0], "x9 7q zz 00 kk vv ww 12 qq 55 rr"), *TEXTS[1:]))
    assert found.problems == ()


def test_shares_of_pieces_are_one_for_equal_and_none_for_other_texts():
    assert alike(pieces_of(TEXTS[0]), pieces_of(TEXTS[0].upper())) == 1
    assert alike(pieces_of(TEXTS[0]), pieces_of(TEXTS[1])) < 0.05
    assert alike(pieces_of(""), pieces_of("")) == 0


def test_sides_that_are_swapped_are_told_by_their_names(sides):
    found = check(sides(*TEXTS, names=("ocr", "gt")))[-1]
    assert whats(found.problems) == ["by their names the two sides are swapped"]
    assert check(sides(*TEXTS, names=("GT", "OCR")))[-1].valid


def test_references_with_confidences_and_hypotheses_without_look_swapped(write, tmp_path):
    for number, text in enumerate(TEXTS):
        write(f"one/p{number}.xml", PAGE.format(image=number, conf=' conf="0.9"', text=text))
        write(f"two/p{number}.xml", PAGE.format(image=number, conf="", text=text + "!"))
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    assert (
        "the words of 4 references carry confidences, and those of no hypothesis do"
        in check([one, two])[-1].problems[0].what
    )
    assert check([two, one])[-1].valid


def test_forms_that_differ_between_the_sides_and_between_files_are_noted(sides):
    found = check(sides(("caf\u00e9 one", "cafe\u0301 one"), ("caf\u00e9 two", "cafe\u0301 two")))[-1]
    assert "the references are composed, those of the hypotheses decomposed" in found.notes[0].what
    found = check(
        sides(("caf\u00e9 one", "caf\u00e9 1ne"), ("cafe\u0301 two", "cafe\u0301 tw0"), names=("three", "four"))
    )[-1]
    assert "its files differ: 1 composed, 1 decomposed" in found.notes[0].what


def test_an_image_of_another_pair_is_noted(sides, write):
    folders = sides(*TEXTS, form=PAGE, suffix=".xml")
    write("two/p1.xml", PAGE.format(image="p2", conf="", text=TEXTS[1] + "."))
    assert whats(check(folders)[-1].notes) == ["its hypothesis names the image of p2"]


def test_an_empty_page_is_noted_with_its_file_and_a_copy_with_its_folders(sides):
    found = check(sides(*((text, text) for text in ("", *TEXTS))))
    assert [(one.file[-10:], whats(one.notes)) for one in found[:2]] == [
        ("one/p0.txt", ["has no text at all"]), ("two/p0.txt", ["has no text at all"])
    ]  # fmt: skip
    assert "all pairs are equal to the last character" in found[-1].notes[0].what


def test_one_folder_is_checked_whole_and_one_with_both_sides_as_pairs(sides, write, tmp_path):
    sides(*TEXTS)
    (found,) = check([str(tmp_path / "one")])
    assert (found.kind, found.facts["files"]) == ("folder", 4)
    write("both/a.gt.txt", "a"), write("both/a.txt", "b"), write("both/b.gt.txt", "c")
    (found,) = check([str(tmp_path / "both")])
    assert [str(problem)[:24] for problem in found.problems] == ["b: has no hypothesis (--"]


def test_three_folders_and_an_empty_one_are_refused_or_said(tmp_path):
    for name in "abc":
        (tmp_path / name).mkdir()
    with pytest.raises(UsageError, match="more than two are not"):
        check([str(tmp_path / name) for name in "abc"])
    (found,) = check([str(tmp_path / "a")])
    assert "found no file at all" in found.problems[0].what
    with pytest.raises(InputError, match="there is no such file"):
        check([str(tmp_path / "d")])


def test_the_rows_of_a_table_are_checked_on_both_sides(write):
    path = write("t.csv", "id,reference,hypothesis\nx,caf\u00e9,cafe\u0301\ny,\ue000,\nx,a,b\n")
    (found,) = check([path])
    assert "the id 'x' was used before" in found.problems[0].what
    assert whats(found.notes)[:2] == [
        "characters of private use, known to one font only: U+E000 once",
        "has no text at all",
    ]
    assert "composed in the column of reference and decomposed in the column of hypothesis" in found.notes[2].what


def test_notes_on_a_table_end_somewhere_and_the_rest_is_counted(write):
    (found,) = check([write("t.csv", "reference,hypothesis\n" + ",a\n" * (LISTED + 50))])
    assert len(found.notes) == LISTED + 1
    assert "there are 50 notes more" in found.notes[-1].what


def test_the_command_ends_with_1_for_problems_and_for_notes_when_it_is_strict(write, capsys):
    good, odd, bad = write("a.txt", "fine\n"), write("b.txt", "a\u200fb\n"), write("c.txt", b"\xff")
    assert main(["validate", good]) == 0
    assert main(["validate", odd]) == 0
    assert main(["validate", odd, "--strict"]) == 1
    assert main(["validate", bad]) == 1
    capsys.readouterr()
    assert main(["validate", good, odd, "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [one["valid"] for one in shown] == [True, True]
    assert shown[1]["notes"][0]["what"].startswith("marks that only turn")
