"""`urlglean.html.shown_text`: the URLs in the text a page shows, and the way back to its source."""

from __future__ import annotations

import pytest

from urlglean.candidate import Facts
from urlglean.html.layout import text_run
from urlglean.html.shown_text import text_candidates
from urlglean.text import Text


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


@pytest.mark.parametrize(("page", "pieces"), PLACED)
def test_a_url_stands_in_the_source_where_it_says(page: str, pieces: list[str]) -> None:
    source = Text(page)
    (found,) = text_candidates(source, text_run(page), (), {}, of_page=Facts())
    assert [page[span.start : span.end] for span in found.spans] == pieces
    assert page[found.start : found.end].startswith(pieces[0])
    assert page[found.start : found.end].endswith(pieces[-1])
