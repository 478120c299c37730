from __future__ import annotations

import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.laws import examples, tries_all
from support.reference_strategies import strings, tame_references, urls
from support.vectors import rows
from urlglean.errors import UrlgleanError
from urlglean.frontier.fetchable import surt
from urlglean.uri import hosts
from urlglean.uri.characters import RESERVED, UNRESERVED
from urlglean.uri.normalize import RUNGS, STEPS, Change, Step, explain, normalize, normalizer
from urlglean.uri.reference import parse
from urlglean.uri.resolve import resolve

# `urlglean.normalize` is the function once the package has been asked for it; this is the module.
MODULE = importlib.import_module("urlglean.uri.normalize")
ADDED = [name for name, step in STEPS.items() if step.merges]


@pytest.mark.parametrize("row", rows("ladder.tsv"), ids=lambda row: row["url"])
def test_the_ladder(row: dict[str, str]) -> None:
    assert normalize(row["url"], rung=row["rung"]) == row["expected"]
    assert normalize(row["expected"], rung=row["rung"]) == row["expected"]
    rungs = list(RUNGS)
    for higher in rungs[rungs.index(row["rung"]) :]:
        assert normalize(row["url"], rung=higher) == normalize(row["expected"], rung=higher)


@pytest.mark.parametrize("row", rows("distinct.tsv"), ids=lambda row: row["why"])
def test_what_differs_in_meaning_stays_apart(row: dict[str, str]) -> None:
    for rung in RUNGS:
        assert normalize(row["one"], rung=rung) != normalize(row["other"], rung=rung)


# -- laws ----------------------------------------------------------------------------------------------------


@examples(1_500)
@given(strings)
def test_each_rung_is_idempotent_and_never_fails(url: str) -> None:
    for rung in RUNGS:
        normal = normalize(url, rung=rung)
        assert normalize(normal, rung=rung) == normal


@examples(1_500)
@given(strings, st.sampled_from(sorted(RUNGS)), st.lists(st.sampled_from(ADDED), unique=True))
def test_added_steps_leave_it_idempotent(url: str, rung: str, steps: list[str]) -> None:
    key = normalizer(rung=rung, steps=steps)
    normal = key(url)
    assert key(normal) == normal


@examples(1_500)
@given(strings | tame_references.map(lambda reference: resolve(reference, "http://a/b/c")))
def test_the_way_by_strings_is_the_way_by_steps(url: str) -> None:
    quick = MODULE._normalize_by_strings(url)
    assert quick is None or quick == MODULE._apply(url, RUNGS["scheme"])
    assert normalize(url, rung="syntax") == MODULE._apply(url, RUNGS["syntax"])


@pytest.mark.parametrize(
    "host",
    (
        "b\u00fccher.example B\u00dcCHER\u3002example. \uff11.\uff12 fa\u00df.example \U0001f600.a a\u00ad.b"
        " XN--BCHER-KVA.example xn--0.a a--b.a 0300.0.2.1 0x7f.1 1.2.3.256 a..b -a.b A_b. . a%41.b xn--a~b"
        " \u00fc%41.a \u0301.a \u200d.a \u00e9_.b"
    ).split(),
)
@pytest.mark.parametrize("scheme", ["http", "ftp", "ssh", "x"])
@pytest.mark.parametrize("beside", ["{}", "u@{}", "{}:80", "{}:"])
def test_hosts_beyond_ascii_take_the_same_way(scheme: str, host: str, beside: str) -> None:
    url = f"{scheme}://{beside.format(host)}/"
    assert MODULE._normalize_by_strings(url) == MODULE._apply(url, RUNGS["scheme"])


def test_a_host_beyond_ascii_is_parsed_once() -> None:
    before = hosts._parse_host.cache_info().misses
    assert normalize("http://\u00fc-parsed-once.example") == "http://xn---parsed-once-clb.example/"
    assert hosts._parse_host.cache_info().misses == before + 1


@pytest.mark.parametrize(
    "url",
    [
        "http://a/",
        "HTTP://A:80/../b?c#d",
        "https://u@[::1]:1/%7e",
        "http://\u00e9",
        "ftp://a",
        "x://a/b",
        "http://1/",
    ],
)
def test_the_common_shapes_take_the_way_by_strings(url: str) -> None:
    assert MODULE._normalize_by_strings(url) is not None


