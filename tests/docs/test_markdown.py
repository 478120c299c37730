"""Markdown to Links: each destination where it stands, and none that the rendered page has not."""

from __future__ import annotations

import builtins
import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.delimit_cases import Case, read_cases
from support.places import CORPORA
from support.work import Counter, calls_of, measured
from urlglean import InputError, extract_markdown, extract_path
from urlglean.docs import markdown
from urlglean.docs.destinations import place_of
from urlglean.document import Document, ReadOptions

FOLDER = Path(__file__).parent / "cases"
BASE = "http://base.example/dir/"


def test_without_pyromark_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refusing(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "pyromark":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refusing)
    with pytest.raises(InputError, match=r"pip install 'urlglean\[docs\]'; --kind text reads it"):
        list(markdown.read(Document("[a](b)", "text/markdown"), ReadOptions()))
    problems: list[object] = []
    assert not list(extract_markdown("http://a.org/", on_problem=problems.append))
    assert "urlglean[docs]" in str(problems[0])


# --- the case files ---


@pytest.mark.parametrize("case", read_cases(FOLDER), ids=str)
def test_case(case: Case) -> None:
    links = list(extract_markdown(case.text, base=BASE, **case.options))
    found = [(link.text, [(span.start, span.end) for span in link.spans]) for link in links]
    assert found == [(want.text, [*want.pieces]) for want in case.expected], case.text
    for want, link in zip(case.expected, links, strict=True):
        assert all(any(words in note for note in link.notes) for words in want.notes)


# --- texts as projects have them ---

GOLD = sorted((CORPORA / "docs").glob("*.md*.tsv"))


@pytest.mark.parametrize("gold", GOLD, ids=lambda path: path.stem)
def test_corpus(gold: Path) -> None:
    names, *expected = (line.split("\t") for line in gold.read_text("utf-8").splitlines())
    assert names == ["place", "element", "attribute", "kind", "inert", "reference", "anchor"]
    text = gold.with_suffix("").read_bytes().decode("utf-8-sig")
    found = []
    for link in extract_path(gold.with_suffix("")):
        place, state = f"{link.line}:{link.column}", "inert" if link.inert else "live"
        where = [str(item) for item in (link.element, link.attribute, link.kind)]
        found.append([place, *where, state, link.text, link.anchor or "-"])
        assert text[link.spans[0].start : link.spans[-1].end] == link.raw
    assert found == expected


def test_every_text_of_the_corpus_has_its_gold() -> None:
    texts = {path.name for path in (CORPORA / "docs").glob("*.md*") if path.suffix != ".tsv"}
    assert texts - {"README.md"} == {path.stem for path in GOLD} != set()


# --- what a row says ---


def rows(source: str, **options: Any) -> list[tuple[object, ...]]:
    links = extract_markdown(source, base=BASE, **options)
    return [(link.text, link.element, link.attribute, link.kind, link.anchor, link.inert) for link in links]


def test_each_has_the_element_it_has_on_the_page() -> None:
    text = """[*a* `b`
c](/u) ![d](e.png "f") <http://g.example/> http://h.example/ ssh://i.example/ [j] `http://k.example/`
<img src=l.png> <http:m>

[j]: /v
[n]: /w"""
    assert rows(text, code=True) == [
        ("/u", "a", "href", "navigation", "a b c", False),
        ("e.png", "img", "src", "resource", "d", False),
        ("http://g.example/", "a", "href", "navigation", "http://g.example/", False),
        ("http://h.example/", "a", "href", "navigation", None, False),
        ("ssh://i.example/", "#text", "#text", "text", None, False),
        ("/v", "a", "href", "navigation", "j", False),
        ("http://k.example/", "code", "#text", "text", None, True),
        ("l.png", "img", "src", "resource", None, False),
        ("http:m", "a", "href", "navigation", "http:m", False),
        ("/v", "#definition", "href", "navigation", None, False),
        ("/w", "#definition", "href", "navigation", None, True),
    ]


def test_front_matter_is_metadata() -> None:
    text = "---\na: http://a.example/\n# http://b.example/\n---\n"
    assert rows(text) == [("http://a.example/", "#front-matter", "#text", "metadata", None, False)]
    assert rows(text, text=False) == []
    assert rows(text, comments=True)[1][-1] is True


def test_the_text_of_a_link_is_that_of_what_stands_in_it() -> None:
    assert [row[4] for row in rows("[![a *b*](i.png) c](/u)")] == ["a b", "a b c"]
    assert [row[4] for row in rows("[a <b>c</b> `d`](/u)")] == ["a c d"]


def test_addresses_and_names_come_to_urls() -> None:
    links = extract_markdown("<joe@a.example> joe@b.example www.c.example")
    assert [link.url for link in links] == [
        "mailto:joe@a.example",
        "mailto:joe@b.example",
        "http://www.c.example",
    ]


