"""The commands: what is read from argv, what is printed, the progress bar, the exit codes."""

from __future__ import annotations

import errno
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TextIO, TypeVar

import click
from click.core import ParameterSource

from urlglean import __version__
from urlglean.attachments import Attachments
from urlglean.document import Document, Problem, ReadOptions, Retrieval
from urlglean.encodings import codec_for, decode
from urlglean.errors import InputError, ReferenceSyntaxError, StoreError, UrlgleanError, WorkerError
from urlglean.inputs import STDIN, InputOptions, files, open_document
from urlglean.kinds import KINDS
from urlglean.link import Link
from urlglean.mirrors import WAYS, Mirror
from urlglean.normalize import RUNGS, STEPS, explain, normalize, normalizer
from urlglean.pipeline import read_document
from urlglean.printable import printable
from urlglean.resolve import DIALECTS, resolve
from urlglean.schemes import is_scheme
from urlglean.scope import KINDS_TO_FOLLOW, RESPECTED, Scope
from urlglean.unique import Distinct, Grouping, unique
from urlglean.wanted import Wanted, host_of

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from urlglean.frontier import Frontier, Policy
    from urlglean.intake import Reading as StoreReading
    from urlglean.jobs import Gathered, Product
    from urlglean.marked import Stretch, View
    from urlglean.store import Store

__all__ = ["EXIT_CODES", "commands", "main"]

EXIT_CODES = {
    0: "found",
    1: "nothing found",
    2: "wrong use",
    3: "some input could not be read",
    130: "interrupted (Ctrl-C)",
}
"""What the exit code of every command says; a closed pipe is no error."""

_FORMATS = ("text", "url", "jsonl", "csv", "parquet")
_FRONTIER_FORMATS = ("text", "url", "seeds", "jsonl", "csv", "parquet")
_DELIMIT_FLAGS = ("schemeless", "emails", "network_path", "refang")
_PAGE_PARTS = {
    "lazy": "lazy",
    "noscript": "noscript",
    "templates": "templates",
    "comments": "comments",
    "scripts": "scripts",
    "json-ld": "json_ld",
}
_MERGING_STEPS = tuple(name for name, step in STEPS.items() if step.merges)
_MAIL = frozenset({"application/mbox", "message/rfc822"})
_BAR_AFTER = 1.0
"""Seconds of work before a progress bar shows."""

F = TypeVar("F", bound=Callable[..., Any])


def main() -> NoReturn:
    """Run the command that argv asks for, and leave with its exit code."""
    try:
        code = commands.main(prog_name="urlglean", standalone_mode=False)
    except click.exceptions.Exit as done:
        code = done.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except Exception as error:  # a fault of this program, told in a line that can be reported
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        _say(f"a fault of urlglean itself, at {place}: {type(error).__name__}: {error}")
        code = 3
    sys.exit(code)


def _left_unwritten(error: OSError) -> int:
    """Let go of standard output, which takes no more; that its reader has seen enough is no error."""
    if sys.stdout is not None:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
    if error.errno in {errno.EPIPE, errno.EINVAL}:  # EINVAL is how Windows says it
        return 0
    _say(f"cannot write: {error.strerror or error}")
    return 3


def _tell(problem: Problem) -> None:
    _say(str(problem))


def _say(message: str) -> None:
    """Print a line on standard error."""
    lines = [printable(line) for line in message.splitlines()]
    click.echo("urlglean: " + "\n".join(lines), err=True)


def _epilog(*examples: str) -> str:
    """Give the end of a help text; a backspace keeps click from filling the paragraph after it."""
    codes = ", ".join(f"{code} {meaning}" for code, meaning in EXIT_CODES.items())
    lines = "\n".join(f"  {example}" for example in examples)
    return f"\b\nExamples:\n{lines}\n\nOptions with a * may be given more than once. Exit codes: {codes}."


# --- options ---


