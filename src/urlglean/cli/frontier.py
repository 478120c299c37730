"""``urlglean frontier``: what a crawler should fetch next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlglean.candidate import Opened
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
from urlglean.document import MBOX, Document
from urlglean.encoding.texts import decode
from urlglean.errors import StoreError, StoreWriteError, UrlgleanError
from urlglean.inputs.kinds import SAMPLE, suffix_of
from urlglean.inputs.mirrors import SAID, Mirror
from urlglean.links.link import Link
from urlglean.links.scope import KINDS_TO_FOLLOW, RESPECTED, Scope
from urlglean.patterns import lazy_re
from urlglean.pipeline import read_document
from urlglean.reports import Problem, Retrieval
from urlglean.uri.schemes import has_scheme
from urlglean.writers import FORMATS, ROWS_TOLD

if TYPE_CHECKING:
    from urlglean.frontier.frontier import Frontier

_INERT_PARTS = frozenset({"noscript", "templates", "comments", "scripts", "code"})


_SAVED_PAGE = lazy_re(
    rb"^(?:(?:Snapshot-)?Content-Location[ \t]*:|From[ \t]*:[ \t]*<?\"?Saved by )",
    re.MULTILINE | re.IGNORECASE,
)
"""What the header of a page has that was saved as a message (MHTML, RFC 2557), and no letter."""
_END_OF_HEADER = lazy_re(rb"\r?\n\r?\n")
_SITEMAP = lazy_re(rb"<(?:[\w.-]+:)?(?:urlset|sitemapindex)[\s>]")
_FEW = 10
"""One line in so many of a list of URLs may be none."""

_frontier_options = stacked(
    path_options,
    click.option("--text", "with_text", is_flag=True, help="Bare URLs in the text of pages, too."),
    include_option(),
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
    click.option("--keep-traps", "traps", is_flag=True, help="URLs that show signs of a crawler trap, too."),
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
    *,
    with_text: bool,
    seeds: tuple[str, ...],
    known: Path | None,
    sort: Any,
    into: Path | None,
    output: Path | None,
    **given: Any,
) -> int:
    """Print what a crawler should fetch next: how many pages refer to it, the URL, the first of these pages.

    Reads web archives (WARC, WACZ, ARC), pages, sitemaps, and lists of URLs; each URL comes once, without its
    fragment. What is left out is counted on standard error.
    """
    from urlglean.frontier.frontier import Frontier, Policy

    load_duckdb()
    check_steps(given["rung"], given["steps"], given["redirects"])
    of_scope, of_policy = _taken_from(given, Scope), _taken_from(given, Policy)
    request = Request(**given)
    if into is not None:
        check_no_output(context)
    _check_seeds(seeds, request.form, remembers=into is not None or known is not None)
    if into is not None:
        _check_table(into)
    for option, other in (("--into", into), ("--output", output)):
        if known and other and known.resolve() == other.resolve():
            raise click.UsageError(f"--known and {option} are to be two files")
    try:
        inert = not _INERT_PARTS.isdisjoint(request.include)
        gathered = Frontier(Policy(scope=Scope(**of_scope), inert=inert, **of_policy), known=known)
    except StoreWriteError:
        raise  # no fault of who named it
    except UrlgleanError as error:
        raise click.UsageError(str(error)) from None
    databases = tuple(path for path in (into, known) if path is not None)
    with gathered as frontier:
        with written_to(output) as written:
            if into is None:
                check_output(request.form, "frontier.parquet")
            bar = bar_for(writes_meanwhile=False)
            with _FrontierRun(request, bar, written=(*databases, *written)) as run:
                for seed in seeds:
                    frontier.seed(seed)
                run.gather(frontier, with_text=with_text)
                run.found = frontier.finish(sort=sort)
                _write_frontier(frontier, request.form, into)
        frontier.remember()
        _tell_left_out(frontier, run)
    return run.finish()


def _taken_from(given: dict[str, Any], kind: Any) -> dict[str, Any]:
    """Take out of the values of options those that are fields of a dataclass, in the type that each has there."""
    return {
        field.name: frozenset(value) if str(field.type).startswith("frozenset") else value
        for field in fields(kind)
        if field.name in given
        for value in [given.pop(field.name)]
    }


@dataclass(slots=True)
class _FrontierRun(Run):
    """One run over inputs whose Links belong to a frontier."""

    def gather(self, frontier: Frontier, *, with_text: bool) -> None:
        """Read the inputs into the frontier: inert parts, too, so that they can be counted."""
        reading = replace(self.request.reading, text=with_text, robots=True)
        if _INERT_PARTS.isdisjoint(self.request.include):
            reading = replace(reading, noscript=True, templates=True)
        mirror = self.request.mirror or Mirror(())
        skip = partial(self._skip, frontier=frontier, mirror=mirror)
        for document in self.documents(on_problem=skip):
            is_text = document.media_type in _TEXTS
            if not (with_text or self.request.kind) and not (
                _is_list(document) if is_text else _is_of_pages(document)
            ):
                frontier.left_out["texts"] += 1
                _note_fetched(document.name, frontier, mirror)
                continue
            mirrored = any(claim.source != SAID for claim in document.claims)
            # A list of URLs is nothing but text, and so is a sitemap.
            options = replace(reading, text=True) if is_text else reading
            links = read_document(
                document,
                options=options,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                progress=self.bar,
                observer=frontier,
            )
            if document.media_type == "message/rfc822" and not with_text:
                links = _of_markup(links, frontier)
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


_TEXTS = frozenset({"text/plain", "text/xml"})


def _is_list(document: Document) -> bool:
    r"""Tell a list of URLs, each on a line by itself, and a sitemap, from texts that only mention some.

    >>> _is_list(Document(b"# seeds\nhttp://a.example/\nhttp://b.example/\n", "text/plain"))
    True
    >>> _is_list(Document(b"See http://a.example/\nhttp://b.example/\n", "text/plain"))
    False
    """
    content: Any = document.content
    head = content.peek(SAMPLE)[:SAMPLE] if hasattr(content, "peek") else bytes(content[:SAMPLE])
    if document.media_type == "text/xml":
        return _SITEMAP.search(head) is not None
    whole = head if len(head) < SAMPLE else head[: head.rfind(b"\n") + 1] or head
    text = decode(whole).text
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    return _are_urls(lines)


def _are_urls(lines: Sequence[str]) -> bool:
    """Tell whether lines hold a URL each and nothing else, but for a few that hold another word."""
    if any(len(line.split()) > 1 for line in lines):
        return False
    urls = sum(map(has_scheme, lines))
    return any("://" in line for line in lines) and (len(lines) - urls) * _FEW <= len(lines)


def _is_of_pages(document: Document) -> bool:
    """Tell pages, style sheets and archives of them from letters."""
    if document.media_type == MBOX:
        return False
    if document.media_type != "message/rfc822" or suffix_of(document.name) in {".mht", ".mhtml"}:
        return True
    head: Any = document.content
    head = bytes(head[:SAMPLE])
    end = _END_OF_HEADER.search(head)
    return _SAVED_PAGE.search(head, 0, end.start() if end else len(head)) is not None


def _note_fetched(name: str, frontier: Frontier, mirror: Mirror) -> None:
    """Take note that a file is there, if it is one of a mirror, though it is not read."""
    for claim in mirror.claims(Document(b"", "application/octet-stream", name)):
        frontier.retrieval(Retrieval(claim.uri))


_OF_PARTS = (None, Opened.BASE, Opened.LOCATION)
"""What shows the URLs that parts of messages are known by."""


def _of_markup(links: Iterable[Link], frontier: Frontier) -> Iterator[Link]:
    """Yield the Links of pages in a message, and those that its parts are known by; count the bare ones."""
    for link in links:
        facts = link.candidate.facts
        if facts.markup is not None or facts.opened in _OF_PARTS:
            yield link
        else:
            frontier.left_out["bare"] += 1


def _restored(link: Link, mirror: Mirror) -> Link:
    """Give a Link of a mirrored page with the URL that it had before the program rewrote it, if it did."""
    if link.base is None or link.base.rule != "retrieval":
        return link
    url = mirror.original(link.source, link.text)
    return link if url is None else link._replace(url=url)


def _write_frontier(frontier: Frontier, form: str, into: Path | None) -> None:
    """Write the rows, and see that they have left this process: what was not written is not remembered."""
    rows = frontier.rows()
    if into is not None:
        from urlglean.writers.parquet import write_duckdb

        write_duckdb(rows, into)
        return
    out = output_for(form)
    writer_of(form).write_fetchables(rows, out)
    out.flush()


def _check_seeds(seeds: tuple[str, ...], form: str, *, remembers: bool) -> None:
    """Refuse ``--seed`` where depth is neither shown nor remembered."""
    if seeds and not (remembers or FORMATS[form].has_rows):
        raise click.UsageError(
            f"--seed is what depth counts from, which --format {form} has not;"
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
    "bare": "bare URLs in the texts of pages saved as messages (--text)",
    "texts": "texts, scripts, feeds or sitemaps, or mail, with the URLs they hold (--text)",
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
