"""One URL as a person typed or pasted it (RFC 3986 Appendix C, last paragraph)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.delimit_strategies import texts
from support.laws import examples
from urlglean.delimiting.names.typed import strip_delimiters

URL = "http://example.com/a_(b)?q=[1]&x='y'#f"
PAIRS = (
    *(
        "<>",
        '""',
        "''",
        "``",
        "()",
        "[]",
        "{}",
        "“”",
        "„“",
        "„”",
        "‘’",
        "‚‘",
        "‚’",
        "«»",
        "»«",
        "‹›",
        "「」",
        "『』",
        "〈〉",
        "⟨⟩",
        "\u2329\u232a",
        "《》",
        "【】",
    ),
    *("””", "〔〕", "［］", "｛｝", "＂＂"),
    *(
        "（）",
        "＜＞",
        ("**", "**"),
        ("*", "*"),
        ("__", "__"),
        ("_", "_"),
        ("<URL:", ">"),
        ("<url: ", " >"),
        ("URL:", ""),
        ("URI: ", ""),
    ),
    *(
        ("[url]", "[/url]"),
        ("[URL=http://b/]", "[/URL]"),
        ("[img]", "[/img]"),
        ("<link>", "</link>"),
        ("<loc>\n", "\n</loc>"),
        ("<guid>", "</guid>"),
    ),
    *(
        ("[a label](", ")"),
        ("![alt](", ")"),
        ("  ", "\t"),
        ("\n", "\r\n"),
        ("> ", ""),
        ("\u200b", "\ufeff"),
        ("<<", ">>"),
    ),
)


@pytest.mark.parametrize("around", PAIRS, ids=repr)
@pytest.mark.parametrize("after", ["", ".", ",", " ", ";\n", "。", "!?"])
def test_what_was_wrapped_around_comes_off(around: tuple[str, str], after: str) -> None:
    opener, closer = around
    if not closer.strip("\t\r\n\ufeff "):
        after = after.strip(".,;!?。")  # then it may be part of the URL
    assert strip_delimiters(opener + URL + closer + after) == URL


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        # white space inside, of any kind
        *(
            ("http://a/b c", "http://a/bc"),
            ("http://a/\n   b", "http://a/b"),
            ("http://a/\r\nb\tc", "http://a/bc"),
            ("h t t p://a", "http://a"),
        ),
        *(
            ("http://a/\u00a0b", "http://a/b"),
            ("http://a\u2028/b", "http://a/b"),
            ("http://a/\u00adb", "http://a/b"),
            ("\x00http://a\x1b", "http://a"),
        ),
        *(("<http://a/b-\nc>", "http://a/b-c"), ("👩\u200d💻.example", "👩\u200d💻.example")),
        # quote marks at the beginning of lines, and a closer that stands alone on the last
        *(
            ("> http://a/\n> b", "http://a/b"),
            (">> http://a/\n>> b/\n>> c", "http://a/b/c"),
            ("> > http://a/\n> > b", "http://a/b"),
        ),
        *(
            ("| http://a/\n| b", "http://a/b"),
            ("<http://a/b\n>", "http://a/b"),
            ("<http://a/b\n>.", "http://a/b"),
            ("> <http://a/\n> b>", "http://a/b"),
        ),
        # layers
        *(
            ("(<http://a>)", "http://a"),
            ('"<URL:http://a>".', "http://a"),
            ("((http://a/(b)))", "http://a/(b)"),
            ("[(http://a)]", "http://a"),
        ),
        *(
            ("**[x](http://a)**", "http://a"),
            ("*www.example.com/a*", "www.example.com/a"),
            ("__ftp.example.com__", "ftp.example.com"),
            ("URL:URL:http://a", "http://a"),
            ("[x](<http://a>)", "http://a"),
        ),
        # what is no delimiter around all of it
        *(
            ("(a)(b)", "(a)(b)"),
            ("[a]/[b]", "[a]/[b]"),
            ("http://a/(b)", "http://a/(b)"),
            ("(http://a", "(http://a"),
            ("http://a)", "http://a)"),
        ),
        *(
            ("(http://a))", "(http://a))"),
            ("<http://a/>x>", "<http://a/>x>"),
            ("http://a/.", "http://a/."),
            ("http://a/'", "http://a/'"),
        ),
        *(
            ("_a_", "_a_"),
            ("*.example.com", "*.example.com"),
            ("<a>b</c>", "<a>b</c>"),
            ("[url]a[/img]", "[url]a[/img]"),
        ),
        # relative references, and nothing
        *(
            ("<../a>", "../a"),
            ('"#f"', "#f"),
            ("<>", ""),
            ("()", ""),
            ("", ""),
            (" ", ""),
            ("<", "<"),
            ("URL:", "URL:"),
            ("'", "'"),
            (".", "."),
        ),
        # labels and titles
        *(
            ("[url=http://a/b]click here[/url].", "http://a/b"),
            ("[url=http://[::1]/a[1]]click here[/url].", "http://[::1]/a[1]"),
            ('[URL="http://a/b"]www.a.example[/URL]', "http://a/b"),
            ("[img=640x480]../a.png[/img]", "../a.png"),
            ('[x](http://a/b "a title").', "http://a/b"),
            ("**![x](<http://a/b>\n'title')**", "http://a/b"),
            ("[x](http://a/'b')", "http://a/'b'"),
            ('(http://a/b "c")', 'http://a/b"c"'),
        ),
        *(("[url][/url]", ""), ("[x]()", ""), ("“”", ""), ("> ", ">"), ("<URL:>", "URL:")),
    ],
)
def test_what_is_left(typed: str, url: str) -> None:
    assert strip_delimiters(typed) == url


@examples(600)
@given(texts)
def test_stripping_twice_strips_nothing_more(text: str) -> None:
    once = strip_delimiters(text)
    assert strip_delimiters(once) == once
    assert not any(character.isspace() for character in once)


BARE = st.builds(
    "{}{}{}".format,
    st.sampled_from(("http://", "HTTPS://", "ftp://", "www.")),
    st.sampled_from(("a.example", "münchen.de", "user:pw@h.example:80")),
    st.lists(st.sampled_from(("/", "/b.html", "?c=d&e", "#f", "-", "%20", "é", "~")), max_size=4).map(
        "".join
    ),
)


@given(BARE, st.lists(st.sampled_from(PAIRS), min_size=1, max_size=4))
def test_any_number_of_layers_comes_off(left: str, layers: list[tuple[str, str]]) -> None:
    """Whatever a bare URL is wrapped in, again and again, it is the same that is left of it."""
    text = left
    for opener, closer in sorted(layers, key=lambda layer: layer[0] == "> "):  # quoted as a whole, if at all
        if closer.strip() or not text[-1:].isspace():
            text = opener + text + closer
    assert strip_delimiters(text) == left
