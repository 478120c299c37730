"""Doubling any text at most doubles the work: calls and characters are counted, not seconds.

The counted work is every call of a function (of Python's or of C's) and every character that a slice, a search or a
match went over. Where a pattern does not match, it counts what it had to read to know so: the shortest beginning of the
text that it cannot match however that goes on. Windows of some thousand code points are made small, so that short texts
show what long ones would.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from typing import Any

import pytest

from support.builds import interpreted
from support.delimit_strategies import long_text
from support.laws import some, tries_all
from support.work import CountedPattern, Counter, measured
from urlglean import delimiting, extract_text
from urlglean.delimiting.alphabet import Grammar
from urlglean.delimiting.names.typed import strip_delimiters
from urlglean.delimiting.stream import delimit

pytestmark = interpreted

EVERYTHING: dict[str, Any] = {"schemeless": True, "emails": True, "network_path": True, "refang": True}
LENGTH = 3000
SMALL = 128
AT_MOST = 2.2
CLEARLY = 2.1
"""Work that grows by no more than this from half the length on, grows by no more than `AT_MOST` from the length on.

Where a part b of it is quadratic, the ratio is 2 + 2bn / (a + bn): what is below 0.1 at n/2 is below 0.2 at n.
"""

MODULES = (
    *(module.name for module in walk_packages(delimiting.__path__, "urlglean.delimiting.")),
    "urlglean.uri.suffixes",
)


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Count what the patterns of the delimiting modules do, those compiled later included."""
    counter = Counter()
    for name in MODULES:
        module = import_module(name)
        counter.watch(module, monkeypatch)
        for attribute, value in list(vars(module).items()):
            if type(value) is int and SMALL < value < 10_000:
                monkeypatch.setattr(module, attribute, SMALL)
    for name, function in (
        ("scanner", "triggers"),
        ("stream", "triggers"),
        ("shortcut", "triggers"),
        ("shortcut", "patterns_of"),
        ("names.bare", "_names"),
        ("names.bare", "_ascii_names"),
    ):
        wrap(monkeypatch, name, function, counter)
    wrap(monkeypatch, "openings", "opaque_rest", counter)
    wrap(monkeypatch, "ends.extent", "opaque_rest", counter)
    wrap(monkeypatch, "ends.extent", "start_of_opaque_rest", counter)
    wrap(monkeypatch, "scanner", "grammar", counter)
    return counter


def wrap(monkeypatch: pytest.MonkeyPatch, module_name: str, function: str, counter: Counter) -> None:
    """Count the patterns that a cached function compiles."""
    module = import_module(f"urlglean.delimiting.{module_name}")
    compiled = getattr(module, function)

    def counted(*args: Any, **options: Any) -> Any:
        made = compiled(*args, **options)
        if isinstance(made, Grammar):
            return Grammar(CountedPattern(made.run, counter), iri=made.iri)
        if isinstance(made, tuple):
            patterns = [CountedPattern(one, counter) if hasattr(one, "finditer") else one for one in made]
            return made._make(patterns) if hasattr(made, "_make") else tuple(patterns)
        return CountedPattern(made, counter)

    monkeypatch.setattr(module, function, counted)


