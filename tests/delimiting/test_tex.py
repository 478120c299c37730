"""The URLs in the braces of TeX: what is the URL's, and what is there for TeX alone."""

from __future__ import annotations

import pytest

from urlglean.delimiting.rules.enclosed import FURTHEST_CLOSER, Enclosed
from urlglean.delimiting.rules.tex import tex_argument


def argument(text: str, floor: int = 0) -> tuple[Enclosed, bool] | None:
    opener = text.index("{")
    return tex_argument(text, opener, opener + 1, floor)


@pytest.mark.parametrize(
    ("text", "url", "is_address"),
    [
        (r"\url{http://a.b/c}", "http://a.b/c", True),
        (r"\url{http://a.b/c\_d\%e\#f}", "http://a.b/c_d%e#f", True),
        (r"\href{http://a.b/\~{}c}{text}", "http://a.b/~c", True),
        (r"\url*{http://a.b/{\_}c}", "http://a.b/_c", True),
        (r"\path{http://a.b/{c}}", "http://a.b/{c}", True),
        ("\\url{http://a.b/%\n  c}", "http://a.b/c", True),
        (r"\footnote{http://a.b/c\_d}", "http://a.b/c_d", False),
        (r"note = {http://a.b/c\_d}", "http://a.b/c_d", False),
    ],
)
def test_what_the_argument_is(text: str, url: str, *, is_address: bool) -> None:
    argued = argument(text)
    assert argued is not None
    found, takes_nothing_else = argued
    assert (found.text, takes_nothing_else, text[found.close]) == (url, is_address, "}")
    assert "".join(text[start:end] for start, end in found.pieces) == url


@pytest.mark.parametrize(
    "text",
    [
        "{http://a.b/c}",
        r"\footnote{http://a.b/c}",
        r"\url{http://a.b/c",
        r"\url{http://a.b/ c}",
        "\\url{http://a.b/" + "c" * FURTHEST_CLOSER + "}",
        r"\footnote{http://a.b/c\_" + "d" * 512 + "}",
    ],
)
def test_what_is_no_argument(text: str) -> None:
    assert argument(text) is None


def test_no_command_is_looked_for_before_the_floor() -> None:
    assert argument(r"\url{http://a.b/c}", 0) is not None
    assert argument(r"\url{http://a.b/c}", 1) is None
