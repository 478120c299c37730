"""The laws of delimiting, for every text: exact spans, any way of cutting a stream, texts joined, URLs alone."""

from __future__ import annotations

import io
import itertools
import re
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from support.delimit_laws import by_the_rules, placed, position, told
from support.delimit_strategies import (
    Options,
    cut,
    hard_texts,
    long_text,
    options,
    plausible_urls,
    texts,
    wrapped_texts,
)
from support.laws import examples, some, tries_all
from urlglean.candidate import Candidate
from urlglean.delimiting.alphabet import LONGEST
from urlglean.delimiting.names.refang import refang
from urlglean.delimiting.names.roff import words_with_escapes
from urlglean.delimiting.scanner import Options as Asked
from urlglean.delimiting.scanner import trigger_places
from urlglean.delimiting.schemes import without_escapes
from urlglean.delimiting.stream import ENOUGH_LINES, OVERSTRIKES_UNDONE, delimit, settled_end

UNDONE = "escapes undone"
LAW = examples(150)
ALL: Options = {"schemeless": True, "emails": True, "network_path": True}
SCHEMES: list[Options] = [
    {},
    {"iri": False},
    {"schemes": ("http", "mailto")},
    {"schemes": ("https",), "iri": False},
]
COMBINATIONS = [
    {"schemeless": a, "emails": b, "network_path": c, "refang": d} | SCHEMES[2 * (a ^ b ^ c) + (b ^ c ^ d)]
    for a, b, c, d in itertools.product((False, True), repeat=4)
]
"""The options, any three of them together in every way."""


def said(text: str) -> set[str]:
    """What a URL with escapes may stand for; which they are, the tests of the modules that know them say."""
    words = words_with_escapes(text, 0, len(text), len(text))
    return {without_escapes(text), "".join(word.said.text for word in words)}


# --- where a Candidate stands ---


@LAW
@given(texts, options)
def test_the_spans_are_the_candidate(text: str, asked: Options) -> None:
    end = 0
    for candidate in delimit(text, **asked):
        spans = candidate.spans
        assert spans
        assert candidate.text
        assert candidate.raw == text[spans[0].start : spans[-1].end]
        pieces = "".join(text[span.start : span.end] for span in spans)
        meant = said(pieces) if UNDONE in candidate.facts.notes else {pieces}
        if asked.get("refang"):
            # A few notations are told by what stands around the URL: `<joe at example.com>`.
            meant = {text for one in meant for text in (refang(one).text, refang(f"<{one}>").text[1:-1])}
        assert candidate.text in meant
        for span in spans:
            assert end <= span.start < span.end <= len(text)
            assert (span.line, span.column) == position(text, span.start)
            end = span.end
        assert (candidate.line, candidate.column) == position(text, spans[0].start)


@LAW
@given(texts, options)
def test_what_is_told_of_a_candidate_makes_sense(text: str, asked: Options) -> None:
    for candidate in delimit(text, **asked):
        facts = candidate.facts
        assert facts.opened_by
        assert facts.ended_by
        assert all(facts.alternatives)
        assert candidate.text not in facts.alternatives
        assert len(set(facts.alternatives)) == len(facts.alternatives)
        assert not re.search(r"\s", candidate.text)
        if facts.stripped and not asked.get("refang"):
            assert text.startswith(facts.stripped, candidate.spans[-1].end)
        assert asked.get("iri", True) or all(map(str.isascii, (candidate.text, *facts.alternatives)))


# --- what printers struck over ---


def bold(text: str) -> str:
    return re.sub(r"(\S)", "\\1\b\\1", text)


def underlined(text: str) -> str:
    return re.sub(r"(\S)", "_\b\\1", text)


