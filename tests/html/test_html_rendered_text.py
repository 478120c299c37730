"""`urlglean.html.shown_text`: as much of a page's text as may hold URLs."""

from __future__ import annotations

from typing import Any

import pytest
import turbohtml

from urlglean.document import ReadOptions
from urlglean.html import shown_text as html_rendered_text
from urlglean.html.references import Origin, find_references, sorted_by_tag
from urlglean.html.shown_text import rendered_text
from urlglean.text import Text

URL = "http://a.example/"
FILLER = "<p>Nothing <a href=x>here</a>.</p>\n" * 200


def text_of(page: str, *, templates: bool = False, **delimit: Any) -> str | None:
    source, options = Text(page), ReadOptions(templates=templates, delimit=delimit)
    tree = turbohtml.parse(page, scripting=True)
    found = find_references(tree, Origin(source, options))
    run = rendered_text(
        source,
        tree,
        options,
        sorted_by_tag(found.candidates),
        has_shadows=found.has_shadows,
    )
    return run and run.text.strip()


@pytest.mark.parametrize(
    "page",
    [
        FILLER,
        f"<p title={URL}>x</p><!-- {URL} -->",
        f"<script>{URL}</script><noscript>{URL}</noscript><iframe>{URL}</iframe>",
        f"<template>{URL}</template>",
        "",
    ],
)
def test_no_text_of_a_page_that_shows_no_url(page: str) -> None:
    assert text_of(page) is None


def test_what_is_hidden_is_not_taken_out_of_what_is_shown() -> None:
    assert text_of("<p>www.c.org<noscript>.</noscript>") == "www.c.org"


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        (f"{FILLER}<p>see {URL}<wbr>b, <i>now</i></p>{FILLER}", [f"see {URL}b, now"]),
        (f"{FILLER}<script>x {URL}</script><p>x {URL}</p>", [f"x {URL}"]),
        (f"<p>Nothing here.</p><script>x {URL}</script>{FILLER}<p>x {URL}</p>", [f"x {URL}"]),
        (f"{FILLER}<template><p>a {URL}</p></template><p>b {URL}</p>", [f"b {URL}"]),
        (f"{FILLER}<svg><script>x {URL}</script><text>t {URL}</text></svg>", [f"t {URL}"]),
        (f"<p>{URL}</p>{FILLER}<p>{URL}</p>", [URL, URL]),
        (
            f"<div><template shadowrootmode=open><p>{URL}</p></template></div>{FILLER}<p>b {URL}",
            [URL, f"b {URL}"],
        ),
    ],
)
@pytest.mark.parametrize("of_one_block", [0, 2500, 10**9], ids=["blocks", "as usual", "all at once"])
def test_the_blocks_with_urls_in_them(
    page: str, texts: list[str], of_one_block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_rendered_text, "_OF_ONE_BLOCK", of_one_block)
    found = text_of(page)
    assert found is not None
    blocks = found.split("\n\n")
    assert [block for block in blocks if block != "Nothing here."] == texts
    assert len(blocks) > len(texts) or of_one_block < 10**9  # a whole page, tokenized at once


def test_other_urls_than_the_usual_ones() -> None:
    page = f"{FILLER}<p>see a.example/b</p>{FILLER}"
    assert text_of(page) is None
    assert "see a.example/b" in (text_of(page, schemeless=True) or "")


def test_the_text_of_templates_where_it_is_asked_for() -> None:
    page = f"<template><p>{URL}</p></template><p>Nothing."
    assert text_of(page, templates=True) == f"{URL}\n\nNothing."
