"""What the values of options are checked by, and turned into."""

from __future__ import annotations

import re
from typing import Any

import click

from urlglean.schemes import is_scheme

__all__ = ["Jobs", "absolute", "charset", "each_absolute", "each_host", "patterns"]


def absolute(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Give a URL that has a scheme, as it is."""
    if value is not None and not (":" in value and is_scheme(value.partition(":")[0])):
        message = f"{value!r} is no absolute URL; let it begin with its scheme, as http://example.com/ does"
        raise click.BadParameter(message)
    return value


def each_absolute(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Give URLs that have a scheme, as they are."""
    for value in values:
        absolute(context, parameter, value)
    return values


def charset(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Give the name of an encoding that exists, as it is."""
    from urlglean.encodings import codec_for

    if value is not None and codec_for(value) is None:
        raise click.BadParameter(
            f"there is no encoding {value!r}; try utf-8, windows-1252, shift_jis, koi8-r, ..."
        )
    return value


def each_host(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Give hosts, which may be written ``*.example.org``, in their normal form."""
    from urlglean.wanted import host_of

    hosts = []
    for value in values:
        name = value.removeprefix("*.").removesuffix(".")
        host = host_of(f"http://{name}/")
        if not host or not _ONLY_HOST.fullmatch(name):
            meant = host_of(name if "://" in name else f"http://{name}")
            advice = f"name it alone: --host {meant}" if meant else "a host is a name such as example.org"
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
        try:
            patterns.append(re.compile(value))
        except re.error as error:
            marker = " " * (error.pos or 0) + "^"
            raise click.BadParameter(f"{error.msg}\n    {value}\n    {marker}") from None
    return tuple(patterns)


class Jobs(click.ParamType[int]):
    """A number of processes, or ``auto``."""

    name = "jobs"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Give the number; one for each processor for ``auto``."""
        if value == "auto":
            from urlglean.jobs import processors

            return processors()
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{value!r} is no number; try --jobs 4, or --jobs auto", param, ctx)
        if number < 1:
            self.fail(f"{number} processes can do nothing; try --jobs 4, or --jobs auto", param, ctx)
        return number