@LAW
@given(st.one_of(texts, wrapped_texts()), options, st.sampled_from([bold, underlined]), st.integers(1, 60))
def test_what_is_struck_over_is_read_as_it_shows(
    text: str, asked: Options, strike: Callable[[str], str], size: int
) -> None:
    assume("\b" not in text)
    struck = strike(text)
    found = list(delimit(struck, **asked))
    assert [one.text for one in found] == [one.text for one in delimit(text, **asked)]
    for one in found:
        assert OVERSTRIKES_UNDONE in one.notes
        assert one.raw == struck[one.spans[0].start : one.spans[-1].end]
    assert list(delimit(cut(struck, [size]), **asked)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see h\bht\btt\btp\bp://a.example/_\bb", ["http://a.example/b"]),
        ("_\bh\bht\bt\bt_\bt\btp://a\b_.example/_\b_x", ["http://a.example/_x"]),
        ("w\bww\bww\bw.example.com", ["www.example.com"]),
        ("http://a.example/\bb", ["http://a.example/"]),
        ("http://a.example/b\b", ["http://a.example/b"]),
        ("\bhttp://a.example/", ["http://a.example/"]),
    ],
)
def test_a_character_is_struck_over_with_itself_or_a_line(text: str, found: list[str]) -> None:
    assert [one.text for one in delimit(text)] == found


# --- streams ---


@LAW
@given(texts, st.lists(st.integers(1, 40), min_size=1, max_size=6), options)
def test_a_stream_cut_anywhere_gives_the_same(text: str, sizes: list[int], asked: Options) -> None:
    whole = [placed(found) for found in delimit(text, **asked)]
    assert [placed(found) for found in delimit(cut(text, sizes), **asked)] == whole
    assert [placed(found) for found in delimit(io.StringIO(text, newline=""), **asked)] == whole


