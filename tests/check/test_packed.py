"""Links held in little memory say what they said before."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlglean
from support.laws import some
from support.places import CORPORA
from support.work import peak_of
from urlglean.check.answers import Cause
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.local import Tree
from urlglean.check.packed import _TOGETHER, PackedAnchors, PackedLinks, RepeatedValues
from urlglean.document import ReadOptions
from urlglean.links.link import Link
from urlglean.reports import Anchor


def packed(links: Iterable[Link]) -> PackedLinks:
    held = PackedLinks()
    for link in links:
        held.append(link)
    return held


def assert_held(links: list[Link]) -> None:
    for link, same in zip(links, packed(links), strict=True):
        assert same == link
        assert type(same) is type(link)
        assert type(same.candidate) is type(link.candidate.settled())
        assert same.row() == link.row()
        assert same.document is link.document


HELD = [
    path
    for pattern in ("docs/*.md", "docs/*.rst", "docs/*.ipynb", "html/[abc]*.html", "mail/*.mbox")
    for path in sorted(CORPORA.glob(pattern))
    if path.name != "README.md"
]


@pytest.mark.parametrize("path", HELD, ids=lambda path: path.name)
def test_links_come_back_equal(path: Path) -> None:
    links = list(urlglean.extract_path(path, on_problem=lambda _: None))
    assert links
    assert_held(links)


def test_links_that_are_unwrapped_come_back_as_such() -> None:
    links = list(urlglean.extract_text("https://www.google.com/url?q=http://a.example/"))
    assert_held([link.unwrapped() for link in links])
    assert packed([links[0].unwrapped()])[0].target == "http://a.example/"


@given(
    st.lists(
        st.sampled_from(
            ["http://a/", "x\n", "<URL:rel>", "www.b.c", "é \U0001f600", "(", "\r", "> http://a/b\n> c "]
        )
    )
)
def test_places_are_kept(pieces: list[str]) -> None:
    assert_held(list(urlglean.extract_text("".join(pieces))))


def test_they_are_given_by_their_numbers_and_none_beyond_the_end() -> None:
    links = list(urlglean.extract_text("http://a/ http://b/ http://c/"))
    held = packed(links)
    assert held[-1] == links[-1]
    assert [held[number] for number in range(3)] == links
    with pytest.raises(IndexError):
        held[3]


def test_more_than_are_packed_together() -> None:
    links = list(urlglean.extract_text("".join(f"http://a/{number} " for number in range(2 * _TOGETHER + 1))))
    for part in (links, links[:-1], links[:_TOGETHER], links[: _TOGETHER + 1]):
        assert_held(part)
        assert list(reversed(packed(part))) == part[::-1]


def test_a_value_is_held_once() -> None:
    held = RepeatedValues[str]()
    for value in "abac":
        held.append(value)
    held[1] = "d"
    assert list(held) == ["a", "d", "a", "c"]
    assert (held[3], held.distinct) == ("c", ["a", "b", "c", "d"])


@pytest.mark.parametrize("page", some(["<a href=1>x</a>", "<a href=1>", "[a](b) ", "http://a.b/\n"], every=2))
def test_links_take_some_bytes_each(page: str) -> None:
    extract = urlglean.extract_html if page[0] == "<" else urlglean.extract_markdown
    links = list(extract(page * (32 * _TOGETHER), base="http://a.example/"))
    for _ in range(2):
        packed(links)  # what a text works out of places, it holds
    assert peak_of(lambda: packed(links)) < 60 * len(links)


def test_anchors_come_back_as_they_were() -> None:
    anchors = [Anchor("a", "id"), Anchor("", "heading"), Anchor("a", "attachment", "1"), Anchor("b", "id")]
    held = PackedAnchors()
    for anchor in anchors:
        held.append(anchor)
    assert list(held) == list(held) == anchors


def test_an_anchor_takes_little_more_than_its_name() -> None:
    held = PackedAnchors()
    names = [f"a{number}" for number in range(20_000)]
    assert peak_of(lambda: [held.append(Anchor(name, "heading")) for name in names]) < 30 * len(names)


def test_the_anchors_of_a_page_are_gone_over_once_for_all_fragments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = []
    iterate = PackedAnchors.__iter__
    monkeypatch.setattr(PackedAnchors, "__iter__", lambda self: passes.append(1) or iterate(self))
    (tmp_path / "a.md").write_text("# h\n\n" + "[a](#h) [[#h]] [b](#i)\n" * 50)
    options = CheckOptions(offline=True, reading=ReadOptions(wiki_links=True))
    report = check_paths([str(tmp_path)], options)
    assert (report.links, len(report.findings)) == (150, 50)
    assert len(passes) < 15


def test_links_of_a_page_that_say_the_same_are_judged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = []
    judge = Tree.judge
    monkeypatch.setattr(
        Tree, "judge", lambda self, link, source: judged.append(link.text) or judge(self, link, source)
    )
    page = '<p><a href="b.html">1</a> <a href="a.html">2</a> <a href="https://c.example/">3</a>\n'
    for name in ("a.html", "c.html"):
        (tmp_path / name).write_text(page * (2 * _TOGETHER))
    report = check_paths([str(tmp_path)], CheckOptions(offline=True))
    assert report.links == 12 * _TOGETHER
    assert judged == ["b.html", "a.html", "https://c.example/"] * 2
    found = [(one.line, one.text, one.anchor, one.cause) for one in report.findings]
    assert found == [
        (line, text, anchor, cause)
        for _ in range(2)
        for line in range(1, 2 * _TOGETHER + 1)
        for text, anchor, cause in (
            ("b.html", "1", Cause.MISSING_FILE),
            ("https://c.example/", "3", Cause.OFFLINE),
        )
    ]


def test_links_of_one_text_that_stand_otherwise_are_judged_each(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href=""></a><img src=""><form action="b.html"></form><a href="b.html"></a>'
    )
    report = check_paths([str(tmp_path)], CheckOptions(offline=True))
    assert [(one.element, one.cause) for one in report.findings] == [
        ("img", Cause.EMPTY),
        ("form", Cause.MISSING_FILE),
        ("a", Cause.MISSING_FILE),
    ]
