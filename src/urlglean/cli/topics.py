"""``urlglean help``: the help of a command, or what there is to know of a topic, made from the tables of the code.

The rules of a stage stand in the docstring of its room, under headings, and nowhere else. A topic gives those, and what
the room's tables hold.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from inspect import cleandoc
from pkgutil import resolve_name

import click

from urlglean.cli.help import CHECK_CODES, EXIT_CODES, epilog
from urlglean.cli.terminal import output
from urlglean.patterns import lazy_re

_Piece = str | list[tuple[str, str]]
"""A text of paragraphs; or names and what is said of each, to be shown in two columns."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to read about."""

    summary: str
    pieces: Callable[[click.Context], Iterable[_Piece]]
    """Gives the text; called with the context of the group of commands, and loads what it needs then."""


# --- texts from docstrings ---

_HEADING = lazy_re(r"^(?P<title>\S.*)\n(?P<rule>-{3,})$", re.MULTILINE)


def _sections(room: str, *titles: str) -> Iterator[str]:
    """Yield sections of a room's docstring by their titles, which stand over a line of hyphens.

    The others, its doors say, are for those who change the code.
    """
    doc = import_module(f"urlglean.{room}").__doc__
    if doc is None:
        yield "This is said in docstrings, which Python leaves out with `-OO` (`PYTHONOPTIMIZE=2`): do without."
        return
    text = cleandoc(doc)
    headings = [found for found in _HEADING.finditer(text) if len(found["title"]) == len(found["rule"])]
    ends = [found.start() for found in headings[1:]] + [len(text)]
    by_title = {
        found["title"]: text[found.start() : end].strip() for found, end in zip(headings, ends, strict=True)
    }
    yield from (by_title[title] for title in titles)


def _of_room(room: str, *titles: str) -> Callable[[click.Context], Iterator[_Piece]]:
    """Give what yields sections of a room's docstring."""
    return lambda _: _sections(room, *titles)


def _first_paragraph(docstring: str | None) -> str:
    return " ".join(cleandoc(docstring or "").partition("\n\n")[0].split())


# --- texts from tables ---


def _joining(_: click.Context) -> Iterator[_Piece]:
    weights = import_module("urlglean.delimiting.joining.weights").WEIGHTS  # shown here; no door to build on
    yield (
        "A bare URL is joined with what stands on the next line where the weights of all that is found at the break"
        " come to more than zero, or where the joined URL is known whole from elsewhere in the text, the message or its"
        " thread. What speaks for a join is above zero, what speaks against it below."
    )
    yield [(f"{weight:+.1f}", trace) for trace, weight, *_ in weights]


def _dialects(_: click.Context) -> Iterator[_Piece]:
    from urlglean.errors import ReferenceSyntaxError
    from urlglean.uri.resolve import DIALECTS, resolve

    yield from _sections("uri", "Dialects")
    yield [(name, dialect.document) for name, dialect in DIALECTS.items()]
    base = "http://a/b/c/d;p?q"
    yield f"What they make of some references, where the base is ``{base}``:"
    for reference in ("?y", ";x", "#s", "../../../g", "g?y/../x", "http:g"):
        answers: dict[str, list[str]] = {}
        for name in DIALECTS:
            try:
                url = resolve(reference, base, dialect=name)
            except ReferenceSyntaxError:
                url = "(none)"
            answers.setdefault(url, []).append(name)
        yield reference
        yield [(url, ", ".join(names)) for url, names in answers.items()]


def _normalization(_: click.Context) -> Iterator[_Piece]:
    from urlglean.uri.normalize import RUNGS, STEPS

    yield from _sections("uri", "Normalization")
    below: frozenset[str] = frozenset()
    for rung, steps in RUNGS.items():
        own = [step for step in steps if step.name not in below]
        below |= {step.name for step in steps}
        if own:
            yield f"What the rung ``{rung}`` adds:"
            yield [(step.name, f"{step.summary} ({step.section})") for step in own]
    yield "On no rung, to be added by name:"
    yield [(step.name, f"{step.summary} ({step.section})") for step in STEPS.values() if step.merges]


def _redirectors(_: click.Context) -> Iterator[_Piece]:
    from urlglean.uri.redirectors import REDIRECTORS

    yield from _sections("uri", "Redirectors")
    yield "Known, with the domains of each; ``*`` is a country's domain, or any host:"
    yield [(one.name, ", ".join(one.hosts.split())) for one in REDIRECTORS]


def _inputs(_: click.Context) -> Iterator[_Piece]:
    from urlglean.inputs.kinds import KINDS

    yield from _sections("inputs", "Inputs")
    yield "What ``--kind`` names, and the media type of each:"
    yield [*KINDS.items()]


