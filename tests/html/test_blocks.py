"""`urlglean.html.shown_text`: the blocks around URLs are the same, and stand in the same places, as all tokens tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.laws import examples
from support.work import assert_linear, watching
from urlglean import html
from urlglean.delimiting.scanner import trigger_places
from urlglean.document import Document, ReadOptions
from urlglean.html import shown_text as html_rendered_text
from urlglean.html.shown_text import Shown, run_around
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.text import Text


@pytest.fixture(autouse=True, scope="module")
def _blocks_however_short() -> Iterator[None]:
    """Look up the blocks of short pages, too, which are tokenized at once otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html_rendered_text, "_OF_ONE_BLOCK", 0)
        yield


def links_of(page: str) -> list[Link]:
    return list(read_document(Document(page, "text/html"), options=ReadOptions(), on_problem=print))


def links_of_all_tokens(page: str) -> list[Link]:
    """Give those of the page tokenized as a whole, as it is where some of its text can't be told."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html_rendered_text, "_shown", lambda _: None)
        return links_of(page)


URL = "http://a.example/b"
LONG = "https://docs.example.com/en-us/windows/win32/dlls/dynamic-link-library-best-practices"
FILLER = "<div><p>Nothing <a href=x>here</a>.</p></div>\n" * 20
PAGES = {
    "alone": URL,
    "in the middle": f"{FILLER}<p>see {URL} now</p>{FILLER}",
    "in parts": f"{FILLER}<p>see http://a.ex<b>ample/</b><wbr>c now</p>{FILLER}",
    "split at the trigger": f"{FILLER}<p>http<b>:</b>//a.example/ and www<b>.</b>a.example</p>",
    "split before the trigger": f"{FILLER}<p>ftp<b>:</b>//a.example/</p><p>www<wbr>.a.example</p>",
    "split before the trigger, glued": "<title>t</title>mailto<span>:me@a.example</span>",
    "in cells": f"{FILLER}<table><tr><td>x{URL}</td><td>{URL}</td><td>y</td></table>",
    "in its own link": f"{FILLER}<a href={URL}>{URL}</a> {FILLER}",
    "as references": f"{FILLER}<p>&#104;ttp://a.example/?b&amp;c &lt;{URL}&gt;</p>",
    "all of it references": f"{FILLER}<p>{''.join(f'&#{ord(letter)};' for letter in URL)}</p>",
    "in a comment as well": f"{FILLER}<!-- <p>see {URL}</p> --><p>see {URL}</p>",
    "in a script as well": f"{FILLER}<script>'<p>see {URL}</p>'</script><p>see {URL}</p>",
    "in a template as well": f"{FILLER}<template><p>see {URL}</p></template><p>see {URL}</p>",
    "in an attribute as well": f"{FILLER}<p title='<p>see {URL}</p>'>x<p>see {URL}</p>",
    "in a script that the text has as well": f"<p>x.{URL}</p><script>x.{URL}</script><p>y</p>",
    "in frames that are not": f"{FILLER}<noembed>{URL}</noembed><noframes>{URL}</noframes>{URL}",
    "preformatted": f"{FILLER}<pre>\n  &lt;http://a.example/\n  b&gt;\n</pre>{FILLER}",
    "preformatted after a link": f"<pre><a href=x>x</a>\n\n{URL}\n/c</pre>",
    "behind what is preformatted": f"{FILLER}<pre><a href=x>x</a></pre><div>&lt;http://a.example/c\n b&gt;</div>",
    "in a text area": f"{FILLER}<textarea>\n{URL}</textarea>",
    "lines of DOS": f"{FILLER}<p>see\r\n{URL}\r\nnow</p>".replace("\n", "\r\n"),
    "lines of old": f"{FILLER}<p>see\r{URL}</p>",
    "zero bytes": f"{FILLER}<p>\0{URL}\0</p>",
    "beyond the plane": f"{FILLER}<p>𝒳 {URL} 𝒴</p>",
    "foster parented": f"{FILLER}<table>{URL}<tr><td>www.b.example</table>",
    "misnested": f"{FILLER}<a href=1><p>x</a>{URL}</p>",
    "unclosed": f"{FILLER}<p><i><b>{URL}",
    "a mark that is no tag": f"{FILLER}<p>1 < 2 > {URL} <3 www.a.example</p>",
    "twice the same": f"{FILLER}<p>{URL}</p>" * 3,
    "a long block": f"{FILLER}<pre>" + f"<b>x</b> y\n{URL}\n\n" * 300 + "</pre>",
    "nothing but text": f"x {URL} y\n" * 500,
    "far from any link": "<p>x</p>" * 3000 + URL,
    "CDATA that is text": f"{FILLER}<svg><text><![CDATA[ {URL} ]]></text></svg>",
    "an image with an empty style": f"<svg><style/><path/></svg>{FILLER}<p>{URL}</p>",
    "an image with an empty title": f"<svg><title/></svg><p title={URL}>x {URL}/c</p>",
    "an image with a title of many elements": f"<svg><title>x<p>{URL}</title>",
    "a title that an image leaves open": f"<svg><title>x</svg><p>{URL}</p>",
    "a script that an image leaves open": f"<svg><script>{URL}/c</svg><p>{URL}</p>",
    "a template that is none": f"<svg><template><text>{URL}</text></template></svg>",
    "in angle brackets of two cells": f"<td>&lt;{URL}</td>{FILLER}<td>c.html&gt;</td>",
    "CDATA": f"{FILLER}<svg><![CDATA[ {URL} ]]></svg>{URL}",
    "behind a picture in a form": f"{FILLER}<form action=x><p>x <input src=y> {URL}</p></form>",
    "preformatted, behind a picture": f"{FILLER}<pre>x <input src=y>\n<i>http://a.example/b-\nc/d</i>\n</pre>",
    "behind an image": f"{FILLER}<p><a href=x><svg><use href=y /><path/></svg></a> {URL}</p>",
    "a shadow tree": f"{FILLER}<p><template shadowrootmode=open><a href=x>{URL}</a></template>{URL}</p>",
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_what_stands_around_a_url_is_all_it_takes(page: str) -> None:
    rows = [link.row() for link in links_of(page)]
    assert rows == [link.row() for link in links_of_all_tokens(page)]
    assert any(row["element"] and row["attribute"] == "#text" for row in rows)


PIECES = st.sampled_from(
    ["<a href=x>", "</a>", "<b>", "</b>", "<p>", "</p>", "<pre>", "</pre>\n", "<td>", "<table>", "</table>", "<br>",
     "http://t.example/", "www.t.example", "://", "mailto:", "a@b.example", "&amp;", "&#58;//", "\0", "\n", "\r\n",
     "<template>", "</template>", "<noscript>", "</noscript>", "<!--", "-->", "<style>", "</style>", "<script>",
     "</script>", "<textarea>", "</textarea>", "<title>", "</title>", "<", "x ", "<i title='>'>", "<input src=x>",
     "<q cite=x>"]
)  # fmt: skip
"""No images: in them the tree knows better than the tokens alone what is text."""


@examples(300)
@given(st.lists(PIECES, max_size=40))
def test_any_page_reads_the_same(pieces: list[str]) -> None:
    page = "".join(pieces)
    assert [(link.text, link.spans) for link in links_of(page)] == [
        (link.text, link.spans) for link in links_of_all_tokens(page)
    ]


@pytest.mark.parametrize(
    ("page", "urls"),
    [
        (f"<svg><style/><path/></svg><p>{URL}</p>", [URL]),
        (f"<svg><title/></svg><p title={URL}>x</p>", []),
        (f"<svg><style>a<p>{URL}</p></style>", [URL]),
        (f"<pre><a href=#1>1</a>/// {LONG}\n<a href=#2>2</a>///\n<a href=#3>3</a>fn x()", [LONG]),
        (f"<frameset><frame src=x>{URL}</frameset>", []),
        (f"<table><td>&lt;{URL}</td><td>c.html&gt;</td></table>", [URL]),
        (f"<p>&lt;{URL}<br>c.html&gt;</p>", [f"{URL}c.html"]),
        ("<p>x ftp<b>:</b>//a.example/ <p>www<wbr>.a.example", ["ftp://a.example/", "www.a.example"]),
    ],
)
@pytest.mark.parametrize("of_one_block", [0, 10**9], ids=["blocks", "all at once"])
def test_each_way_finds_what_the_page_shows(
    page: str, urls: list[str], of_one_block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_rendered_text, "_OF_ONE_BLOCK", of_one_block)
    for links in (links_of(page), links_of_all_tokens(page)):
        assert [link.text for link in links if link.kind == "text"] == urls


def run_of(page: str, text: str) -> str | None:
    run = run_around(Text(page), Shown(text, trigger_places(text)), ())
    return None if run is None else run.text


def test_only_the_blocks_with_a_trigger_are_put_together() -> None:
    page = "<p>one<p>two http://a.example/<br>three<p>four"
    assert run_of(page, "onetwo http://a.example/threefour") == "two http://a.example/\nthree"


def test_what_stands_further_on_as_well_is_looked_for_before_it() -> None:
    page = "<p>see http://a.<b>example/</b>\n<p>x\n<p>y http://a.example/"
    text = "see http://a.example/\nx\ny http://a.example/"
    assert run_of(page, text) == "see http://a.example/ \n\ny http://a.example/"


def test_what_the_source_does_not_hold_is_not_made_up() -> None:
    assert run_of("<p>http://a.example/", "http://b.example/") is None
    assert run_of("<p>x http://a.example/", "y http://a.example/") is None
    assert run_of("<template>http://a.example/</template>", "http://a.example/") is None


def test_much_text_takes_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(page: str) -> None:
        assert len(links_of(page)) == page.count("://")

    assert_linear(
        watching(monkeypatch, html), read, "<i>x</i> http://a.example/ <p>y</p>", times=200, at_most=3
    )


def test_a_block_that_stands_everywhere_is_not_looked_for_in_all_of_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def depths(window: Any, start: int, above: Any) -> Any:
        tokens.append(start)
        return real(window, start, above)

    tokens: list[int] = []
    real = html_rendered_text._depths
    monkeypatch.setattr(html_rendered_text, "_depths", depths)
    for page in ("<URL:1.2.3.4" + "<p>\0#b.c" * 4000, f"<p>{URL}" + "<p>\0#b.c" * 4000):
        links_of(page)
        assert sum(tokens) < len(page)
