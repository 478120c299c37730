"""``urlglean resolve``: the absolute URL of each reference."""

from __future__ import annotations

import click

from urlglean.cli.help import epilog
from urlglean.cli.option_values import OneOf, absolute
from urlglean.cli.terminal import arguments_of, output, say
from urlglean.document import STDIN
from urlglean.errors import ReferenceSyntaxError
from urlglean.uri.resolve import DIALECTS, resolve
from urlglean.uri.schemes import has_scheme
from urlglean.writers.printable import printable

__all__ = ["command"]


@click.command(
    "resolve",
    epilog=epilog(
        "urlglean resolve --base http://a/b/c/d ../g '?y'",
        "urlglean resolve --base http://a/b/c/d --dialect rfc2396 '?y'",
    ),
)
@click.argument("references", nargs=-1, required=True, metavar="REFERENCE... | -")
@click.option(
    "--base", callback=absolute, metavar="URL", help="The absolute URL that relative references start from."
)
@click.option("--dialect", type=OneOf([*DIALECTS]), default="rfc3986", show_default=True)
@click.option(
    "--loose", is_flag=True, help="Read http:g as g (RFC 3986 section 5.2.2); whatwg has its own rule."
)
def command(references: tuple[str, ...], base: str | None, dialect: str, *, loose: bool) -> int:
    """Print the absolute URL of each reference (RFC 3986 section 5)."""
    if loose and dialect == "whatwg":
        raise click.UsageError("--loose has no meaning in the whatwg dialect; leave one of the two out")
    if base is None and (relative := next(filter(_is_relative, references), None)) is not None:
        raise click.UsageError(f"{relative!r} is relative; say to what with --base URL")
    out = output()
    code = 0
    for reference, place in arguments_of(references):
        try:
            url = resolve(reference, base or "", dialect=dialect, strict=not loose)
        except ReferenceSyntaxError as error:
            if base is None and _is_relative(reference):
                say(f"{place}{reference!r} is relative; say to what with --base URL")
            else:
                say(f"{place}{error}")
            code = 3
        else:
            out.write(f"{printable(url)}\n")
    return code


def _is_relative(reference: str) -> bool:
    """Tell whether a reference has no scheme; ``-`` is none, it stands for others."""
    return reference != STDIN and not has_scheme(reference.strip())
