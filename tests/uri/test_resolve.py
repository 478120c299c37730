from __future__ import annotations

import contextlib
import importlib
import re
from typing import SupportsIndex

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from support.laws import examples
from support.reference_strategies import bases, strings, tame_references
from support.vectors import VECTORS, rows
from urlglean.errors import ReferenceSyntaxError, UrlgleanError
from urlglean.uri.reference import Reference, compose, parse
from urlglean.uri.resolve import DIALECTS, resolve, rooted_apart

# `urlglean.resolve` is the function once the package has been asked for it; this is the module.
MODULE = importlib.import_module("urlglean.uri.resolve")
PUBLISHED = [
    (dialect, row)
    for dialect in ("rfc1808", "draft-05", "rfc2396", "rfc3986")
    for row in rows(f"{dialect}.tsv")
]
DIFFERENCES = rows("dialects.tsv")
DIFFERENCES_BASE = "http://a/b/c/d;p?q#f"


@pytest.mark.parametrize(("dialect", "row"), PUBLISHED)
def test_published_examples(dialect: str, row: dict[str, str]) -> None:
    strict = {"strict": True, "lax": False}[row["reading"]]
    assert resolve(row["reference"], row["base"], dialect=dialect, strict=strict) == row["expected"]


def test_the_published_tables_are_whole() -> None:
    counts = {dialect: sum(name == dialect for name, _ in PUBLISHED) for dialect in DIALECTS}
    assert counts == {"rfc1808": 39, "draft-05": 43, "rfc2396": 43, "rfc3986": 43, "whatwg": 0}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row["reference"] or "empty")
def test_where_the_dialects_differ(row: dict[str, str], dialect: str) -> None:
    if row[dialect] == "failure":
        with pytest.raises(ReferenceSyntaxError):
            resolve(row["reference"], DIFFERENCES_BASE, dialect=dialect)
    else:
        assert resolve(row["reference"], DIFFERENCES_BASE, dialect=dialect) == row[dialect]


def test_every_row_of_the_differences_is_one() -> None:
    for row in DIFFERENCES:
        assert len({row[dialect] for dialect in DIALECTS}) > 1, row["reference"]


def test_the_readme_shows_the_table_of_differences() -> None:
    readme = (VECTORS.parent / "README.md").read_text(encoding="utf-8")
    shown = [
        [cell.strip().strip("`").replace("\\|", "|") for cell in line.strip("| ").split(" | ")]
        for line in re.findall(
            r"^\| `.*\|$",
            readme.partition("<!-- dialects -->")[2].partition("<!-- /dialects -->")[0],
            re.MULTILINE,
        )
    ]
    short = [
        [row[column].replace("http://a/", "…/") or "(empty)" for column in ("reference", *DIALECTS)]
        for row in DIFFERENCES
    ]
    assert [row[:6] for row in shown] == short


# What the documents say nothing of, or say and nobody tests.
@pytest.mark.parametrize(
    ("reference", "base", "expected"),
    [
        ("g", "http://a", "http://a/g"),
        ("?y", "http://a", "http://a?y"),
        ("", "http://a#f", "http://a"),
        ("..", "http://a", "http://a/"),
        ("g", "http://a?x/y", "http://a/g"),
        ("g", "http://a/b#c/d", "http://a/g"),
        ("g", "file:///a/b", "file:///a/g"),
        ("/g", "file:///a/b", "file:///g"),
        ("//h/g", "file:///a/b", "file://h/g"),
        ("g", "mailto:a@b", "mailto:g"),
        ("#f", "mailto:a@b", "mailto:a@b#f"),
        ("g", "urn:a:b/c", "urn:a:b/g"),
        ("?", "http://a/b?c", "http://a/b?"),
        ("#", "http://a/b?c", "http://a/b?c#"),
        ("g#", "http://a/b?c", "http://a/g#"),
        ("g?#", "http://a/b?c", "http://a/g?#"),
        ("/..//g", "x:/a", "x:/.//g"),
        ("..//g", "x:/a/b", "x:/.//g"),
        ("/..//g", "http://a", "http://a//g"),
        ("a//../b", "http://h/", "http://h/a/b"),
        ("./a:b", "http://h/x", "http://h/a:b"),
        ("a/b:c", "http://h/x", "http://h/a/b:c"),
        ("1:2", "http://h/x", "http://h/1:2"),
        ("a b:c", "http://h/x", "http://h/a b:c"),
        ("a_b://c/../d", "http://h/x/y", "http://h/x/a_b://d"),
        ("HTTP://A/../b", "http://h", "HTTP://A/b"),
        ("http://a?x/./y", "http://h", "http://a?x/./y"),
        ("http://a/b#/./y", "http://h", "http://a/b#/./y"),
        ("http:///./x", "http://h", "http:///x"),
        ("g", "HTTP://A:80/b/./c/../d", "HTTP://A:80/b/g"),
        ("", "http://a/b/../c", "http://a/b/../c"),
        ("...", "http://a/b/c", "http://a/b/..."),
        ("..g/.h", "http://a/b/c", "http://a/b/..g/.h"),
        ("a\nb", "http://h/x", "http://h/a\nb"),
        (".\n/../c", "http://h/x/y", "http://h/x/c"),
        ("\ud800", "http://h/x", "http://h/\ud800"),
        ("http://h/", "", "http://h/"),
        ("http://h/a/../b", "nonsense", "http://h/b"),
    ],
)
def test_rfc_3986_beyond_its_table(reference: str, base: str, expected: str) -> None:
    assert resolve(reference, base) == expected