_LIMITS = {
    "pipeline:MAX_DEPTH": "documents in documents: pages in pages, parts in messages",
    "mail.reader:_MAX_DEPTH": "messages in messages",
    "pipeline:_MOST_AROUND": "MiB of pages in pages around a page; one that has more around it is not read",
    "mail.mime:_MAX_DEPTH": "parts in parts of a message",
    "mail.mime:_MOST_PARTS": "parts of a message; the others are read as one text",
    "mail.mime:_LONGEST_BOUNDARY": "characters of a boundary between parts; a longer one is none",
    "mail.values:_MOST_PARAMETERS": "parameters of a field, each of another name; what follows is not read",
    "mail.message:LONGEST": "characters of each field of a message that its rows repeat",
    "links.link:LONGEST_BASE": "characters of a base that the rows of its page repeat; a longer one is cut",
    "inputs.mbox:MAX_MESSAGE": "MiB of a message of an archive; its beginning is read",
    "archives.records:MAX_BLOCK": "MiB of a record of a web archive; longer ones are named and skipped",
    "docs.rst_places:_MOST_STEPS": "lines and inline marks of reStructuredText that docutils is given; "
    "what has more is read as plain text",
    "archives.http:MOST_FIELDS": "fields of a response's header",
    "archives.http:_MOST_CODINGS": "codings of a response, one in another",
    "archives.records:_MAX_DAMAGE": "broken places of a web archive, before the rest is given up",
    "archives.warc_file:_MOST_READ": "times its size that is read of a web archive with broken places",
    "text:_MOST_PIECES": "places at which a URL is broken; one with more is told in one piece",
}
"""Where limits stand in the code, and what each bounds: a number, unless its words begin with MiB, of bytes."""


def _safety(_: click.Context) -> Iterator[_Piece]:
    from urlglean.document import ReadOptions
    from urlglean.inputs.compression import Limits

    yield from _sections("pipeline", "Safety")
    yield "Limits:"
    limits = [
        (resolve_name(f"urlglean.{place}"), said) for place, said in _LIMITS.items()
    ]  # no doors to build on
    page = "MiB of a page that is read as a tree (--max-page); longer ones by tokens"
    limits.append((ReadOptions().max_page, page))
    of_bodies = import_module("urlglean.archives.http").BODY_LIMITS
    for packed, what in ((Limits(), "a packed file"), (of_bodies, "the body of a response in a web archive")):
        times = f"times its size that {what} unpacks to, once it is {packed.ratio_from >> 20} MiB"
        limits += [(packed.size, f"MiB that {what} unpacks to"), (packed.ratio, times)]
    yield [(f"{limit >> 20 if said.startswith('MiB ') else limit:,}", said) for limit, said in limits]


def _columns(_: click.Context) -> Iterator[_Piece]:
    from urlglean.links.link import Link

    yield from _sections("links", "Rows")
    yield [*Link.columns().items()]


def _crawl(_: click.Context) -> Iterator[_Piece]:
    from urlglean.frontier.fetchable import Fetchable

    yield from _sections(
        "frontier", "The frontier of a crawl", "What belongs to a frontier", "Runs and pages on the disk"
    )
    yield "``--format jsonl``, ``csv``, ``parquet`` and ``--into FILE`` have all of these columns:"
    yield [*Fetchable.columns().items()]


def _stores(_: click.Context) -> Iterator[_Piece]:
    from urlglean.store.store import Store

    yield from _sections("store", "Stores")
    yield "The tables; a row of ``occurrence`` has the columns of ``urlglean help columns``:"
    yield [*Store.tables().items()]
    yield "The views:"
    yield [*Store.views().items()]


def _formats(_: click.Context) -> Iterator[_Piece]:
    from urlglean.writers import FORMATS

    yield from _sections("writers", "Formats")
    yield "What ``--format`` of ``extract``, ``unique`` and ``frontier`` names:"
    yield [(form.name, _first_paragraph(form.load().__doc__)) for form in FORMATS.values()]


def _check_formats(_: click.Context) -> Iterator[_Piece]:
    from urlglean.check.findings import CHECK_COLUMNS
    from urlglean.check.reports import CHECK_FORMATS

    yield "What ``--format`` of ``check`` names:"
    yield [*CHECK_FORMATS.items()]
    yield "What ``jsonl`` and ``csv`` hold of each finding; null where there is nothing to say:"
    yield [*CHECK_COLUMNS.items()]


