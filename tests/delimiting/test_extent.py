"""How far a URL reaches: its extent, behind its opening, by the kind of its scheme."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.builds import interpreted
from support.delimit_strategies import rests_of_urls
from support.laws import examples
from urlglean.delimiting.alphabet import Runs, grammar
from urlglean.delimiting.ends import extent
from urlglean.delimiting.ends.extent import (
    Extent,
    addressed_extent,
    joined_extent,
    measure,
    opaque_extent,
    opened_extent,
)
from urlglean.delimiting.ends.trailing import TRAILING_PUNCTUATION
from urlglean.delimiting.openings import Opening, open_hierarchical, open_name, open_opaque

# How far a bare URL reaches: what ends it in its run, what is taken off, what else it may be.

START = "http://"
HOST = "http://a.b"


def measured(text: str, start: int = 0) -> Extent:
    """Measure the URL that begins at ``start`` with ``http://``."""
    run = Runs(text, grammar(iri=True)).end(start + len(START))
    extent = measure(text, start, start + len(START), run, scheme="http")
    assert extent is not None
    return extent


def ended(rest: str) -> str:
    """What is left of ``rest`` behind a host."""
    text = HOST + rest
    return text[len(HOST) : measured(text).end]


# --- where it ends ---


@pytest.mark.parametrize(
    ("rest", "end"),
    [
        # punctuation
        *(
            ("/a.", "/a"),
            ("/a...", "/a"),
            ("/a.,;:!?", "/a"),
            ("/a*", "/a"),
            ("/a|", "/a"),
            ("/a^", "/a"),
            ("/a…", "/a"),
            ("/a|b", "/a|b"),
        ),
        *(
            ("/.", "/"),
            ("/a-", "/a-"),
            ("/a_", "/a_"),
            ("/a~", "/a~"),
            ("/a=", "/a="),
            ("/a&", "/a&"),
            ("/a#", "/a#"),
            ("/a%20", "/a%20"),
        ),
        *(
            ("/a/", "/a/"),
            ("/a@", "/a@"),
            ("/a$", "/a$"),
            ("/a+", "/a+"),
            ("/a*/", "/a*/"),
            ("/*/", "/*/"),
            ("/**/", "/**/"),
            ("?", ""),
        ),
        *(
            ("#", "#"),
            ("/a?b", "/a?b"),
            ("/a?", "/a"),
            (".", ""),
            ("...", ""),
            (":", ""),
            ("/a–", "/a"),
            ("/a·", "/a"),
        ),
        # apostrophes
        *(
            ("/it's", "/it's"),
            ("/a'", "/a"),
            ("/'a'", "/'a'"),
            ("/a'b'c'", "/a'b'c"),
            ("/a''", "/a"),
            ("/a'.", "/a"),
        ),
        # brackets
        *(
            ("/a(b)", "/a(b)"),
            ("/a(b", "/a"),
            ("/a)b", "/a)b"),
            ("/a(b(c)d)e", "/a(b(c)d)e"),
            ("/a(b(c)d", "/a"),
            ("/(a)(b)", "/(a)(b)"),
        ),
        *(
            ("/a[b]c", "/a[b]c"),
            ("/a{b}", "/a{b}"),
            ("/a([)]", "/a([)]"),
            ("/a[(b]", "/a"),
            ("/a(b[c)d", "/a"),
            ("/a()", "/a()"),
        ),
        *(
            ("/a[12]", "/a"),
            ("/a[12].", "/a"),
            ("/a[1][2]", "/a"),
            ("/a[1234]", "/a"),
            ("/a[12345]", "/a"),
            ("/a[1a]", "/a"),
        ),
        *(
            ("/?a[1]", "/?a[1]"),
            ("/?a=[12]", "/?a=[12]"),
            ("/a[12]/b", "/a[12]/b"),
            ("/a[/b]", "/a"),
            ("/a.)", "/a"),
            ("/a(b).", "/a(b)"),
        ),
        # HTML entities of delimiters, and character references at the end
        *(
            ("/a&lt;b", "/a"),
            ("/a&gt;", "/a"),
            ("/a&quot;b", "/a"),
            ("/a&#34;", "/a"),
            ("/a&#x3E;b", "/a"),
            ("/a&nbsp;b", "/a"),
        ),
        *(
            ("/a&amp;b", "/a&amp;b"),
            ("/a&amp;", "/a"),
            ("/?a&b;", "/?a&b"),
            ("/a&copy;", "/a"),
            ("/?lt=1&lte;x", "/?lt=1&lte;x"),
        ),
        # another URL glued on
        *(
            ("/a,http://c", "/a"),
            ("/a;http://c", "/a"),
            ("/a|http://c", "/a"),
            ("/a)http://c", "/a"),
            ("/(a)http://c", "/(a)"),
        ),
        *(
            ("/?a,http://c", "/?a,http://c"),
            ("/a/http://c", "/a/http://c"),
            ("/?u=http://c", "/?u=http://c"),
            ("/ahttp://c", "/ahttp://c"),
        ),
        *(
            ("/aHTTPS://c", "/aHTTPS://c"),
            ("/a,HTTPS://c", "/a"),
            ("/*http://c", "/*http://c"),
            ("/é/http://c", "/é/http://c"),
        ),
        *(("/?a=1,2;3|4", "/?a=1,2;3|4"), ("/a,ftp://c", "/a"), ("/a,note://c", "/a,note://c")),
    ],
)
def test_where_a_url_ends(rest: str, end: str) -> None:
    assert ended(rest) == end


