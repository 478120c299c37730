"""The short way for plain URLs says what the rules say, and hands on what it found in batches."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.builds import interpreted
from support.delimit_laws import by_the_rules
from support.laws import examples
from support.work import CountedText, Counter, calls_of
from urlglean.candidate import Candidate
from urlglean.delimiting.plain import between_blanks, patterns_of
from urlglean.delimiting.scanner import Options
from urlglean.delimiting.shortcut import BATCH
from urlglean.delimiting.stream import delimit, delimit_in_batches

LARGEST_OF_PYTHONS_OWN = 512
"""Larger objects come from the system's allocator, which takes longer, in bytes."""
LEADS = (
    *("", "x ", "see ", "see\n", "(", "(see ", "see (", "<", "< ", '"', "=", "url=", "](", "[", "[ ", "|"),
    *("URL: ", "URL:", "x: ", "\n\n", "\n  ", "\n> ", "> ", "x,", "«", "'", "*", "_", "ab>", "Jim> ", "# "),
    *(
        "看",
        "の",
        "ー",
        "한",
        "(见",
        "«",
        "»",
        "“",
        "„",
        "‘",
        "「",
        "（",
        "see: ",
        "x:\n",
        "Uri: ",
        "curl: ",
        "wget ",
        " +",
        "x+",
        "[x](",
        "x](",
    ),
    *("  ", "\t", "http://a.org/", "\r", "a/", "@", "-- \n", "é"),
    *(
        "{",
        "1;",
        "&lt;",
        "`",
        "**",
        "[1]",
        "| x |\n|--|\n| y | ",
        "x = {",
        "\\url{",
        "\\href{",
        "@url{",
        "[url]",
        "[url=",
        "+--+\n| [x](",
        "[[",
        "![",
        "]",
        "1,",
        "x==",
        "(URL: ",
        "* URL: ",
        "1) URL: ",
        "\n * ",
        "/* ",
    ),
    *("x  ", "x     ", "x\t  ", "see:  ", "URL:  ", "<   ", "[  ", "«  ", "x\n\n    ", "<\n\n  ", "| x   "),
)
SCHEMES = ("http://", "https://", "ftp://", "www.")
ODD_SCHEMES = (
    "http:",
    "ftp.",
    "mailto:a@b.org",
    "file:/x",
    "HTTP://",
    "git://",
    "git+https://",
    "Https://",
    "xhttp://",
    "URL:",
    "www.www.",
    "irc://",
    "drawer://",
    "sip:joe@",
    "doi:10.1000/",
)
HOSTS = ("example.com", "a.b.c.d.example.org", "ex-am-ple.co.uk", "example.com:80", "localhost", "1.2.3.4")
ODD_HOSTS = (
    *(
        "x--y.de",
        "xn--a.org",
        "a" * 70 + ".com",
        "a.1",
        "example.com:99999",
        "a-.com",
        "-a.com",
        "example.com.",
    ),
    *(
        "a" * 18 + "." + "b" * 18 + ".com",
        ("a" * 60 + ".") * 4 + "com",
        "x.y",
        "user@host.org",
        "me:pw@a.b.org:80",
        "a.example,b@c.org",
        "exämple.org",
        "www.bücher.de",
    ),
    *(("-".join(("a" * 17, "b" * 17, "c" * 17)) + ".") * 4 + "com", "A.COM", "a_b.com", "a..b.com"),
)
PATHS = (
    *(
        "",
        "/",
        "/x",
        "/a/b.html",
        "/a.ht",
        "/wiki/X_(y)",
        "/a;b=1",
        "/?q=1&lt;x",
        "/?a=1&b=2;",
        "/a&&b",
        "/?a&&b",
        "/a;sh",
        "/a&amp;b",
    ),
    *("/100%", "/%C3%A9", "/x-", "/x_", "/x=", "/x&", "/x~", "/x#f", "/a.b.c", "/" + "long-" * 8, "/a(b"),
    *("/a)b", "/a((b))c", "/a[1]", "/it's", "/a:b", "/a|b", "/a*", "/a!", "/a?", "/a..", "/a,,b", "/é"),
)
ENDS = (
    *(
        "\nLabel: x",
        "\nLabel:\n",
        "\n-- \nx",
        "\n--x",
        "\n* x",
        "\n* http://a.org/",
        "\n<http://a.org/>",
        "  \n",
    ),
    *(" and", " ", ". The", ".", ",", ", the", "; x", ";", ": x", ":", "\n", "\nand more\n", "\nthe "),
    *(
        "\n\nNew",
        "\r\nand so",
        "\r\n",
        "\n  indented and",
        "\n> quoted so",
        "\n- list a",
        "\n1. list",
        "\nml and",
    ),
    *("\nhtml is", "\nfoo/bar baz", "\n\f\n", "\n[Page 3]\n", " \nand so", ".\nThe next", ",\nwhich was"),
    *(
        "\nb. x",
        '\n"so',
        "\nÜber die",
        ")",
        ") and",
        ").",
        "),\nso",
        "))",
        ">",
        "> x",
        '"',
        '" x',
        "]",
        "' x",
    ),
    *(
        "] x",
        "].\nSo",
        "]\n",
        "][x]]",
        "]:",
        ")](http://b.org/c)",
        ") | x |",
        ")|x'",
        "][x y]]",
        "]x[/url]",
        "[/url]",
        "[/url][/b]",
        "}{x y}",
        "},\n",
        "} x",
        "}",
        "}}",
        ",x",
        "\nurl = x",
        "\n2) http://b.org/",
        "\n2. http://b.org/",
        "\n[2]http://b.org/",
        "` x",
        "* x",
        "_ x",
        "? x",
        "! x",
        " | x |",
        ' "x") y',
        ",b\n3,http://b.org/,c",
        ";b",
        ";b)",
        "\n# and so",
        "\nb|http://b.org/",
        '\nb|"http://b.org/',
        "\nb,http://b.org/",
        "\nb: http://b.org/",
        "\n> [2]: http://b.org/",
        "\n- http://b.org/",
        "\n * and so",
    ),
    *("|", "| x", "\t", "  x", "   \n", "…", "。", "\u00a0x", "\u200bx", "!", "?", "!\nNow it", "\nrst so"),
    *(
        "»",
        "» x",
        "”",
        "“,",
        "’",
        "」",
        "』",
        "）",
        "。",
        "、x",
        "，",
        "！",
        "？x",
        "；",
        "：x",
        "«",
        ')"',
        ")看",
        ")看守x，里",
        ")é x",
        ") \n/b)",
        "))\n",
        ")).\n",
        "</a>",
        "</a> x",
        "</",
        "',",
        "');\n",
        "'} x",
        "'\n'b",
        "'>x",
        "\n>\n",
        "\n> > \n",
        "\n____",
        ";-)",
        "-) x",
        ":-)",
    ),
)


