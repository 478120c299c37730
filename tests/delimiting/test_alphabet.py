"""Which characters end every URL, the runs of those that do not, and what opens and closes around one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.delimit_strategies import CONTROLS, DELIMITERS, WORDS
from support.laws import examples
from support.work import Counter
from urlglean.delimiting import alphabet
from urlglean.delimiting.alphabet import CLOSER, LONGEST, PAIRS, Runs, closers_of, grammar, opener_before

# Which characters end every URL, and the runs of those that do not.

START = "http://"
HOST = "http://a.b"


@pytest.mark.parametrize(
    "character",
    [
        *(
            " ",
            "\t",
            "\n",
            "\r",
            "\v",
            "\f",
            "\x00",
            "\x1f",
            "\x7f",
            "\x85",
            "\xa0",
            "\u1680",
            "\u2003",
            "\u2028",
            "\u3000",
        ),
        *(
            "\u200b",
            "\u200e",
            "\u202e",
            "\u2066",
            "\ufeff",
            "\u00ad",
            "\ud800",
            "\udfff",
            "<",
            ">",
            '"',
            "`",
            "\\",
        ),
        *(
            "“",
            "”",
            "„",
            "‚",
            "‘",
            "’",
            "«",
            "»",
            "‹",
            "›",
            "「",
            "」",
            "『",
            "』",
            "【",
            "】",
            "《",
            "》",
            "〈",
            "（",
            "）",
        ),
        *(
            "＜",
            "＞",
            "［",
            "］",
            "｛",
            "｝",
            "、",
            "。",
            "，",
            "．",
            "：",
            "；",
            "！",
            "？",
            "｡",
            "､",
            "｜",
            "＂",
            "＇",
        ),
        *("،", "؛", "؟", "۔", "।", "॥", "።", "၊", "။", "។", "։", "׃", "—", "―", "‼", "⁇", "\u200d"),
    ],
)
def test_what_ends_every_run(character: str) -> None:
    for iri in (True, False):
        assert Runs(f"a/b{character}c", grammar(iri=iri)).end(0) == 3


@pytest.mark.parametrize("character", [*"!#$%&'()*+,-./09:;=?@AZ[]^_az{|}~"])
def test_what_a_run_of_ascii_holds(character: str) -> None:
    for iri in (True, False):
        assert Runs(f"a{character}b c", grammar(iri=iri)).end(0) == 3


@pytest.mark.parametrize(
    "character", [*"éßЖ中あ한ไש😀❤€–…·ー～", "e\u0301", "❤\ufe0f", "👩\u200d💻", "👍🏽", "\ue000"]
)
def test_what_a_run_holds_beyond_ascii(character: str) -> None:
    text = f"a{character}b c"
    assert Runs(text, grammar(iri=True)).end(0) == len(text) - 2
    assert Runs(text, grammar(iri=False)).end(0) == text.index(character[0]) + (character[0] < "\x80")


def test_runs_are_no_longer_than_the_longest() -> None:
    text = "x" * (LONGEST + 10)
    runs = Runs(text, grammar(iri=True))
    assert runs.end(0) == LONGEST
    assert runs.end(9) == LONGEST + 9
    assert runs.end(11) == LONGEST + 10


@examples(300)
@given(
    st.lists(st.sampled_from((*WORDS, *CONTROLS, *DELIMITERS, " ", "\n")), max_size=12).map("".join),
    st.data(),
)
def test_runs_are_the_same_in_any_order(text: str, data: st.DataObject) -> None:
    runs = Runs(text, grammar(iri=True))
    for at in data.draw(st.lists(st.integers(0, len(text)), max_size=8)):
        end = runs.end(at)
        assert end == Runs(text, grammar(iri=True)).end(at)
        assert at <= end <= len(text)


@examples(300)
@given(
    st.text("x()", min_size=20, max_size=20),
    st.lists(st.tuples(st.booleans(), st.integers(0, 20), st.integers(0, 20)), max_size=8),
)
def test_a_run_holds_what_stands_in_it(text: str, asked: list[tuple[bool, int, int]]) -> None:
    runs = Runs(text, grammar(iri=True))
    for opens, start, stop in asked:
        told = runs.holds_opening(start, stop) if opens else runs.holds_closing(start, stop)
        assert told == (("(" if opens else ")") in text[start:stop])


def test_a_run_is_looked_through_once_for_all_of_its_urls(monkeypatch: pytest.MonkeyPatch) -> None:
    counter, url = Counter(), "http://a.example/;"
    counter.watch(alphabet, monkeypatch)
    text = url * 200
    runs = Runs(text, grammar(iri=True))
    for start in range(0, len(text), len(url)):
        assert not runs.holds_closing(start, len(text))
    assert 0 < counter.work <= len(text) + 1


# What opens before a URL, and what closes it.


@pytest.mark.parametrize(
    ("lead", "opener"),
    [
        ("<", "<"),
        ("< ", "<"),
        ("[\n", "["),
        ("\u00ab ", "\u00ab"),
        ('" ', " "),
        ("see ", " "),
        ("x", "x"),
        ("", ""),
    ],
)
def test_what_stands_before(lead: str, opener: str) -> None:
    before, at = opener_before(lead + "http://a.b", len(lead), 0)
    assert before == opener
    assert lead[at : at + 1] == opener or at == -1


def test_nothing_before_the_floor_is_an_opener() -> None:
    assert opener_before("<http://a.b", 1, 1) == ("", 0)
    assert opener_before("< http://a.b", 2, 1) == (" ", 1)


@pytest.mark.parametrize(
    ("lead", "closers"),
    [
        ('"', '"'),
        ("\u201e", "\u201c\u201d"),
        ("[", "]"),
        ("<link>", "<"),
        ('<a href="x">', "<"),
        ("a >", ""),
        ("[url]", "["),
        ("[x]", ""),
        ("[url=", "]"),
        ("a=", ""),
        ("[x](", ")"),
        ("(", ""),
        ("'", "'"),
        ("s'", ""),
        ("x", ""),
        (" ", ""),
    ],
)
def test_what_closes_it(lead: str, closers: str) -> None:
    assert closers_of(lead[-1], lead + "http://a.b", len(lead) - 1, 0) == closers


def test_on_one_line_the_first_closer_counts() -> None:
    for opener, closer in CLOSER.items():
        assert opener in "('" or PAIRS[opener][0] == closer
