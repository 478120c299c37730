"""``urlglean normalize``: the normal form of each URL."""

from __future__ import annotations

import click

from urlglean.cli.help import epilog
from urlglean.cli.key_options import check_steps, redirect_option, rung_option, step_option
from urlglean.cli.terminal import arguments_of, output
from urlglean.uri.normalize import explain, normalize
from urlglean.writers.printable import printable

__all__ = ["command"]


@click.command(
    "normalize",
    epilog=epilog(
        "urlglean normalize HTTP://Example.COM:80/%7euser",
        "urlglean normalize --explain --step drop-tracking 'http://a/?utm_source=x'",
    ),
)
@click.argument("urls", nargs=-1, required=True, metavar="URL... | -")
@rung_option
@step_option
@redirect_option
@click.option("--explain", "explains", is_flag=True, help="Print each step that changed something, too.")
def command(
    urls: tuple[str, ...],
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    *,
    explains: bool,
) -> int:
    """Print the normal form of each URL (RFC 3986 section 6.2)."""
    check_steps(rung, steps, redirects)
    out = output()
    for url, _ in arguments_of(urls):
        out.write(f"{printable(normalize(url, rung=rung, steps=steps, redirects=redirects))}\n")
        for change in explain(url, rung=rung, steps=steps, redirects=redirects) if explains else ():
            out.write(f"    {change.step} ({change.section})\n")
            out.write(f"        {printable(change.before)}\n     -> {printable(change.after)}\n")
    return 0
