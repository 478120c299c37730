"""`urlglean.html.order`: what was found of a page in several ways, in the order of its source."""

from __future__ import annotations

import pytest
import turbohtml

from support.work import peak_of
from urlglean.candidate import Candidate, Facts, MarkupCandidates
from urlglean.document import ReadOptions
from urlglean.html.order import in_source_order, sorted_by_tag, tag_in_page
from urlglean.html.places import AttributeCandidate, OwnAttributeCandidate
from urlglean.html.references import Origin, find_references
from urlglean.text import Text

PAGE = "<base href=/b/><a href=1>\nhttp://2.example/</a><img src=3a><img src=3><form action=''></form><a href=4>\nhttp://5.example/"
SOURCE = Text(PAGE)


def references() -> list[Candidate]:
    return sorted_by_tag(find_references(turbohtml.parse(PAGE), Origin(SOURCE, ReadOptions())).candidates)


def in_text(text: str) -> Candidate:
    start = PAGE.index(text)
    return Candidate(text, SOURCE, start, start + len(text), Facts())


def test_the_few_stand_among_the_many() -> None:
    others = [in_text("http://5.example/"), in_text("http://2.example/")]
    items = list(in_source_order(references(), others, mixed=True))
    assert [
        [found.text for found in item.candidates] if isinstance(item, MarkupCandidates) else item.text
        for item in items
    ] == ["/b/", "1", "http://2.example/", ["3a", "3"], "", "4", "http://5.example/"]
    assert [type(item) for item in items if not isinstance(item, MarkupCandidates)] == [
        *(OwnAttributeCandidate, AttributeCandidate, Candidate),
        *(OwnAttributeCandidate, AttributeCandidate, Candidate),
    ]


def test_references_that_are_all_resolved_alike_stay_together() -> None:
    page = "<a href=1></a><img src=2><a href=3></a>"
    found = find_references(turbohtml.parse(page), Origin(Text(page), ReadOptions()))
    (batch,) = in_source_order(sorted_by_tag(found.candidates), [], mixed=found.has_own)
    assert isinstance(batch, MarkupCandidates)
    assert [one.text for one in batch.candidates] == ["1", "2", "3"]
    assert list(in_source_order([], [], mixed=False)) == []


def test_a_link_that_the_tree_holds_twice_is_one_with_the_text_of_both() -> None:
    page = "<a href=1>one<p>two</a><a href=2>three</a>"
    found = find_references(turbohtml.parse(page), Origin(Text(page), ReadOptions())).candidates
    assert [one.text for one in found] == ["1", "1", "2"]
    links = [one for one in sorted_by_tag(found) if isinstance(one, AttributeCandidate)]
    assert [one.text for one in links] == ["1", "2"]
    assert [one.facts.markup and one.facts.markup.anchor for one in links] == ["onetwo", "three"]


@pytest.mark.parametrize("attribute", ["href", "style", "itemid"])
def test_a_long_attribute_is_not_copied_for_each_paragraph_that_its_element_is_open_in(
    attribute: str,
) -> None:
    page = f"<p><a {attribute}='{'url(x)' * 3000}'>" + "<p>a" * 2000
    find_references(turbohtml.parse(page[:10]), Origin(Text(page[:10]), ReadOptions()))  # what it makes once
    tree, origin = turbohtml.parse(page), Origin(Text(page), ReadOptions())
    assert peak_of(lambda: sorted_by_tag(find_references(tree, origin).candidates)) < 200 * len(page)


def test_several_references_of_one_tag_stay_several() -> None:
    page = "<img srcset='1, 2 2x' src=3>"
    found = find_references(turbohtml.parse(page), Origin(Text(page), ReadOptions())).candidates
    assert sorted(one.text for one in sorted_by_tag(found)) == ["1", "2", "3"]


def test_a_tag_in_a_piece_of_the_page() -> None:
    whole = Text("ab\n<!-- x\n<a href=1> -->")
    line, column = whole.position(7)
    piece = Text(whole.text[7:], offset=7, line=line, column=column)
    assert tag_in_page(whole, (2, 3)) == (2, 3)
    assert tag_in_page(piece, (1, 1)) == (2, 5)
    assert tag_in_page(piece, (2, 0)) == (3, 0)
