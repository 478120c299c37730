"""Defanged URLs made whole, with a way back for every offset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.builds import interpreted
from support.delimit_strategies import PIECES
from support.laws import examples, tries_all
from support.work import calls_of, peak_of
from urlglean.delimiting.names.refang import refang
from urlglean.delimiting.stream import delimit


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        # schemes
        *(
            ("hxxp://a", "http://a"),
            ("hxxps://a", "https://a"),
            ("hXXp://a", "http://a"),
            ("HXXPS://a", "https://a"),
            ("htxp://a", "http://a"),
        ),
        *(
            ("h**p://a", "http://a"),
            ("12hxxp://a", "12http://a"),
            ("看hxxp://a", "看http://a"),
            ("_hxxp://a_", "_http://a_"),
            ("h**ps://a", "https://a"),
            ("hxxp[:]//a", "http://a"),
            ("hxxps[://]a", "https://a"),
            ("http[:]//a", "http://a"),
        ),
        *(
            ("hxxp:\\/\\/a", "http://a"),
            ("http:[//]a", "http://a"),
            ("http:[/][/]a", "http://a"),
            ("ftp[:]//a", "ftp://a"),
        ),
        # dots
        *(
            ("a[.]b", "a.b"),
            ("a(.)b", "a.b"),
            ("a{.}b", "a.b"),
            ("a[dot]b", "a.b"),
            ("a(dot)b", "a.b"),
            ("a{DOT}b", "a.b"),
            ("a [dot] com", "a.com"),
        ),
        *(
            ("a[.b", "a.b"),
            ("a.]b", "a.b"),
            ("a\\.b", "a.b"),
            ("a[punkt]b", "a.b"),
            ("a[.]b[.]c", "a.b.c"),
            ("1[.]2[.]3[.]4", "1.2.3.4"),
        ),
        # at signs, slashes, colons
        *(
            ("a[@]b.de", "a@b.de"),
            ("a[at]b.de", "a@b.de"),
            ("a (at) b.de", "a@b.de"),
            ("a{AT}b.de", "a@b.de"),
            ("a[.]b[/]c", "a.b/c"),
            ("a[:]//b", "a://b"),
        ),
        *(
            ("a[:]80", "a:80"),
            ("2001[:]db8[::]1", "2001:db8::1"),
            ("http:\\/\\/a\\/b\\/", "http://a/b/"),
            ("http:\\\\a", "http://a"),
            ("a<at>b<dot>de", "a@b.de"),
            ("a -at- b -dot- de", "a@b.de"),
            ("a_at_b_dot_de", "a@b.de"),
            ("a @ b.de", "a@b.de"),
        ),
        # more of schemes
        *(
            ("hxxp:\\\\a", "http://a"),
            ("hxxp[:][/][/]a", "http://a"),
            ("hxxp:// a[.]b", "http://a.b"),
            ("http:// a[.]b", "http://a.b"),
            ("hxxps__a", "https://a"),
            ("hxxxp://a", "http://a"),
            ("fxp://a", "ftp://a"),
        ),
        # dots with blanks around them, or brackets of other widths
        *(
            ("a [.] com", "a.com"),
            ("a[.] com", "a.com"),
            ("1 [.] 2 [.] 3 [.] 4", "1.2.3.4"),
            ("a［.］com", "a.com"),
            ("a[．]com", "a.com"),
        ),
        # words alone
        *(
            ("joe at b dot com", "joe@b.com"),
            ("joe dot doe at b dot co dot uk", "joe.doe@b.co.uk"),
            ("Joe AT b DOT com", "Joe@b.com"),
            ("<joe at a.com>", "<joe@a.com>"),
            ("e-mail: joe at a.com", "e-mail: joe@a.com"),
            ("www dot a dot com", "www.a.com"),
            ("evil dot com", "evil.com"),
        ),
        # the parts of :// in brackets, or with blanks or hyphens between them
        *(
            ("http(:)//a", "http://a"),
            ("http(://)a", "http://a"),
            ("http[:/]/a", "http://a"),
            ("http:/[/]a", "http://a"),
            ("http[:][//]a", "http://a"),
            ("http:{/}{/}a", "http://a"),
            ("http:/ /a.com", "http://a.com"),
            ("ht-tp://a", "http://a"),
            ("h-t-t-ps://a", "https://a"),
        ),
        # brackets that Markdown escapes
        *(
            ("hxxp\\[:\\]//a\\[.\\]b", "http://a.b"),
            ("hxxp\\[://]a\\[.]b\\[/\\]c", "http://a.b/c"),
            ("a\\[@\\]b\\[dot\\]de", "a@b.de"),
        ),
        # half pairs, a letter for the word, a label in brackets, a blank before the last one
        *(
            ("a[@b.de", "a@b.de"),
            ("a@]b.de", "a@b.de"),
            ("a[d]b[d]com", "a.b.com"),
            ("[www].a[.]b", "www.a.b"),
            ("(WWW)[.]a.b", "WWW.a.b"),
            ("http://a. com", "http://a.com"),
            ("a.[com]", "a.com"),
            ("a(.com", "a.com"),
            ("a.)org", "a.org"),
            ("a[[.]]b", "a.b"),
            ("a[ .]b((dot))c", "a.b.c"),
            ("ttps://a.com", "https://a.com"),
        ),
        # backslashes for slashes
        *(
            ("hxxp:\\\\a[.]b\\c\\d", "http://a.b/c/d"),
            ("http[:]\\\\a.b\\nc", "http://a.b/nc"),
            ("http:\\\\a.b\\n", "http://a.b\\n"),
        ),
        # all of it
        ("hxxps[:]//www[.]example[.]com[/]a", "https://www.example.com/a"),
        ("joe [at] example (dot) com", "joe@example.com"),
    ],
)
def test_what_is_meant(written: str, meant: str) -> None:
    assert refang(written).text == meant
    assert refang(f"see {written}!").text == f"see {meant}!"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "a.b",
            "http://a.b/",
            "a[b]c",
            "[1]",
            "[a](b)",
            "(see)",
            "polka dot dress",
            "meet at noon",
            "hxxp",
            "hxxp a",
            "xhxxp://a",
            "[:]",
        ),
        *(
            "a [.",
            "(dots)",
            "[att]",
            "a. b",
            "[/url]",
            "a [dot] b",
            "a (at) b",
            "x(at)y",
            "a -at- b",
            "(at)",
            "(.",
        ),
        *(
            "see you at a.com",
            "look at a dot com",
            "the dot com boom",
            "a red dot in the middle",
            "joe at a.com",
        ),
        *(
            "evil dot com companies",
            "work dot matrix",
            "http:// and",
            "file_at_a",
            "http:\\",
            "(dot) (at) dot at",
            "http://[::1]/",
            "x[d]y",
            "f[d].com",
            "see http://a. Com and http://a. comments",
            "[www] a",
            "C:\\\\a.b\\c",
            "a -p: b",
            "f(.computed) and (see a.)comes",
            "attp://a.com",
            "a.[ch] and b.{com}",
            "[(*|.*[/\\])(b)",
        ),
    ],
)
def test_what_stands_as_it_is(text: str) -> None:
    assert refang(text).text == text


def test_the_way_back() -> None:
    text = "see hxxps[:]//a[.]b/c now"
    whole = refang(text)
    assert whole.text == "see https://a.b/c now"
    start, end = whole.text.index("https"), whole.text.index(" now")
    assert whole.span(start, end) == (4, text.index(" now"))
    dot = whole.text.index(".")
    assert text[slice(*whole.span(dot, dot + 1))] == "[.]"
    assert whole.offset(whole.origin(dot)) == dot
    assert whole.origin(0) == 0
    assert whole.span(0, len(whole.text)) == (0, len(text))


@examples(400)
@given(
    st.lists(
        st.sampled_from((*PIECES, "[.]", "(dot)", " [at] ", "hxxp", "[:]//", "[/]", "\\.")), max_size=16
    ).map("".join)
)
def test_every_offset_finds_its_way_there_and_back(text: str) -> None:
    whole = refang(text)
    for offset in range(len(whole.text)):
        origin, end = whole.span(offset, offset + 1)
        assert 0 <= origin < end <= len(text)
        assert whole.offset(origin) == offset
    origins = [whole.origin(offset) for offset in range(len(whole.text) + 1)]
    assert origins == sorted(origins)
    positions = [whole.offset(origin) for origin in range(len(text) + 1)]
    assert positions == sorted(positions)
    assert positions[-1] == len(whole.text)
    if whole.text == text:
        assert origins == positions == list(range(len(text) + 1))


@pytest.mark.parametrize(
    ("text", "raw", "url"),
    [
        ("see hxxp://a[.]com/x.", "hxxp://a[.]com/x", "http://a.com/x"),
        ("(hxxps[:]//a(dot)com)", "hxxps[:]//a(dot)com", "https://a.com"),
        ("hxxp://a[.]com[.]", "hxxp://a[.]com", "http://a.com"),
        ("www[.]example[.]com[/]x", "www[.]example[.]com[/]x", "www.example.com/x"),
        ("hxxp://a[.]com,hxxp://b[.]com", "hxxp://a[.]com", "http://a.com"),
    ],
)
def test_a_candidate_stands_where_it_was_written(text: str, raw: str, url: str) -> None:
    found = next(delimit(text, refang=True))
    assert (found.raw, found.text) == (raw, url)
    assert text[found.spans[0].start : found.spans[0].end] == raw


def test_nothing_is_made_whole_unless_asked() -> None:
    assert [found.text for found in delimit("hxxp://a[.]com and http://b.com[.]")] != [
        "http://a.com",
        "http://b.com",
    ]


def test_very_many_tokens_take_little_memory() -> None:
    text = " [.] " * (30_000 if tries_all() else 20_000)
    refang(text[:500])  # what it compiles is kept
    assert peak_of(lambda: refang(text)) < 30 * len(text)


@interpreted
@pytest.mark.parametrize(("one", "calls"), [("a[.]b ", 28), ("[.]", 20), ("1[.]2[.]3[.]4\n", 75)])
def test_dots_in_brackets_take_few_calls(one: str, calls: int) -> None:
    refang(one)  # what is made once is made
    assert calls_of(lambda: refang(one * 100)) / 100 <= calls
