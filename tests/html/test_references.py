"""`urlglean.html.references`: what the markup of one tree holds."""

from __future__ import annotations

import pytest
import turbohtml

from urlglean.candidate import Facts, MarkupCandidate
from urlglean.document import ReadOptions
from urlglean.html.places import AttributeCandidate, OwnAttributeCandidate
from urlglean.html.references import (
    IN_A_BROWSER,
    AttributePlace,
    Origin,
    References,
    Setting,
    find_references,
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
