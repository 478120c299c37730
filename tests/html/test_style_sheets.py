"""Style sheets as documents: files of their own, and what comments tell of."""

from __future__ import annotations

from pathlib import Path

import pytest

from urlglean import extract_path
from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.inputs.kinds import media_type_of
from urlglean.pipeline import read_document
from urlglean.reports import Problem

SHEET = """/* from http://fonts.example/about */
@import "base.css";
a::after { content: "see http://in.example/string"; background: url(http://img.example/a.png) }
b { background: url(../b.png) }"""
REFERENCES = ["http://s.example/css/base.css", "http://img.example/a.png", "http://s.example/b.png"]


def urls(content: str | bytes, **options: bool) -> list[str | None]:
    claims = (BaseClaim("retrieval", "http://s.example/css/site.css", "--base"),)
    document = Document(content, "text/css", "site.css", claims=claims)
    links = read_document(document, options=ReadOptions(**options), on_problem=pytest.fail)
    return [link.url for link in links]


def test_references_are_the_sheets_and_bare_urls_come_where_text_is_asked_for() -> None:
    assert urls(SHEET, text=False) == REFERENCES
    assert urls(SHEET) == [
        "http://fonts.example/about",
        REFERENCES[0],
        "http://in.example/string",
        *REFERENCES[1:],
    ]


@pytest.mark.parametrize(("sheet", "path"), [
    ('@charset "koi8-r"; p { background: url(я) }'.encode("koi8-r"), "%D1%8F"),
    ('@charset "utf-16"; p { background: url(я) }'.encode(), "%D1%8F"),
    ("p { background: url(я?я) }".encode(), "%D1%8F?%D1%8F"),
    (b'@charset "koi8-r"; p { background: url(\xd1?\xd1) }', "%D1%8F?%D1%8F"),
])  # fmt: skip
def test_the_encoding_is_the_one_the_sheet_names(sheet: bytes, path: str) -> None:
    assert urls(sheet) == [f"http://s.example/css/{path}"]


def test_a_file_is_one_by_its_suffix(tmp_path: Path) -> None:
    assert media_type_of("text", "a/site.CSS") == "text/css"
    file = tmp_path / "site.css"
    file.write_text(SHEET)
    problems: list[Problem] = []
    links = extract_path(file, base="http://s.example/css/site.css", text=False, on_problem=problems.append)
    assert [link.url for link in links] == REFERENCES
    assert next(link.url for link in extract_path(file, kind="text")) == "http://fonts.example/about"
    assert problems == []