UNITS = (
    # runs of what opens, closes or announces something
    *(
        "(",
        "<",
        "[",
        "{",
        '"',
        "'",
        ")",
        ">",
        "]",
        "}",
        "`",
        "*",
        "_",
        "|",
        "\\",
        "://",
        "//",
        "@",
        ".",
        "%",
        ":",
        "-",
    ),
    *(
        "http:",
        "http://",
        "http://a",
        "http://a,",
        "http://a(",
        "http://a/(((",
        "http://a/)",
        "http://a/(x",
        "http://a.",
        "http:\n",
        "http:\n//a.b",
        "\ntp://",
    ),
    *(
        r"http:\/\/",
        r"http:\/\/a",
        r"http:\/\/a'",
        r"http:\/\/a(",
        r"http:\/\/a.b\/,",
        r"http://a\u0026",
        r"http://a/b\_c`",
        r"http://a\u0026'",
    ),
    *(r"www.a.com\/", r"\/", r"\u0026", r"http:\/\/a\u002f|", r"\ud83d", r"http:\/\/a\ud83d\ude00("),
    *(
        "http://a-",
        "http://a[",
        "http://[",
        "http://[v1.",
        "http://[::1",
        "http://{",
        "http://$",
        "http://a@",
        "http://a:",
    ),
    *(
        "http://a.com,",
        "http://a.com)",
        "http://a/'",
        "http://a/b'",
        "'http://a/b'c",
        "http://a/[1]",
        "http://a/&lt;",
        "http://a/?,",
        "http://a/|",
        "\\'http://a/b',",
        "http://a/b',c',",
        "^http://a/(b",
        "/https:\\/\\/a\\/(b",
        "{@link http://a/|",
        "http://a.<b>",
        '"http://a/b"\n',
        'msgid ""\n"http://a/b"\n"c/"\n',
        '"http://a/\\\n b/\\\n',
        "# http://a/\\\n# b.c/\\\n",
        "http://a/\\\nb.c",
        "ahttp://",
    ),
    *(
        "www.",
        "www.a,",
        "www.a.com,",
        "www.a€",
        "www.a中",
        "ftp.a,",
        "www.a.com'",
        "www.a.com(",
        "a.com,",
        "//a.com,",
    ),
    *(
        "a@",
        "a@b.com,",
        "a.",
        "a.a@",
        "1.",
        "a:b@",
        "a:b@c.d,",
        "::",
        "1:2:",
        "f:",
        "[::1]:",
        "localhost:1,",
        "中a.com",
        "中.com",
        "..a.com",
        "_a.com/b/",
        "[1.2.3.4:",
        "awww.a.b..",
        "#http://a*1.2.3.4",
    ),
    *(
        "mailto:",
        "mailto:a,",
        "mailto:a@b.c,",
        "mailto:a@b&",
        "[mailto:",
        "[mailto:a@b]",
        "(mailto:a@b,",
        "[mailto:a@b?c=]",
        "[sip:a",
        "sip:a:",
        "data:;a=",
        "tel:1,",
        "file:/a,",
        "urn:ab:c,",
        "urn:ab:c x/",
        "an/object:os.a b ",
        "irc://a b ",
        "adrawer://a b ",
        "news:a.b,",
        "tag:a,",
    ),
    *(
        "magnet:?a=,",
        "xmpp:a/",
        "skype:a,",
        "URL:",
        "URL:http://a ",
        "view-source:",
        "jdbc:a:",
        "kafka://a,",
        "a+",
        "a+b://",
    ),
    # delimiters that never close
    *(
        "<http:",
        "<http://a ",
        "<http://a\n",
        "<http://a/b c ",
        "<ht\ntp://a.b\n",
        "\\url{http://a.b/%\n",
        "http://a.b/" + "c" * 60 + "\ndef\n\n",
        ">> <http://a\n> ",
        "<URL:",
        "<URL:a ",
        "<URL:http://a/b\n",
        "<a>http://a\n",
    ),
    *(
        '"http://a\n',
        '"http://a.com/b\n\n',
        "[http://a\n",
        "(http://a.com/b\n",
        "{http://a",
        "[url]http://a\n",
        "“http://a\n",
    ),
    *(
        "\\url{http://a",
        "\\url{http://a{{",
        "[x](http://a ",
        "`http://a\n",
        "<http://a|",
        "[http://a ",
        ">http://a\n",
        "<http://a",
    ),
    # lines
    *(
        " ",
        "\n",
        "\r",
        "\r\n",
        "\t",
        "\f",
        "\n\f",
        "> ",
        ">",
        "| ",
        "#  ",
        "\n> ",
        "\n[Page 1]\n",
        " \n",
        "RFC 1  2000\n\n",
    ),
    *(
        "http://a\n",
        "http://a.com/b\n",
        "http://a.com/b\r\n",
        "http://a.com/b\r",
        "http://a.com/b-\n",
        "> http://a.com/b\n",
    ),
    *(
        "http://a.com/b\nc/d\n",
        "http://a.com/" + "x" * 60 + "\n",
        "http://a.com/b\n\f",
        "http://a.com/b\n\n[Page 1]\n\f\n",
    ),
    *(
        "http://a.com/b\n\n\n\n",
        "http://a.com/b     ",
        ">" * 150 + " http://a.com/b\n",
        "# http://a.com/b\n",
        "| http://a.com/b |\n",
    ),
    *(
        "(http://a.com/b\nc)\n",
        "http://a.com/b\n_____\n",
        "http://a.com/b\n- c\n",
        "http://a.com/b \n",
        "http://a.com/x&amp;y;\n",
        "http://a/b=\n",
    ),
    # defanged, other scripts, invisible
    *(
        "[.]",
        "a[.]",
        "(dot)",
        " [at] ",
        "hxxp",
        "hxxp://",
        "hxxp[:]//a[.]com ",
        "h**p:",
        "[:]//",
        "\\.",
        "中",
        "👩\u200d",
        "\u200b",
    ),
    *(
        "http://中",
        "http://a中",
        "http://é",
        "e\u0301",
        "\ud800",
        "\x00",
        "%41",
        "http://%41",
        "ⅷ",
        "¨",
        "http://a/中",
    ),
)
TAILS = {
    "blanks": " ",
    "commas": ",",
    "letters": "x",
    "closers": ")",
    "quotes": "'",
    "line ends": "\n",
    "dots": ".",
}
HEADS = (
    "[http://a",
    "www.a,",
    "www.a.com(",
    "http://a.com/(",
    "http://a.com)",
    "<http://a ",
    "http://a ",
    "a.com,",
    "a@b.com,",
)


