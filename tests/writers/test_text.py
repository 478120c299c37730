"""``text``: a line for each occurrence, as grep has it."""

from __future__ import annotations

from support.written_links import grouped, link, written


def test_text() -> None:
    assert (
        written("text", link("http://a/"), link(None, "../rel"))
        == "a.txt:1:1  http://a/\na.txt:1:1  ../rel\n"
    )


def test_text_of_distinct_urls() -> None:
    links = [link("http://a/"), link("http://A"), link(None, "rel")]
    assert grouped("text", *links) == "2\thttp://a/\ta.txt:1:1\n1\trel\ta.txt:1:1\n"
