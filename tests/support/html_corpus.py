"""The HTML corpus: pages with their gold, and how a gold file is written.

Run as a program it writes every gold file anew from what the reader says, for a person to review::

    python tests/support html_corpus
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from support.places import CORPORA
from urlglean.candidate import FallbackCandidate
from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem

FOLDER = CORPORA / "html"
COLUMNS = ("place", "part", "element", "attribute", "kind", "reference", "url", "rel", "anchor", "notes")
ALL = ReadOptions(lazy=True, noscript=True, templates=True, comments=True, scripts=True, json_ld=True)
NO_URL = "-"


@dataclass(frozen=True)
class Page:
    """A page of the corpus with the head of its gold file."""

    gold: Path
    head: dict[str, str]

    @property
    def name(self) -> str:
        """The page's name, with ``.all`` where every option is on."""
        return self.gold.stem

    @property
    def source(self) -> Path:
        """The page itself."""
        return self.gold.with_name(self.name.removesuffix(".all") + ".html")

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
    return [Page(gold, dict(_head(gold))) for gold in sorted(FOLDER.glob("*.tsv")) if gold.stem != "soups"]


def _head(gold: Path) -> Iterator[tuple[str, str]]:
    for line in gold.read_text("utf-8").splitlines():
        if line.startswith("# "):
            name, _, value = line[2:].partition("\t")
            yield name, value


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
    """Write the gold file of a page from its Links."""
    from urlglean.html import reader as html

    head = {
        name: page.head[name] for name in ("url", "content-type", "about", "problem") if name in page.head
    }
    encoding = next(iter(html.read(page.document(), ReadOptions())))
    head["encoding"] = encoding.name
    head.update({f"base {part}".strip(): base for part, base in bases_of(links).items()})
    lines = [f"# {name}\t{value}" for name, value in head.items()]
    lines.append("\t".join(COLUMNS))
    lines.extend("\t".join(row(link)).rstrip("\t") for link in links)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each in pages():
        try:
            each.gold.write_text(gold_of(each, each.links()), "utf-8")
        except AssertionError as problem:
            told = replace(each, head={**each.head, "problem": str(problem)})
            each.gold.write_text(gold_of(told, told.links()), "utf-8")
