"""What pages ask of robots, in markup and in header fields."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from support.work import peak_of
from urlglean.document import Document, ReadOptions
from urlglean.html.reader import fragments_of_page
from urlglean.html.robots import directives, header_directives, robots_of_page
from urlglean.pipeline import read_document

PAGES = {
    "<meta name=robots content=noindex>": {"noindex"},
    "<META CONTENT=' NoFollow , NOARCHIVE ' NAME=ROBOTS>": {"nofollow", "noarchive"},
    "<p>late<meta name='robots' content=none>": {"none", "noindex", "nofollow"},
    "<meta name=robots content=noindex><meta name=robots content=nofollow>": {"noindex", "nofollow"},
    "<meta name=robots content='max-snippet:10, unavailable_after: 2026-01-01'>": {
        "max-snippet:10",
        "unavailable_after: 2026-01-01",
    },
    "<meta name=robots content='NOINDEX; NOFOLLOW'>": {"noindex", "nofollow"},
    "<meta name=robots content='index nofollow, max-snippet: 9'>": {"index", "nofollow", "max-snippet: 9"},
    "<meta name=otherbot content=noindex>": set(),
    "<meta title='a > b' name=robots content=noindex>": {"noindex"},
    '<meta title="<meta>" name=robots content=noindex>': {"noindex"},
    "<meta name=robots>": set(),
    "<!-- <meta name=robots content=noindex> -->": set(),
    "<script>'<meta name=robots content=noindex>'</script>": set(),
    "<template><meta name=robots content=noindex></template>": set(),
    "<noscript><meta name=robots content=noindex></noscript>": set(),
    "<svg><desc><meta name=robots content=noindex></desc></svg>": {"noindex"},
    "<p>no meta at all, but robots": set(),
}


@pytest.mark.parametrize("page", PAGES)
def test_pages(page: str) -> None:
    expected = PAGES[page]
    for content in (page, page.encode(), BeautifulSoup(page, "html5lib")):
        assert robots_of_page(content) == expected


def test_xhtml() -> None:
    head = "<title/><script src='x'/><noscript><h:meta name='robots' content='nofollow'/></noscript>"
    page = f"<html xmlns:h='http://www.w3.org/1999/xhtml'>{head}</html>"
    for content in (page, page.encode(), page.encode("utf-16")):
        assert robots_of_page(content, is_xml=True) == {"nofollow"}
    links = read_document(Document(page, "application/xhtml+xml"), options=ReadOptions(robots=True))
    assert [link.document.robots for link in links] == [{"nofollow"}]


def test_a_page_in_utf_16() -> None:
    page = "<meta name=robots content=noindex>"
    assert robots_of_page("\ufeff".encode("utf-16-le") + page.encode("utf-16-le")) == {"noindex"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["noindex"], {"noindex"}),
        (["noindex, nofollow", "NOARCHIVE"], {"noindex", "nofollow", "noarchive"}),
        (["none"], {"none", "noindex", "nofollow"}),
        (["otherbot: noindex"], set()),
        (["*: noindex", "robots : nofollow"], {"noindex", "nofollow"}),
        (["noindex nofollow"], {"noindex", "nofollow"}),
        (["unavailable_after: 25 Jun 2026 15:00:00 PST"], {"unavailable_after: 25 jun 2026 15:00:00 pst"}),
        (["max-snippet: 0, noindex"], {"max-snippet: 0", "noindex"}),
        ([], set()),
    ],
)
def test_header_fields(values: list[str], expected: set[str]) -> None:
    assert header_directives(values) == expected


def test_nothing_asks_nothing() -> None:
    assert directives("") == directives(" , ") == frozenset()


def test_very_many_words_take_little_memory() -> None:
    value = "; a=" * 50_000
    assert peak_of(lambda: directives(value)) < 5 * len(value)


def test_very_many_fields_are_put_together_at_once() -> None:
    values = [", ".join(f"{number}-{word}" for word in range(20)) for number in range(10_000)]
    found = header_directives([*values, "none, x"])
    assert {"nofollow", "noindex", "none", "0-19", "49-19"} <= found
    assert len(found) == 1003


def test_a_page_whose_tree_takes_a_thousand_times_its_size_is_read_without_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import turbohtml

    tags = "".join(f"<b id={number}>" for number in range(600))
    page = f"<template><meta name=robots content=none></template><meta name=ROBOTS content=noindex><p>{tags}"
    page += "<p>x" * 3000

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("parsed")

    monkeypatch.setattr(turbohtml, "parse", refuse)
    for content in (page, page.encode(), page.encode("utf-16")):
        assert robots_of_page(content) == {"noindex"}
    assert fragments_of_page(page) == {str(number) for number in range(600)}
