"""The options that say what is read, and what of it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import click

from urlglean.cli.option_values import (
    Jobs,
    OneOf,
    absolute,
    charset,
    each_host,
    each_scheme,
    file_names,
    patterns,
)
from urlglean.inputs.kinds import KINDS
from urlglean.uri.resolve import DIALECTS
from urlglean.writers import FORMATS

__all__ = [
    "PAGE_PARTS",
    "delimit_options",
    "host_option",
    "include_option",
    "input_options",
    "jobs_option",
    "path_options",
    "scheme_option",
    "stacked",
]

PAGE_PARTS = {
    "lazy": "lazy",
    "noscript": "noscript",
    "templates": "templates",
    "comments": "comments",
    "scripts": "scripts",
    "json-ld": "json_ld",
}
"""The parts of pages that are read on request, each with its field of ReadOptions."""

F = TypeVar("F", bound=Callable[..., Any])


def stacked(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Give decorators as one; the first of them stands on top."""

    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


delimit_options = stacked(
    click.option("--schemeless", is_flag=True, help="Find names without a scheme: example.com/x, 192.0.2.1."),
    click.option("--emails", is_flag=True, help="Find mail addresses."),
    click.option("--network-path", is_flag=True, help="Find //example.com/x."),
    click.option("--refang", is_flag=True, help="Find defanged URLs: hxxp://example[.]com."),
)
path_options = stacked(
    click.argument("paths", nargs=-1, type=click.Path(readable=False), metavar="PATH... | -"),
    click.option("--kind", type=OneOf([*KINDS]), help="What they are. Default: told by content and suffix."),
    click.option(
        "--encoding", callback=charset, metavar="NAME", help="Their encoding. Default: told by content."
    ),
    click.option(
        "--base",
        callback=absolute,
        metavar="URL",
        help="The URL they were retrieved by; an embedded base wins.",
    ),
    click.option(
        "--files",
        "only_files",
        callback=file_names,
        multiple=True,
        metavar="GLOB",
        help="In folders: only files of this name, such as '*.md'. *",
    ),
    click.option(
        "--skip-files",
        callback=file_names,
        multiple=True,
        metavar="GLOB",
        help="In folders: no files and folders of this name, such as node_modules. *",
    ),
    click.option(
        "-q", "--quiet", is_flag=True, help="Tell of problems alone, not of what was left out on purpose."
    ),
)
include_option = click.option(
    "--include", type=OneOf([*PAGE_PARTS]), multiple=True, help="Read this part of pages too. *"
)
scheme_option = partial(
    click.option,
    "--scheme",
    "schemes",
    multiple=True,
    callback=each_scheme,
    metavar="NAME",
    help="Only URLs of this scheme. *",
)
"""Takes a default."""
host_option = click.option(
    "--host",
    "hosts",
    multiple=True,
    callback=each_host,
    metavar="NAME",
    help="Only URLs of this host and those below it. *",
)
input_options = stacked(
    path_options,
    click.option(
        "--dialect",
        type=OneOf([*DIALECTS]),
        help="How references are resolved. Default: whatwg for HTML's attributes, else rfc3986.",
    ),
    delimit_options,
    include_option,
    click.option(
        "--no-text",
        is_flag=True,
        help="Without the bare URLs in the text of pages, and the texts and feeds of web archives.",
    ),
    scheme_option(),
    host_option,
    click.option(
        "--exclude",
        callback=patterns,
        multiple=True,
        metavar="REGEX",
        help="No URLs that this is found in. *",
    ),
    click.option(
        "--no-footers",
        is_flag=True,
        help="Mail: without signatures, list footers, and the List-* header fields that say the same.",
    ),
    click.option(
        "--unwrap-redirectors",
        is_flag=True,
        help="Give what redirectors lead to: Safe Links, URL Defense, google.com/url?q= ... Fetches nothing.",
    ),
    click.option("--format", "form", type=OneOf(FORMATS), default="text", show_default=True),
)

jobs_option = click.option(
    "--jobs",
    type=Jobs(),
    default=1,
    show_default=True,
    metavar="N | auto",
    help="Read in N processes, or in one for each processor; the result is the same.",
)
