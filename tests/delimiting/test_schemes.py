"""The schemes of prose, and the escapes within a URL."""

from __future__ import annotations

import re

import pytest

from urlglean.delimiting.schemes import (
    COMPOUND_PREFIXES,
    EMPTY_AUTHORITY,
    GLUED_SCHEMES,
    KNOWN_SCHEMES,
    OPAQUE_SCHEMES,
    escaped_at,
    has_escaped_slashes,
    opaque_rest,
    start_of_opaque_rest,
    without_escapes,
)

# What has to follow a scheme for a reader of prose to believe it, and that the tables agree with each other.

BTC = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"


@pytest.mark.parametrize(
    ("scheme", "rests"),
    [
        ("about", ["blank", "srcdoc", "config?x"]),
        ("acct", ["user@example.com"]),
        ("bitcoin", [BTC, BTC + "?amount=1", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"]),
        ("callto", ["+491234", "user.name"]),
        ("cid", ["part1@example.com"]),
        (
            "data",
            [",", "text/plain,a", "text/html;charset=utf-8,x", ";base64,eA==", "image/svg+xml;base64,PHN2"],
        ),
        ("dns", ["example.com", "www.example.com?type=A"]),
        ("doi", ["10.1000/182", "10.1000.10/x", "10.123456789/x"]),
        ("ethereum", ["0x" + "aB" * 20, "pay-0x" + "0" * 40]),
        ("facetime", ["user@example.com", "+123"]),
        ("file", ["/etc/hosts", "/~user", "/%20"]),
        ("geo", ["48.2,16.3", "-1,-2", "1.5,2,3;u=1"]),
        ("info", ["doi/10.1000/182", "lccn/x"]),
        ("irc", ["irc.example.com/channel"]),
        ("magnet", ["?xt=urn:btih:x", "?dn.1=x"]),
        (
            "mailto",
            [
                "a@b.c",
                "a+b@b.example?subject=x",
                "?to=a@b.c",
                "?subject=x",
                "%22a%22@b.c",
                "用户@例え.jp",
                "a@[1.2.3.4]",
            ],
        ),
        ("matrix", ["u/alice:example.org", "roomid/x"]),
        ("mid", ["1@example.com/2"]),
        ("news", ["comp.lang.c", "a@b.c", "*", "alt.test,"]),
        ("sip", ["a@example.com", "example.com", "a:pw@example.com:5060", "a@[2001:db8::1]", "+1@gateway"]),
        ("sips", ["a@example.com"]),
        ("sms", ["+1234", "12345?body=x"]),
        ("spotify", ["track:abc"]),
        ("tag", ["example.com,2005:x", "a@example.com,2005-01-02:x"]),
        ("tel", ["+1-201-555-0123", "112", "(0)30", "*100#"]),
        ("urn", ["isbn:0451450523", "a1:x", "uuid:f81d4fae", "a" + "b" * 31 + ":x"]),
        ("xmpp", ["a@example.com"]),
    ],
)
def test_rests_that_are_believed(scheme: str, rests: list[str]) -> None:
    for rest in rests:
        assert opaque_rest(scheme).match(rest), rest
        assert start_of_opaque_rest(scheme).match(rest), rest


@pytest.mark.parametrize(
    ("scheme", "rests"),
    [
        ("about", ["me", "blanket", "", "/"]),
        ("bitcoin", ["price", "2A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "1short", "bc1", ""]),
        ("data", ["x", "", "text/plain;", ";=1,", ";a" * 9 + ",", "the following"]),
        ("doi", ["10.123/x", "10.1234567890/x", "10.1000/", "11.1000/1", "10.١٠٠٠/1", ""]),
        ("ethereum", ["0x" + "a" * 39, "0x" + "g" * 40]),
        ("file", ["//host/x", "/", "x", "/ "]),
        ("geo", ["48.2", "a,b", "48. 2,3", "٤٨,١٦"]),
        ("magnet", ["x", "?", "?=x"]),
        ("mailto", ["", "a", "a@", "@b", " a@b.c", "<a@b.c>", "?x=1"]),
        ("mid", ["x", "@x"]),
        ("news", ["x", "today", "", "**", ".a"]),
        ("sip", ["a", "tea:and:cake", ":a@", "x "]),
        ("tel", ["12", "no", "+1", "*", "٠١٢٣"]),
        ("tag", ["x,05:y", "x,2005", "x"]),
        ("urn", ["x:y", "isbn", "isbn:", "a" + "b" * 32 + ":x", "-a:x"]),
        ("xmpp", ["a", "@b"]),
    ],
)
def test_rests_that_are_not(scheme: str, rests: list[str]) -> None:
    for rest in rests:
        assert not opaque_rest(scheme).match(rest), rest


@pytest.mark.parametrize(
    "table", [KNOWN_SCHEMES, EMPTY_AUTHORITY, frozenset(OPAQUE_SCHEMES), frozenset(GLUED_SCHEMES)]
)
def test_every_scheme_is_one(table: frozenset[str]) -> None:
    assert all(re.fullmatch(r"[a-z][a-z0-9+.\-]*", scheme) for scheme in table)


def test_the_tables_agree() -> None:
    assert set(GLUED_SCHEMES) <= KNOWN_SCHEMES
    assert all(
        not longer.endswith(shorter) or GLUED_SCHEMES.index(longer) < GLUED_SCHEMES.index(shorter)
        for longer in GLUED_SCHEMES
        for shorter in GLUED_SCHEMES
        if longer != shorter
    )
    assert all(re.fullmatch(r"[a-z][a-z0-9\-]*(?::[a-z0-9]+)?", prefix) for prefix in COMPOUND_PREFIXES)


@pytest.mark.parametrize("scheme", sorted(OPAQUE_SCHEMES))
def test_every_rest_needs_something(scheme: str) -> None:
    """None matches nothing, a blank, or the beginning of an ordinary sentence."""
    for prose in ("", " ", " see", ".", ")", "-", "\n"):
        assert not opaque_rest(scheme).match(prose)


# Escapes within a URL; URLs with them are in `cases/delimit/escaped-urls.cases`.


@pytest.mark.parametrize(
    ("text", "escape"),
    [
        (r"\/a", r"\/"),
        (r"\\\/a", r"\\\/"),
        (r"\u0026a", r"\u0026"),
        (r"\x3Da", r"\x3D"),
        (r"\u0061", ""),
        (r"\n", ""),
        (r"\\\\/", ""),
        ("/", ""),
        ("", ""),
    ],
)
def test_escapes(text: str, escape: str) -> None:
    assert escaped_at(text, 0) == escape


def test_two_slashes() -> None:
    assert has_escaped_slashes(r"http:\/\/a", 5)
    assert has_escaped_slashes(r"http:\u002f\u002Fa", 5)
    assert not has_escaped_slashes(r"file:\/{1,3}", 5)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (r"http:\/\/a\/b", "http://a/b"),
        (r"https\://a\:80/\?b", r"https://a:80/\?b"),
        (r"http://a\:/b\:\:/c\:#d", "http://a/b/c#d"),
        (r"http://a\&.b/c\-\-d/\[ti]e/\(tif", "http://a.b/c--d/~e/~f"),
        (r"http://a/%41\%20b\~c", "http://a/%41%20b~c"),
        (r"http://a/\(b", r"http://a/\(b"),
        (r"http://a/b\(c\)", "http://a/b(c)"),
    ],
)
def test_without_escapes(raw: str, said: str) -> None:
    assert without_escapes(raw) == said
