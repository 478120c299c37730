"""Where a URL starts, looking back from what announced it."""

from __future__ import annotations

import pytest

from urlglean.candidate import Opened
from urlglean.delimiting.openings import Opening, label_start, open_hierarchical, open_name, open_opaque


def opened(text: str, floor: int = 0) -> Opening | None:
    """Open at the first colon, or where there is none at the first full stop."""
    at = text.find("://")
    if at >= 0:
        return open_hierarchical(text, at, floor)
    at = text.find(":")
    return open_opaque(text, at, floor) if at >= 0 else open_name(text, text.index("."), floor)


@pytest.mark.parametrize(
    ("text", "whole", "scheme"),
    [
        ("see http://a.b", "http://a.b", "http"),
        ("HTTPS://a.b", "HTTPS://a.b", "https"),
        ("z39.50r://a.b", "z39.50r://a.b", "z39.50r"),
        ("git+ssh://a.b", "git+ssh://a.b", "git+ssh"),
        ("viewhttp://a.b", "http://a.b", "http"),
        ("12http://a.b", "http://a.b", "http"),
        ("\\nirc://a.b", "irc://a.b", "irc"),
        ("\\verb+https://a.b", "https://a.b", "https"),
        ("view-source:http://a.b", "view-source:http://a.b", "http"),
        ("jdbc:mysql://a.b", "jdbc:mysql://a.b", "mysql"),
        ("\\nview-source:http://a.b", "view-source:http://a.b", "http"),
        ("note:http://a.b", "http://a.b", "http"),
        ("Mailto:a@b.c", "Mailto:a@b.c", "mailto"),
        ("\\nmailto:a@b.c", "mailto:a@b.c", "mailto"),
        ("_mailto:a@b.c", "mailto:a@b.c", "mailto"),
        ("file:/a", "file:/a", "file"),
        ("<URL:../c>", "../c>", ""),
        ("www.a.b", "www.a.b", "http"),
        ("请看WWW2.a.b", "WWW2.a.b", "http"),
        ("ftp.a.b", "ftp.a.b", "ftp"),
    ],
)
def test_where_it_starts(text: str, whole: str, scheme: str) -> None:
    found = opened(text)
    assert found is not None
    assert (text[found.start :], found.scheme) == (whole, scheme)


@pytest.mark.parametrize(
    "text",
    [
        "://a.b",
        "f://a.b",
        "1foo://a.b",
        "$foo://a.b",
        "foo-://a.b",
        "xmailto:a@b.c",
        "mailto:",
        "mailto:a",
        "note:this",
        "URL:a",
        "xwww.a",
        "@www.a.com",
        "/www.a.com",
        "a.b",
    ],
)
def test_where_none_starts(text: str) -> None:
    assert opened(text) is None


@pytest.mark.parametrize("length", [31, 32, 33])
def test_how_long_an_unknown_scheme_may_be(length: int) -> None:
    found = opened("s" * length + "://a.b")
    assert (found is not None) is (length <= 32)


def test_what_begins_behind_the_scheme() -> None:
    for text, body in (("see http://a", 11), ("mailto:a@b.c", 7), ("see www.a", 4)):
        found = opened(text)
        assert found is not None
        assert found.body == body
        assert (found.opened is Opened.SCHEME) is ("://" in text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("URL:", "URL:"),
        ("see url: ", "url: "),
        ("URI:\t", "URI:\t"),
        ("CURL:", ""),
        ("see: ", ""),
        ("URL:  ", ""),
    ],
)
def test_the_label_before_it(text: str, label: str) -> None:
    assert text[label_start(text, len(text), 0) :] == label
    assert label_start(text, len(text), len(text) - 1) == len(text)


@pytest.mark.parametrize(
    ("text", "floor", "whole"),
    [
        ("viewhttp://a.b", 4, "http://a.b"),
        ("view-source:http://a.b", 5, "http://a.b"),
        ("see www.a.b", 5, None),
        ("mailto:a@b.c", 1, None),
    ],
)
def test_nothing_before_the_floor_is_read(text: str, floor: int, whole: str | None) -> None:
    found = opened(text, floor)
    assert (text[found.start :] if found else None) == whole