def _absolute(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (":" in value and is_scheme(value.partition(":")[0])):
        message = f"{value!r} is no absolute URL; let it begin with its scheme, as http://example.com/ does"
        raise click.BadParameter(message)
    return value


def _each_absolute(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    for value in values:
        _absolute(context, parameter, value)
    return values


def _charset(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and codec_for(value) is None:
        raise click.BadParameter(
            f"there is no encoding {value!r}; try utf-8, windows-1252, shift_jis, koi8-r, ..."
        )
    return value


def _each_host(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Give hosts, which may be written ``*.example.org``, in their normal form."""
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


def _patterns(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[re.Pattern[str], ...]:
    patterns = []
    for value in values:
        try:
            patterns.append(re.compile(value))
        except re.error as error:
            marker = " " * (error.pos or 0) + "^"
            raise click.BadParameter(f"{error.msg}\n    {value}\n    {marker}") from None
    return tuple(patterns)


def _options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


_delimit_options = _options(
    click.option("--schemeless", is_flag=True, help="Find names without a scheme: example.com/x, 192.0.2.1."),
    click.option("--emails", is_flag=True, help="Find mail addresses."),
    click.option("--network-path", is_flag=True, help="Find //example.com/x."),
    click.option("--refang", is_flag=True, help="Find defanged URLs: hxxp://example[.]com."),
)
_path_options = _options(
    click.argument("paths", nargs=-1, type=click.Path(), metavar="PATH... | -"),
    click.option(
        "--kind", type=click.Choice([*KINDS]), help="What they are. Default: told by content and suffix."
    ),
    click.option("--encoding", callback=_charset, help="Their encoding. Default: told by content."),
    click.option("--base", callback=_absolute, help="The URL they were retrieved by; an embedded base wins."),
)
_input_options = _options(
    _path_options,
    click.option(
        "--dialect",
        type=click.Choice([*DIALECTS]),
        help="How references are resolved. Default: whatwg for HTML's attributes, else rfc3986.",
    ),
    _delimit_options,
    click.option(
        "--include", type=click.Choice([*_PAGE_PARTS]), multiple=True, help="Read this part of pages too. *"
    ),
    click.option("--no-text", is_flag=True, help="Pages: without the bare URLs in their text."),
    click.option("--scheme", "schemes", multiple=True, help="Only URLs of this scheme. *"),
    click.option(
        "--host",
        "hosts",
        multiple=True,
        callback=_each_host,
        help="Only URLs of this host and those below it. *",
    ),
    click.option(
        "--exclude",
        callback=_patterns,
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
    click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True),
)

_frontier_options = _options(
    _path_options,
    click.option(
        "--base-from",
        multiple=True,
        metavar="WAY | FILE",
        help=f"What each file was retrieved by: a TSV, CSV or JSON list, or {', '.join(WAYS)}; the first that knows. *",
    ),
    click.option("--text", "with_text", is_flag=True, help="Bare URLs in the text of pages, too."),
    click.option(
        "--include", type=click.Choice([*_PAGE_PARTS]), multiple=True, help="Read this part of pages too. *"
    ),
    click.option(
        "--follow",
        type=click.Choice(KINDS_TO_FOLLOW),
        multiple=True,
        help="Only references of this kind. Default: all but attributes that only name something. *",
    ),
    click.option(
        "--respect",
        type=click.Choice(RESPECTED),
        multiple=True,
        help="Leave out links with rel=nofollow; pages that ask not to be indexed; links of pages that ask so. *",
    ),
    click.option("--error-pages", is_flag=True, help="Links on pages that came with an HTTP error, too."),
    click.option("--keep-traps", is_flag=True, help="URLs that show signs of a crawler trap, too."),
    click.option("--skip-fetched", is_flag=True, help="Leave out what the input holds a retrieval of."),
    click.option(
        "--scheme",
        "schemes",
        multiple=True,
        default=("http", "https"),
        show_default=True,
        help="Only URLs of this scheme. *",
    ),
    click.option(
        "--host",
        "hosts",
        multiple=True,
        callback=_each_host,
        help="Only URLs of this host and those below it. *",
    ),
    click.option(
        "--same",
        type=click.Choice(["host", "domain"]),
        help="Only URLs on the host, or the registrable domain, of their page.",
    ),
    click.option(
        "--prefix", "prefixes", multiple=True, callback=_each_absolute, help="Only URLs that begin so. *"
    ),
    click.option(
        "--match",
        "matches",
        callback=_patterns,
        multiple=True,
        metavar="REGEX",
        help="Only URLs that this is found in. *",
    ),
    click.option(
        "--exclude",
        "excludes",
        callback=_patterns,
        multiple=True,
        metavar="REGEX",
        help="No URLs that this is found in. *",
    ),
    click.option(
        "--extension", "extensions", multiple=True, help="Only paths that end so; none: those without one. *"
    ),
    click.option("--skip-extension", "not_extensions", multiple=True, help="No paths that end so. *"),
    click.option(
        "--seed",
        "seeds",
        multiple=True,
        callback=_each_absolute,
        help="A URL that the crawl began with; depth counts from there. *",
    ),
    click.option(
        "--known",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Leave out what earlier frontiers gave, and add this one: a DuckDB file, made where there is none.",
    ),
    click.option(
        "--sort", type=click.Choice(["first", "count", "url", "surt"]), default="first", show_default=True
    ),
    click.option("--format", "form", type=click.Choice(_FRONTIER_FORMATS), default="text", show_default=True),
    click.option(
        "--into",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write the table frontier of a DuckDB file instead.",
    ),
)


class _Jobs(click.ParamType[int]):
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


_jobs_option = click.option(
    "--jobs",
    type=_Jobs(),
    default=1,
    show_default=True,
    metavar="N | auto",
    help="Read in N processes, or in one for each processor; the result is the same.",
)
_rung_option = click.option(
    "--rung",
    type=click.Choice([*RUNGS]),
    default="scheme",
    show_default=True,
    help="How far URLs are normalized for their key (RFC 3986 section 6.2).",
)
_step_option = click.option(
    "--step",
    "steps",
    type=click.Choice([*STEPS]),
    multiple=True,
    metavar="NAME",
    help=f"Add a step that can make one of URLs that differ: {', '.join(_MERGING_STEPS)}. *",
)
_redirect_option = click.option(
    "--redirect",
    "redirects",
    nargs=2,
    multiple=True,
    metavar="FROM TO",
    help="For --rung protocol: FROM redirects to TO. *",
)


@dataclass(frozen=True, slots=True)
class _Request:
    """What a user asked of the inputs, as the two commands that read them share it."""

    paths: tuple[str, ...]
    kind: str | None
    encoding: str | None
    base: str | None
    dialect: str | None
    schemeless: bool
    emails: bool
    network_path: bool
    refang: bool
    include: tuple[str, ...]
    schemes: tuple[str, ...]
    hosts: tuple[str, ...]
    exclude: tuple[re.Pattern[str], ...]
    form: str
    no_text: bool = False
    no_footers: bool = False
    unwrap_redirectors: bool = False

    @property
    def inputs(self) -> InputOptions:
        return InputOptions(kind=self.kind, encoding=self.encoding, base=self.base)

    @property
    def reading(self) -> ReadOptions:
        delimit = {name: True for name in _DELIMIT_FLAGS if getattr(self, name)}
        parts = {_PAGE_PARTS[name]: True for name in self.include}
        return ReadOptions(
            delimit=delimit,
            text=not self.no_text,
            footers=not self.no_footers,
            unwrap_redirectors=self.unwrap_redirectors,
            **parts,
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """The paths; standard input where none is given and something is piped in."""
        if self.paths:
            return self.paths
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("name what to read: a file, a folder, or - for standard input")
        return (STDIN,)

    @property
    def wants(self) -> Wanted | None:
        """Give a test for the Links that pass --scheme, --host and --exclude; None where all do."""
        schemes = frozenset(name.lower().rstrip(":/") for name in self.schemes)
        return Wanted(schemes, self.hosts, self.exclude) or None

    @property
    def stored(self) -> StoreReading:
        """How the inputs are to be read into a store."""
        from urlglean.intake import Reading

        wanted = (sorted(self.schemes), sorted(self.hosts), [one.pattern for one in self.exclude])
        return Reading(self.inputs, self.reading, self.dialect, self.wants, repr(wanted))


@dataclass(frozen=True, slots=True)
class _FrontierRequest:
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

    @property
    def inputs(self) -> _Request:
        """What is to be read."""
        return _Request(
            paths=self.paths,
            kind=self.kind,
            encoding=self.encoding,
            base=self.base,
            dialect=None,
            schemeless=False,
            emails=False,
            network_path=False,
            refang=False,
            include=self.include,
            schemes=(),
            hosts=(),
            exclude=(),
            form=self.form,
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
        from urlglean.frontier import Policy

        return Policy(
            schemes=frozenset(name.lower().rstrip(":/") for name in self.schemes),
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
                extensions=_extensions(self.extensions),
                not_extensions=_extensions(self.not_extensions),
            ),
            rung=rung,
            steps=steps,
            redirects=redirects,
            skip_fetched=self.skip_fetched,
        )


_INERT_PARTS = frozenset({"noscript", "templates", "comments"})


def _extensions(names: Iterable[str]) -> frozenset[str]:
    """Give extensions in lower case without the dot; ``none`` stands for having none."""
    lowered = (name.lower().lstrip(".") for name in names)
    return frozenset("" if name == "none" else name for name in lowered)


# --- what happens between the inputs and the output ---


class _Bar:
    """A progress bar on standard error, from the moment the work turns out to take a while."""

    def __init__(self) -> None:
        self._total = 0
        self._done = 0
        self._end = 0
        self._messages = 0
        self._name = ""
        self._rich: RichProgress | None = None
        self._task: TaskID | None = None
        self._timer = threading.Timer(_BAR_AFTER, self._show)
        self._timer.daemon = True

    def start(self, total: int) -> None:
        """Begin to wait; ``total`` is how many bytes there are, 0 where nobody knows."""
        self._total = total
        self._timer.start()

    def begin(self, name: str, size: int) -> None:
        """Count what was before as done; what comes now has ``size`` bytes."""
        self._done = max(self._done, self._end)
        self._end += size
        self.describe(name)

    def describe(self, name: str) -> None:
        """Say what is being read now."""
        self._name = printable(name)
        self._update()

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as done; what was packed may have more of them than its file."""
        self._done += amount
        if self._total:
            self._done = min(self._done, self._end)
        self._update()

    def document(self, document: Document) -> None:
        """Count a message of mail."""
        if document.is_mail:
            self.count(1)

    def retrieval(self, retrieval: Retrieval) -> None:
        """Nothing of it shows."""

    def count(self, messages: int) -> None:
        """Count messages of mail as read."""
        self._messages += messages

    def gathered(self, gathered: Gathered) -> None:
        """Count what other processes have read."""
        self._end += gathered.read
        self._messages += gathered.messages
        self._name = printable(gathered.name)
        self.advance(gathered.read)

    def _update(self) -> None:
        if self._rich is not None and self._task is not None:
            self._rich.update(
                self._task, completed=self._done, description=self._name, messages=self._told_messages
            )

    @property
    def _told_messages(self) -> str:
        return f"{self._messages:,} message{'' if self._messages == 1 else 's'}" if self._messages else ""

    def _show(self) -> None:
        from rich import progress
        from rich.console import Console

        bar = progress.Progress(
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.TextColumn("{task.fields[messages]}", markup=False),
            progress.DownloadColumn(),
            progress.TransferSpeedColumn(),
            progress.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
        )
        self._task = bar.add_task(
            self._name, total=self._total or None, completed=self._done, messages=self._told_messages
        )
        bar.start()
        self._rich = bar

    def close(self) -> None:
        """Take the bar off the screen."""
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()  # it may be about to show
        if self._rich is not None:
            self._rich.stop()
            self._rich = None


@dataclass(slots=True)
class _Run:
    """One run over inputs: counts what was found, tells each problem once."""

    request: _Request
    bar: _Bar | None = None
    jobs: int = 1
    found: int = 0
    without_url: int = 0
    told: set[str] = field(default_factory=set)
    skipped: Attachments = field(default_factory=Attachments)
    read_mail: bool = False

    def links(self) -> Iterator[Link]:
        """Yield the Links that were asked for."""
        wants = self.request.wants
        reading = self.request.reading
        dialect = self.request.dialect
        for item in self._documents():
            if isinstance(item, Problem):
                self.tell(item)
                continue
            for link in read_document(
                item,
                options=reading,
                dialect=dialect,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                progress=self.bar,
                observer=self.bar,
            ):
                if wants is None or wants(link):
                    self.found += 1
                    if link.url is None:
                        self.without_url += 1
                    yield link

    def share(self, product: Product, take: Callable[[Any], object]) -> None:
        """Read the inputs in several processes; hand on what ``product`` makes of their Links, in order."""
        from urlglean.jobs import gather

        def taken(gathered: Gathered) -> None:
            self.found += gathered.found
            self.without_url += gathered.without_url
            if gathered.skipped is not None:
                self.skipped.update(gathered.skipped)
            self.read_mail = self.read_mail or gathered.messages > 0
            for problem in gathered.problems:
                self.tell(problem)
            if gathered.product is not None:
                take(gathered.product)
            if self.bar is not None:
                self.bar.gathered(gathered)

        gather(self._named(), self.request.stored, product, jobs=self.jobs, take=taken)

    def fill(self, store: Store) -> tuple[int, int]:
        """Read the inputs into a store; give how many occurrences are new, and how many files were as before."""
        reading = self.request.stored
        if self.jobs > 1:
            from urlglean import store_jobs

            new, as_before = store_jobs.fill(
                store,
                self._named(),
                reading,
                jobs=self.jobs,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                take=self.bar.gathered if self.bar is not None else _pass,
            )
            self.read_mail = bool(new) and store.holds_mail
            return new, as_before
        new = as_before = 0
        for name in self._files():
            if isinstance(name, Problem):
                self.tell(name)
                continue
            taken = store.read(
                name,
                reading,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                progress=self.bar,
                observer=self.bar,
            )
            new += taken or 0
            as_before += taken is None
        store.commit()
        self.read_mail = bool(new) and store.holds_mail
        return new, as_before

    def _documents(self) -> Iterator[Any]:
        options = self.request.inputs
        for name in self._files():
            if isinstance(name, Problem):
                yield name
            else:
                for item in open_document(name, options, self.bar):
                    if isinstance(item, Document) and item.media_type in _MAIL:
                        self.read_mail = True
                    yield item

    def _files(self) -> Iterator[str | Problem]:
        """Yield the files of the paths, the bar knowing of each."""
        for name in self._named():
            if self.bar is not None and not isinstance(name, Problem):
                self.bar.begin(name, _size(name))
            yield name

    def _named(self) -> Iterable[str | Problem]:
        """Give the files of the paths, the bar knowing how much there is."""
        if self.bar is None:
            return files(self.request.sources)
        names = list(files(self.request.sources))  # all of them first, to know how much there is
        sizes = (0 if isinstance(name, Problem) else _size(name) for name in names)
        self.bar.start(0 if STDIN in names else sum(sizes))
        return names

    def tell(self, problem: Problem) -> None:
        """Print a problem on standard error, unless the very same has been told."""
        message = str(problem)
        if message not in self.told:
            self.told.add(message)
            _say(message)

    def finish(self) -> int:
        """Give the exit code; say what the format could not."""
        if self.without_url and self.request.form == "url":
            _say(
                f"{self.without_url} relative or malformed references come to no URL and were left out;"
                " --base gives the relative ones one, --format text shows them all"
            )
        if self.skipped:
            _say(str(self.skipped))
        if self.read_mail:
            self._tell_of_slow_mail()
        if self.told:
            return 3
        return 0 if self.found else 1

    def _tell_of_slow_mail(self) -> None:
        from urlglean.mime import has_fast_parser

        if not has_fast_parser():
            _say(
                "note: fast-mail-parser is not installed, so mail was read by a slower reader, with the same"
                " result; pip install fast-mail-parser, where there is one for this platform"
            )


@dataclass(slots=True)
class _FrontierRun(_Run):
    """One run over inputs whose Links belong to a frontier."""

    def gather(self, frontier: Frontier, asked: _FrontierRequest, mirror: Mirror) -> None:
        """Read the inputs into the frontier."""
        reading = asked.reading
        for item in self._documents():
            if isinstance(item, Problem):
                self.tell(item)
                continue
            claims = item.claims or mirror.claims(item)
            document = item._replace(claims=claims)
            # A list of URLs is nothing but text.
            options = replace(reading, text=True) if item.media_type == "text/plain" else reading
            frontier.extend(
                read_document(
                    document,
                    options=options,
                    on_problem=self.tell,
                    on_attachment=self.skipped.add,
                    progress=self.bar,
                    observer=frontier,
                )
            )


def _pass(_: Gathered) -> None:
    """Have nobody watch."""


def _size(name: str) -> int:
    try:
        return Path(name).stat().st_size
    except (OSError, ValueError):
        return 0


def _bar_for(*, writes_meanwhile: bool) -> _Bar | None:
    """Give a bar where somebody sees it and nothing is written across it."""
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    return _Bar() if on_terminal and not (writes_meanwhile and sys.stdout.isatty()) else None


def _writer(form: str) -> ModuleType:
    if form == "url":
        from urlglean.writers import url

        return url
    if form == "jsonl":
        from urlglean.writers import jsonl

        return jsonl
    if form == "csv":
        from urlglean.writers import csv

        return csv
    if form == "parquet":
        from urlglean.writers import parquet

        return parquet
    from urlglean.writers import text

    return text


def _output() -> TextIO:
    """Give standard output, ready for any character."""
    if sys.stdout is None:  # closed by whoever started the program
        raise OSError(errno.EBADF, "standard output is closed")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    return sys.stdout


def _output_for(form: str) -> TextIO | BinaryIO:
    """Give standard output as the writer of a format takes it."""
    out = _output()
    return out.buffer if form == "parquet" else out


def _check_output(form: str) -> None:
    if form == "parquet" and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("Parquet is no text; send it to a file: --format parquet > links.parquet")


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise click.UsageError("standard input is closed; give the text as an argument")
    return sys.stdin.buffer


def _arguments(arguments: Iterable[str]) -> Iterator[str]:
    """Yield the arguments of a command; for ``-``, the lines of standard input."""
    for argument in arguments:
        if argument == STDIN:
            lines = (line.decode("utf-8", "surrogateescape").strip("\r\n") for line in _standard_input())
            yield from filter(None, lines)
        else:
            yield argument


# --- the commands ---


class _Commands(click.Group):
    """The group of commands, with an eye on standard output that click itself has not."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; give its exit code."""
        try:
            code = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError as error:  # inputs answer for their own errors; what is left is the output's
            return _left_unwritten(error)
        return code


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_epilog(
        "urlglean extract notes.txt         every occurrence",
        "urlglean unique archive.mbox       each URL once",
    ),
)
@click.version_option(__version__, "--version", prog_name="urlglean")
def commands() -> None:
    """Find URLs in prose, mail and HTML: exactly delimited, resolved, each once, with every place."""


@commands.command(
    epilog=_epilog(
        "urlglean extract notes.txt page.html",
        "urlglean extract --format jsonl ~/Mail > links.jsonl",
        "urlglean extract --into urls.duckdb ~/Mail",
        "curl -s https://example.com/ | urlglean extract --kind html --base https://example.com/ -",
    )
)
@_input_options
@_rung_option
@click.option(
    "--into",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Put them into a DuckDB file instead; run again, it goes on where it stopped and reads what is new.",
)
@_jobs_option
@click.pass_context
def extract(context: click.Context, /, rung: str, into: Path | None, jobs: int, **given: Any) -> int:
    """Print every occurrence of a URL, as file:line:column and URL.

    Reads text, HTML, mail messages and mbox archives, packed with gzip, bzip2, xz or Zstandard, too; walks
    folders. In mail the file is archive.mbox@OFFSET#PART, and the line that of the decoded part. The key
    (--rung) stands in jsonl, csv and parquet.
    """
    request = _Request(**given)
    if into is not None:
        _check_no_format(context)
        return _fill(into, _Run(request, _bar_for(writes_meanwhile=False), jobs), rung)
    _check_output(request.form)
    run = _Run(request, _bar_for(writes_meanwhile=True), jobs)
    try:
        _extract(run, rung)
    except (StoreError, WorkerError) as error:  # a full disk, say
        _say(str(error))
        return 3
    finally:
        if run.bar:
            run.bar.close()
    return run.finish()


def _extract(run: _Run, rung: str) -> None:
    """Write every Link, found in this process or in several."""
    form = run.request.form
    writer = _writer(form)
    out: Any = _output_for(form)
    if run.jobs == 1:
        writer.write_links(run.links(), out, rung=rung)
        return
    from urlglean.jobs import Lines, RowLines

    if form == "parquet":
        with writer.table_of_links(out) as take:
            run.share(RowLines(rung), take)
    else:
        writer.write_links((), out, rung=rung)  # what it begins with
        run.share(Lines(writer.write_links, rung, out.encoding), out.write)


def _fill(path: Path, run: _Run, rung: str) -> int:
    """Read the inputs into a store; print what it holds then."""
    from urlglean.store import Store

    try:
        store = Store(path, rung=rung)
    except StoreError as error:
        raise click.UsageError(str(error)) from None
    try:
        with store:
            new, as_before = run.fill(store)
            contents = store.contents()
    except (StoreError, WorkerError) as error:  # what was committed before stays
        _say(str(error))
        return 3
    finally:
        if run.bar:
            run.bar.close()
    run.found = contents.occurrences
    documents = f"{contents.documents} document{'' if contents.documents == 1 else 's'}"
    before = f", {as_before} of them as before" if as_before else ""
    occurrences = f"{contents.occurrences} occurrences ({new} new) of {contents.urls} URLs"
    _output().write(f"{printable(str(path))}: {occurrences} in {documents}{before}\n")
    return run.finish()


@commands.command(
    "unique",
    epilog=_epilog(
        "urlglean unique archive.mbox",
        "urlglean unique --sort count --host example.org docs/",
        "urlglean unique --format url notes.txt | wget -i -",
    ),
)
@_input_options
@_rung_option
@_step_option
@_redirect_option
@click.option("--sort", type=click.Choice(["first", "count", "url"]), default="first", show_default=True)
@_jobs_option
def unique_command(
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    sort: str,
    jobs: int,
    **given: Any,
) -> int:
    """Print each distinct URL once: how often it was found, the URL, its first place.

    Two URLs are one when they are equal once normalized up to --rung. With --format jsonl every place is
    told.
    """
    _check_steps(rung, steps, redirects)
    request = _Request(**given)
    _check_output(request.form)
    run = _Run(request, _bar_for(writes_meanwhile=False), jobs)
    keep = None if request.form == "jsonl" else 1  # the other formats tell the first place alone
    groups: Iterable[Distinct]
    try:
        if jobs == 1:
            groups = list(unique(run.links(), rung=rung, steps=steps, redirects=redirects, keep=keep))
        else:
            from urlglean.jobs import Groups

            groups = grouping = Grouping(keep=keep)
            run.share(Groups(rung, steps, redirects, keep), grouping.add)
    except WorkerError as error:
        _say(str(error))
        return 3
    finally:
        if run.bar:
            run.bar.close()
    if sort == "count":
        groups = sorted(groups, key=lambda group: -group.count)
    elif sort == "url":
        groups = sorted(groups, key=lambda group: group.key or group.first.text)
    try:
        _writer(request.form).write_distinct(groups, _output_for(request.form))
    except StoreError as error:
        _say(str(error))
        return 3
    return run.finish()


def _check_no_format(context: click.Context) -> None:
    if context.get_parameter_source("form") is not ParameterSource.DEFAULT:
        raise click.UsageError(
            "--into writes a DuckDB file, so --format has no meaning; leave one of them out"
        )


def _check_steps(rung: str, steps: tuple[str, ...], redirects: tuple[tuple[str, str], ...]) -> None:
    try:
        normalizer(rung=rung, steps=steps, redirects=redirects)
    except UrlgleanError as error:
        raise click.UsageError(str(error)) from None


@commands.command(
    "frontier",
    epilog=_epilog(
        "urlglean frontier crawl.warc.gz",
        "urlglean frontier --format seeds --same domain --skip-fetched crawl.warc.gz > seeds.txt",
        "urlglean frontier --known seen.duckdb --format jsonl *.warc.gz",
        "urlglean frontier --base-from wget mirror/",
    ),
)
@_frontier_options
@_rung_option
@_step_option
@_redirect_option
@click.pass_context
def frontier_command(
    context: click.Context,
    /,
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    **given: Any,
) -> int:
    """Print what a crawler should fetch next: how many pages refer to it, the URL, the first of these pages.

    Reads web archives (WARC, WACZ, ARC), pages, and lists of URLs; each URL comes once, without its fragment. What
    is left out is counted on standard error.
    """
    from urlglean.frontier import Frontier

    _check_steps(rung, steps, redirects)
    asked = _FrontierRequest(**given)
    request = asked.inputs
    if asked.into is not None:
        _check_no_format(context)
    run = _FrontierRun(request, _bar_for(writes_meanwhile=False))
    if asked.form == "parquet" and asked.into is None and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("Parquet is no text; send it to a file: --format parquet > frontier.parquet")
    if asked.known and asked.into and asked.known.resolve() == asked.into.resolve():
        raise click.UsageError("--known and --into are to be two files")
    try:
        mirror = Mirror(asked.base_from, request.sources)
        gathered = Frontier(asked.policy(rung, steps, redirects), known=asked.known)
    except UrlgleanError as error:
        raise click.UsageError(str(error)) from None
    try:
        with gathered as frontier:
            for seed in asked.seeds:
                frontier.seed(seed)
            run.gather(frontier, asked, mirror)
            for way in mirror.idle:
                _say(f"--base-from {way}: it knows nothing of what was read, so this has no base by it")
            run.found = frontier.finish(sort=asked.sort)
            _write_frontier(frontier, asked)
            frontier.remember()
            _tell_left_out(frontier)
    except StoreError as error:  # a full disk, say: what was not remembered comes again
        _say(str(error))
        return 3
    finally:
        if run.bar:
            run.bar.close()
    return run.finish()


def _write_frontier(frontier: Frontier, asked: _FrontierRequest) -> None:
    """Write the rows, and see that they have left this process: what was not written is not remembered."""
    rows = frontier.rows()
    if asked.into is not None:
        from urlglean.writers import fetchable_table

        fetchable_table.write_duckdb(rows, asked.into)
        return
    out = _output()
    if asked.form == "parquet":
        from urlglean.writers import fetchable_table

        fetchable_table.write_parquet(rows, out.buffer)
    elif asked.form == "seeds":
        from urlglean.writers import seeds

        seeds.write_fetchables(rows, out)
    else:
        _writer(asked.form).write_fetchables(rows, out)
    out.flush()


_REASONS = {
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
}
"""What the reasons are called that have no name of their own."""


def _tell_left_out(frontier: Frontier) -> None:
    """Say on standard error how much was left out, and show what looked like a trap."""
    counts = frontier.left_out
    if counts:
        told = (f"{count} {_REASONS.get(reason, reason)}" for reason, count in counts.most_common())
        _say(f"left out: {', '.join(told)}")
    for sign, url in frontier.traps.items():
        shown = url if len(url) <= _SHOWN else f"{url[:_SHOWN]}..."
        _say(f"looks like a trap ({sign}; --keep-traps keeps it): {shown}")


_SHOWN = 200


@commands.command(
    "resolve",
    epilog=_epilog(
        "urlglean resolve --base http://a/b/c/d ../g '?y'",
        "urlglean resolve --base http://a/b/c/d --dialect rfc2396 '?y'",
    ),
)
@click.argument("references", nargs=-1, required=True, metavar="REFERENCE... | -")
@click.option("--base", callback=_absolute, help="The absolute URL that relative references start from.")
@click.option("--dialect", type=click.Choice([*DIALECTS]), default="rfc3986", show_default=True)
@click.option(
    "--loose", is_flag=True, help="Read http:g as g (RFC 3986 section 5.2.2); whatwg has its own rule."
)
def resolve_command(references: tuple[str, ...], base: str | None, dialect: str, *, loose: bool) -> int:
    """Print the absolute URL of each reference (RFC 3986 section 5)."""
    if loose and dialect == "whatwg":
        raise click.UsageError("--loose has no meaning in the whatwg dialect; leave one of the two out")
    out = _output()
    code = 0
    for reference in _arguments(references):
        try:
            url = resolve(reference, base or "", dialect=dialect, strict=not loose)
        except ReferenceSyntaxError as error:
            if base is None and not is_scheme(reference.partition(":")[0]):
                raise click.UsageError(f"{reference!r} is relative; say to what with --base URL") from None
            _say(str(error))
            code = 3
        else:
            out.write(f"{printable(url)}\n")
    return code


@commands.command(
    "normalize",
    epilog=_epilog(
        "urlglean normalize HTTP://Example.COM:80/%7euser",
        "urlglean normalize --explain --step drop-tracking 'http://a/?utm_source=x'",
    ),
)
@click.argument("urls", nargs=-1, required=True, metavar="URL... | -")
@_rung_option
@_step_option
@_redirect_option
@click.option("--explain", "explains", is_flag=True, help="Print each step that changed something, too.")
def normalize_command(
    urls: tuple[str, ...],
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    *,
    explains: bool,
) -> int:
    """Print the normal form of each URL (RFC 3986 section 6.2)."""
    _check_steps(rung, steps, redirects)
    out = _output()
    for url in _arguments(urls):
        out.write(f"{printable(normalize(url, rung=rung, steps=steps, redirects=redirects))}\n")
        for change in explain(url, rung=rung, steps=steps, redirects=redirects) if explains else ():
            out.write(f"    {change.step} ({change.section})\n")
            out.write(f"        {printable(change.before)}\n     -> {printable(change.after)}\n")
    return 0


@commands.command(
    "explain",
    epilog=_epilog(
        "urlglean explain 'see (http://a.org/x_(y)), or www.b.org!'", "urlglean explain - < mail.txt"
    ),
)
@click.argument("texts", nargs=-1, required=True, metavar="TEXT... | -")
@_delimit_options
def explain_command(texts: tuple[str, ...], **flags: bool) -> int:
    """Show each URL in its text, which rule opened it, which ended it, and what else it could be."""
    from urlglean.explanation import explanation

    out = _output()
    found = 0
    for text in texts:
        content = decode(_standard_input().read()).text if text == STDIN else text
        document = Document(content, "text/plain")
        reading = ReadOptions(delimit=flags)
        for link in read_document(document, options=reading, on_problem=_tell):
            out.write("\n" if found else "")
            out.writelines(f"{line}\n" for line in explanation(link, content))
            found += 1
    return 0 if found else 1


@commands.command(
    "show",
    epilog=_epilog(
        "urlglean show notes.txt",
        "urlglean show archive.mbox@19806",
        "urlglean show 'archive.mbox@19806#1:2:13'",
        "urlglean show --format html letter.eml > letter.html",
    ),
)
@click.argument("place", metavar="PATH | MBOX@OFFSET | PLACE")
@click.option("--kind", type=click.Choice([*KINDS]), help="What it is. Default: told by content and suffix.")
@click.option("--encoding", callback=_charset, help="Its encoding. Default: told by content.")
@click.option("--base", callback=_absolute, help="The URL it was retrieved by; an embedded base wins.")
@_delimit_options
@click.option("--format", "form", type=click.Choice(["text", "html"]), default="text", show_default=True)
def show_command(
    place: str, kind: str | None, encoding: str | None, base: str | None, form: str, **flags: bool
) -> int:
    """Print a text, a page or a message with its URLs marked, and what each comes to.

    A message of an mbox is named by its offset, as extract prints it; behind a # one part of it alone. A place
    as extract prints it will do. With --format html it is a page for a browser.
    """
    from urlglean.marked import views

    name, offset, part = _place(place)
    out = _output()
    found: list[View] = []
    problems: list[Problem] = []
    for item in open_document(name, InputOptions(kind=kind, encoding=encoding, base=base)):
        if isinstance(item, Problem):
            problems.append(item)
            continue
        document = _to_show(item, offset)
        shown = list(views(document, options=ReadOptions(delimit=flags), on_problem=problems.append))
        if part is not None:
            shown = _only(part, shown)
        found += shown
    if form == "html":
        from urlglean.writers import html

        html.write_views(found, out, title=place)
    else:
        coloured = out.isatty() and "NO_COLOR" not in os.environ
        out.writelines(line for view in found for line in _lines_of(view, coloured=coloured))
    for problem in problems:
        _tell(problem)
    if problems:
        return 3
    return 0 if any(view.links for view in found) else 1


_PLACE = re.compile(
    r"(?P<name>.*?)(?:@(?P<offset>\d+))?(?:#(?P<part>\d+(?:\.\d+)*))?(?::\d+:\d+)?", re.DOTALL
)


def _place(place: str) -> tuple[str, int | None, str | None]:
    """Take a place apart into file, offset of a message, and part; a file that has this name is just that."""
    found = _PLACE.fullmatch(place)
    if found is None or place == STDIN or Path(place).is_file():
        return place, None, None
    return found["name"], None if found["offset"] is None else int(found["offset"]), found["part"]


def _only(part: str, shown: Iterable[View]) -> list[View]:
    """Give the texts of one part."""
    found = [view for view in shown if view.part == part]
    if not found:
        parts = ", ".join(dict.fromkeys(view.part for view in shown if view.part is not None))
        told = f"there are the parts {parts}" if parts else "it has one text alone"
        raise click.UsageError(f"no text is part {part} of it; {told}")
    return found


def _to_show(item: Document, offset: int | None) -> Document:
    """Give what is to be shown, its content in one piece."""
    content = item.content
    if item.media_type == "application/mbox":
        if offset is None:
            raise click.UsageError(
                f"{item.name} is an mbox; name a message of it: {item.name}@OFFSET, as urlglean extract prints it"
            )
        from urlglean.marked import message_at

        try:
            return item._replace(content=message_at(content, offset, item.name))
        except InputError as error:
            raise click.UsageError(str(error)) from None
    if offset is not None:
        raise click.UsageError(f"{item.name} is no mbox, so it holds no message at an offset")
    if not (item.media_type.startswith("text/") or item.media_type in _SHOWN_WHOLE):
        raise click.UsageError(
            f"{item.name} ({item.media_type}) is no text, page or message that could be shown"
        )
    return item if isinstance(content, bytes) else item._replace(content=b"".join(content))


_SHOWN_WHOLE = frozenset({"message/rfc822", "application/xhtml+xml"})
_BREAK_OR_TAB = re.compile(r"(\r\n|[\r\n\t])")


def _lines_of(view: View, *, coloured: bool) -> Iterator[str]:
    """Yield a text with its URLs marked, then a line for each with what it comes to."""
    if view.title:
        yield f"--- {view.title} ---\n"
    text = "".join(_mark(item, coloured=coloured) for item in view.stretches)
    yield text if text.endswith("\n") or not text else f"{text}\n"
    if view.links:
        yield "\n"
    for link in view.links:
        yield f"  {link.line}:{link.column}  {printable(link.url or link.text)}\n"
        yield from (f"      note  {printable(note)}\n" for note in link.notes)
    yield "\n"


def _mark(stretch: Stretch, *, coloured: bool) -> str:
    pieces = _BREAK_OR_TAB.split(stretch.text)
    for number, piece in enumerate(pieces):
        if number % 2:
            pieces[number] = "\t" if piece == "\t" else "\n"
        elif piece:
            pieces[number] = printable(piece)
    text = "".join(pieces)
    if not stretch.is_url:
        return text
    return click.style(text, bold=True, underline=True) if coloured else f"⟦{text}⟧"
