"""What the values of options are checked by, and turned into."""

from __future__ import annotations

import fnmatch
import os
import re
from difflib import get_close_matches
from pathlib import Path, PureWindowsPath
from typing import Any

import click

from urlglean.uri.schemes import has_scheme, is_scheme

__all__ = [
    "Jobs",
    "NewFile",
    "OneOf",
    "absolute",
    "charset",
    "each_absolute",
    "each_extension",
    "each_host",
    "each_scheme",
    "file_names",
    "patterns",
    "redirect_pairs",
]


def absolute(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Give a URL that has a scheme, as it is."""
    if value is not None and not has_scheme(value):
        message = f"{value!r} is no absolute URL; let it begin with its scheme, as http://example.com/ does"
        raise click.BadParameter(message)
    if value is not None and _WINDOWS_PATH.match(value):
        url = PureWindowsPath(value).as_uri()
        raise click.BadParameter(f"{value!r} is the path of a file, whose URL is {url}")
    return value


_WINDOWS_PATH = re.compile(r"[A-Za-z]:\\")
"""What would be taken for a scheme of one letter; no URL has a backslash behind its scheme."""


def each_absolute(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Give URLs that have a scheme, as they are."""
    for value in values:
        absolute(context, parameter, value)
    return values


def charset(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Give the name of an encoding that exists, as it is."""
    from urlglean.encoding.texts import codec_for

    if value is not None and not (value and codec_for(value)):
        raise click.BadParameter(
            f"there is no encoding {value!r}; try utf-8, windows-1252, shift_jis, koi8-r, ..."
        )
    return value


def each_host(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Give hosts, which may be written ``*.example.org``, in their normal form."""
    from urlglean.links.wanted import host_of
    from urlglean.uri.hosts import host_kind

    hosts = []
    for value in values:
        _refuse_lists("--host", value)
        name = value.removeprefix("*.").removesuffix(".")
        if host_kind(f"[{name}]") == "ipv6":
            name = f"[{name}]"
        host = host_of(f"http://{name}/")
        if not host or not _ONLY_HOST.fullmatch(name):
            meant = host_of(name if "://" in name else f"http://{name}")
            is_one = meant and _ONLY_HOST.fullmatch(meant) and "%" not in meant
            advice = f"name it alone: --host {meant}" if is_one else "a host is a name such as example.org"
            raise click.BadParameter(f"{value!r} is no host; {advice}")
        hosts.append(host)
    return tuple(hosts)


_ONLY_HOST = re.compile(r"\[[0-9A-Fa-f:.]+\]|[^\s/?#@:\[\]*]+")


def patterns(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[re.Pattern[str], ...]:
    """Give regular expressions, compiled."""
    patterns = []
    for value in values:
        if not value:
            raise click.BadParameter("an empty expression is found in every URL")
        try:
            patterns.append(re.compile(value))
        except re.error as error:
            marker = " " * (error.pos or 0) + "^"
            raise click.BadParameter(f"{error.msg}\n    {value}\n    {marker}") from None
    return tuple(patterns)


def each_scheme(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Give schemes, which may be written ``HTTP://``, as they are compared."""
    schemes = []
    for value in values:
        _refuse_lists("--scheme", value)
        name = value.lower().rstrip(":/")
        if not is_scheme(name):
            raise click.BadParameter(f"{value!r} is no scheme; a scheme is a name such as https")
        schemes.append(name)
    return tuple(schemes)


def each_extension(
    _context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Give extensions, which may be written ``.PDF`` or ``*.pdf``, in lower case without these; "" for ``none``."""
    option = parameter.opts[0]
    names = []
    for value in values:
        _refuse_lists(option, value)
        name = value.strip().lower().removeprefix("*").lstrip(".")
        if not _ONLY_EXTENSION.fullmatch(name):
            raise click.BadParameter(f"{value!r} is no extension; name it as in {option} pdf, or none")
        names.append("" if name == "none" else name)
    return tuple(names)


_ONLY_EXTENSION = re.compile(r"[^\s/?#;|*]+")


def file_names(
    _context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[re.Pattern[str], ...]:
    """Give patterns of names, as shells have them, as regular expressions; that of a folder may end with a slash."""
    option = parameter.opts[0]
    patterns = []
    for value in values:
        name = value.rstrip("/")
        if not name or "/" in name:
            raise click.BadParameter(
                f"{value!r} is no name of files; it stands for names without their folders, as in {option} '*.md'"
            )
        patterns.append(re.compile(fnmatch.translate(name), re.IGNORECASE if os.name == "nt" else re.NOFLAG))
    return tuple(patterns)


def _refuse_lists(option: str, value: str) -> None:
    if "," in value:
        each = " ".join(f"{option} {name.strip()}" for name in value.split(",") if name.strip())
        raise click.BadParameter(f"{value!r} are several; name each by itself: {each}")


def redirect_pairs(
    _context: click.Context, _parameter: click.Parameter, pairs: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """Give pairs of URLs that have a scheme, as they are."""
    for url in (url for pair in pairs for url in pair):
        if not has_scheme(url):
            raise click.BadParameter(
                f"{url!r} is no absolute URL; it takes two of them: --redirect http://a/old http://a/new"
            )
    return pairs


class OneOf(click.Choice[str]):
    """One of a few words; who has misspelt one is told which is near."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Say what can be chosen, and what is likely to have been meant."""
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


class Jobs(click.ParamType[int]):
    """A number of processes, or ``auto``."""

    name = "jobs"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Give the number; one for each processor for ``auto``."""
        if value == "auto":
            from urlglean.jobs.reading import processors

            return processors()
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{value!r} is no number; try --jobs 4, or --jobs auto", param, ctx)
        if number < 1:
            self.fail(f"{number} processes can do nothing; try --jobs 4, or --jobs auto", param, ctx)
        return number
