"""README.md and its like are true: every command and every program in them is run, and prints what they say.

``python tests/support readme_run`` writes what they print now.
"""

from __future__ import annotations

import difflib
import re
from operator import attrgetter

import pytest

from support.places import SHOWN
from support.readme_blocks import Block, Step, blocks, matches, setup_commands, steps
from support.readme_run import programs, run_console, run_program


def differences(expected: tuple[str, ...], printed: list[str]) -> str:
    return "\n".join(difflib.unified_diff(expected, printed, "README.md", "printed", lineterm=""))


@pytest.mark.parametrize("block", blocks("console"), ids=attrgetter("name"))
def test_a_command_prints_what_the_readme_says(block: Block) -> None:
    for step, printed in zip(steps(block), run_console(block), strict=True):
        assert matches(step.output, printed), f"$ {step.command}\n{differences(step.output, printed)}"


@pytest.mark.parametrize(("block", "output"), programs(), ids=[block.name for block, _ in programs()])
def test_a_program_prints_what_the_readme_says(block: Block, output: Block) -> None:
    assert output.language == "text", f"{block.name}: a python block, and no text block with its output"
    expected = tuple(output.content.splitlines())
    printed = run_program(block)
    assert matches(expected, printed), differences(expected, printed)


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    text_after_python = {output.name for _, output in programs()}
    untested = [
        block.name
        for block in blocks()
        if block.language not in {"sh", "console", "python"}
        and not (block.language == "text" and block.name in text_after_python)
    ]
    assert untested == []


def test_fences_are_closed() -> None:
    for file in SHOWN:
        fences = re.findall(r"^```", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(fences) == 2 * len(blocks(files=[file]))


def test_the_setup_commands_are_single_lines_and_the_first_is_shown_with_its_output() -> None:
    install, test = setup_commands()
    assert "\n" not in install
    assert "\n" not in test
    shown = {step.command for block in blocks("console") for step in steps(block)}
    assert install.rpartition(".venv/bin/")[2] in shown


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        (("a", "b"), ["a", "b"], True),
        (("a", "b"), ["a", "c"], False),
        (("a",), ["a", "b"], False),
        (("a", "...", "d"), ["a", "b", "c", "d"], True),
        (("a", "...", "d"), ["a", "d"], False),
        (("a", "...", "d"), ["a", "b", "e"], False),
        (("a.c",), ["abc"], False),
        ((), [], True),
        ((), ["a"], False),
    ],
)
def test_outputs_are_compared_line_by_line(expected: tuple[str, ...], printed: list[str], same: bool) -> None:  # noqa: FBT001  (a table's column)
    assert matches(expected, printed) is same


def test_console_blocks_are_taken_apart() -> None:
    content = "$ a\nx\n> y\n$ b - <<'END'\n> one\n> > two\n> END\nz\n$ c \\\n> d\n"
    assert steps(Block("console", content, 1)) == [
        Step("a", ("x", "> y")),
        Step("b - <<'END'\none\n> two\nEND", ("z",)),
        Step("c \\\nd", ()),
    ]
