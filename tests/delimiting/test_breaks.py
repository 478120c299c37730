"""What is seen at a line break behind a bare URL, and where nothing can go on."""

from __future__ import annotations

import re

import pytest

from support.delimit_laws import find_break
from urlglean.delimiting.joining.breaks import Break

LONG = "It was a dark and stormy night when somebody posted a link that was too long"


def look(text: str) -> Break | None:
    """Look at the break behind the first line of the first URL of a text."""
    found = re.search(r"http://[^\s]*", text)
    assert found is not None
    return find_break(text, found.start(), [found.span()])


@pytest.mark.parametrize(
    ("text", "token"),
    [
        *(
            ("http://a/b\nc d", "c"),
            ("http://a/b\r\nc", "c"),
            ("http://a/b\rc", "c"),
            ("http://a/b \nc", "c"),
            ("http://a/b\n   c", "c"),
        ),
        *(
            ("> http://a/b\n> c", "c"),
            ("> > http://a/b\n> > c", "c"),
            ("> http://a/b\nc", "c"),
            ("| http://a/b |\n| c |", "c"),
        ),
        *(
            ("# http://a/b\n# c", "c"),
            (" * http://a/b\n * c", "c"),
            (" * http://a/b\n   c", "c"),
            ("http://a/b\n/", "/"),
            ("http://\nsvn.a.com", "svn.a.com"),
        ),
        *(
            ("http://a/b\n\n\nDoe  Inf  [Page 3]\n\f\nRFC 1  T  May 2000\n\nc/d", "c/d"),
            ("http://a/b\n=", "="),
            ("http://a/b\nx.html)", "x.html)"),
            ("> > http://a/b\n> >c", "c"),
            ("> >\n> http://a/b\n> >c", "c"),
            ("(http://a/b\n2)", "2)"),
        ),
    ],
)
def test_the_token_behind_a_break(text: str, token: str) -> None:
    found = look(text)
    assert found is not None
    assert (found.token, text[found.start : found.end]) == (token, token)


@pytest.mark.parametrize(
    "rest",
    [
        *(
            "",
            " ",
            "\n",
            "\n\nc",
            "\n \nc",
            " c",
            "\nhttp://c",
            "\nwww.c.com",
            "\n<c",
            "\nmailto:c@d.e",
            "\n<URL:http://c>",
            "\nfoo,http://c",
        ),
        *(
            "\n----",
            "\n====",
            "\n____",
            "\n***",
            "\n--",
            "\n1. c",
            "\n(a) c",
            "\n- c",
            "\n* c",
            "\n[1] c",
            "\nSubject: c",
            "\n.PP",
            "\n> c",
            "\n| c",
        ),
        *(
            "/\n/c",
            "/\n/",
            "\n?",
            "\n? C",
            "\n2)",
            "\n+49-30-1234",
            "\n+1",
            "\nHTTP/1.1 200 OK",
            "\nann@desk:~/src$ ls",
            "\nann@desk:/# ls",
            "\n093a:2700",
        ),
        *("\n)", "\n.", "\n...", "\nc => d", "\nname := d", "\n\u201cc", "\n\t\n"),
    ],
)
def test_where_nothing_can_go_on(rest: str) -> None:
    assert look("see http://a/b" + rest) is None


@pytest.mark.parametrize("rest", ["", "\n", "\r\nc", "> \nc", "\t \n> c", "|\n> c", "> > |"])
def test_a_line_of_nothing_but_marks_goes_on_with_nothing(rest: str) -> None:
    assert look(f"> http://a/b\n{rest}") is None


@pytest.mark.parametrize(
    "text",
    [
        "> http://a/b\n> > c",
        "> http://a/b\n>\n> c",
        "| http://a/b |\nc",
        "# http://a/b\nc",
        "> http://a/b\n> >c",
        "> > x\n> http://a/b\n> > c",
        "> > x\n\n> http://a/b\n> >c",
    ],
)
def test_another_margin_is_another_text(text: str) -> None:
    assert look(text) is None


