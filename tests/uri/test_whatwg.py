from __future__ import annotations

import importlib

import ada_url
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from support.laws import examples
from support.reference_strategies import bases, strings, tame_references, urls
from support.vectors import rows
from urlglean.errors import ReferenceSyntaxError
from urlglean.uri.characters import scalar_text
from urlglean.uri.resolve import resolve as resolve_in_dialect
from urlglean.uri.whatwg import can_parse, resolve, resolve_common

MODULE = importlib.import_module("urlglean.uri.whatwg")
VECTORS = rows("whatwg.tsv", escaped=True)


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["source"])
def test_vectors(row: dict[str, str]) -> None:
    if row["expected"] == "failure":
        with pytest.raises(ReferenceSyntaxError):
            resolve(row["reference"], row["base"], encoding=row["encoding"])
        assert not can_parse(row["reference"], row["base"])
    else:
        assert resolve(row["reference"], row["base"], encoding=row["encoding"]) == row["expected"]
        assert can_parse(row["reference"], row["base"])


def by_ada(reference: str, base: str) -> str | None:
    """Give what ``ada`` says on text it accepts."""
    reference, base = scalar_text(reference), scalar_text(base)
    try:
        return str(ada_url.join_url(base, reference) if base else ada_url.normalize_url(reference))
    except ValueError:
        return None


@examples(1_000)
@given(strings, bases)
def test_every_answer_is_adas(reference: str, base: str) -> None:
    try:
        answer = resolve(reference, base)
    except ReferenceSyntaxError:
        answer = None
    assert answer == by_ada(reference, base)
    assert can_parse(reference, base) == (answer is not None)


@examples(1_000)
@given(tame_references, bases)
def test_the_way_by_strings_is_adas(reference: str, base: str) -> None:
    quick = MODULE._resolve_by_strings(reference, base)
    assert quick is None or quick == by_ada(reference, base)


many_references = st.lists(
    st.one_of(
        tame_references,
        strings,
        st.from_regex(r"(https?:)?//?[a-z0-9.:-]{1,8}/?[a-z./?#%2e]{0,6}", fullmatch=True),
    )
)


@examples(600)
@given(many_references, bases)
@example(["?/.", "#/..", "?a/../b#/./c"], "http://a/b/c/d;p?q")
def test_many_at_once_are_adas(references: list[str], base: str) -> None:
    answers = resolve_common(references, base)
    assert answers == {reference: by_ada(reference, base) for reference in answers}


def test_of_many_at_once_the_common_ones_are_answered() -> None:
    common = [
        "",
        "#a",
        "?b",
        "/c",
        "d/e.html",
        "//h/x",
        "../f",
        "g/%41",
        "https://h:8080/i",
        "http://1a.b/",
        "https://h/i?j=http://k/",
        "tel:1#a",
    ]
    others = [
        "//1.2.3.4/x",
        "//h",
        "http://h",
        "https://h:443/",
        "https://h:443/x",
        "http:///h/x",
        "http:/h/x/y",
        "http://1.2.3.4/x",
        "http://H/x",
        "http://u@h/x",
        "http://h?/x",
        "httpx://h/i",
        "//h:80/x",
        "/a b",
        "a:/x",
        "ws:x",
        "javascript:a b",
        "a/%2e/b",
        "\\x",
    ]
    answers = resolve_common([*common, *others], "http://a/b/c?d#e")
    assert answers.keys() == set(common)
    assert (answers["//h/x"], answers["../f"]) == ("http://h/x", "http://a/f")
    assert resolve_common(["//h/x"], "https://a/b") == {"//h/x": "https://h/x"}
    assert resolve_common(["//h/x"], "ftp://a/b") == {}
    assert resolve_common(["x"], "mailto:a") == {}


@pytest.mark.parametrize(
    "reference",
    [
        "",
        "#s",
        "?x=1&y=2",
        "g",
        "g/h.html?x#y",
        "/",
        "/g//h",
        "https://h.example:8080/x?y#z",
        "a%20b",
        "g;x=1,2",
        "//h.example/x?y#z",
        "//h.example:8080/",
        "..",
        "a/./../b?c/../d",
        "/../x/.",
        "mailto:a@b.example?subject=x",
        "javascript:void(0)",
    ],
)
def test_the_common_shapes_take_the_way_by_strings(reference: str) -> None:
    assert MODULE._resolve_by_strings(reference, "http://a/b/c?d#e") is not None


@pytest.mark.parametrize("base", ["", "file:///a/b", "mailto:x"])
def test_an_absolute_reference_takes_the_way_by_strings_whatever_its_base(base: str) -> None:
    assert MODULE._resolve_by_strings("https://h/x", base) == "https://h/x"
    assert MODULE._resolve_by_strings("x", base) is None


@pytest.mark.parametrize(
    "reference",
    [
        *(
            "a/..%2f",
            "a{/../b",
            "%2e%2E/x",
            "//h",
            "//H/x",
            "a:/b",
            "A:b",
            "ws:b",
            "//h/../x",
            "http://h/../x",
            "\\x",
            "a b",
            "?'",
            "#`",
            "\u00e9",
            "https://h",
            "http://h:80/",
            "/\\h",
        ),
        *(
            "http://1.2.3/",
            "http://xn--a/",
            "http://A/",
            "http://h:65536/",
            "http://h:08/",
            "x\n",
            " x",
            "x^",
            "http://u@h/",
        ),
    ],
)
def test_what_takes_more_does_not(reference: str) -> None:
    assert MODULE._resolve_by_strings(reference, "http://a/b/c") is None


@given(urls, bases)
def test_a_url_is_its_own_answer(reference: str, base: str) -> None:
    answer = by_ada(reference, base)
    assume(answer is not None)
    assert answer is not None
    assert resolve(answer) == answer


@pytest.mark.parametrize(
    ("reference", "base", "pointed", "words"),
    [
        ("http://a b/", "", "a b", "no host"),
        ("//", "http://a/b", "", "no host"),
        ("//h b/", "", "h b", "no host"),
        ("//h/x", "", "//h/x", "give a base"),
        ("//h/x", "data:,x", "//h/x", "can't be built upon"),
        (" http://h:99999/x", "", "h:99999", "port below 65536"),
        ("g", "", "g", "begin it with a scheme"),
        ("g", "a/b", "a/b", "the base"),
        ("g", "mailto:x", "g", "can't be built upon"),
        ("", "", "", "begin it with a scheme"),
        ("1é:?ü", "", "1é:?ü", "begin it with a scheme"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252"])
def test_failures_are_pointed_at(reference: str, base: str, pointed: str, words: str, encoding: str) -> None:
    with pytest.raises(ReferenceSyntaxError, match=words) as caught:
        resolve(reference, base, encoding=encoding)
    error = caught.value
    assert error.source[error.start : error.end] == pointed


def test_the_dialect_hands_down_text_base_and_encoding() -> None:
    assert resolve_in_dialect("?\u00e9", "http://a/", dialect="whatwg", encoding="latin-1") == "http://a/?%E9"
    assert resolve_in_dialect("?\u00e9", "http://a/", encoding="latin-1") == "http://a/?\u00e9"
