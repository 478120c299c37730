"""Names without a scheme: what is taken for one, what is not, and where they stand."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.builds import interpreted
from support.delimit_strategies import texts
from support.laws import examples, tries_all
from support.work import GIVES_ROUNDS_BACK, calls_of, peak_of
from urlglean.delimiting.alphabet import Runs, grammar
from urlglean.delimiting.names.bare import NameKinds, read_names

EVERY_KIND = NameKinds(schemeless=True, emails=True, network_path=True)


def names(
    text: str,
    *,
    kinds: str = "schemeless",
    start: int = 0,
    stop: int | None = None,
    limit: int | None = None,
    floor: int = 0,
) -> list[str]:
    """The names of a text, for the kinds that are asked for."""
    found = read_names(
        text,
        start,
        len(text) if stop is None else stop,
        len(text) if limit is None else limit,
        Runs(text, grammar(iri=True)),
        floor,
        NameKinds(*(kind in kinds for kind in NameKinds._fields)),
    )
    return [text[name.start : name.extent.end] for name in found]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "example.com",
            "EXAMPLE.COM",
            "www.example.co.uk",
            "a.de",
            "example.com/",
            "example.com/a?b#c",
            "example.com:80",
            "example.com?q=1",
        ),
        *(
            "xn--bcher-kva.com",
            "münchen.de",
            "пример.рф",
            "例え.jp",
            "x.onion",
            "printer.local",
            "router.lan/x",
            "a.internal",
            "user:pw@a.com/x",
        ),
        *(
            "localhost:80",
            "localhost/x",
            "LOCALHOST:8080/x",
            "192.0.2.1",
            "192.0.2.1:80/x",
            "2001:db8::1",
            "::1",
            "fe80::1",
            "1:2:3:4:5:6:7:8",
        ),
        *(
            "[::1]:80/x",
            "[2001:db8::1]/",
            "::ffff:192.0.2.1",
            "readme.md/",
            "readme.md/x",
            "setup.py/x",
            "a-b.com",
            "1.example.com",
            "9gag.com",
        ),
        *("a" * 63 + ".com", "example.com/a_(b)"),
    ],
)
def test_bare_names(name: str) -> None:
    assert names(name) == [name]
    assert names(f"see {name}, or ({name})!") == [name, name]


@pytest.mark.parametrize(
    "text",
    [
        # files, versions, numbers, times
        *(
            "readme.md",
            "setup.py",
            "main.rs:10",
            "a.txt",
            "archive.tar.gz",
            "1.2.3",
            "v1.2.3.4",
            "version 1.2.3.4",
            "3.14",
            "1.2.3.4.5",
            "256.1.1.1",
        ),
        *("10:30:00", "12:34", "a::b", "std::vec", "dead:beef", "::", "1:2:3", "fe80:", "00:1b:44:11:3a:b7"),
        # code, packages, abbreviations, sentences
        *(
            "obj.method()",
            "self.name",
            "com.example.app",
            "org.junit.Test",
            "e.g.",
            "i.e",
            "a.k.a",
            "finished.It was",
            "etc...",
            "...com",
            "a..com",
        ),
        *(
            "x.y",
            "console.log",
            "my_module.name",
            "J.R.R. Tolkien",
            "M.Sc",
            "it is ok.so far",
            "$a.com",
            "#a.com",
            "%a.com",
            "\\a.com",
        ),
        # inside something else
        *(
            "user@example.com",
            "@example.com",
            "/example.com",
            "./a.com",
            "a/b.com",
            "-example.com",
            "_dmarc.example.com",
            "example.com@",
            "a_.com",
        ),
        # no domain
        *(
            "localhost",
            "local",
            "example",
            "com",
            ".com",
            "com.",
            "example.",
            "a" * 64 + ".com",
            "a.-b.com",
            "x.example",
            "host.invalid",
            "-",
            "",
        ),
        *("[::1]", "[1:2]", "12345::1", "1::2::3"),
    ],
)
def test_what_is_no_bare_name(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(
            ("a.com,b.com;c.com", ["a.com", "b.com", "c.com"]),
            ("a.com.", ["a.com"]),
            ("a.com's", ["a.com"]),
            ("a.com:99999", ["a.com"]),
        ),
        *(
            ("a.com:/tmp", ["a.com"]),
            ("请看example.com吧", ["example.com"]),
            ("see bu\u0308cher.de, E\u0301cole.FR/x", ["bu\u0308cher.de", "E\u0301cole.FR/x"]),
            ("сайтexample.com", ["example.com"]),
            ("(a.com)", ["a.com"]),
        ),
        *(
            ("//a.com comment", ["a.com"]),
            ("__a.com__", ["a.com"]),
            ("~~a.com~~", ["a.com"]),
            ("...a.com", ["a.com"]),
            ("a.com(see)", ["a.com"]),
        ),
        *(
            ("<a.com>", ["a.com"]),
            ("joe:pw@localhost:80/ joe@localhost:80/", ["joe:pw@localhost:80/"]),
            ('"a.com"', ["a.com"]),
            ("http.com/x y.org", ["http.com/x", "y.org"]),
            ("x.local and y.home/z", ["x.local", "y.home/z"]),
        ),
    ],
)
def test_where_bare_names_begin_and_end(text: str, found: list[str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    "address",
    [
        *(
            "a@b.com",
            "a.b+c@d.example.org",
            "A_B@C.DE",
            "user%x@a.com",
            "a@[192.0.2.1]",
            "a@[IPv6:2001:db8::1]",
            "müller@münchen.de",
            "o'brien@a.com",
        ),
        *(
            "a@a-b.com",
            "a=b@c.com",
            "1@2.com",
            "x" * 64 + "@a.com",
            "x" * 255 + "@a.com",
            "用户@例え.jp",
            '"a b"@c.com',
            "a@xn--p1ai.xn--p1ai",
        ),
    ],
)
def test_addresses(address: str) -> None:
    assert names(address, kinds="emails") == [address]
    assert names(f"Mail {address}, or <{address}>.", kinds="emails") == [address, address]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "a@b",
            "@b.com",
            "a@",
            "a@.com",
            "a@b.",
            "a@b..com",
            "a.@b.com",
            "@user",
            "a@2x.png",
            "a @ b.com",
            "a@b.txt",
        ),
        *(
            "git@github.com:user/repo",
            "x" * 256 + "@a.com",
            "user@host:~/x",
            "a@-b.com",
            "a@b-.com",
        ),
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert names(text, kinds="emails") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(
            ("a@b.com.", ["a@b.com"]),
            ("a@b.com-", ["a@b.com"]),
            ("mail=a@b.com&x", ["a@b.com"]),
            ("a@b.com,c@d.org", ["a@b.com", "c@d.org"]),
        ),
        *(
            ("...a@b.com", ["a@b.com"]),
            ("a@b.com's", ["a@b.com"]),
            ("<a@b.com>", ["a@b.com"]),
            ("a@b.com/x", ["a@b.com"]),
            ("(a@b.com)", ["a@b.com"]),
        ),
    ],
)
def test_where_addresses_begin_and_end(text: str, found: list[str]) -> None:
    assert names(text, kinds="emails") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(
            ("//a.com/x", ["//a.com/x"]),
            ("see //a.com.", ["//a.com"]),
            ("//[::1]/x", ["//[::1]/x"]),
            ("//192.0.2.1/", ["//192.0.2.1/"]),
        ),
        *(
            ("(//a.com)", ["//a.com"]),
            ('src="//a.com/x.js"', ["//a.com/x.js"]),
            ("//x.onion", ["//x.onion"]),
            ("//a.com:80/x,", ["//a.com:80/x"]),
        ),
        *(
            ("// a comment", []),
            ("//a", []),
            ("http://a.com", []),
            ("a//b.com", []),
            ("///a.com", []),
            ("//a.txt", []),
        ),
        *(("./ //a.b", []), ("\\//a.com", []), ("//", []), ("//-a.com", [])),
    ],
)
def test_network_paths(text: str, found: list[str]) -> None:
    assert names(text, kinds="network_path") == found


def test_all_kinds_at_once_do_not_overlap() -> None:
    text = "user:pw@a.com/x b@c.com //d.org/e f.de //g.com/h@i.com"
    assert names(text, kinds="schemeless emails network_path") == [
        "user:pw@a.com/x",
        "b@c.com",
        "//d.org/e",
        "f.de",
        "//g.com/h@i.com",
    ]


def test_only_what_was_asked_for_is_read() -> None:
    text = "aa.com bb.com cc.com"
    assert names(text, start=7) == ["bb.com", "cc.com"]
    assert names(text, stop=7) == ["aa.com"]
    assert names(text, stop=8) == ["aa.com", "bb.com"]
    assert names(text, limit=19) == ["aa.com", "bb.com", "cc.co"]
    assert names(text, floor=8) == ["cc.com"]
    assert names(text, kinds="") == []
    assert names("a@b.com", kinds="emails", floor=1) == []


NAMES = (
    "a.com",
    "www.b.de/c",
    "joe@d.org",
    "//e.net",
    "f",
    ".",
    ",",
    "/",
    "-",
    "@",
    " ",
    "\n",
    "(",
    ")",
    "中",
)


@examples(400)
@given(st.lists(st.sampled_from(NAMES), max_size=20).map("".join), st.data())
def test_names_come_in_order_within_what_was_asked_for(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    limit = data.draw(st.integers(stop, len(text)))
    runs = Runs(text, grammar(iri=True))
    before = start
    for name in read_names(text, start, stop, limit, runs, start, EVERY_KIND):
        assert before <= name.start < stop
        # The host is read before the limit; a path goes as far as its run does.
        assert name.start < name.extent.end <= max(limit, runs.end(name.start))
        before = name.extent.end


@examples(400)
@given(texts, st.floats(0, 1))
# What stands before a word with escapes counts where the window begins within that word.
@example(r"//example.com[2001:db8::1]http://example.com\-a", 0.03)
def test_reading_in_parts_finds_the_same(text: str, share: float) -> None:
    """A window may end between any two characters, as long as the text behind it is there."""
    kinds = "schemeless emails network_path"
    whole = names(text, kinds=kinds)
    middle = round(share * len(text))
    runs = Runs(text, grammar(iri=True))
    found = []
    floor = 0
    for start, stop in ((0, middle), (middle, len(text))):
        for name in read_names(text, max(start, floor), max(stop, floor), len(text), runs, floor, EVERY_KIND):
            found.append(text[name.start : name.extent.end])
            floor = name.extent.end
    assert found == whole


@GIVES_ROUNDS_BACK
@pytest.mark.parametrize("piece", ["a.", "www.", "1.2.3.4", "a.a ", "\u4f8b.", "i\u2764.ws."])
def test_a_word_of_very_many_labels_takes_little_memory(piece: str) -> None:
    names(piece * 100)  # what it compiles is kept
    number = 30_000 if tries_all() else 10_000
    assert peak_of(lambda: names(piece * number)) < 20 * number * len(piece)


@pytest.mark.parametrize(
    ("labels", "found"), [(1, True), (100, True), (125, True), (126, False), (130, False)]
)
def test_a_name_has_so_many_labels(labels: int, found: bool) -> None:  # noqa: FBT001  # a table's column
    assert names("a." * labels + "com") == ["a." * labels + "com"] * found


@interpreted
def test_what_is_surely_no_name_takes_few_calls() -> None:
    text = "3.10.1 os.path.join(x) nick.coghlan, " * 50
    assert names(text) == []
    assert calls_of(lambda: names(text)) < 40 * 150
