"""Bare URLs: on one line, and followed over line breaks."""

from __future__ import annotations

import pytest

from support.builds import interpreted
from support.delimit_laws import scan_of
from support.work import calls_of
from urlglean.delimiting.openings import open_hierarchical
from urlglean.delimiting.readings import NOT_ONE, Reading, Site
from urlglean.delimiting.rules import cells, wrapped
from urlglean.delimiting.stream import delimit

LONG = "It was a dark and stormy night when somebody posted a link that was too long,"


def read(text: str, known: frozenset[str] = frozenset(), *, iri: bool = True) -> Reading | None:
    """Read the first URL of a text, whatever stands around it."""
    opening = open_hierarchical(text, text.index("://"), 0)
    assert opening is not None
    scan = scan_of(text, known, iri=iri)
    site = Site(opening, "", -1, scan.runs.end(opening.body))
    if wrapped.inside_a_host(scan, site) is NOT_ONE:
        return None
    return cells.in_cell(scan, site) or wrapped.read(scan, site)


@pytest.mark.parametrize(
    ("text", "url", "alternatives"),
    [
        ("http://a.b/c", "http://a.b/c", ()),
        ("http://a.b/c. And", "http://a.b/c", ()),
        ("(http://a.b/c)", "http://a.b/c", ("http://a.b/c)",)),
        ("[x](http://a.b/c.)", "http://a.b/c.", ("http://a.b/c.)",)),
        ("[x](http://a.b/c!)", "http://a.b/c!", ("http://a.b/c", "http://a.b/c!)")),
        ("see http://a.com,\nand so on", "http://a.com", ()),
        ("http://a.b/c\nthe", "http://a.b/c", ("http://a.b/cthe",)),
        ("http://a.b/c?d=\ne", "http://a.b/c?d=", ("http://a.b/c?d=e",)),
        ("http://$HOST/", None, ()),
    ],
)
def test_on_one_line(text: str, url: str | None, alternatives: tuple[str, ...]) -> None:
    found = read(text)
    assert (found.text if found else None) == url
    assert found is None or found.facts.alternatives == alternatives


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (
            f"{LONG}\nsee http://example.com/{'a' * 54}/\nb/c.html for more",
            f"http://example.com/{'a' * 54}/b/c.html",
        ),
        (
            f"> {LONG}\n> see (http://example.com/{'a' * 54}\n> {'b' * 9}.html)",
            f"http://example.com/{'a' * 54}{'b' * 9}.html",
        ),
        ("see http://\nwww.example.org/a", "http://www.example.org/a"),
        ("+-------------+\n| http://a.b/ |\n| c           |\n+-------------+", "http://a.b/c"),
    ],
)
def test_over_line_breaks(text: str, url: str) -> None:
    found = read(text)
    assert found is not None
    assert found.text == url
    assert "".join(text[start:end] for start, end in found.pieces) == url


def test_what_is_known_whole_is_followed() -> None:
    text = "http://a.b/c\nd and more"
    without, with_it = read(text), read(text, frozenset({"http://a.b/cd"}))
    assert without is not None
    assert with_it is not None
    assert (without.text, with_it.text) == ("http://a.b/c", "http://a.b/cd")
    assert "http://a.b/c" in with_it.facts.alternatives


def test_a_host_that_goes_on_in_another_script_is_none_without_iri() -> None:
    assert read("http://exa\u00fcmple.com/", iri=False) is None
    found = read("http://a.com\u8bf7/", iri=False)
    assert found is not None
    assert found.text == "http://a.com"


@pytest.mark.parametrize(
    ("text", "known", "is_evidence"),
    [
        ("http://a/b\nc", {"http://a/bc"}, True),
        ("http://a/b\nc", {"http://a/b"}, False),
        ("http://a/b\nc and http://a/bc too", (), True),
        ("http://a/b\nc and http://a/bcd too", (), False),
        ("http://a/b\nc and http://a/bc", (), True),
        ("http://a/b\nc\n\nhttp://a/bc", (), False),
        ("http://a/bc,\nhttp://a/b\nc", (), True),
    ],
)
def test_what_is_known_whole(text: str, known: frozenset[str], is_evidence: bool) -> None:  # noqa: FBT001  # a table's column
    at = text.index("http://a/b\n")
    assert wrapped.is_known(scan_of(text, known), at, "http://a/bc") == is_evidence


@interpreted
@pytest.mark.parametrize(
    ("lines", "calls"),
    [
        (("{}", "http://example.com/{}/", "b{}.html?id={}"), 137),
        (("> {}", "> http://example.com/{}/", "> b{}.html?id={}"), 142),
        (("{}", "see http://example.com/{}/", "b{}.html?id={} for more of it"), 140),
        (("{}", "http://example.com/{}/cccccccc/c", "b-{}.html\n\nMore of it"), 245),
        (("> {}", "> http://example.com/{}/cccccc/c", "> b-{}.html\n\nMore of it"), 285),
        (("> {}\n>", "> http://example.com/{}/cccccc/c", "> b-{}.html\n\nMore of it"), 233),
        (("{}", "see http://example.com/{}.html", "GTK+ is {}{} of them"), 190),
        (("> {}", "> see http://example.com/{}.html", "> GTK+ is {}{} of them"), 194),
    ],
)
def test_the_end_of_a_line_takes_few_calls(lines: tuple[str, ...], calls: int) -> None:
    above, first, second = lines
    texts = [
        "\n".join([above.format(LONG), first.format("a" * 20 + f"-{at}/" + "b" * 20), second.format(at, at)])
        for at in range(20)
    ]
    text = "\n\n".join(texts)
    found = list(delimit(text))
    assert len(found) == 20
    assert all((len(url.spans) > 1) == ("GTK" not in second) for url in found)
    assert calls_of(lambda: list(delimit(text))) <= 20 * calls


@interpreted
@pytest.mark.parametrize(
    ("lines", "calls"),
    [
        ("http://a.example/{}?q=\n", 236),
        ("The text of it is at http://www.example.org/the-reports/and-the-{}\nfoo_bar{} and more.\n\n", 218),
        ("+see http://a.example/{}?b&\n", 58),
        ("http://a.example/{}_\n", 60),
        ("[[http://a.example/{}|b]]\n", 128),
        ("|http://a.example/{}|b|\n", 126),
    ],
)
def test_what_is_not_joined_takes_few_calls(lines: str, calls: int) -> None:
    text = "".join([lines.format(*[number] * 2) for number in range(100, 120)])
    assert len(list(delimit(text))) == 20
    assert calls_of(lambda: list(delimit(text))) / 20 <= calls


@interpreted
@pytest.mark.parametrize(
    ("unit", "calls"),
    [
        ("://\n> (ftp://a@b.example", 400),
        ("b.example\r\n)news:", 400),
        (",-\n)$data:data:", 500),
        ("word。www.", 100),
        ("=http://a/(b\n", 400),
        ("=http://a/((b)\n", 1200),
        ("{{www.\n", 350),
        ("[sip:a\n", 230),
        (".http://u:p@h/\n", 490),
        ("日本www.a.com/x%\n", 1060),
        ("。magnet:?x=$", 100),
        (",magnet:?x=1;\n", 1600),
        ("日本magnet:?x=1...\n", 1700),
        ("%http://a.com\\\n", 440),
        ("&http://é.com/x\nfoo\n", 920),
    ],
)
def test_what_can_never_go_on_is_tried_once(unit: str, calls: int) -> None:
    text = unit * 200
    list(delimit(text))  # compiles what is compiled when it is needed
    assert calls_of(lambda: list(delimit(text))) <= calls * 200
