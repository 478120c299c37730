"""`urlglean.links.resolution`: where there is no base, many references together come to what each comes to alone."""

from __future__ import annotations

from html import escape

import pytest

from urlglean.document import Document
from urlglean.errors import ReferenceSyntaxError
from urlglean.links import resolution
from urlglean.pipeline import read_document
from urlglean.uri.resolve import DIALECTS, resolve

RELATIVE = "|#|#a|?a|a|a/../b|./a|../a|%|\u00e9|a b|/a|//a/b|//a:99999/|///|\\\\a:x|/\\a|\\a|a//b:c"
OTHERS = "| |a:b|1:2|http:a|http://a:x/| //a:x/|\x1f//a:x/|http://a/b|HTTP://A/|mailto:a@b.example|javascript:x|:|a\\\\b"
REFERENCES = (*RELATIVE.split("|"), *OTHERS.split("|"))


def found_in(
    references: tuple[str, ...], dialect: str | None
) -> list[tuple[str, str | None, tuple[str, ...]]]:
    page = "".join(f'<img src="{escape(reference)}">' for reference in references)
    links = read_document(Document(page, "text/html"), dialect=dialect)
    return [(link.text, link.url, link.notes) for link in links]


@pytest.mark.parametrize("dialect", [None, *DIALECTS])
def test_many_references_come_to_what_each_comes_to_alone(dialect: str | None) -> None:
    alone = [link for reference in REFERENCES for link in found_in((reference,), dialect)]
    assert found_in(REFERENCES, dialect) == alone
    assert {url is None for _, url, _ in alone} == {True, False}
    for text, url, notes in alone:
        if url is None:
            with pytest.raises(ReferenceSyntaxError) as refused:
                resolve(text, "", dialect=dialect or "whatwg")
            assert notes[-1] == f"no URL: {str(refused.value).splitlines()[0]}"
        else:
            assert resolve(text, "", dialect=dialect or "whatwg") == url


def test_the_relative_references_of_a_text_are_refused_together(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def heeded(reference: str, base: str, *, dialect: str) -> str:
        asked.append(reference)
        return resolve(reference, base, dialect=dialect)

    monkeypatch.setattr(resolution, "resolve", heeded)
    read = [
        {link.text: link.notes for link in read_document(Document(text, "text/markdown"))}
        for text in (
            "".join(f"[x](<{one}>)\n" for one in REFERENCES),
            "".join(f"[a](b{n})\n" for n in range(99)),
        )
    ]
    for reference in {"a", "a/../b", "?a"}:
        with pytest.raises(ReferenceSyntaxError) as refused:
            resolve(reference, "")
        assert read[0][reference] == (f"no URL: {str(refused.value).splitlines()[0]}",)
    assert set(read[1].values()) == {read[0]["a"]}
    assert not {one for one in asked if one.startswith("b")}
