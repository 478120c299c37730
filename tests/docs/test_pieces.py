"""A long text in Markdown is given to its parser in pieces, and comes to the Links that it has as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyromark
import pytest

from support.places import CORPORA
from support.work import peak_of
from urlglean import extract_markdown
from urlglean.docs import pieces
from urlglean.docs.constructs import Finder
from urlglean.docs.pieces import Definitions, pieces_of
from urlglean.document import ReadOptions

ALL = {"undefined": True, "code": True, "comments": True, "wiki_links": True}
TEXTS = sorted((CORPORA / "docs").glob("*.md*"))


def rows(text: str, **options: Any) -> list[tuple[object, ...]]:
    links = extract_markdown(text, base="http://base.example/", **options)
    return [(link.spans, link.text, link.url, link.anchor, link.element, link.inert) for link in links]


def cut(monkeypatch: pytest.MonkeyPatch, size: int, block: int = 1 << 20) -> None:
    monkeypatch.setattr(pieces, "LONGEST", size)
    monkeypatch.setattr(pieces, "LONGEST_BLOCK", block)


@pytest.mark.parametrize("options", [{}, ALL], ids=["few", "all"])
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_pieces_come_to_the_links_of_the_whole(path: Any, options: Any, monkeypatch: Any) -> None:
    text = path.read_bytes().decode("utf-8-sig")
    whole = rows(text, **options)
    cut(monkeypatch, 64)
    assert rows(text, **options) == whole


PLAIN = "word and word and word and word and word and word\n\n"
ACROSS = {
    "a definition behind": "[a][b] [b]\n\n" + PLAIN * 3 + "[B]: /u\n[c]: /v\n",
    "a definition before": "[b]: /u\n[c]: /v\n\n" + PLAIN * 3 + "![a][b] [b][] <http://a.example/é>\n",
    "a label defined again": "[b]: /u\n\n"
    + PLAIN * 3
    + "[a][b]\n\n[b]: /v\n\n"
    + PLAIN * 3
    + "[b]: /w\n\n[b]\n",
    "a label of a picture's text": "![[b]][c]\n\n" + PLAIN * 3 + "[b]: /u\n[c]: /v\n",
    "a footnote behind": "http://a.example/x[^1] [^2]\n\n" + PLAIN * 3 + "[^1]: http://b.example/\n",
    "a footnote before": "[^1]: b\n\n" + PLAIN * 3 + "    http://a.example/x[^1]\n\nhttp://a.example/x[^1]\n",
    "a footnote before a colon": "As noted[^1]: this.\n\n" + PLAIN * 3 + "[^1]: A note.\n",
    "blank lines in a fence": "```\n" + PLAIN * 3 + "[a](b)\n```\n\n[c](d)\n",
    "blank lines in a comment": "<!--\n" + PLAIN * 3 + "[a](b)\n<a href=c>\n-->\n\n[c](d)\n",
    "a directive": "```{note}\n" + PLAIN + "[a](b) [c]\n```\n\n" + PLAIN * 3 + "!!! note\n\n    [c]: d\n",
    "blank lines in an item": "- a\n\n" + f"  {PLAIN}" * 3 + "      [a](b)\n\n  [c](d)\n\n[e](f)\n",
}
"""What in one piece depends on another, or on where it stands."""


@pytest.mark.parametrize("text", ACROSS.values(), ids=ACROSS)
def test_what_stands_in_other_pieces_counts(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rows(text, **ALL)
    cut(monkeypatch, 50)
    assert rows(text, **ALL) == whole


@pytest.mark.parametrize(
    "text",
    [
        '[a]: y.md "t"\n    [b](c.md)\n\n',
        "[a\nb]:\n    y.md\n\t[b](c.md)\n\n",
        "[a]: y.md\n\n[a]: z.md\n    [b](c.md)\n\n",
    ],
)
def test_no_cut_makes_code_of_what_is_indented_behind_a_definition(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PLAIN + text + PLAIN
    whole = rows(text, **ALL)
    for size in range(len(PLAIN), len(text)):
        cut(monkeypatch, size)
        assert rows(text, **ALL) == whole, size


LONG = {
    "table": "| a | b |\n|---|---|\n" + "| [c](d) http://e.example/ | f |\n" * 50,
    "table in a quotation": "> | a | b |\n> |---|---|\n" + "> | [c](d) | http://e.example/ |\n" * 50,
    "code": "~~~sh\n" + "[c](d) http://e.example/\n\n" * 50 + "~~~\n[f](g)\n",
    "code without a fence": "    [c](d) http://e.example/\n\n" * 50 + "[f](g)\n",
    "comment": "<!-- a\n" + "<a href=b>\n\n" * 50 + "-->\n\n[f](g)\n",
    "HTML": "<div>\n" + "<a href=b>c</a> [d](e)\n" * 50 + "\n[f](g)\n",
    "HTML in one line": "<div>" + "<a href=b>c</a> " * 100 + "\n\n[f](g)\n",
    "list": "- [a](b) http://c.example/\n" * 50,
    "quotation": "> [a](b) http://c.example/\n>\n" * 50,
    "paragraph": "[a](b) http://c.example/\n      - d\n" * 50,
    "paragraph in one line": "[a](b) *c* http://d.example/ " * 100,
    "item of paragraphs": "- a\n\n" + "  [a](b) http://c.example/\n\n" * 50,
}


@pytest.mark.parametrize(("kind", "text"), LONG.items(), ids=LONG)
def test_a_block_that_is_too_long_is_cut_where_its_lines_stay_what_they_are(
    kind: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = rows(text, **ALL)
    cut(monkeypatch, 100, 300)
    problems: list[Any] = []
    assert rows(text, **ALL, on_problem=problems.append) == whole
    is_told = not kind.startswith(("table", "code", "comment", "HTML")) or kind.endswith("a quotation")
    assert [problem.lost for problem in problems] == [False] * is_told


@pytest.mark.parametrize("text", [*LONG.values(), *ACROSS.values(), "`a` " * 500, "a" * 3000, "é" * 3000])
def test_the_parser_is_given_no_more_than_a_piece(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, 100, 300)
    data = text.encode()
    found = list(pieces_of(pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES), data))
    assert b"".join(data[piece.begin : piece.end] for piece in found) == data
    assert all(piece.begin < piece.end <= piece.begin + 300 for piece in found)
    assert all(data[piece.begin : piece.end].decode() for piece in found)


def test_lone_returns_are_line_feeds_to_the_parser_and_take_no_memory_of_their_own() -> None:
    text = "[a](b)\r\n\r\r\n" + "\r- a\r" * 40_000
    finders: list[Finder] = []
    assert peak_of(lambda: finders.append(Finder(pyromark, text, ReadOptions()))) < 6 * len(text)
    assert finders[0].data == b"[a](b)\r\n\n\r\n" + b"\n- a\n" * 40_000


def test_a_footnote_is_remembered_as_its_name_and_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, 2048)
    data = "".join(f"[^{number}]: b\n\n" for number in range(4000)).encode()
    markdown = Finder(pyromark, "", ReadOptions()).markdown
    found = list(pieces_of(markdown, data))
    assert peak_of(lambda: Definitions(markdown, data, found)) < 12 * len(data)


class _Counting:
    """A parser that counts the events which are asked of it."""

    def __init__(self) -> None:
        self.inner = pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES)
        self.told = 0

    def events_with_range(self, text: str, **options: Any) -> Iterator[Any]:
        for event in self.inner.events_with_range(text, **options):
            self.told += 1
            yield event

    def reference_definitions(self, text: str) -> Any:
        return self.inner.reference_definitions(text)


@pytest.mark.parametrize("line", ["[a](b)\n", "|a|b|\n|-|-|\n", "- a\n"])
def test_a_block_that_reaches_the_end_of_a_window_is_not_gone_through(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut(monkeypatch, 1000, 2000)
    markdown = _Counting()
    found = list(pieces_of(markdown, line.encode() * 1000))
    assert len(found) > 2
    assert markdown.told <= 2 * len(found)


def test_cells_behind_the_end_of_their_table_are_no_block(monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, 34)
    table = "|a|b|\n|-|-|\n|c|d|\näö\n  \n\t\n"
    data = (table + "***\n" * 30 + "a\n").encode()
    for piece in pieces_of(pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES), data):
        assert not 0 < piece.begin < len(table.encode())


@pytest.mark.parametrize(
    ("text", "is_used"),
    [("[B  C]", True), ("[x][b\nc]", True), ("[![i][b c]](z)", True), ("[b] `[c]` [d](b)", False)],
)
def test_a_piece_is_read_for_labels_where_one_may_be_used(text: str, *, is_used: bool) -> None:
    data = b"[b c]: /u\n"
    labels = Definitions(pyromark.Markdown(), data, [pieces.BlockPiece(0, len(data))])
    assert labels.may_be_used_in(text.encode()) is is_used
    labels.use("B C")
    assert not labels.may_be_used_in(text.encode())


def test_texts_share_their_parser() -> None:
    usual, again, other = (Finder(pyromark, "a", ReadOptions(wiki_links=one)) for one in (False, False, True))
    assert usual.markdown is again.markdown
    assert usual.markdown is not other.markdown
