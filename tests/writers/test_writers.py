"""The formats: what stands in a line, and what never reaches a terminal or a spreadsheet."""

from __future__ import annotations

import csv as csv_module
import io
import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.candidate import Candidate, Facts, Markup
from urlglean.document import Document, Message
from urlglean.links.base import Base
from urlglean.links.distinct import Distinct, unique
from urlglean.links.link import Link
from urlglean.text import Text
from urlglean.writers import csv, jsonl, text, url
from urlglean.writers.printable import UNPRINTABLE, printable, write_lines

WRITERS = [csv, jsonl, text, url]


def link(url: str | None, found: str = "x", name: str = "a.txt", **facts: Any) -> Link:
    document = Document(None, "text/plain", name, message=Message(subject=facts.pop("subject", None)))
    candidate = Candidate(found, Text(found), 0, len(found), Facts(**facts))
    return Link(candidate, Base("http://b/", "retrieval", "--base"), url, document)


def written(writer: ModuleType, *links: Link, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, errors="backslashreplace", newline="")
    writer.write_links(links, out, rung="scheme")
    out.flush()
    return raw.getvalue().decode(encoding)


def grouped(writer: ModuleType, *links: Link) -> str:
    out = io.StringIO()
    writer.write_distinct(unique(links), out)
    return out.getvalue()


HOSTILE = "a\x1b[31m\x07\x9bb\u202ec\nd\re\u2028f\udcff"


# --- each format ---


def test_text() -> None:
    assert (
        written(text, link("http://a/"), link(None, "../rel")) == "a.txt:1:1  http://a/\na.txt:1:1  ../rel\n"
    )


def test_text_of_distinct_urls() -> None:
    links = [link("http://a/"), link("http://A"), link(None, "rel")]
    assert grouped(text, *links) == "2\thttp://a/\ta.txt:1:1\n1\trel\ta.txt:1:1\n"


def test_url_leaves_out_what_has_none() -> None:
    assert written(url, link("http://a/é"), link(None)) == "http://a/é\n"
    assert grouped(url, link("http://a/"), link(None), link("http://A")) == "http://a/\n"


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ("http://a/b c", "http://a/b%20c"),
        ("http://a/\x1b[31m", "http://a/%1B[31m"),
        ("http://a/b\nc", "http://a/b%0Ac"),
        ("http://a/é", "http://a/é"),
    ],
)
def test_url_is_one_line_and_one_word(found: str, line: str) -> None:
    assert written(url, link(found)) == f"{line}\n"


def test_url_is_a_uri_where_the_stream_is_not_unicode() -> None:
    assert written(url, link("http://a/é"), encoding="ascii") == "http://a/%C3%A9\n"


def test_jsonl_has_the_row() -> None:
    found = link("http://a/é", "é", notes=("one", "two"))
    assert json.loads(written(jsonl, found)) == found.row()
    assert "é" in written(jsonl, found)
    assert written(jsonl, found, encoding="ascii").isascii()
    assert json.loads(written(jsonl, found, encoding="latin-1")) == found.row()


def test_jsonl_of_distinct_urls_has_every_place() -> None:
    rows = [
        json.loads(line)
        for line in grouped(jsonl, link("http://a/"), link("http://A", "é", "b")).splitlines()
    ]
    assert len(rows) == 1
    assert (rows[0]["url"], rows[0]["key"], rows[0]["count"]) == ("http://a/", "http://a/", 2)
    assert [tuple(place) for place in rows[0]["places"]] == [jsonl.PLACE] * 2
    assert [(place["source"], place["text"]) for place in rows[0]["places"]] == [("a.txt", "x"), ("b", "é")]
    assert set(jsonl.PLACE) <= set(Link.columns())


def read_csv(content: str) -> list[dict[str, str]]:
    return list(csv_module.DictReader(io.StringIO(content)))