@pytest.mark.parametrize(
    ("before", "rest", "end"),
    [
        *(
            ("'", "/a'b", "/a"),
            ("'", "/a", "/a"),
            ("|", "/a|b", "/a"),
            (" ", "/a|b", "/a|b"),
            ("_", "/a_", "/a"),
            ("_", "/a_b_", "/a_b"),
        ),
        *(
            ("~", "/a~", "/a"),
            (" ", "/a~", "/a~"),
            ("*", "/a*", "/a"),
            ("(", "/a)", "/a"),
            ("[", "/a|label]", "/a"),
            ("{", "/a|b}", "/a|b"),
        ),
        *(
            ("|url=", "/a|title=b", "/a"),
            ("| url =", "/a|b", "/a"),
            ("x=", "/a|b", "/a|b"),
            ("__", "/a__", "/a"),
        ),
    ],
)
def test_what_opened_it_may_end_it(before: str, rest: str, end: str) -> None:
    text = before + HOST + rest
    assert text[len(before + HOST) : measured(text, len(before)).end] == end


@pytest.mark.parametrize("mark", TRAILING_PUNCTUATION)
def test_every_trailing_mark_is_taken_off_however_often_it_stands_there(mark: str) -> None:
    for times in (1, 2, 50):
        assert ended("/a" + mark * times) == "/a"
        assert ended(mark * times) == "" or not mark.isascii()


# --- why, and what else ---


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        *(
            ("/a", ""),
            ("/a)", "')' that nothing in the URL opened"),
            ("/a(", "'(' that nothing closes"),
            ("/a[/b]", "a closing BBCode tag"),
        ),
        *(
            ("/a&lt;", "an HTML entity of a delimiter"),
            ("/a,http://c", "another URL"),
            ("/" + "()" * 200, "too many brackets"),
        ),
        *((",", "',' after the host"), (":99999", "an impossible port")),
    ],
)
def test_why_it_ends_is_said(rest: str, why: str) -> None:
    extent = measured(HOST + rest)
    assert (extent.ended.told(extent.sign) if extent.ended else "") == why


@pytest.mark.parametrize(
    ("rest", "alternatives"),
    [
        *(
            ("/a!", ("/a!",)),
            ("/a!.", ("/a!",)),
            ("/a'", ("/a'",)),
            ("/a)", ("/a)",)),
            ("/a)b", ("/a",)),
            ("/a).", ("/a)",)),
        ),
        *(
            ("/a.", ()),
            ("/a", ()),
            ("/a(b", ("/a(b",)),
            ("/a中", ("/a",)),
            ("/中", ()),
            ("/a.中", ()),
            ("/a1中b", ("/a1",)),
        ),
        ("/a&lt;b", ("/a&lt;b",)),
        ("/a|http://example.org/b", ("/a|http://example.org/b",)),
    ],
)
def test_where_else_it_may_end(rest: str, alternatives: tuple[str, ...]) -> None:
    assert measured(HOST + rest).alternatives == tuple(HOST + other for other in alternatives)


def test_another_end_is_not_far_away() -> None:
    assert measured(HOST + "/a(" + "b" * 511).alternatives
    assert not measured(HOST + "/a(" + "b" * 512).alternatives


def test_a_url_without_authority_keeps_its_first_character() -> None:
    text = "news:*"
    assert opaque_extent(text, 0, 5, 6).end == 6
    assert opaque_extent("tel:112.", 0, 4, 8).end == 7
    assert opaque_extent("(tel:112)", 1, 5, 9).end == 8


def test_nothing_without_an_authority() -> None:
    assert measure("http:///a", 0, 7, 9, scheme="http") is None
    assert measure("http://-a", 0, 7, 9, scheme="http") is None


# --- laws ---


@examples(500)
@given(rests_of_urls())
@example("'s[12]")
@example("'s&amp;*")
def test_what_was_measured_measures_the_same_alone(rest: str) -> None:
    text = HOST + "/" + rest
    extent = measured(text)
    assert len(HOST) <= extent.end <= extent.cut <= extent.run <= len(text)
    alone = measured(text[: extent.end])
    assert alone.end == extent.end
    for reading in extent.alternatives:
        assert text.startswith(reading)
        assert reading != text[: extent.end]