def test_an_empty_destination_is_the_page_itself() -> None:
    found = list(extract_markdown("[a]() ![b](<>)", base=BASE))
    assert [(link.text, link.url, link.column) for link in found] == [("", BASE, 5), ("", BASE, 13)]


def test_what_nothing_defines_comes_to_no_url() -> None:
    (link,) = extract_markdown("[a][b c]", base=BASE, undefined=True)
    assert (link.url, link.text, link.raw, link.notes) == (
        None,
        "b c",
        "b c",
        ("no URL: nothing defines this label",),
    )


def test_an_attribute_in_two_lines_of_a_quotation_stands_in_two_pieces() -> None:
    (link,) = extract_markdown('> <a href="/a\n> b">c</a>', base=BASE)
    assert (link.text, [(span.line, span.column) for span in link.spans]) == ("/ab", [(1, 12), (2, 3)])
    assert (link.raw, link.anchor) == ("/a\n> b", "c")


def test_a_longer_reading_is_an_alternative() -> None:
    (link,) = extract_markdown("http://a.example/x_ y")
    assert (link.text, link.alternatives) == ("http://a.example/x", ("http://a.example/x_",))


def test_it_is_read_from_files_by_their_suffix(tmp_path: Path) -> None:
    for name in ("a.md", "b.markdown", "c.mdx", "D.MD"):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf[\xc3\xa4](x.md)\r\n")
        ((link),) = extract_path(tmp_path / name)
        assert (link.text, link.line, link.column, link.anchor) == ("x.md", 1, 5, "ä")
    (tmp_path / "e.txt").write_text("[a](b.md)")
    assert not list(extract_path(tmp_path / "e.txt"))
    assert len(list(extract_path(tmp_path / "e.txt", kind="markdown"))) == 1
    assert not list(extract_path(tmp_path / "a.md", kind="text"))


def test_damage_is_told() -> None:
    problems: list[Any] = []
    links = list(extract_markdown(b"a\n[b](\xe9)", encoding="utf-8", base=BASE, on_problem=problems.append))
    assert [link.text for link in links] == ["é"]
    assert [problem.line for problem in problems] == [2]


# --- any text ---

PIECES = (
    r'[a](b) [a](<c\)&amp;d>_"e") [x]:_/f [x] [ ] ( ) ]( ](< >) ![ [^1] [^1]:_ [x][] < > <a_href=" "> </a> <!-- --> '
    r"` ``` ~~~ * _ ** \ \[ \| | &amp; &#41; http://a.org/x www.b.org joe@a.org é 𝄞 中 /u # --- +++ == <div> </div> "
    r'<script> [[w]] [[w|t]] <http://c.org/d> <img_src=y> <x@y.z> !!!_note ???+_a ===_"b" :_ <div_markdown> ```{note} '
    "~~~{tip}_c"
)
TEXTS = st.lists(
    st.sampled_from([piece.replace("_", " ") for piece in PIECES.split()])
    | st.sampled_from([" ", "\n", "\n", "\n\n", "\r\n", "\r", "\t", "    ", "\n> ", "\n- ", "\n|-|\n"])
    | st.characters(),
    max_size=40,
).map("".join)
WRITTEN = frozenset({"]()", "[]:"})
EVERYTHING = {"code": True, "comments": True, "wiki_links": True, "undefined": True}


def meant(written: str) -> str:
    """Undo escapes and character references, in another way than the reader does."""
    parts = re.split(r"(\\[!-/:-@\[-`{-~])", written)
    return "".join(part[1] if part[:1] == "\\" and len(part) == 2 else html.unescape(part) for part in parts)


@example("[x]:\x7f")
@given(TEXTS)
def test_of_any_text_the_spans_are_what_is_found(text: str) -> None:
    def fail(problem: object) -> None:
        raise AssertionError(problem)

    shown = text.removeprefix("\ufeff")
    places = []
    for link in extract_markdown(text, base=BASE, on_problem=fail, **EVERYTHING):
        assert shown[link.spans[0].start : link.spans[-1].end] == link.raw
        if link.delimiter in WRITTEN and "\0" not in link.raw and not re.search("[\ud800-\udfff]", link.raw):
            assert meant(link.raw) == link.text
        if link.document.media_type == "text/markdown" and link.url is not None:
            places.append(link.spans[0].start)
    assert places == sorted(places)


@given(TEXTS)
def test_what_is_left_out_changes_nothing_else(text: str) -> None:
    usual = [(link.text, link.spans) for link in extract_markdown(text, base=BASE)]
    every = extract_markdown(text, base=BASE, code=True, comments=True, undefined=True)
    some = [(link.text, link.spans) for link in every if not link.inert and link.url is not None]
    assert set(some) <= set(usual)