@examples(1_000)
@given(urls)
def test_each_rung_keeps_what_the_one_below_made_equal(url: str) -> None:
    assert normalize(normalize(url, rung="syntax")) == normalize(url)
    assert normalize(normalize(url, rung="string"), rung="syntax") == normalize(url, rung="syntax")


@examples(1_000)
@given(urls)
def test_components_are_neither_made_nor_lost(url: str) -> None:
    before, after = parse(url), parse(normalize(url))
    assert (before.query is None, before.fragment is None) == (after.query is None, after.fragment is None)
    assert (before.scheme is None) == (after.scheme is None)
    if after.scheme != "file":
        assert (before.authority is None) == (after.authority is None)


@examples(1_000)
@given(urls, st.sampled_from(sorted(RUNGS)))
def test_explanations_lead_from_the_url_to_its_normal_form(url: str, rung: str) -> None:
    changes = explain(url, rung=rung)
    chain = [url, *(change.after for change in changes)]
    assert [change.before for change in changes] == chain[:-1]
    assert chain[-1] == normalize(url, rung=rung)
    assert all(change.before != change.after for change in changes)


@pytest.mark.parametrize("where", ["/{}", "/?{}", "/#{}"])
@pytest.mark.parametrize("character", sorted(RESERVED | {"%"}))
def test_reserved_characters_are_never_decoded_and_never_merged(where: str, character: str) -> None:
    triplet = f"%{ord(character):02X}"
    url = "http://a" + where.format(f"x{triplet}y")
    for rung in RUNGS:
        assert normalize(url, rung=rung) == url
        assert normalize(url.lower(), rung=rung).lower() == url.lower()
        assert normalize("http://a" + where.format(f"x{character}y"), rung=rung) != url


@pytest.mark.parametrize("character", sorted(UNRESERVED))
def test_unreserved_characters_are_decoded_in_every_component(character: str) -> None:
    triplet = f"%{ord(character):02x}"
    url = "http://u{0}@h{0}h/p{0}p?q{0}#f{0}"
    decoded = url.format(character)
    expected = normalize(decoded, rung="syntax")
    assert normalize(url.format(triplet), rung="syntax") == expected
    assert parse(expected).query == "q" + character


# What stands in a text and in an attribute of its HTML sibling: the one is resolved by RFC 3986, the other by
# the URL standard; both have one key. A backslash, and an apostrophe in a query, are two things by the two.
SIBLINGS = [
    *(f"http://a.example/x{chr(point)}y" for point in range(0x21, 0x7F) if chr(point) not in "\\?#"),
    *(f"http://a.example/?x{chr(point)}y" for point in range(0x21, 0x7F) if chr(point) not in "'"),
    *(f"http://a.example/#x{chr(point)}y" for point in range(0x21, 0x7F)),
    "http://b\u00fccher.example/caf\u00e9?na\u00efve#\u00e9",
    "http://B\u00dcCHER.example:80",
    "https://\u4f8b\u3048.jp/\u30d1\u30b9?\u691c\u7d22",
    "http://a.example/\U0001f600/\u00ad\u0301\ue000",
    "http://a.example/%7Euser/%c3%a9/./b/../c",
    "http://a.example?q",
    "http://a.example/%zz%",
    "file:///home/\u00e9",
    "mailto:a@b.example?subject=\u00e9",
    "ftp://a.example/\u00e9;type=i",
]


@pytest.mark.parametrize("url", SIBLINGS)
def test_a_text_and_its_html_sibling_meet(url: str) -> None:
    text = resolve(url, "", dialect="rfc3986")
    html = resolve(url, "", dialect="whatwg")
    assert normalize(text) == normalize(html)


def test_they_meet_below_where_nothing_is_left_to_the_scheme() -> None:
    url = "http://b\u00fccher.example/caf\u00e9?\u00e9=|#\u00e9"
    assert normalize(resolve(url, ""), rung="syntax") == normalize(
        resolve(url, "", dialect="whatwg"), rung="syntax"
    )