ASKED = (
    Options(schemeless=True),
    Options(emails=True),
    Options(schemeless=True, emails=True, network_path=True),
)


def mostly(common: tuple[str, ...], odd: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(common), st.sampled_from(common), st.sampled_from(common + odd))


URLS = st.tuples(mostly(SCHEMES, ODD_SCHEMES), mostly(HOSTS, ODD_HOSTS), st.sampled_from(PATHS)).map("".join)
PIECES = st.tuples(st.sampled_from(LEADS), URLS, st.sampled_from(ENDS)).map("".join)
ADDRESSES = st.tuples(
    st.sampled_from(("<", "[", '"', "URL:<", "\\<", "[[", "x ", "«")),
    st.sampled_from(("mailto:", "mailto:", "MAILTO:", "mailto: ", "xmailto:")),
    st.sampled_from(("joe@", "a.b-c+d@", "joe at ", "a..b@", "é@", "joe%20x@", "joe @", ".a@")),
    mostly(HOSTS, ODD_HOSTS),
    st.sampled_from(
        (">", " x", " |", "]", '"', ">>", '"\n"x', "?subject=x>", "> and", "]\n", "\n>", " >", "<b>", "")
    ),
).map("".join)
IDENTIFIERS = st.tuples(
    st.sampled_from(('xmlns:o="', 'src="', '"', '\\"', "'", "<", "[", '"URL:', "x ")),
    st.sampled_from(("urn:", "mid:", "cid:", "xurn:", "CID:", "urn:urn:", "tel:", "urn:tel:")),
    st.sampled_from(
        (
            "a-b:c:d",
            "a@b.example",
            "p1.A$B@c-d",
            "uuid:6e8bc430-9c3b",
            "a@b@c",
            "a:b/c",
            "ab:.",
            "-a:b@c",
            "a",
            "+49-30-12",
            "12:30",
            "1-",
        )
    ),
    st.sampled_from(
        (
            " x",
            " | x",
            '"',
            '"',
            '" ',
            '">',
            '".',
            '"\n  alt="',
            '"\n"x"',
            '" +\n"x"',
            '"\r\nid=x',
            '"\n\n',
            '."',
            '-"',
            "'",
            ">",
        )
    ),
).map("".join)
PROSE = st.lists(st.sampled_from(("and", "The", "of", "x1", "which,", "(but)", "bar/baz", "\n")), max_size=9)
TEXTS = st.lists(
    st.one_of(PIECES, PIECES, PIECES, ADDRESSES, IDENTIFIERS, PROSE.map(" ".join)), max_size=5
).map("".join)


