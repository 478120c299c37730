"""How far a URL reaches by the kind of its scheme, and what is no plausible one."""

from __future__ import annotations

import pytest

from urlglean.delimiting.ends import opened_extent
from urlglean.delimiting.openings import Opening, open_hierarchical, open_name, open_opaque


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
        ("file:///", None),
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
    extent = opened_extent(opening, "http://a.b/c.html,", 0, 18)
    assert extent is not None
    assert (extent.end, extent.cut) == (17, 18)