# -- rungs, steps, errors ------------------------------------------------------------------------------------


def test_explain_names_step_and_section() -> None:
    assert explain("HTTP://A.example:80/%7e/../b%3d") == (
        Change(
            "scheme-case",
            "RFC 3986 6.2.2.1",
            "HTTP://A.example:80/%7e/../b%3d",
            "http://A.example:80/%7e/../b%3d",
        ),
        Change(
            "percent-case",
            "RFC 3986 6.2.2.1",
            "http://A.example:80/%7e/../b%3d",
            "http://A.example:80/%7E/../b%3D",
        ),
        Change(
            "percent-unreserved",
            "RFC 3986 6.2.2.2",
            "http://A.example:80/%7E/../b%3D",
            "http://A.example:80/~/../b%3D",
        ),
        Change(
            "host-case", "RFC 3986 6.2.2.1", "http://A.example:80/~/../b%3D", "http://a.example:80/~/../b%3D"
        ),
        Change(
            "dot-segments", "RFC 3986 6.2.2.3", "http://a.example:80/~/../b%3D", "http://a.example:80/b%3D"
        ),
        Change("default-port", "RFC 3986 6.2.3", "http://a.example:80/b%3D", "http://a.example/b%3D"),
    )
    assert explain("http://a.example/") == ()


def test_a_rung_or_step_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(UrlgleanError, match=r"'top'.*string, syntax, scheme, protocol"):
        normalize("http://a/", rung="top")
    with pytest.raises(UrlgleanError, match=r"'drop-it'.*drop-tracking"):
        normalize("http://a/", steps=["drop-it"])
    with pytest.raises(UrlgleanError, match="rung='protocol'"):
        normalize("http://a/", redirects=[("http://a/", "http://b/")])


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("wrong", [None, 5, b"http://a/"])
def test_what_is_no_string_is_told(wrong: object, rung: str) -> None:
    with pytest.raises(TypeError, match="url is to be a string, not"):
        normalize(wrong, rung=rung)  # type: ignore[arg-type]  # that is the test


def test_a_step_of_ones_own() -> None:
    upper = Step(
        "upper",
        "mine",
        "the query in upper case",
        lambda ref: ref._replace(query=ref.query and ref.query.upper()),
    )
    assert normalize("HTTP://a?q%2f", steps=[upper]) == "http://a/?Q%2F"
    assert [change.step for change in explain("http://a/?q", steps=[upper])] == ["upper"]
    restless = Step("restless", "mine", "one more", lambda ref: ref._replace(path=ref.path + "x"))
    assert normalize("http://a/", steps=[restless]).startswith("http://a/xx")


def test_added_steps_go_with_every_rung() -> None:
    assert (
        normalize("HTTP://www.A.example/#x", rung="string", steps=["drop-fragment"])
        == "HTTP://www.A.example/"
    )
    assert normalize("HTTP://www.A.example/#x", rung="syntax", steps=["strip-www"]) == "http://a.example/#x"


# -- 6.2.4 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "url", "expected"),
    [
        ("a>b", "a", "b"),
        ("a>b b>c", "a", "c"),
        ("a>b b>c", "x", "x"),
        ("a>a", "a", "a"),
        ("b>a a>b", "a", "a"),
        ("b>a a>b", "b", "a"),
        ("c>b b>a a>c", "c", "a"),
        ("x>c c>b b>c", "x", "b"),
        ("a>b a>c", "a", "c"),
        ("a>b", "a#f", "b#f"),
        ("a>b#g", "a#f", "b#g"),
        ("a>b#g b>c", "a", "c#g"),
        ("a#f>b", "a", "b"),
        ("a>b#x b>a#y", "b#z", "a#z"),
        ("a>b", "a#", "b#"),
        ("a>b", "a?", "a?"),
    ],
)
def test_the_end_of_a_chain_represents_it(pairs: str, url: str, expected: str) -> None:
    redirects = [tuple(f"HTTP://H.example:80/{name}" for name in pair.split(">")) for pair in pairs.split()]
    key = normalizer(rung="protocol", redirects=redirects)  # type: ignore[arg-type] # each is a pair
    assert key(f"http://H.example/{url}") == f"http://h.example/{expected}"
    assert key(key(f"http://H.example/{url}")) == key(f"http://H.example/{url}")
    changes = key.explain(f"http://h.example/{url}")
    assert [(change.step, change.section) for change in changes] == (
        [("redirects", "RFC 3986 6.2.4")] if expected != url else []
    )


