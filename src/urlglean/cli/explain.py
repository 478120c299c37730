"""``urlglean explain``: why a URL begins and ends where it does."""

from __future__ import annotations

from shlex import quote

import click

from urlglean.cli.help import epilog, names_a_file
from urlglean.cli.options import delimit_options
from urlglean.cli.terminal import as_typed, output, say, standard_input, tell
from urlglean.document import STDIN, Document, ReadOptions
from urlglean.encoding.texts import decode
from urlglean.pipeline import read_document
from urlglean.writers.explanation import explanation


@click.command(
    "explain",
    short_help="Show each URL in its text, and why it begins and ends there.",
    epilog=epilog(
        "urlglean explain 'see (http://a.org/x_(y)), or www.b.org!'", "urlglean explain - < mail.txt"
    ),
)
@click.argument("texts", nargs=-1, required=True, metavar="TEXT... | -")
@delimit_options
def command(texts: tuple[str, ...], **flags: bool) -> int:
    """Show each URL in its text, which rule opened it, which ended it, and what else it could be."""
    out = output()
    found = 0
    for text in texts:
        content = decode(standard_input().read()).text if text == STDIN else as_typed(text)
        document = Document(content, "text/plain")
        reading = ReadOptions(delimit=flags)
        for link in read_document(document, options=reading, on_problem=tell):
            out.write("\n" if found else "")
            out.writelines(f"{line}\n" for line in explanation(link, content))
            found += 1
    if not found:
        for text in filter(names_a_file, texts):
            say(f"{text!r} was read as a text; for the file of this name: urlglean explain - < {quote(text)}")
    return 0 if found else 1
