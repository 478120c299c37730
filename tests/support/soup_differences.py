"""What BeautifulSoup's builders make of the pages of the corpus otherwise than a browser.

``corpora/html/differences/soups.tsv`` lists every difference; tests/html/test_soup.py keeps it exact. Run as a program,
this writes it anew, for a person to review::

    python tests/support soup_differences
"""

from __future__ import annotations

import warnings
from typing import Any

from support.html_corpus import FOLDER, NO_URL, Page, pages, visible
from urlglean.document import BaseClaim, Document
from urlglean.encoding.pages import decode_page
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem

BUILDERS = {"html.parser": "bs4", "lxml": "lxml", "html5lib": "html5lib"}
PAGES = [page for page in pages() if not page.name.endswith(".all")]
LISTED = FOLDER / "differences" / "soups.tsv"
HEAD = """\
# Where a tree of BeautifulSoup's has other references than the browser's, text left out.
# tests/html/test_soup.py keeps this exact. -: the tree lacks it; +: the tree has it instead.
page	builder		part	element	attribute	reference	url
"""


def soup_of(markup: str, builder: str) -> Any:
    import bs4

    with warnings.catch_warnings():
        # The corpus has pages that look like XML and are HTML: what the builder makes of them is the question.
        warnings.simplefilter("ignore", bs4.XMLParsedAsHTMLWarning)
        return bs4.BeautifulSoup(markup, builder)


def refuse(problem: Problem) -> None:
    raise AssertionError(str(problem))


def places(links: list[Link]) -> set[tuple[str, ...]]:
    return {
        (
            link.document.part or "",
            link.element or "",
            link.attribute or "",
            visible(link.text),
            NO_URL if link.url is None else visible(link.url),
        )
        for link in links
        if link.kind != "text"
    }


def differences(page: Page, builder: str) -> list[str]:
    """Compare the trees alone: the page is decoded as a browser decodes it, for both."""
    text, encoding, _ = decode_page(page.source.read_bytes(), page.charset)
    claims = (BaseClaim("retrieval", page.url, "--base"),)
    soup = Document(soup_of(text, builder), "text/html", page.source.name, claims=claims, encoding=encoding)
    theirs = places(list(read_document(soup, on_problem=refuse)))
    ours = places(page.links())
    rows = [("-", *place) for place in ours - theirs] + [("+", *place) for place in theirs - ours]
    return [
        "\t".join((page.source.stem, builder, *row)) for row in sorted(rows, key=lambda row: (row[1:4], row))
    ]


if __name__ == "__main__":
    rows = [line for builder in BUILDERS for page in PAGES for line in differences(page, builder)]
    LISTED.write_text(HEAD + "\n".join(sorted(rows, key=lambda line: line.split("\t")[:1])) + "\n", "utf-8")