def test_what_is_measured_at_a_break() -> None:
    text = f"{LONG}\n> q\n\n> {LONG}:\n> (see http://example.com/abc \n> def) and more\n> then\n"
    found = look(text)
    assert found is not None
    assert found == Break(
        before="http://example.com/abc",
        token="def)",  # noqa: S106  # no secret: what stands on the next line
        start=text.index("def)"),
        end=text.index("def)") + 4,
        following=" and more",
        length=len("> (see http://example.com/abc"),
        next_length=len("> def) and more"),
        longest=len(LONG) + 3,
        flowed=True,
        opened=")",
        lone=False,
        unmarked=False,
        pieces=1,
        outdented=False,
        ends=False,
        margin=2,
        widest=len(LONG) + 3,
        amid=True,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("http://a/b\nc", {"lone": True, "ends": True, "following": "", "longest": 0, "flowed": False}),
        ("(http://a/b\nc", {"lone": True, "opened": ")"}),
        ("see (a) http://a/b\nc", {"lone": False, "opened": ""}),
        ("    http://a/b\nc", {"outdented": True}),
        ("    http://a/b\n    c", {"outdented": False}),
        ("    see http://a/b\nc", {"outdented": False}),
        ("    one\n    see http://a/b\nc", {"outdented": True}),
        ("    one\n\n    see http://a/b\nc", {"outdented": False}),
        ("one\n    see http://a/b\nc", {"outdented": False}),
        ("> http://a/b\nc", {"unmarked": True, "outdented": False}),
        (">> http://a/b\n> c", {"unmarked": True, "stray": False}),
        (">> http://a/b\n> c\n>> d", {"unmarked": True, "stray": True}),
        ("> | http://a/b\n> c", {"unmarked": True}),
        ("(http://a/b\nc)", {"opened": ")", "embraced": True}),
        ("(see http://a/b\nc)", {"opened": ")", "embraced": False}),
        (f"see http://a/{'b' * 60}\nc\ngoes on", {"stray": True}),
        (f"see http://a/{'b' * 60}\nc\nGoes on", {"stray": False}),
        (f"see http://a/{'b' * 60}\nc\nd1.html", {"stray": False}),
        (f"see http://a/{'b' * 60}\nc\n{'d' * 80}", {"stray": False}),
        (f"see http://a/{'b' * 60}\nc d\ngoes on", {"stray": False}),
        ("   http://a/b\n   c", {"margin": 3, "indent": 3}),
        (">  http://a/b\n>  c", {"margin": 3, "indent": 0}),
        ("> one two three four\n>\n> http://a/b\n> c\n\none two", {"longest": 0, "widest": 20}),
        ("> one two\n>\n> http://a/b\n> c\n\none two three", {"longest": 0, "widest": 0}),
        ("> one two\n>\n> http://a/b\n> c d\n\none two three", {"longest": 0, "widest": 0}),
        ("   one two three\n\n   http://a/b\n   c d\n\none two three", {"longest": 0, "widest": 16}),
        ("  one two\n\n  http://a/b\n  c d\n\none two three", {"longest": 0, "widest": 0}),
        ("one two\n\nhttp://a/b\nc d\ne f", {"longest": 3, "widest": 3}),
        ("> onetwothreefour\n>\n> http://a/b\n> c\n>\n>> d e f g h", {"widest": 0}),
        ("http://a/b  \nc", {"flowed": False}),
        ("http://a/b\nc\n\nd", {"ends": True}),
        ("http://a/b\nc\nd", {"ends": False}),
        ("> http://a/b\n> c\nd", {"ends": True}),
        ("| http://a/b |\n| c  d |\n", {"following": "  d"}),
        ("> http://a/b\n>c", {"glued": True, "outdented": False}),
        ("> http://a/b\n>c\n> d", {"glued": True}),
        ("> http://a/b\n>c\n>d", {"glued": False}),
        (">http://a/b\n>c", {"glued": False}),
        ("> http://a/b\n> c", {"glued": False}),
        ("> > http://a/b\n> >c", {"glued": True}),
        ("http://a/b\nc", {"glued": False, "cell": False}),
        ("one two  http://a/b\nc", {"cell": True}),
        ("one\thttp://a/b\nc", {"cell": True}),
        ("one two http://a/b\nc", {"cell": False}),
        ("one two:   http://a/b\nc", {"cell": False}),
        ("[1]  http://a/b\nc", {"cell": False}),
        ("  http://a/b\nc", {"cell": False, "amid": False}),
        ("see http://a/b\nc", {"amid": True}),
        ("Source: http://a/b\nc", {"amid": False}),
        ("[1] http://a/b\nc", {"amid": False}),
        ("url = http://a/b\nc", {"amid": False}),
        ("> (http://a/b\n> c", {"amid": False}),
    ],
)
def test_one_thing_seen_at_a_break(text: str, facts: dict[str, object]) -> None:
    found = look(text)
    assert found is not None
    assert {name: getattr(found, name) for name in facts} == facts


@pytest.mark.parametrize("margin", ["", "  ", "> ", "> > ", ">", "\t"])
@pytest.mark.parametrize(
    "below",
    [
        *(
            "c",
            "c ",
            "c/d e",
            "c d \t",
            "c/d?e=f&g|h)",
            "c<d> e",
            'c"d',
            "c`d",
            "c\\x2fd",
            "c\u3002d",
            "c\u00e9/d",
        ),
        *(
            "JD> c/d",
            "abcdefg> c",
            "abcdefghi> c",
            "c/d>e",
            "Doe [Page 7]",
            "Doe[Page 7]",
            "Page 7",
            "9",
            "9) x",
        ),
        *(
            "c" * 256,
            "c" * 300,
            "c " + "d" * 1023,
            "c " + "d" * 1100,
            "> c",
            "/c",
            "c\n",
            "c\nd e",
            "c\n\fd",
            "",
        ),
    ],
)
def test_a_break_is_seen_alike_whatever_ends_its_line(margin: str, below: str) -> None:
    text = f"{margin}{LONG}\n{margin}http://a/b\n{margin}" + below.replace("\n", f"\n{margin}")
    one, other = look(text), look(text.replace("\n", "\r\n"))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert one._replace(start=0, end=0) == other._replace(start=0, end=0)


def test_what_was_cut_off_a_long_line_counts_as_long_as_that() -> None:
    first = f"http://example.com/{'a' * 41}"
    for pieces, token, length in (("bc", "d1/e f", 60), ("bc", "word f", 2), ("b.html", "d1/e f", 6)):
        text = f"{first}\n{pieces}\n{token}"
        end = 61 + len(pieces)
        found = find_break(text, 0, [(0, 60), (61, end)])
        assert found is not None
        assert found.length == length


def test_later_breaks_know_the_pieces_before() -> None:
    text = "http://a/b\nc/\nd"
    found = find_break(text, 0, [(0, 10), (11, 13)])
    assert found is not None
    assert (found.before, found.token, found.pieces, found.length) == (
        "http://a/bc/",
        "d",
        2,
        2,
    )


# --- breaks that need no weighing, and that weighing them would say the same ---
