"""A text with its URLs marked, as a page for a browser. Nothing in it runs, and nothing is fetched by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TextIO

from urlglean.writers.printable import UNPRINTABLE, is_unicode, printable_lines
from urlglean.writers.views import ShownLink, Stretch, View

__all__ = ["write_views"]

_FOLLOWED = ("http://", "https://", "ftp://", "mailto:")
"""What a click may lead to: nothing that runs (``javascript:``, ``data:``) or is on the reader's machine."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_HEAD = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.2rem; overflow-wrap: anywhere; }}
h2 {{ font-size: 1rem; margin: 2rem 0 0; }}
pre {{ padding: 1rem; border: 1px solid #8884; border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }}
mark {{ background: #ffd54f88; color: inherit; border-radius: .2rem; }}
mark a {{ color: inherit; }}
ol {{ list-style: none; padding: 0; }}
li {{ overflow-wrap: anywhere; margin: .3rem 0; }}
.place {{ display: inline-block; min-width: 4rem; opacity: .7; }}
.note {{ display: block; margin-left: 4.25rem; color: #c2483f; }}
</style>
<h1>{title}</h1>
"""


def write_views(views: Iterable[View], out: TextIO, *, title: str) -> None:
    """Write one page with all texts, each followed by what its URLs come to.

    What a stream cannot encode is written as a character reference.
    """
    pieces = _pages(views, title)
    if not is_unicode(out):
        pieces = (piece.encode("ascii", "xmlcharrefreplace").decode() for piece in pieces)
    out.writelines(pieces)


def _pages(views: Iterable[View], title: str) -> Iterator[str]:
    yield _HEAD.format(title=_shown(title), policy=_POLICY)
    for view in views:
        if view.title:
            yield f"<h2>{_shown(view.title)}</h2>\n"
        yield "<pre>\n"
        yield from map(_stretch, view.stretches)
        yield "</pre>\n"
        if view.links:
            yield "<ol>\n"
            yield from map(_row, view.links)
            yield "</ol>\n"


def _stretch(stretch: Stretch) -> str:
    text = escape(stretch.shown)
    return f"<mark>{_anchored(stretch.link, text)}</mark>" if stretch.link else text


def _row(link: ShownLink) -> str:
    url = _anchored(link, f"<bdi>{_shown(link.url or link.text)}</bdi>")
    notes = "".join(f'<span class="note">{_shown(note)}</span>' for note in link.notes)
    return f'<li><span class="place">{link.line}:{link.column}</span> {url}{notes}\n'


def _anchored(link: ShownLink, shown: str) -> str:
    """Give it as a link, where its URL is of a kind that a click may open."""
    url = link.url
    if url is None or not url.lower().startswith(_FOLLOWED) or UNPRINTABLE.search(url):
        return shown
    address = escape(url)
    return f'<a href="{address}" title="{address}" rel="noopener noreferrer nofollow">{shown}</a>'


def _shown(text: str) -> str:
    """Give a text as HTML, what no reader would see (controls, turned order of writing) as escapes."""
    return escape(printable_lines(text))
