"""``jsonl``: one object per line."""

from __future__ import annotations

import io
import json

import pytest

from support.written_links import HOSTILE, grouped, link, written
from urlglean.links.distinct import Tally
from urlglean.links.link import Link
from urlglean.writers import jsonl


def test_jsonl_has_the_row() -> None:
    found = link("http://a/é", "é", notes=("one", "two"))
    assert json.loads(written("jsonl", found)) == found.row()
    assert "é" in written("jsonl", found)
    assert written("jsonl", found, encoding="ascii").isascii()
    assert json.loads(written("jsonl", found, encoding="latin-1")) == found.row()


def test_jsonl_of_distinct_urls_has_every_place() -> None:
    rows = [
        json.loads(line)
        for line in grouped("jsonl", link("http://a/"), link("http://A", "é", "b")).splitlines()
    ]
    assert len(rows) == 1
    assert (rows[0]["url"], rows[0]["key"], rows[0]["count"]) == ("http://a/", "http://a/", 2)
    assert [tuple(place) for place in rows[0]["places"]] == [Tally.place_columns()] * 2
    assert [(place["source"], place["text"]) for place in rows[0]["places"]] == [("a.txt", "x"), ("b", "é")]
    assert set(Tally.place_columns()) <= set(Link.columns())


@pytest.mark.parametrize("number", [0, 1, 999, 1000, 1001, 2500])
def test_a_long_list_is_written_piece_by_piece(number: int) -> None:
    places = [{"text": f"{n}]}}\n"} for n in range(number)]
    pieces: list[str] = []
    out = io.StringIO()
    out.write = pieces.append  # type: ignore[method-assign, assignment]
    jsonl.write_rows((), [{"url": "http://a/", "places": iter(places)}], out)
    assert "".join(pieces) == json.dumps({"url": "http://a/", "places": places}) + "\n"
    assert len(pieces) == max(1, -(-number // 1000))


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_jsonl_escapes_without_loss(encoding: str) -> None:
    hostile = link(f"http://{HOSTILE}/\U0001f469", HOSTILE, HOSTILE)
    # Half a character is shown as in the other formats: no reader of JSON has to take it (RFC 8259 section 8.2).
    shown = {
        name: value.replace("\udcff", r"\xff") if isinstance(value, str) else value
        for name, value in hostile.row().items()
    }
    assert json.loads(written("jsonl", hostile, encoding=encoding)) == shown
