"""``urlglean resolve``, ``normalize`` and ``explain``: one reference or text at a time."""

from __future__ import annotations

from shlex import quote

import click

from urlglean.cli import options
from urlglean.cli.help import epilog, names_a_file
from urlglean.cli.terminal import arguments_of, as_typed, output, say, standard_input
from urlglean.document import STDIN, Document, ReadOptions
from urlglean.errors import ReferenceSyntaxError
from urlglean.uri.normalize import explain, normalize
from urlglean.uri.resolve import DIALECTS, resolve
from urlglean.uri.schemes import has_scheme
from urlglean.writers.printable import printable


@click.command(
    "resolve",
    epilog=epilog(
        "urlglean resolve --base http://a/b/c/d ../g '?y'",
        "urlglean resolve --base http://a/b/c/d --dialect rfc2396 '?y'",
    ),
)
@click.argument("references", nargs=-1, required=True, metavar="REFERENCE... | -")
@click.option(
    "--base",
    type=options.absolute,
    metavar="URL",
    help="The absolute URL that relative references start from.",
)
@options.choice(
    "--dialect",
    words=DIALECTS,
    default="rfc3986",
    help="How references are resolved (urlglean help dialects).",
)
@options.flag("--loose", help="Read http:g as g (RFC 3986 section 5.2.2); whatwg has its own rule.")
def resolve_command(references: tuple[str, ...], base: str | None, dialect: str, *, loose: bool) -> int:
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
                say(*f"{place}{error}".split("\n"))
            code = 3
        else:
            out.write(f"{printable(url)}\n")
    return code


def _is_relative(reference: str) -> bool:
    """Tell whether a reference has no scheme; ``-`` is none, it stands for others."""
    return reference != STDIN and not has_scheme(reference.strip())


# --- normalize ---


@click.command(
    "normalize",
    epilog=epilog(
        "urlglean normalize HTTP://Example.COM:80/%7euser",
        "urlglean normalize --explain --step drop-tracking 'http://a/?utm_source=x'",
    ),
)
@click.argument("urls", nargs=-1, required=True, metavar="URL... | -")
@options.key_options
@options.flag("--explain", "explains", help="Also print each step that changed something.")
def normalize_command(
    urls: tuple[str, ...],
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    *,
    explains: bool,
) -> int:
    """Print the normal form of each URL (RFC 3986 section 6.2)."""
    options.check_steps(rung, steps, redirects)
    out = output()
    for url, _ in arguments_of(urls):
        out.write(f"{printable(normalize(url, rung=rung, steps=steps, redirects=redirects))}\n")
        for change in explain(url, rung=rung, steps=steps, redirects=redirects) if explains else ():
            out.write(f"    {change.step} ({change.section})\n")
            out.write(f"        {printable(change.before)}\n     -> {printable(change.after)}\n")
    return 0


# --- explain ---


@click.command(
    "explain",
    short_help="Show each URL in its text, and why it begins and ends there.",
    epilog=epilog(
        "urlglean explain 'see (http://a.org/x_(y)), or www.b.org!'", "urlglean explain - < mail.txt"
    ),
)
@click.argument("texts", nargs=-1, required=True, metavar="TEXT... | -")
@options.delimit_options
def explain_command(texts: tuple[str, ...], **flags: bool) -> int:
    """Show each URL in its text, the rule that read it, what began and ended it, and what else it could be."""
    from urlglean.encoding.texts import Decoder
    from urlglean.inputs.files import pieces_as_they_come
    from urlglean.pipeline import read_document
    from urlglean.writers.explanation import explanation

    out = output()
    found = 0
    for text in texts:
        # In pieces: what comes between two reads, an interrupt, is not seen by the next one.
        given = b"".join(pieces_as_they_come(standard_input())) if text == STDIN else None
        content = as_typed(text) if given is None else Decoder().whole(given)
        document = Document(content, "text/plain")
        reading = ReadOptions(delimit=flags)
        for link in read_document(document, options=reading, on_problem=lambda problem: say(str(problem))):
            out.write("\n" if found else "")
            out.writelines(f"{line}\n" for line in explanation(link, content))
            found += 1
    if not found:
        for text in filter(names_a_file, texts):
            say(f"{text!r} was read as a text; for the file of this name: urlglean explain - < {quote(text)}")
    return 0 if found else 1
