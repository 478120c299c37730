"""``urlglean show``: a text with its URLs marked."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urlglean.cli import options
from urlglean.cli.help import epilog
from urlglean.cli.output import output_option, written_to
from urlglean.cli.run import mirror_of
from urlglean.cli.terminal import output as standard_output
from urlglean.cli.terminal import say, takes_more_than_lines
from urlglean.document import MBOX, STDIN, XHTML, Document, ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.inputs.kinds import KINDS
from urlglean.patterns import lazy_re
from urlglean.reports import Problem
from urlglean.writers.printable import printable

if TYPE_CHECKING:
    from urlglean.writers.views import View


@click.command(
    "show",
    short_help="Print a text, a page or a message with its URLs marked.",
    epilog=epilog(
        "urlglean show notes.txt",
        "urlglean show archive.mbox@19806",
        "urlglean show 'archive.mbox@19806#1:2:13'",
        "urlglean show --format html -o letter.html letter.eml",
    ),
)
@click.argument("place", type=click.Path(readable=False), metavar="PATH | MBOX@OFFSET | PLACE")
@click.option(
    "--kind", type=options.OneOf([*KINDS]), help="The kind of the input. Default: told by content and suffix."
)
@click.option(
    "--encoding",
    type=options.charset,
    metavar="NAME",
    help="The encoding of the input. Default: told by content.",
)
@click.option(
    "--base",
    type=options.fetched,
    metavar="URL",
    help="The URL it was downloaded from; a base in the document wins.",
)
@options.base_from_option
@options.delimit_options
# A notebook, which has outputs, is no text to show.
@options.include_option(name for name in options.PAGE_PARTS if name != "outputs")
@options.choice(
    "--format",
    "form",
    words=("text", "html"),
    default="text",
    help="For a terminal, or a page for a browser in which nothing runs or is fetched.",
)
@output_option
def command(
    place: str,
    kind: str | None,
    encoding: str | None,
    base: str | None,
    base_from: tuple[str, ...],
    form: str,
    include: tuple[str, ...],
    output: Path | None,
    **flags: bool,
) -> int:
    """Print a text, a page or a message with its URLs marked, and what each resolves to.

    A message of an mbox is named by its offset, and one part of it by its number behind a #; a place as extract
    prints it will do. --format html makes a page for a browser.
    """
    mirror = mirror_of(base_from, (_place(place)[0],), base) if base_from else None
    inputs = InputOptions(kind=kind, encoding=encoding, base=None if mirror else base, mirror=mirror)
    with written_to(output):
        parts = {options.PAGE_PARTS[name]: True for name in include}
        return _show(place, inputs, form, ReadOptions(delimit=flags, **parts))


def _show(place: str, inputs: InputOptions, form: str, reading: ReadOptions) -> int:
    from urlglean.writers.views import View

    name, offset, part = _place(place)
    out = standard_output()
    found: list[View] = []
    problems: list[Problem] = []
    for document in inputs.documents((name,), on_problem=problems.append):
        document = _to_show(document, offset)
        with options.wrong_use():
            shown = list(View.of(document, options=reading, on_problem=problems.append, offset=offset))
        if part is not None:
            shown = _only(part, shown)
        found += shown
    if form == "html":
        from urlglean.writers.views import write_views

        write_views(found, out, title=place)
    else:
        coloured = takes_more_than_lines(out) and not os.environ.get("NO_COLOR")
        for view in found:
            for line in _lines_of(view, coloured=coloured):
                if coloured:  # `click` knows how a console of Windows is told
                    click.echo(line, file=out, nl=False, color=True)
                else:
                    out.write(line)
    for problem in problems:
        say(str(problem))
    if inputs.mirror is not None:
        for told in inputs.mirror.told(None):
            say(told)
    if any(problem.lost for problem in problems):
        return 3
    return 0 if any(view.links for view in found) else 1


_PLACE = lazy_re(
    r"(?P<name>.*?)(?:@(?P<offset>\d{1,99}))?"
    r"(?:#(?P<part>header|(?:cell |srcdoc)?\d+(?:\.(?:srcdoc)?\d+)*))?(?::\d+(?::\d+)?:?)?",
    re.DOTALL,
)


def _place(place: str) -> tuple[str, int | None, str | None]:
    """Take a place apart into file, offset of a message, and part; a file that has this name is just that."""
    found = _PLACE.fullmatch(place)
    if found is None or place == STDIN or os.path.isfile(place):  # noqa: PTH113  (False for any name that none can have)
        return place, None, None
    return found["name"], None if found["offset"] is None else int(found["offset"]), found["part"]


def _only(part: str, shown: Iterable[View]) -> list[View]:
    found = [view for view in shown if view.part == part]
    if not found:
        parts = ", ".join(dict.fromkeys(view.part for view in shown if view.part is not None))
        told = f"there are the parts {parts}" if parts else "it has one text alone"
        raise click.UsageError(f"no text is part {part} of it; {told}")
    return found


def _to_show(item: Document, offset: int | None) -> Document:
    """Give what is to be shown: an mbox as it is, the content of all else in one piece."""
    content = item.content
    if item.media_type == MBOX:
        if offset is None:
            raise click.UsageError(
                f"{item.name} is an mbox; name a message of it: {item.name}@OFFSET, as urlglean extract prints it"
            )
        return item
    if offset is not None:
        raise click.UsageError(f"{item.name} is no mbox, so it holds no message at an offset")
    if not (item.media_type.startswith("text/") or item.media_type in _SHOWN_WHOLE):
        raise click.UsageError(
            f"{item.name} ({item.media_type}) is no text, page or message that could be shown"
        )
    return item if isinstance(content, bytes) else item._replace(content=b"".join(content))


_SHOWN_WHOLE = frozenset({"message/rfc822", XHTML})


def _lines_of(view: View, *, coloured: bool) -> Iterator[str]:
    """Yield a text with its URLs marked, then a line for each with what it comes to."""
    if view.title:
        yield f"--- {view.title} ---\n"
    marked = ""
    for item in view.stretches:
        marked = item.shown
        if item.link is not None:
            marked = click.style(marked, bold=True, underline=True) if coloured else f"⟦{marked}⟧"
        yield marked
    if marked and not marked.endswith("\n"):
        yield "\n"
    if view.links:
        yield "\n"
    for link in view.links:
        yield f"  {link.line}:{link.column}  {printable(link.url or link.text)}\n"
        yield from (f"      note  {printable(note)}\n" for note in link.notes)
    yield "\n"
