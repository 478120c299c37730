"""Everything there is, is spoken of: commands, options, public names, columns, steps, exit codes, limits of the README.

What users look up is in the topics of ``urlglean help``; the README is a front page.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click
import pytest

import urlglean
from support.places import CORPORA, README, ROOT, SHOWN, TESTS
from support.topics import topic
from urlglean.check.findings import CHECK_COLUMNS
from urlglean.check.reports import CHECK_FORMATS
from urlglean.cli import commands
from urlglean.cli.help import EXIT_CODES
from urlglean.cli.topics import TOPICS
from urlglean.document import ReadOptions
from urlglean.frontier.fetchable import Fetchable
from urlglean.inputs.kinds import KINDS
from urlglean.links.link import Link
from urlglean.store.tables import TABLES, VIEWS
from urlglean.uri.normalize import RUNGS, STEPS
from urlglean.uri.resolve import DIALECTS
from urlglean.writers import FORMATS

TEXT = README.read_text(encoding="utf-8")
MOST_LINES = 200
"""How long a front page is at most."""


def section(title: str) -> str:
    """Give a section of the README, without those that follow."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^\1 |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"README.md has no section {title!r}"
    return found[2]


def rows(title: str) -> list[list[str]]:
    """Give the cells of every row of the tables of a section; a ``|`` in a cell is written ``\\|``."""
    lines = (line for line in section(title).splitlines() if line.startswith("| "))
    cells = ([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines)
    return [row for row in cells if not set(row[0]) <= {"-", ":"}]


def listed(name: str) -> dict[str, str]:
    """Give what a topic says in two columns: what is said of each name."""
    pairs = re.findall(r"(?m)^  (\S.*?)  +(\S.*)$", topic(name, 10_000))
    assert len(dict(pairs)) == len(pairs), "a name that stands there twice"
    return dict(pairs)


def codes(text: str) -> list[str]:
    """Give what stands in backticks."""
    return re.findall(r"`([^`]+)`", text)


def every_option() -> Iterator[tuple[str, click.Option]]:
    for name, command in commands.commands.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield name, parameter


def told_options() -> list[tuple[str, str, str, list[str]]]:
    """Give what the topic says of options: names, what they take, what is said, and which commands have them."""
    return [
        (names, takes, said, commands.split(", "))
        for names, takes, said, commands in re.findall(
            r"(?m)^  ((?:-\w, )?--[\w-]+)(?: (\S.*?))?(?:  +|\n +)(\S.*) \[of ([\w, ]+)\]$",
            topic("options", 10_000),
        )
    ]


def test_the_readme_is_a_front_page() -> None:
    assert len(TEXT.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("command", sorted(commands.commands))
def test_every_command_is_in_the_table_and_is_shown(command: str) -> None:
    assert any(f"urlglean {command}" in code for row in rows("Commands") for code in codes(row[0]))
    assert re.search(rf"^\$ (?:.*\| )?urlglean {command}\b", TEXT, re.MULTILINE)


def test_the_commands_of_the_table_exist() -> None:
    named = [code.split() for row in rows("Commands") for code in codes(row[0])]
    assert sorted(words[1] for words in named if words[0] == "urlglean") == sorted(commands.commands)


def test_the_options_of_the_topic_are_those_of_the_commands() -> None:
    documented: dict[str, set[str]] = {}
    for names, _, _, takers in told_options():
        for name in names.split(", "):
            documented[name] = documented.get(name, set()) | set(takers)
    real: dict[str, set[str]] = {}
    for command, option in every_option():
        for name in option.opts:
            real.setdefault(name, set()).add(command)
    assert documented == real


def test_every_choice_of_an_option_is_named() -> None:
    told = {
        (name, choice)
        for names, takes, said, _ in told_options()
        for name in names.split(", ")
        for choice in re.findall(r"[\w-]+", f"{takes} {said}")
    }
    missing = {
        (option.opts[0], choice)
        for _, option in every_option()
        if isinstance(option.type, click.Choice)
        for choice in option.type.choices
        if (option.opts[0], choice) not in told
    }
    # The steps of the rungs have a topic of their own.
    assert {(name, choice) for name, choice in missing if name != "--step" or choice not in STEPS} == set()
    assert {choice for _, choice in missing} <= set(listed("normalization"))


@pytest.mark.parametrize(("names", "said"), [(names, said) for names, _, said, _ in told_options()])
def test_an_option_says_what_it_does(names: str, said: str) -> None:
    words = re.sub(r"\[default: [^]]*\]", "", said).split()
    assert len(words) >= 3, f"{names}: {said!r}"


def test_the_options_of_the_group_are_named() -> None:
    names = {name for option in commands.params for name in option.opts} | {"--help", "-h"}
    text = topic("options")
    assert {name for name in names if f"`{name}`" not in text and f"urlglean {name}`" not in text} == set()


@pytest.mark.parametrize("name", urlglean.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    assert name in listed("library"), f"{name} is not in urlglean help library"
    thing = getattr(urlglean, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        docstring = inspect.getdoc(thing) or ""
        assert not docstring.startswith(f"{name}("), f"{name} has only the docstring that Python gave it"
        assert len(docstring.split()) > 3, f"{name} has no docstring"


@pytest.mark.parametrize("name", urlglean.__all__)
def test_every_option_of_a_public_function_is_documented(name: str) -> None:
    thing = getattr(urlglean, name)
    if not inspect.isfunction(thing):
        return
    docstring = inspect.getdoc(thing) or ""
    _, *options = inspect.signature(thing).parameters  # what the first one is, the summary says
    missing = [item for item in options if not re.search(rf"\b{re.escape(item)}\b", docstring)]
    assert not missing, f"the docstring of {name} does not speak of {', '.join(missing)}"


def test_the_columns_of_the_topic_are_those_of_a_row_in_order() -> None:
    link = next(urlglean.extract_text("http://a/"))
    assert [*listed("columns")] == [*Link.columns()] == [*link.row()]
    assert all(listed("columns").values())


def test_the_columns_of_a_frontier_are_told() -> None:
    told = listed("crawl")
    assert [name for name in told if name in Fetchable.columns()] == list(Fetchable.columns())


def test_the_tables_and_views_of_a_store_are_told() -> None:
    assert [*listed("stores")] == [*TABLES, *VIEWS]


def test_the_formats_are_told() -> None:
    choices = {
        choice
        for command, option in every_option()
        if option.opts[0] == "--format"
        and command not in {"show", "check"}
        and isinstance(option.type, click.Choice)
        for choice in option.type.choices
    }
    assert set(listed("formats")) == choices >= {*FORMATS}


def test_the_formats_and_columns_of_a_check_are_told() -> None:
    assert [*listed("check-formats")] == [*CHECK_FORMATS, *CHECK_COLUMNS]


def test_what_a_link_says_is_named() -> None:
    own = {name for name, item in vars(Link).items() if isinstance(item, property)} | set(Link._fields)
    text = topic("library")
    assert {name for name in own if not re.search(rf"`\.?{name}\b", text)} == set()


def test_the_exit_codes_are_those_of_the_topic() -> None:
    assert listed("exit-codes") == {str(code): meaning for code, meaning in EXIT_CODES.items()}


def test_the_steps_of_the_topic_are_those_of_the_rungs() -> None:
    text = topic("normalization", 10_000)
    headings = [f"What the rung `{rung}` adds:" for rung in ("syntax", "scheme")] + [
        "On no rung, to be added by name:"
    ]
    _, *parts = re.split("|".join(map(re.escape, headings)), text)
    documented = [re.findall(r"(?m)^  (\S+)  +\S.* \((.*)\)$", part) for part in parts]
    below = {step.name for step in RUNGS["syntax"]}
    real = [
        [(step.name, step.section) for step in RUNGS["syntax"]],
        [(step.name, step.section) for step in RUNGS["scheme"] if step.name not in below],
        [(name, step.section) for name, step in STEPS.items() if step.merges],
    ]
    assert documented == real
    assert sum(map(len, real)) == len(STEPS)


def test_the_dialects_differ_as_the_topic_says() -> None:
    text = topic("dialects", 10_000)
    base = "http://a/b/c/d;p?q"
    told = text.partition(f"where the base is `{base}`:")[2]
    found = re.findall(r"(?m)^(\S+)\n\n((?:  .*\n)+)", told)
    assert [reference for reference, _ in found] == ["?y", ";x", "#s", "../../../g", "g?y/../x", "http:g"]
    for reference, answers in found:
        by_dialect = {
            name: url
            for url, names in re.findall(r"(?m)^  (\S+)  +(.*)$", answers)
            for name in names.split(", ")
        }
        assert by_dialect == {name: urlglean.resolve(reference, base, dialect=name) for name in DIALECTS}
        assert len(set(by_dialect.values())) > 1


def test_the_dialects_differ_as_the_standards_say() -> None:
    table = {
        "?y": ("d;p?y", "?y", "?y", "d;p?y", "d;p?y"),
        ";x": ("d;x", ";x", ";x", ";x", ";x"),
        "g?y/../x": ("g?y/../x", "x", "g?y/../x", "g?y/../x", "g?y/../x"),
    }
    text = topic("dialects", 10_000)
    for reference, expected in table.items():
        told = text.partition(f"\n{reference}\n\n")[2].partition("\n\n")[0]
        for dialect, end in zip(DIALECTS, expected, strict=True):
            assert re.search(rf"^  http://a/b/c/{re.escape(end)}  .*\b{dialect}\b", told, re.MULTILINE), (
                reference,
                dialect,
            )


def anchor(heading: str) -> str:
    """Give the anchor that a heading gets: small letters, hyphens for blanks, no other signs."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def links() -> list[tuple[str, str]]:
    """Give the links of each file that readers see."""
    return [
        (file.relative_to(ROOT).as_posix(), target)
        for file in SHOWN
        for target in re.findall(
            r"(?<!`)\]\(([^()\s]+)\)",
            re.sub(r"(?s)```.*?```|`[^`\n]*`", "", file.read_text(encoding="utf-8")),
        )
    ]


@pytest.mark.parametrize(("file", "target"), links())
def test_a_link_leads_somewhere(file: str, target: str) -> None:
    name, _, fragment = target.partition("#")
    assert "://" not in name
    path = (ROOT / file).parent / name if name else ROOT / file
    assert path.exists()
    if fragment:
        headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert fragment in map(anchor, headings)


def test_every_topic_that_is_named_exists() -> None:
    told = {file: file.read_text(encoding="utf-8") for file in (*SHOWN, *(ROOT / "src").rglob("*.py"))}
    named = {name for text in told.values() for name in re.findall(r"`urlglean help ([a-z][\w-]*)`", text)}
    assert {"joining", "crawl", "stores"} <= named <= {*TOPICS, *commands.commands}


def test_the_figures_of_speed_are_those_of_the_tables() -> None:
    tables = (TESTS / "benchmarks" / "README.md").read_text(encoding="utf-8")
    told = re.sub(r"Java \d+", "Java", section("Speed"))
    figures = re.findall(r"(?<![\w.])\d[\d.]*\d|(?<![\w.])\d(?![\w.])", told)
    assert len(figures) >= 7
    assert [figure for figure in figures if f" {figure} |" not in tables] == []


def test_every_corpus_is_described() -> None:
    overview = (CORPORA / "README.md").read_text(encoding="utf-8")
    folders = [path for path in sorted(CORPORA.iterdir()) if path.is_dir()]
    described = [path for path in folders if (path / "README.md").exists() or f"\n## {path.name}" in overview]
    assert described == folders


def test_every_dialect_kind_rung_and_option_of_a_reader_is_named() -> None:
    readers = {name for name in ReadOptions.__dataclass_fields__ if name != "delimit"}
    for where, names in {
        "dialects": DIALECTS,
        "inputs": KINDS,
        "normalization": RUNGS,
        "library": readers,
    }.items():
        text = topic(where, 10_000)
        missing = [name for name in names if not re.search(rf"`{name}[`=]|^  {name}  ", text, re.MULTILINE)]
        assert missing == []
