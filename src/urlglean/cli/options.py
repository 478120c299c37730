"""The options that several commands share, and the types of their values.

First how a value is checked, and turned into what the program means by it; then the options themselves: what is read
and what of it is wanted, how far URLs are normalized; and last those that stand in a file of a project.

Settings
--------

Options of ``check`` and ``extract`` that you would type each time can be kept in ``urlglean.toml``, or below
``[tool.urlglean]`` in ``pyproject.toml``, in the folder that you are in or the nearest one above: in a table for each
command, without their leading hyphens. What is typed wins. Names of files are relative to the settings' own folder.

    [tool.urlglean.check]
    slugs = "mkdocs"
    exclude = ["^https://staging"]
    accept = ["403"]
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from urlglean.errors import InputError, ReferenceSyntaxError, StoreWriteError, UrlgleanError
from urlglean.inputs.kinds import KINDS
from urlglean.patterns import lazy_re
from urlglean.uri.normalize import RUNGS, STEPS, normalizer
from urlglean.uri.resolve import DIALECTS, resolve
from urlglean.uri.schemes import has_scheme, is_scheme
from urlglean.writers import FORMATS
from urlglean.writers.printable import printable

__all__ = ["check_steps"]

# --- values ---


def absolute(value: str) -> str:
    """Give a URL that has a scheme, as it is."""
    if not has_scheme(value):
        message = f"{value!r} is no absolute URL; let it begin with its scheme, as http://example.com/ does"
        raise click.BadParameter(message)
    if _WINDOWS_PATH.match(value):
        from urllib.parse import quote

        path = quote(value.replace("\\", "/"), safe="/:")
        raise click.BadParameter(f"{value!r} is the path of a file, whose URL is file:///{path}")
    return value


def fetched(value: str) -> str:
    """Give a URL that something can have been fetched by, as it is."""
    try:
        resolve(absolute(value), "", dialect="whatwg")
    except ReferenceSyntaxError as error:
        raise click.BadParameter(f"nothing can be fetched by it: {error}") from None
    return value


_WINDOWS_PATH = lazy_re(r"[A-Za-z]:\\")
"""What would be taken for a scheme of one letter; no URL has a backslash behind its scheme."""


def charset(value: str) -> str:
    """Give the name of an encoding that exists, as it is."""
    from urlglean.encoding.labels import known_encoding

    if known_encoding(value) in {None, "replacement"}:
        raise click.BadParameter(
            f"there is no encoding {value!r}; try utf-8, windows-1252, shift_jis, koi8-r, ..."
        )
    return value


def host(value: str) -> str:
    """Give a host, which may be written ``*.example.org``, in its normal form."""
    from urlglean.links.scope import Wanted
    from urlglean.uri.hosts import host_kind

    _refuse_lists("--host", value)
    name = value.removeprefix("*.").removesuffix(".")
    if host_kind(f"[{name}]") == "ipv6":
        name = f"[{name}]"
    host = Wanted.host(f"http://{name}/")
    if not host or not _ONLY_HOST.fullmatch(name):
        meant = Wanted.host(name if "://" in name else f"http://{name}")
        is_one = meant and _ONLY_HOST.fullmatch(meant) and "%" not in meant
        advice = f"name it alone: --host {meant}" if is_one else "a host is a name such as example.org"
        raise click.BadParameter(f"{value!r} is no host; {advice}")
    return host


_ONLY_HOST = lazy_re(r"\[[0-9A-Fa-f:.]+\]|[^\s/?#@:\[\]*]+")


def expression(value: str) -> re.Pattern[str]:
    """Give a regular expression, compiled."""
    if not value:
        raise click.BadParameter("an empty expression is found in every URL")
    try:
        return re.compile(value)
    except (OverflowError, RecursionError) as error:  # a repetition, or a nesting, of millions
        raise click.BadParameter(f"no expression that can be looked for: {error}") from None
    except re.error as error:
        marker = " " * len(printable(value[: error.pos])) + "^"
        raise click.BadParameter(f"{error.msg}\n    {printable(value)}\n    {marker}") from None


def scheme(value: str) -> str:
    """Give a scheme, which may be written ``HTTP://``, as it is compared."""
    _refuse_lists("--scheme", value)
    name = value.lower().rstrip(":/")
    if not is_scheme(name):
        raise click.BadParameter(f"{value!r} is no scheme; a scheme is a name such as https")
    return name


def extension(option: str, value: str) -> str:
    """Give an extension, which may be written ``.PDF`` or ``*.pdf``, in lower case without these; "" for ``none``."""
    _refuse_lists(option, value)
    name = value.strip().lower().removeprefix("*").lstrip(".")
    if not _ONLY_EXTENSION.fullmatch(name):
        raise click.BadParameter(f"{value!r} is no extension; name it as in {option} pdf, or none")
    return "" if name == "none" else name


