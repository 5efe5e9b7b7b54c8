"""Everything that the documentation shows is true when it is run."""

import pytest
from doc_blocks import PAGES, ROOT, Block, PageRunner, blocks
from rewrite_outputs import rewrite

NOT_RUN = 5  # blocks that are shown and not run; each says why. Raise this only with a reason for a reviewer.


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_does_what_the_page_says(page, tmp_path):
    runner = PageRunner(tmp_path)
    for block in blocks(page):
        runner.run(block)


def test_the_blocks_that_are_not_run_are_few_and_say_why():
    reasons = [(block.place, block.no_run) for page in PAGES for block in blocks(page) if block.no_run is not None]
    assert all(len(reason) > 10 for _, reason in reasons), reasons
    assert len(reasons) == NOT_RUN, reasons


@pytest.mark.parametrize(
    ("kind", "mark", "body"),
    [
        ("python", "", "1 + 1  # gives 3\n"),
        ("python", "", "raise SystemError\n"),
        ("console", "", "$ printf 'one\\ntwo\\n'\none\n"),
        ("console", "", "$ false\n"),
        ("console", "exit=2", "$ true\n"),
        ("json", "", "{'a': 1}\n"),
        ("jsonl", "", '{"a": 1}\nnull,\n'),
        ("brainfuck", "", "+++\n"),
    ],
)
def test_a_block_that_says_something_wrong_fails(kind, mark, body, tmp_path):
    runner = PageRunner(tmp_path)
    with pytest.raises((AssertionError, SystemError, ValueError)):
        runner.run(Block(ROOT / "README.md", 1, kind, mark, body))


@pytest.mark.parametrize(
    ("kind", "mark", "body"),
    [
        ("python", "", "1 / 3  # gives 0.33...\n"),
        ("console", "", "$ printf 'one\\ntwo\\nthree\\n'\none\n...\nth...e\n"),
        ("console", "exit=1", "$ false\n"),
        ("console", "", "$ printf '%s %s' \\\n    a b\na b\n"),
        ("bash", "no-run: there is no such host", "curl example.invalid\n"),
    ],
)
def test_a_block_that_is_right_passes(kind, mark, body, tmp_path):
    PageRunner(tmp_path).run(Block(ROOT / "README.md", 1, kind, mark, body))


def test_output_is_compared_with_what_the_python_block_before_it_printed(tmp_path):
    runner = PageRunner(tmp_path)
    runner.run(Block(ROOT / "README.md", 1, "python", "", "print('one')\n"))
    runner.run(Block(ROOT / "README.md", 5, "text", "output", "one\n"))
    with pytest.raises(AssertionError, match="printed instead"):
        runner.run(Block(ROOT / "README.md", 5, "text", "output", "two\n"))


STALE = """\
```python
print("today")
```

```text output
yesterday
```

```console
$ echo 'profile:standard|unicode:99'
profile:lines|...
$ echo quiet
$ echo one two
one ...
```

```console
$ echo one two
three ...
```
"""


def test_stale_outputs_are_rewritten_and_what_leaves_something_out_is_left_to_a_human(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(STALE, "utf-8")
    left = rewrite(page)
    rewritten = STALE.replace("yesterday", "today").replace("profile:lines|...", "profile:standard|...")
    assert page.read_text("utf-8") == rewritten
    assert len(left) == 1
    assert "one two" in left[0]