@pytest.mark.parametrize(
    ("text", "url", "why"),
    [
        ("mailto:a@b.com", "mailto:a@b.com", ""),
        ("mailto:a@b.com's", "mailto:a@b.com", "after the host"),
        ("mailto:a@b.com/x", "mailto:a@b.com", "after the host"),
        ("mailto:a@b.com,c@d.org?cc=e@f.net", "mailto:a@b.com,c@d.org?cc=e@f.net", ""),
        ("mailto:a@b.com?subject=x/y.", "mailto:a@b.com?subject=x/y", ""),
        ("mailto:a@b.com;MAILTO:c@d.org", "mailto:a@b.com", "another URL"),
        ("mailto:a@b.com吧", "mailto:a@b.com", "after the host"),
        ("mailto:?to=a@b.com", "mailto:?to=a@b.com", ""),
    ],
)
def test_the_end_of_a_mail_url(text: str, url: str, why: str) -> None:
    extent = addressed_extent(text, 0, len("mailto:"), len(text))
    assert text[: extent.end] == url
    assert why in (extent.ended.told(extent.sign) if extent.ended else "")
    assert extent.run == len(text)


# How far a URL reaches by the kind of its scheme, and what is no plausible one.


def opening_of(text: str) -> Opening:
    at = text.find("://")
    if at >= 0:
        found = open_hierarchical(text, at, 0)
    elif ":" in text:
        found = open_opaque(text, text.index(":"), 0)
    else:
        found = open_name(text, text.index("."), 0)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://a.b/c.", "http://a.b/c"),
        ("http://localhost/", "http://localhost/"),
        ("http://", None),
        ("http:///a", None),
        ("http://$HOST/", None),
        ("file:///etc/x,", "file:///etc/x"),
        ("file:////", None),
        ("file:///.", "file:///"),
        ("file://C:/x", "file://C:/x"),
        ("foo:///x", "foo:///x"),
        ("mailto:a@b.c,", "mailto:a@b.c"),
        ("mailto:a@b.c,mailto:d@e.f", "mailto:a@b.c"),
        ("tel:+123;", "tel:+123"),
        ("www.a.com/b!", "www.a.com/b"),
        ("www.a", None),
        ("www.a.1", None),
        ("www.com.de", "www.com.de"),
        ("ftp.a.com", "ftp.a.com"),
        ("ftp.a.txt", None),
        ("ftp.login.org(x)", None),
    ],
)
def test_where_it_ends(text: str, url: str | None) -> None:
    opening = opening_of(text)
    extent = opened_extent(opening, text, opening.start, len(text))
    assert (text[opening.start : extent.end] if extent else None) == url


def test_it_is_measured_in_a_text_that_was_put_together() -> None:
    opening = opening_of("see http://a.b/\nc.html, too")
    extent = joined_extent(opening, "http://a.b/c.html,")
    assert extent is not None
    assert (extent.end, extent.cut) == (17, 18)


@pytest.mark.parametrize("text", ["http://a.b/c)d", "www.a.com/c)d", "mailto:a@b.com?c)d", "file:///c)d"])
def test_a_closer_ends_what_was_put_together_of_pieces_as_nobody_knows_what_was_opened_before_it(
    text: str,
) -> None:
    opening = opening_of(text)
    whole, joined = opened_extent(opening, text, 0, len(text)), joined_extent(opening, text)
    assert whole is not None
    assert joined is not None
    assert (text[: whole.end], text[: joined.end]) == (text, text.removesuffix(")d"))


@interpreted
@examples(300)
@given(
    st.sampled_from(("", "see ", "see _this ", "(", "<", '"', "*", "_", "E<", "=", "\n")),
    st.lists(
        st.sampled_from((*"a1/-_.~?=&#,+$@", "%20", "www.", "WWW.", "=http://", "/http://")), max_size=8
    ),
    st.sampled_from(("a", "1-", "b-", "/-", "1_", "b&", "/&", "")),
    st.sampled_from(("", ">", " ", ")", "(", "<", "\n", '"', "'", "]", "\u3002")),
)
def test_the_commonest_urls_end_where_the_rules_say(
    before: str, parts: list[str], last: str, after: str
) -> None:
    url = f"http://a.example/{''.join(parts)}{last}"
    text = before + url + after
    opening = open_hierarchical(text, text.index("://"), 0)
    assert opening is not None

    def ends() -> tuple[object, object]:
        run = len(before) + len(url)
        return extent.opened_extent(opening, text, opening.start, run), extent.joined_extent(opening, url)

    short = ends()
    with mock.patch.object(extent, "_PLAIN_OPENERS", frozenset()):
        assert ends() == short