HOSTILE: dict[str, Callable[[int], str]] = {
    "images in images": lambda n: "![" * n + "a" + "](b)" * n,
    "open brackets": lambda n: "[" * n,
    "links": lambda n: "[a](b)" * n,
    "definitions": lambda n: "".join(f"[x{i}]: /u{i}\n" for i in range(n)) + "[x1] " * n,
    "undefined": lambda n: "[a][b] " * n,
    "one line": lambda n: "é <b>x</b> http://a.org/x " * n,
    "tags": lambda n: "<a href=x>" * n,
    "comments before the text": lambda n: "---\n" + "# http://a.org/\nx: http://b.org\n" * n + "---\n",
    "parentheses": lambda n: "[a](" + "(" * n,
    "glued": lambda n: "http://a.org/)" * n,
    "emphasis": lambda n: "*http://a.org " * n,
    "table": lambda n: "|a|\n|-|\n" + "|http://a/\\||\n" * n,
    "admonitions": lambda n: "".join(" " * (4 * i) + "!!! note\n" for i in range(n // 20)) + "!!! a\n" * n,
    "comments of MDX": lambda n: (
        "{/*" * n + "*/} {/**/}" * n + "`{/*` `*/}`" * n + "\n{/* */} a" * n + "{/*" * n
    ),
    "directives": lambda n: "```{note}\n" * n + "~~~{tip}\n```\n" * n,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_take_linear_time(name: str) -> None:
    small, large = (calls_for(HOSTILE[name](size)) for size in (300, 600))
    assert large <= 2.2 * small + 500


def calls_for(text: str) -> int:
    """Give how many calls reading a text takes."""
    return calls_of(lambda: list(extract_markdown(text, base=BASE, **EVERYTHING)))


def test_front_matter_is_not_copied_for_each_url() -> None:
    def work(number: int) -> int:
        text = "---\n" + "x: http://a.org/\n" * number + "---\n"
        return measured(
            Counter(), lambda text: list(markdown.read(Document(text, "text/markdown"), ReadOptions())), text
        )

    work(1)
    assert work(400) <= 2.2 * work(200)


@pytest.mark.parametrize("destination", [">" * 300 + "b", "b", ">b"])
def test_a_destination_is_told_from_the_marks_before_it_at_once(destination: str) -> None:
    data = b"[a](\n    " + b">" * 300 + b"b)"
    start = len(data) - 1 - len(destination)
    found = [place_of(data, 4, len(data), destination)]
    assert calls_of(lambda: found.append(place_of(data, 4, len(data), destination))) < 30
    assert found == [(start, len(data) - 1)] * 2
    assert place_of(data, 4, len(data), ">" * 301 + "b") is None


@pytest.mark.parametrize("asked", ["schemeless", "emails", "network_path"])
def test_lines_of_words_are_not_read_for_names(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    original = markdown.delimit

    def delimit(text: str, *rest: Any, **options: Any) -> Any:
        read.append(text)
        return original(text, *rest, **options)

    monkeypatch.setattr(markdown, "delimit", delimit)
    text = "some words\n" * 9 + "joe@a.example/x\n//b.example/\n"
    assert list(extract_markdown(text, base=BASE, **{asked: True}))
    assert read == ["joe@a.example/x", "//b.example/"]


def test_lines_without_a_sign_of_an_address_are_not_read_for_some() -> None:
    usual, with_addresses = (
        calls_of(lambda asked=asked: list(extract_markdown("see http://a.example/\n\n" * 40, emails=asked)))
        for asked in (False, True)
    )
    assert usual < 0.9 * with_addresses


@pytest.mark.parametrize("line", ["{: .a}\n", "@joe @ joe@\n\n", "::: a\n"])
def test_a_line_whose_signs_announce_nothing_is_not_searched(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    monkeypatch.setattr(markdown, "delimit", lambda text, *_, **_options: searched.append(text) or ())
    assert [one.text for one in extract_markdown(line * 20 + "<http://a.example/>")] == ["http://a.example/"]
    assert searched == []


def test_a_line_without_signs_is_not_looked_at() -> None:
    without, with_signs = (
        calls_of(lambda text=text: list(extract_markdown(text * 200 + "\n<http://a.example/>")))
        for text in ("joe\n", "joe:\n")
    )
    assert without + 5 * 200 < with_signs


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("<div>\n\n", 0),
        ("<div hidden>\n</p>\n\n", 0),
        ("a <b> <i>\n\n", 0),
        ("<div>a.org\n\n", 9),
        ("<div title=a.org>\n\n", 9),
        ("<!-- a.org -->\n\n", 9),
    ],
)
def test_tags_alone_make_no_page_whatever_is_asked_for(text: str, pages: int) -> None:
    options = ReadOptions(delimit={"schemeless": True}, comments=True)
    found = markdown.read(Document(text * 9, "text/markdown", "a.md"), options)
    assert len([one for one in found if isinstance(one, Document)]) == pages
