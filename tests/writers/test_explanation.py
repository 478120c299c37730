"""What is shown of the line around a URL."""

from __future__ import annotations

import pytest

import urlglean
from urlglean.writers import explanation as explained


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        (" " + "x" * 39, " " + "x" * 39),
        (" " + "x" * 40, " " + "x" * 39 + "…"),
        (" " + "x" * 39 + "\r\ny", " " + "x" * 39),
        (" " + "x" * 9 + "\ny", " " + "x" * 9),
        ("\r\nx", ""),
    ],
)
def test_of_a_long_line_so_much_is_shown(after: str, shown: str) -> None:
    text = f"http://a.example/{after}"
    _, line, *_ = explained.explanation(next(urlglean.extract_text(text)), text)
    assert line == f"    http://a.example/{shown}"


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("<http://a.example/b>", []),
        ("<http://a.example/\nb>", []),  # the URL above says it
        ("www.a.example", []),
        ("<www.a.example/\nb>", ["    read as       www.a.example/b"]),
    ],
)
def test_what_is_neither_written_nor_its_url_is_shown(text: str, read_as: list[str]) -> None:
    lines = explained.explanation(next(urlglean.extract_text(text)), text)
    assert [line for line in lines if "read as" in line] == read_as


def test_no_more_of_a_line_is_read_than_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    class Reading:
        @staticmethod
        def search(_: str, start: int, end: int) -> None:
            read.append(end - start)

    text = "http://a.example/ " * 99
    monkeypatch.setattr(explained, "_LINE_END", Reading)
    for link in urlglean.extract_text(text):
        list(explained.explanation(link, text))
    assert len(read) == 99
    assert max(read) <= explained._AROUND + 1
