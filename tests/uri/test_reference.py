"""`urlglean.uri.reference`: references taken apart and put together, and dots taken out of paths."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.laws import examples
from support.reference_strategies import strings
from urlglean.uri.reference import (
    Reference,
    compose,
    compose_authority,
    parse,
    parse_authority,
    remove_dot_segments,
    without_dots,
)


@pytest.mark.parametrize(
    ("text", "components"),
    [
        ("", (None, None, "", None, None)),
        ("a:", ("a", None, "", None, None)),
        (":", (None, None, ":", None, None)),
        (":a", (None, None, ":a", None, None)),
        ("//", (None, "", "", None, None)),
        ("///", (None, "", "/", None, None)),
        ("////", (None, "", "//", None, None)),
        ("?", (None, None, "", "", None)),
        ("#", (None, None, "", None, "")),
        ("?#", (None, None, "", "", "")),
        ("#?", (None, None, "", None, "?")),
        ("??", (None, None, "", "?", None)),
        ("##", (None, None, "", None, "#")),
        ("http://a/#", ("http", "a", "/", None, "")),
        ("http://a/?", ("http", "a", "/", "", None)),
        ("http://a?", ("http", "a", "", "", None)),
        ("http://", ("http", "", "", None, None)),
        ("http:///", ("http", "", "/", None, None)),
        ("http:a", ("http", None, "a", None, None)),
        ("a/b:c", (None, None, "a/b:c", None, None)),
        ("a?b:c", (None, None, "a", "b:c", None)),
        ("1 2:c", ("1 2", None, "c", None, None)),
        ("file:///etc/passwd", ("file", "", "/etc/passwd", None, None)),
        ("a\nb:c\n?d\n#e\nf", ("a\nb", None, "c\n", "d\n", "e\nf")),
        ("x://a\r\nb/\u2028", ("x", "a\r\nb", "/\u2028", None, None)),
        # RFC 3986 section 1.1.2 and 3, Appendix B
        ("ftp://ftp.is.co.za/rfc/rfc1808.txt", ("ftp", "ftp.is.co.za", "/rfc/rfc1808.txt", None, None)),
        (
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            ("ldap", "[2001:db8::7]", "/c=GB", "objectClass?one", None),
        ),
        ("mailto:John.Doe@example.com", ("mailto", None, "John.Doe@example.com", None, None)),
        (
            "news:comp.infosystems.www.servers.unix",
            ("news", None, "comp.infosystems.www.servers.unix", None, None),
        ),
        ("tel:+1-816-555-1212", ("tel", None, "+1-816-555-1212", None, None)),
        ("telnet://192.0.2.16:80/", ("telnet", "192.0.2.16:80", "/", None, None)),
        (
            "urn:oasis:names:docbook:dtd:xml:4.1.2",
            ("urn", None, "oasis:names:docbook:dtd:xml:4.1.2", None, None),
        ),
        (
            "foo://example.com:8042/over/there?name=ferret#nose",
            ("foo", "example.com:8042", "/over/there", "name=ferret", "nose"),
        ),
        (
            "http://www.ics.uci.edu/pub/ietf/uri/#Related",
            ("http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related"),
        ),
    ],
)
def test_components(text: str, components: tuple[str | None, ...]) -> None:
    assert parse(text) == components
    assert compose(parse(text)) == text
    assert str(parse(text)) == text


@examples(1_500)
@given(strings)
@example("\n")
@example("\ud800:\x00//")
def test_every_string_comes_back(text: str) -> None:
    assert compose(parse(text)) == text


@given(strings)
def test_reading_twice_is_reading_once(text: str) -> None:
    ref = parse(text)
    assert parse(compose(ref)) == ref


@pytest.mark.parametrize(
    ("authority", "parts"),
    [
        ("", (None, "", None)),
        ("h", (None, "h", None)),
        ("h:", (None, "h", "")),
        ("h:80", (None, "h", "80")),
        ("h:80x", (None, "h:80x", None)),
        ("h:\u0661", (None, "h:\u0661", None)),
        ("@", ("", "", None)),
        ("@h", ("", "h", None)),
        ("u@h", ("u", "h", None)),
        ("u:p@h:1", ("u:p", "h", "1")),
        ("a@b@h", ("a@b", "h", None)),
        ("u:80", (None, "u", "80")),
        ("[::1]", (None, "[::1]", None)),
        ("[::1]:", (None, "[::1]", "")),
        ("u@[::1]:80", ("u", "[::1]", "80")),
        (":", (None, "", "")),
    ],
)
def test_parts_of_an_authority(authority: str, parts: tuple[str | None, ...]) -> None:
    assert parse_authority(authority) == parts
    assert compose_authority(parse_authority(authority)) == authority


@given(strings)
def test_every_authority_comes_back(text: str) -> None:
    assert compose_authority(parse_authority(text)) == text


def test_undefined_is_not_empty() -> None:
    assert compose(Reference("file", "", "/x")) == "file:///x"
    assert compose(Reference("file", None, "/x")) == "file:/x"
    assert compose(Reference("http", "a", "/", "", "")) == "http://a/?#"
    assert compose(Reference()) == ""


# Dots in paths: RFC 3986 section 5.2.4, and the paths of whole URLs.


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/b/c/./../../g", "/a/g"),  # the section's own examples
        ("mid/content=5/../6", "mid/6"),
        ("", ""),
        (".", ""),
        ("..", ""),
        ("/", "/"),
        ("/.", "/"),
        ("/..", "/"),
        ("./..", ""),
        ("../a", "a"),
        ("../../a", "a"),
        ("/../a", "/a"),
        (".//a", "/a"),
        ("a/..", "/"),
        ("/a/.", "/a/"),
        ("/a/..", "/"),
        ("a/../b", "/b"),
        ("a/../../b", "/b"),
        ("a/b/../c", "a/c"),
        ("/a//../b", "/a/b"),
        ("/./././a", "/a"),
        ("/...", "/..."),
        ("...", "..."),
        ("/a/.../b", "/a/.../b"),
        ("/.../....", "/.../...."),
    ],
)
def test_dot_segments(path: str, expected: str) -> None:
    assert remove_dot_segments(path) == expected


@given(st.text("/.a", max_size=14))
def test_dot_segments_as_rfc_3986_writes_the_steps(path: str) -> None:
    assert remove_dot_segments(path) == literal_dot_segments(path)


def literal_dot_segments(path: str) -> str:
    """RFC 3986 section 5.2.4, step by step, as slow as it stands there."""
    output = ""
    while path:
        if path.startswith(("../", "./")):  # 2A
            path = path.partition("/")[2]
        elif path.startswith("/./") or path == "/.":  # 2B
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":  # 2C
            path = "/" + path[4:]
            output = output[: max(output.rfind("/"), 0)]
        elif path in {".", ".."}:  # 2D
            path = ""
        else:  # 2E
            end = path.find("/", 1)
            end = len(path) if end < 0 else end
            output, path = output + path[:end], path[end:]
    return output


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a/b/../c", "http://a/c"),
        ("http://a/b/../c?d/../e", "http://a/c?d/../e"),
        ("http://a/b/./#c/./d?e", "http://a/b/#c/./d?e"),
    ],
)
def test_only_the_path_loses_its_dots(url: str, expected: str) -> None:
    assert without_dots(url, len("http://a")) == expected
