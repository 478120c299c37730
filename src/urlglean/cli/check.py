"""``urlglean check``: whether links lead somewhere."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import click

from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.network import Headway, NetworkPolicy, RequestHeader
from urlglean.check.reports import CHECK_FORMATS, write_report
from urlglean.check.slugs import RENDERERS
from urlglean.cli import options
from urlglean.cli.help import CHECK_CODES, EXIT_CODES, epilog
from urlglean.cli.output import OwnFiles, output_option, written_to
from urlglean.cli.terminal import live, named_or_piped, say, takes_more_than_lines
from urlglean.cli.terminal import output as standard_output
from urlglean.document import ReadOptions
from urlglean.errors import UrlgleanError
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.patterns import lazy_re
from urlglean.writers.printable import printable

_tree_options = options.stacked(
    click.option(
        "--root-dir",
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="The folder that a leading / stands for. Default: the folder named; for documentation, the repository.",
    ),
    click.option(
        "--site-url",
        type=options.absolute,
        metavar="URL",
        help="Where the tree is published: links to it are looked up on the disk.",
    ),
    click.option(
        "--slugs",
        type=options.OneOf([*RENDERERS]),
        help="Whose rule turns headings into fragments."
        " Default: told by mkdocs.yml and the like, else github, and ids in braces count.",
    ),
    click.option(
        "--since", metavar="REV", help="Only links on lines that have changed since this revision of Git."
    ),
    options.flag("--no-ignore", help="In folders: also check what .gitignore and .urlgleanignore name."),
    options.flag(
        "--offline",
        help="Ask no server: links to servers are not checked, unless a --cache knows the answer.",
    ),
    options.expressions("--exclude", help="Leave out links whose URL or text matches this anywhere. *"),
)


def _statuses(value: str) -> range:
    """Give a status alone, or several: ``403``, ``400-499``."""
    statuses = _STATUSES.fullmatch(value)
    if statuses is None:
        raise click.BadParameter(f"{value!r} is no status of HTTP; try --accept 403, or --accept 400-403")
    first, last = statuses[1], statuses[2] or statuses[1]
    if last < first:
        raise click.BadParameter(f"{value!r} begins with the greater status; try --accept {last}-{first}")
    return range(int(first), int(last) + 1)


_STATUSES = lazy_re(r"([1-9][0-9]{2})(?:-([1-9][0-9]{2}))?")


def _header(value: str) -> RequestHeader:
    """Give a header field, with the host that alone gets it, if one is named."""
    before, colon, content = value.partition(": ")
    *host, name = before.split(" ", 1)
    if not colon:
        raise click.BadParameter(
            f"{value!r} is no header field; write --header 'Accept-Language: en', or with the host that alone gets"
            " it --header 'api.example.com Authorization: Bearer ...'"
        )
    try:
        return RequestHeader(name, content.strip(), host[0] if host else None)
    except UrlgleanError as error:
        raise click.BadParameter(f"{error}: --header 'HOST {name}: ...'") from None


_usual = NetworkPolicy()
_count = click.IntRange(1)
_seconds = click.FloatRange(0.001)
_NUMBERS: dict[str, tuple[click.ParamType[Any], str | None, str]] = {
    "concurrency": (_count, None, "How many requests are made at once."),
    "per_host": (_count, None, "How many of them are made to one host.  [default: 6; 16 on the loopback]"),
    "pace": (
        click.FloatRange(0),
        "SECONDS",
        "The least time between two requests to one host.  [default: 0.05; 0 on the loopback]",
    ),
    "connect_timeout": (_seconds, "SECONDS", "How long it may take to connect."),
    "first_byte_timeout": (_seconds, "SECONDS", "How long a server may take to start answering."),
    "timeout": (_seconds, "SECONDS", "How long a request may take in all."),
    "retries": (click.IntRange(0), None, "How often a request is made again where the fault may pass."),
    "max_body": (_count, "BYTES", "How much of a page is read, at most."),
}
"""The numbers of a `NetworkPolicy` that are options, each with its type, what it is called and what the help says."""
_file = click.Path(exists=True, dir_okay=False, path_type=Path)
_network_options = options.stacked(
    options.several(
        "--accept",
        type=_statuses,
        metavar="STATUS",
        help="Also count this status as good: 403, or 400-403. *",
    ),
    options.flag("--fragments", help="Also look for fragments in the pages that servers give."),
    options.new_file(
        "--cache",
        help="Keep the answers of servers in this DuckDB file; the next run asks only what is due again.",
    ),
    options.several(
        "--header",
        "headers",
        type=_header,
        metavar="'[HOST] NAME: VALUE'",
        help="Send this header field; only to HOST, where one is named. The last of a name counts. *",
    ),
    click.option(
        "--cookies", type=_file, metavar="FILE", help="Send the cookies in this file (Netscape format)."
    ),
    click.option(
        "--netrc", type=_file, metavar="FILE", help="Send the logins in this file, each to its own host."
    ),
    click.option("--user-agent", metavar="TEXT", help="How the check names itself to servers."),
    options.flag("--allow-private", help="Also ask private, loopback and link-local addresses."),
    *(
        click.option(
            f"--{name.replace('_', '-')}",
            type=kind,
            default=getattr(_usual, name),
            show_default=True,
            metavar=metavar,
            help=said,
        )
        for name, (kind, metavar, said) in _NUMBERS.items()
    ),
)


@click.command(
    "check",
    cls=options.Configured,
    short_help="Tell which links of documentation lead nowhere, and why.",
    epilog=epilog(
        "urlglean check docs README.md",
        "urlglean check --offline --root-dir site site",
        "urlglean check --format sarif -o links.sarif docs",
        codes=EXIT_CODES | CHECK_CODES,
    ),
)
@options.named_options
@_tree_options
@_network_options
@options.include_option()
@options.chosen_options
@options.choice(
    "--format",
    "form",
    words=CHECK_FORMATS,
    default="text",
    help="How the report is written (urlglean help check-formats).",
)
@output_option
def command(
    paths: tuple[str, ...],
    kind: str | None,
    encoding: str | None,
    exclude: tuple[re.Pattern[str], ...],
    include: tuple[str, ...],
    only_files: tuple[re.Pattern[str], ...],
    skip_files: tuple[re.Pattern[str], ...],
    form: str,
    output: Path | None,
    *,
    accept: tuple[range, ...],
    no_ignore: bool,
    quiet: bool,
    **given: Any,
) -> int:
    """Tell which links lead nowhere, as file:line:column: URL: what is wrong; what to do.

    Reads Markdown, reStructuredText, notebooks, HTML and all else that extract reads. Links into the tree are looked
    up on the disk, with their fragments; servers are asked about the others, once for each URL. More: urlglean help
    checking, servers.
    """
    parts: dict[str, Any] = {options.PAGE_PARTS[name]: True for name in include}
    own = {name: given.pop(name) for name in ("root_dir", "site_url", "slugs", "offline", "since", "cache")}
    with written_to(output) as written:
        with _bar(quiet=quiet) as (tell_file, tell_headway), options.wrong_use():
            asked = CheckOptions(
                excluded=exclude,
                reading=ReadOptions(undefined=True, **parts),
                inputs=InputOptions(kind=kind, encoding=encoding),
                choice=Choice(only_files, skip_files, OwnFiles(written)),
                heeds_ignore_files=not no_ignore,
                policy=NetworkPolicy(accept=frozenset(chain.from_iterable(accept)), **given),
                **own,
            )
            named = named_or_piped(paths, "check")
            report = check_paths(named, asked, on_file=tell_file, on_progress=tell_headway)
        write_report(report, form, standard_output())
    for problem in report.problems:
        if problem.lost or not quiet:
            say(str(problem))
    if not report.sources and not quiet:
        say("no file was read")
    return report.exit_code


_MOST_HOSTS = 4
"""How many hosts are named that are being asked."""


@contextmanager
def _bar(
    *, quiet: bool
) -> Iterator[tuple[Callable[[str], object], Callable[[Headway], object]] | tuple[None, None]]:
    """Show on a terminal which file is read, then how many URLs have their answer, and which hosts are asked.

    Gives what is to be told of each file, and of the headway; nothing where nobody sees it.
    """
    if quiet or not takes_more_than_lines(sys.stderr):
        yield None, None
        return
    from rich import progress

    columns = progress.BarColumn(), progress.MofNCompleteColumn()
    with live(*columns, progress.TextColumn("{task.description}", markup=False)) as bar:
        task = bar.add_task("", total=None)

        def tell_headway(headway: Headway) -> None:
            more = len(headway.hosts) - _MOST_HOSTS
            told = ", ".join(map(printable, headway.hosts[:_MOST_HOSTS])) + (
                f" and {more} more" if more > 0 else ""
            )
            bar.update(task, completed=headway.done, total=headway.total, description=told)

        yield lambda name: bar.update(task, advance=1, description=printable(name)), tell_headway
