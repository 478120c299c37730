"""`urlglean.html.layout`: the text a page shows."""

from __future__ import annotations

import pytest

from urlglean.html.layout import text_run

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
    ("<pre><a href=#1>1</a>a\n<a href=#2>2</a>\n<a href=#3>3</a>b</pre>", "a\n\nb"),  # the numbers of lines
    ("<pre>a\n<span>  9</span> b\n<a><i>10</i></a>c</pre>", "a\n b\nc"),
    ("<pre>a <b>1</b>\n2 b\n<b>3d</b>\n<b>4", "a 1\n2 b\n3d\n4"),
    ("<p><b>1</b>a", "1a"),
    ("<pre>a<br>1</pre>", "a\n1"),
]


@pytest.mark.parametrize(("page", "shown"), SHOWN)
def test_shown_text(page: str, shown: str) -> None:
    assert text_run(page).text.strip("\n") == shown


def test_unclosed_elements_without_end_take_linear_time() -> None:
    assert text_run("<b>" * 20_000 + "x" + "</i>" * 20_000).text == "x"