def said(candidates: Iterator[Candidate]) -> list[tuple[object, ...]]:
    return [(found.text, found.start, found.end, found.facts) for found in candidates]


@examples(600)
@given(TEXTS, st.sampled_from(("\n", "\r\n")))
def test_the_short_way_says_what_the_rules_say(text: str, line_end: str) -> None:
    text = text.replace("\n", line_end)
    assert said(delimit(text)) == said(by_the_rules(text, Options()))


@examples(600)
@given(TEXTS, st.sampled_from(ASKED))
def test_it_says_so_whatever_else_is_asked_for(text: str, asked: Options) -> None:
    found = delimit(text, schemeless=asked.schemeless, emails=asked.emails, network_path=asked.network_path)
    assert said(found) == said(by_the_rules(text, asked))


@pytest.mark.parametrize("lead", LEADS)
def test_it_says_so_before_a_sign_that_is_the_last_one(lead: str) -> None:
    for url in ("http://a.example/x", "http://a.example", "mailto:a@b.example", "urn:isbn:1"):
        for end in {end[0] for end in ENDS}:
            text = lead + url + end
            assert said(delimit(text)) == said(by_the_rules(text, Options()))


MARGINS = (
    "",
    "",
    "> ",
    ">> ",
    "> > ",
    "  ",
    "\t",
    "| ",
    "JD> ",
    "# ",
    "* ",
    "see ",
    "> see ",
    "x\\",
    "URL:",
    "\r\n> ",
)
BREAKS = (
    "\n",
    "\n",
    "\n ",
    "\r\n",
    " \n",
    "-\n",
    "=\n",
    "+\n",
    "'\n",
    "|\n",
    "\n\n",
    "\n\f\n",
    "\u2010\n",
    ";\n",
    "\\\n",
)
RESTS = (
    *(
        "b/c.html",
        "/b?c=d",
        "b",
        "b-",
        "b|c",
        "b:80",
        "b c",
        "é",
        "a@b.org",
        "www.b.org",
        "WWW.b.org",
        "ftp.b.org",
    ),
    *(
        "http://b.org/",
        "mailto:a@b.org",
        "//b",
        "b)",
        "b\\c",
        "",
        "b;c",
        "b=",
        "www",
        "1",
        "[b]",
        "b&amp;c",
        "b\nc/d",
    ),
)
CLOSERS = (
    ">",
    ">",
    ">",
    "> and",
    ">.",
    ">\n\n\f",
    "> [Page 3]\n\f\n",
    "  Page 3\n> x",
    "",
    " >",
    "\n>",
    ">\n> x",
    "<b>",
)


