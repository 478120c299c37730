"""`import urlglean` is quick because it leaves the heavy libraries for when they are needed.

Counted rather than timed: a clock in a test tells the load of the machine.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_loads_nothing_but_the_face() -> None:
    assert loaded_after("import urlglean") - loaded_after("import importlib, __future__") == {"urlglean"}


@pytest.mark.parametrize(
    ("text", "options", "is_loaded"),
    [
        ("<http://a.example/>", "", True),
        ("<http://a.example/>", "offline=True", False),
        ("[a](b.md)", "", False),
    ],
)
def test_what_asks_servers_is_loaded_while_files_are_read(
    text: str, options: str, *, is_loaded: bool, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text(text)
    loaded = loaded_after(
        "import threading; from urlglean.check.checking import CheckOptions, _Check\n"
        f"_Check(({str(tmp_path)!r},), CheckOptions({options})).read(None)\n"
        "for thread in threading.enumerate():\n"
        "    if thread is not threading.main_thread(): thread.join()"
    )
    assert ("aiohttp" in loaded) is is_loaded


def test_plain_text_needs_no_reader_of_other_kinds() -> None:
    loaded = loaded_after("import urlglean; list(urlglean.extract_text('see http://a/ and http://b/../c.'))")
    assert {"urlglean.pipeline"} <= loaded
    assert loaded.isdisjoint(
        {"urlglean.html.reader", "urlglean.mail.reader", "turbohtml", "ada_url", "email"}
    )


@pytest.mark.parametrize(
    ("command", "without"),
    [
        (
            "--version",
            {"urlglean.document", "urlglean.text", "urlglean.writers", "pathlib", "dataclasses", "traceback"},
        ),
        ("resolve", {"urlglean.inputs.files", "urlglean.pipeline", "urlglean.inputs.mirrors"}),
        ("normalize", {"urlglean.inputs.files", "urlglean.pipeline", "urlglean.inputs.mirrors"}),
        ("extract", {"urlglean.inputs.mirrors", "urlglean.frontier.frontier", "urlglean.store.store"}),
    ],
)
def test_a_command_loads_what_it_needs(command: str, without: set[str]) -> None:
    name = f"commands.commands[{command!r}]" if not command.startswith("-") else "commands"
    loaded = loaded_after(f"from urlglean.cli import commands; {name}")
    assert "click" in loaded
    assert loaded.isdisjoint({*without, "duckdb", "rich", "turbohtml", "ada_url", "asyncio"})


@pytest.mark.parametrize(
    ("topic", "without"),
    [
        (
            "exit-codes",
            {"urlglean.uri.resolve", "urlglean.inputs.files", "urlglean.pipeline", "urlglean.cli.extract"},
        ),
        ("normalization", {"urlglean.inputs.files", "urlglean.pipeline", "urlglean.delimiting.stream"}),
        ("joining", {"urlglean.inputs.files", "urlglean.pipeline", "urlglean.html.reader"}),
        ("mail", {"urlglean.mail.reader", "urlglean.pipeline", "urlglean.delimiting.stream"}),
        ("options", {"urlglean.store.store", "urlglean.frontier.store", "urlglean.jobs.workers"}),
    ],
)
def test_a_topic_loads_what_it_needs(topic: str, without: set[str]) -> None:
    loaded = loaded_after(
        "import contextlib, os; from urlglean.cli import commands\n"
        "with contextlib.redirect_stdout(open(os.devnull, 'w', encoding='utf-8')):\n"
        f"    commands.main(['help', {topic!r}], standalone_mode=False)"
    )
    assert "urlglean.cli.topics" in loaded
    assert loaded.isdisjoint({*without, "duckdb", "rich", "turbohtml", "ada_url", "asyncio"})


def after_one_line(line: str, *arguments: str) -> tuple[set[str], int]:
    """Give the modules that a command loads which reads this line, and how many patterns of the package it compiles."""
    code = (
        "import sys, urlglean.patterns as patterns\n"
        "compiled = []\n"
        "attribute = patterns._LazyPattern.__getattr__\n"
        "def noted(self, name):\n"
        "    if not name.startswith('_'): compiled.append(self.pattern)\n"
        "    return attribute(self, name)\n"
        "patterns._LazyPattern.__getattr__ = noted\n"
        f"sys.argv = ['urlglean', *{arguments!r}]\n"
        "from urlglean.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: print(len(compiled), *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=line, capture_output=True, text=True, check=True
    )
    patterns, *modules = done.stderr.split()
    return set(modules), int(patterns)


def test_one_line_of_text_compiles_few_patterns_and_loads_few_modules() -> None:
    modules, patterns = after_one_line("see http://example.org/a and http://example.org/b.\n", "extract", "-")
    assert 0 < patterns <= 16  # of some 500
    assert len({name for name in modules if name.startswith("urlglean")}) <= 91
    assert modules.isdisjoint(
        {
            *("regex", "duckdb", "rich", "turbohtml", "ada_url", "json", "tempfile", "difflib"),
            *("urlglean.html.places", "urlglean.frontier.fetchable", "urlglean.uri.redirectors"),
            *("urlglean.database", "urlglean.jobs.workers", "publicsuffixlist", "html.entities"),
        }
    )


def test_the_version_compiles_no_pattern() -> None:
    modules, patterns = after_one_line("", "--version")
    assert patterns == 0
    assert {name for name in modules if name.startswith("urlglean")} <= {
        *("urlglean", "urlglean.__main__", "urlglean.patterns", "urlglean.errors"),
        *("urlglean.cli", "urlglean.cli.help", "urlglean.cli.terminal"),
    }