def _exit_codes(_: click.Context) -> Iterator[_Piece]:
    yield [(str(code), meaning) for code, meaning in EXIT_CODES.items()]
    told = (f"{code} where {meaning}" for code, meaning in CHECK_CODES.items())
    yield f"Those of ``check`` are {', '.join(told)}."
    yield "A pipe that its reader closes is no error."


_ENVIRONMENT = """
``NO_COLOR``, unless it is empty, and ``TERM=dumb`` keep ``show`` from bold and underlined text: the marks are ``⟦⟧``
then, as they are where the output is no terminal. With ``TERM=dumb`` there is no bar either.

The commands, options and their values can be completed by your shell: put ``eval "$(_URLGLEAN_COMPLETE=bash_source
urlglean)"`` into ``~/.bashrc``, the same with ``zsh_source`` into ``~/.zshrc``, or ``_URLGLEAN_COMPLETE=fish_source
urlglean | source`` into ``~/.config/fish/config.fish``.

On Windows a PATH may be a pattern, as ``*.eml``, for no shell makes paths of it there. What goes into a file or a pipe
is UTF-8 with the line breaks of Unix, as it is elsewhere; ``PYTHONIOENCODING`` names another encoding for pipes. Of
Windows that is tried which can be shown on Linux.

No compiler is needed to install on Linux (glibc; x86-64 and ARM), on Windows (x86-64) and on macOS (Apple silicon).
Elsewhere (Alpine, macOS on Intel, Windows on ARM) ``pip`` has to compile some of what ``urlglean`` needs.
"""


def _library(_: click.Context) -> Iterator[_Piece]:
    import urlglean

    yield from _sections("extract", "The library")
    yield [
        (name, _first_paragraph(getattr(urlglean, name).__doc__) if name != "__version__" else "the version")
        for name in urlglean.__all__
    ]


# --- the options, from those of the commands ---


def _names(group: click.Context) -> list[str]:
    """Give the names of the commands, of which none is loaded."""
    return group.command.list_commands(group) if isinstance(group.command, click.Group) else []


def _command(group: click.Context, name: str) -> click.Command:
    found = group.command.get_command(group, name) if isinstance(group.command, click.Group) else None
    if found is None:
        raise LookupError(name)
    return found


def _options(group: click.Context) -> Iterator[_Piece]:
    told: dict[tuple[str, str], list[str]] = {}
    for name in _names(group):
        for parameter in _command(group, name).params:
            record = parameter.get_help_record(group) if isinstance(parameter, click.Option) else None
            if record is not None:
                told.setdefault(record, []).append(name)
    yield (
        "The commands that have an option are named in brackets behind it. Options with a * may be given more than"
        " once."
    )
    yield [
        (option, f"{said} [of {', '.join(names)}]".strip())
        for (option, said), names in sorted(told.items(), key=lambda item: item[0][0].lstrip("-").lower())
    ]
    yield (
        "Every command has ``--help`` and ``-h``, which tell its options with examples; ``urlglean help COMMAND`` does"
        " so, too. ``urlglean --version`` or ``-V`` prints the version. What begins with ``-`` and is no option goes"
        " behind ``--``: ``urlglean extract -- -notes.txt``."
    )


# --- the topics ---

TOPICS: Mapping[str, Topic] = {
    "delimiting": Topic(
        "what ends a URL, how broken ones are joined, other readings",
        _of_room("delimiting", "What ends a URL", "URLs broken over lines", "Alternatives and notes"),
    ),
    "joining": Topic("the evidence for joining a URL that is broken over lines", _joining),
    "base": Topic("what relative references are resolved against", _of_room("links", "Base URI")),
    "dialects": Topic("what references mean, by five standards", _dialects),
    "normalization": Topic("when two URLs are one: rungs and steps", _normalization),
    "redirectors": Topic("links that carry the URL they lead to, and whose they are", _redirectors),
    "inputs": Topic("files, folders, kinds of input, encodings", _inputs),
    "mail": Topic("messages, archives of mail, footers, attachments", _of_room("mail", "Mail")),
    "html": Topic("pages, style sheets, parts of pages that are left out", _of_room("html", "HTML")),
    "markdown": Topic("Markdown, and where its links stand", _of_room("docs", "Markdown")),
    "rst": Topic("reStructuredText, and where its links stand", _of_room("docs", "reStructuredText")),
    "notebooks": Topic("notebooks, and where their links stand", _of_room("docs", "Notebooks")),
    "archives": Topic("WARC, WACZ and ARC", _of_room("archives", "Web archives")),
    "crawl": Topic("what belongs to the frontier of a crawl; its columns", _crawl),
    "checking": Topic("which links of documentation lead nowhere", _of_room("check", "Checking links")),
    "servers": Topic("how servers are asked about links", _of_room("check.network", "How servers are asked")),
    "check-formats": Topic("how the report of a check is written", _check_formats),
    "pipes": Topic("reading what is still being written", _of_room("inputs", "Pipes")),
    "jobs": Topic("reading in several processes", _of_room("jobs", "Several processes")),
    "spark": Topic("reading on many machines", _of_room("spark", "Beyond one machine")),
    "formats": Topic("what can be printed", _formats),
    "columns": Topic("the columns of a row", _columns),
    "stores": Topic("DuckDB files that later runs add to; their tables and views", _stores),
    "settings": Topic("options kept in a file of a project", _of_room("cli.options", "Settings")),
    "options": Topic("every option of every command", _options),
    "exit-codes": Topic("what the exit code says", _exit_codes),
    "errors": Topic("how damaged input is reported", _of_room("errors", "Errors")),
    "safety": Topic("what is promised for hostile input; limits", _safety),
    "environment": Topic("environment variables, completion in shells", lambda _: (_ENVIRONMENT,)),
    "library": Topic("the names and options of the Python library", _library),
}
"""What ``urlglean help`` knows of beside the commands."""