_ONLY_EXTENSION = lazy_re(r"[^\s/?#;|*]+")


def file_names(option: str, value: str) -> re.Pattern[str]:
    """Give a pattern of names, as shells have it, as a regular expression; that of a folder may end with a slash."""
    name = value.rstrip("/")
    if not name or "/" in name:
        raise click.BadParameter(
            f"{value!r} is no name of files; it stands for names without their folders, as in {option} '*.md'"
        )
    return re.compile(fnmatch.translate(name), re.IGNORECASE if os.name == "nt" else re.NOFLAG)


def _refuse_lists(option: str, value: str) -> None:
    if "," in value:
        each = " ".join(f"{option} {name.strip()}" for name in value.split(",") if name.strip())
        raise click.BadParameter(f"{value!r} are several; name each by itself: {each}")


def _of_redirect(value: str) -> str:
    """Give one of two URLs that have a scheme, as it is."""
    if not has_scheme(value):
        raise click.BadParameter(
            f"{value!r} is no absolute URL; it takes two of them: --redirect http://a/old http://a/new"
        )
    return value


class OneOf(click.Choice[str]):
    """One of a few words; who has misspelt one is told which is near."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Say what can be chosen, and what is likely to have been meant."""
        from difflib import get_close_matches

        near = get_close_matches(str(value).lower(), self.choices, n=1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        return super().get_invalid_choice_message(value, ctx) + meant


class NewFile(click.Path):
    """The name of a file to write to."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False, readable=False, writable=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the path."""
        if value == "":
            self.fail("a file has no empty name", param, ctx)
        return super().convert(value, param, ctx)


AUTO = 0
"""The number of processes where it is to come out which number gains."""


def processes(value: str) -> int:
    """Give a number of processes, which is `AUTO` for ``auto``."""
    if value == "auto":
        return AUTO
    try:
        number = int(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is no number; try --jobs 4, or --jobs auto") from None
    if number < 1:
        raise click.BadParameter(f"{number} processes can do nothing; try --jobs 4, or --jobs auto")
    return number


_PAGE_PARTS = "lazy noscript templates comments scripts json-ld code outputs wiki-links"
PAGE_PARTS = {name: name.replace("-", "_") for name in _PAGE_PARTS.split()}
"""The parts of pages and of documentation that are read on request, each with its field of ReadOptions."""

F = TypeVar("F", bound=Callable[..., Any])


def stacked(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Give decorators as one; the first of them stands on top."""

    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def choice(*names: str, words: Iterable[str], default: str, help: str) -> Callable[[F], F]:
    """Give an option that takes one of some words."""
    return click.option(*names, type=OneOf([*words]), default=default, show_default=True, help=help)


new_file = partial(click.option, type=NewFile(), metavar="FILE")
"""Makes an option that takes the name of a file to write to."""
several = partial(click.option, multiple=True)
"""Makes an option that may be given more than once."""
flag = partial(click.option, is_flag=True)
"""Makes an option without a value."""
expressions = partial(several, type=expression, metavar="REGEX")
"""Makes one that takes regular expressions."""

base_from_option = several(
    "--base-from",
    metavar="WAY | FILE",
    help="The URL each file was downloaded from: a list (TSV, CSV, JSON), or wget, httrack, saved, canonical;"
    " the first that knows it counts. *",
)

delimit_options = stacked(
    flag("--schemeless", help="Also find names without a scheme: example.com/x, 192.0.2.1."),
    flag("--emails", help="Also find mail addresses."),
    flag("--network-path", help="Also find //example.com/x."),
    flag(
        "--refang",
        help="Also find defanged URLs: hxxp://example[.]com; with --emails, joe (at) example (dot) com.",
    ),
)


def _named_by(_: click.Context, __: click.Parameter, paths: tuple[str, ...]) -> Iterator[str]:
    """Yield the paths; where no shell has done it (Windows), those that a pattern stands for."""
    for path in paths:
        if os.name == "nt" and not os.path.exists(path):  # noqa: PTH110  (False for any name that none can have)
            from glob import glob

            yield from sorted(glob(path, recursive=True)) or [path]  # noqa: PTH207  (of any name)
        else:
            yield path


named_options = stacked(
    click.argument(
        "paths",
        nargs=-1,
        type=click.Path(readable=False),
        metavar="PATH... | -",
        callback=lambda *given: tuple(_named_by(*given)),
    ),
    click.option(
        "--kind", type=OneOf([*KINDS]), help="The kind of the inputs. Default: told by content and suffix."
    ),
    click.option(
        "--encoding",
        type=charset,
        metavar="NAME",
        help="The encoding of the inputs; in mail and web archives, of parts that name none. Default: told by content.",
    ),
)
chosen_options = stacked(
    several(
        "--files",
        "only_files",
        type=lambda value: file_names("--files", value),
        metavar="GLOB",
        help="In folders: read only files with such a name: '*.md'. *",
    ),
    several(
        "--skip-files",
        type=lambda value: file_names("--skip-files", value),
        metavar="GLOB",
        help="In folders: skip files and folders with such a name: node_modules. *",
    ),
    flag("-q", "--quiet", help="Beside the output, tell of problems alone, not of what is left out."),
)
path_options = stacked(
    named_options,
    click.option(
        "--base",
        type=fetched,
        metavar="URL",
        help="The URL that the file was downloaded from; for several files, that of the folder they are in.",
    ),
    base_from_option,
    chosen_options,
)


def include_option(parts: Iterable[str] = PAGE_PARTS) -> Callable[[F], F]:
    """Give the option that names parts of pages and documentation to read, of these."""
    return several(
        "--include",
        type=OneOf([*parts]),
        help="Also read this part of pages or documentation (urlglean help html, markdown, rst, notebooks). *",
    )


scheme_option = partial(
    several, "--scheme", "schemes", type=scheme, metavar="NAME", help="Only URLs with this scheme. *"
)
"""Takes a default."""
host_option = several(
    "--host", "hosts", type=host, metavar="NAME", help="Only URLs on this host and its subdomains. *"
)
input_options = stacked(
    path_options,
    click.option(
        "--dialect",
        type=OneOf([*DIALECTS]),
        help="How references are resolved. Default: whatwg for HTML's attributes, else rfc3986.",
    ),
    delimit_options,
    include_option(),
    flag(
        "--no-text",
        help="Leave out bare URLs in the text of pages and style sheets, and the texts and feeds of web archives.",
    ),
    scheme_option(),
    host_option,
    expressions("--exclude", help="Leave out URLs that match this anywhere. *"),
    click.option(
        "--max-page",
        type=click.IntRange(min=1),
        default=10,
        show_default=True,
        metavar="MB",
        help="Read longer pages in pieces and not as a tree, which saves memory (urlglean help html).",
    ),
    flag(
        "--no-footers",
        help="Mail: leave out signatures, list footers, and the List-* header fields that repeat them.",
    ),
    flag(
        "--unwrap-redirectors",
        help="Give the target of redirectors: Safe Links, URL Defense, google.com/url?q= ... Fetches nothing.",
    ),
    choice(
        "--format",
        "form",
        words=(form.name for form in FORMATS.values() if not form.of_frontiers_alone),
        default="text",
        help="How results are written (urlglean help formats).",
    ),
)

jobs_option = click.option(
    "--jobs",
    type=processes,
    default="auto",
    show_default=True,
    metavar="N | auto",
    help="Read in N processes; auto: in one per processor where that is faster. The result is the same.",
)


# --- how far URLs are normalized ---

_MERGING_STEPS = tuple(name for name, step in STEPS.items() if step.merges)

rung_option = choice(
    "--rung",
    words=RUNGS,
    default="scheme",
    help="How far URLs are normalized to be compared (RFC 3986 section 6.2).",
)
step_option = several(
    "--step",
    "steps",
    type=OneOf([*STEPS]),
    metavar="NAME",
    help=f"Also normalize by a step that can merge URLs that differ: {', '.join(_MERGING_STEPS)}. *",
)
redirect_option = several(
    "--redirect",
    "redirects",
    nargs=2,
    type=_of_redirect,
    metavar="FROM TO",
    help="For --rung protocol: FROM redirects to TO. *",
)
key_options = stacked(rung_option, step_option, redirect_option)


@contextmanager
def wrong_use() -> Iterator[None]:
    """Tell of what the library refuses in the block as of wrong use, but not of what is nobody's fault: a full disk."""
    try:
        yield
    except StoreWriteError:
        raise
    except UrlgleanError as error:
        raise click.UsageError(str(error)) from None


def check_steps(rung: str, steps: tuple[str, ...], redirects: tuple[tuple[str, str], ...]) -> None:
    """Refuse steps that do not go together."""
    if redirects and rung != "protocol":
        raise click.UsageError("--redirect has a meaning on one rung alone; add --rung protocol")
    with wrong_use():
        normalizer(rung=rung, steps=steps, redirects=redirects)


# --- settings of a project ---

_FILES = ("urlglean.toml", "pyproject.toml")
_TABLE = lazy_re(r"\s*\[\s*(?P<name>[^\[\]]+?)\s*\]\s*(?:#.*)?")
_SETTING = lazy_re(r"""\s*(?P<quote>["']?)(?P<name>[\w-]+)(?P=quote)\s*=""")
_CONFIGURED = ("check", "extract")
"""The commands that have settings, which are those of the class `Configured`."""


class Settings(NamedTuple):
    """The settings of one command, and where they stand."""

    file: Path
    table: str
    """The name of their table in the file."""
    values: dict[str, Any]

    def place(self, key: str) -> str:
        """Give the file and line of a setting."""
        is_inside = False
        for number, line in enumerate(self.file.read_text(encoding="utf-8").split("\n"), start=1):
            if heading := _TABLE.fullmatch(line):
                is_inside = heading["name"].replace(" ", "").replace('"', "") == self.table
            elif is_inside and (found := _SETTING.match(line)) and found["name"] == key:
                return f"{self.file}:{number}"
        return str(self.file)

    @classmethod
    def find(cls, command: str, start: Path) -> Settings | None:
        """Give the settings of a command for a folder: those of the nearest file that has any, upwards; else None.

        Raises `InputError` where the file cannot be read, or is no TOML, or its settings are no table.
        """
        for folder in (start, *start.parents):
            for name in _FILES:
                file = folder / name
                is_there = os.path.isfile(file)  # noqa: PTH113  (False where nobody may look)
                if is_there and (found := _tables_of(file)) is not None:
                    return _of_command(file, *found, command)
        return None


def _tables_of(file: Path) -> tuple[str, dict[str, Any]] | None:
    """Give all settings of a file, and what their tables are called up to them; None where it has none."""
    import tomllib

    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from None
    if file.name != "pyproject.toml":
        return "", content
    own = content.get("tool", {}).get("urlglean")
    if own is not None and not isinstance(own, dict):
        raise InputError(f"{file}: tool.urlglean is to be a table, as in [tool.urlglean.check]")
    return None if own is None else ("tool.urlglean.", own)


def _of_command(file: Path, prefix: str, tables: dict[str, Any], command: str) -> Settings:
    for name, table in tables.items():
        if name not in _CONFIGURED:
            where = Settings(file, prefix.rstrip("."), {}).place(name)
            there_are = " and ".join(f"[{prefix}{one}]" for one in _CONFIGURED)
            raise InputError(f"{where}: there is no table {prefix}{name}; there are {there_are}")
        if not isinstance(table, dict):
            raise InputError(f"{file}: {prefix}{name} is to be a table, as in [{prefix}{name}]")
    return Settings(file, f"{prefix}{command}", tables.get(command, {}))


_ASKING_FOR_HELP = frozenset({"-h", "--help"})


class Configured(click.Command):
    """A command whose options may stand in a file of the project; what is typed wins."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the arguments, and what the project says of those that are not there."""
        if not extra.get("resilient_parsing") and not _ASKING_FOR_HELP.intersection(args):
            settings = None
            # Where there is no such folder any more, nobody has settings in it.
            with wrong_use(), suppress(FileNotFoundError):
                settings = Settings.find(info_name or "", Path.cwd())
            if settings is not None:
                extra["default_map"] = self._defaults(settings)
        return super().make_context(info_name, args, parent, **extra)

    def _defaults(self, settings: Settings) -> dict[str, Any]:
        """Give the settings by the names of their parameters; each is looked at, whether it is needed or not."""
        from difflib import get_close_matches

        options = {
            name.removeprefix("--"): option
            for option in self.params
            if isinstance(option, click.Option)
            for name in option.opts
            if name.startswith("--")
        }
        found: dict[str, Any] = {}
        context = click.Context(self)
        for key, value in settings.values.items():
            option = options.get(key)
            if option is None or option.name is None:
                near = get_close_matches(key, options, n=1)
                meant = f"did you mean {near[0]!r}?" if near else f"urlglean {self.name} --help lists them"
                raise click.UsageError(f"{settings.place(key)}: there is no option {key!r}; {meant}")
            try:
                given = _as_typed(option, value, settings.file.parent)
                option.process_value(context, given)
            except click.BadParameter as error:
                raise click.UsageError(f"{settings.place(key)}: {key}: {error.message}") from None
            found[option.name] = given
        return found


def _as_typed(option: click.Option, value: Any, folder: Path) -> Any:
    """Give the value of a setting as somebody would have typed it."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise click.BadParameter(f"it is true or false, not {value!r}")
        return value
    if isinstance(value, list) != option.multiple:
        raise click.BadParameter(
            f"it is a list, as in [{value!r}]" if option.multiple else "it is one value, no list"
        )
    values = value if option.multiple else [value]
    for one in values:
        if isinstance(one, bool) or not isinstance(one, str | int | float):
            raise click.BadParameter(f"it is a string or a number, not {one!r}")
    words = [str(one) for one in values]
    if isinstance(option.type, click.Path):
        words = [str(folder / one) for one in words]
    elif option.name == "base_from":  # a way, or the name of a file
        files = (os.path.join(folder, one) for one in words)  # noqa: PTH118  (of any name)
        words = [file if os.path.isfile(file) else one for file, one in zip(files, words, strict=True)]  # noqa: PTH113
    return words if option.multiple else words[0]
