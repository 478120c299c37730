"""`urlglean.html.references`: what the markup of one tree holds, in the order of the source."""

from __future__ import annotations

import pytest
import turbohtml

from support.work import peak_of
from urlglean.candidate import Candidate, Facts, MarkupCandidate, MarkupCandidates
from urlglean.document import ReadOptions
from urlglean.html.places import AttributeCandidate, OwnAttributeCandidate
from urlglean.html.references import (
    IN_A_BROWSER,
    AttributePlace,
    Origin,
    References,
    Setting,
    find_references,
    in_source_order,
    sorted_by_tag,
    tag_in_page,
)
from urlglean.text import Text

IN_MAIL = Setting(Facts(quote_depth=0, region="body"), runs_scripts=False)


def references_of(page: str, *, setting: Setting = IN_A_BROWSER, **origin: bool) -> References:
    names = ("templates", "lazy", "scripts")
    options = ReadOptions(**{name: origin.pop(name, False) for name in names})
    tree = turbohtml.parse(page, scripting=True)
    return find_references(tree, Origin(Text(page), options, setting=setting, **origin))


def settled(found: References) -> list[MarkupCandidate]:
    candidates = [one.settled() for one in found.candidates if isinstance(one, AttributeCandidate)]
    assert len(candidates) == len(found.candidates)
    return sorted(candidates, key=lambda one: one.start)


def texts_of(page: str, **origin: bool) -> list[str]:
    return [found.text for found in settled(references_of(page, **origin))]


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("<a href=1><img src=2 srcset='3, 4 2x'></a><form action=5>", ["1", "2", "3", "4", "5"]),
        ("<style>p{background:url(1)}</style><p style='background:url(2)'>", ["1", "2"]),
        ("<p style='color:red'>url(1)<style>p{color:red}</style>", []),
        ("<svg><a href=1></a><use href=2 /><image xlink:href=3 /></svg>", ["1", "2", "3"]),
        ("<svg><g clip-path='url(1)'><svg><g mask='url(2)'></svg></g></svg>", ["1", "2"]),
        ("<math href=1><mi href=2></math>", ["1", "2"]),
        ("<math><use href=1><set href=2><mi xlink:href=3></math>", ["1", "2", "3"]),
        ("<svg><form action=1></svg><math><img src=2></math>", ["2"]),  # an image ends a formula
        ("<meta http-equiv=refresh content='0; url=1'><meta name=x content=2>", ["1"]),
        # The tree has one element of the same tag in each paragraph.
        ("<p><font style='background:url(1)'>a<p>b<p>c", ["1"]),
        ("<a ping='1 2'><div>a</a><b itemid=3 itemtype='4 5'><p>b</b>c", ["1", "2", "3", "4", "5"]),
        ("<select><button><selectedcontent></button><option><img src=1>a", ["1"]),
        ("<select><button><selectedcontent><img src=1></button></select>", ["1"]),
        ("<select multiple><button><selectedcontent><img src=1></button><option><img src=2>", ["1", "2"]),
        ("<td background=1><table><td background=2></table>", ["2"]),
    ],
)
def test_references_of_markup(page: str, texts: list[str]) -> None:
    assert texts_of(page) == texts


def test_an_href_hides_the_xlink_href_beside_it() -> None:
    first, second = settled(references_of("<svg><use href=1 xlink:href=2 /></svg>"))
    assert (first.text, first.facts.notes) == ("1", ())
    assert (second.text, second.facts.notes) == ("2", ("ignored: the element has an href as well",))


def test_lazy_attributes_only_where_they_are_asked_for() -> None:
    page = "<img data-src=1>"
    assert texts_of(page) == []
    assert texts_of(page, lazy=True) == ["1"]