@pytest.mark.parametrize(
    ("reference", "base", "dialect", "expected"),
    [
        ("http:g", "http://a/b", "rfc1808", "http://a/g"),
        ("http:", "http://a/b#c", "rfc1808", "http://a/b"),
        ("http:?y", "http://a/b", "draft-05", "http://a/?y"),
        ("http:#s", "http://a/b", "rfc2396", "#s"),
        ("HTTP:g", "http://a/b", "rfc3986", "http://a/g"),
        ("http://x/g", "http://a/b", "rfc3986", "http://x/g"),
        ("https:g", "http://a/b", "rfc3986", "https:g"),
        ("mailto:g", "mailto:a/b", "rfc2396", "mailto:g"),
        ("mailto:g", "mailto:a/b", "rfc3986", "mailto:a/g"),
    ],
)
def test_the_loophole(reference: str, base: str, dialect: str, expected: str) -> None:
    assert resolve(reference, base, dialect=dialect, strict=False) == expected


@pytest.mark.parametrize(
    ("reference", "base", "dialect", "expected"),
    [
        ("g", "http://a", "rfc2396", "http://a/g"),
        ("1a://c/d", "http://h/x/y", "rfc2396", "http://h/x/1a://c/d"),
        ("g", "http://a", "rfc1808", "http://a/g"),
        ("?y", "http://a", "draft-05", "http://a?y"),
        ("g", "file:///a/b", "rfc1808", "file:///a/g"),
        ("..", "http://a/b", "rfc2396", "http://a/.."),
        ("../a/..", "http://h/b", "rfc2396", "http://h/../"),
        ("a/../..", "http://h/b/", "rfc2396", "http://h/"),
        ("g?a/../b?c", "http://h/x/y", "draft-05", "http://h/x/b?c"),
        ("g?a/../../b", "http://h/x/y", "draft-05", "http://h/b"),
        ("g/x?a/../../../../b", "http://h/y", "draft-05", "http://h/../../b"),
        ("/g?a/../b", "http://h/x/y", "draft-05", "http://h/g?a/../b"),
        ("g?", "http://a/b?q", "rfc1808", "http://a/g?"),
        ("#", "http://a/b?q#f", "rfc1808", "http://a/b?q#"),
        ("g", "http://a/b;p/q/r", "rfc1808", "http://a/g"),
        (";a;b", "http://a/b;c;d?q", "rfc1808", "http://a/b;a;b"),
        ("", "http://a/b#c", "draft-05", ""),
        ("", "", "rfc2396", ""),
    ],
)
def test_the_older_documents_beyond_their_tables(
    reference: str, base: str, dialect: str, expected: str
) -> None:
    assert resolve(reference, base, dialect=dialect) == expected


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("reference", "base", "pointed"), [("g", "", "g"), ("g", "a/b", "a/b"), ("?y", "//h", "//h")]
)
def test_what_can_not_be_absolute_is_pointed_at(
    dialect: str, reference: str, base: str, pointed: str
) -> None:
    with pytest.raises(ReferenceSyntaxError) as caught:
        resolve(reference, base, dialect=dialect)
    assert caught.value.source == pointed
    assert str(caught.value).endswith("^" * len(pointed))
    assert "http://example.com/" in str(caught.value)


