"""`urlglean.check.texts`: the words of pages and sources, and the texts that fragments ask for among them."""

from __future__ import annotations

import pytest

from urlglean.check.texts import (
    has_fragment,
    is_shown,
    may_be_shown,
    parted,
    words_of_markdown,
    words_of_page,
    words_of_rst,
)
from urlglean.html.layout import INLINE


@pytest.mark.parametrize(
    ("fragment", "halves"),
    [
        ("", ("", "")),
        ("usage", ("usage", "")),
        (":~:text=one", ("", "text=one")),
        ("usage:~:text=one", ("usage", "text=one")),
        ("usage:~:text=one&text=two", ("usage", "text=one&text=two")),
        ("usage:~:other=x&text=two&more", ("usage", "text=two")),
        ("usage:~:other=x", ("usage", "")),
        ("a:~:text=b:~:text=c", ("a", "text=b:~:text=c")),
        ("text=one", ("text=one", "")),
    ],
)
def test_a_fragment_has_a_name_and_texts(fragment: str, halves: tuple[str, str]) -> None:
    assert parted(fragment) == halves


@pytest.mark.parametrize(
    ("fragment", "is_there"),
    [
        ("", True),
        ("x", True),
        ("X", False),
        ("%78", True),
        ("a%20b", True),
        ("c%20d", True),
        ("a", False),
        ("top", True),
        ("Top", True),
        ("%74op", False),
        ("user-content-x", True),
        ("user-content-y", False),
        ("x:~:text=one", True),
        (":~:text=one", True),
        ("y:~:text=one", False),
    ],
)
def test_a_page_has_a_fragment(fragment: str, *, is_there: bool) -> None:
    assert has_fragment(fragment, {"x", "a%20b", "c d"}) is is_there


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("", "  "),
        ("<p>One, two!</p>", " one two "),
        ("<p>one</p><p>two</p>", " one two "),  # two blocks are two words
        ("on<b>e</b> t<i class=x>w</i>o", " one two "),  # a mark inside a word parts none
        ("o\xadne", " one "),  # nor does a soft hyphen
        ("Stra&szlig;e &amp; Caf&#233;", " strasse café "),
        ("one<!-- two -->three", " onethree "),
        ("<title>no</title><style>no{}</style><script>no()</script>yes", " yes "),
        ("<template><p>no</p></template>yes", " yes "),
        ("yes<script>no", " yes "),
        ("1 < 2 and 3 > 2", " 1 2 and 3 2 "),
        ("snake_case and-more", " snake case and more "),
        ("中文<br>字", " 中文 字 "),
    ],
)
def test_words_that_a_page_shows(page: str, words: str) -> None:
    assert words_of_page(page) == words


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("# One *two*\n\nthree [four](five.html)", " one two three four "),
        ("`<b>code</b>`", " b code b "),  # shown as it stands
        ("| a | b |\n|---|---|\n| c | ~~d~~ |", " a b c d "),
        ("---\ntitle: no\n---\nyes", " yes "),
        ("+++\ntitle = 'no'\n+++\nyes", " yes "),
        ("one\\\ntwo", " one two "),
    ],
)
def test_words_of_markdown(source: str, words: str) -> None:
    pytest.importorskip("pyromark", reason="pyromark reads Markdown (urlglean[check])")
    assert words_of_markdown(source) == words


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("One *two* **three** ``four``", " one two three four "),
        (":ref:`five`", " five "),
        (":py:meth:`six`", " six "),
        ("`seven <http://a.example/>`_", " seven "),
        ("at 10:30, a:b", " at 10 30 a b "),
        ("on\\ *e*", " on e "),
    ],
)
def test_words_of_restructuredtext(source: str, words: str) -> None:
    assert words_of_rst(source) == words


TEXT = words_of_page("<h1>The lamp</h1><p>Turn the lamp on, then off. Turn it slowly.</p><p>各自的灯。</p>")


@pytest.mark.parametrize(
    ("directives", "shown"),
    [
        ("text=lamp", True),
        ("text=Lamp%20on", True),
        ("text=lam", False),  # a whole word is asked for
        ("text=lamp%20off", False),
        ("text=turn,off", True),  # a range
        ("text=off,turn%20the", False),  # in its order
        ("text=the-,lamp%20on", True),  # what stands before it
        ("text=green-,lamp", False),
        ("text=lamp,-on", True),  # and behind it
        ("text=lamp,-off", False),
        ("text=the%2D,off", True),  # a hyphen of the text itself
        ("text=lamp,%2Dslowly", True),
        ("text=turn-,the%20lamp,then%20off,-turn", True),
        ("text=turn-,the%20lamp,then%20off,-the", False),
        ("text=lamp&text=slowly", True),
        ("text=lamp&text=quickly", False),
        ("text=", True),  # no words at all
        ("text=%2C%21", True),
        ("text=,", True),
        ("text=自的", True),  # no space parts words there
        ("text=的自", False),
    ],
)
def test_a_text_is_shown_where_its_words_stand_side_by_side(directives: str, shown: bool) -> None:  # noqa: FBT001  # a row's value
    assert is_shown(TEXT, directives) is shown


@pytest.mark.parametrize(
    ("directives", "may_be"),
    [
        ("text=off%20lamp", True),
        ("text=lamp,green", False),
        ("text=lamp&text=slowly%20turn", True),
        ("text=的自", False),
    ],
)
def test_a_text_may_be_shown_where_each_of_its_words_stands(directives: str, may_be: bool) -> None:  # noqa: FBT001  # a row's value
    assert may_be_shown(TEXT, directives) is may_be


@pytest.mark.parametrize("tag", sorted(INLINE - {"rp", "rt"}))  # what these hold is no part of the word
def test_a_tag_in_a_line_parts_no_word(tag: str) -> None:
    assert is_shown(words_of_page(f"<p>Under<{tag}>stand</{tag}>ing"), "text=understanding")
