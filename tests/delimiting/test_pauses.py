"""What is given while more of a text is waited for: the same as ever, and as early as it is sure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.delimit_strategies import cut, hard_texts, long_text, texts, wrapped_texts
from support.laws import examples
from urlglean.candidate import Candidate
from urlglean.delimiting.stream import ENOUGH_LINES, delimit, settled_end
from urlglean.delimiting.triggers import trigger_places

CASES = [
    # The mark stands where what is settled ends, whatever may come.
    ("a URL with more behind it on its line", "GET http://a.org/x 200\n┊"),
    ("no URL", "nothing here\n┊"),
    ("a line that may go on", "nothing here\n┊GET http://a.org/x 200"),
    ("a line without its end", "one\n┊two"),
    ("a URL that ends its line may go on in the next", "one\n┊see http://a.org/x\n"),
    ("blanks behind it end no line", "┊see http://a.org/x  \n"),
    ("nor does what is stripped", "┊see http://a.org/x.\n"),
    ("the next line does not tell: further ones may hold the whole URL", "┊see http://a.org/x\n12 three\n"),
    ("what stands before waits for nothing", "http://b.org/ 1\nhttp://b.org/ 2\n┊http://a.org/x\n"),
    ("what stands behind waits, in order", "┊http://a.org/x\nGET http://b.org/ 200\n"),
    ("an open angle bracket", "one\n┊a <http://a.org/x y\nmore\n"),
    ("a bracket that was opened long before", "┊a < http://a.org/x y\n"),
    ("a closed one", "a <http://a.org/x> y\n┊"),
    ("an open bracket in the URL", "┊http://a.org/x(y z\n"),
    ("a bracket closed in the URL", "http://a.org/x(y) z\n┊"),
    ("the cell of a table", "┊http://a.org/x | two |\n"),
    ("a scheme broken over lines", "ht\n┊tp://a.org/x y\n"),
    ("an unknown scheme, which may be broken", "┊see tp://a.org/x y\n"),
    ("names without a scheme", "www.a.org/x y\n┊www.a.org/x\n"),
    ("Windows' line breaks", "GET http://a.org/x 200\r\n┊see http://a.org/x\r\n"),
    ("enough lines behind it", "┊http://a.org/x\n" + "word word\n" * ENOUGH_LINES),
    ("enough lines, but short ones", "┊http://a.org/x\n" + "word word\n" * (ENOUGH_LINES + 9)),
    ("enough of all", "http://a.org/x\n" + ("word " * 40 + "\n") * (ENOUGH_LINES + 9) + "┊"),
    ("a form feed behind it", "┊http://a.org/x\n\n\f\n" + ("word " * 40 + "\n") * (ENOUGH_LINES + 9)),
    (
        "a page break behind it",
        "┊http://a.org/x\n\nDoe   [Page 3]\n\f\n" + ("word " * 40 + "\n") * (ENOUGH_LINES + 9),
    ),
]


@pytest.mark.parametrize(("title", "marked"), CASES, ids=[title for title, _ in CASES])
def test_what_is_settled(title: str, marked: str) -> None:
    text = marked.replace("┊", "")
    end = settled_end(text, 0, trigger_places(text))
    assert f"{text[:end]}┊{text[end:]}" == marked, title


def told(candidate: Candidate) -> tuple[object, ...]:
    return candidate.text, candidate.raw, candidate.spans, candidate.facts


def with_pauses(pieces: Iterable[str], pauses: Iterable[bool]) -> Iterator[str]:
    """Yield the pieces, and the empty one that says that more takes a while behind some of them."""
    often = list(pauses) or [True]
    for number, piece in enumerate(pieces):
        yield piece
        if often[number % len(often)]:
            yield ""


SIZES = st.lists(st.integers(1, 60), min_size=1, max_size=6)
PAUSES = st.lists(st.booleans(), max_size=5)


@examples(300)
@given(st.one_of(texts, wrapped_texts(), hard_texts), SIZES, PAUSES)
def test_pauses_change_nothing(text: str, sizes: list[int], pauses: list[bool]) -> None:
    whole = [told(found) for found in delimit(text)]
    assert [told(found) for found in delimit(with_pauses(cut(text, sizes), pauses))] == whole


@pytest.mark.parametrize("asked", [{}, {"schemeless": True}, {"refang": True}, {"iri": False}], ids=str)
@pytest.mark.parametrize("size", [11, 97, 5003])
def test_pauses_in_a_long_text_change_nothing(size: int, asked: dict[str, bool]) -> None:
    text = long_text(size, 60_000)
    whole = [told(found) for found in delimit(text, **asked)]
    assert len(whole) > 100
    assert [told(found) for found in delimit(with_pauses(cut(text, [size]), [True]), **asked)] == whole


def test_what_is_found_comes_when_it_is_sure() -> None:
    came: list[str] = []

    def log() -> Iterator[str]:
        yield "GET http://a.org/1 200\nGET http://a.org/2 2"
        yield ""
        assert came == ["http://a.org/1"]
        yield "00\nsee http://a.org/3\n"
        yield ""
        assert came == ["http://a.org/1", "http://a.org/2"]
        yield "4&x=5\n"

    for found in delimit(log()):
        came.append(found.text)  # noqa: PERF401  (what has come is looked at meanwhile)
    assert came == ["http://a.org/1", "http://a.org/2", "http://a.org/3"]
