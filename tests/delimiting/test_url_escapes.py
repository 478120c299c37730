"""Escapes within a URL; URLs with them are in `cases/delimit/escaped-urls.cases`."""

from __future__ import annotations

import pytest

from urlglean.delimiting.schemes import escaped_at, has_escaped_slashes, without_escapes


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
        (r"http://a/\(b\)", r"http://a/\(b\)"),
    ],
)
def test_without_escapes(raw: str, said: str) -> None:
    assert without_escapes(raw) == said
