"""The HTML corpus: pages with their gold, and how that is written.

Run as a program it writes the gold anew from what the reader says, for a person to review::

    python tests/support html_corpus
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from support.places import CORPORA
from urlglean.candidate import FallbackCandidate
from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem

FOLDER = CORPORA / "html"
GOLD = FOLDER / "gold.tsv"
COLUMNS = ("place", "part", "element", "attribute", "kind", "reference", "url", "rel", "anchor", "notes")
ALL = ReadOptions(lazy=True, noscript=True, templates=True, comments=True, scripts=True, json_ld=True)
NO_URL = "-"


@dataclass(frozen=True)
class Page:
    """A page of the corpus with its gold."""

    name: str
    """The page's name, with ``.all`` where every option is on."""
    head: dict[str, str]
    """What is said of all of it."""
    rows: tuple[str, ...]
    """A line for each of its references, as `row` has them."""

    @property
    def source(self) -> Path:
        """The page itself."""
        return FOLDER / (self.name.removesuffix(".all") + ".html")

    @property
    def url(self) -> str:
        """What it was retrieved by."""
        return self.head["url"]

    @property
    def charset(self) -> str | None:
        """The charset of its ``Content-Type``, if there is one."""
        _, _, charset = self.head["content-type"].partition("charset=")
        return charset or None

    @property
    def media_type(self) -> str:
        """The media type of its ``Content-Type``."""
        return self.head["content-type"].partition(";")[0]

    @property
    def options(self) -> ReadOptions:
        """What its reader is asked for."""
        return ALL if self.name.endswith(".all") else ReadOptions()

    def document(self) -> Document:
        """Give it as a crawler has it."""
        claims = (BaseClaim("retrieval", self.url, "--base"),)
        return Document(
            self.source.read_bytes(), self.media_type, self.source.name, claims=claims, encoding=self.charset
        )

    def links(self) -> list[Link]:
        """Read it; a problem is an error unless its gold says so."""
        problems: list[Problem] = []
        links = list(read_document(self.document(), options=self.options, on_problem=problems.append))
        said = "; ".join(problem.message for problem in problems)
        assert said == self.head.get("problem", ""), said
        return links


def pages() -> list[Page]:
    """Give all pages of the corpus, in order of their names."""
    return list(map(_page, GOLD.read_text("utf-8").split("\n== ")[1:]))


def _page(section: str) -> Page:
    name, *lines = section.rstrip("\n").split("\n")
    said = (line[2:].partition("\t") for line in lines if line.startswith("# "))
    rows = tuple(line for line in lines if not line.startswith("# "))
    return Page(name, {key: value for key, _, value in said}, rows)


def visible(text: str) -> str:
    r"""Write control characters and lone surrogates as escapes.

    >>> visible("a\tb\\")
    'a\\tb\\\\'
    """
    escaped = text.replace("\\", "\\\\")
    return "".join(
        c if c.isprintable() or c in "\u3000\u200b\u00a0" else c.encode("unicode_escape").decode()
        for c in escaped
    )


def row(link: Link) -> tuple[str, ...]:
    """Give a Link as a row of a gold file."""
    return (
        f"{link.line}:{link.column}",
        link.document.part or "",
        link.element or "",
        link.attribute or "",
        " ".join(filter(None, (link.kind, "inert" if link.inert else ""))),
        visible(link.text),
        NO_URL if link.url is None else visible(link.url),
        visible(link.rel or ""),
        visible(link.anchor or ""),
        visible("; ".join(link.notes)),
    )


def bases_of(links: list[Link]) -> dict[str, str]:
    """Give the base of each part of a page, with its rule and source."""
    bases: dict[str, str] = {}
    for link in links:
        if link.base and not isinstance(link.candidate, FallbackCandidate):
            bases[link.document.part or ""] = f"{link.base.uri} ({link.base.rule}, {link.base.source})"
    return bases


def gold_of(page: Page, links: list[Link]) -> str:
    """Write the gold of a page from its Links."""
    from urlglean.html import reader as html

    head = {
        name: page.head[name] for name in ("url", "content-type", "about", "problem") if name in page.head
    }
    encoding = next(iter(html.read(page.document(), ReadOptions())))
    head["encoding"] = encoding.name
    head.update({f"base {part}".strip(): base for part, base in bases_of(links).items()})
    lines = [f"== {page.name}", *(f"# {name}\t{value}" for name, value in head.items())]
    lines.extend("\t".join(row(link)).rstrip("\t") for link in links)
    return "\n".join(lines) + "\n"


def _written(page: Page) -> str:
    try:
        return gold_of(page, page.links())
    except AssertionError as problem:
        told = replace(page, head={**page.head, "problem": str(problem)})
        return gold_of(told, told.links())


if __name__ == "__main__":
    GOLD.write_text("\n".join(("\t".join(COLUMNS) + "\n", *map(_written, pages()))), "utf-8")
