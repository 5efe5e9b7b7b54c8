"""Large inputs in bounded memory: an ALTO file of 200 MB, a folder of 100,000 files.

`make test` takes a fifth and a twentieth of that; `make fuzz` takes the whole.
"""

import os
import subprocess
import sys

import pytest

WHOLE = bool(os.environ.get("ERRATA_FUZZ"))
MEGABYTES, FILES = (200, 100_000) if WHOLE else (40, 5_000)
PEAK = 400  # megabytes of the whole process, libraries included
HEAD = '<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout><Page><PrintSpace><TextBlock ID="b">'
TAIL = "</TextBlock></PrintSpace></Page></Layout></alto>"
WORD = '<String ID="s{0}" HPOS="{0}" VPOS="10" WIDTH="90" HEIGHT="40" WC="0.93" CONTENT="water"/><SP/>'
# ru_maxrss would start at the size of the process that started this one.
MEASURED = "\nimport re; print(int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) >> 10)"


def run(code, *arguments):
    """What a program prints, and its peak of memory in megabytes."""
    command = [sys.executable, "-c", code + MEASURED, *map(str, arguments)]
    *said, peak = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout.split()
    return said, int(peak)


def test_a_huge_alto_file_is_read_line_by_line(tmp_path):
    path, lines = tmp_path / "a.alto.xml", 0
    with path.open("w", encoding="utf-8") as file:
        file.write(HEAD)
        while file.tell() < MEGABYTES << 20:
            words = "".join(WORD.format(place) for place in range(10))
            file.write(f'<TextLine ID="l{lines}">{words}</TextLine>\n')
            lines += 1
        file.write(TAIL)
    code = (
        "import sys; from errata.io.documents import read_document\n"
        "(page,) = read_document(sys.argv[1], places=False); print(len(page.lines), page.lines[-1].id, len(page.text))"
    )
    said, peak = run(code, path)
    assert said == [str(lines), f"l{lines - 1}", str(60 * lines - 1)]
    assert peak < PEAK


@pytest.mark.parametrize("suffixes", [(".gt.txt", ".txt"), (".gt.page.xml", ".ocr.alto.xml")])
def test_a_folder_of_very_many_files_is_paired_and_read_in_parts(tmp_path, suffixes):
    page = "<PcGts><Page><TextRegion><TextEquiv><Unicode>a word</Unicode></TextEquiv></TextRegion></Page></PcGts>"
    alto = f'{HEAD}<TextLine><String CONTENT="a"/><String CONTENT="word"/></TextLine>{TAIL}'
    texts = {".gt.txt": "a word", ".txt": "a word", ".gt.page.xml": page, ".ocr.alto.xml": alto}
    for side, suffix in zip(("gt", "ocr"), suffixes, strict=True):
        (tmp_path / side).mkdir()
        for number in range(FILES):
            with open(f"{tmp_path}/{side}/{number:06}{suffix}", "w", encoding="utf-8") as file:  # noqa: PTH123
                file.write(texts[suffix])
    code = (
        "import sys; from errata.io import open_source\n"
        "found = [(len(batch), set(batch.references) == set(batch.hypotheses) == {'a word'})\n"
        "         for batch in open_source(*sys.argv[1:]).batches(4096)]\n"
        "print(sum(size for size, _ in found), all(same for _, same in found))"
    )
    said, peak = run(code, tmp_path / "gt", tmp_path / "ocr")
    assert said == [str(FILES), "True"]
    assert peak < PEAK
