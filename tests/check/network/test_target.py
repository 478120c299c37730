"""A URL as a request needs it."""

from __future__ import annotations

import pytest

from urlglean.check.network.target import target_of, without_credentials
from urlglean.errors import ReferenceSyntaxError


@pytest.mark.parametrize(
    ("url", "asked", "host", "port"),
    [
        ("http://a", "http://a/", "a", 80),
        ("HTTPS://A:443/b#c", "https://a/b", "a", 443),
        ("http://a:8080?q", "http://a:8080/?q", "a", 8080),
        ("http://[::1]:81/", "http://[::1]:81/", "[::1]", 81),
        ("http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/", "[::ffff:7f00:1]", 80),
        ("http://me:pw@a/", "http://a/", "a", 80),
        ("http://bücher.example/é", "http://xn--bcher-kva.example/%C3%A9", "xn--bcher-kva.example", 80),
        # RFC 3986, section 7.4: whatever is read as an IPv4 address is one
        ("http://2130706433/", "http://127.0.0.1/", "127.0.0.1", 80),
        ("http://0177.0.0.1/", "http://127.0.0.1/", "127.0.0.1", 80),
        ("http://0x7f.1/", "http://127.0.0.1/", "127.0.0.1", 80),
        ("http://127.1/", "http://127.0.0.1/", "127.0.0.1", 80),
        ("http://127.0.0.1./", "http://127.0.0.1/", "127.0.0.1", 80),
        ("http://１２７.0.0.1/", "http://127.0.0.1/", "127.0.0.1", 80),
        ("http://①②⑦。0。0。1/", "http://127.0.0.1/", "127.0.0.1", 80),
        ("mailto:a@b", "mailto:a@b", "", 0),
    ],
)
def test_a_url_is_written_one_way(url: str, asked: str, host: str, port: int) -> None:
    target = target_of(url)
    assert (target.url, target.host, target.port) == (asked, host, port)


@pytest.mark.parametrize(
    ("url", "credentials"),
    [
        ("http://a/", None),
        ("http://@a/", None),
        ("http://me@a/", ("me", "")),
        ("http://me:p%40w@a/", ("me", "p@w")),
        ("http://m%C3%A9:a:b@a/", ("mé", "a:b")),
    ],
)
def test_credentials_are_apart(url: str, credentials: tuple[str, str] | None) -> None:
    target = target_of(url)
    assert target.credentials == credentials
    assert target.url == "http://a/"
    assert "p@w" not in repr(target)


@pytest.mark.parametrize(
    "url", ["", "/a", "http://", "http://a b/", "http://a:99999/", "http://[fe80::1%25eth0]/"]
)
def test_what_is_no_url(url: str) -> None:
    with pytest.raises(ReferenceSyntaxError):
        target_of(url)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://me:pw@a/", "http://***@a/"),
        ("HTTP://me@a:80/x", "HTTP://***@a:80/x"),
        ("http://me:p@w@a/x@y", "http://***@a/x@y"),
        ("//me:pw@a/", "//***@a/"),
        ("http:\\\\me:pw@a\\", "http:\\\\***@a\\"),
        ("http://a/?mail=b@c", "http://a/?mail=b@c"),
        ("http://a#b@c", "http://a#b@c"),
        ("from ftp://u:p@h/ to http://v:q@i/", "from ftp://***@h/ to http://***@i/"),
        ("mailto:a@b", "mailto:a@b"),
        ("http:/me:pw@a/", "http:/***@a/"),
        (" HTTPS:me:pw@a/ or http:b@c", " HTTPS:***@a/ or http:b@c"),
        ("http:a/b@c", "http:a/b@c"),
        ("shttp:a@c", "shttp:a@c"),
    ],
)
def test_what_is_shown_has_no_credentials(text: str, shown: str) -> None:
    assert without_credentials(text) == shown