@pytest.mark.parametrize("dialect", ["rfc1808", "rfc3986", "whatwg"])
def test_nothing_makes_a_base_absolute(dialect: str) -> None:
    with pytest.raises(ReferenceSyntaxError, match="the base"):
        resolve("", "a/b", dialect=dialect)


def test_a_dialect_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(UrlgleanError, match=r"'rfc9999'.*rfc1808, draft-05, rfc2396, rfc3986, whatwg"):
        resolve("g", "http://a", dialect="rfc9999")


def test_what_begins_with_a_digit_is_no_scheme_of_a_base() -> None:
    with pytest.raises(ReferenceSyntaxError, match="not absolute"):
        resolve("g", "1a://b/c")
    assert resolve("g", "1a://b/c", dialect="rfc1808") == "1a://b/g"


@examples(1_000)
@given(tame_references | strings, bases)
@example("http://a?b/./c", "http://h")
@example("//h/../x", "http://h")
@example("a:../b", "http://h/x/y")
@example(".:b", "http://h/x/y")
@example("..:b/../c", "http://h/x/y")
@example("g", "http://a?x/./y/")
def test_the_way_by_strings_is_the_way_by_components(reference: str, base: str) -> None:
    quick = MODULE._resolve_by_strings(reference, base)
    assume(quick is not None)
    assert quick == MODULE._resolve_by_components(reference, base, DIALECTS["rfc3986"], strict=True)


@given(tame_references)
def test_the_common_shapes_take_the_way_by_strings(reference: str) -> None:
    assume(not parse(reference).scheme and not (reference.startswith("//") and "/." in reference))
    assert MODULE._resolve_by_strings(reference, "http://a/b/c") is not None


@given(strings | tame_references, bases)
def test_what_is_resolved_is_absolute_and_stays_as_it_is(reference: str, base: str) -> None:
    try:
        url = resolve(reference, base)
    except ReferenceSyntaxError:
        return
    assert re.match("[A-Za-z][A-Za-z0-9+.-]*:", url)
    # Two paths do not come to rest at once, by the words of section 5.2: one without a root (5.2.4), and the
    # base's, which is inherited as it is.
    if parse(url).path.startswith("/") and parse(reference).path:
        assert resolve(url, "http://elsewhere/x/y") == url


@given(strings, bases, st.sampled_from(sorted(DIALECTS)), st.booleans())
def test_nothing_but_the_errors_it_names(reference: str, base: str, dialect: str, strict: bool) -> None:  # noqa: FBT001 - Hypothesis draws it
    with contextlib.suppress(ReferenceSyntaxError):
        assert isinstance(resolve(reference, base, dialect=dialect, strict=strict), str)


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_options_of_a_wrong_type_are_told(dialect: str) -> None:
    with pytest.raises(TypeError, match="base is to be a string, not int"):
        resolve("http://a/b", 3, dialect=dialect)  # type: ignore[arg-type]  # that is the test
    for wrong in ("no", None, 0):
        with pytest.raises(TypeError, match="strict is to be True or False"):
            resolve("http:g", "http://a/b", dialect=dialect, strict=wrong)  # type: ignore[arg-type]  # that is the test
    with pytest.raises(TypeError, match="encoding is to be a string, not int"):
        resolve("?y", "http://a/b", dialect=dialect, encoding=3)  # type: ignore[arg-type]  # that is the test
    with pytest.raises(UrlgleanError, match="there is no encoding 'nope'; try utf-8"):
        resolve("?y", "http://a/b", dialect=dialect, encoding="nope")


def test_a_path_is_kept_from_becoming_an_authority() -> None:
    ref = rooted_apart(Reference("x", None, "//h"))
    assert parse(compose(ref)) == ref
    assert rooted_apart(Reference("x", "a", "//h")) == Reference("x", "a", "//h")


class Sliced(str):
    """Counts the characters that are copied out of it, and out of what is."""

    copied = 0

    def __getitem__(self, key: SupportsIndex | slice) -> Sliced:
        found = Sliced(super().__getitem__(key))
        Sliced.copied += len(found)
        return found


@pytest.mark.parametrize("steps", ["./", "../", ".././", "./a/../"])
def test_what_climbs_is_not_copied_at_each_step(steps: str) -> None:
    Sliced.copied = 0
    reference = Sliced(steps * 2000)
    assert resolve(reference, "http://a.example/b/c") == resolve(steps, "http://a.example/b/c")
    assert Sliced.copied <= 10 * len(reference)