_WIDEST_NAME = 24
"""How wide the first of two columns is at most, in characters."""


def text_of(topic: Topic, group: click.Context, width: int) -> str:
    """Give the text of a topic, wrapped to a width in characters; ``group`` is the context of the group of commands."""
    written = (
        "\n\n".join(_wrapped(piece.strip("\n"), width))
        if isinstance(piece, str)
        else _in_columns(piece, width)
        for piece in topic.pieces(group)
    )
    return "\n\n".join(written) + "\n"


def _in_columns(rows: list[tuple[str, str]], width: int) -> str:
    """Write names and what is said of them in two columns."""
    first = min(max(len(name) for name, _ in rows), _WIDEST_NAME) + 4
    lines = []
    for name, said in rows:
        begun = f"  {name}".ljust(first)
        if len(name) > _WIDEST_NAME:
            lines.append(begun)
            begun = " " * first
        lines.append(_fill(said, width, begun, " " * first))
    return "\n".join(lines)


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Yield the paragraphs of a text, wrapped; headings, examples and what is indented stay as they are."""
    for paragraph in text.split("\n\n"):
        if _HEADING.match(paragraph) or _AS_IT_STANDS.match(paragraph):
            yield paragraph
        elif paragraph.startswith("- "):
            yield "\n".join(_fill(item, width, "", "  ") for item in re.split(r"\n(?=- )", paragraph))
        else:
            yield _fill(paragraph, width, "", "")


_AS_IT_STANDS = lazy_re(r">>> | ")
"""How a paragraph begins that is an example."""


def _fill(text: str, width: int, first: str, others: str) -> str:
    """Wrap a paragraph between words; what docstrings have in two backticks has one."""
    return textwrap.fill(
        " ".join(text.replace("``", "`").split()),
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


@click.command(
    "help",
    short_help="Print the help of a command or topic.",
    epilog=epilog("urlglean help", "urlglean help unique", "urlglean help normalization"),
)
@click.argument(
    "topic",
    required=False,
    metavar="[COMMAND | TOPIC]",
    shell_complete=lambda context, _, begun: [
        name for name in (*_names(context.find_root()), *TOPICS) if name.startswith(begun)
    ],
)
@click.pass_context
def command(context: click.Context, /, topic: str | None) -> int:
    """Print the help of a command or topic; without a name, list them all."""
    group = context.find_root()
    formatter = group.make_formatter()
    names = _names(group)
    if topic is None:
        formatter.write_usage("urlglean help", "COMMAND | TOPIC")
        for title, rows in (
            ("Commands", [(name, _command(group, name).get_short_help_str(limit=100)) for name in names]),
            ("Topics", [(name, one.summary) for name, one in TOPICS.items()]),
        ):
            with formatter.section(title):
                formatter.write_dl(rows)
        output().write(formatter.getvalue())
    elif topic in names:
        with _command(group, topic).make_context(topic, [], parent=group, resilient_parsing=True) as asked:
            output().write(f"{asked.get_help()}\n")
    elif topic in TOPICS:
        output().write(text_of(TOPICS[topic], group, formatter.width))
    else:
        near = get_close_matches(topic.lower(), [*TOPICS, *names], n=1)
        meant = f"Did you mean {near[0]!r}?" if near else "'urlglean help' lists them."
        raise click.UsageError(f"No such command or topic {topic!r}. {meant}", context)
    return 0
