"""Pages that are little but references: what each of these takes, counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

import urlglean
from support.work import calls_of, peak_of
from urlglean.document import Document, ReadOptions
from urlglean.html import places, reader, references
from urlglean.html.layout import text_run
from urlglean.links.link import Link
from urlglean.pipeline import read_document


def test_a_piece_of_text_is_made_once_for_all_the_urls_in_it() -> None:
    run = text_run("<p>" + "http://a.example/&#65; " * 3 + "<p>b")
    assert run.piece_at(0) is run.piece_at(30)
    assert run.piece_at(0) is not run.piece_at(len(run.text) - 1)


def test_what_comes_to_no_url_is_not_looked_up_in_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    links = list(
        urlglean.extract_html("<a href=http://a.example>www.b.example</a><img src=''><img src=b>", text=False)
    )
    noted = [link.notes for link in links]

    def refuse(*_: object) -> None:
        raise AssertionError("nobody has asked where it stands")

    monkeypatch.setattr(places, "find_value", refuse)
    again = list(
        urlglean.extract_html("<a href=http://a.example>www.b.example</a><img src=''><img src=b>", text=False)
    )
    assert [link.notes for link in again] == noted
    assert noted[0] == ("the text shows www.b.example, the reference leads to a.example",)
    assert [len(notes) for notes in noted] == [1, 2, 1]
    assert noted[1][0] == "empty: nobody fetches it"
    assert noted[1][1] == noted[2][0]


def read_xhtml(page: str) -> list[Link]:
    document = Document(page, "application/xhtml+xml", "a.xhtml")
    return list(read_document(document, options=ReadOptions(), on_problem=print))


def test_an_empty_element_of_xhtml_takes_no_tree_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    import turbohtml

    trees = 0
    parse = turbohtml.parse

    def counted(*args: object, **options: object) -> object:
        nonlocal trees
        trees += 1
        return parse(*args, **options)

    monkeypatch.setattr(turbohtml, "parse", counted)
    monkeypatch.setattr(turbohtml, "parse_fragment", counted)
    links = read_xhtml(
        "<p>\n<a rel='next' href='http://a.example/b?c&amp;d'/> <script src='e'/><a href='f'>g</a></p>"
    )
    assert trees == 1
    assert [(link.text, link.place, link.rel, link.anchor) for link in links] == [
        ("http://a.example/b?c&d", "a.xhtml:2:21", "next", ""),
        ("e", "a.xhtml:2:64", None, None),
        ("f", "a.xhtml:2:77", None, "g"),
    ]


@pytest.mark.parametrize("page", ["<a href=http://a.example/>x</a>", "<img src=http://a.example/b>"])
def test_a_tiny_page_is_not_asked_for_all_that_there_may_be(page: str) -> None:
    def read() -> None:
        assert len(list(urlglean.extract_html(page))) == 1

    read()  # what is made once is made
    assert calls_of(read) < 180


def test_a_small_page_takes_few_calls_beside_those_for_its_links() -> None:
    line = '<p style="margin:0">some words: <a href="http://a.example/{0}?id={0}">here</a></p>\n'
    page = "<html><head><meta charset=utf-8><title>a page</title></head><body>{}</body></html>"

    def read(links: int) -> None:
        text = page.format("".join(map(line.format, range(links))))
        base = "http://b.example/c"
        assert len(list(urlglean.extract_html(text, base=base))) == links

    read(110)  # what is made once is made
    few, many = calls_of(lambda: read(10)), calls_of(lambda: read(110))
    assert few < 240
    assert many < few + 100 * 3


def test_a_url_that_fills_angle_brackets_is_not_read_again_in_its_block() -> None:
    def read(blocks: int) -> None:
        page = "".join(f"<p>some words &lt;http://a.example/{n}&gt; and more</p>\n" for n in range(blocks))
        assert len(list(urlglean.extract_html(page))) == blocks

    read(60)  # what is made once is made
    few, many = calls_of(lambda: read(10)), calls_of(lambda: read(60))
    assert many < few + 50 * 160


def calls_for(page: str, **options: Any) -> int:
    """Give how many calls it takes to read a page."""
    document = Document(page, "text/html", "a.html")
    return calls_of(
        lambda: list(read_document(document, options=ReadOptions(**options), on_problem=lambda _: None))
    )


DEEP: list[tuple[str, Callable[[int], str], dict[str, Any]]] = [
    (
        "URLs far apart in many elements",
        lambda n: "<div>" * 300 * n + ("<p>" + "x " * 1300 + "http://a.example/b") * n,
        {},
    ),
    (
        "ends of what is not open in images",
        lambda n: "<svg>" * 20 * n + "</desc>" * 20 * n,
        {"max_page": 100},
    ),
    (
        "ends of another kind",
        lambda n: "<svg><desc>" * 20 * n + "</foreignobject>" * 20 * n,
        {"max_page": 100},
    ),
]


@pytest.mark.parametrize(("page", "options"), [case[1:] for case in DEEP], ids=[case[0] for case in DEEP])
def test_deep_pages_take_linear_time(page: Callable[[int], str], options: dict[str, Any]) -> None:
    calls_for(page(1), **options)  # what is made once is made
    once, twice = calls_for(page(20), **options), calls_for(page(40), **options)
    assert twice <= 2.2 * once + 500


def test_a_link_that_goes_on_in_many_paragraphs_has_the_text_of_all() -> None:
    (link,) = urlglean.extract_html("<p><a href=http://a.example/>one </p>" + "<p>b </p>" * 50)
    assert link.anchor == " ".join(["one", *"b" * 50])


@pytest.mark.parametrize("number", ["0" * 5000 + "66", "1" * 5000])
@pytest.mark.parametrize(
    "page", ["<img srcset='http://a.example/&#{};b 2x'>", "<p>{:400}http://a.example/&#{};b c"]
)
def test_the_number_of_a_character_may_be_of_any_length(page: str, number: str) -> None:
    (link,) = urlglean.extract_html(page.format(*(["", number] if page.count("{") > 1 else [number])))
    assert link.text == f"http://a.example/{'B' if number.endswith('66') else chr(0xFFFD)}b"
    assert link.raw.endswith(";b")


NESTED = [
    "<template><a href=x>",
    "<div><template shadowrootmode=open><a href=x>",
    "<template><a href=x></template>",
]


@pytest.mark.parametrize("piece", NESTED)
def test_templates_may_be_many_and_stand_as_deep_as_anybody_likes(piece: str) -> None:
    page = "<template>" + piece * 2000
    links = list(urlglean.extract_html(page, base="http://a.example/", templates=True))
    assert [link.url for link in links] == ["http://a.example/x"] * 2000
    assert [link.column for link in links[:2]] == [page.index("x>") + 1, page.index("x>") + 1 + len(piece)]


OF_VALUES = (
    "<p>http://one.example/ <a href=x ping='a b'>y</a><img src=c srcset='d 1x, e 2x'>\n"
    "<style>p{q:url(f)} r{s:url('g')}</style><p style='t:url(h);u:url(i)'>http://two.example/\n"
    '<script type=\'application/ld+json\'>{"url":["http://j.example/","k"]}</script>'
    "<!-- <img srcset='l 1x, m'> --><iframe srcdoc='<a ping=\"n o\" href=p>'></iframe><object archive='q r'>"
)


@pytest.mark.parametrize("max_page", [1, 10 << 20])
def test_values_read_piece_by_piece_have_the_same_references(
    max_page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows() -> list[dict[str, Any]]:
        options = {"comments": True, "json_ld": True, "max_page": max_page}
        links = urlglean.extract_html(
            OF_VALUES, base="http://a.example/", on_problem=lambda _: None, **options
        )
        return [link.row() for link in links]

    usual = rows()
    assert len(usual) == 21
    monkeypatch.setattr(references, "LONG", 1)
    monkeypatch.setattr(reader, "LONG", 1)
    assert rows() == usual


@pytest.mark.parametrize("max_page", [1, 10 << 20])
def test_values_of_a_page_of_very_many_have_the_same_references(
    max_page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows() -> list[dict[str, Any]]:
        page = OF_VALUES.replace("b'", "b c d'").replace("e 2x", "e 2x, f, g") * 3
        links = urlglean.extract_html(page, base="http://a.example/", on_problem=print, max_page=max_page)
        return [link.row() for link in links]

    usual = rows()
    assert len(usual) > 36
    for many in (0, 4, 11):
        monkeypatch.setattr(references, "_MANY", many)
        assert rows() == usual


def test_many_values_of_many_references_take_few_times_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "_MANY", 100)
    page = f"<img srcset='{'a, ' * 1000}'>" * 30
    next(urlglean.extract_html(page))
    assert peak_of(lambda: deque(urlglean.extract_html(page), maxlen=0)) < 20 * len(page)


def test_the_references_of_a_long_value_are_made_as_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = 0

    def counted(value: str) -> str:
        nonlocal made
        made += 1
        return value

    monkeypatch.setattr(references, "cleaned", counted)
    links = urlglean.extract_html(f"<a ping='{'b ' * 100_000}'>c</a>", base="http://a.example/")
    assert next(links).url == "http://a.example/b"
    assert made < 1000
    assert sum(1 for _ in links) == 99_999