@examples(600)
@given(
    *(st.sampled_from(MARGINS), mostly(SCHEMES, ODD_SCHEMES), st.sampled_from(HOSTS), st.sampled_from(PATHS)),
    *(st.sampled_from(BREAKS), st.one_of(st.none(), st.sampled_from(MARGINS))),
    *(st.sampled_from(RESTS), st.sampled_from(CLOSERS)),
)
def test_the_short_way_says_the_same_of_what_is_broken_in_angle_brackets(
    margin: str,
    scheme: str,
    host: str,
    path: str,
    line_break: str,
    other: str | None,
    rest: str,
    end: str,
) -> None:
    text = (
        f"It reads:\n{margin}<{scheme}{host}{path}{line_break}{margin if other is None else other}{rest}{end}"
    )
    assert said(delimit(text)) == said(by_the_rules(text, Options()))


@interpreted
def test_a_plain_url_broken_in_angle_brackets_takes_few_steps() -> None:
    text = "> <http://a.example/b/\n> c.html>\n\n" * 50
    list(delimit(text))  # what is made once is made
    assert 3 * calls_of(lambda: list(delimit(text))) < 2 * calls_of(
        lambda: list(by_the_rules(text, Options()))
    )


@interpreted
@pytest.mark.parametrize(
    "one",
    [
        "Joe <mailto:joe@example.org> ",
        "Joe [mailto:joe.b@example.org]\n",
        "<mailto:joe at example.org>;",
        '<html xmlns:v="urn:schemas-microsoft-com:vml">',
        '<blockquote\n  cite="mid:4D2F.60@example.org"\n  type="cite">',
        '<a\n  href="http://a.example/b"\n  target="_blank">',
        "<b>http://a.example/b</b>",
        "f('http://a.example/b', 1)\n",
        "x ([#1](http://a.example/b/1)).\n",
        "<http://a.example/b ",
        "http://a.example/b/\n",
        "* http://a.example/b  \n",
        "1\thttp://a.example/b\tc\n",
        "[http://a.example/b c]\n",
        "[![c](http://a.example/b.svg)](http://a.example/b)\n",
        "| c | [d](http://a.example/b) | e |\n",
        "[[http://a.example/b][c]]\n",
        "[url]http://a.example/b[/url]\n",
        "[url=http://a.example/b]c d[/url]\n",
        "\\url{http://a.example/b} and \\href{http://a.example/b}{c}\n",
        "see HTTP://A.EXAMPLE/B and HTTPS://a.example, the\n",
        "see http://joe:pw@a.example:80/b and http://joe@a.example, too\n",
        "see http://bücher.example/b and http://www.bücher.example, too\n",
        "[12:00] <joe> http://a.example/b/c\n",
        "URL:http://a.example/b [1/2]\n",
        "url: http://a.example/b\n",
        "c|http://a.example/b\n",
        "[1]http://a.example/b\n",
        "2;http://a.example/b;c\n",
        "to mailto:joe@example.org or so\n",
        "call tel:+49-30-1234567 or so\n",
        "see urn:isbn:0451450523 or so\n",
        "see irc://a.example/b or ws://a.example:80 now\n",
        "see doi:10.1000/b or sip:joe@a.example now\n",
        "| c | http://a.example/b | d |\n",
        "see `http://a.example/b`, *http://a.example/b* or _http://a.example/b_ now\n",
        "is it http://a.example/b? or http://a.example/b! then\n",
        '[c](http://a.example/b "d")\n',
        "see http://a.example/b:c?d=e:f&g=h now\n",
        "see git://a.example/b.git or git+https://a.example/b.git now\n",
        "2,http://a.example/b,c\n",
        "> see http://a.example/b\n> and so on\n",
        "3. http://a.example/b\n",
        "at http://localhost:8080/b or http://printer/ \n",
        "+http://a.example/b\n",
        "-http://a.example/b.\n",
    ],
)
def test_what_fills_a_pair_or_stands_alone_takes_few_steps(one: str) -> None:
    text = one * 50
    list(delimit(text))  # what is made once is made
    assert 2 * calls_of(lambda: list(delimit(text))) < calls_of(lambda: list(by_the_rules(text, Options())))


