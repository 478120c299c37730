"""``urlglean help``: every topic is there, is made of what the code holds, and fits the terminal."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap

import click
import pytest

from support.command_runs import run
from support.places import ROOT
from support.readme_blocks import Block, matches, steps
from support.readme_run import run_console
from support.topics import topic
from urlglean.cli import commands
from urlglean.cli.topics import TOPICS


def examples() -> list[Block]:
    """Give the commands that topics show with what they print: they stand indented by four."""
    return [
        Block("console", f"{textwrap.dedent(found[0]).strip()}\n", 1, f"urlglean help {name}")
        for name in TOPICS
        for found in re.finditer(r"(?m)^    \$ .*\n(?:(?: {4}.*)?\n)*", topic(name))
    ]


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_printed(name: str) -> None:
    done = run("help", name)
    assert (done.code, done.err) == (0, "")
    assert done.out == topic(name)


@pytest.mark.parametrize("width", [72, 80])
@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_as_wide_as_the_terminal(name: str, width: int) -> None:
    # Examples stay as they are, and what has no blank can't be wrapped.
    wide = [
        line
        for line in topic(name, width).splitlines()
        if len(line) > width and not line.startswith((">>> ", "... ", "    ", "-:")) and len(line.split()) > 1
    ]
    in_examples = {line for line in topic(name, 1000).splitlines() if line in wide}
    assert set(wide) <= in_examples


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_plain_text(name: str) -> None:
    assert "``" not in topic(name)
    assert topic(name).endswith("\n")
    assert "\x1b" not in topic(name)


def test_help_lists_the_commands_and_the_topics() -> None:
    done = run("help")
    assert done.code == 0
    of_commands, _, of_topics = done.out.partition("Topics:")
    assert [line.split()[0] for line in of_commands.partition("Commands:")[2].splitlines() if line] == sorted(
        commands.commands
    )
    assert [line.split(maxsplit=1) for line in of_topics.splitlines() if line] == [
        [name, one.summary] for name, one in TOPICS.items()
    ]
    assert max(map(len, done.out.splitlines())) <= 80


def test_no_topic_has_the_name_of_a_command() -> None:
    assert set(TOPICS).isdisjoint(commands.commands)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("format", "Did you mean 'formats'?"),
        ("normalisation", "Did you mean 'normalization'?"),
        ("EXTRACT", "Did you mean 'extract'?"),
        ("nonsense", "'urlglean help' lists them."),
    ],
)
def test_an_unknown_topic(name: str, told: str) -> None:
    done = run("help", name)
    assert (done.code, done.out) == (2, "")
    assert f"No such command or topic {name!r}. {told}\n" in done.err


@pytest.mark.parametrize("block", examples(), ids=lambda block: block.name)
def test_a_command_prints_what_a_topic_says(block: Block) -> None:
    for step, printed in zip(steps(block), run_console(block), strict=True):
        assert matches(step.output, printed), f"$ {step.command}\n{printed}"


def test_every_command_in_a_docstring_is_in_a_topic() -> None:
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "src").rglob("*.py")]
    shown = {line.strip() for text in texts for line in re.findall(r"(?m)^ +\$ .*$", text)}
    run = {f"$ {step.command.partition(chr(10))[0]}" for block in examples() for step in steps(block)}
    assert shown == run
    assert len(run) > 5


def test_the_whole_text_comes_from_the_options() -> None:
    """An option without a word of help, or a default, would stand there with its name alone."""
    for name, command in commands.commands.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                record = parameter.get_help_record(click.Context(command))
                assert record is None or record[1], f"{name} {parameter.opts[0]}"


def test_the_limits_of_the_page_on_safety_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from urlglean.cli.topics import _LIMITS

    for number, (place, said) in enumerate(_LIMITS.items(), 31):
        limit = number << 20 if said.startswith("MiB ") else number
        monkeypatch.setattr(f"urlglean.{place.replace(':', '.')}", limit)
        assert re.search(rf"^  {number} +{re.escape(said)}$", topic("safety", 200), re.MULTILINE)


def test_without_docstrings_a_topic_says_that_they_are_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "urlglean", "help", "mail"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "PYTHONOPTIMIZE=2" in done.stdout


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("ex", ["explain", "extract"]),
        ("help ex", ["explain", "extract", "exit-codes"]),
        ("help ser", ["servers"]),
        ("extract --re", ["--refang"]),
        ("extract --format j", ["jsonl"]),
        ("show no", ["no"]),
    ],
)
def test_what_a_shell_completes(typed: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_URLGLEAN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"urlglean {typed}")
    monkeypatch.setenv("COMP_CWORD", f"{len(typed.split())}")
    assert [line.partition(",")[2] for line in run().out.splitlines()] == words
