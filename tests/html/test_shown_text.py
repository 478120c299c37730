"""`urlglean.html.shown_text`: the text a page shows, the URLs in it, and the way back to the source."""

from __future__ import annotations

from typing import Any

import pytest
import turbohtml

from support.work import peak_of
from urlglean.candidate import Facts
from urlglean.document import ReadOptions
from urlglean.html import shown_text as html_rendered_text
from urlglean.html.layout import TextRun, text_run
from urlglean.html.order import sorted_by_tag
from urlglean.html.references import Origin, find_references
from urlglean.html.shown_text import rendered_text, text_candidates
from urlglean.text import Text

URL = "http://a.example/"
FILLER = "<p>Nothing <a href=x>here</a>.</p>\n" * 200


def run_of(source: Text, *, templates: bool = False, **delimit: Any) -> TextRun | None:
    options = ReadOptions(templates=templates, delimit=delimit)
    tree = turbohtml.parse(source.text, scripting=True)
    found = find_references(tree, Origin(source, options))
    return rendered_text(
        source,
        tree,
        options,
        sorted_by_tag(found.candidates),
        has_shadows=found.has_shadows,
    )


def text_of(page: str, **options: Any) -> str | None:
    run = run_of(Text(page), **options)
    return run and run.text.strip()


@pytest.mark.parametrize(
    "page",
    [
        FILLER,
        f"<p title={URL}>x</p><!-- {URL} -->",
        f"<script>{URL}</script><noscript>{URL}</noscript><iframe>{URL}</iframe>",
        f"<template>{URL}</template>",
        "",
    ],
)
def test_no_text_of_a_page_that_shows_no_url(page: str) -> None:
    assert text_of(page) is None


def test_what_is_hidden_is_not_taken_out_of_what_is_shown() -> None:
    assert text_of("<p>www.c.org<noscript>.</noscript>") == "www.c.org"


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        (f"{FILLER}<p>see {URL}<wbr>b, <i>now</i></p>{FILLER}", [f"see {URL}b, now"]),
        (f"{FILLER}<script>x {URL}</script><p>x {URL}</p>", [f"x {URL}"]),
        (f"<p>Nothing here.</p><script>x {URL}</script>{FILLER}<p>x {URL}</p>", [f"x {URL}"]),
        (f"{FILLER}<template><p>a {URL}</p></template><p>b {URL}</p>", [f"b {URL}"]),
        (f"{FILLER}<svg><script>x {URL}</script><text>t {URL}</text></svg>", [f"t {URL}"]),
        (f"<p>{URL}</p>{FILLER}<p>{URL}</p>", [URL, URL]),
        (f"{FILLER}<p>{URL}/<br>\n<br>\nb<br>c</p>{FILLER}", [f"{URL}/", "b\nc"]),
        (
            f"<div><template shadowrootmode=open><p>{URL}</p></template></div>{FILLER}<p>b {URL}",
            [URL, f"b {URL}"],
        ),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("of_one_block", [0, 2500, 10**9], ids=["blocks", "as usual", "all at once"])
def test_the_blocks_with_urls_in_them(
    page: str, texts: list[str], of_one_block: int, line_end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_rendered_text, "_OF_ONE_BLOCK", of_one_block)
    found = text_of(page.replace("\n", line_end))
    assert found is not None
    blocks = found.split("\n\n")
    assert [block for block in blocks if block != "Nothing here."] == texts
    is_whole = of_one_block == 10**9 or "shadowrootmode" in page
    assert (len(blocks) > len(texts)) is is_whole


def test_other_urls_than_the_usual_ones() -> None:
    page = f"{FILLER}<p>see a.example/b</p>{FILLER}"
    assert text_of(page) is None
    assert "see a.example/b" in (text_of(page, schemeless=True) or "")


def test_the_text_of_templates_where_it_is_asked_for() -> None:
    page = f"<template><p>{URL}</p></template><p>Nothing."
    assert text_of(page, templates=True) == f"{URL}\n\nNothing."


# The URLs in the text a page shows, and the way back to its source.


def test_templates_are_read_when_asked_for_and_marked() -> None:
    page = Text("<template><p>http://a.example/</template>http://b.example/")
    assert "a.example" not in text_run(page.text).text
    found = list(text_candidates(page, text_run(page.text, templates=True), (), {}, of_page=Facts()))
    assert [(item.text, item.markup and item.markup.inert) for item in found] == [
        ("http://a.example/", True),
        ("http://b.example/", False),
    ]