def test_what_an_element_of_an_image_holds_is_no_text_of_it() -> None:
    assert texts_of("<svg><style>a:url(1)<style>b:url(2)</style>c:url(3)</style>") == ["1", "3", "2"]
    found = references_of("<svg><script>a<script>b</script><g>c</g>&lt;<![CDATA[d]]></script>", scripts=True)
    assert [script.text for script in found.scripts] == ["a<d", "b"]


def test_what_templates_hold_is_taken_out_of_the_tree() -> None:
    page = "<template><a href=1></a><template><a href=2></a></template></template><a href=3></a>"
    tree = turbohtml.parse(page, scripting=True)
    found = find_references(tree, Origin(Text(page), ReadOptions()))
    assert [one.text for one in found.candidates] == ["3"]
    assert not tree.select("template a")
    inert = {one.text: one.facts.markup for one in settled(references_of(page, templates=True))}
    assert {text: markup is not None and markup.inert for text, markup in inert.items()} == {
        "1": True,
        "2": True,
        "3": False,
    }


def test_shadow_trees_are_read() -> None:
    page = "<div><template shadowrootmode=open><a href=1></a></template></div><a href=2></a>"
    found = references_of(page)
    assert [one.text for one in settled(found)] == ["1", "2"]
    assert found.has_shadows
    assert references_of(page.upper()).has_shadows
    assert not references_of("<a href=1>").has_shadows


def test_what_is_resolved_against_the_documents_own_url() -> None:
    assert not references_of("<form action=1>").has_own
    found = references_of("<template><form action=''></template>", templates=True)
    assert found.has_own
    assert [type(one) for one in found.candidates] == [OwnAttributeCandidate]
    # Neither what else a `base` says, nor what has its name in a formula.
    assert not references_of("<base itemid=1><math><base href=2>").has_own


def test_documents_in_attributes() -> None:
    page = "<iframe srcdoc='<p>1'></iframe><template><iframe srcdoc='<p>2'></iframe></template>"
    found = references_of(page, templates=True).srcdocs
    assert sorted((one.page, one.origin.inert) for one in found) == [("<p>1", False), ("<p>2", True)]


def test_white_space_in_references_of_html_and_of_xml() -> None:
    page = "<a href=' a\nb '>x</a><base href='c\nd'>"
    assert texts_of(page) == ["ab", "cd"]
    assert texts_of(page, is_xml=True) == ["a b", "c d"]


def test_references_in_mail_stand_in_its_body() -> None:
    for found in settled(references_of("<a href=1>x</a><form action=2>", setting=IN_MAIL)):
        assert (found.facts.quote_depth, found.facts.region) == (0, "body")


def test_the_text_of_links_in_links_is_bounded() -> None:
    depth = 300
    page = "<a href=x><table><td>" * depth + "text " * 100
    anchors = [
        found.facts.markup.anchor or "" for found in settled(references_of(page)) if found.facts.markup
    ]
    assert len(anchors) == depth
    assert anchors[0].startswith("text text")
    assert sum(map(len, anchors)) < 5 * len(page)


def test_references_in_a_text_know_their_place_in_it() -> None:
    from urlglean.html.values import ValueReference

    page = "<p><script>url = 'a.png'</script>"
    found = References(Origin(Text(page), ReadOptions()))
    place = AttributePlace("script", "#text", "metadata", (1, 3))
    found.add_pieces(place, "url = 'a.png'", lambda: [ValueReference("a.png", 7, 12, kind="resource")])
    (one,) = settled(found)
    assert page[one.start : one.end] == one.text == "a.png"
    assert one.facts.markup is not None
    assert one.facts.markup.kind == "resource"


@pytest.mark.parametrize(
    "page",
    [
        "<svg clip-path='url(1)'>",
        "<p><svg fill='url(1)'><g></g></svg>",
        "<svg><g><svg mask='url(1)'></svg></g></svg>",
    ],
)
def test_the_attributes_of_svg_itself_hold_urls_too(page: str) -> None:
    assert texts_of(page) == ["1"]


# What was found in several ways, in the order of the source.


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