def test_csv_has_all_columns_even_of_nothing() -> None:
    assert written(csv) == ",".join(Link.columns()) + "\n"
    assert grouped(csv) == ",".join(Distinct.columns()) + "\n"


def test_csv() -> None:
    markup = Markup("a", "href", inert=True)
    (row,) = read_csv(written(csv, link("http://a/", 'x,"y"\nz', markup=markup, notes=("é",))))
    assert (row["url"], row["text"], row["line"], row["part"]) == ("http://a/", 'x,"y"\nz', "1", "")
    assert (row["spans"], row["notes"], row["alternatives"]) == ("[[0, 7, 1, 1]]", '["é"]', "")
    assert row["inert"] == "True"


def test_csv_of_distinct_urls() -> None:
    (row,) = read_csv(grouped(csv, link("http://a/", name="-"), link("http://A", "é", "b")))
    values = ["2", "http://a/", "http://a/", "-", "", "1", "1", "x", "", ""]
    assert list(row.items()) == list(zip(Distinct.columns(), values, strict=True))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"])
def test_a_cell_never_starts_a_formula(start: str) -> None:
    (row,) = read_csv(written(csv, link("http://a/", f"{start}cmd", subject=f"{start}1+1")))
    for cell in row.values():
        assert not cell.startswith(start)
    assert row["subject"].endswith("1+1")


# --- what every format holds to ---


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1", "utf-16"])
def test_no_control_character_reaches_a_terminal(writer: ModuleType, encoding: str) -> None:
    hostile = link(f"http://{HOSTILE}/", HOSTILE, HOSTILE, subject=HOSTILE, notes=(HOSTILE,))
    for content in (written(writer, hostile, encoding=encoding), grouped(writer, hostile)):
        assert UNPRINTABLE.findall(content.translate({ord("\n"): None, ord("\t"): None})) == []


@pytest.mark.parametrize("writer", [text, url, jsonl])
def test_a_link_is_a_line(writer: ModuleType) -> None:
    hostile = link(f"http://{HOSTILE}/", HOSTILE, HOSTILE)
    assert written(writer, hostile, hostile).count("\n") == 2


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_jsonl_escapes_without_loss(encoding: str) -> None:
    hostile = link(f"http://{HOSTILE}/\U0001f469", HOSTILE, HOSTILE)
    # Half a character is shown as in the other formats: no reader of JSON has to take it (RFC 8259 section 8.2).
    shown = {
        name: value.replace("\udcff", r"\xff") if isinstance(value, str) else value
        for name, value in hostile.row().items()
    }
    assert json.loads(written(jsonl, hostile, encoding=encoding)) == shown


@given(st.text())
def test_printable_is_printable_and_leaves_the_rest(given_text: str) -> None:
    shown = printable(given_text)
    assert not UNPRINTABLE.search(shown)
    for plain in UNPRINTABLE.split(given_text):
        assert plain in shown


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("plain", "plain"),
        ("é 日本 👩‍🔬", "é 日本 👩‍🔬"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b", r"\x9b"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("caf\udce9", r"caf\xe9"),
        ("\ud800", r"\ud800"),
    ],
)
def test_printable(given_text: str, shown: str) -> None:
    assert printable(given_text) == shown


class Writes(io.StringIO):
    """Remembers each write."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []

    def write(self, text: str) -> int:
        self.pieces += [text] if text else []
        return super().write(text)


def test_the_lines_of_one_text_are_written_together_and_all_that_came() -> None:
    def lines() -> Iterator[tuple[object, str]]:
        yield from ((1, f"a{number}\n") for number in range(1500))
        yield 2, "b\n"
        yield 3, "c\n"
        raise KeyboardInterrupt

    out = Writes()
    with pytest.raises(KeyboardInterrupt):
        write_lines(lines(), out)
    assert [piece.count("\n") for piece in out.pieces] == [1000, 500, 1, 1]
    assert out.getvalue().startswith("a0\na1\n")
    assert out.getvalue().endswith("a1499\nb\nc\n")
