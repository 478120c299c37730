"""`urlglean.html.layout`: the text a page shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.html.layout import Elements, Piece, text_run

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
    ("<a>a_(b)</a><a>c</a>", "a_(b) c"),
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
    ("a<br><br>b<br>\n <br>\n<br>c<br><p>d", "a\n\nb\n\nc\n\nd"),  # an empty line, as a browser shows it
    ("<p>a<pre> b</pre> c", "a\n\n b\n\nc"),
    ("<pre><a href=#1>1</a>a\n<a href=#2>2</a>\n<a href=#3>3</a>b</pre>", "a\n\nb"),  # the numbers of lines
    ("<pre>a\n<span>  9</span> b\n<a><i>10</i></a>c</pre>", "a\n b\nc"),
    ("<pre>a <b>1</b>\n2 b\n<b>3d</b>\n<b>4", "a 1\n2 b\n3d\n4"),
    ("<p><b>1</b>a", "1a"),
    ("<pre>a<br>1</pre>", "a\n1"),
    ("<pre><b>a\n</b>80<b>b</b></pre>", "a\n80b"),
    ("<pre><b>80</i>a</pre>", "80a"),
]


@pytest.mark.parametrize(("page", "shown"), SHOWN)
def test_shown_text(page: str, shown: str) -> None:
    assert text_run(page).text.strip("\n") == shown


def test_unclosed_elements_without_end_take_linear_time() -> None:
    assert text_run("<b>" * 20_000 + "x" + "</i>" * 20_000).text == "x"


@pytest.mark.parametrize(
    ("tags", "element"),
    [
        ("", "body"),
        ("p", "p"),
        ("p br wbr", "p"),
        ("p b /b", "p"),
        ("a b /a", "b"),
        ("b i /b /i", "body"),
        ("/b b", "b"),
        ("p /b /b", "p"),
        ("p b b /b /b /b", "p"),
        ("p " + "b /b " * 100, "p"),
        ("p " + "/b " * 100, "p"),
        ("p b /p <> td i /i", "td"),
        ("p b /b <>", "body"),
        ("html head link", "body"),
        ("html head title", "title"),
        ("p svg path g use /svg", "p"),
        ("p svg path /svg " + "b /b " * 100, "p"),
        ("svg path", "path"),
        ("p math mi /math b", "b"),
        ("br " * 500 + "p svg path /svg " + "b /b " * 400, "p"),
        ("br " * 500 + "svg <> p /svg " + "b /b " * 400, "p"),
    ],
)
def test_element_around_a_text(tags: str, element: str) -> None:
    around = tags.split()
    assert Elements(around.__getitem__).of(Piece("", 1, 0, len(around))) == element


def test_an_end_tag_of_what_ended_with_an_image_closes_nothing() -> None:
    tags = ["br"] * 500 + ["svg", "math", "/svg"] + ["b", "/b"] * 400 + ["", "/math", *["/i"] * 20]
    elements = Elements(tags.__getitem__)
    assert elements.of(Piece("", 1, 0, tags.index(""))) == "body"
    assert elements.of(Piece("", 1, 0, len(tags))) == "body"


@given(st.lists(st.sampled_from(["a", "b", "p", "br", "/a", "/b", "/p", "", "<>"]), max_size=60))
def test_it_is_the_last_one_that_no_tag_of_its_name_closes(tags: list[str]) -> None:
    elements = Elements(tags.__getitem__)
    opened: list[str] = []
    for number, tag in enumerate((*tags, "")):
        assert elements.of(Piece("", 1, 0, number)) == (opened[-1] if opened else "body")
        if tag == "<>":
            opened.clear()
        elif tag[1:] in opened[::-1] and tag.startswith("/"):
            del opened[len(opened) - 1 - opened[::-1].index(tag[1:])]
        elif tag and tag != "br" and not tag.startswith("/"):
            opened.append(tag)


class _Asked(list[str]):
    """Tags that count how often they are asked for."""

    count = 0

    def __getitem__(self, number: int) -> str:  # type: ignore[override]  # no slices are asked for
        self.count += 1
        return super().__getitem__(number)


@pytest.mark.parametrize("tag", ["b", "/b", "wbr", ""])
def test_tags_are_not_looked_at_for_each_text_behind_them(tag: str) -> None:
    tags = _Asked([tag] * 5000)
    elements = Elements(tags.__getitem__)
    for number in range(len(tags)):
        elements.of(Piece("", 1, 0, number))
    assert tags.count < 20 * len(tags)
