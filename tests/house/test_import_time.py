"""`import urlglean` is quick because it leaves the heavy libraries for when they are needed.

Counted rather than timed: a clock in a test tells the load of the machine.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = [
    *("turbohtml", "ada_url", "duckdb", "click", "rich", "bs4", "publicsuffixlist"),
    *("markdown_it", "docutils", "fastwarc", "aiohttp", "pyspark", "hyperscan"),
    *(
        "asyncio",
        "email",
        "multiprocessing",
        "sqlite3",
        "unittest",
        "xml",
        "http",
        "urllib.request",
        "inspect",
    ),
]


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.fixture(scope="module")
def after_import() -> set[str]:
    return loaded_after("import urlglean")


@pytest.mark.parametrize("module", HEAVY)
def test_a_heavy_module_waits(module: str, after_import: set[str]) -> None:
    loaded = {name for name in after_import if name == module or name.startswith(f"{module}.")}
    bare = loaded_after("import dataclasses, typing, collections.abc, re, regex")
    assert loaded <= bare, f"import urlglean loads {module}; import it in the function that uses it"


def test_importing_loads_nothing_but_the_face() -> None:
    loaded = loaded_after("import urlglean") - loaded_after("import importlib, __future__")
    assert {name for name in loaded if name.startswith("urlglean")} == {"urlglean"}
    assert "typing" not in loaded


def test_plain_text_needs_no_reader_of_other_kinds() -> None:
    loaded = loaded_after("import urlglean; list(urlglean.extract_text('see http://a/ and http://b/../c.'))")
    assert {"urlglean.readers"} <= loaded
    assert loaded.isdisjoint(
        {"urlglean.html.reader", "urlglean.mail.reader", "turbohtml", "ada_url", "email"}
    )


@pytest.mark.parametrize(
    ("command", "without"),
    [
        (
            "--version",
            {"urlglean.uri.resolve", "urlglean.uri.normalize", "urlglean.inputs.files", "urlglean.pipeline"},
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