@pytest.fixture
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of some thousand code points: as far as any decision looks around where no line is long."""
    for module in ("alphabet", "openings", "stream"):
        monkeypatch.setattr(import_module(f"urlglean.delimiting.{module}"), "LONGEST", 3000)
    monkeypatch.setattr(import_module("urlglean.delimiting.stream"), "LOOK_AHEAD", 12_000)
    monkeypatch.setattr(import_module("urlglean.delimiting.stream"), "LOOK_BEHIND", 9000)


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("asked", some(COMBINATIONS, every=5), ids=str)
def test_windows_of_a_stream_give_the_same_as_the_whole(asked: Options) -> None:
    seed = COMBINATIONS.index(asked)
    text = long_text(seed, 60_000)
    whole = [placed(found) for found in delimit(text, **asked)]
    assert len(whole) > 100 or "schemes" in asked
    for size in (7, 20_011):
        assert [placed(found) for found in delimit(cut(text, [size]), **asked)] == whole


UNITS = [
    *(
        "http://example.com/a\n",
        "http://example.com/a\r\n",
        "http://example.com/a\r",
        "(http://example.com/a",
        "x",
    ),
    *(
        "http://a.com,",
        "a.com,",
        "x@a.com,",
        "hxxp://a[.]com ",
        "[.]",
        "(dot)",
        "<http://a ",
        "http://a/" + "x" * 5000,
    ),
    *(
        "<http://a/b\nc> ",
        "\r\n",
        "\r",
        "> http://example.com/abc-\n> def\n\n",
        "http://a.com/" + "y" * 70 + "\nz/a ",
    ),
    *(
        "中http://a.com/中",
        "👩\u200d💻",
        "a\u200b",
        "http://a.com/x\n\nDoe  [Page 3]\n\f\nRFC 1  X  May 2000\n\n",
    ),
]


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("unit", some(UNITS, every=3), ids=lambda unit: repr(unit[:24]))
def test_windows_of_a_stream_that_repeats_itself(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    every = [{}, ALL, {"refang": True}, {**ALL, "refang": True}]
    asked = every[UNITS.index(unit) % len(every)]
    whole = [placed(found) for found in delimit(text, **asked)]
    assert [placed(found) for found in delimit(cut(text, [1013]), **asked)] == whole


@pytest.mark.parametrize("asked", some([{}, ALL, {"refang": True}], every=3), ids=str)
def test_the_windows_of_a_long_stream_at_their_real_size(asked: Options) -> None:
    text = long_text(
        7, 1_500_000, ("http://example.com/abc\n", "x" * 3000, " ", "<http://a/b\n c>", "\r\n", "a.com ")
    )
    whole = [placed(found) for found in delimit(text, **asked)]
    assert len(whole) > 1000
    assert [placed(found) for found in delimit(cut(text, [65_536]), **asked)] == whole


@pytest.mark.parametrize("asked", some([{}, ALL, {"refang": True}], every=3), ids=str)
@pytest.mark.parametrize(
    "text",
    [
        "see http://a.com/" + "x" * 3_000_000 + " http://b.com/ a.com/" + "y" * 2_000_000 + ". x@b.com",
        "http://a.com/" + "x" * ((1 << 20) - len("a.com/")) + "http://b.com/",
        "<http://a.com/" + "x" * 1_200_000 + "> http://b.com/",
        "http://a.com/" + "," * 1_500_000 + " http://b.com/",
    ],
    ids=["longer than a window", "exactly the longest", "longest in brackets", "trailing commas"],
)
def test_a_stream_whose_urls_are_longer_than_its_windows_comes_to_its_end(text: str, asked: Options) -> None:
    whole = [placed(found) for found in delimit(text, **asked)]
    assert len(whole) > 1
    assert [placed(found) for found in delimit(cut(text, [100_003]), **asked)] == whole


def test_a_url_is_no_longer_than_the_longest() -> None:
    (found,) = delimit("http://a.com/" + "x" * 2 * LONGEST)
    assert len(found.text) == LONGEST + len("http://")


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("unit", ["nothing to see here, ", "http://example.com/ and so on. ", "\r\n"])
def test_a_stream_keeps_no_more_than_its_windows(unit: str) -> None:
    piece = unit * (10_000 // len(unit))
    peaks = []
    for pieces in (25, 45) if tries_all() else (10, 30):
        tracemalloc.start()
        number = sum(1 for _ in delimit(piece for _ in range(pieces)))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (number > 0) == ("http" in unit)
    assert peaks[1] < peaks[0] * 1.2


def test_a_file_is_read_as_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("see http://a.com/\n<http://b.com/x\ny>\n", encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        assert [found.text for found in delimit(file)] == ["http://a.com/", "http://b.com/xy"]


def test_nothing_is_read_before_it_is_asked_for() -> None:
    taken: list[int] = []

    def chunks() -> Iterator[str]:
        for number in itertools.count():
            taken.append(number)
            yield f"http://example.com/{number} " + "x " * 50_000

    found = delimit(chunks())
    assert not taken
    assert next(found).text == "http://example.com/0"
    assert len(taken) < 30


# --- what is given while more of a text is waited for: the same as ever, and as early as it is sure ---

SETTLED = [
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
    ("an open bracket or quote before the URL, and a blank behind", 'one\n┊"http://a.org/x/ y/z\n'),
    ("a closed one", 'url: "http://a.org/x/ y/z" w\n┊'),
    ("one that the URL ends", 'url: "http://a.org/x" w\n┊'),
    ("what stands before the URL stands in it, too", '┊"view-source:http://a.org/x/ y/z\n'),
    ("a string that goes on by a sign", '┊x = "http://a.org/x/" +\n'),
    ("another sign, and a backslash", "┊x = 'http://a.org/x/' .. \\\n"),
    ("a form feed ends no line", "┊\\url{http://a.org/x\f\n"),
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


@pytest.mark.parametrize(("title", "marked"), SETTLED, ids=[title for title, _ in SETTLED])
def test_what_is_settled(title: str, marked: str) -> None:
    text = marked.replace("┊", "")
    end = settled_end(text, 0, trigger_places(text))
    assert f"{text[:end]}┊{text[end:]}" == marked, title


def exactly(candidate: Candidate) -> tuple[object, ...]:
    """All that it tells, in the window that it was found in."""
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
    whole = [exactly(found) for found in delimit(text)]
    assert [exactly(found) for found in delimit(with_pauses(cut(text, sizes), pauses))] == whole


@pytest.mark.parametrize(
    ("size", "asked"),
    some(
        [*itertools.product([11, 97, 5003], [{}, {"schemeless": True}, {"refang": True}, {"iri": False}])],
        every=3,
    ),
    ids=str,
)
def test_pauses_in_a_long_text_change_nothing(size: int, asked: dict[str, bool]) -> None:
    text = long_text(size, 30_000 if tries_all() else 20_000)
    whole = [exactly(found) for found in delimit(text, **asked)]
    assert len(whole) > 30
    assert [exactly(found) for found in delimit(with_pauses(cut(text, [size]), [True]), **asked)] == whole


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ('x = "http://a.example/b/" +\n  "c.html";\n', "http://a.example/b/c.html"),
        ('x = "http://a.example/b/" \\\n  "c.html";\n', "http://a.example/b/c.html"),
        ('"http://a.example/b/ c/d/\ne" x\n', "http://a.example/b/c/d/e"),
        ("\u201chttp://a.example/b?\tc=d&\ne=f\u201d x\n", "http://a.example/b?c=d&e=f"),
    ],
)
def test_a_pause_amid_a_url_changes_nothing(text: str, url: str) -> None:
    found = list(delimit(with_pauses(text.splitlines(keepends=True), [True])))
    assert [one.text for one in found] == [url]
    assert [exactly(one) for one in found] == [exactly(one) for one in delimit(text)]


def test_what_was_read_before_a_url_changes_nothing() -> None:
    # It is whole where the lines with another margin than its own are counted, too, as they are for the first one.
    first = "First see http://a.example/reports/annual-\n    2004.html, then all\n"
    url = "http://b.example/reports/".ljust(68, "s")
    second = f"    {url}\n    figures\n\n    http://c.example/{'y' * 80}\n"
    for before in (first, first.replace("http", "hxxp")):
        assert [one.text for one in delimit(before + second)][-2] == url + "figures"


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


# --- texts joined ---


def leaves_open(text: str) -> bool:
    """Tell whether a delimiter is open at the end of a text.

    A bracket whose last opener is behind its last closer, an odd number of quotes, what may be half a CRLF,
    or the footer of a page whose break goes on.
    """
    return (
        any(text.rfind(opener) > text.rfind(closer) for opener, closer in ("<>", "()", "[]", "{}"))
        or any(text.count(quote) % 2 for quote in "\"'`")
        or text.endswith("\r")
        or "\f" in text
        or "[Page" in text
    )


@LAW
@given(texts, texts, options)
@example("", "http://example.com//\na)b", {})
@example("", "://", {})
def test_texts_joined_by_an_empty_line_are_read_one_by_one(first: str, second: str, asked: Options) -> None:
    assume(not leaves_open(first))
    assume(not second.lstrip().startswith("[Page") and "\f" not in second and "[Page" not in second)
    joined = [told(found) for found in delimit(f"{first}\n\n{second}", **asked)]
    apart = [told(found) for found in delimit(first, **asked)]
    moved = len(first) + 2
    apart += [told(found, moved=-moved) for found in delimit(second, **asked)]
    assert [ended_anywhere(one) for one in joined] == [ended_anywhere(one) for one in apart]


def ended_anywhere(one: tuple[Any, ...]) -> tuple[object, ...]:
    """Leave out whether the text or the line ended a Candidate: an empty line behind the text is what differs."""
    text, raw, spans, facts = one
    ended_by = facts.ended_by.replace("the end of the text", "the end of the line")
    return text, raw, spans, facts._replace(ended_by=ended_by)


# --- URLs alone, and between delimiters ---

SURROUNDINGS = (
    *(
        "<>",
        '""',
        "''",
        "()",
        "[]",
        "{}",
        "“”",
        "„“",
        "«»",
        "‹›",
        "「」",
        "『』",
        "【】",
        "（）",
        "``",
        "  ",
        "\n\n",
        "\t\t",
    ),
    *(
        ("**", "**"),
        ("__", "__"),
        ("_", "_"),
        ("<URL:", ">"),
        ("<url: ", ">"),
        ("‘", "’"),
        ("《", "》"),
        ("⟨", "⟩"),
        ("\r\n", "\r\n"),
    ),
    *(("[url]", "[/url]"), ("<link>", "</link>"), ('<a href="', '">'), ("\\url{", "}"), ("[text](", ")")),
)


def is_bare(candidate: Candidate) -> bool:
    """Tell whether no delimiter said where it ends: inside one, punctuation and brackets may be its last characters."""
    # Quotes keep an asterisk, which is no emphasis there but a pattern's.
    return candidate.delimiter not in ("<>", "{}", "](") and not candidate.text.endswith("*")


@LAW
@given(texts, options)
@example('see "http://example.com//a(b"', {})
def test_a_bare_url_is_found_alone(text: str, asked: Options) -> None:
    assume("refang" not in asked)
    for candidate in filter(is_bare, delimit(text, **asked)):
        alone = [one.text for one in delimit(candidate.text, **asked)]
        # Quotes keep a bracket that nothing in the URL opened or closed; what it is without them they say, too.
        assert alone == [candidate.text] or (
            candidate.delimiter not in ("", "()") and alone == [candidate.alternatives[0]]
        )


@LAW
@given(plausible_urls, st.sampled_from(SURROUNDINGS))
@example("file:///.", ('"', '"'))
def test_a_url_is_found_alone_between_delimiters_it_does_not_hold(
    written: str, around: tuple[str, str]
) -> None:
    opener, closer = around
    for candidate in filter(is_bare, delimit(written)):
        url = candidate.text
        if any(mark in url for mark in opener + closer if not mark.isalnum() and mark not in "/:= "):
            continue
        if "|" in url and opener[0] in "<[{":
            continue  # there a bar parts the URL from its label
        if url.lower() == "file:///":
            continue  # in quotes it is what a program puts before a path
        found = list(delimit(opener + url + closer))
        assert [one.text for one in found] == [url]
        assert found[0].spans[0].start == len(opener)


@LAW
@given(plausible_urls, st.sampled_from(SURROUNDINGS), hard_texts, hard_texts)
def test_a_url_between_angle_brackets_is_found_whatever_stands_around(
    written: str, around: tuple[str, str], before: str, after: str
) -> None:
    assume(not before.endswith(("<", "\\")) and before.count("<") == before.count(">"))
    for candidate in filter(is_bare, delimit(written)):
        assume(candidate.facts.opened_by == "a scheme and ://" and "|" not in candidate.text)
        text = f"{before}\n\n<{candidate.text}>\n\n{after}"
        assert candidate.text in [found.text for found in delimit(text)]


# --- the short way ---


ORDINARY = st.lists(
    st.one_of(
        st.sampled_from(
            (
                " ",
                "\n",
                "\n\n",
                ".",
                ",",
                ")",
                "(",
                "<",
                ">",
                '"',
                "|",
                ": ",
                "; ",
                ". ",
                "\n> ",
                "\r\n",
                "\t",
            )
        ),
        st.sampled_from(
            ("see", "The", "http://example.com", "https://www.example.org/a/b.html", "www.example.com")
        ),
        st.sampled_from(
            ("http://example.com/x_(y)", "http://a.example.com:80/?q=1&amp;b=2", "_", "-", "/", "é", "[1]")
        ),
        st.sampled_from(
            (
                "http://",
                "https:",
                "www.",
                "/a",
                "#f",
                "?q",
                "&lt;",
                ";x",
                "http://ex-ample.co.uk/a,b;c",
                "a" * 64,
            )
        ),
        st.sampled_from(
            ("http://example.com/" + "long-" * 12, "[Page 3]\n", "\f", "wrapped/path.html", "](", "URL:", "!")
        ),
    ),
    max_size=14,
).map("".join)


@examples(600)
@example("see (http://example.com/a(b) and http://example.com/a_(b) and http://example.com/a(b)c (d")
@example("?u=http://b.com/;x=1 http://b.com/?a&& b")
@given(st.one_of(ORDINARY, ORDINARY, texts))
def test_the_short_way_says_what_the_rules_say(text: str) -> None:
    for iri in (True, False):
        by_rule = [placed(found) for found in by_the_rules(text, Asked(iri=iri))]
        assert [placed(found) for found in delimit(text, iri=iri)] == by_rule


# --- evidence, options ---


@LAW
@given(wrapped_texts())
def test_evidence_joins_and_parts_nothing_else(text: str) -> None:
    without = list(delimit(text))
    longer = {other for found in without for other in found.alternatives if len(other) > len(found.text)}
    wider = list(delimit(text, longer))
    assert [told(found) for found in delimit(text, ())] == [told(found) for found in without]
    assert len(wider) <= len(without)


@LAW
@given(texts)
def test_schemes_keep_what_is_found_without_them(text: str) -> None:
    everything = [told(found) for found in delimit(text)]
    http = [told(found) for found in delimit(text, schemes=("http", "HTTPS://"))]
    assert [one for one in everything if one in http] == http
    assert not list(delimit(text, schemes=()))


def test_a_www_name_counts_as_http() -> None:
    text = "www.example.com http://a.com ftp.example.com mailto:a@b.com"
    assert [found.text for found in delimit(text, schemes=["http"])] == ["www.example.com", "http://a.com"]
    assert [found.text for found in delimit(text, schemes=["ftp", "MAILTO:"])] == [
        "ftp.example.com",
        "mailto:a@b.com",
    ]


def test_the_empty_text_and_the_empty_stream() -> None:
    assert list(delimit("")) == []
    assert list(delimit([])) == []
    assert list(delimit(["", "", ""])) == []
    assert [found.text for found in delimit(["", "http://a", "", ".com", ""])] == ["http://a.com"]


def test_schemes_are_names_in_a_list_and_no_single_string() -> None:
    with pytest.raises(TypeError, match=r"write schemes=\['http'\]"):
        delimit("http://a.com", schemes="http")
    assert [found.text for found in delimit("http://a.com ftp://b.com", schemes=[" HTTP:// "])] == [
        "http://a.com"
    ]
    assert list(delimit("http://a.com", schemes=[])) == []


def test_what_stands_behind_a_url_prefix_has_its_own_scheme() -> None:
    text = "<URL:http://a.com/b/\n    c> <URL:../d> URL: ftp://e.com/"
    assert [found.text for found in delimit(text, schemes=["http"])] == ["http://a.com/b/c"]
    assert [found.text for found in delimit(text, schemes=["ftp"])] == ["ftp://e.com/"]


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        *(
            ("http://a.b", "http"),
            ("HTTPS://a.b", "https"),
            ("www.a.com", "http"),
            ("ftp.a.com", "ftp"),
            ("MAILTO:a@b.c", "mailto"),
        ),
        *(
            ("git+ssh://a.b", "git+ssh"),
            ("view-source:http://a.b", "view-source"),
            ("xhttp://a.b", "http"),
            ("<URL:www.a.com>", "http"),
            ("<URL:a@b.com>", "mailto"),
        ),
        *(("a.com", "http"), ("ftp.page", "ftp"), ("//a.com/b", "http")),
    ],
)
def test_a_url_without_its_scheme_has_the_one_that_is_meant(text: str, scheme: str) -> None:
    asked: Options = {"schemeless": True, "network_path": text.startswith("//")}
    (found,) = delimit(text, **asked)
    assert list(delimit(text, schemes=[scheme], **asked)) == [found]
    assert not list(delimit(text, schemes=["gopher"], **asked))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://a.example/?q=a，b&c=d x", ("http://a.example/?q=a",)),
        ('"http://a.example/wiki/a，b"', ("http://a.example/wiki/a",)),
        ("http://a.example/wiki/a，b/c.html x", ("http://a.example/wiki/a",)),
        ("<http://a.example/é>", ("http://a.example/",)),
        ("<http://a.example/b-\nc and é>", ("http://a.example/b-c",)),
        ("see http://a.example/b\nüber it", ("http://a.example/b",)),
        (
            f"http://a.example/{'b' * 54}=\ncé=\n",
            (f"http://a.example/{'b' * 54}c", f"http://a.example/{'b' * 54}="),
        ),
    ],
)
def test_no_reading_goes_beyond_ascii_where_none_is_to(text: str, found: tuple[str, ...]) -> None:
    (one,) = delimit(text, iri=False)
    assert (one.text, *one.alternatives) == found