PLACED = [
    # page, the pieces of the source that its one URL stands in
    ("<p>see http://a.example/b</p>", ["http://a.example/b"]),
    ("<p>http://a.example/?b&amp;c=&eacute; x", ["http://a.example/?b&amp;c=&eacute;"]),
    ("<p>http://a.example/<wbr>b<i>c</i>", ["http://a.example/", "b", "c"]),
    ("x\r\ny &amp; <b>http://a.example/b</b>", ["http://a.example/b"]),
    ("<pre>&lt;http://a.example/b/\r\n  c&gt;</pre>", ["http://a.example/b/", "c"]),
    ("\0http://a.example/b", ["http://a.example/b"]),
    ("<p>\r\n&copyhttp://a.example/b", ["http://a.example/b"]),
    ("<p>\r\n&notit;&semi;http://a.example/b", ["http://a.example/b"]),
    ("<p>\r\n&amp;amp; http://a.example/b", ["http://a.example/b"]),
    ("<xmp>\r\n&amp; &#38; http://a.example/b</xmp>", ["http://a.example/b"]),
    ("<plaintext>\r\n&#x26;y http://a.example/b\0", ["http://a.example/b\0"]),
    ("𝒳 http://a.example/b", ["http://a.example/b"]),
    ("<p>\n   http://a.example/b x", ["http://a.example/b"]),
    ("<p>x<br>\r\n&#32; &lt;http://a.example/b/<br>\r\n  c/<b>d</b>&gt;", ["http://a.example/b/", "c/", "d"]),
]


@pytest.mark.parametrize("before", ["", FILLER, FILLER.replace("\n", "\r")], ids=["alone", "far", "CR"])
@pytest.mark.parametrize(("page", "pieces"), PLACED)
def test_a_url_stands_in_the_source_where_it_says(page: str, pieces: list[str], before: str) -> None:
    page = before + page
    source = Text(page)
    run = run_of(source)
    assert run is not None
    assert "Nothing" not in run.text or "\0" in page  # a tree has none, so it does not fit
    (found,) = text_candidates(source, run, (), {}, of_page=Facts())
    assert [page[span.start : span.end] for span in found.spans] == pieces
    assert page[found.start : found.end].startswith(pieces[0])
    assert page[found.start : found.end].endswith(pieces[-1])


@pytest.mark.parametrize(
    ("page", "url", "shown"),
    [
        (
            "<p>http://a.example/?target=3&sectionid=1 x",
            "http://a.example/?target=3&sectionid=1",
            "http://a.example/?target=3§ionid=1",
        ),
        (
            "<p>http://a.example/?a=&eacute;&copy=2&amp;reg=3 x",
            "http://a.example/?a=é&copy=2&reg=3",
            "http://a.example/?a=é©=2&reg=3",
        ),
        ("<p>http://a.example/?a=&eacute;&amp;b x", "http://a.example/?a=é&b", None),
        ("<xmp>http://a.example/é?a&amp;b</xmp>", "http://a.example/é?a&amp;b", None),
        ("<p>http://a.example/&eacute;<i>b</i>&copy;", "http://a.example/éb©", None),
    ],
)
def test_a_parameter_that_is_named_like_a_character(page: str, url: str, shown: str | None) -> None:
    (found,) = text_candidates(Text(page), text_run(page), (), {}, of_page=Facts())
    assert found.text == url
    assert shown is None or found.alternatives == (shown,)


def test_a_long_text_of_wide_characters_is_not_put_together_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = f"<p>\N{GRINNING FACE}{'some of the words of a text, ' * 40_000}{URL}"
    source, options = Text(page), ReadOptions()
    tree = turbohtml.parse(page, scripting=True)
    urls: list[list[str]] = []

    def read() -> None:
        run = rendered_text(source, tree, options, has_shadows=False)
        assert run is not None
        urls.append([one.text for one in text_candidates(source, run, (), {}, of_page=Facts())])

    together = peak_of(read)
    monkeypatch.setattr(html_rendered_text, "_MOST_TOGETHER", 1 << 20)
    assert peak_of(read) < together * 2 / 3
    assert urls == [[URL], [URL]]