def check(
    counter: Counter, action: Callable[[str], object], text_of: Callable[[int], str], length: int
) -> None:
    """See that text of twice a length takes twice the work; half of both is enough where that tells as much."""
    once, twice = (measured(counter, action, text_of(long)) for long in (length // 2, length))
    if twice <= CLEARLY * once:
        return
    once, twice = (measured(counter, action, text_of(long)) for long in (length, 2 * length))
    assert twice <= AT_MOST * once, f"{once} for {length}, {twice} for twice as much"


def everything(text: str) -> None:
    """Look for all there is."""
    for _ in delimit(text, **EVERYTHING):
        pass


@pytest.mark.parametrize("unit", some(UNITS, every=10), ids=repr)
def test_twice_the_text_is_twice_the_work(unit: str, counter: Counter) -> None:
    for action in (lambda text: list(delimit(text)), everything):
        check(counter, action, lambda length: unit * (length // len(unit)), LENGTH)


@pytest.mark.parametrize(("head", "tail"), some([*product(HEADS, TAILS)], every=5), ids=repr)
def test_many_urls_before_one_long_tail(head: str, tail: str, counter: Counter) -> None:
    def text_of(length: int) -> str:
        return head * (length // 2 // len(head)) + TAILS[tail] * (length // 2)

    check(counter, everything, text_of, 2 * LENGTH)


@pytest.mark.parametrize(
    ("unit", "behind"),
    some([*product(("ftp://", "data:]", "http://;", "mailto:a@b"), "<>|\"'`*\\)]}{，。？\n")], every=5),
    ids=repr,
)
def test_one_run_of_many_openings(unit: str, behind: str, counter: Counter) -> None:
    for action in (lambda text: list(delimit(text)), everything):
        check(counter, action, lambda length: unit * (length // len(unit)) + behind, LENGTH)


@pytest.mark.parametrize("seed", range(4))
def test_text_of_everything_at_once(seed: int, counter: Counter) -> None:
    text = long_text(seed, LENGTH)
    once, twice = (measured(counter, everything, text * times) for times in (1, 2))
    assert twice <= AT_MOST * once


@pytest.mark.parametrize(
    ("opener", "closer"),
    [
        *("()", "<>", "[]", '""', "**", "“”"),
        *(
            ("[x](", ")"),
            ("[(", ")]"),
            ("URL:", ""),
            ("[url]", "[/url]"),
            ("(,", ")"),
            ("<link>", "</link>"),
            ("[", ""),
        ),
        *(
            ("(", ","),
            ("> ", ""),
            ("\n> ", ""),
            ("[url=", "]"),
            ("![", ")"),
            ("U RL:", ""),
            ("", ")"),
            ("[](", ""),
        ),
    ],
)
def test_typed_input_takes_work_in_proportion_to_its_length(
    opener: str, closer: str, counter: Counter
) -> None:
    check(counter, strip_delimiters, lambda times: opener * times + "http://a/" + closer * times, LENGTH)


# --- few calls where there is nothing to find ---


def calls(text: str, **options: Any) -> tuple[int, int]:
    """Give how much is found in a text, and the calls that took."""
    counter = Counter()
    list(delimit("http://a.com/ www.a.com b.com", **options))  # compile the patterns first
    found = 0
    with counter.calls():
        for _ in delimit(text, **options):
            found += 1
    return found, counter.work


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<http:" * (300_000 if tries_all() else 60_000), id="<http: again and again"),
        pytest.param("nothing to see here, at 10:30: no. " * 150_000, id="a line of 5 MB"),
        pytest.param("x" * 5_000_000, id="a word of 5 MB"),
        pytest.param(" " * 5_000_000, id="blanks of 5 MB"),
        pytest.param("(" * 5_000_000, id="parentheses of 5 MB"),
        pytest.param("a." * 2_500_000, id="labels of 5 MB"),
        pytest.param("\n" * 5_000_000, id="line ends of 5 MB"),
        pytest.param("中文。" * 1_500_000, id="another script of 4.5 MB"),
    ],
)
def test_where_nothing_announces_a_url_nothing_is_called(text: str) -> None:
    assert calls(text) < (1, 100)


def test_the_commonest_urls_take_few_calls_each() -> None:
    text = (
        "See http://example.com/a/b.html, and www.example.org too. Then (https://example.com/x?y=z). " * 2000
    )
    found, took = calls(text)
    assert found == 6000
    assert took < 30 * found


@pytest.mark.parametrize(
    ("line", "most"),
    [
        pytest.param("| http://a.example/ |\n", 250, id="rows of a table without rules"),
        pytest.param("# http://a.example/a\n# b\n", 800, id="short lines with a margin"),
        pytest.param("url(data:,a)", 110, id="brackets that were opened before"),
        pytest.param('"http://a.example/" \\\n"c"\n', 200, id="strings, one on each line, without an entry"),
        pytest.param("www.a.example \n:", 1000, id="lines that begin with a colon"),
        pytest.param("http://a.example/(x", 150, id="brackets that nothing closes"),
        pytest.param("/http://a.example/(b\n", 3000, id="a URL that would end above its line's end"),
    ],
)
def test_what_stands_around_urls_is_not_gone_over_for_each(line: str, most: int) -> None:
    """What a decision looks at, far around a URL, is remembered for the next one, or not looked at in vain."""
    number = 400
    found, took = calls(line * number)
    assert found == number
    assert took < most * found


def test_places_on_one_long_line_are_counted_once(counter: Counter) -> None:
    """A minified script is one line of megabytes, with thousands of URLs."""

    def places(text: str) -> None:
        for link in extract_text(text):
            assert link.position == (1, link.spans[0].start + 1)

    line = 'a:"http://a.example/b",' * 200
    once, twice = measured(counter, places, line), measured(counter, places, line * 2)
    assert twice <= AT_MOST * once


def test_many_brackets_that_never_close_cost_the_same_each() -> None:
    number = 30_000 if tries_all() else 8_000
    found, took = calls("<http://a " * number)
    assert found == number
    assert took < 120 * found


def test_a_stream_reads_its_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The windows of a stream, put end to end, are hardly longer than the stream."""
    module = import_module("urlglean.delimiting.stream")
    windows: list[int] = []
    original = module._read

    def counted(window: Any, *arguments: Any) -> Any:
        windows.append(len(window.source.text))
        return original(window, *arguments)

    monkeypatch.setattr(module, "_read", counted)
    number = 100 if tries_all() else 80
    for piece in (
        "no link in it. " * 7000,
        "see http://a.com/b and " * 4000,
        "x" * 100_000,
        "http://a.com/" + "y" * 99_000,
    ):
        windows.clear()
        for _ in delimit(piece for _ in range(number)):
            pass
        assert sum(windows) < 1.5 * number * len(piece)
        assert max(windows) < 2_000_000
