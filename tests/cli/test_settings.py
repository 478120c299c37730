"""Settings of a project: which file has them, what a command makes of them, where a wrong one stands."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from support.command_runs import run
from support.trees import plant
from urlglean.cli import check, command_of, commands, extract
from urlglean.cli.options import Configured, Settings
from urlglean.errors import InputError

TEXT = "[a](b.md) [c](http://example.org/)"


def test_the_nearest_file_that_has_any_counts(tmp_path: Path) -> None:
    plant(tmp_path, {"pyproject.toml": "[tool.urlglean.check]\nslugs = 'gitlab'\n"})
    plant(tmp_path, {"docs/pyproject.toml": "[project]\nname = 'x'\n"})
    plant(tmp_path, {"docs/deep/urlglean.toml": "[check]\nslugs = 'mkdocs'\n"})
    for folder, slugs in (
        (".", "gitlab"),
        ("docs", "gitlab"),
        ("docs/deep", "mkdocs"),
        ("docs/deep/er", "mkdocs"),
    ):
        found = Settings.find("check", tmp_path / folder)
        assert found is not None
        assert found.values == {"slugs": slugs}
    others = Settings.find("extract", tmp_path)
    assert others is not None
    assert others.values == {}


def test_a_setting_stands_for_what_is_typed(tmp_path: Path) -> None:
    settings = "[check]\noffline = true\nexclude = ['^b']\n[extract]\nformat = 'url'\n"
    plant(tmp_path, {"a.md": TEXT, "urlglean.toml": settings})
    done = run("check", "a.md", cwd=tmp_path)
    assert (done.code, done.out.splitlines()[-1]) == (
        0,
        "1 link in 1 file: 0 good, 0 broken, 1 not checked (on purpose)",
    )
    assert run("extract", "-q", "a.md", cwd=tmp_path).out == "http://example.org/\n"
    assert run("extract", "-q", "--format", "text", "--host", "example.org", "a.md", cwd=tmp_path).out == (
        "a.md:1:15  http://example.org/\n"
    )


def test_a_setting_is_in_the_way_of_nothing_that_is_typed(tmp_path: Path) -> None:
    plant(tmp_path, {"a.txt": "http://a.org/"})
    plant(tmp_path, {"urlglean.toml": "[extract]\nrung = 'string'\n"})
    assert run("extract", "a.txt", cwd=tmp_path).out == "a.txt:1:1  http://a.org/\n"
    plant(tmp_path, {"urlglean.toml": "[extract]\nformat = 'url'\noutput = 'o.txt'\n"})
    done = run("extract", "--into", "a.duckdb", "a.txt", cwd=tmp_path)
    assert done.out == "a.duckdb: 1 occurrence (1 new) of 1 URL in 1 document\n"
    plant(tmp_path, {"urlglean.toml": "[extract]\ninto = 'b.duckdb'\n"})
    assert run("extract", "--format", "url", "a.txt", cwd=tmp_path).out == "http://a.org/\n"
    assert not (tmp_path / "b.duckdb").exists()
    assert run("extract", "a.txt", cwd=tmp_path).out.startswith(str(tmp_path / "b.duckdb"))
    for content, typed in (
        ("into = 'b.duckdb'\nformat = 'url'", ()),
        ("into = 'b.duckdb'", ("--into", "c.duckdb", "--format", "url")),
        ("", ("--rung", "string")),
    ):
        plant(tmp_path, {"urlglean.toml": f"[extract]\n{content}\n"})
        assert run("extract", *typed, "a.txt", cwd=tmp_path).code == 2


def test_names_of_files_are_relative_to_the_file(tmp_path: Path) -> None:
    plant(tmp_path, {"urlglean.toml": "[check]\nroot-dir = 'site'\n"})
    plant(tmp_path, {"site/x.html": ""})
    plant(tmp_path, {"docs/a.html": "<a href=/x.html>x</a>"})
    assert run("check", "a.html", cwd=tmp_path / "docs").code == 0
    plant(tmp_path, {"urls.tsv": "docs/a.html\thttp://a.example/b/\n", "url": ""})
    plant(tmp_path, {"urlglean.toml": "[extract]\nformat = 'url'\nbase-from = ['urls.tsv', 'saved']\n"})
    done = run("extract", "-q", "a.html", cwd=tmp_path / "docs")
    assert (done.code, done.out) == (0, "http://a.example/x.html\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            "[tool.urlglean.check]\n\nofline = true",
            "toml:3: there is no option 'ofline'; did you mean 'offline'?",
        ),
        (
            "[tool.urlglean.check]\noffline = 'yes'",
            "pyproject.toml:2: offline: it is true or false, not 'yes'",
        ),
        ("[tool.urlglean.check]\nexclude = 'x'", "pyproject.toml:2: exclude: it is a list, as in ['x']"),
        (
            "[tool.urlglean.check]\nexclude = ['(']",
            "pyproject.toml:2: exclude: missing ), unterminated subpattern",
        ),
        ("[tool.urlglean.check]\nslugs = ['github']", "pyproject.toml:2: slugs: it is one value, no list"),
        ("[tool.urlglean.check]\nslugs = 'githup'", "pyproject.toml:2: slugs: 'githup' is not one of"),
        ("[tool.urlglean.check]\npace = 'fast'", "pyproject.toml:2: pace: 'fast' is not a valid float"),
        (
            "[tool.urlglean.check]\naccept = [true]",
            "pyproject.toml:2: accept: it is a string or a number, not True",
        ),
        (
            "[tool.urlglean]\nchek = 1",
            "toml:2: there is no table tool.urlglean.chek; there are [tool.",
        ),
        ("[tool.urlglean]\ncheck = 1", "tool.urlglean.check is to be a table"),
        ("[tool]\nurlglean = 1", "tool.urlglean is to be a table"),
        ("[tool.urlglean.check", "pyproject.toml: cannot be read: "),
        ("# \u2028 \x85\r\n[tool.urlglean.check]\r\n\r\npace = 'fast'", "pyproject.toml:4: pace: "),
    ],
)
def test_what_is_wrong_is_told_with_its_place(content: str, told: str, tmp_path: Path) -> None:
    plant(tmp_path, {"pyproject.toml": content})
    done = run("check", ".", cwd=tmp_path)
    assert done.code == 2
    assert told in " ".join(done.err.split())
    assert run("check", "--help", cwd=tmp_path).code == 0


# --- every option ---

NOT_SETTINGS = {"help", "debug"}
SAMPLES: dict[str, object] = {
    "root-dir": "site",
    "site-url": "https://docs.example/",
    "since": "HEAD",
    "exclude": ["^b", "c$"],
    "only-files": ["*.md"],
    "skip-files": ["*.txt"],
    "accept": ["403", "500-502"],
    "header": ["Accept-Language: en", "api.example X-Key: 1"],
    "cookies": "cookies.txt",
    "netrc": "cookies.txt",
    "encoding": "latin-1",
    "base": "http://base.example/",
    "jobs": "2",
    "output": "out.txt",
    "cache": "cache.duckdb",
}


def options_of(command: click.Command) -> list[click.Option]:
    return [
        one
        for one in command.params
        if isinstance(one, click.Option)
        and not NOT_SETTINGS.intersection(name.lstrip("-") for name in one.opts)
    ]


def sample(option: click.Option, name: str) -> object:
    """Give a value that an option takes, other than its default."""
    if name in SAMPLES:
        return SAMPLES[name]
    if option.is_flag:
        return True
    kind = option.type
    value: object = "text"
    if isinstance(kind, click.Choice):
        value = next(one for one in kind.choices if one != option.default)
    elif isinstance(kind, click.types.FloatParamType):
        value = 1.5
    elif isinstance(kind, click.types.IntParamType):
        value = 7
    return [value] if option.multiple else value


def typed(name: str, value: object) -> list[str]:
    if value is True:
        return [f"--{name}"]
    return [
        word for one in (value if isinstance(value, list) else [value]) for word in (f"--{name}", str(one))
    ]


CONFIGURED = {"check": check.command, "extract": extract.command}


def test_the_tables_are_those_of_the_commands_that_read_them(tmp_path: Path) -> None:
    names = commands.list_commands(click.Context(commands))
    assert [name for name in names if isinstance(command_of(name), Configured)] == list(CONFIGURED)
    plant(tmp_path, {"urlglean.toml": "[show]\n"})
    with pytest.raises(InputError, match=r"there are \[check\] and \[extract\]$"):
        Settings.find("check", tmp_path)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (command, next(name for name in option.opts if name.startswith("--")).removeprefix("--"))
        for command in CONFIGURED
        for option in options_of(CONFIGURED[command])
    ],
)
def test_every_option_may_stand_in_a_file(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site").mkdir()
    plant(tmp_path, {"cookies.txt": ""})
    monkeypatch.chdir(tmp_path)
    configured = CONFIGURED[command]
    option = next(one for one in configured.params if f"--{name}" in one.opts)
    assert isinstance(option, click.Option)
    value = sample(option, name)
    with configured.make_context(command, ["-"]) as context:
        usual = {one: repr(given) for one, given in context.params.items()}
    with configured.make_context(command, [*typed(name, value), "-"]) as context:
        asked = {one: repr(given) for one, given in context.params.items()}
    plant(tmp_path, {"urlglean.toml": f"[{command}]\n{name} = {json.dumps(value)}\n"})
    with configured.make_context(command, ["-"]) as context:
        found = {one: repr(given) for one, given in context.params.items()}
    assert option.name is not None
    if isinstance(option.type, click.Path):
        asked[option.name] = asked[option.name].replace(str(value), str(tmp_path / str(value)))
    assert found == asked != usual


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "urlglean.toml").write_bytes(b"\xff")
    with pytest.raises(InputError, match="cannot be read"):
        Settings.find("check", tmp_path)