@examples(1_000)
@given(
    st.lists(st.tuples(*[st.sampled_from(["a", "b", "c", "d", "a#x", "b#y", "c#"])] * 2), max_size=6),
    st.sampled_from(["a", "b", "c", "d", "a#z", "d#"]),
)
def test_redirects_are_idempotent_and_independent_of_the_place_in_a_chain(
    pairs: list[tuple[str, str]], url: str
) -> None:
    redirects = [(f"http://h/{source}", f"http://h/{target}") for source, target in pairs]
    key = normalizer(rung="protocol", redirects=redirects)
    normal = key(f"http://h/{url}")
    assert key(normal) == normal
    for source, target in key.redirects.items():
        assert key(source).partition("#")[0] == key(target).partition("#")[0]


def test_what_leads_into_a_loop_through_nothing_ends_there_too() -> None:
    redirects = [("", "a"), ("a", ""), ("b", "a")]
    assert normalize("b#x", rung="protocol", redirects=redirects) == "#x"


def test_redirects_pass_the_added_steps_too() -> None:
    redirects = [("http://h/a?utm_source=1", "http://h/b?utm_source=2")]
    options = {"rung": "protocol", "steps": ["drop-tracking"], "redirects": redirects}
    assert normalize("http://h/a?utm_medium=3", **options) == "http://h/b"  # type: ignore[arg-type] # options of several types


def test_a_long_chain_ends_for_each_of_its_urls() -> None:
    redirects = [(f"http://h/{step}", f"http://h/{step + 1}") for step in range(20_000)]
    key = normalizer(rung="protocol", redirects=redirects)
    assert {key(source) for source, _ in redirects} == {"http://h/20000"}


# -- hostile input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beginning", "repeated"),
    [
        ("urn:", "a"),
        ("urn:", "a-"),
        ("file:", "/C|"),
        ("tel:", "-"),
        ("sip:", "a,"),
        ("mailto:", "@a"),
        ("http://", "a-"),
        ("http://", "@"),
        ("http://", ":"),
        ("http://", "\u00e9."),
        ("http://a/", "%%4"),
        ("http://a", "/.."),
        ("http://a/?", "amp;"),
        ("http://a/", "(S(aaaaaaaaaaaaaaaaaaaaa)"),
        ("http://a", ";sid="),
        ("http://a/", "\u00e9"),
        ("", "a"),
    ],
)
def test_no_input_takes_more_than_its_length(beginning: str, repeated: str) -> None:
    # A quarter of a million characters: a moment where time is linear, and hours where it is not.
    url = beginning + repeated * ((250_000 if tries_all() else 50_000) // len(repeated))
    key = normalizer(steps=ADDED)
    assert key(key(url)) == key(url)
    assert surt(url)
    assert resolve(url, "http://h/") == resolve(url, "http://h/")


@pytest.mark.parametrize(
    ("redirects", "told"),
    [
        ("ab", "write redirects="),
        (["ab"], "each of redirects is a pair of strings .*, not 'ab'"),
        ([("http://a/",)], "is a pair of strings"),
        ([("http://a/", None)], "is a pair of strings"),
        ({"http://a/": "http://b/"}, "not a mapping: write redirects=mapping.items()"),
    ],
)
@pytest.mark.parametrize("rung", ["scheme", "protocol"])
def test_redirects_are_pairs_of_strings(redirects: object, told: str, rung: str) -> None:
    with pytest.raises(TypeError, match=told):
        normalize("http://a/", rung=rung, redirects=redirects)  # type: ignore[arg-type]  # that is the test
    twice = [("http://a/", "http://c/"), ("HTTP://A", "http://b/")]
    assert normalize("http://a/", rung="protocol", redirects=twice) == "http://b/"
    pairs = {"http://a/": "http://b/"}.items()
    assert normalize("http://a/", rung="protocol", redirects=pairs) == "http://b/"
