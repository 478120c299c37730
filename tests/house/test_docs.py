"""The README speaks of everything there is: commands, options, public names, columns, steps, exit codes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click
import pytest

import urlglean
from support.readme_blocks import README, ROOT
from urlglean.cli import EXIT_CODES, commands
from urlglean.document import ReadOptions
from urlglean.inputs.kinds import KINDS
from urlglean.links.link import COLUMNS, Link
from urlglean.uri.normalize import RUNGS, STEPS
from urlglean.uri.resolve import DIALECTS

TEXT = README.read_text(encoding="utf-8")


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


def codes(text: str) -> list[str]:
    """Give what stands in backticks."""
    return re.findall(r"`([^`]+)`", text)


def every_option() -> Iterator[tuple[str, click.Option]]:
    for name, command in commands.commands.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield name, parameter


def options_of(row: list[str]) -> set[str]:
    return {word for code in codes(row[0]) for word in code.split() if word.startswith("-")}


@pytest.mark.parametrize("command", sorted(commands.commands))
def test_every_command_is_in_the_table_and_is_shown(command: str) -> None:
    assert any(f"urlglean {command}" in code for row in rows("Commands") for code in codes(row[0]))
    assert re.search(rf"^\$ (?:.*\| )?urlglean {command}\b", TEXT, re.MULTILINE)


def test_the_commands_of_the_table_exist() -> None:
    named = [code.split() for row in rows("Commands") for code in codes(row[0])]
    assert sorted(words[1] for words in named if words[0] == "urlglean") == sorted(commands.commands)


def test_the_options_of_the_table_are_those_of_the_commands() -> None:
    documented: dict[str, set[str]] = {}
    for row in rows("Options")[1:]:
        takers = set(commands.commands) if row[1] == "all" else set(codes(row[1]))
        for option in options_of(row):
            documented[option] = documented.get(option, set()) | takers
    real: dict[str, set[str]] = {name: set(commands.commands) for name in ("-h", "--help")}
    for command, option in every_option():
        for name in option.opts:
            real.setdefault(name, set()).add(command)
    assert documented == real


def test_every_choice_of_an_option_is_named() -> None:
    text = "\n".join(" ".join(row) for row in rows("Options"))
    missing = {
        f"{option.opts[0]} {choice}"
        for _, option in every_option()
        if isinstance(option.type, click.Choice)
        for choice in option.type.choices
        if f"`{choice}`" not in text
    }
    # The steps of the rungs have a table of their own.
    assert {item for item in missing if item.removeprefix("--step ") not in STEPS} == set()


def test_the_options_of_the_group_are_named() -> None:
    names = {name for option in commands.params for name in option.opts} | {"--help"}
    assert {name for name in names if f"`{name}`" not in TEXT and f"urlglean {name}`" not in TEXT} == set()


@pytest.mark.parametrize("name", urlglean.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    assert re.search(rf"`(?:urlglean\.)?{re.escape(name)}\b", section("Names")), (
        f"{name} is not in the README"
    )
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


def test_the_columns_of_the_table_are_those_of_a_row_in_order() -> None:
    documented = [code for row in rows("Rows")[1:] for code in codes(row[0])]
    assert documented == list(COLUMNS)


def test_what_a_link_says_is_named() -> None:
    own = {name for name, item in vars(Link).items() if isinstance(item, property)} | set(Link._fields)
    table = section("Names")
    assert {name for name in own if not re.search(rf"`\.?{name}\b", table)} == set()


def test_the_exit_codes_are_those_of_the_table() -> None:
    assert [(row[0].strip("`"), row[1]) for row in rows("Exit codes")[1:]] == [
        (str(code), meaning) for code, meaning in EXIT_CODES.items()
    ]


def test_the_steps_of_the_table_are_those_of_the_rungs() -> None:
    documented = [(codes(row[0])[0], codes(row[1]), row[2]) for row in rows("Normalization")[1:]]
    real = []
    for name, step in STEPS.items():
        rungs = [rung for rung in ("syntax", "scheme") if name in {item.name for item in RUNGS[rung]}][:1]
        real.append((name, rungs, step.section))
    assert documented == real


def test_the_dialects_differ_as_the_table_says() -> None:
    (_, *names), *table = rows("Base URI and dialects")
    dialects = [codes(name)[0] for name in names]
    assert dialects == list(DIALECTS)
    for row in table:
        reference, *expected = (codes(cell)[0] for cell in row)
        found = [urlglean.resolve(reference, "http://a/b/c/d;p?q", dialect=dialect) for dialect in dialects]
        assert found == expected


def anchor(heading: str) -> str:
    """Give the anchor that a heading gets: small letters, hyphens for blanks, no other signs."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def links() -> list[str]:
    return re.findall(r"(?<!`)\]\(([^()\s]+)\)", re.sub(r"(?s)```.*?```|`[^`\n]*`", "", TEXT))


@pytest.mark.parametrize("target", links())
def test_a_link_leads_somewhere(target: str) -> None:
    name, _, fragment = target.partition("#")
    assert "://" not in name
    path = ROOT / name if name else README
    assert path.exists()
    if fragment:
        headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert fragment in map(anchor, headings)


def test_every_section_is_in_the_contents() -> None:
    headings = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    contents = TEXT.partition("\n## ")[0]
    assert [one for one in headings if f"(#{anchor(one)})" not in contents] == ["License"]


def test_every_corpus_is_described() -> None:
    corpora = ROOT / "corpora"
    overview = (corpora / "README.md").read_text(encoding="utf-8")
    folders = [path for path in sorted(corpora.iterdir()) if path.is_dir()]
    described = [path for path in folders if (path / "README.md").exists() or f"\n## {path.name}" in overview]
    assert described == folders


def test_every_dialect_kind_rung_and_option_of_a_reader_is_named() -> None:
    readers = {name for name in ReadOptions.__dataclass_fields__ if name != "delimit"}
    for name in {*DIALECTS, *KINDS, *RUNGS, *readers}:
        assert f"`{name}`" in TEXT or f"`{name}=" in TEXT, name
