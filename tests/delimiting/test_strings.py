"""URLs in strings that follow each other, and below a backslash that ends a line: where the rest stands."""

from __future__ import annotations

import pytest

from support.builds import interpreted
from urlglean.delimiting.alphabet import grammar
from urlglean.delimiting.rules import strings
from urlglean.delimiting.rules.strings import rest_below, rest_of_string, string_end
from urlglean.delimiting.stream import delimit

RUN = grammar(iri=True).run


def ends(text: str) -> tuple[int, int]:
    """Give where the URL of a text begins, and where its run of characters ends."""
    found = RUN.match(text, text.index("http"))
    assert found is not None
    return found.span()


def in_strings(text: str) -> list[str]:
    start, end = ends(text)
    return [text[begin:stop] for begin, stop in rest_of_string(text, start, string_end(text, end), RUN)]


def below(text: str) -> list[str]:
    return [text[begin:stop] for begin, stop in rest_below(text, *ends(text), RUN)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ('msgid "https://a/b-"\n"c/d"\n', ["c/d"]),
        ('msgid ""\n"see https://a/b-"\n"c/d-"\n"e.html"\n', ["c/d-", "e.html"]),
        ('"https://a/b-"\n"c/d"\n', []),  # no entry, and no sign: two lines with a string each
        ('f("https://a/b/"\n  "c.html")', ["c.html"]),
        ('f("https://a/b/"\n  rf"c.html")', ["c.html"]),
        ('f("https://a/b/",\n  "c.html")', []),
        ('x = "https://a/b/" .\n  "c.html";', ["c.html"]),
        ('x = "https://a/b/".\n  "c.html";', []),  # the end of a sentence
        ('x = "https://a/b" +\n  "c.html";', ["c.html"]),
        ('x = "https://a/b"\n  + "/c.html";', ["/c.html"]),
        ("x = 'https://a/b/' +\n  'c.html';", ["c.html"]),
        ("it's https://a/b/'\n  'c.html'", []),
        ("x = 'https://a/b/'\n  \"c.html\"", []),  # another quote
        ('f("https://a/b/"\n  "https://c/")', []),
        ('f("https://a/b/"\n  "c.html', []),  # which does not end
        ('f("https://www.exam."\n  "ple.org/")', ["ple.org/"]),
        ('f("https://www.example.org."\n  "Next")', []),
        ('f("https://a/b/"\n  "and so on")', []),
    ],
)
def test_the_next_strings(text: str, pieces: list[str]) -> None:
    assert in_strings(text) == pieces


def test_what_follows_a_sign_is_one_with_all_that_follows() -> None:
    assert in_strings('x = "https://a/b" +\n  "c"\n  "d";') == ["c", "d"]


@pytest.mark.parametrize("gap", ["\n  ", " +\n  "])
def test_so_many_strings_are_put_together_and_no_more(gap: str) -> None:
    text = 'f("https://a/b/"' + "".join(f'{gap}"{number}/"' for number in range(40)) + ")"
    assert in_strings(text) == [f"{number}/" for number in range(12)]


def test_the_keyword_of_an_entry_is_looked_for_as_far_as_an_entry_is_long() -> None:
    lines = '"word word word word word word word word"\n'
    near, far = (f'msgid ""\n{lines * count}"https://a/b-"\n"c/d"\n' for count in (50, 200))
    assert (in_strings(near), in_strings(far)) == (["c/d"], [])


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ('x = "https://a/b/\\\nc.html"', ["c.html"]),
        ('x = "https://a/b/\\\n    c.html"', ["c.html"]),
        ("curl https://a/b/\\\n  c.html", ["c.html"]),
        ("curl https://a/b \\\n  -o c.html", []),
        ("curl https://a/b\\\n  -o c.html", []),
        ("curl https://a/b\\\n  ?c=d", ["?c=d"]),
        ("curl https://a/b/\\\nhttps://c/d", []),
        ("# see https://a/b/\\\n# c.html", ["c.html"]),
        ("x = 1  # see https://a/b/\\\n# c.html", []),  # a comment behind code ends with its line
        ("// see https://a/b/\\\n# c.html", []),
        ("see https://a/b/\\\nand more", []),
        ("see https://a/b/\\%c", []),
    ],
)
def test_what_stands_below_a_backslash(text: str, pieces: list[str]) -> None:
    assert below(text) == pieces


def test_so_many_lines_are_put_together_and_no_more() -> None:
    text = 'x = "https://a/b/' + "".join(f"\\\n  {number}/" for number in range(40)) + '"'
    assert below(text) == [f"{number}/" for number in range(12)]


@interpreted
def test_strings_are_gone_over_for_a_keyword_only_where_one_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strings, "_BEFORE_ANY_OTHER", None)
    assert in_strings('"https://a/b-"\n"c/d"\n' * 9) == []


def test_what_is_found_knows_its_pieces_and_the_reading_of_one_string() -> None:
    text = 'x = "https://a.example/b/" +\n  "c.html";'
    (found,) = delimit(text)
    assert [text[begin:stop] for begin, stop in found.facts.pieces] == ["https://a.example/b/", "c.html"]
    assert found.text == "https://a.example/b/c.html"
    assert "https://a.example/b/" in found.alternatives
