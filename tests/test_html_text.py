"""`urlglean.html_text`: the text a page shows, and the way back to its source."""

from __future__ import annotations

import pytest

from urlglean.decoded_text import Text
from urlglean.html_text import text_candidates, text_run

SHOWN = [
    ("<p>a<p>b", "a\n\nb"),
    ("<p>a\n b", "a  b"),
    ("<pre>a\n b</pre>", "a\n b"),
    ("a<br>b", "a\nb"),
    ("a<wbr>b<b>c</b><i>d</i>", "abcd"),
    ("<td>a<td>b", "a\n\nb"),
    ("<a>a</a><a>b</a>", "a b"),
    ("&lt;<a>a</a>&gt;", "<a>"),
    ("<a>a/</a>b", "a/ b"),
    ("<a>a</a>.", "a."),
    ("a<img>b", "a\n\nb"),
    ("a<script>b</script>c", "a\n\nc"),
    ("a<style>b</style><noscript>c</noscript><template>d</template><iframe>e</iframe>f", "a\n\nf"),
    ("<head><title>t</title><meta><link>", "t"),
    ("<head><title>t</title><body>b", "t\n\nb"),
    ("<textarea>a\nb</textarea>", "a\nb"),
    ("<!-- a -->b", "b"),
    ("<plaintext>a\n<b>", "a\n<b>"),
    ("</p></div></b>a", "a"),
    ("<b><i>a</b>b</i>c", "abc"),
    ("<p>\n  a<br>\n\t b <b> c</b></p>\n <p> \n<i> d</i>", "a\nb  c\n\nd"),  # no line begins with white space
    ("<p>a<br> <b> </b> <i> b</i>", "a\nb"),
    ("<p>a<br>\xa0b", "a\n\xa0b"),
    ("<p>a<pre> b</pre> c", "a\n\n b\n\nc"),
]


@pytest.mark.parametrize(("page", "shown"), SHOWN)
def test_shown_text(page: str, shown: str) -> None:
    assert text_run(page).text.strip("\n") == shown


def test_templates_are_read_when_asked_for_and_marked() -> None:
    page = Text("<template><p>http://a.example/</template>http://b.example/")
    assert "a.example" not in text_run(page.text).text
    found = list(text_candidates(page, text_run(page.text, templates=True), (), {}))
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
    ("𝒳 http://a.example/b", ["http://a.example/b"]),
    ("<p>\n   http://a.example/b x", ["http://a.example/b"]),
    ("<p>x<br>\r\n&#32; &lt;http://a.example/b/<br>\r\n  c/<b>d</b>&gt;", ["http://a.example/b/", "c/", "d"]),
]


@pytest.mark.parametrize(("page", "pieces"), PLACED)
def test_a_url_stands_in_the_source_where_it_says(page: str, pieces: list[str]) -> None:
    source = Text(page)
    (found,) = text_candidates(source, text_run(page), (), {})
    assert [page[span.start : span.end] for span in found.spans] == pieces
    assert page[found.start : found.end].startswith(pieces[0])
    assert page[found.start : found.end].endswith(pieces[-1])


def test_unclosed_elements_without_end_take_linear_time() -> None:
    assert text_run("<b>" * 20_000 + "x" + "</i>" * 20_000).text == "x"
