"""``urlglean frontier``: what a crawler should fetch next."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlglean.cli.help import epilog
from urlglean.cli.options import (
    NewFile,
    OneOf,
    check_steps,
    each_absolute,
    each_extension,
    host_option,
    include_option,
    path_options,
    patterns,
    redirect_option,
    rung_option,
    scheme_option,
    stacked,
    step_option,
)
from urlglean.cli.output import (
    check_no_output,
    check_output,
    output_for,
    output_option,
    writer_of,
    written_to,
)
from urlglean.cli.run import Request, Run, bar_for
from urlglean.cli.terminal import load_duckdb
from urlglean.document import Document, ReadOptions
from urlglean.errors import StoreError, StoreWriteError, UrlgleanError
from urlglean.frontier.mirrors import WAYS, Mirror
from urlglean.inputs.kinds import suffix_of
from urlglean.links.link import Link
from urlglean.links.scope import KINDS_TO_FOLLOW, RESPECTED, Scope
from urlglean.pipeline import read_document
from urlglean.reports import Problem, Retrieval
from urlglean.writers import FORMATS, ROWS_TOLD

if TYPE_CHECKING:
    from urlglean.frontier.frontier import Frontier, Policy


# What a user asked of a frontier.


@dataclass(frozen=True, slots=True)
class FrontierRequest:
    """What a user asked of a frontier."""

    paths: tuple[str, ...]
    kind: str | None
    encoding: str | None
    base: str | None
    base_from: tuple[str, ...]
    with_text: bool
    include: tuple[str, ...]
    follow: tuple[str, ...]
    respect: tuple[Any, ...]
    error_pages: bool
    keep_traps: bool
    skip_fetched: bool
    schemes: tuple[str, ...]
    hosts: tuple[str, ...]
    same: Any
    prefixes: tuple[str, ...]
    matches: tuple[re.Pattern[str], ...]
    excludes: tuple[re.Pattern[str], ...]
    extensions: tuple[str, ...]
    not_extensions: tuple[str, ...]
    seeds: tuple[str, ...]
    known: Path | None
    sort: Any
    form: str
    into: Path | None
    only_files: tuple[re.Pattern[str], ...]
    skip_files: tuple[re.Pattern[str], ...]
    quiet: bool

    @property
    def inputs(self) -> Request:
        """What is to be read."""
        return Request(
            paths=self.paths,
            kind=self.kind,
            encoding=self.encoding,
            base=self.base,
            include=self.include,
            form=self.form,
            only_files=self.only_files,
            skip_files=self.skip_files,
            quiet=self.quiet,
        )

    @property
    def reading(self) -> ReadOptions:
        """What readers are asked for: inert parts, too, so that they can be counted."""
        asked = self.inputs.reading
        if _INERT_PARTS.isdisjoint(self.include):
            asked = replace(asked, noscript=True, templates=True)
        return replace(asked, text=self.with_text, robots=True)

    def policy(self, rung: str, steps: tuple[str, ...], redirects: tuple[tuple[str, str], ...]) -> Policy:
        """Give what belongs to the frontier."""
        from urlglean.frontier.frontier import Policy

        return Policy(
            schemes=frozenset(self.schemes),
            follow=frozenset(self.follow),
            respect=frozenset(self.respect),
            inert=not _INERT_PARTS.isdisjoint(self.include),
            error_pages=self.error_pages,
            traps=self.keep_traps,
            scope=Scope(
                same=self.same,
                hosts=self.hosts,
                prefixes=self.prefixes,
                matches=self.matches,
                excludes=self.excludes,
                extensions=frozenset(self.extensions),
                not_extensions=frozenset(self.not_extensions),
            ),
            rung=rung,
            steps=steps,
            redirects=redirects,
            skip_fetched=self.skip_fetched,
        )


_INERT_PARTS = frozenset({"noscript", "templates", "comments", "scripts"})


_LISTS = frozenset({"text/plain", "text/xml"})
_SCRIPTS = frozenset({".cjs", ".js", ".map", ".mjs"})
"""Suffixes of texts that are no lists of URLs: mirrors of sites are full of them."""

_frontier_options = stacked(
    path_options,
    click.option(
        "--base-from",
        multiple=True,
        metavar="WAY | FILE",
        help=f"What each file was retrieved by: a TSV, CSV or JSON list, or {', '.join(WAYS)}; the first that knows. *",
    ),
    click.option("--text", "with_text", is_flag=True, help="Bare URLs in the text of pages, too."),
    include_option,
    click.option(
        "--follow",
        type=OneOf(KINDS_TO_FOLLOW),
        multiple=True,
        help="Only references of this kind. Default: all but attributes that only name something. *",
    ),
    click.option(
        "--respect",
        type=OneOf(RESPECTED),
        multiple=True,
        help="Leave out links with rel=nofollow; pages that ask not to be indexed; links of pages that ask so. *",
    ),
    click.option("--error-pages", is_flag=True, help="Links on pages that came with an HTTP error, too."),
    click.option("--keep-traps", is_flag=True, help="URLs that show signs of a crawler trap, too."),
    click.option("--skip-fetched", is_flag=True, help="Leave out what the input holds a retrieval of."),
    scheme_option(default=("http", "https"), show_default=True),
    host_option,
    click.option(
        "--same",
        type=OneOf(["host", "domain"]),
        help="Only URLs on the host, or the registrable domain, of their page.",
    ),
    click.option(
        "--prefix",
        "prefixes",
        multiple=True,
        callback=each_absolute,
        metavar="URL",
        help="Only URLs that begin so. *",
    ),
    click.option(
        "--match",
        "matches",
        callback=patterns,
        multiple=True,
        metavar="REGEX",
        help="Only URLs that this is found in. *",
    ),
    click.option(
        "--exclude",
        "excludes",
        callback=patterns,
        multiple=True,
        metavar="REGEX",
        help="No URLs that this is found in. *",
    ),
    click.option(
        "--extension",
        "extensions",
        multiple=True,
        callback=each_extension,
        metavar="NAME",
        help="Only paths that end so; none: those without one. *",
    ),
    click.option(
        "--skip-extension",
        "not_extensions",
        multiple=True,
        callback=each_extension,
        metavar="NAME",
        help="No paths that end so. *",
    ),
    click.option(
        "--seed",
        "seeds",
        multiple=True,
        callback=each_absolute,
        metavar="URL",
        help="A URL that the crawl began with; depth counts from there. *",
    ),
    click.option(
        "--known",
        type=NewFile(),
        metavar="FILE",
        help="Leave out what earlier frontiers gave, and add this one: a DuckDB file, made where there is none.",
    ),
    click.option(
        "--sort",
        type=OneOf(["first", "count", "url", "surt"]),
        default="first",
        show_default=True,
        help="As found, by count of referring pages, by URL, or by domain with what is below it.",
    ),
    click.option(
        "--format",
        "form",
        type=OneOf(FORMATS),
        default="text",
        show_default=True,
        help="How results are written (urlglean help formats).",
    ),
    click.option(
        "--into",
        type=NewFile(),
        metavar="FILE",
        help="Write the table frontier of a DuckDB file instead.",
    ),
)


@click.command(
    "frontier",
    short_help="Print what a crawler should fetch next.",
    epilog=epilog(
        "urlglean frontier crawl.warc.gz",
        "urlglean frontier --format seeds --same domain --skip-fetched -o seeds.txt crawl.warc.gz",
        "urlglean frontier --known seen.duckdb --format jsonl *.warc.gz",
        "urlglean frontier --base-from wget mirror/",
    ),
)
@_frontier_options
@rung_option
@step_option
@redirect_option
@output_option
@click.pass_context
def command(
    context: click.Context,
    /,
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    output: Path | None,
    **given: Any,
) -> int:
    """Print what a crawler should fetch next: how many pages refer to it, the URL, the first of these pages.

    Reads web archives (WARC, WACZ, ARC), pages, sitemaps, and lists of URLs; each URL comes once, without its
    fragment. What is left out is counted on standard error.
    """
    from urlglean.frontier.frontier import Frontier

    load_duckdb()
    check_steps(rung, steps, redirects)
    asked = FrontierRequest(**given)
    request = asked.inputs
    if asked.into is not None:
        check_no_output(context)
    _check_seeds(asked)
    databases = tuple(path for path in (asked.into, asked.known) if path is not None)
    if asked.into is not None:
        _check_table(asked.into)
    for option, other in (("--into", asked.into), ("--output", output)):
        if asked.known and other and asked.known.resolve() == other.resolve():
            raise click.UsageError(f"--known and {option} are to be two files")
    try:
        mirror = Mirror(asked.base_from, request.sources)
        gathered = Frontier(asked.policy(rung, steps, redirects), known=asked.known)
    except StoreWriteError:
        raise  # no fault of who named it
    except UrlgleanError as error:
        raise click.UsageError(str(error)) from None
    with gathered as frontier:
        with written_to(output) as written:
            if asked.into is None:
                check_output(asked.form, "frontier.parquet")
            bar = bar_for(writes_meanwhile=False)
            with _FrontierRun(request, bar, written=(*databases, *written)) as run:
                for seed in asked.seeds:
                    frontier.seed(seed)
                run.gather(frontier, asked, mirror)
                for way in mirror.idle:
                    run.note(
                        f"--base-from {way}: it knows nothing of what was read, so this has no base by it"
                    )
                run.found = frontier.finish(sort=asked.sort)
                _write_frontier(frontier, asked)
        frontier.remember()
        _tell_left_out(frontier, run)
    return run.finish()


@dataclass(slots=True)
class _FrontierRun(Run):
    """One run over inputs whose Links belong to a frontier."""

    def gather(self, frontier: Frontier, asked: FrontierRequest, mirror: Mirror) -> None:
        """Read the inputs into the frontier."""
        reading = asked.reading
        skip = partial(self._skip, frontier=frontier, mirror=mirror)
        for item in self.documents(on_problem=skip):
            if not (reading.text or asked.kind) and suffix_of(item.name) in _SCRIPTS:
                frontier.left_out["texts"] += 1
                _note_fetched(item.name, frontier, mirror)
                continue
            mirrored = mirror.claims(item)
            document = item._replace(claims=(*mirrored, *item.claims))  # the first that holds is the base
            # A list of URLs is nothing but text, and so is a sitemap.
            options = replace(reading, text=True) if item.media_type in _LISTS else reading
            links = read_document(
                document,
                options=options,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                progress=self.bar,
                observer=frontier,
            )
            frontier.extend((_restored(link, mirror) for link in links) if mirrored else links)

    def _skip(self, problem: Problem, frontier: Frontier, mirror: Mirror) -> None:
        """Tell a problem; of a folder, count what is no text, as in archives: it was fetched, too."""
        if not problem.format:
            self.tell(problem)
            return
        _note_fetched(problem.source, frontier, mirror)
        if problem.source in self.request.sources:
            self.tell(problem)
        else:
            self.only_counted[problem.format] += 1


def _note_fetched(name: str, frontier: Frontier, mirror: Mirror) -> None:
    """Take note that a file is there, if it is one of a mirror, though it is not read."""
    for claim in mirror.claims(Document(b"", "application/octet-stream", name)):
        frontier.retrieval(Retrieval(claim.uri))


def _restored(link: Link, mirror: Mirror) -> Link:
    """Give a Link of a mirrored page with the URL that it had before the program rewrote it, if it did."""
    if link.base is None or link.base.rule != "retrieval":
        return link
    url = mirror.original(link.source, link.text)
    return link if url is None else link._replace(url=url)


def _write_frontier(frontier: Frontier, asked: FrontierRequest) -> None:
    """Write the rows, and see that they have left this process: what was not written is not remembered."""
    rows = frontier.rows()
    if asked.into is not None:
        from urlglean.writers.parquet import write_duckdb

        write_duckdb(rows, asked.into)
        return
    out = output_for(asked.form)
    writer_of(asked.form).write_fetchables(rows, out)
    out.flush()


def _check_seeds(asked: FrontierRequest) -> None:
    """Refuse ``--seed`` where depth is neither shown nor remembered."""
    shows_depth = asked.into is not None or asked.known is not None or FORMATS[asked.form].has_rows
    if asked.seeds and not shows_depth:
        raise click.UsageError(
            f"--seed is what depth counts from, which --format {asked.form} has not;"
            f" add {ROWS_TOLD}, --into or --known"
        )


def _check_table(path: Path) -> None:
    """Refuse, before anything is read, a file that no table could be written to."""
    from urlglean.writers.parquet import check_duckdb

    try:
        check_duckdb(path)
    except StoreError as error:
        raise click.UsageError(str(error)) from None


_REASONS = {
    "exclude": "with what --exclude leaves out",
    "extension": "without an --extension",
    "host": "on other hosts (--host)",
    "match": "without a --match",
    "prefix": "without a --prefix",
    "skip-extension": "with a --skip-extension",
    "HTTP errors": "on pages with an HTTP error or redirect (--error-pages)",
    "empty": "empty",
    "inert": "inert",
    "known": "known URLs",
    "fetched": "fetched URLs",
    "names": "names, not links (--follow metadata)",
    "no URL": "relative or malformed, without a URL (--base or --base-from gives relative ones a base)",
    "noindex": "URLs of pages that ask not to be indexed",
    "robots": "on pages that ask robots not to follow",
    "same": "on other sites",
    "texts": "texts, scripts, feeds or sitemaps with the URLs they hold (--text)",
}
"""What the reasons are called that have no name of their own."""


def _tell_left_out(frontier: Frontier, run: Run) -> None:
    """Say on standard error how much was left out, and show what looked like a trap."""
    counts = frontier.left_out
    if counts:
        told = (f"{count} {_named(reason)}" for reason, count in counts.most_common())
        run.note(f"left out: {', '.join(told)}")
    for sign, url in frontier.traps.items():
        shown = url if len(url) <= _SHOWN else f"{url[:_SHOWN]}..."
        run.note(f"looks like a trap ({sign}; --keep-traps keeps it): {shown}")


def _named(reason: str) -> str:
    """Name a reason for which URLs are left out; that of a scheme is written ``ftp:``."""
    return f"{reason} URLs (--scheme)" if reason.endswith(":") else _REASONS.get(reason, reason)


_SHOWN = 200
