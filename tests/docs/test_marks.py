"""What announces a URL in Markdown: pieces of HTML that hold none are not parsed."""

from __future__ import annotations

from unittest import mock

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from support.laws import examples
from urlglean import extract_markdown
from urlglean.docs import constructs

PIECES = (
    *("<a", "<p", "<div", "<img", "<style", "<base", "<svg", "</a", "<!-- ", "<x-y"),
    *(
        ' class="b"',
        " id=c",
        " title='d e'",
        " alt=f>g",
        ' href="h"',
        " src=i",
        " style='url(j)'",
        " open",
        " name",
    ),
    *(
        "=",
        ">",
        "/>",
        "-->",
        "\n",
        "\n> ",
        "\n\n",
        "k",
        " = l",
        "{m}",
        "'",
        '"',
        "http://n.example",
        "www.o.example",
        "http&#58;//q.example",
        "www&period;r.example",
    ),
)


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ('<p align="center">a</p>\n', False),
        ("<details open>\n<summary class=b>c = d</summary>\n", True),
        ("<details open=x>\n<summary class=b>c</summary>\n", False),
        ("a <b id='c' class=\"d e\">f</b> <br/>\n", False),
        ("<p class=a>http://b.example\n", True),
        ("<p class=a>http&#58;//b.example\n", True),
        ("<p>http&colon;//b.example\n", True),
        ("<p class=a>b &amp; c &copy;\n", False),
        ("<a class=a href=b>c</a>\n", True),
        ("> <a class=a\n> href=b>c</a>\n", True),
        ("<style class=a>b{}</style>\n", True),
        ("<x-y class=a>\n", True),
    ],
)
def test_html_without_a_url_is_not_parsed(text: str, *, parsed: bool) -> None:
    with mock.patch.object(turbohtml, "parse", wraps=turbohtml.parse) as parse:
        list(extract_markdown(text))
    assert parse.called == parsed


@examples(300)
@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_nothing_is_lost_with_what_is_not_parsed(text: str) -> None:
    found = list(extract_markdown(text))
    with mock.patch.object(constructs, "may_hold_references", return_value=True):
        assert list(extract_markdown(text)) == found