def test_nothing_is_copied_of_what_stands_before_a_scheme() -> None:
    text = CountedText("x" * 10_000 + "object:os.a b")
    text.counter = Counter()
    assert between_blanks(text, text.index(":"), 0) is None
    assert text.counter.work < 100


def test_a_match_is_a_small_object() -> None:
    for pattern in (*patterns_of(is_ascii=True), *patterns_of(is_ascii=False)):
        found = re.compile(f"{pattern.pattern}|x").search("x")
        assert sys.getsizeof(found) <= LARGEST_OF_PYTHONS_OWN


@interpreted
def test_lines_of_dos_take_as_few_steps() -> None:
    text = (
        "> see http://a.example/b\n> and so on, ([#1](http://a.example/1)).\n\nhttp://a.example/c\n\n"
        'I saw http://a.example/d.\nThe end (http://a.example/e)\n"http://a.example/f"\n'
    ) * 50
    of_dos = text.replace("\n", "\r\n")
    assert [found.text for found in delimit(of_dos)] == [found.text for found in delimit(text)]
    of_unix = calls_of(lambda: [found.line for found in delimit(text)])
    assert 20 * calls_of(lambda: [found.line for found in delimit(of_dos)]) < 21 * of_unix


@interpreted
@pytest.mark.parametrize("asked", [{"schemeless": True}, {"emails": True}, {"network_path": True}])
def test_a_plain_url_is_one_match_where_names_are_asked_for(asked: dict[str, bool]) -> None:
    text = "http://a.example/b " * 200
    list(delimit(text, **asked))  # type: ignore[arg-type]  # what is made once is made
    by_rules = calls_of(lambda: list(by_the_rules(text, Options(**asked))))
    assert 2 * calls_of(lambda: list(delimit(text, **asked))) < by_rules  # type: ignore[arg-type]  # keywords of several types


@examples(100)
@given(TEXTS, TEXTS, st.integers(-90, 90))
def test_a_batch_ends_nowhere_that_shows(before: str, text: str, shift: int) -> None:
    whole = before + "\n\n" + "x" * (BATCH - len(before) - 2 + shift) + " " + text
    assert said(delimit(whole)) == said(by_the_rules(whole, Options()))


LINE = "see http://example.com/a and www.example.org, " + "x" * 200 + "\n"


@pytest.mark.parametrize("options", [{}, {"schemeless": True}, {"schemes": frozenset({"http"})}])
def test_what_is_found_comes_in_batches_soon_and_in_order(options: dict[str, object]) -> None:
    text = LINE * 2000
    batches = delimit_in_batches(text, **options)
    first = next(batches)
    assert first[0].start == 4
    assert first[-1].end < 2 * BATCH
    rest = [found for batch in batches for found in batch]
    assert [found.start for found in (*first, *rest)] == [found.start for found in delimit(text, **options)]  # type: ignore[arg-type]  # keywords of several types
    assert len(first) + len(rest) == 4000


def test_a_stream_gives_what_is_found_early_early() -> None:
    taken = 0

    def supply() -> Iterator[str]:
        nonlocal taken
        for _ in range(20_000):
            taken += len(LINE)
            yield LINE

    first = next(delimit(supply()))
    assert first.text == "http://example.com/a"
    assert taken < 10 * BATCH
