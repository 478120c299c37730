"""The destinations of Markdown's links with escapes in them."""

import pytest

from support.builds import interpreted
from urlglean.delimiting.rules import markdown
from urlglean.delimiting.rules.markdown import markdown_destination
from urlglean.delimiting.stream import delimit


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (r"[a](http://a.b/c_\(d\))", "http://a.b/c_(d)"),
        (r"[a](http://a.b/c\_d e)", None),
        (r"[a](http://a.b/c\_d 'e')", "http://a.b/c_d"),
        (r"[a](http://a.b/\(c)", "http://a.b/(c"),
        (r"[a](http://a.b/(c\_))", "http://a.b/(c_)"),
        (r"[a](http://a.b/(c\_)", None),
        (r"[a](http://a.b/\\\_c)", r"http://a.b/\_c"),
        (r"[a](http://a.b/\c)", None),
        (r"[a](http://a.b/\)", None),
        (r"f (http://a.b/c_\(d\))", None),
    ],
)
def test_destinations(text: str, url: str | None) -> None:
    start = text.index("http")
    found = markdown_destination(text, start - 1, start)
    assert (found and found.text) == url
    if found is not None:
        assert "".join(text[begin:end] for begin, end in found.pieces) == url
        assert text[found.close] in ") "


def test_what_is_found_says_why_it_ends() -> None:
    [found] = delimit(r"see [a](http://a.b/c_\(d\)), or not")
    assert (found.text, found.delimiter, found.facts.ended_by) == (
        "http://a.b/c_(d)",
        "]()",
        "')' that closes it",
    )
    assert found.facts.pieces == ((8, 21), (22, 24), (25, 26))


@pytest.mark.parametrize("piece", ["(", "\\(", "()", "\\", "a("])
def test_hostile_destinations_end(piece: str) -> None:
    assert len(list(delimit("[a](http://a.b/\\_" + piece * 100_000))) <= 1


@interpreted
def test_no_destination_is_looked_for_where_nothing_closes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "_DESTINATION", None)
    assert markdown_destination(r"[a](http://a.b/c\_" * 9, 3, 4) is None
