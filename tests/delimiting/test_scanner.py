"""The engine: where URLs start and where none does, what is said of their two ends, and where the search goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.delimit_strategies import STARTS, texts
from support.laws import examples
from urlglean.candidate import Facts
from urlglean.delimiting.readings import Reading
from urlglean.delimiting.scanner import RULES, Options, Scanner, trigger_places, triggers


def readings(text: str, options: Options = Options(), *, floor: int = 0) -> list[Reading]:  # noqa: B008  # it is frozen
    """What the rules read in a text."""
    scanner = Scanner(text, (), options, floor=floor)
    found = []
    for _, reading in scanner.read(floor, len(text)):
        scanner.floor = reading.resume
        found.append(reading)
    return found


def urls(text: str) -> list[str]:
    return [reading.text for reading in readings(text)]


def facts(text: str) -> Facts:
    (reading,) = readings(text)
    return reading.facts


# --- where it starts ---


@pytest.mark.parametrize(
    ("text", "url"),
    [
        # schemes
        *(
            ("http://a.b", "http://a.b"),
            ("HTTP://a.b", "HTTP://a.b"),
            ("foo://a.b", "foo://a.b"),
            ("git+ssh://a.b", "git+ssh://a.b"),
        ),
        *(
            ("z39.50r://a.b", "z39.50r://a.b"),
            ("a-b.c://d.e", "a-b.c://d.e"),
            ("soap.beep://a.b", "soap.beep://a.b"),
        ),
        # something glued before it
        *(
            ("viewhttp://a.b", "http://a.b"),
            ("_http://a.b_", "http://a.b"),
            ("12http://a.b", "http://a.b"),
            ("xhttps://a.b", "https://a.b"),
        ),
        *(
            ("请看http://a.b", "http://a.b"),
            ("a.http://a.b", "http://a.b"),
            ("=http://a.b", "http://a.b"),
            ("-http://a.b", "http://a.b"),
        ),
        *(
            ("http://http://a.b", "http://a.b"),
            ("x" * 40 + "http://a.b", "http://a.b"),
            ("sftp://a.b", "sftp://a.b"),
        ),
        # compounds
        *(
            ("view-source:http://a.b", "view-source:http://a.b"),
            ("jdbc:mysql://a.b/c", "jdbc:mysql://a.b/c"),
            ("feed:http://a.b", "feed:http://a.b"),
        ),
        *(
            ("scm:git:http://a.b", "scm:git:http://a.b"),
            ("note:http://a.b", "http://a.b"),
            ("xview-source:http://a.b", "http://a.b"),
        ),
        # prefixes
        *(
            ("URL:http://a.b", "http://a.b"),
            ("url: http://a.b", "http://a.b"),
            ("URI:http://a.b", "http://a.b"),
            ("CURL:http://a.b", "http://a.b"),
        ),
        # names
        *(
            ("www.a.com", "www.a.com"),
            ("WWW3.a.com", "WWW3.a.com"),
            ("ftp.a.com", "ftp.a.com"),
            ("请看www.a.com", "www.a.com"),
            ("_www.a.com_", "www.a.com"),
        ),
        *(("www.com.de", "www.com.de"), ("(www.a.com)", "www.a.com"), ("www.a.de", "www.a.de")),
        # schemes without //
        *(
            ("mailto:a@b.c", "mailto:a@b.c"),
            ("Mailto:a@b.c", "Mailto:a@b.c"),
            ("tel:+123", "tel:+123"),
            ("请mailto:a@b.c", "mailto:a@b.c"),
        ),
        *(
            ("urn:isbn:1", "urn:isbn:1"),
            ("file:/etc/x", "file:/etc/x"),
            ("file:///etc/x", "file:///etc/x"),
            ("file://C:/x", "file://C:/x"),
        ),
    ],
)
def test_where_a_url_starts(text: str, url: str) -> None:
    assert urls(text) == [url]
    assert urls(f"see {text} there") == [url]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "://a.b",
            "//a.b",
            "http://",
            "http:// a",
            "http:///a",
            "1foo://a.b",
            "$foo://a.b",
            "f://a.b",
            "x" * 33 + "://a.b",
            "foo-://a.b",
        ),
        *(
            "a.www.b.com",
            "a.-www.a.com",
            "@www.a.com",
            "/www.a.com",
            "xwww.a.com",
            "www.a",
            "www.1",
            "www.a.1",
            "www.",
            "www..com",
            "ftp.a",
            "ftp.a.txt",
        ),
        *(
            "xmailto:a@b.c",
            "mailto:",
            "mailto:a",
            "note:this",
            "x.tel:123",
            "url:a",
            "file:/// or",
            "http://$HOST/",
            "http://{h}/x",
            "ftp.login(x)",
        ),
    ],
)
def test_where_none_starts(text: str) -> None:
    assert urls(text) == []


# --- what is said of it ---


@pytest.mark.parametrize(
    ("text", "opened_by", "ended_by", "delimiter", "stripped"),
    [
        ("http://a.b/c", "a scheme and ://", "the end of the text", "", ""),
        ("http://a.b/c d", "a scheme and ://", "white space", "", ""),
        ("http://a.b/c\n\nd", "a scheme and ://", "the end of the line", "", ""),
        ("http://a.b/c.", "a scheme and ://", "the end of the text", "", "."),
        ("http://a.b/c?!\u2026 d", "a scheme and ://", "white space", "", "?!\u2026"),
        ("http://a.b/c\u3002", "a scheme and ://", "'\u3002'", "", ""),
        ("http://a.b/c\u200bd", "a scheme and ://", "U+200B", "", ""),
        ("http://a.b/c\x00", "a scheme and ://", "U+0000", "", ""),
        ('"http://a.b/c"', "a scheme and ://", "'\"'", '""', ""),
        ("(http://a.b/c)", "a scheme and ://", "')' that nothing in the URL opened", "()", ""),
        ("[x](http://a.b/c)", "a scheme and ://", "')' that nothing in the URL opened", "]()", ""),
        ("<http://a.b/c>", "'<' before a scheme and ://", "'>' that closes it", "<>", ""),
        ("<URL:http://a.b/c>", "'<' before a URL: prefix", "'>' that closes it", "<>", ""),
        ("<URL:../c>", "'<' before a URL: prefix", "'>' that closes it", "<>", ""),
        ("URL:http://a.b/c", "a URL: prefix", "the end of the text", "", ""),
        ("\\url{http://a.b/c\\_d}", "'{' before a scheme and ://", "'}' that closes it", "{}", ""),
        ("www.a.com", "www.", "the end of the text", "", ""),
        ("ftp.a.com", "ftp.", "the end of the text", "", ""),
        ("tel:+123;", "a known scheme", "the end of the text", "", ";"),
        ("http://a.b:99999/", "a scheme and ://", "an impossible port", "", ""),
    ],
)
def test_what_is_said_of_the_ends(
    text: str, opened_by: str, ended_by: str, delimiter: str, stripped: str
) -> None:
    said = facts(text)
    assert (said.opened_by, said.ended_by, said.delimiter, said.stripped) == (
        opened_by,
        ended_by,
        delimiter,
        stripped,
    )


READ_BY = [
    ("http://a.b/c", "a bare URL"),
    ('"http://a.b/c"', "a bare URL"),
    ("http://a.b/cde/\n", "a bare URL"),
    ("<http://a.b/c>", "<...>"),
    ("http://a.b/10.1/2(1963)020<0130:DNF>2.0.CO;2", "the DOI of an article, with angle brackets"),
    ("<URL:../c>", "<...>"),
    ('s = "http://a.b/cde/"\n    "fgh.html"', "a string that goes on in the next one"),
    ("=20\nSee http://a.b/c=\nd/e", "a soft break of quoted-printable"),
    ("http://www.a.**com/b<http://www.a.com/b>", "a URL with the asterisks of Gmail"),
    ("\\url{http://a.b/c\\_d}", "\\url{...}"),
    ("[x](http://a.b/c\\_d)", "[...](...) with escapes"),
    ('"http://a.b/\nc"', "a pair over line ends"),
    ("http://a.b/cde/\\\nfgh.html", "a backslash that ends its line"),
    ("http://a.b/c\\u0026d=e", "escapes"),
    ("http\\://a.b/c", "escapes"),
    ("a.com\\/b", "escapes"),
    ("+-------------+\n| http://a.b/ |\n| c-d         |\n+-------------+", "the cell of a table"),
    ("\u201chttp://a.b/\u6587\uff0c\u5b57\u201d", "punctuation of East Asia in a title"),
    ("see ht\ntp://a.b.org/", "a scheme broken over lines"),
    ("a.com/b", "a name without a scheme"),
]
NONE_READ_BY = [
    ("see URL:a/b", "a relative reference, which only <URL:...> holds"),
    ("^http://a\\.b/c", "a regular expression"),
    ("http://a.m\u00fcnchen/", "a host that goes on beyond ASCII"),
]


@pytest.mark.parametrize(("text", "rule"), READ_BY)
def test_the_rule_that_read_it_is_named(text: str, rule: str) -> None:
    found = readings(text, Options(schemeless=True))
    assert found[0].facts.rule == rule


@pytest.mark.parametrize("text", [text for text, _ in NONE_READ_BY])
def test_some_rules_say_that_there_is_none(text: str) -> None:
    assert readings(text, Options(iri=False)) == []


def test_every_rule_of_the_table_is_met() -> None:
    named = {rule for _, rule in READ_BY + NONE_READ_BY}
    assert {row.name for row in RULES} == named - {"a scheme broken over lines", "a name without a scheme"}


@pytest.mark.parametrize(
    "text",
    [
        "(http://a.example/b/\nbcd) and more [x]",
        "(http://a.example/b-\nc.html\nand) more [x]",
        "(http://a.example/你好，之华) ]",
        'http://a.example/b-"\n  "joe@example.org"',
    ],
)
def test_the_last_sign_of_a_text_says_nothing_of_the_first(text: str) -> None:
    assert readings(text) == readings(text + "\n")


def test_all_of_a_short_url_is_looked_at_where_it_begins_the_text() -> None:
    text = "http://é.fr\nété und\n"
    (alone,), (behind,) = readings(text), readings("\n" + text)
    assert alone.facts == behind.facts


@pytest.mark.parametrize(
    ("text", "pieces", "alternatives"),
    [
        ("<http://a.b/\nc>", 2, ()),
        ("<http://a.b/c-\nd>", 2, ("http://a.b/cd",)),
        ('"http://a.b/\nc"', 2, ()),
        ("\\url{http://a.b/c\\_d\\%e}", 3, ()),
        ("http://a.b/c!", 1, ("http://a.b/c!",)),
        ("http://a.b/c\nthe", 1, ("http://a.b/cthe",)),
        ("<http://a.b/c see d>", 1, ("http://a.b/cseed",)),
        ("(see http://a.b/cde\nfgh-12/x.html)", 2, ("http://a.b/cde", "http://a.b/cdefgh-12/x.html)")),
    ],
)
def test_pieces_and_other_readings(text: str, pieces: int, alternatives: tuple[str, ...]) -> None:
    (reading,) = readings(text)
    assert len(reading.pieces) == pieces
    assert reading.facts.alternatives == alternatives


# --- where the search goes on ---


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(
            ("http://a.b,http://c.d", ["http://a.b", "http://c.d"]),
            ("<http://a.b>http://c.d", ["http://a.b", "http://c.d"]),
        ),
        *(
            ("<http://a.b/\nc http://d.e>", ["http://a.b/", "http://d.e"]),
            ("http://a.b/c\nhttp://d.e", ["http://a.b/c", "http://d.e"]),
        ),
        *(
            ("http://a.b)http://c.d", ["http://a.b", "http://c.d"]),
            ("http://a.b/?u=www.c.com", ["http://a.b/?u=www.c.com"]),
        ),
        *(
            ("www.a.com/mailto:b@c.d", ["www.a.com/mailto:b@c.d"]),
            ("mailto:a@b.c,mailto:d@e.f", ["mailto:a@b.c", "mailto:d@e.f"]),
        ),
        *(
            ("http://a.b:99999/www.c.com", ["http://a.b"]),
            ("http://a.de.http://c.d", ["http://a.de", "http://c.d"]),
        ),
    ],
)
def test_the_search_goes_on_behind_what_was_read(text: str, found: list[str]) -> None:
    assert urls(text) == found


def test_nothing_before_the_floor_is_read() -> None:
    text = "http://a.b http://c.d"
    assert [reading.text for reading in readings(text, floor=10)] == ["http://c.d"]
    assert [reading.text for reading in readings("viewhttp://a.b", floor=4)] == ["http://a.b"]
    assert [reading.text for reading in readings("view-source:http://a.b", floor=5)] == ["http://a.b"]
    assert [reading.text for reading in readings("<http://a.b!>", floor=1)] == ["http://a.b"]


@pytest.mark.parametrize(
    ("options", "is_plain"),
    [
        *(
            (Options(), True),
            (Options(iri=False), True),
            (Options(schemeless=True), False),
            (Options(emails=True), False),
        ),
        *(
            (Options(network_path=True), False),
            (Options(refang=True), False),
            (Options(schemes=frozenset()), False),
        ),
    ],
)
def test_which_options_ask_for_more(options: Options, is_plain: bool) -> None:  # noqa: FBT001  # a table's column
    assert options.is_plain == is_plain


@examples(400)
@given(texts, st.booleans())
def test_readings_move_forward(text: str, names: bool) -> None:  # noqa: FBT001  # an example's value
    floor = 0
    for reading in readings(text, Options(schemeless=names, emails=names, network_path=names)):
        assert floor <= reading.pieces[0][0]
        assert reading.pieces[-1][1] <= reading.resume <= len(text)
        assert reading.reach >= reading.pieces[0][1]
        assert reading.candidate is not None
        floor = reading.resume


@examples(400)
@given(st.sampled_from(STARTS), texts)
def test_a_trigger_gives_the_same_whenever_it_is_asked(start: str, rest: str) -> None:
    """What was read before in the same text changes no answer: runs and paragraphs are remembered, nothing else."""
    text = start + rest
    colon, dot = triggers()
    scanner = Scanner(text, (), Options())
    asked = [(found.start(), scanner.at_colon) for found in colon.finditer(text)]
    asked += [(found.start(), scanner.at_dot) for found in dot.finditer(text)]
    answers = [ask(at) for at, ask in asked]
    assert [ask(at) for at, ask in reversed(asked)] == answers[::-1]
    for (at, ask), answer in zip(asked, answers, strict=True):
        fresh = Scanner(text, (), Options())
        assert (fresh.at_colon(at) if ask == scanner.at_colon else fresh.at_dot(at)) == answer


@pytest.mark.parametrize(
    "text",
    [
        "a http://b.c/ d www.e.com f",
        "at http: \n//www.a.com/ and mailto:b@c.d",
        "at http:/\t  \n/www.a.com/b and so on",
        "on www.\na.com, ftp.   \nb.com and tel:+123",
    ],
)
def test_a_trigger_is_found_wherever_the_search_is_parted(text: str) -> None:
    whole = readings(text)
    for stop in range(len(text) + 1):
        scanner = Scanner(text, (), Options())
        found = []
        for begin, end in ((0, stop), (stop, len(text))):
            for at, reading in scanner.read(begin, end):
                assert begin <= at < end
                scanner.floor = reading.resume
                found.append(reading)
        assert found == whole


# --- what announces a URL, and what does not ---


@pytest.mark.parametrize(
    ("text", "colons", "dots"),
    [
        *(
            ("http://a", 1, 0),
            ("a: b", 0, 0),
            ("a:b", 0, 0),
            ("mailto:a", 1, 0),
            ("MAILTO:a", 1, 0),
            ("xmailto:a", 1, 0),
            ("mailto: a", 0, 0),
        ),
        *(
            ("10:30", 0, 0),
            ("a://", 1, 0),
            ("://", 1, 0),
            (":// ", 1, 0),
            (":/", 0, 0),
            ("url:x", 1, 0),
            ("tel:1 urn:2", 2, 0),
        ),
        *(
            ("www.a", 0, 1),
            ("WWW.a", 0, 1),
            ("www2.a", 0, 1),
            ("ftp.a", 0, 1),
            ("www. a", 0, 0),
            ("http://www.a", 1, 0),
            ("a.b", 0, 0),
        ),
    ],
)
def test_what_announces_a_url(text: str, colons: int, dots: int) -> None:
    colon, dot = triggers()
    assert (len(colon.findall(text)), len(dot.findall(text))) == (colons, dots)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("see http://a.b and www.c.d", [8, 22]),
        ("10:30 a.b", []),
        ("www.", [3]),
        ("http:\n//a.b", [4]),
        ("see mailto:a@b.c, WWW2.d.e", [10, 22]),
        ("ftp.a.b, FTP.c.d", [3, 12]),
    ],
)
def test_the_places_of_a_text(text: str, places: list[int]) -> None:
    assert trigger_places(text) == places
