"""``urlglean frontier``: what a crawler should fetch next."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from urlglean.cli import options
from urlglean.cli.help import epilog
from urlglean.cli.output import ROWS_TOLD, check_output, goes_into, output_for, output_option, written_to
from urlglean.cli.run import Request, Run, bar_for
from urlglean.frontier.policy import Policy
from urlglean.links.scope import Scope
from urlglean.reports import Problem
from urlglean.writers import FORMATS

if TYPE_CHECKING:
    from urlglean.frontier.frontier import Frontier
    from urlglean.frontier.pages import PageReading

__all__ = ["FrontierRequest"]

_INERT_PARTS = frozenset({"noscript", "templates", "comments", "scripts", "code"})


_frontier_options = options.stacked(
    options.path_options,
    options.flag("--text", "with_text", help="Also take bare URLs in the text of pages."),
    options.include_option(),
    options.several(
        "--follow",
        type=options.OneOf(Policy.KINDS),
        help="Follow only this kind of reference. Default: all but attributes that only name something. *",
    ),
    options.several(
        "--respect",
        type=options.OneOf(Policy.RESPECTED),
        help="Heed rel=nofollow, or what pages ask of robots: noindex leaves out the page, robots its links. *",
    ),
    options.flag("--error-pages", help="Also take links on pages that came with an HTTP error."),
    options.flag("--keep-traps", "traps", help="Keep URLs that look like a crawler trap."),
    options.flag("--skip-fetched", help="Leave out what the inputs show to be fetched already."),
    options.scheme_option(default=("http", "https"), show_default=True),
    options.host_option,
    click.option(
        "--same",
        type=options.OneOf(["host", "domain"]),
        help="Only URLs on the same host, or registrable domain, as the page that refers to them.",
    ),
    options.several(
        "--prefix", "prefixes", type=options.absolute, metavar="URL", help="Only URLs that begin with this. *"
    ),
    options.expressions("--match", "matches", help="Only URLs that match this anywhere. *"),
    options.expressions("--exclude", "excludes", help="Leave out URLs that match this anywhere. *"),
    options.several(
        "--extension",
        "extensions",
        type=lambda value: options.extension("--extension", value),
        metavar="NAME",
        help="Only paths with this extension; none: those without any. *",
    ),
    options.several(
        "--skip-extension",
        "not_extensions",
        type=lambda value: options.extension("--skip-extension", value),
        metavar="NAME",
        help="Leave out paths with this extension. *",
    ),
    options.several(
        "--seed",
        "seeds",
        type=options.fetched,
        metavar="URL",
        help="A URL that the crawl began with; depth is counted from it. *",
    ),
    options.new_file(
        "--known",
        help="Leave out what earlier runs gave, and remember what this one gives, in a DuckDB file.",
    ),
    options.choice(
        "--sort",
        words=("first", "count", "url", "surt"),
        default="first",
        help="In the order found, by number of referring pages, by URL, or by domain and what is below it.",
    ),
    options.choice(
        "--format",
        "form",
        words=FORMATS,
        default="text",
        help="How results are written (urlglean help formats).",
    ),
    options.new_file("--into", help="Write the table frontier into a DuckDB file instead."),
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
@options.key_options
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
    from urlglean.frontier.frontier import Frontier

    policy, request, pages = FrontierRequest.by(given, with_text=with_text)
    goes_into(context)
    _check_seeds(seeds, request.form, remembers=into is not None or known is not None)
    if into is not None:
        from urlglean.writers.parquet import FrontierTable

        with options.wrong_use():
            FrontierTable(into).check()
    for option, other in (("--into", into), ("--output", output)):
        if known and other and os.path.realpath(known) == os.path.realpath(other):
            raise click.UsageError(f"--known and {option} are to be two files")
    with options.wrong_use():
        gathered = Frontier(policy, known=known)
    databases = tuple(path for path in (into, known) if path is not None)
    with gathered as frontier:
        with written_to(output, then=frontier.remember) as written:
            if into is None:
                check_output(request.form, "frontier.parquet")
            bar = bar_for(writes_meanwhile=False)
            with _FrontierRun(request, bar, written=(*databases, *written)) as run:
                for seed in seeds:
                    frontier.seed(seed)
                run.gather(frontier, pages)
                run.found = frontier.finish(sort=sort)
                _write_frontier(frontier, request.form, into)
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

    def gather(self, frontier: Frontier, reading: PageReading) -> None:
        for document in self.documents(on_problem=partial(self._skip, frontier=frontier, reading=reading)):
            reading.read(
                document, frontier, on_problem=self.tell, on_attachment=self.skipped.add, progress=self.bar
            )

    def _skip(self, problem: Problem, frontier: Frontier, reading: PageReading) -> None:
        """Tell a problem; of a folder, count what is no text, as in archives: it was fetched, too."""
        reading.skip(problem, frontier)
        if not problem.format or problem.source in self.request.sources:
            self.tell(problem)
        else:
            self.only_counted[problem.format] += 1


class FrontierRequest(NamedTuple):
    """What the options of a frontier ask for: what belongs to it, what is read, and how."""

    policy: Policy
    request: Request
    pages: PageReading

    @classmethod
    def by(cls, given: dict[str, Any], *, with_text: bool) -> FrontierRequest:
        """Take apart the values of options; a usage error where they make no sense."""
        from urlglean.frontier.pages import PageReading

        options.check_steps(given["rung"], given["steps"], given["redirects"])
        acts_on_inert = not _INERT_PARTS.isdisjoint(given["include"])
        with options.wrong_use():
            scope = Scope(**_taken_from(given, Scope))
            policy = Policy(scope=scope, inert=acts_on_inert, **_taken_from(given, Policy))
        request = Request.of(**given)
        pages = PageReading.of(request.intake, takes_all=with_text, acts_on_inert=acts_on_inert)
        return cls(policy, request, pages)


def _write_frontier(frontier: Frontier, form: str, into: Path | None) -> None:
    """Write the rows, and see that they have left this process: what was not written is not remembered."""
    rows = frontier.rows()
    if into is not None:
        from urlglean.writers.parquet import FrontierTable

        FrontierTable(into).write(rows)
        return
    out = output_for(form)
    FORMATS[form].write_fetchables(rows, out)
    out.flush()


def _check_seeds(seeds: tuple[str, ...], form: str, *, remembers: bool) -> None:
    """Refuse ``--seed`` where depth is neither shown nor remembered."""
    if seeds and not (remembers or FORMATS[form].has_rows):
        raise click.UsageError(
            f"--seed is what depth counts from, which --format {form} has not;"
            f" add {ROWS_TOLD}, --into or --known"
        )


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
        told = (f"{count:,} {_named(reason)}" for reason, count in counts.most_common())
        run.note(f"left out: {', '.join(told)}")
    for sign, url in frontier.traps.items():
        shown = url if len(url) <= _SHOWN else f"{url[:_SHOWN]}..."
        run.note(f"looks like a trap ({sign}; --keep-traps keeps it): {shown}")


def _named(reason: str) -> str:
    """Name a reason for which URLs are left out; that of a scheme is written ``ftp:``."""
    return f"{reason} URLs (--scheme)" if reason.endswith(":") else _REASONS.get(reason, reason)


_SHOWN = 200
